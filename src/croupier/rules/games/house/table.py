"""The layout of a house-banked table and one round of play on it, as frozen values."""

from collections.abc import Mapping
from enum import StrEnum

from croupier.base.actors import RunBy
from croupier.base.citation import Citation
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces, Ruled
from croupier.rules.games.house.lines import AwardPaid, LineSettled
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device


class Decision(StrEnum):
    FOLD = "fold"
    PLAY = "play"
    BET = "bet"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    CHECK = "check"


class Phase(StrEnum):
    BETTING = "betting"
    DEALING = "dealing"
    """Cards are due from the device."""
    DECIDING = "deciding"
    SETTLING = "settling"
    """All is turned up and decided, and the table waits for its dealer before it pays (R-93)."""
    AWARDING = "awarding"
    """A share of the jackpot is claimed and not yet answered by the meter."""
    SETTLED = "settled"
    VOID = "void"


class Standing(StrEnum):
    IN_PLAY = "in play"
    FOLDED = "folded"
    RETURNED = "returned"
    """Withdrawn or invalidated: its bets go back and it is out of the round."""


class Policy(StrEnum):
    """What the House does in the rounds after the jackpot system has failed."""

    CLOSE = "close"
    DISALLOW = "disallow"
    WITHOUT_JACKPOT = "without-jackpot"


# named once: a member of an enumeration is found several times slower than a name
_SETTLED, _VOID = Phase.SETTLED, Phase.VOID
_IN_PLAY = Standing.IN_PLAY


INVALIDATED = "invalidated"
"""The ruling that strikes one hand out."""


class Limits(Value):
    low: Cents
    high: Cents


class HouseTable(Value):
    """What the sign at the table says, and who has which box."""

    device: Device
    limits: Mapping[Spot, Limits]
    """Only bets named here are offered."""
    players: Mapping[int, str]
    jackpot_bet: Cents | None = None
    """The prescribed amount; None if no jackpot is offered."""
    departed: tuple[str, ...] = ()
    """Players who have walked away and not come back (R-78), in the order of their names."""
    earlier_round: bool = False
    """A round was played here before: an error in it is noticed too late now."""
    jackpot_refused: tuple[Citation, ...] = ()
    """Why no jackpot bet is accepted for now, if so."""
    boxes_refused: Mapping[int, tuple[Citation, ...]] = {}
    """Why no bet is accepted on these boxes for now."""
    settles_by_hand: bool = False
    """Waits for the dealer's word between the last card turned up and the payments (R-93)."""
    places: int = 7
    """How many boxes the layout has; `players` are those that somebody has taken."""
    run_by: RunBy = RunBy.DEALER
    cards: Faces = Faces.SEALED


class Stake(Value):
    """Chips on one spot of a box."""

    amount: Cents
    unnoticed: bool = False
    """Nobody saw that it breaks a limit (5.1.1, 5.2.1)."""
    cut: tuple[Citation, ...] = ()
    """Why less of it was accepted than was put down, if so (5.1)."""
    returned: tuple[Citation, ...] = ()
    """Why it goes back whatever happens, if it does."""


class Box(Value):
    number: int
    player: str
    bets: Mapping[Spot, Stake] = {}
    cards: tuple[Card, ...] = ()
    looked: bool = False
    by_right: bool = False
    """It is the one hand that its player may look at (R-8)."""
    decisions: tuple[Decision, ...] = ()
    standing: Standing = Standing.IN_PLAY
    because: tuple[Citation, ...] = ()
    """What put the box into its standing, if it was not the player's own decision."""
    committed: bool = False
    """Has chosen to continue and must accept what follows (R-56)."""
    left_choosing: bool = False
    """Its player walked away while the choice was theirs, which is to continue (R-95)."""
    shown: bool = True
    """False once the player has said that they do not show their hand."""
    lines: tuple[LineSettled, ...] = ()
    awards: tuple[AwardPaid, ...] = ()
    opened: bool = False
    """Folded, and paid on its own cards: they are open."""
    share: bool = False
    """It was paid a share of the meter."""

    def bet(self, spot: Spot) -> Stake | None:
        """The bet on a spot, unless it goes back anyway."""
        stake = self.bets.get(spot)
        return stake if stake is not None and not stake.returned else None

    @property
    def live(self) -> bool:
        """Takes part in the round: some bet on it counts (R-2)."""
        for stake in self.bets.values():  # noqa: SIM110 (asked several times a round: a generator would cost more)
            if not stake.returned:
                return True
        return False


class Exposed(Value):
    """Cards that the dealer exposed, as one report described them."""

    boxes: tuple[int, ...]
    """Each of them has at least one of the cards; none named means anywhere."""
    cards: int
    dealer: bool = False


class ClaimOpen(Value):
    """A box has won a share of the meter and waits for the answer, in order of the deal (R-13)."""

    box: int
    numerator: int
    denominator: int
    at_least: Cents
    cites: tuple[Citation, ...]
    fixed_cites: tuple[Citation, ...] = ()
    """Of the fixed award, if that is paid."""


class HouseRound(Value):
    table: HouseTable
    boxes: Mapping[int, Box]
    phase: Phase = Phase.BETTING
    stage: int = 0
    """How many decisions have been asked of the boxes so far in this round."""
    dealt: tuple[Card, ...] = ()
    """Every card that has left the device, in its order; dealt by hand, those not turned up are places."""
    burnt: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_shown: bool = False
    up: Card | None = None
    """The dealer's face-up card (Casino Stud): the last one, or the one that was exposed (R-22, R-92)."""
    community: tuple[Card, ...] = ()
    turned: int = 0
    """How many community cards are face up."""
    claims: tuple[ClaimOpen, ...] = ()
    departed: tuple[str, ...] = ()
    choosing: Mapping[int, tuple[Citation, ...]] = {}
    """Boxes asked to continue or withdraw that have not chosen yet, and what continuing would be (5.10)."""
    exposed: tuple[Exposed, ...] = ()
    """They add up over the round (R-53)."""
    incidents: tuple[Ruled, ...] = ()
    void: tuple[Citation, ...] = ()
    placed: Mapping[int, int] = {}
    """How often a bet was placed on each box, withdrawn since or not, by any player."""
    undone: bool = False
    """A settlement of this round was undone: what is settled again waits for nobody (R-5, R-93)."""
    named_again: int = 0
    """How often something else was said of cards that had been named or read."""
    pushed: Mapping[int, Cents] = {}
    """What was paid to these boxes, if it was not what was due (R-112)."""

    @property
    def board(self) -> tuple[Card, ...]:
        return self.community[: self.turned]

    @property
    def over(self) -> bool:
        phase = self.phase
        return phase is _SETTLED or phase is _VOID

    @property
    def settlement_made(self) -> bool:
        """Bets are settled, though a share of the jackpot may still be waited for."""
        return self.phase in (Phase.SETTLED, Phase.AWARDING)

    @property
    def exposed_boxes(self) -> int:
        return sum(each.cards for each in self.exposed if not each.dealer)

    @property
    def exposed_dealer(self) -> int:
        return sum(each.cards for each in self.exposed if each.dealer)

    def struck_out(self, box: Box) -> bool:
        """Out of the round: withdrawn or invalidated, even if it had folded before (R-94)."""
        if box.standing is Standing.RETURNED:
            return True
        return any(ruled.ruling == INVALIDATED and ruled.box == box.number for ruled in self.incidents)

    @property
    def anybody_in_play(self) -> bool:
        for box in self.boxes.values():  # noqa: SIM110 (a generator would cost more)
            if box.standing is _IN_PLAY and box.live:
                return True
        return False

    def in_play(self) -> list[Box]:
        """Boxes that take part and have not folded or been taken out, clockwise."""
        return [box for box in self.boxes.values() if box.standing is _IN_PLAY and box.live]


class JackpotFailure(Value):
    """The jackpot system is down; until it works again the House's policy decides about further rounds."""

    policy: Policy | None
    """None until the House has named one."""
    boxes: tuple[int, ...]
    """The boxes that the policy is about; none named means all."""


class HouseState(Value, tag="house-table"):
    """A table from its opening to its closing, and the round being played or just over."""

    table: HouseTable
    """As it is for the next round: a changed sign, and who took or left a box since this one was over."""
    round: HouseRound
    number: int = 1
    """Of the round."""
    failure: JackpotFailure | None = None
    suspended: Why | None = None
    """Why only incidents are accepted for now, if so."""
    closed: bool = False


def open_round(table: HouseTable) -> HouseRound:
    boxes = {number: Box(number, player) for number, player in sorted(table.players.items())}
    return HouseRound(table, boxes, departed=table.departed)
