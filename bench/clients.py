"""Five players at each table, over real sockets, at a human pace: how long it takes until all five see an act.

    python bench/clients.py ADDRESS TOKENS PART/PARTS SECONDS

They take what their views offer. Prints `connected`, plays, and prints what it found as JSON.
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from evening import PLAYERS_A_TABLE
from websockets.asyncio.client import ClientConnection, connect

A_SECOND = 1.5
"""Acts at a table, if there is always somebody who may act."""
WARM_UP = 3.0
"""Seconds that are not counted."""
PATIENCE = 10.0


NO_VIEW = msgspec.Raw(b"")


class Message(msgspec.Struct):
    table: msgspec.Raw = NO_VIEW
    done: dict[str, Any] | None = None
    error: dict[str, Any] | None = None


class Version(msgspec.Struct):
    version: int


_MESSAGE = msgspec.json.Decoder(Message)
_VERSION = msgspec.json.Decoder(Version)


class Player:
    def __init__(self, table: "Table", name: str, socket: ClientConnection) -> None:
        self.table, self.name, self._socket = table, name, socket
        self._view = msgspec.Raw(b"{}")
        self._answers: dict[str, asyncio.Future[int | None]] = {}
        self.views = 0

    async def hear(self) -> None:
        async for text in self._socket:
            now = time.perf_counter()
            message = _MESSAGE.decode(text)
            if bytes(message.table):
                self._view = message.table
                self.views += 1
                self.table.seen(self, _VERSION.decode(message.table).version, now)
            elif message.done is not None:
                self._answered(message.done["id"], message.done["version"])
            elif message.error is not None:
                self._answered(message.error.get("id", ""), None)

    @property
    def view(self) -> dict[str, Any]:
        """Read as a whole only when somebody wants to act on it: these clients share the machine with the server."""
        view: dict[str, Any] = msgspec.json.decode(self._view)
        return view

    def _answered(self, id_: str, version: int | None) -> None:
        answer = self._answers.pop(id_, None)
        if answer is not None and not answer.done():
            answer.set_result(version)

    async def watch(self) -> None:
        await self._socket.send(json.dumps({"watch": {"table": self.table.name}}))

    async def act(self, id_: str, do: str) -> int | None:
        """The version that it led to; None where it was refused."""
        answer = self._answers[id_] = asyncio.get_running_loop().create_future()
        act = {"table": self.table.name, "id": id_, "do": do, "moment": self.view["moment"]}
        await self._socket.send(json.dumps({"act": act}))
        return await asyncio.wait_for(answer, PATIENCE)


class Table:
    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.players: list[Player] = []
        self.waits: list[float] = []
        self.refused = 0
        self._random = Random(seed)
        self._acts = 0
        self._came: dict[str, list[tuple[int, float]]] = {}
        """By player, the versions that came since the act was sent."""
        self._wanted: int | None = None
        self._all_there = asyncio.Event()

    def seen(self, player: Player, version: int, when: float) -> None:
        self._came.setdefault(player.name, []).append((version, when))
        self._look()

    def _look(self) -> None:
        if self._wanted is not None and len(self._arrivals(self._wanted)) == len(self.players):
            self._all_there.set()

    def _arrivals(self, version: int) -> list[float]:
        """When each player saw it first."""
        firsts = (next((when for seen, when in came if seen >= version), None) for came in self._came.values())
        return [when for when in firsts if when is not None]

    async def play(self, until: float) -> None:
        while time.perf_counter() < until:
            await asyncio.sleep(self._random.expovariate(A_SECOND))
            choices = [(player, option) for player in self.players for option in wanted(player.view)]
            if choices:
                player, option = self._random.choice(choices)
                await self._act(player, said(option, player.name))

    async def _act(self, player: Player, do: str) -> None:
        self._acts += 1
        self._came, self._wanted = {}, None
        self._all_there.clear()
        sent = time.perf_counter()
        self._wanted = await player.act(f"{player.name}-{self._acts:06}", do)
        if self._wanted is None:
            self.refused += 1
            return
        self._look()
        await asyncio.wait_for(self._all_there.wait(), PATIENCE)
        self.waits.append(max(self._arrivals(self._wanted)) - sent)


def wanted(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a player of this view might say: sits down once, bets once, and answers what is asked."""
    you = view.get("you")
    if you is None:
        return []
    options: Sequence[dict[str, Any]] = you["may"]
    if not you["places"]:
        own = int(you["name"][1])  # each has a place of their own, so that nobody is in somebody's way
        return [option for option in options if option["do"].startswith(f"{own} sits ")]
    boxes = (view.get("round") or {}).get("boxes", {})
    lying = {(box, spot) for box, each in boxes.items() for spot in each["bets"]}
    return [
        option
        for option in options
        if (words := option["do"].split())[-1] not in _NOT_NOW and (words[0], words[-1]) not in lying
    ]


_NOT_NOW = frozenset({"leaves", "frees", "away", "withdraw", "tops-up", "hides", "allin", "raise", "bet-allin"})


def said(option: Mapping[str, Any], name: str) -> str:
    do: str = option["do"]
    if "from" not in option:
        return do
    if " sits " in do:
        return f"{do} {min(float(option['to']), 2_000):.2f}"
    return f"{do} {option['from']}"


async def main(address: str, tokens: Mapping[str, str], part: int, parts: int, seconds: float) -> dict[str, Any]:
    names = list(dict.fromkeys(name.partition("-")[2] for name in tokens))[part::parts]
    tables = [Table(name, number) for number, name in enumerate(names)]
    live = address.replace("http", "ws", 1) + "/v1/live"
    hearing = []
    for table in tables:
        for place in range(1, PLAYERS_A_TABLE + 1):
            name = f"p{place}-{table.name}"
            headers = {"Authorization": f"Bearer {tokens[name]}"}
            socket = await connect(
                live, additional_headers=headers, compression=None, ping_interval=20, ping_timeout=None, open_timeout=60
            )
            player = Player(table, name, socket)
            table.players.append(player)
            hearing.append(asyncio.create_task(player.hear()))
            await player.watch()
    print("connected", flush=True)
    until = time.perf_counter() + seconds + WARM_UP
    playing = [asyncio.create_task(table.play(until)) for table in tables]
    await asyncio.sleep(WARM_UP)
    for table in tables:
        table.waits.clear()
    lost = [each for each in await asyncio.gather(*playing, return_exceptions=True) if each is not None]
    views = sum(player.views for table in tables for player in table.players)
    for task in hearing:
        task.cancel()
    return {
        "waits": [wait for table in tables for wait in table.waits],
        "refused": sum(table.refused for table in tables),
        "views": views,
        "lost": [repr(each) for each in lost],
    }


if __name__ == "__main__":
    place, _, of = sys.argv[3].partition("/")
    known = json.loads(Path(sys.argv[2]).read_text())
    found = asyncio.run(main(sys.argv[1], known, int(place), int(of), float(sys.argv[4])))
    print(json.dumps(found))
