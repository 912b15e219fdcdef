"""A table of the library costs the same in its last round as in its first."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest

import croupier

GROWTH = 1.1
"""How much more a round may cost after 1,600 rounds than after 400; all of them then cost 4.5 times as much at most."""


def house() -> Callable[[], None]:
    table = croupier.open_table("three-card-poker", {1: "Ann"}, seed=1, ante=("10", "1000"))

    def play() -> None:
        table.say("1 ante 50", "close", "1 look", "1 fold", "next")
        table.view("Ann")

    return play


def poker() -> Callable[[], None]:
    table = croupier.open_table("poker", {1: ("Ann", 100_000), 2: ("Ben", 100_000)}, seed=1, small_blind="1")

    def play() -> None:
        table.say("start")
        table.view("Ann")
        table.say(next(act for who in ("Ann", "Ben") for act in table.may(who) if act.endswith(" fold")))

    return play


def steps(play: Callable[[], None], rounds: int) -> int:
    """Steps of the interpreter: unlike seconds, they are the same on every machine."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> object:
        nonlocal counted
        frame.f_trace_opcodes = True
        counted += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)  # type: ignore[arg-type]
    try:
        for _ in range(rounds):
            play()
    finally:
        sys.settrace(before)
    return counted


@pytest.mark.parametrize("opened", [house, poker])
def test_a_long_evening_costs_by_the_round(opened: Callable[[], Callable[[], None]]) -> None:
    play = opened()
    for _ in range(390):
        play()
    early = steps(play, 10)
    for _ in range(1_190):
        play()
    assert steps(play, 10) <= GROWTH * early
