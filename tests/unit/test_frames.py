"""Rounds, journals and simulations as data frames, also in Parquet."""

from decimal import Decimal
from pathlib import Path

import pytest

import croupier
from croupier.doors.cli import main

polars = pytest.importorskip("polars")


def test_rounds(tmp_path: Path) -> None:
    table = croupier.open_table("three-card-poker", {1: "Ann", 2: "Ben"}, ante=("10", "1000"), seed=3)
    table.say("1 ante 50", "2 ante 20", "close", "1 look", "1 play", "2 look", "2 fold")
    found = croupier.rounds_frame(table)
    assert found.select("box", "bet", "net").rows() == [
        (1, "ante", Decimal("-100.00")),
        (1, "play", Decimal("-100.00")),
        (2, "ante", Decimal("-20.00")),
    ]
    found.write_parquet(tmp_path / "rounds.parquet")
    assert polars.read_parquet(tmp_path / "rounds.parquet").equals(found)
    assert croupier.rounds_frame(table.rounds).equals(found)


def test_poker() -> None:
    table = croupier.open_table("poker", {1: ("Ann", 200), 2: ("Ben", 200)}, small_blind="1", seed=2)
    table.say("start")
    assert croupier.rounds_frame(table).select("seat", "posted", "stack").rows() == [
        (1, Decimal("1.00"), Decimal("199.00")),
        (2, Decimal("2.00"), Decimal("198.00")),
    ]


def test_simulations(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    money = ["--jackpot-bet", "5", "--contribution", "0.6", "--reset", "50000", "--shift", "100", "--out", out]
    assert main(["simulate", "three-card-poker", "--rounds", "200000", *money]) == 0
    found = croupier.simulation_frames(out)
    assert found["classes"]["rounds"].sum() == found["course"]["rounds"].sum() == 200_000
    assert found["shifts"]["shifts"].sum() == 2_000
    classes = found["classes"]
    assert (classes["rounds"] * classes["net"]).sum() == pytest.approx(found["course"]["net"].sum())
    assert found["meter"]["meter"][0] == 50_000
    assert len(found["meter"]) == 2 * len(found["claims"]) + 2


def test_a_journal() -> None:
    found = croupier.journal_frame(str(Path(__file__).parents[1] / "golden" / "journals" / "0.2.0.jsonl.gz"))
    assert found.columns == ["stream", "seq", "at", "round", "by", "do", "body"]
    assert len(found) > 100
    assert found["seq"].min() == 1
    assert found["at"].null_count() == 0
