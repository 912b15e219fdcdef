"""Finished rounds."""

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.rounds import AnyRound, Made
from croupier.floor.live.answers.said import Said
from croupier.floor.live.answers.tables import SeatTold, SignTold, ThenTold


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
    """An act, what followed it, and the round after it; `seq` is its entry in the journal."""

    version: int
    at: Time
    by: str
    do: str
    cites: Cites
    then: list[ThenTold]
    seq: int
    round: AnyRound | None
    seats: dict[str, SeatTold] | UnsetType = UNSET


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
    void_cites: Cites = []
    dealer: Made | UnsetType = UNSET
    award: Money | UnsetType = UNSET


class Total(Said):
    rounds: int
    staked: Money
    net: Money


class OwnRounds(Said):
    """`total` is the sum of these items."""

    items: list[OwnRound]
    total: Total
    before: str | None


class Promised(Said):
    """The root that was shown before the bets, and its entry in the journal."""

    root: str
    stream: str
    seq: int


class PathStep(Said):
    """What the card is hashed with on the way to the root, and on which side."""

    right: str | UnsetType = UNSET
    left: str | UnsetType = UNSET


class ProvedCard(Said):
    place: int
    card: str
    salt: str
    path: list[PathStep]


class Proof(Said):
    """`root` is the deck's own: a proof holds only if it is the promised one."""

    table: str
    round: int
    deck: int
    root: str
    promised: Promised
    cards: list[ProvedCard]
