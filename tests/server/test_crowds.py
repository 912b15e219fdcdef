"""A few see every change, many see the newest now and then."""

import asyncio

from croupier.floor.server.watching.broadcast_rate import FEW, LONGEST, Crowd


def test_a_few_readers_see_every_change() -> None:
    shown: list[int] = []

    async def changes() -> None:
        crowd = Crowd(lambda: shown.append(len(shown)))
        for _ in range(5):
            crowd.changed(FEW)

    asyncio.run(changes())
    assert len(shown) == 5


def test_a_change_without_readers_shows_nothing() -> None:
    shown: list[int] = []

    async def changes() -> None:
        Crowd(lambda: shown.append(1)).changed(0)

    asyncio.run(changes())
    assert shown == []


def test_many_see_the_first_change_at_once_and_the_newest_later() -> None:
    value = 0
    shown: list[int] = []
    times: list[float] = []

    async def changes() -> None:
        nonlocal value
        loop, both = asyncio.get_running_loop(), asyncio.Event()

        def show() -> None:
            shown.append(value)
            times.append(loop.time())
            if len(shown) == 2:
                both.set()

        crowd = Crowd(show)
        while value < 49:
            value += 1
            crowd.changed(10_000)
        await both.wait()

    asyncio.run(changes())
    assert shown == [1, 49]
    assert times[1] - times[0] >= LONGEST  # by the loop's own clock, which the timer goes by
