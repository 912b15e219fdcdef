"""What has happened on a link. Events outlive code: fields are only ever added, tags never renamed.

Every amount that moves stands in the event, so that folding decides nothing. Fields named `parts` or without the type
of cents are parts of a cent.
"""

from collections.abc import Mapping

from croupier.base.actors import Actor
from croupier.base.citation import Citation
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.rules.jackpot.link import Change, Contribution, Parameter, Parameters
from croupier.rules.money import Cents


class LinkOpened(Value, tag="link-opened"):
    name: str
    start: Cents
    parameters: Parameters
    tables: Mapping[str, Cents]


class HandsDealt(Value, tag="hands-dealt"):
    """Bets are closed, and each has contributed once. `deal` is None until the last hand is complete."""

    table: str
    round: int
    deal: int | None
    contributions: Mapping[int, Contribution]
    cites: tuple[Citation, ...] = ()


class DealCompleted(Value, tag="deal-completed"):
    table: str
    round: int
    deal: int


class HandsNarrowed(Value, tag="hands-narrowed"):
    table: str
    round: int
    boxes: tuple[int, ...]
    cites: tuple[Citation, ...] = ()


class ContributionsTakenBack(Value, tag="contributions-taken-back"):
    """What these boxes had added goes out again; what a pot no longer has the House makes up (R-44)."""

    table: str
    round: int
    boxes: tuple[int, ...]
    from_meter: int
    from_overflow: int
    from_reserve: int
    from_house: int
    cites: tuple[Citation, ...]


class ClaimQueued(Value):
    award: int
    box: int
    numerator: int
    denominator: int
    at_least: Cents
    waits: bool = False
    """A hand with a live jackpot bet that was dealt earlier is open at another table (R-13)."""


class HandsResolved(Value, tag="hands-resolved"):
    """Nothing of the round is open any more; its claims are queued, numbered, and held until their turn has come."""

    table: str
    round: int
    claims: tuple[ClaimQueued, ...] = ()
    at: int = 0
    """Microseconds since 1970, if known: for the award log. It decides nothing."""


class HandsReopened(Value, tag="hands-reopened"):
    """The same deal, with its number; claims that had taken nothing from the meter are withdrawn."""

    table: str
    round: int
    withdrawn: tuple[int, ...]
    cites: tuple[Citation, ...]


class HandsVoided(Value, tag="hands-voided"):
    table: str
    round: int
    cites: tuple[Citation, ...]


class AwardLocked(Value, tag="award-locked"):
    """Its turn has come: the amount is fixed and the meter falls, for all to see.

    What the amount exceeds the three sources by, the House makes up.
    """

    award: int
    table: str
    round: int
    box: int
    numerator: int
    denominator: int
    value: Cents
    amount: Cents
    from_meter: Cents
    from_overflow: Cents
    from_reserve: Cents
    parameters: int
    verify: bool
    cites: tuple[Citation, ...]
    across: bool = False
    """It waited for another table, or another table's claim waited for it: the time of the deals decided (R-102)."""
    at: int = 0


class FixedPreferred(Value, tag="fixed-preferred"):
    """The share is worth no more than the fixed award, which the House pays; the meter stays as it is."""

    award: int
    table: str
    round: int
    box: int
    value: Cents
    share_worth: Cents
    cites: tuple[Citation, ...]
    across: bool = False
    at: int = 0


class AwardVerified(Value, tag="award-verified"):
    award: int
    by: Actor
    reason: str


class AwardPaid(Value, tag="award-paid"):
    award: int
    table: str
    round: int
    box: int
    amount: Cents


class AwardUndone(Value, tag="award-undone"):
    """What it had taken goes back. Negative: the House pays what must not leave the meter (R-44)."""

    award: int
    table: str
    round: int
    box: int
    to_meter: int
    to_overflow: int
    to_reserve: int
    to_house: int
    cites: tuple[Citation, ...]


class ChangeProposed(Value, tag="change-proposed"):
    number: int
    change: Change
    by: Actor
    reason: str


class ChangeApproved(Value, tag="change-approved"):
    number: int
    by: Actor


class ChangeWithdrawn(Value, tag="change-withdrawn"):
    number: int
    by: Actor


class ChangeLapsed(Value, tag="change-lapsed"):
    """When its moment came it was no longer possible."""

    number: int
    why: Why


class ParametersChanged(Value, tag="parameters-changed"):
    number: int
    parameter: Parameter
    before: int | None
    after: int | None


class MeterCorrected(Value, tag="meter-corrected"):
    number: int
    amount: int
    before: Cents
    after: Cents


class TableLinked(Value, tag="table-linked"):
    number: int
    table: str
    bet: Cents


class TableUnlinked(Value, tag="table-unlinked"):
    number: int
    table: str


class LinkClosed(Value, tag="link-closed"):
    """All that it held has gone to another link, which players are owed it from."""

    number: int
    to: str
    meter: int
    overflow: int
    reserve: int


class TransferReceived(Value, tag="transfer-received"):
    """What another link held; above the limit it is overflow here."""

    link: str
    meter: int
    overflow: int
    reserve: int
    tables: Mapping[str, Cents] = {}


class BetPrescribed(Value, tag="bet-prescribed"):
    table: str
    before: Cents
    after: Cents


class LinkSuspended(Value, tag="link-suspended"):
    """`registered` is what the meter showed, with the contributions of all bets already closed (R-15)."""

    by: Actor | None
    reason: Why
    registered: Cents


class LinkResumed(Value, tag="link-resumed"):
    by: Actor
    reason: str


LinkEvent = (
    LinkOpened
    | HandsDealt
    | DealCompleted
    | HandsNarrowed
    | ContributionsTakenBack
    | HandsResolved
    | HandsReopened
    | HandsVoided
    | AwardLocked
    | FixedPreferred
    | AwardVerified
    | AwardPaid
    | AwardUndone
    | ChangeProposed
    | ChangeApproved
    | ChangeWithdrawn
    | ChangeLapsed
    | ParametersChanged
    | MeterCorrected
    | TableLinked
    | TableUnlinked
    | LinkClosed
    | TransferReceived
    | BetPrescribed
    | LinkSuspended
    | LinkResumed
)
