"""A round as one person sees it. Keys that may be missing are not there before there is something to say."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from croupier.server.answers.said import Said
from croupier.server.sent import Cites, Money

Status = Literal["open", "settled", "void"]


class Made(Said):
    """What cards make; `paid_as` are the rows of pay tables that they are on."""

    hand: str
    ranks: list[str]
    cards: str
    text: str
    paid_as: list[str] | UnsetType = UNSET


class SumStep(Said, rename={"from_": "from"}):
    """One step of the arithmetic of a payment."""

    step: str
    amount: Money
    hand: str | UnsetType = UNSET
    odds: str | UnsetType = UNSET
    on: Money | UnsetType = UNSET
    share: str | UnsetType = UNSET
    percent: str | UnsetType = UNSET
    cap: Money | UnsetType | None = UNSET
    ways: int | UnsetType = UNSET
    to: list[int] | UnsetType = UNSET
    from_: int | UnsetType = UNSET


class BetTold(Said):
    """Until it is settled only what is staked."""

    staked: Money
    returned: Money | UnsetType = UNSET
    paid: Money | UnsetType = UNSET
    result: Literal["win", "lose", "push", "returned"] | UnsetType = UNSET
    cites: Cites | UnsetType = UNSET
    arithmetic: list[SumStep] | UnsetType = UNSET


class BoxAward(Said, rename={"from_": "from"}):
    """`from` is the box whose hand it is paid for, where that is another."""

    award: str
    paid: Money
    cites: Cites
    arithmetic: list[SumStep]
    from_: int | UnsetType = UNSET


class BoxTold(Said):
    """`awards` and `net` when the round is over."""

    player: str
    looked: bool
    standing: Literal["in-play", "folded", "returned"]
    decisions: list[str]
    bets: dict[str, BetTold]
    hand: str | UnsetType = UNSET
    makes: Made | UnsetType = UNSET
    awards: list[BoxAward] | UnsetType = UNSET
    net: Money | UnsetType = UNSET
    ready: Literal[True] | UnsetType = UNSET
    """While bets are open: its player has bet all that they want to bet."""
    pushed: Money | UnsetType = UNSET
    """What was paid, where it was not what was due (R-112)."""


class DealerTold(Said):
    hand: str | UnsetType = UNSET
    up: str | UnsetType = UNSET
    makes: Made | UnsetType = UNSET
    qualifies: bool | UnsetType = UNSET


class DueTold(Said):
    """What settling would do to a box now."""

    bets: dict[str, BetTold]
    awards: list[BoxAward]
    net: Money


class RoundJackpot(Said):
    link: str
    before: Money
    after: Money | UnsetType = UNSET


class WaitsFor(Said, rename={"for_": "for", "raise_to": "raise-to"}):
    """What the table waits for: cards, a decision, a choice, an incident, the dealer's word …"""

    for_: str
    box: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    of: str | UnsetType = UNSET
    due: int | UnsetType = UNSET
    award: Literal["held", "verifying"] | UnsetType = UNSET
    incident: int | UnsetType = UNSET
    rank: str | UnsetType = UNSET
    may: list[str] | UnsetType = UNSET
    call: Money | UnsetType = UNSET
    bet: Money | UnsetType = UNSET
    raise_to: Money | UnsetType = UNSET


class RuledTold(Said):
    """An incident that was ruled on; by whom, where a person decided."""

    incident: str
    ruling: str
    cites: Cites
    box: int | UnsetType = UNSET
    by: str | UnsetType = UNSET
    rank: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    alone: bool | UnsetType = UNSET
    """A shift manager reported it and undid the settlement alone (R-107)."""


class HouseRound(Said):
    """At a house-banked table; `due` is told to staff in the pause before the payments."""

    number: int
    status: Status
    phase: Literal["betting", "dealing", "deciding", "settling", "awarding", "settled", "void"]
    boxes: dict[str, BoxTold]
    dealer: DealerTold
    burnt: int
    waiting: list[WaitsFor]
    incidents: list[RuledTold]
    board: str | UnsetType = UNSET
    jackpot: RoundJackpot | UnsetType = UNSET
    void_cites: Cites | UnsetType = UNSET
    due: dict[str, DueTold] | UnsetType = UNSET


class PokerHand(Said):
    player: str
    hand: str
    looked: bool
    folded: bool
    all_in: bool
    bet: Money
    put: Money
    makes: Made | UnsetType = UNSET


class PotTold(Said):
    """Who won what of it when the round is over."""

    amount: Money
    eligible: list[int]
    rake: Money | UnsetType = UNSET
    won: dict[str, Money] | UnsetType = UNSET
    cites: Cites | UnsetType = UNSET
    arithmetic: list[SumStep] | UnsetType = UNSET


class PotsDue(Said):
    """Told to staff in the pause before the payments: the pots as `settle` gives them out, all rake together, odd chips
    by seat, and what each seat gets."""

    pots: list[PotTold]
    rake: Money
    odd_chips: dict[str, Money]
    seats: dict[str, Money]


class PokerRound(Said):
    number: int
    status: Status
    button: int
    small_blind: int | None
    big_blind: int
    posts: dict[str, Money]
    betting_round: int
    turn: int | None
    price: Money
    marker: Literal["betting-round", "showdown"]
    board: str
    burnt: int
    discarded: str
    players: dict[str, PokerHand]
    pots: list[PotTold]
    uncalled: dict[str, Money]
    shown: list[int]
    hands: dict[str, str]
    stacks: dict[str, Money]
    waiting: list[WaitsFor]
    incidents: list[RuledTold]
    due: PotsDue | UnsetType = UNSET
    void_cites: Cites | UnsetType = UNSET


KINDS = (HouseRound, PokerRound)

AnyRound = Annotated[
    dict[str, Any],
    Meta(extra_json_schema={"anyOf": [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in KINDS]}),
]
"""One or the other, as the rulebook of the table has it; nothing in a round itself says which."""
