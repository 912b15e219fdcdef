"""The figures of the shift, held against the accounts."""

from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.history.expected import Expectations
from croupier.floor.live.history.figures import Figures
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.numbers.maths.odds.solve import sheet
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import cents, dollars
from croupier.rules.rulebook.load import load
from tests.as_json import as_json
from tests.live.evenings import FLOOR, TABLES, Evening
from tests.live.houses import ANN, DAN, MIDNIGHT, SAM, House
from tests.live.linked import LinkedHouse

HOUR = 3_600_000


def test_hold_and_rake_are_what_the_accounts_hold(tmp_path: Path) -> None:
    """After a random evening of all rulebooks, with voids, awards and corrections in it; also read in two parts."""
    house = House(tmp_path / "store", FLOOR)
    evening = Evening([house], "figures")
    for name in TABLES:
        evening.sit_down(name)
    for step in range(400):
        evening.step()
        if step == 150:
            as_json(house.floor.figures.told(None))
    told = as_json(house.floor.figures.told(printed_time(MIDNIGHT)))
    tables = {table["table"]: table for table in told["tables"]}
    assert tables.keys() == TABLES.keys()
    for name, table in tables.items():
        assert table["hold"] == dollars(house.balance(f"tray/{name}")), name
        assert table["rake"] == dollars(house.balance(f"rake/{name}")), name
        by_hour = [sum(_cents(hour[key]) for hour in table["by_hour"]) for key in ("hold", "rake")]
        assert by_hour == [_cents(table["hold"]), _cents(table["rake"])]
    for key in ("hold", "rake", "drop", "handle"):
        assert _cents(told["total"][key]) == sum(_cents(table[key]) for table in tables.values())
    assert told["total"]["ruled"] >= len(told["rulings"]) > 0
    assert as_json(Figures(house.floor.books, Expectations()).told(printed_time(MIDNIGHT))) == told, "read at once"
    house.store.close()


def _cents(text: str) -> int:
    return -cents(text[1:]) if text.startswith("-") else cents(text)


@pytest.fixture
def house(tmp_path: Path) -> LinkedHouse:
    return LinkedHouse(tmp_path / "store")


def test_what_was_staked_and_brought_counts_once(house: LinkedHouse) -> None:
    house.act(ANN, "plain", "1 sits Ann 500")
    house.act(ANN, "plain", "1 ante 50")
    house.act(DAN, "plain", "close")
    house.act(ANN, "plain", "1 fold")
    house.act(DAN, "plain", "settle")
    house.turn(HOUR)
    house.act(DAN, "plain", "next")
    house.act(ANN, "plain", "1 ante 20")
    house.act(SAM, "plain", "incident other ruling=void", reason="asked")
    house.act(ANN, "plain", "1 leaves")
    told = as_json(house.floor.figures.told(None))
    plain = next(table for table in told["tables"] if table["table"] == "plain")
    figures = {key: plain[key] for key in ("rounds", "drop", "handle", "hold", "rake")}
    assert figures == {"rounds": 2, "drop": "500.00", "handle": "50.00", "hold": "50.00", "rake": "0.00"}
    assert [(hour["rounds"], hour["hold"]) for hour in plain["by_hour"][-2:]] == [(1, "50.00"), (1, "0.00")]
    (ruled,) = told["rulings"]
    assert (ruled["table"], ruled["round"], ruled["incident"], ruled["ruling"]) == ("plain", 2, "other", "void")
    assert (ruled["by"], ruled["rank"], ruled["reason"]) == ("sam", "shift-manager", "asked")
    later = as_json(house.floor.figures.told(printed_time(MIDNIGHT + HOUR * 1000)))
    assert [table["handle"] for table in later["tables"] if table["table"] == "plain"] == ["0.00"]


def test_a_settlement_made_again_counts_once(tmp_path: Path) -> None:
    table = '[[table]]\nname = "t"\nrulebook = "three-card-poker@3"\nante = ["10", "100"]\nrun-by = "dealer"\n'
    house = House(tmp_path / "again", f'{table}cards = "reader"\ndevice = "dan"\n')
    for do in ("1 sits Ann 500", "2 sits Ben 500", "1 ante 10", "2 ante 20", "close"):
        house.act(DAN, "t", do)
    house.act(DAN, "t", "deal 2c As 9h Qd Ks 8h 7c Qs 3d 2h")
    for do in ("1 play", "2 fold", "settle"):
        house.act(DAN, "t", do)
    assert as_json(house.floor.figures.told(None))["total"]["handle"] == "40.00"
    assert house.act(SAM, "t", "incident player-count box=1", reason="four cards")["done"]["ruling"] == "invalidated"
    total = as_json(house.floor.figures.told(None))["total"]
    assert (total["rounds"], total["handle"], total["hold"]) == (1, "40.00", "20.00")
    house.store.close()


def test_the_win_is_held_against_the_mathematics(house: LinkedHouse) -> None:
    """Thirty folded Antes of 50: more than three sigma above what 3 Card Poker is expected to win (0.03373 an Ante)."""
    house.act(ANN, "plain", "1 sits Ann 5000")
    told = _plain(house)
    assert (told["hold_drop"], told["hold_handle"]) == ("0.0000", None)
    assert "expected" not in told
    for number in range(1, 31):
        house.act(ANN, "plain", "1 ante 50")
        house.act(DAN, "plain", "close")
        house.act(ANN, "plain", "1 fold")
        house.act(DAN, "plain", "settle")
        told = _plain(house)
        assert ("sigma" in told, told.get("outside", False)) == (number == 30, number == 30)
        house.act(DAN, "plain", "next")
    assert (told["hold_drop"], told["hold_handle"]) == ("0.3000", "1.0000")
    assert (told["won"], told["expected"], told["sigma"]) == ("1500.00", "50.59", "448.92")
    total = as_json(house.floor.figures.told(None))["total"]
    assert [total[key] for key in ("won", "expected", "sigma", "outside")] == ["1500.00", "50.59", "448.92", True]


def test_side_bets_widen_the_band_by_their_covariance() -> None:
    bets = ((Spot.ANTE, 100), (Spot.PAIR_PLUS, 100))
    found = Expectations().of({("three-card-poker@3", bets): 4})
    assert found is not None
    joint = sheet(load("three-card-poker@3"), habits=False).joint["pair-plus"]
    assert (found.mean, found.variance) == (400 * joint.house_edge, 40_000 * joint.variance)


def test_a_book_without_mathematics_expects_nothing() -> None:
    assert Expectations().of({("poker@7", ((Spot.ANTE, 100),)): 1}) is None


def _plain(house: LinkedHouse) -> dict[str, Any]:
    tables = as_json(house.floor.figures.told(None))["tables"]
    found: dict[str, Any] = next(table for table in tables if table["table"] == "plain")
    return found


@pytest.mark.parametrize(
    "since", ["", "yesterday", "2026-01-01", "2026-01-01T00:00:00", "2025-12-29T00:00:00Z", "2026-01-02T00:00:00Z"]
)
def test_figures_since_an_impossible_time_are_refused(house: LinkedHouse, since: str) -> None:
    with pytest.raises(Problem) as problem:
        as_json(house.floor.figures.told(since))
    assert problem.value.code is Code.UNREADABLE and "since" in problem.value.why
