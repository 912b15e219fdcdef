"""The PAR sheet holds what a regulator looks for, in every format."""

import csv
import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from io import StringIO
from itertools import pairwise

import pytest

import croupier
from croupier.base.errors import Unreadable
from croupier.numbers.maths.odds.sheet import Sheet, approved, hash_of
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.whatif import changed
from croupier.numbers.reports import pdf
from croupier.numbers.reports.document import Picture
from croupier.numbers.reports.figures import figures
from croupier.numbers.reports.par import par_sheet, report
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.money import Cents

SECTIONS = (
    "Summary",
    "Rules on which it rests",
    "Bets against the dealer",
    "Jackpot bet of 5.00",
    "Returns, hits and volatility",
    "Confidence bands of the hold",
    "Intervals between jackpots",
    "Perfect play",
    "How often, and the whole distribution",
    "Method",
    "Checks against enumeration totals",
)


GAMES = tuple(HOUSE_GAMES)


@pytest.fixture(scope="module", params=GAMES)
def solved(request: pytest.FixtureRequest) -> Sheet:
    return sheet(approved(request.param), meter=Cents(10_000_000), habits=False)


def test_html_is_complete_and_needs_nothing_else(solved: Sheet) -> None:
    page = report(".html", solved, None).decode()
    for words in (*SECTIONS, solved.book.key, hash_of(solved.book), str(solved.played.ev), f"{solved.played.deals:,}"):
        assert words in page
    for line in solved.lines:
        assert f"{line.hits:,}" in page
    assert "DOES NOT HOLD" not in page
    assert "<script" not in page
    assert page.replace("http://www.w3.org/2000/svg", "").count("http") == 0
    assert "@media print" in page
    HTMLParser().feed(page)


def test_pictures_are_drawn(solved: Sheet) -> None:
    pictures = [block for block in par_sheet(solved).blocks if isinstance(block, Picture)]
    assert len(pictures) == 3, "strategy, distribution, jackpot"
    for picture in pictures:
        root = ET.fromstring(picture.svg)
        assert root.tag.endswith("svg")
        assert len(root) > 10


def test_the_grid_has_all_hole_cards() -> None:
    page = report(".html", sheet(approved(GAMES[2]), habits=False), None).decode()
    assert all(f">{name}<" in page for name in ("AA", "AKs", "AKo", "72o", "72s", "22"))
    assert page.count(">fold</text>") == 5


def test_json_and_csv_agree(solved: Sheet) -> None:
    data = json.loads(report(".json", solved, None))
    rows = list(csv.DictReader(StringIO(report(".csv", solved, None).decode())))
    summary = {row["name"]: row["exact"] for row in rows if row["section"] == "summary"}
    assert summary == {name: data[name] for name in summary}
    chances = {row["name"]: row["exact"] for row in rows if row["section"] == "distribution"}
    assert chances == data["distribution"]
    assert sum(map(Fraction, chances.values())) == 1


def test_every_cell_says_what_it_is_in_a_small_window(solved: Sheet) -> None:
    page = report(".html", solved, None).decode()
    for table in re.findall(r'<table class="[^"]*wide[^"]*">.*?</table>', page, re.DOTALL):
        heads = [unescape(head) for head in re.findall(r"<th(?: [^>]*)?>(.*?)</th>", table)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table.partition("<tbody>")[2]):
            named = [unescape(name) for name in re.findall(r'<td[^>]* data-head="([^"]*)"', row)]
            assert named == [head for head in heads if head]


def test_markdown(solved: Sheet) -> None:
    page = report(".md", solved, None).decode()
    for words in (*SECTIONS, f"PAR-{solved.book.key}", f"{solved.played.deals:,}"):
        assert words in page
    widths = {
        (before.count(" | "), line.count(" | ")) for before, line in pairwise(page.splitlines()) if line[:5] == "| ---"
    }
    assert widths and all(head == rule for head, rule in widths)
    assert "<" not in page.replace("\\<", "")


def test_the_revision_is_that_of_the_figures() -> None:
    book = approved(GAMES[0])
    one, same = (figures(sheet(book, habits=False)).document for _ in range(2))
    other = figures(sheet(book, habits=False, meter=Cents(1))).document
    assert one == same
    assert one.number == other.number == "PAR-three-card-poker@3"
    assert one.revision != other.revision
    assert (one.rules, one.version) == ("3 Card Poker", 3)


def test_a_changed_game_says_so() -> None:
    book = approved(GAMES[0])
    old, new = sheet(book), sheet(changed(book, {"pair-plus.straight": "6"}))
    page = report(".html", old, new).decode()
    for words in ("This is not the approved game", "pair-plus.straight", "5.5747 %", "2.3167 %", hash_of(new.book)):
        assert words in page
    assert hash_of(old.book) not in page
    assert "Appendix: complete strategy" in page and "Three Odd Cards, Q-6-4" in page
    assert "play every hand" in page


def test_csv_of_a_changed_game_has_both() -> None:
    book = approved(GAMES[0])
    old, new = sheet(book, habits=False), sheet(changed(book, {"pair-plus.straight": "6"}), habits=False)
    rows = list(csv.DictReader(StringIO(report(".csv", old, new).decode())))
    (change,) = (row for row in rows if row["section"] == "change")
    assert (change["name"], change["exact"], change["approved"]) == ("pair-plus.straight", "6", "5")
    (edge,) = (row for row in rows if row["section"] == "side-bet" and row["detail"] == "ev")
    assert (edge["exact"], edge["approved"], edge["difference"]) == ("-128/5525", "-308/5525", "36/1105")
    for row in rows:
        if row["section"] not in ("book", "change") and row["exact"] and row["approved"]:
            assert Fraction(row["exact"]) - Fraction(row["approved"]) == Fraction(row["difference"])
    summary = [row for row in rows if row["section"] == "summary"]
    assert {row["difference"] for row in summary} == {"0/1"}


def test_pdf(solved: Sheet) -> None:
    assert report(".pdf", solved, None).startswith(b"%PDF")


def test_without_typst_the_message_says_how_to_install_it(solved: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "find_spec", lambda name: None)
    with pytest.raises(Unreadable, match=r"a PDF needs typst, which is not installed: .* install pdf; or write"):
        report(".pdf", solved, None)


def test_one_book_has_one_digest() -> None:
    book = approved(GAMES[0])
    table = croupier.open_table(book.key, {1: "Ann"}, ante=("10", "1000"))
    assert hash_of(book) == table.report()["digests"]["rulebook"]
    assert hash_of(changed(book, {"pair-plus.straight": "6"})) != hash_of(book)


def test_hashes_tell_books_apart() -> None:
    assert len({hash_of(approved(game)) for game in GAMES}) == 3
