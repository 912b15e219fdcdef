"""A figure moved through several values, or two of them as a grid: the game is solved at every point.

Values are written as a range, `4..8` or `8%..12%:0.5%`, or one after the other, `4|6|8`, which may be whole tables.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.maths.odds.sheet import Sheet
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.whatif import Changes, changeable, changed
from croupier.rules.rulebook.model import Rulebook

MOST_POINTS = 200
MOST_SWEPT = 2
ACCEPTED = "write a range such as 4..8, one with a step such as 8%..12%:0.5%, or values such as 4|6|8"


class Point(Value):
    values: tuple[str, ...]
    """Of the figures that are swept, in their order."""
    sheet: Sheet
    approved: bool
    """Nothing differs from the approved book."""


class Sweep(Value):
    book: Rulebook
    """As approved."""
    names: tuple[str, ...]
    """The figures that are swept."""
    values: tuple[tuple[str, ...], ...]
    """Of each of them, in order."""
    fixed: Mapping[str, str]
    """Figures that are changed and not swept."""
    points: tuple[Point, ...]


def is_swept(name: str, value: object) -> bool:
    """A range, or several values; commas only where they cannot be the rows of a table."""
    if not isinstance(value, str):
        return False
    return ".." in value or "|" in value or ("," in value and "." in name)


def values_of(name: str, text: str) -> tuple[str, ...]:
    """The points of one figure, in the order in which they are written."""
    if ".." in text and "|" not in text and "," not in text:
        found = tuple(_range(name, text))
    else:
        found = tuple(part.strip() for part in re.split(r"\||," if "." in name else r"\|", text))
    if not all(found):
        raise Unreadable(f"{name}: {text!r} leaves a value out; {ACCEPTED}")
    if any(".." in value for value in found):
        raise Unreadable(f"{name}: {text!r} mixes a range with single values; {ACCEPTED}")
    twice = next((value for value in found if found.count(value) > 1), None)
    if twice is not None:
        raise Unreadable(f"{name}: {text!r} has {twice} twice; give each value once")
    return found


NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,6})?)(%?)"
RANGE = re.compile(rf"\s*{NUMBER}\s*\.\.\s*{NUMBER}\s*(?::\s*{NUMBER}\s*)?")


def _range(name: str, text: str) -> Iterator[str]:
    read = RANGE.fullmatch(text)
    if read is None:
        raise Unreadable(f"{name}: {text!r} is not a range; {ACCEPTED}")
    first, unit, last, other_unit, step, step_unit = read.groups()
    if unit != other_unit or (step is not None and step_unit != unit):
        raise Unreadable(f"{name}: {text!r} mixes per cent and plain numbers; {ACCEPTED}")
    low, high, by = Fraction(first), Fraction(last), Fraction(step or 1)
    if by <= 0:
        raise Unreadable(f"{name}: {text!r} has a step of nothing; {ACCEPTED}")
    if low >= high:
        raise Unreadable(f"{name}: {text!r} does not go upwards; {ACCEPTED}")
    number = (high - low) // by + 1
    if number > MOST_POINTS:
        raise Unreadable(f"{name}: {text!r} has {number:,} points; at most {MOST_POINTS} are solved")
    for place in range(number):
        yield f"{_plain(low + place * by)}{unit}"


def _plain(value: Fraction) -> str:
    """With as many decimals as it takes; there are six at most."""
    whole, part = divmod(value.numerator * 10**6 // value.denominator, 10**6)
    return f"{whole}.{part:06d}".rstrip("0").rstrip(".")


def swept(book: Rulebook, changes: Mapping[str, Any], **asked: Any) -> Sweep:
    """Solves the game at every point; the other arguments are those of `sheet`, and sheets are quick ones."""
    moving = {name: values_of(name, value) for name, value in changes.items() if is_swept(name, value)}
    fixed: Changes = {name: value for name, value in changes.items() if name not in moving}
    return sweep(book, moving, fixed, **asked)


def sweep(book: Rulebook, moving: Mapping[str, Sequence[str]], fixed: Changes, **asked: Any) -> Sweep:
    if not 1 <= len(moving) <= MOST_SWEPT:
        named = ", ".join(moving) or "nothing"
        raise Unreadable(f"one figure can be swept, or two as a grid; here it is {named}")
    number = 1
    for values in moving.values():
        number *= len(values)
    if number > MOST_POINTS:
        raise Unreadable(f"{' and '.join(moving)} have {number:,} points together; at most {MOST_POINTS} are solved")
    names, base = tuple(moving), changed(book, fixed) if fixed else book
    books = [(values, _at(base, names, values)) for values in product(*moving.values())]  # refused before any is solved
    points = []
    for values, at in books:
        found = sheet(at, **{**asked, "habits": False})
        points.append(Point(values, found, changeable(at) == changeable(book)))
    told = {name: value if isinstance(value, str) else "a whole table" for name, value in fixed.items()}
    return Sweep(book, names, tuple(map(tuple, moving.values())), told, tuple(points))


def _at(book: Rulebook, names: Sequence[str], values: Sequence[str]) -> Rulebook:
    try:
        return changed(book, dict(zip(names, values, strict=True)))
    except Unreadable as wrong:
        where = ", ".join(f"{name}={value}" for name, value in zip(names, values, strict=True))
        raise Unreadable(f"at {where}: {wrong}") from None
