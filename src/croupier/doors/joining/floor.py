"""The way to a floor: its address, who speaks there, and requests over HTTP."""

import json
import re
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from croupier.base.errors import Unreadable

TIMEOUT = 20.0
"""Seconds for one request."""
TRY_AGAIN = ("too-fast", "unavailable")
"""Codes of errors after which the same act, with its id, may be sent again."""

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
