"""Code that no round file reaches: what is said of cards, at tables dealt by hand, between rounds, and by whom.

A round file has no such act, or its reader refuses it first. What no scenario notices there, these tests must.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from inspect import signature
from itertools import product

import pytest

_BY_HAND = ("tests.unit.test_dealt_by_hand", "tests.unit.test_read_cards", "tests.unit.test_entries")
_RANKS = ("tests.unit.test_poker_ranks", "tests.unit.test_allowed")
HELD_BY: Mapping[str, tuple[str, ...]] = {
    "allowed:": ("tests.unit.test_allowed",),
    "card_corrections:": (*_BY_HAND, "tests.unit.test_poker_entries"),
    "corrections:": ("tests.unit.test_entries", "tests.unit.test_poker_entries"),
    "by_hand": _BY_HAND,
    ":faces_due:": _BY_HAND,
    "house_dealer:": ("tests.unit.test_table_life",),
    "rules.games.house.life:": ("tests.unit.test_table_life",),
    ".is_in(book)": ("tests.unit.test_table_life",),
    "_one_is_left": ("tests.unit.test_poker_device",),
    "rules.games.poker.life:": ("tests.unit.test_poker_life",),
    "rules.games.poker.opening:_walk._post:": ("tests.unit.test_poker_life",),
    "poker_dealer:": ("tests.unit.test_poker_life",),
    "rank": _RANKS,
    ":decided_by:": _RANKS,
    "command.by": _RANKS,
    "rules.games.house.dealing:dealt_to:": ("tests.unit.test_table_life",),
    "check_room_for_report": ("tests.unit.test_limits",),
}
"""For words in a mutant's name the tests that reach such code."""


def tests_for(mutant: str) -> tuple[str, ...]:
    name = mutant.lower()
    return tuple(dict.fromkeys(test for words, tests in HELD_BY.items() if words in name for test in tests))


def first_to_fail(tests: tuple[str, ...]) -> str:
    """The first of these that fails, or nothing. Without pytest's own ceremony, which takes longer than the tests."""
    for name in tests:
        try:
            module = import_module(name)
            for test, function in vars(module).items():
                if test.startswith("test_"):
                    for arguments in _cases(function):
                        function(**arguments)
        except (Exception, pytest.fail.Exception):
            return name
    return ""


def _cases(function: Callable[..., None]) -> Iterator[dict[str, object]]:
    """The arguments of each case of a test, as its marks have them."""
    marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
    for chosen in product(*(mark.args[1] for mark in marks)):
        arguments: dict[str, object] = {}
        for mark, values in zip(marks, chosen, strict=True):
            names = mark.args[0].replace(" ", "").split(",") if isinstance(mark.args[0], str) else mark.args[0]
            given = getattr(values, "values", values) if len(names) > 1 or hasattr(values, "marks") else (values,)
            arguments.update(zip(names, given, strict=True))
        if arguments.keys() == signature(function).parameters.keys():  # others need fixtures
            yield arguments
