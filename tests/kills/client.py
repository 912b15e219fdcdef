"""Everybody in the house at one desk: makes ids, remembers every answer, and knows what has got none."""

import http.client
import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.kills.processes import Server

STORED = {200, 201, 202, 409}
"""Answers that a retry gets again, but for those of 409 that say they are not."""
NOT_STORED = {"stale", "suspended", "closed"}


class Died(Exception):
    """The server did not answer, or said that it cannot."""


@dataclass(frozen=True)
class Sent:
    """Something that changes the house, with its id."""

    who: str
    path: str
    body: dict[str, Any]
    table: str = ""

    @property
    def id(self) -> str:
        return str(self.body["id"])

    @property
    def do(self) -> str:
        return str(self.body.get("do", self.path))


@dataclass(frozen=True)
class Answer:
    status: int
    told: dict[str, Any]

    @property
    def is_stored(self) -> bool:
        return self.status in STORED and self.told.get("error", {}).get("code") not in NOT_STORED

    @property
    def done(self) -> bool:
        return self.status in (200, 201, 202)

    def once(self) -> dict[str, Any]:
        """Without the key that marks a repeated answer."""
        return {
            kind: {key: value for key, value in said.items() if key != "again"} if isinstance(said, dict) else said
            for kind, said in self.told.items()
            if kind != "again"
        }

    @property
    def is_again(self) -> bool:
        inner = [said.get("again") for said in self.told.values() if isinstance(said, dict)]
        return True in inner or self.told.get("again") is True


class Client:
    def __init__(self, prefix: str) -> None:
        self._ids = count(1)
        self._prefix = prefix
        self.tokens: dict[str, str] = {}
        self.answered: list[tuple[Sent, Answer]] = []
        self.unanswered: list[Sent] = []
        self._lines: list[http.client.HTTPConnection] = []

    def attach(self, server: Server) -> None:
        """A server to talk to, after a restart another one."""
        self.hang_up()
        self._address = server.line["address"].removeprefix("http://")

    def hang_up(self) -> None:
        for line in self._lines:
            line.close()
        self._lines.clear()

    def _line(self, number: int) -> http.client.HTTPConnection:
        while len(self._lines) <= number:
            self._lines.append(http.client.HTTPConnection(self._address, timeout=30))
        return self._lines[number]

    def _send(self, method: str, path: str, body: Any, who: str, number: int = 0) -> None:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if who:
            headers["Authorization"] = f"Bearer {self.tokens[who]}"
        try:
            self._line(number).request(method, path, None if body is None else json.dumps(body), headers)
        except (http.client.HTTPException, OSError):
            raise Died(path) from None

    def _hear(self, number: int = 0) -> Answer:
        try:
            response = self._line(number).getresponse()
            answer = Answer(response.status, json.loads(response.read()))
        except (http.client.HTTPException, OSError, ValueError):
            raise Died from None
        if answer.status == 503:
            raise Died(str(answer.told))
        return answer

    def ask(self, path: str, who: str = "", method: str = "GET", body: Any = None) -> dict[str, Any]:
        self._send(method, path, body, who)
        answer = self._hear()
        assert answer.status in (200, 201), f"{method} {path} by {who or 'nobody'}: {answer}"
        return answer.told

    def view(self, table: str, who: str) -> dict[str, Any]:
        seen: dict[str, Any] = self.ask(f"/v1/tables/{table}", who)["table"]
        return seen

    def act(self, who: str, table: str, do: str, moment: str = "", reason: str = "") -> Sent:
        more = {"moment": moment} if moment else {}
        more |= {"reason": reason} if reason else {}
        return self.asked(who, f"/v1/tables/{table}/acts", {"do": do, **more}, table)

    def asked(self, who: str, path: str, body: dict[str, Any], table: str = "") -> Sent:
        return Sent(who, path, {"id": f"{self._prefix}-{next(self._ids):06d}", **body}, table)

    def post(self, *sent: Sent, meanwhile: Callable[[], None] = lambda: None, patience: float = 30) -> list[Answer]:
        """All at the same time, each on a line of its own. What is not answered stays on the list."""
        self.unanswered += sent
        died: Died | None = None
        on_lines = []
        for number, each in enumerate(sent):
            try:
                self._send("POST", each.path, each.body, each.who, number)
                on_lines.append(number)
            except Died as error:
                died = error
        meanwhile()
        for number in on_lines:
            if (line := self._lines[number].sock) is not None:
                line.settimeout(patience)
        answers = {}
        for number in on_lines:
            try:
                answers[number] = self._hear(number)
            except Died as error:
                died = error
        for number, answer in answers.items():
            self.unanswered.remove(sent[number])
            if answer.is_stored:
                self.answered.append((sent[number], answer))
        if died is not None:
            raise died
        return [answers[number] for number in range(len(sent))]

    def again(self, sent: Sent) -> Answer:
        """Something that has been answered before: whether it is answered now or not, that stays on record."""
        self._send("POST", sent.path, sent.body, sent.who)
        return self._hear()
