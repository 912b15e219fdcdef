"""A round as one person sees it. A key is missing until it has something to say."""

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from croupier.base.json_answers import Cites, JsonObject, Money
from croupier.floor.live.answers.said import Said, Sentence
from croupier.rounds.telling.arithmetic import SumStep

Status = Literal["open", "settled", "void"]
HousePhase = Literal["betting", "dealing", "deciding", "settling", "awarding", "settled", "void"]
Stood = Literal["in-play", "folded", "returned"]
Outcome = Literal["win", "lose", "push", "returned"]


class Made(Said):
    """What cards make; `paid_as` names their rows in the pay tables."""

    hand: str
    ranks: list[str]
    cards: str
    text: str
    paid_as: list[str] | UnsetType = UNSET


class BetTold(Said):
    """Until settlement only the stake."""

    staked: Money
    returned: Money | UnsetType = UNSET
    paid: Money | UnsetType = UNSET
    result: Outcome | UnsetType = UNSET
    cites: Cites | UnsetType = UNSET
    arithmetic: list[SumStep] | UnsetType = UNSET


class BoxAward(Said, rename={"from_": "from"}, kw_only=True):
    """`from` is the box whose hand it is paid for, if that is another one."""

    award: str
    from_: int | UnsetType = UNSET
    paid: Money
    cites: Cites
    arithmetic: list[SumStep]


class BoxTold(Said, kw_only=True):
    """`awards` and `net` when the round is over."""

    player: str
    hand: str | UnsetType = UNSET
    makes: Made | UnsetType = UNSET
    looked: bool
    standing: Stood
    decisions: list[str]
    bets: dict[str, BetTold]
    awards: list[BoxAward] | UnsetType = UNSET
    net: Money | UnsetType = UNSET
    pushed: Money | UnsetType = UNSET
    """What was paid, if it was not what was due (R-112)."""
    ready: Literal[True] | UnsetType = UNSET
    """While bets are open: the player has placed all bets."""


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


class WaitsFor(Said, rename={"for_": "for", "raise_to": "raise-to"}, kw_only=True):
    """What the table waits for: cards, a decision, a choice, an incident, the dealer's word …"""

    box: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    for_: str
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
    text: str
    says: Sentence
    """What was found."""
    cites: Cites
    box: int | UnsetType = UNSET
    by: str | UnsetType = UNSET
    rank: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    alone: bool | UnsetType = UNSET
    """A shift manager reported it and undid the settlement alone (R-107)."""


class HouseStep(Said, rename={"from_": "from"}):
    """One step of a settlement; amounts are in `bets` and `awards`.

    `turn` opens a card of the dealer or of the board, `verdict` is the dealer's call, `open` opens a box's hand.
    `take`, `pay`, `push` and `return` move the chips of one spot, or pay one bonus (`award`); `award` pays a jackpot
    bet. `home` moves what is on the box to its player.
    """

    does: Literal["turn", "verdict", "open", "take", "pay", "push", "return", "award", "home"]
    of: Literal["dealer", "board"] | UnsetType = UNSET
    card: int | UnsetType = UNSET
    """Its place in the dealer's hand or on the board, from 1."""
    box: int | UnsetType = UNSET
    spot: str | UnsetType = UNSET
    award: str | UnsetType = UNSET
    from_: int | UnsetType = UNSET
    """The box whose hand earned the award, if it is another one."""


class HouseRound(Said, kw_only=True):
    """At a house-banked table; staff get `due` in the pause before the payments."""

    number: int
    status: Status
    phase: HousePhase
    void_cites: Cites | UnsetType = UNSET
    boxes: dict[str, BoxTold]
    dealer: DealerTold
    board: str | UnsetType = UNSET
    burnt: int
    jackpot: RoundJackpot | UnsetType = UNSET
    waiting: list[WaitsFor]
    incidents: list[RuledTold]
    due: dict[str, DueTold] | UnsetType = UNSET
    order: list[HouseStep] | UnsetType = UNSET
    """From the last decision to the next round: what happens, in the floor's order; the same for everybody."""


class PokerHand(Said, kw_only=True):
    player: str
    hand: str
    makes: Made | UnsetType = UNSET
    looked: bool
    folded: bool
    all_in: bool
    bet: Money
    put: Money


class PotTold(Said, kw_only=True):
    """Who won what of it when the round is over."""

    amount: Money
    rake: Money | UnsetType = UNSET
    eligible: list[int]
    won: dict[str, Money] | UnsetType = UNSET
    cites: Cites | UnsetType = UNSET
    arithmetic: list[SumStep] | UnsetType = UNSET


class PotsDue(Said):
    """For staff in the pause before the payments: the pots as `settle` gives them out, the total rake, odd chips by
    seat, and what each seat gets."""

    pots: list[PotTold]
    rake: Money
    odd_chips: dict[str, Money]
    seats: dict[str, Money]


class PokerStep(Said):
    """One step from the end of the betting to the next round; amounts are in `uncalled` and `pots`.

    `gather` brings the bets of the last betting round into the pots, if there are any. A `street` turns `cards` cards
    of the board. An `uncalled` bet goes back to its seat. Hands that need not be shown are mucked. `push` gives a
    winner their share of a pot, `odd` adds the odd chips of a split pot.
    """

    does: Literal["gather", "street", "uncalled", "show", "muck", "rake", "push", "odd", "over"]
    seat: int | UnsetType = UNSET
    cards: int | UnsetType = UNSET
    pot: int | UnsetType = UNSET
    """1 is the main pot, the first of `pots`."""


class PokerRound(Said, kw_only=True):
    number: int
    status: Status
    void_cites: Cites | UnsetType = UNSET
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
    mucked: list[int] | UnsetType = UNSET
    """Hands given up at the showdown without being shown, at a table dealt by hand."""
    hands: dict[str, str]
    stacks: dict[str, Money]
    waiting: list[WaitsFor]
    incidents: list[RuledTold]
    due: PotsDue | UnsetType = UNSET
    order: list[PokerStep] | UnsetType = UNSET
    """From the last decision to the next round: what happens, in the floor's order; the same for everybody."""


KINDS = (HouseRound, PokerRound)

if TYPE_CHECKING:
    AnyRound = HouseRound | PokerRound
else:  # msgspec reads no union of two objects without a tag
    AnyRound = Annotated[
        JsonObject,
        Meta(extra_json_schema={"anyOf": [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in KINDS]}),
    ]
"""One or the other, by the table's rulebook; nothing in a round itself says which."""
