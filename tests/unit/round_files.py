"""Round files that the tests of round files share: one of each game to begin with, and ways to spoil them."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli import main

File = dict[str, Any]

THREE_CARD: File = {
    "rulebook": "three-card-poker@3",
    "dealing": "shoe",
    "shoe": ["2c As Ah 8s Ks Kh 8d Qs Qh 3c", ""],
    "actions": ["1 ante 50", "2 ante 20", "2 pair-plus 10.50", "1 jackpot 5", "close", "1 look", "1 play", "2 fold"],
    "table": {"boxes": 7, "ante": ["10", "1000"], "pair-plus": [5, 500], "jackpot-bet": "5"},
    "jackpot": {"meter": "125000.00", "reset": "50000", "contribution": "0.60"},
    "boxes": {"1": "Ann", "2": "Ben"},
    "expect": {"status": "settled", "boxes": {"1": {"player": "Ann"}}},
}
STUD: File = {
    **THREE_CARD,
    "rulebook": "casino-stud@2",
    "dealing": "shuffler",
    "shoe": "",
    "actions": ["1 ante 50", "1 jackpot 5", "close", "1 bet", "next", "2 ante 10", "close", "incident interruption"],
    "table": {"ante": ["10", "1000"], "jackpot-bet": "5"},
    "expect": [{"status": "settled"}, {"status": "void"}],
}
HOLDEM: File = {
    **THREE_CARD,
    "rulebook": "progressive-holdem@6",
    "shoe": "",
    "actions": [
        "1 ante 50",
        "1 bonus 5",
        "close",
        "incident exposed box=1",
        "1 continue",
        "1 flop",
        "1 check",
        "1 river",
    ],
    "table": {"boxes": 20, "ante": ["10", "1000"], "bonus": ["5", "500"]},
}
POKER: File = {
    "rulebook": "poker@7",
    "actions": ["start", "1 fold", "2 call", "3 check"],
    "table": {"seats": 9, "small-blind": "1", "stake": ["40", "400"], "chip": "1", "rake-percent": "5", "button": 1},
    "seats": {"1": ["Ann", "200"], "2": ["Ben", "100"], "3": ["Cid", "50"]},
}
REFUSED: File = {**THREE_CARD, "actions": ["1 ante 50", "1 play"], "refused": {"action": 2, "cites": []}, "expect": {}}
LINKED: File = {
    "actions": [
        *["cs-1 1 ante 50", "cs-1 1 jackpot 5", "tcp-1 1 ante 10", "tcp-1 1 jackpot 5", "tcp-1 close", "cs-1 close"],
        *["cs-1 1 bet", "tcp-1 1 play", "cs-1 next"],
    ],
    "jackpot": {"meter": "125000.00", "reset": "50000", "contribution": "0.60"},
    "tables": [
        {
            "name": "cs-1",
            "rulebook": "casino-stud@2",
            "shoe": "2c As Qd Ks 7c Qs 2h Js 5d Ts Kh",
            "table": {"ante": ["10", "1000"], "jackpot-bet": "5"},
            "boxes": {"1": "Ann"},
        },
        {
            "name": "tcp-1",
            "rulebook": "three-card-poker@3",
            "dealing": "shuffler",
            "shoe": "As Ks Qs Qd 7c 2h",
            "table": {"ante": ["10", "1000"], "jackpot-bet": "5", "settle": "at-once"},
            "boxes": {"1": "Ben"},
        },
    ],
    "expect": {"tables": {"tcp-1": {"status": "settled"}}, "awards": [{"table": "tcp-1"}, {"table": "cs-1"}]},
}
"""Two tables of one jackpot."""
GAMES = {"three-card": THREE_CARD, "stud": STUD, "holdem": HOLDEM, "poker": POKER}

NO_ACTIONS = {
    "three-card": [
        *["", " ", "x", "close now", "next round", "Close", "1", "1 ante", "1 ante x", "1 ante 5.555", "1 ante 1.2.3"],
        *["1 ante -5", "1 ante 5 5", "1 ante 5 noticed", "1 ante 5 unnoticed now", "1 ante 1e3", "1 ante $5", "ante 5"],
        *["9 ante 50", "0 look", "01 look", "3 look", "-1 look", "1,2 look", "1 looks", "1 look 5", "1 fold 5"],
        *[
            "1 bonus 5",
            "1 flop",
            "1 bet",
            "1 check",
            "1 raise 5",
            "1 withdraw ante 5",
            "1 continue 2",
        ],
        *[
            "incident",
            "incident fire",
            "incident community-count",
            "incident early-card street=flop",
            "incidents other",
        ],
        *[
            "incident exposed cards=0",
            "incident exposed cards=53",
            "incident exposed cards=x",
            "incident exposed cards=",
        ],
        *[
            "incident exposed cards=1 cards=1",
            "incident exposed box=9",
            "incident exposed box=",
            "incident exposed box=1,x",
        ],
        *[
            "incident exposed box=1 dealer=true",
            "incident exposed dealer=yes",
            "incident exposed loud",
            "incident exposed x=1",
        ],
        *["incident other", "incident other ruling=maybe", "incident other ruling=", "incident foreign-card box=1"],
        *["incident simultaneous", "incident simultaneous first=As", "incident simultaneous first=As second=Xx"],
        *[
            "incident simultaneous first=AsKs second=Kd",
            "incident simultaneous first= second=Kd",
            "incident extra-look",
        ],
        *["incident player-count", "incident jackpot-down policy=later", "incident misdealt hands-movable=1"],
        *['1 "look', "1 'ante 5", "1 look \\"],
    ],
    "stud": ["1 pair-plus 5", "1 play", "1 flop", "1 turn", "incident community-count", "1 bet x", "1 jackpot"],
    "holdem": ["1 pair-plus 5", "1 play", "1 bet 5", "1 check 5", "1 turn x"],
    "poker": [
        *["1 ante 5", "close", "next", "10 fold", "1 bet", "1 raise x", "1 sits Eve", "incident extra-look box=1"],
        *["settle now", "1 settle", "incident no-burn other-cards-exposed=true"],
        *["board 9h 8h 7h", "board", "1 shows Xx", "1 hand As Kd", "1 mucks As Kd", "dealt 2"],
        "incident no-burn street=deal other-cards-exposed=true",
        "incident no-burn street=flop other-cards-exposed=yes",
        "incident too-many street=flop other-cards-exposed=true",
    ],
}
"""What is not an action in each game; some are actions in another."""


def toml(value: object) -> str:
    """Any value as TOML on one line."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case date():
            return value.isoformat()
        case _:
            return str(value)


def written(file: Mapping[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in file.items())


def changed(file: File, path: str, value: object) -> File:
    """A copy with another value at the path; None takes the key out."""
    file = deepcopy(file)
    *parents, last = path.split("/")
    place = file
    for parent in parents:
        place = place[parent]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return file


Run = Callable[..., tuple[int, list[dict[str, Any]]]]


def runner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Play texts as files of one call of `croupier run --json`: the exit status and an object for each."""

    def play_all(*texts: str | bytes) -> tuple[int, list[dict[str, Any]]]:
        names = []
        for number, text in enumerate(texts):
            names.append(str(tmp_path / f"{number}.round.toml"))
            Path(names[-1]).write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["run", "--json", *names])
        out, err = capsys.readouterr()
        assert not [line for line in err.splitlines() if not line.endswith(" …")]  # which a slow machine says
        objects = [json.loads(line) for line in out.splitlines()]
        assert [told["file"] for told in objects] == names
        return status, objects

    return play_all
