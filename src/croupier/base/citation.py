"""A citation: the paragraph, or the standing ruling, that decided something."""

from collections.abc import Iterable
from typing import NewType

Citation = NewType("Citation", str)
"""A paragraph of the table's own rulebook, "3.12.1" or "3.11.2(a)", or a standing ruling of the House, "R-13"."""


def ruling(number: int) -> Citation:
    """A standing decision of the Shift Manager, cited in addition to the paragraph it interprets (docs/rulings.md)."""
    return _RULINGS[number]


_RULINGS = {number: Citation(f"R-{number}") for number in range(1, 200)}


def is_ruling(cite: Citation) -> bool:
    return cite.startswith("R-")


def printed(cites: Iterable[Citation]) -> list[str]:
    """Numbers in the order cited, each once; a lettered item is read with the paragraph that opens it."""
    numbers: dict[str, None] = {}
    for cite in cites:
        opening, letter, _ = cite.partition("(")
        if letter:
            numbers[opening] = None
        numbers[cite] = None
    return list(numbers)
