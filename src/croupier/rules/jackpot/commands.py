"""What tables tell a link, and what the House does with it."""

from collections.abc import Mapping

from croupier.base.actors import Actor
from croupier.base.citation import Citation
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.rules.jackpot.link import Change, Parameters
from croupier.rules.money import Cents


class OpenLink(Value, tag="open-link"):
    name: str
    start: Cents
    parameters: Parameters
    tables: Mapping[str, Cents]
    """The tables linked, each with its prescribed jackpot bet."""


class DealHands(Value, tag="deal-hands"):
    """Bets are closed at a table: these jackpot bets, by box, were accepted (R-11)."""

    table: str
    round: int
    bets: Mapping[int, Cents]
    complete: bool = True
    """False where cards are still to be read or dealt by hand; `CompleteDeal` follows."""
    cites: tuple[Citation, ...] = ()
    """Why bets were closed; a refusal names it."""
    feeds: tuple[Citation, ...] = ()
    """Why these bets feed the meter."""


class CompleteDeal(Value, tag="complete-deal"):
    """The last of the table's hands is complete: this is the time of the deal (R-102)."""

    table: str
    round: int


class NarrowHands(Value, tag="narrow-hands"):
    """The bets of these boxes can no longer win anything, though they stay where they are."""

    table: str
    round: int
    boxes: tuple[int, ...]
    cites: tuple[Citation, ...] = ()


class TakeBack(Value, tag="take-back"):
    """These boxes are out of the round and their jackpot bets go back (R-54)."""

    table: str
    round: int
    boxes: tuple[int, ...]
    cites: tuple[Citation, ...] = ()


class Claim(Value):
    """A box has won a share of the meter, or the fixed award if that is worth as much (R-12, R-59)."""

    box: int
    numerator: int
    denominator: int
    at_least: Cents = Cents(0)


class ResolveHands(Value, tag="resolve-hands"):
    """The round is settled, but for these claims."""

    table: str
    round: int
    claims: tuple[Claim, ...] = ()


class ReopenHands(Value, tag="reopen-hands"):
    """The settlement is undone (R-5)."""

    table: str
    round: int
    cites: tuple[Citation, ...] = ()


class VoidHands(Value, tag="void-hands"):
    """Every jackpot bet of the round goes back (R-7)."""

    table: str
    round: int
    cites: tuple[Citation, ...] = ()


class VerifyAward(Value, tag="verify-award"):
    award: int
    by: Actor
    reason: str


class PayAward(Value, tag="pay-award"):
    """The table pays it out, in the same moment."""

    award: int
    table: str


class ProposeChange(Value, tag="propose-change"):
    change: Change
    by: Actor
    reason: str


class ApproveChange(Value, tag="approve-change"):
    """By another person than the one who has asked for it."""

    number: int
    by: Actor


class WithdrawChange(Value, tag="withdraw-change"):
    """Nobody has approved it yet."""

    number: int
    by: Actor


class ReceiveTransfer(Value, tag="receive-transfer"):
    """What another link held, in parts of a cent, when it closed in favour of this one."""

    link: str
    meter: int
    overflow: int
    reserve: int
    tables: Mapping[str, Cents] = {}
    """The other link's tables, which go along: their players have paid for what it held."""


class PrescribeBet(Value, tag="prescribe-bet"):
    """A table's sign prescribes another jackpot bet from this round on."""

    table: str
    bet: Cents


class SuspendLink(Value, tag="suspend-link"):
    """The jackpot system has failed. `by` is None where the system has found that out itself."""

    by: Actor | None
    reason: Why


class ResumeLink(Value, tag="resume-link"):
    by: Actor
    reason: str


LinkCommand = (
    OpenLink
    | DealHands
    | CompleteDeal
    | NarrowHands
    | TakeBack
    | ResolveHands
    | ReopenHands
    | VoidHands
    | VerifyAward
    | PayAward
    | ProposeChange
    | ApproveChange
    | WithdrawChange
    | ReceiveTransfer
    | PrescribeBet
    | SuspendLink
    | ResumeLink
)
