"""What only the live socket sends."""

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Money, Time
from croupier.floor.live.answers.incidents import IncidentTold
from croupier.floor.live.answers.links import LinkTold
from croupier.floor.live.answers.money import DebtorTold
from croupier.floor.live.answers.people import UserName
from croupier.floor.live.answers.rounds import WaitsFor
from croupier.floor.live.answers.said import Said, Sentence
from croupier.floor.live.answers.tables import DealerTenure, Stands
from croupier.floor.live.answers.waits import WaitTold


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
    dealer: DealerTenure | UnsetType = UNSET
    """Who has the table; left out where nobody has taken it."""


class UnclaimedTold(Said):
    """An award that still needs somebody's attention; without a number if the link has locked none."""

    link: str
    award: int | None
    table: str
    round: int
    box: int
    amount: Money
    why: str
    says: Sentence


class PitTold(Said):
    version: int
    tables: list[Glance]
    incidents: list[IncidentTold]
    links: list[LinkTold]
    unclaimed: list[UnclaimedTold]
    debts: list[DebtorTold]
    waits: list[WaitTold]


class Pit(Said):
    pit: PitTold


class Pong(Said):
    pong: int


class ByeTold(Said):
    why: str


class Bye(Said):
    bye: ByeTold
