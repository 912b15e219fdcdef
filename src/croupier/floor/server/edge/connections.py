"""uvicorn's two protocols, with what they lack: time limits for headers and body, size limits, and errors in JSON.

A request that is not HTTP, has too long a head or is too slow never reaches the application. A socket knows when it was
last heard, pings included, and whether its reader keeps up.
"""

import asyncio
import time
from typing import Any

import msgspec
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from croupier.floor.server.edge.headers import ENCODED
from croupier.floor.server.edge.limits import Limits
from croupier.floor.server.edge.problems import Code, Problem

MOST_HEADERS = 100
HEADER_BYTES = 16_384
URL_BYTES = 4_096


def connection(limits: Limits) -> type[HttpToolsProtocol]:
    """The protocol of one connection; uvicorn wants a class."""

    class Connection(HttpToolsProtocol):
        _deadline: asyncio.TimerHandle | None = None
        _reading = False
        """A request has begun and is not complete."""
        _bytes = 0
        _too_long = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._within(limits.headers)

        def connection_lost(self, exc: Exception | None) -> None:
            self._within(None)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            if self._deadline is None and self._answered:
                self._within(limits.headers)
            super().data_received(data)
            if self._too_long:
                self._say_and_close(Problem(Code.TOO_LARGE, "the head of the request is too long"), 431)

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._bytes, self._reading = 0, True
            self._within(limits.headers)

        def on_url(self, url: bytes) -> None:
            super().on_url(url)
            self._count(0, len(self.url) > URL_BYTES)

        def on_header(self, name: bytes, value: bytes) -> None:
            super().on_header(name, value)
            self._count(len(name) + len(value) + 4, len(self.headers) > MOST_HEADERS)

        def _count(self, more: int, too_many: bool) -> None:
            self._bytes += more
            if too_many or self._bytes > HEADER_BYTES:
                self._too_long = True
                raise ValueError("the head of the request is too long")  # stops the parser

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            self._within(limits.body_time)

        def on_message_complete(self) -> None:
            self._reading = False
            self._within(None)
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self._within(None)
            super().handle_websocket_upgrade()

        def _unsupported_upgrade_warning(self) -> None:
            """Only WebSocket is offered as an upgrade; any other request is answered without one."""

        def send_400_response(self, msg: str) -> None:
            if not self._too_long:
                self._say_and_close(Problem(Code.UNREADABLE, "this is no HTTP/1.1 request"), 400)

        def _within(self, seconds: float | None) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

        def _too_slow(self) -> None:
            self._deadline = None
            self._say_and_close(Problem(Code.UNREADABLE, "the request did not arrive in time"), 400)

        @property
        def _answered(self) -> bool:
            """Whether every request on this connection has been answered."""
            cycle: RequestResponseCycle | None = self.cycle
            return cycle is None or cycle.response_complete

        def _say_and_close(self, problem: Problem, status: int) -> None:
            if self.transport.is_closing():
                return
            halfway = not self._answered and self.cycle.response_started
            nothing = self._answered and not self._reading
            if not halfway and not nothing:
                body = msgspec.json.encode(problem.told())
                head = [STATUS_LINE[status], b"content-type: application/json\r\nconnection: close\r\n"]
                head += [
                    name + b": " + value + b"\r\n" for name, value in [*self.server_state.default_headers, *ENCODED]
                ]
                self.transport.write(b"".join([*head, b"content-length: %d\r\n\r\n" % len(body), body]))
            self.transport.close()
            if not self._answered:
                self.cycle.disconnected = True
                self.cycle.message_event.set()

    return Connection


GOODBYE = 5.0
"""Seconds for a client to read why its connection is closed."""


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that knows whether its reader keeps up."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.heard_at = time.monotonic()
        self._said_goodbye = False

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing() and not self._said_goodbye:
            super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Reads and drops what still comes in. Closing at once could lose the goodbye."""
        assert self.conn.close_sent is not None
        code, reason = self.conn.close_sent.code, self.conn.close_sent.reason
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self._said_goodbye = True
        self.transport.resume_reading()
        self.loop.call_later(GOODBYE, self.transport.close)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["socket"] = self

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused completely; otherwise uvicorn reports a fault of ours

    def handle_ping(self) -> None:
        self.heard_at = time.monotonic()
        if self.writable.is_set():  # a client that does not read gets no pongs
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        self.heard_at = time.monotonic()
        super().send_receive_event_to_app()

    @property
    def keeps_up(self) -> bool:
        return self.writable.is_set()

    def push(self, text: bytes) -> bool:
        """Sends one text frame without waking a task. Returns whether it was sent at once."""
        if not self.writable.is_set() or self.close_sent or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def drop(self) -> None:
        """Closes at once, with frames unsent."""
        self.transport.abort()
