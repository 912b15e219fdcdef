"""The House's standing rulings in words. Their one list is docs/rulings.md, of which a wheel carries a copy."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from croupier.base.values import Value

SHIPPED = files("croupier") / "rulings.md"
"""Put there when a wheel is built (pyproject.toml)."""
IN_THE_CHECKOUT = Path(__file__).parents[5] / "docs" / "rulings.md"

_ENTRY = re.compile(r"^- \*\*(R-\d+)\*\* *(.*?)(?=^- \*\*R-|^#|\Z)|^## (.*?)$", re.MULTILINE | re.DOTALL)

_TITLE = re.compile(r"\*([^*]+)\*")


class StandingRuling(Value):
    number: str
    chapter: str
    """The heading it stands under: "All games", "3 Card Poker"."""
    text: str
    title: str = ""
    """What it is about, where the list says so: "Money"."""


@cache
def standing_rulings() -> Mapping[str, StandingRuling]:
    """By number, in the order of the list."""
    return read_rulings((SHIPPED if SHIPPED.is_file() else IN_THE_CHECKOUT).read_text(encoding="utf-8"))


def read_rulings(text: str) -> dict[str, StandingRuling]:
    found, chapter = {}, ""
    for number, words, heading in _ENTRY.findall(text):
        if heading:
            chapter = heading.strip()
        else:
            title = _TITLE.match(words)
            text = " ".join(words.replace("*", "").split())
            found[number] = StandingRuling(number, chapter, text, "" if title is None else title[1].rstrip("."))
    return found


def told(number: str) -> str:
    known = standing_rulings().get(number)
    return "a standing ruling of the House" if known is None else known.text
