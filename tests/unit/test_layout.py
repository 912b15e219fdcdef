"""Lines on a terminal: as wide as it is, wide characters counted as they are shown."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rounds.playing.screen import NARROWEST, WIDEST, WIDTH, Screen
from croupier.rounds.telling.layout import columns_of, lay, padded, wrapped

TEXTS = st.text(st.sampled_from("ab cd 漢字. é́️ー·♠"), max_size=120)


@pytest.mark.parametrize(
    ("text", "columns"), [("Ann", 3), ("漢字", 4), ("e\u0301", 1), ("A♠ ▒▒", 5), ("", 0), ("ﾊﾝｶｸ", 4)]
)
def test_columns(text: str, columns: int) -> None:
    assert columns_of(text) == columns
    assert columns_of(padded(text, 13)) == 13


@given(TEXTS, st.integers(20, 100))
def test_nothing_is_lost_and_every_line_fits(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert " ".join(lines).split() == text.split()
    for line in lines:
        assert columns_of(line) <= width or " " not in line.strip()


@given(st.text(st.sampled_from("abc d"), max_size=120), st.integers(20, 100), st.integers(0, 13))
def test_plain_text_is_laid_as_ever(text: str, width: int, indent: int) -> None:
    for line in lay(text, "3.15.1", width=width, indent=indent):
        assert len(line) <= width or " " not in line.strip()


def test_the_margin_is_flush_right_behind_wide_characters() -> None:
    (line,) = lay("漢字 loses", "3.12.1", width=40)
    assert columns_of(line) == 40 and line.endswith("3.12.1")
    first, second = lay("a hand that is told in many words, here", "3.12.1, R-17", width=42)
    assert (first, second) == ("a hand that is told in many words, here", "3.12.1, R-17".rjust(42))


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("columns", "width"), [(40, 39), (60, 59), (80, 79), (130, 129), (200, WIDEST), (5, NARROWEST)]
)
def test_a_screen_is_as_wide_as_its_terminal(columns: int, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    screen = Screen(StringIO(), out, {"NO_COLOR": "1"})
    monkeypatch.setenv("COLUMNS", str(columns))
    assert screen.width == width
    screen.title("Progressive Texas Hold'em Poker", "progressive-holdem@6")
    screen.say("A sentence of some length about the hand of 漢字, and about what it wins.", ("3.12.1", "R-17"))  # type: ignore[arg-type]
    assert max(map(columns_of, out.getvalue().splitlines())) <= max(width, 31)
    monkeypatch.setenv("COLUMNS", "61")  # the window is made another size
    assert screen.width == 60


def test_elsewhere_it_is_as_wide_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert Screen(StringIO(), StringIO(), {}).width == WIDTH


def test_a_width_that_is_asked_for_holds_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = StringIO()
    Screen(StringIO(), out, {"COLUMNS": "40"}).say("so many words that no line of forty letters holds all of them")
    assert max(map(len, out.getvalue().splitlines())) < 40
