"""Sentences that the floor says in its own words, gathered from where they are said, with a letter for what varies."""

import ast
import re
from collections.abc import Iterator
from itertools import count

from tests.browser.pages_build import ROOT

SAID_IN = (
    "floor/linked.py",
    "games/common.py",
    "games/house/betting.py",
    "games/house/by_hand.py",
    "games/house/dealing.py",
    "games/house/decisions.py",
    "games/house/life.py",
    "games/house/rulings.py",
    "games/house/settlement.py",
    "games/poker/betting.py",
    "games/poker/machine.py",
    "games/poker/opening.py",
    "games/poker/out_of_turn.py",
    "games/poker/people.py",
    "games/poker/presence.py",
    "games/three_card/machine.py",
    "jackpot/changes.py",
    "live/acts.py",
    "live/coaching.py",
    "live/house_acts.py",
    "live/links.py",
    "live/views/sign.py",
    "live/views/told.py",
    "live/work.py",
)
"""What players and staff can be told on pages; the rest is rare, stays English and says so."""
SAYING = {"Refused", "Problem", "notice"}
CATALOGUE = ROOT / "web" / "src" / "lib" / "words"
ENTRY = re.compile(r'^  "floor\.((?:[^"\\]|\\.)*)":\s*"((?:[^"\\]|\\.)*)",$', re.MULTILINE)


def sentences() -> dict[str, str]:
    """Each with where it is said."""
    found: dict[str, str] = {}
    for name in SAID_IN:
        path = ROOT / "src" / "croupier" / name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id in SAYING and isinstance(node, ast.Call):
                for text in (text for argument in node.args for text in _texts(argument)):
                    found[text] = f"{name}:{node.lineno}"
    return found


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        letters = (chr(ord("a") + number) for number in count())
        yield "".join(
            part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else f"{{{next(letters)}}}"
            for part in node.values
        )


def catalogue(language: str) -> dict[str, str]:
    text = (CATALOGUE / language / "floor.ts").read_text(encoding="utf-8")
    return {_plain(key): _plain(said) for key, said in ENTRY.findall(text)}


def _plain(text: str) -> str:
    return text.replace('\\"', '"')
