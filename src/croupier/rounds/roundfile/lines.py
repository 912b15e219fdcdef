"""In which line of a file something stands: tomllib does not say, and a message about a file should.

The text has been read by tomllib before, so this only follows what is known to be TOML. What it found is compared with
what tomllib found; where the two differ it says nothing rather than something wrong.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.base.errors import InFile, Unreadable

_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
_STRING = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}(?!")|\'\'\'.*?'{3,5}(?!')|"(?:\\.|[^"\\])*"|'[^']*\'''',
    re.DOTALL,
)
_SCALAR = re.compile(r"[^\s,\]}#]+(?: \d\d:[^\s,\]}#]+)?")
"""A number, a flag or a date, which may have a space before its time."""


def with_its_line(text: str, error: Unreadable) -> Unreadable:
    """The same complaint, with the line of the file that it is about, if that is known."""
    line = line_of(text, error.at) if error.at else None
    return Unreadable(str(error)) if line is None else Unreadable(f"line {line}: {error}")


def line_of(text: str, at: InFile) -> int | None:
    """Of the value there, or of the innermost table around it that the file has."""
    reading = _read(text)
    if reading is None:
        return None
    lines = reading.found
    if at in lines or at[:-1] not in reading.words:
        known = (lines[at[:length]] for length in range(len(at), 0, -1) if at[:length] in lines)
        return next(known, None)
    words = reading.words[at[:-1]]
    return words[at[-1]] if isinstance(at[-1], int) and at[-1] < len(words) else lines[at[:-1]]


def lines_in(text: str) -> Mapping[InFile, int]:
    """The line of every key and every item of a list; empty if they cannot be found."""
    reading = _read(text)
    return {} if reading is None else reading.found


def _read(text: str) -> "_Reading | None":
    text = text.replace("\r\n", "\n")
    try:
        reading = _Reading(text)
        return reading if set(reading.found) == set(_paths((), tomllib.loads(text))) else None
    except (_Lost, ValueError, RecursionError):
        return None


def _paths(at: InFile, value: Any) -> Iterator[InFile]:
    if at:
        yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from _paths((*at, key), item)


class _Lost(Exception):
    """Not what was expected there."""


class _Reading:
    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._line = 1
        self._counted = 0
        self.found: dict[InFile, int] = {}
        self.words: dict[InFile, list[int]] = {}
        """The line of each word of a string that stands on several."""
        self._tables: dict[InFile, int] = {}
        """How many tables each list of tables has so far."""
        self._follow()

    def _follow(self) -> None:
        table: InFile = ()
        self._skip(_BLANK)
        while self._place < len(self._text):
            if self._next("[["):
                table = self._header("]]", several=True)
            elif self._next("["):
                table = self._header("]", several=False)
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _header(self, end: str, *, several: bool) -> InFile:
        *outer, last = self._key()
        self._expect(end)
        at: InFile = ()
        for key in outer:
            at = self._in_list(self._note((*at, key)))
        at = self._note((*at, last))
        if not several:
            return at
        self._tables[at] = self._tables.get(at, 0) + 1
        return self._note(self._in_list(at))

    def _in_list(self, at: InFile) -> InFile:
        return (*at, self._tables[at] - 1) if at in self._tables else at

    def _pair(self, table: InFile) -> None:
        at = table
        for key in self._key():
            at = self._note((*at, key))
        self._expect("=")
        self._value(at)

    def _key(self) -> list[str]:
        parts = []
        while True:
            self._skip(_SPACE)
            part = self._match(_KEY)
            parts.append(next(iter(tomllib.loads(f"{part} = 0"))) if part[0] in "\"'" else part)
            self._skip(_SPACE)
            if not self._next("."):
                return parts

    def _value(self, at: InFile) -> None:
        self._skip(_SPACE)
        if self._next("["):
            self._list(at)
        elif self._next("{"):
            self._inline(at)
        elif self._text[self._place : self._place + 1] in ('"', "'"):
            self._string(at)
        else:
            self._match(_SCALAR)

    def _string(self, at: InFile) -> None:
        line = self._line_here()
        written = self._match(_STRING)
        if "\n" in written and "\\" not in written:  # a backslash may join lines, or be half a word
            inside = written[3:-3]
            self.words[at] = [line + inside.count("\n", 0, word.start()) for word in re.finditer(r"\S+", inside)]

    def _list(self, at: InFile) -> None:
        number = 0
        self._skip(_BLANK)
        while not self._next("]"):
            self._value(self._note((*at, number)))
            number += 1
            self._skip(_BLANK)
            self._next(",")
            self._skip(_BLANK)

    def _inline(self, at: InFile) -> None:
        self._skip(_BLANK)
        while not self._next("}"):
            self._pair(at)
            self._skip(_BLANK)
            self._next(",")
            self._skip(_BLANK)

    def _note(self, at: InFile) -> InFile:
        """A place that has a line keeps it: a table begins where it is first named."""
        if at not in self.found:
            self.found[at] = self._line_here()
        return at

    def _line_here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._place)
        self._counted = self._place
        return self._line

    def _skip(self, what: re.Pattern[str]) -> None:
        found = what.match(self._text, self._place)
        assert found is not None, "both match nothing at all"
        self._place = found.end()

    def _match(self, what: re.Pattern[str]) -> str:
        found = what.match(self._text, self._place)
        if found is None:
            raise _Lost
        self._place = found.end()
        return found[0]

    def _next(self, sign: str) -> bool:
        found = self._text.startswith(sign, self._place)
        self._place += len(sign) if found else 0
        return found

    def _expect(self, sign: str) -> None:
        if not self._next(sign):
            raise _Lost
