"""What must be ruled on an irregularity at a poker table, read from chapter 5 and the rulings a second time.

A verdict is what the paragraph makes of the report; None is a report that must be refused, because it is not for this
person to decide (R-101), cannot have happened (R-96), or comes at the wrong time (R-90).
"""

from typing import Protocol

from croupier.base.actors import Rank
from croupier.proofs.sim.poker.deal import TURNED, Deal
from croupier.proofs.sim.poker.recount import Recount
from croupier.rules.games.poker.commands import Incident, ReportIrregularity, Street
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.rulebook.model import Device, Rulebook

VOIDS_BY_ITSELF = {
    Incident.FOREIGN_CARD: "5.2.1",
    Incident.DECK_COUNT: "5.2.2",
    Incident.SHOE_SHORT: "5.2.3",
    Incident.UNSHUFFLED: "5.2.4",
}
NEEDS_A_SHOE = (Incident.FACE_UP, Incident.NO_BURN, Incident.EARLY_CARD, Incident.TOO_MANY)
DEALT_WITH = {Street.FLOP: 2, Street.TURN: 3, Street.RIVER: 4}
"""The betting round that a street opens."""
SHIFT_MANAGER_DECIDES = {"poker@6": "5.14", "poker@7": "5.16"}
EARLY = {"poker@6": ("5.7", "5.9", "5.9"), "poker@7": ("5.9", "5.11", "5.11")}
TOO_MANY = {"poker@6": ("5.8", "5.8.1", "5.8.2"), "poker@7": ("5.10", "5.10.1", "5.10.2")}


class Seen(Protocol):
    """What a verdict depends on, as the spectator's account has it."""

    book: Rulebook
    table: PokerTable
    deal: Deal
    recount: Recount
    looked: set[int]
    exposed: int
    acted: bool
    acted_on_street: bool

    @property
    def phase(self) -> str: ...

    @property
    def playing(self) -> bool: ...

    @property
    def outcome_established(self) -> bool: ...


class Verdict(str):
    """What is ruled, and by which paragraph."""

    paragraph: str

    def __new__(cls, ruled: str, paragraph: str) -> "Verdict":
        verdict = super().__new__(cls, ruled)
        verdict.paragraph = paragraph
        return verdict


def verdict(account: Seen, report: ReportIrregularity) -> Verdict | None:
    kind = report.incident
    if kind is Incident.NO_BURN and account.book.key == "poker@6":
        return None
    if report.by.rank < _rank(account, report) or account.phase == "new":
        return None
    if account.table.device is Device.SHUFFLER and kind in NEEDS_A_SHOE:
        return None  # whenever it is reported: the device cannot have it
    if _impossible(account, report):
        return None
    if not account.playing:
        return Verdict("none", "R-50")
    if kind in VOIDS_BY_ITSELF:
        return Verdict("void", VOIDS_BY_ITSELF[kind])
    match kind:
        case Incident.INTERRUPTION:
            return Verdict("continue", "5.1.1") if account.outcome_established else Verdict("void", "5.1.2")
        case Incident.EXPOSED:
            return _exposed(account, report)
        case Incident.FACE_UP:
            to_come = account.phase == "betting" and account.recount.betting_round < 4
            return Verdict("discarded", "5.3") if to_come else None
        case Incident.PLAYER_COUNT:
            if account.looked or report.reconstructable:
                return Verdict("void" if account.looked else "reconstructed", "5.2.6")
            decides = report.by.rank >= Rank.SHIFT_MANAGER
            return Verdict("void", SHIFT_MANAGER_DECIDES[account.book.key]) if decides else None
        case Incident.HAND_LEFT_OUT | Incident.EXTRA_HAND:
            if account.looked:
                return Verdict("void", "5.2.7(b)")
            return Verdict("reconstructed" if report.reconstructable else "void", "5.2.7(a)")
        case Incident.OTHER:
            return Verdict("void" if report.void else "continue", SHIFT_MANAGER_DECIDES[account.book.key])
        case Incident.NO_BURN if report.street in (None, Street.DEAL):
            if report.other_cards_exposed:
                return None
            right = report.reconstructable and not account.looked
            return Verdict("reconstructed" if right else "void", "5.7")
        case _:
            return _of_a_street(account, report)


def _rank(account: Seen, report: ReportIrregularity) -> Rank:
    """What is left to the House is the Pit Supervisor's; any Pit Employee reports (R-101).

    Where somebody has looked, the first burn left out voids the round by itself (R-107).
    """
    kind = report.incident
    if kind is Incident.OTHER:
        return Rank.SHIFT_MANAGER
    of_the_deal = report.street in (None, Street.DEAL)
    if kind is Incident.NO_BURN and not (of_the_deal and account.looked):
        return Rank.PIT_SUPERVISOR
    return Rank.DEALER


def _impossible(account: Seen, report: ReportIrregularity) -> bool:
    """A hand that does not exist, cards that were not dealt to it, a street that never lay: at any time (R-96)."""
    hands = account.deal.hands
    if report.seat is not None and report.seat not in hands:
        return True
    if report.incident is Incident.EXPOSED:
        dealt = [card for hand in hands.values() for card in hand] if report.seat is None else hands[report.seat]
        return report.cards > len(dealt) or report.card not in (None, *dealt)
    street = DEALT_WITH.get(report.street or Street.DEAL)
    if report.incident is Incident.TOO_MANY or (report.incident is Incident.NO_BURN and street is not None):
        return street is None or account.deal.face_up < TURNED[street]
    return False


def _exposed(account: Seen, report: ReportIrregularity) -> Verdict | None:
    if account.exposed + report.cards >= 2:
        return Verdict("void", "5.2.5")
    too_late = account.acted or account.recount.betting_round > 1
    return None if too_late or report.seat is None else Verdict("discarded", "5.3")


def _of_a_street(account: Seen, report: ReportIrregularity) -> Verdict | None:
    """A burn left out, a card too early, or too many."""
    if report.street not in DEALT_WITH:
        return None
    street, now = DEALT_WITH[report.street], account.recount.betting_round
    if report.incident is Incident.EARLY_CARD:
        comes_next = account.phase == "betting" and street == now + 1
        return Verdict("reshuffled", EARLY[account.book.key][street - 2]) if comes_next else None
    if report.incident is Incident.NO_BURN:
        if street < now:
            return Verdict("none", "R-72")
        if report.reconstructable and not report.other_cards_exposed:
            return Verdict("reconstructed", "5.8")
        return Verdict("reshuffled", "5.8.1")
    if street < now or account.acted_on_street:
        return None
    paragraph = TOO_MANY[account.book.key][street - 2]
    return Verdict("reconstructed" if report.reconstructable else "reshuffled", paragraph)
