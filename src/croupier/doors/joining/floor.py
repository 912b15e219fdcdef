"""The way to a floor: requests over HTTP, and a live socket that comes back by itself when it is lost."""

import json
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.base.errors import Unreadable

TIMEOUT = 20.0
"""Seconds for one request."""
QUIET = 20.0
"""Seconds without a frame before the socket says that it is there; the server waits for 60."""
SLOWEST_RETRY = 5.0

ENDED = {4400: "the server does not understand this program", 4401: "the session has ended", 4403: "not allowed"}
"""Closed for good; after every other code it is worth another try."""
TRY_AGAIN = ("too-fast", "unavailable")

Frame = dict[str, Any]


class NotReached(Exception):
    """Nobody answers there, or not as a floor does."""


class NotSignedIn(Exception):
    pass


class Floor:
    """An address, and who speaks there."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        try:
            port = parts.port
        except ValueError:
            raise Unreadable(f"{address!r} has no port that could be reached") from None
        named = re.fullmatch(r"[A-Za-z0-9_.:%-]+", parts.hostname or "") is not None
        if parts.scheme not in ("http", "https") or not named or parts.path not in ("", "/"):
            raise Unreadable(f"{address!r} is not the address of a floor; write it as http://127.0.0.1:8080")
        self.secure, self.host = parts.scheme == "https", str(parts.hostname)
        self.port = port or (443 if self.secure else 80)
        self.token = ""
        self.name = ""
        self.role = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    @property
    def live_address(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss' if self.secure else 'ws'}://{host}:{self.port}/v1/live"

    def ask(self, method: str, path: str, body: Frame | None = None) -> tuple[int, Frame]:
        kind = HTTPSConnection if self.secure else HTTPConnection
        connection = kind(self.host, self.port, timeout=TIMEOUT)
        headers = {**self.headers, **({} if body is None else {"Content-Type": "application/json"})}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            answer = json.loads(response.read())
        except (OSError, HTTPException) as error:
            raise NotReached(f"{self.host}:{self.port} does not answer: {error}") from None
        except ValueError:
            raise NotReached(f"{self.host}:{self.port} does not answer as a floor does") from None
        finally:
            connection.close()
        if not isinstance(answer, dict):
            raise NotReached(f"{self.host}:{self.port} does not answer as a floor does")
        return response.status, answer

    def sign_in(self, name: str, password: str) -> None:
        self._session(*self.ask("POST", "/v1/sessions", {"name": name, "password": password}))

    def be_a_guest(self) -> None:
        self._session(*self.ask("POST", "/v1/guests", {}))

    def _session(self, status: int, answer: Frame) -> None:
        if status != 201:
            raise NotSignedIn(why(answer))
        self.token, self.name, self.role = answer["token"], answer["user"]["name"], answer["user"]["role"]


def why(answer: Frame) -> str:
    error = answer.get("error", {})
    cites = f" ({', '.join(error['cites'])})" if error.get("cites") else ""
    return f"{error.get('why', 'the server gives no reason')}{cites}"


class Live:
    """One table as its frames come. What was not answered before a connection was lost is sent again, with its id: the
    server does nothing twice. Watching goes on from the last version seen, so that nothing is missed."""

    def __init__(self, floor: Floor, table: str, heard: Callable[[str, Any], None]) -> None:
        self._floor, self._table, self._heard = floor, table, heard
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, Frame] = {}
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._version: int | None = None

    def start(self) -> None:
        threading.Thread(target=self.run, daemon=True, name="live").start()

    def stop(self) -> None:
        self._stopped.set()
        with self._lock:
            socket = self._socket
        if socket is not None:
            socket.close()

    def act(self, do: str, moment: str | None = None) -> str:
        """Sent now, or as soon as there is a connection; the id that the answer will carry."""
        number = token_urlsafe(12)
        message = {"act": {"table": self._table, "id": number, "do": do, **({"moment": moment} if moment else {})}}
        with self._lock:
            self._waiting[number] = message
            socket = self._socket
        if socket is not None:
            self._send(socket, message)
        return number

    def _send(self, socket: ClientConnection, message: Frame) -> None:
        with suppress(ConnectionClosed):  # the listener notices, and waiting acts are sent again
            socket.send(json.dumps(message))

    def run(self) -> None:
        """Until it is stopped, or the server says that there is no use in trying."""
        pause = 0.2
        while not self._stopped.is_set():
            try:
                with connect(
                    self._floor.live_address, additional_headers=self._floor.headers, open_timeout=TIMEOUT
                ) as socket:
                    pause = 0.2
                    self._begin(socket)
                    self._listen(socket)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 1006
                if code in ENDED:
                    return self._heard("ended", ENDED[code])
            except InvalidStatus as refused:
                if refused.response.status_code in (401, 403):
                    return self._heard("ended", "the session has ended")
            except (OSError, InvalidHandshake, InvalidMessage):
                pass  # nobody there just now
            finally:
                with self._lock:
                    self._socket = None
            if self._stopped.is_set():
                break
            self._heard("lost", "the connection is lost; trying again")
            self._stopped.wait(pause)
            pause = min(pause * 2, SLOWEST_RETRY)
        return None

    def _begin(self, socket: ClientConnection) -> None:
        since = {} if self._version is None else {"since": self._version}
        socket.send(json.dumps({"watch": {"table": self._table, **since}}))
        with self._lock:
            self._socket = socket
            again = list(self._waiting.values())
        for message in again:
            self._send(socket, message)

    def _listen(self, socket: ClientConnection) -> None:
        last_ping = time.monotonic()
        while True:
            try:
                frame = json.loads(socket.recv(timeout=QUIET))
            except TimeoutError:
                frame = {}
            if time.monotonic() - last_ping >= QUIET:
                last_ping = time.monotonic()
                socket.send('{"ping":1}')
            for kind, content in frame.items():
                self._take(kind, content)

    def _take(self, kind: str, content: Any) -> None:
        if kind == "table" and content["name"] == self._table:
            self._version = content["version"]
        if kind in ("done", "waiting", "error") and content.get("code") not in TRY_AGAIN:
            with self._lock:
                self._waiting.pop(content.get("id", ""), None)
        self._heard(kind, content)
