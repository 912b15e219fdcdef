"""The live socket of one program: what it watches and what it says. It comes back by itself when the line is lost.

What was not answered before is sent again, with its id: the server does nothing twice. Watching goes on from the last
version seen, so that nothing is missed.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from croupier.doors.joining.floor import TIMEOUT, TRY_AGAIN, Floor, Frame

FIRST_RETRY, SLOWEST_RETRY = 0.2, 5.0
"""Seconds between two tries to connect."""
ENDED = {4400: "the server does not understand this program", 4401: "the session has ended", 4403: "not allowed"}
"""Closed for good; after every other code it is worth another try."""
LOST = "the connection is lost; trying again"


class Line:
    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._socket: ClientConnection | None = None
        self._watched: dict[str, int | None] = {}
        """Tables, with the last version seen."""
        self._unanswered: dict[str, Frame] = {}
        self._closed = asyncio.Event()

    async def frames(self) -> AsyncIterator[tuple[str, Any]]:
        """What comes: the key of each frame, and what is in it. `lost` when the connection is lost, and `ended` when
        there is no use in trying again."""
        pause = FIRST_RETRY
        while not self._closed.is_set():
            ended = ""
            try:
                async with connect(
                    self._floor.live_address, additional_headers=self._floor.headers, open_timeout=TIMEOUT
                ) as socket:
                    pause = FIRST_RETRY
                    await self._begin(socket)
                    async for text in socket:
                        yield self._taken(json.loads(text))
                    ended = ENDED.get(socket.close_code or 0, "")
            except ConnectionClosed as closed:
                ended = ENDED.get(1006 if closed.rcvd is None else closed.rcvd.code, "")
            except InvalidStatus as refused:
                ended = ENDED[4401] if refused.response.status_code in (401, 403) else ""
            except (OSError, InvalidHandshake, InvalidMessage):
                pass  # nobody there just now
            finally:
                self._socket = None
            if self._closed.is_set():
                return
            yield ("ended", ended) if ended else ("lost", LOST)
            if ended:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), pause)
            pause = min(pause * 2, SLOWEST_RETRY)

    async def _begin(self, socket: ClientConnection) -> None:
        for table, since in self._watched.items():
            await socket.send(_watch(table, since))
        for message in list(self._unanswered.values()):
            await socket.send(json.dumps(message))
        self._socket = socket

    def _taken(self, frame: Frame) -> tuple[str, Any]:
        kind, content = next(iter(frame.items()))
        if kind == "asked":  # this answer has several keys of its own
            content = frame
        if kind == "table" and content["name"] in self._watched:
            self._watched[content["name"]] = content["version"]
        if kind in ("done", "waiting", "asked", "error") and content.get("code") not in TRY_AGAIN:
            self._unanswered.pop(content.get("id", ""), None)
        return kind, content

    async def watch(self, table: str) -> None:
        self._watched.setdefault(table, None)
        await self._send(_watch(table, None))

    async def unwatch(self, table: str) -> None:
        self._watched.pop(table, None)
        await self._send(json.dumps({"unwatch": {"table": table}}))

    async def act(self, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> None:
        """Sent now, or as soon as there is a connection; the answer will carry the id."""
        act = {"table": table, "id": id_, "do": do, "moment": moment, "reason": reason}
        self._unanswered[id_] = {"act": {key: value for key, value in act.items() if value}}
        await self.again(id_)

    async def again(self, id_: str) -> None:
        await self._send(json.dumps(self._unanswered[id_]))

    async def _send(self, text: str) -> None:
        """Nothing is lost without a connection: the next one begins with everything."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(text)

    async def close(self) -> None:
        self._closed.set()
        if self._socket is not None:
            await self._socket.close()


def _watch(table: str, since: int | None) -> str:
    return json.dumps({"watch": {"table": table} if since is None else {"table": table, "since": since}})
