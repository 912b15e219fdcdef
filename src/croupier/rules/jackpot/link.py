"""One progressive meter over many tables, as a frozen value: what it holds, who is open, who waits, who has won."""

from collections.abc import Mapping
from enum import StrEnum

from croupier.base.actors import Actor
from croupier.base.values import Value
from croupier.rules.jackpot.meter import PARTS, Meter
from croupier.rules.money import Cents

SHOWN_AWARDS = 25
"""How many awards stay listed when all is paid; the journal has the others."""


class Parameters(Value):
    """What the House has set. Each change that takes effect, of whatever kind, raises the number."""

    reset: Cents
    contribution: int
    """Of each bet, in 1/PARTS: the share that the meter shows."""
    reserve: int = 0
    """The hidden share of each bet, in 1/PARTS."""
    limit: Cents | None = None
    """The meter shows at most this; the rest is kept as overflow."""
    verify_above: Cents | None = None
    """A greater award waits for somebody to verify it."""
    number: int = 1


class Pot(Value):
    """One sum of money in parts of a cent, and everything that has ever moved it."""

    parts: int
    start: int
    contributions: int = 0
    taken_back: int = 0
    awards: int = 0
    made_up: int = 0
    """By the House."""
    moved: int = 0
    """From the other pots of the link."""
    corrections: int = 0
    transferred: int = 0
    """From other links."""

    @property
    def cents(self) -> Cents:
        return Cents(self.parts // PARTS)


class Contribution(Value):
    """What one accepted bet has added to each pot, in parts of a cent."""

    bet: Cents
    meter: int
    overflow: int = 0
    reserve: int = 0


class DealState(StrEnum):
    OPEN = "open"
    RESOLVED = "resolved"
    """Settled; it can be reopened until the table deals again (R-5)."""
    VOID = "void"


class Deal(Value):
    """The hands of one table that have a jackpot bet. They count as dealt together (R-102)."""

    round: int
    number: int | None
    """The link's own count, which is the time of the deal; None until the last hand is complete."""
    contributions: Mapping[int, Contribution]
    """By box; what was taken back is not here any more."""
    live: tuple[int, ...]
    """The boxes whose bet can still win something."""
    state: DealState = DealState.OPEN

    @property
    def playing(self) -> bool:
        """Some live bet of it is not settled yet."""
        return self.state is DealState.OPEN and bool(self.live)


class AwardState(StrEnum):
    HELD = "held"
    """A hand dealt earlier is still open, so the amount is not known yet (R-13)."""
    LOCKED = "locked"
    """The amount is fixed and has left the meter."""
    VERIFIED = "verified"
    PAID = "paid"
    FIXED = "fixed"
    """The House pays the fixed award in place of the share (R-12, R-59)."""
    UNDONE = "undone"


class Award(Value):
    """A claim to a share of the meter, and its state."""

    number: int
    deal: int
    table: str
    round: int
    box: int
    numerator: int
    denominator: int
    at_least: Cents
    """The best fixed award the same bet could take instead (R-12)."""
    state: AwardState = AwardState.HELD
    value: Cents | None = None
    """What the meter showed when its turn came."""
    amount: Cents | None = None
    from_meter: Cents = Cents(0)
    from_overflow: Cents = Cents(0)
    from_reserve: Cents = Cents(0)
    parameters: int = 0
    """The parameters it was locked under."""
    verify: bool = False
    """It is not paid before somebody has verified it."""
    waited: bool = False
    """When it was claimed a hand dealt earlier was open at another table."""
    across: bool = False
    """The order of several tables decided when its turn came."""
    at: int = 0
    """When its turn came, or until then when it was claimed: microseconds since 1970, 0 if unknown."""

    @property
    def waits(self) -> bool:
        """The round that won it cannot be over yet."""
        return self.state in _WAITING

    @property
    def stands(self) -> bool:
        """Money has left the meter for it."""
        return self.state in _STANDING


_WAITING = (AwardState.HELD, AwardState.LOCKED, AwardState.VERIFIED)
_STANDING = (AwardState.LOCKED, AwardState.VERIFIED, AwardState.PAID)


class Parameter(StrEnum):
    RESET = "reset"
    CONTRIBUTION = "contribution"
    RESERVE = "reserve"
    LIMIT = "limit"
    VERIFY_ABOVE = "verify-above"


class SetParameter(Value, tag="parameter"):
    """`value` is in cents, a share in 1/PARTS; None means none, for the limit and for verification."""

    name: Parameter
    value: int | None


class Correct(Value, tag="correction"):
    amount: int
    """In cents, up or down."""


class LinkTable(Value, tag="link-table"):
    """For a table that is linked already: its prescribed bet changes."""

    table: str
    bet: Cents
    """The prescribed jackpot bet."""


class UnlinkTable(Value, tag="unlink-table"):
    table: str


class TransferTo(Value, tag="transfer-to"):
    """Everything goes to another link, and this one closes."""

    link: str


Change = SetParameter | Correct | LinkTable | UnlinkTable | TransferTo


class PendingChange(Value):
    """A change that somebody has asked for, and the other person's approval."""

    number: int
    change: Change
    by: Actor
    reason: str
    approved_by: Actor | None = None


class Link(Value):
    name: str
    parameters: Parameters
    tables: Mapping[str, Cents]
    """The tables linked, each with its prescribed jackpot bet."""
    meter: Pot
    overflow: Pot
    reserve: Pot
    began: Cents
    """What the meter showed at the start, or after the last change."""
    standing: int = 0
    """Awards that have left the meter since then and are not undone."""
    deals_counted: int = 0
    deals: Mapping[str, Deal] = {}
    """The last deal of each table."""
    awards_counted: int = 0
    awards: Mapping[int, Award] = {}
    """Those that wait, those that may still be undone, and the last ones."""
    changes_counted: int = 0
    changes: tuple[PendingChange, ...] = ()
    """Requested and not yet in effect; approved ones first, in the order of their approval."""
    suspended: bool = False
    transferred_to: str | None = None
    """The link is closed, and this one has its money."""
    bets_taken: Cents = Cents(0)
    hits: int = 0
    paid: Cents = Cents(0)

    @property
    def displayed(self) -> Cents:
        return self.meter.cents

    @property
    def carry(self) -> int:
        """The parts of a cent that the meter does not show (R-61)."""
        return self.meter.parts % PARTS

    @property
    def floor(self) -> Cents:
        """No void brings the meter below this: the reset value, or what it began with until it was paid out (R-44)."""
        if self.transferred_to is not None:
            return Cents(0)
        reset = self.parameters.reset
        return reset if self.standing else min(self.began, reset)

    def standing_without(self, award: Award) -> int:
        """If that one is undone."""
        return self.standing - (award.parameters == self.parameters.number)

    @property
    def at_limit(self) -> bool:
        limit = self.parameters.limit
        return limit is not None and self.displayed >= limit

    @property
    def playing(self) -> bool:
        """A hand with a live jackpot bet is open at some table."""
        for deal in self.deals.values():  # noqa: SIM110 (asked after every command: a generator would cost more)
            if deal.playing:
                return True
        return False

    @property
    def locked(self) -> Cents:
        """Has left the meter and is not paid yet."""
        return Cents(sum(award.amount or 0 for award in self.awards.values() if award.waits))

    def as_meter(self) -> Meter:
        """For the rules of a single meter: what a share of it is worth, and what stays."""
        return Meter(self.displayed, self.parameters.reset)

    def queue(self) -> list[Award]:
        """The claims whose turn has not come: by the deal, at one table clockwise (R-13, R-102)."""
        return sorted((each for each in self.awards.values() if each.state is AwardState.HELD), key=in_order)


def in_order(award: Award) -> tuple[int, int]:
    return award.deal, award.box
