"""Every irregularity that Poker knows, a row for each, and how a report of one is answered."""

from collections.abc import Mapping

from croupier.base.actors import Rank
from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.games.common import check_room_for_report
from croupier.rules.games.irregularity import Irregularity, keys
from croupier.rules.games.poker import rulings
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import Incident, ReportIrregularity
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.ranks import check_rank, on_ranks
from croupier.rules.games.poker.table import PokerRound
from croupier.rules.rulebook.model import Device, Rulebook


def known_to(book: Rulebook) -> frozenset[Incident]:
    """The incidents that a version's paragraphs know; only version 7 has one on a burn left out."""
    return frozenset(
        kind for kind, row in IRREGULARITIES.items() if row.known_by is None or row.known_by in book.clauses
    )


def rule_on(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    row = IRREGULARITIES[report.incident]
    if report.incident not in known_to(book):
        why = says("incident-unknown-to-book", book=book.key, incident=report.incident)
        raise Refused(why, (book.cite(Poker.SHIFT_MANAGER_DECIDES),))
    round_ = draft.state.round
    rank, clause = _decides(round_, report, row)
    check_rank(report.by, rank, book.cite(clause), on_ranks(round_))
    if round_ is None:
        why = says("report-after-the-start")
        raise Refused(why, (book.cite(Poker.HOLE_CARDS_DEALT),))
    if draft.state.table.device is Device.SHUFFLER and row.only_with_a_shoe:
        cites = (book.cite(Poker.SHIFT_MANAGER_DECIDES), ruling(72))
        raise Refused(says("not-ruled-with-the-shuffler", incident=report.incident), cites)
    rulings.check_possible(book, round_, report, row)
    check_room_for_report(len(round_.incidents), report.reason, must_be_heard=report.void)
    if round_.over:
        too_late = (ruling(50),) if row.ground_for_void else (ruling(50), ruling(100))
        rulings.ruled(draft, report, "none", *too_late)
    else:
        row.rule(book, draft, report)


def _decides(round_: PokerRound | None, report: ReportIrregularity, row: Irregularity) -> tuple[Rank, str]:
    """The rank that a paragraph asks for, and the paragraph; any Pit Employee reports."""
    if rulings.of_the_deal(report):
        if round_ is not None and round_.looked:  # it is void, and nothing is left to the House
            return Rank.DEALER, Poker.FIRST_BURN_LEFT_OUT_VOIDS
        return Rank.PIT_SUPERVISOR, Poker.FIRST_BURN_LEFT_OUT_RESTORED
    return row.decided_by, row.clause


IRREGULARITIES: Mapping[Incident, Irregularity] = {
    Incident.INTERRUPTION: Irregularity(
        rulings.interruption,
        Poker.SHIFT_MANAGER_DECIDES,
        ground_for_void=True,
    ),
    Incident.FOREIGN_CARD: Irregularity(
        rulings.ground_for_void(Poker.FOREIGN_CARD),
        Poker.SHIFT_MANAGER_DECIDES,
        ground_for_void=True,
    ),
    Incident.DECK_COUNT: Irregularity(
        rulings.ground_for_void(Poker.DECK_COUNT_WRONG, Poker.SINGLE_DECK),
        Poker.SHIFT_MANAGER_DECIDES,
        ground_for_void=True,
    ),
    Incident.SHOE_SHORT: Irregularity(
        rulings.ground_for_void(Poker.SHOE_TOO_SHORT),
        Poker.SHIFT_MANAGER_DECIDES,
        ground_for_void=True,
    ),
    Incident.UNSHUFFLED: Irregularity(
        rulings.ground_for_void(Poker.NOT_SHUFFLED),
        Poker.SHIFT_MANAGER_DECIDES,
        ground_for_void=True,
    ),
    Incident.EXPOSED: Irregularity(
        rulings.exposed,
        Poker.SHIFT_MANAGER_DECIDES,
        keys=keys("cards", "seat", "card"),
        of_dealt_cards=True,
    ),
    Incident.FACE_UP: Irregularity(
        rulings.face_up,
        Poker.SHIFT_MANAGER_DECIDES,
        only_with_a_shoe=True,
    ),
    Incident.PLAYER_COUNT: Irregularity(
        rulings.player_count,
        Poker.SHIFT_MANAGER_DECIDES,
        keys=keys("seat", "reconstructable"),
        of_dealt_cards=True,
    ),
    Incident.HAND_LEFT_OUT: Irregularity(
        rulings.hands_wrong,
        Poker.SHIFT_MANAGER_DECIDES,
        keys=keys("reconstructable"),
        of_dealt_cards=True,
    ),
    Incident.EXTRA_HAND: Irregularity(
        rulings.hands_wrong,
        Poker.SHIFT_MANAGER_DECIDES,
        keys=keys("reconstructable"),
        of_dealt_cards=True,
    ),
    Incident.NO_BURN: Irregularity(
        rulings.no_burn,
        Poker.BURN_LEFT_OUT_RESTORED,
        decided_by=Rank.PIT_SUPERVISOR,
        keys=keys("street", "reconstructable", "other-cards-exposed", "shoe"),
        only_with_a_shoe=True,
        known_by=Poker.BURN_LEFT_OUT_RESTORED,
    ),
    Incident.EARLY_CARD: Irregularity(
        rulings.early_card,
        Poker.SHIFT_MANAGER_DECIDES,
        keys=keys("street", "shoe"),
        required=keys("street"),
        only_with_a_shoe=True,
    ),
    Incident.TOO_MANY: Irregularity(
        rulings.too_many,
        Poker.SHIFT_MANAGER_DECIDES,
        keys=keys("street", "reconstructable", "shoe"),
        required=keys("street"),
        only_with_a_shoe=True,
    ),
    Incident.OTHER: Irregularity(
        rulings.other,
        Poker.SHIFT_MANAGER_DECIDES,
        decided_by=Rank.SHIFT_MANAGER,
        keys=keys("ruling"),
        required=keys("ruling"),
    ),
}
"""A discretion of the House is the Pit Supervisor's. Where a paragraph itself voids or goes on, a report suffices."""
