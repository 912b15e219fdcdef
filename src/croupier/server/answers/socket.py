"""What only the live socket sends."""

from typing import Any

from croupier.server.answers.incidents import IncidentTold
from croupier.server.answers.links import LinkTold
from croupier.server.answers.money import DebtorTold
from croupier.server.answers.people import UserName
from croupier.server.answers.said import Said
from croupier.server.sent import Time


class HelloTold(Said):
    api: int
    user: UserName | None
    now: Time
    demo: bool


class Hello(Said):
    hello: HelloTold


class PitTold(Said):
    version: int
    tables: list[dict[str, Any]]
    incidents: list[IncidentTold]
    links: list[LinkTold]
    unclaimed: list[dict[str, Any]] = []
    debts: list[DebtorTold] = []


class Pit(Said):
    pit: PitTold


class Pong(Said):
    pong: int


class ByeTold(Said):
    why: str


class Bye(Said):
    bye: ByeTold
