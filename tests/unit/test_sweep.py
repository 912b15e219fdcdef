"""Sweeps: every point is the game solved with that figure, and what cannot be meant is refused."""

import csv
import json
import xml.etree.ElementTree as ET
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

import croupier
from croupier.base.errors import Unreadable
from croupier.doors.cli import main
from croupier.numbers.maths.odds.sheet import approved
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.sweep import MOST_POINTS, swept, values_of
from croupier.numbers.maths.odds.whatif import changed
from croupier.numbers.reports.sweep import chart

THREE, STUD, HOLDEM = "three-card-poker", "casino-stud", "progressive-holdem"


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("pair-plus.straight", "4..8", "4 5 6 7 8"),
        ("pair-plus.straight", "4..8:2", "4 6 8"),
        ("pair-plus.straight", "4..9:2", "4 6 8"),
        ("pair-plus.straight", " 4 .. 6 ", "4 5 6"),
        ("pair-plus.straight", "4|6|8", "4 6 8"),
        ("pair-plus.straight", "8, 4, push", "8 4 push"),
        ("jackpot.straight-flush", "8%..12%:0.5%", "8% 8.5% 9% 9.5% 10% 10.5% 11% 11.5% 12%"),
        ("jackpot.full-house", "150..200:12.50", "150 162.5 175 187.5 200"),
        ("pair-plus", "40-30-6-4-1|40,30,6,3,1", "40-30-6-4-1 40,30,6,3,1"),
        ("dealer-qualifies", "queen-high|king-high", "queen-high king-high"),
    ],
)
def test_values(name: str, text: str, values: str) -> None:
    assert values_of(name, text) == tuple(values.split(" "))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8..4", "does not go upwards; write a range such as 4..8"),
        ("4..4", "does not go upwards"),
        ("4..8:0", "has a step of nothing"),
        ("4..", "is not a range"),
        ("..", "is not a range"),
        ("4..8..12", "is not a range"),
        ("a..b", "is not a range"),
        ("-4..8", "is not a range"),
        ("4..8%", "mixes per cent and plain numbers"),
        ("4..8:1%", "mixes per cent and plain numbers"),
        ("4..9000", f"has 8,997 points; at most {MOST_POINTS} are solved"),
        ("4..8:0.000001", "points; at most"),
        ("4|6|4", "has 4 twice"),
        ("4||6", "leaves a value out"),
        ("4|5..6", "mixes a range with single values"),
        ("4..40", "at pair-plus.straight=31: three-card-poker@3: pay table pair-plus: three-of-a-kind pays 30 to 1"),
        ("4|x", "at pair-plus.straight=x: pair-plus.straight: 'x' is not a payout"),
    ],
)
def test_bad_sweeps_are_refused(text: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", THREE, "--set", f"pair-plus.straight={text}"]) == 2
    written = capsys.readouterr()
    assert not written.out and words in written.err


def test_too_much_at_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments, words in (
        (["pair-plus.straight=4..6", "pair-plus.flush=3..4", "pair-plus.pair=0..1"], "one figure can be swept, or two"),
        (["play-multiple=1..20", "pair-plus.straight=4..20"], "have 340 points together; at most 200"),
        (["pair-plus.strait=4..6"], "did you mean pair-plus.straight"),
    ):
        assert main(["odds", THREE, *(word for each in arguments for word in ("--set", each))]) == 2
        assert words in capsys.readouterr().err
    assert main(["odds", THREE, "--set", "pair-plus.straight=4..5", "--strategy", str(tmp_path / "s.csv")]) == 2
    assert main(["odds", THREE, "--report", str(tmp_path / "s.svg")]) == 2, "a chart is that of a sweep"


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [(THREE, "pair-plus.straight", "4..6"), (STUD, "bet.flush", "5|7"), (HOLDEM, "bonus.aces", "25..30:5")],
)
def test_a_point_is_the_changed_game(game: str, name: str, text: str) -> None:
    book = approved(game)
    found = swept(book, {name: text})
    assert [point.values[0] for point in found.points] == list(values_of(name, text))
    for point in found.points:
        alone = sheet(changed(book, {name: point.values[0]}), habits=False)
        assert point.sheet.played.ev == alone.played.ev
        assert [bet.ev for bet in point.sheet.side_bets] == [bet.ev for bet in alone.side_bets]
        assert point.approved == (alone.book == book)


def test_a_grid(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--set", "pair-plus.straight=4..6", "--set", "pair-plus.flush=3..4", "--set", "play-multiple=2")
    assert main(["odds", THREE, *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["changed"] == {"play-multiple": "2"}
    assert len(found["points"]) == 6 and not any(point["approved"] for point in found["points"])
    edges = {tuple(point["values"].values()): point["bets"]["pair-plus"]["house_edge"] for point in found["points"]}
    assert Fraction(edges["5", "4"]) == Fraction(308, 5525)
    assert Fraction(edges["6", "4"]) == Fraction(128, 5525)


@pytest.mark.slow
def test_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in (".html", ".md", ".csv", ".json", ".svg", ".pdf"):
        file = tmp_path / f"sweep{ending}"
        assert main(["odds", THREE, "--set", "pair-plus.straight=4..8", "--report", str(file)]) == 0
        assert not capsys.readouterr().out
    rows = list(csv.DictReader(StringIO((tmp_path / "sweep.csv").read_text("utf-8"))))
    assert [row["pair-plus.straight"] for row in rows] == ["4", "5", "6", "7", "8"]
    assert [row["approved"] for row in rows] == ["no", "yes", "no", "no", "no"]
    assert rows[1]["pair plus: house edge"] == "308/5525"
    drawn = ET.fromstring((tmp_path / "sweep.svg").read_text("utf-8"))
    assert sum(part.tag.endswith("circle") for part in drawn) == 5
    page = (tmp_path / "sweep.html").read_text("utf-8")
    assert "<svg" in page and "<script" not in page and "308/5525" in page
    assert page.replace("http://www.w3.org/2000/svg", "").count("http") == 0


def test_what_is_drawn_is_what_moves() -> None:
    book = approved(STUD)
    assert "jackpot breaks even at, dollars" in chart(swept(book, {"jackpot.straight-flush": "8%..12%:2%"}))
    assert "house edge per ante, per cent" in chart(swept(book, {"bet.flush": "4..6"}))
    both = chart(swept(approved(THREE), {"pair-plus.straight": "4..6", "pair-plus.flush": "3..4"}))
    assert "pair-plus.flush 3" in both and "pair-plus.flush 4" in both


def test_in_a_program() -> None:
    found = croupier.sweep(THREE, {"pair-plus.straight": range(4, 7), "play-multiple": 2})
    assert len(found) == 3 and found.names == ("pair-plus.straight",)
    assert [odds.side_bets["pair-plus"] for _, odds in found] == [Fraction(n, 5525) for n in (488, 308, 128)]
    assert len({odds.house_edge for _, odds in found}) == 1
    assert str(found).splitlines()[0].endswith("play-multiple 2; perfect play at each of 3 points")
    assert found._repr_html_().startswith("<svg") and found.csv().count("\n") == 4
    assert croupier.sweep(THREE, {"pair-plus.straight": ["4", 6]}).figures()["swept"] == {
        "pair-plus.straight": ("4", "6")
    }
    with pytest.raises(Unreadable, match="here it is nothing"):
        croupier.sweep(THREE, {"pair-plus.straight": 6})
