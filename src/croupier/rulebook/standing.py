"""The House's standing rulings in words, where their list is at hand."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import croupier

LIST = Path(croupier.__file__).parents[2] / "docs" / "rulings.md"
"""Beside the source; an installed croupier does not carry it."""

_RULING = re.compile(r"^- \*\*(R-\d+)\b(.*?)(?=^- \*\*R-|^#|\Z)", re.MULTILINE | re.DOTALL)


@cache
def standing_rulings() -> Mapping[str, str]:
    if not LIST.is_file():
        return {}
    text = LIST.read_text(encoding="utf-8")
    return {number: " ".join(words.replace("*", "").split()) for number, words in _RULING.findall(text)}


def told(number: str) -> str:
    return standing_rulings().get(number, "a standing ruling of the House: docs/rulings.md")
