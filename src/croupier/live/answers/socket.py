"""What only the live socket sends."""

from msgspec import UNSET, UnsetType

from croupier.json_answers import Money, Time
from croupier.live.answers.incidents import IncidentTold
from croupier.live.answers.links import LinkTold
from croupier.live.answers.money import DebtorTold
from croupier.live.answers.people import UserName
from croupier.live.answers.rounds import WaitsFor
from croupier.live.answers.said import Said
from croupier.live.answers.tables import Stands


class HelloTold(Said):
    api: int
    user: UserName | None
    now: Time
    demo: bool


class Hello(Said):
    hello: HelloTold


class Glance(Said):
    """A table as the pit sees it among all others."""

    name: str
    state: str
    round: int
    phase: str | None
    waiting: list[WaitsFor]
    since: Time
    stands: Stands | UnsetType = UNSET


class UnclaimedTold(Said):
    """An award that somebody has still to see to; without a number where the link has locked none."""

    link: str
    award: int | None
    table: str
    round: int
    box: int
    amount: Money
    why: str


class PitTold(Said):
    version: int
    tables: list[Glance]
    incidents: list[IncidentTold]
    links: list[LinkTold]
    unclaimed: list[UnclaimedTold]
    debts: list[DebtorTold]


class Pit(Said):
    pit: PitTold


class Pong(Said):
    pong: int


class ByeTold(Said):
    why: str


class Bye(Said):
    bye: ByeTold
