"""The coach's process: started by the first question, bounded, gone when the server stops."""

import asyncio
from typing import Any

import pytest

from croupier.floor.live.acts.coaching import AtTheLayout, CoachQuestion
from croupier.floor.server.edge.problems import Code, Later
from croupier.floor.server.learning.coach import Coach
from croupier.numbers.maths.decisions.boxes import Box
from croupier.rules.cards import parse_cards
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device
from tests.as_json import as_json
from tests.server.conftest import Running


def asked(hand: str, ante: int = 5_000) -> CoachQuestion:
    box = Box(hand=parse_cards(hand), ante=Cents(ante))
    question = AtTheLayout("three-card-poker@3", Device.SHOE, box)
    return CoachQuestion(question, 1, "1.1", exact=True)


def alive(coach: Coach) -> Any:
    return coach._process


def test_questions_are_answered_by_a_process_that_ends_with_the_server() -> None:
    async def run() -> None:
        coach = Coach(patience=120)
        assert alive(coach) is None
        both = await asyncio.gather(coach.ask(asked("Qs 6h 4d")), coach.ask(asked("Qs 6h 3d")))
        assert [as_json(told)["coach"]["options"][0]["best"] for told in both] == [True, False]
        process = alive(coach)
        assert process.returncode is None
        assert await coach.ask(asked("Qs 6h 4d")) == both[0]
        await coach.stop()
        assert process.returncode is not None
        with pytest.raises(Later):
            await coach.ask(asked("As 6h 3d"))

    asyncio.run(run())


def test_who_has_waited_long_enough_asks_again_and_finds_it_worked_out() -> None:
    async def run() -> None:
        coach = Coach(most_waiting=1, patience=0)
        with pytest.raises(Later) as later:
            await coach.ask(asked("Qs 6h 4d"))
        assert later.value.code is Code.UNAVAILABLE
        with pytest.raises(Later, match="busy"):
            await coach.ask(asked("Js 6h 4d"))
        assert coach.waiting == 1
        (task,) = coach._running.values()
        await task
        assert as_json(await coach.ask(asked("Qs 6h 4d")))["coach"]["place"] == 1
        await coach.stop()

    asyncio.run(run())


def test_a_coach_process_that_died_is_restarted() -> None:
    async def run() -> None:
        coach = Coach(patience=120)
        await coach.ask(asked("Qs 6h 4d"))
        alive(coach).kill()
        await alive(coach).wait()
        assert as_json(await coach.ask(asked("Ks 6h 4d")))["coach"]["options"][0]["best"]
        await coach.stop()

    asyncio.run(run())


def test_the_route_asks_for_a_place(server: Running) -> None:
    for query in ("", "?place=0", "?place=x", "?place=-1", "?place=1&place=2"):
        assert server.ask("GET", f"/v1/tables/tcp-1/coach{query}", who="Ann").status == 400
    assert server.ask("GET", "/v1/tables/tcp-1/coach?place=1", who="Ann").status == 409
    assert server.ask("GET", "/v1/tables/none/coach?place=1", who="Ann").status == 404
