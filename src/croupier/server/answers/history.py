"""Rounds that were played."""

from typing import Any

from croupier.server.answers.rounds import AnyRound, Made
from croupier.server.answers.said import Said
from croupier.server.answers.tables import SeatTold, SignTold, ThenTold
from croupier.server.sent import Cites, Money, Time


class RoundLine(Said):
    round: int
    status: str


class Rounds(Said):
    items: list[RoundLine]
    before: int | None


class ActTold(Said):
    version: int
    at: Time
    by: str
    do: str
    cites: Cites


class Round(Said):
    round: AnyRound | None
    acts: list[ActTold]


class Step(Said):
    """An act, what followed it, and the round as it lay then; `seq` is its entry in the journal."""

    seq: int
    version: int
    at: Time
    by: str
    do: str
    cites: Cites
    then: list[ThenTold]
    round: AnyRound | None
    seats: dict[str, SeatTold] = {}


class Steps(Said):
    rulebook: str
    steps: list[Step]
    sign: SignTold


class OwnRound(Said):
    table: str
    rulebook: str
    game: str
    round: int
    at: Time
    status: str
    places: list[int]
    staked: Money
    net: Money
    hands: dict[str, str]
    made: dict[str, Made]
    stands: dict[str, str]
    dealer: Made | None = None
    award: Money = ""
    void_cites: Cites = []


class Total(Said):
    rounds: int
    staked: Money
    net: Money


class OwnRounds(Said):
    """`total` is of these items."""

    items: list[OwnRound]
    total: Total
    before: str | None


class Promised(Said):
    """The root that was shown before the bets, and the entry of the journal that told it."""

    root: str
    stream: str
    seq: int


class Proof(Said):
    """`root` is the deck's own: a proof holds only where it is the promised one."""

    table: str
    round: int
    deck: int
    root: str
    promised: Promised
    cards: list[dict[str, Any]]
