"""A plain terminal: lines out, lines in. Colour only on a terminal, suits only if it can print them."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from typing import TextIO

from croupier.base.citation import Citation
from croupier.base.plain_letters import PLAIN as PLAIN_LETTERS
from croupier.rounds.telling.layout import columns_of, lay, numbers
from croupier.rules.cards import Card

WIDTH = 79
"""If no terminal says how wide it is."""
NARROWEST, WIDEST = 30, 140

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
FACE_DOWN = "▒▒"

BOLD, DIM, RED, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"
_RED_CARD = re.compile("[2-9TJQKA][♥♦]")


class Screen:
    def __init__(self, lines_in: TextIO, out: TextIO, environ: Mapping[str, str]) -> None:
        self._in = lines_in
        self._out = out
        self._typed = lines_in.isatty() and out.isatty()
        self._fits_a_window = out.isatty() or bool(environ.get("COLUMNS"))
        self._colour = out.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        self._rich = _prints(out, "♠♥♦♣▒─·…")
        if self._typed:
            with suppress(ImportError):
                import readline  # noqa: F401 - lets the player edit the line and call earlier ones back

    @property
    def width(self) -> int:
        """Asked for each line, so that the next one fits a window that has been made wider or narrower."""
        if not self._fits_a_window:
            return WIDTH
        columns = get_terminal_size((WIDTH + 1, 24)).columns
        return max(NARROWEST, min(WIDEST, columns - 1))  # the last column would break the line in some terminals

    def say(self, text: str = "", cites: tuple[Citation, ...] = (), *, indent: int = 0, hang: int = 2) -> None:
        """A sentence, with its paragraphs flush right."""
        text = self._printable(text)  # plain letters can be longer than the signs that they stand for
        *lines, last = lay(text, numbers(cites), width=self.width, indent=indent, hang=hang) or [""]
        for line in lines:
            self._print(line)
        margin = numbers(cites)
        dimmed = self._colour and margin and last.endswith(margin)
        self._print(f"{last.removesuffix(margin)}{DIM}{margin}{PLAIN}" if dimmed else last)

    def result(self, text: str, amount: str, *, hang: int = 2) -> None:
        """A line with what it comes to flush right."""
        for line in lay(text, amount, width=self.width, hang=hang):
            self._print(line)

    def title(self, left: str, right: str) -> None:
        """A heading over the whole width."""
        room = self.width - columns_of(left) - 1
        lines = [f"{left} {f' {right}':─>{room}}"] if columns_of(right) + 3 <= room else [left, right.rjust(self.width)]
        for text in lines:
            self._print(f"{BOLD}{text}{PLAIN}" if self._colour else text)

    def ask(self, prompt: str) -> str:
        """One line from the player; EOFError when there are no more."""
        if self._typed:
            return input(f"{prompt} ").strip()
        self._out.write(f"{prompt} ")
        self._out.flush()
        line = self._in.readline()
        if not line:
            raise EOFError
        self._print(line.strip())  # so that a piped evening reads like a typed one
        return line.strip()

    def prompt(self, text: str) -> None:
        """Shown again, where something was said while the player is typing."""
        self._out.write(f"{text} ")
        self._out.flush()

    def _printable(self, text: str) -> str:
        if self._rich:
            return text
        encoding = self._out.encoding or "ascii"
        return text.translate(PLAIN_LETTERS).encode(encoding, "replace").decode(encoding)

    def _print(self, line: str) -> None:
        line = self._printable(line)
        if self._colour:
            line = _RED_CARD.sub(lambda card: f"{RED}{card[0]}{PLAIN}", line)
        self._out.write(f"{line}\n")


def pictures(cards: Sequence[Card | None]) -> str:
    """The cards on the table: "A♠ ▒▒ 9♥"."""
    return " ".join(FACE_DOWN if card is None else f"{card[0]}{SUITS[card[1]]}" for card in cards)


def _prints(out: TextIO, text: str) -> bool:
    try:
        text.encode(out.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
