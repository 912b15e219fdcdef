"""Every irregularity that the house-banked games know, a row for each, and how a report of one is answered."""

from collections.abc import Mapping

from croupier.base.actors import Rank
from croupier.base.citation import ruling
from croupier.rules.games.common import check_room_for_report
from croupier.rules.games.house import rulings
from croupier.rules.games.house.by_hand import with_cards
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import Incident, ReportIrregularity
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.reports import Game, check_report
from croupier.rules.games.house.table import Phase
from croupier.rules.games.irregularity import Irregularity, keys
from croupier.rules.rulebook.model import Rulebook


def rule_on(book: Rulebook, draft: Draft, report: ReportIrregularity, game: Game) -> None:
    row = IRREGULARITIES[report.incident]
    if report.first or report.second or report.card:
        report = with_cards(draft, report)
    check_report(book, draft.round, report, game, row)
    urgent = report.void or row.of_the_jackpot
    check_room_for_report(len(draft.round.incidents), report.reason, must_be_heard=urgent)
    if row.of_dealt_cards and not draft.round.dealt:  # of the round before
        rulings.ruled(draft, report, "none", book.cite(House.NOTICED_TOO_LATE))
    elif draft.round.phase is Phase.VOID and not row.of_the_jackpot:
        rulings.ruled(draft, report, "none", ruling(50))
    else:
        row.rule(book, draft, report, game)


IRREGULARITIES: Mapping[Incident, Irregularity] = {
    Incident.INTERRUPTION: Irregularity(
        rulings.interruption,
        House.OUTCOME_ESTABLISHED,
    ),
    Incident.FOREIGN_CARD: Irregularity(
        rulings.ground_for_void(House.FOREIGN_CARD),
        House.FOREIGN_CARD,
    ),
    Incident.DECK_COUNT: Irregularity(
        rulings.ground_for_void(House.DECK_COUNT_WRONG, House.SINGLE_DECK),
        House.DECK_COUNT_WRONG,
    ),
    Incident.SHOE_SHORT: Irregularity(
        rulings.ground_for_void(House.SHOE_TOO_SHORT),
        House.SHOE_TOO_SHORT,
    ),
    Incident.UNSHUFFLED: Irregularity(
        rulings.ground_for_void(House.NOT_SHUFFLED),
        House.NOT_SHUFFLED,
    ),
    Incident.EXPOSED: Irregularity(
        rulings.exposed,
        House.TWO_CARDS_EXPOSED,
        keys=keys("cards", "box", "dealer", "card"),
        of_dealt_cards=True,
    ),
    Incident.FACE_UP: Irregularity(
        rulings.face_up,
        House.FACE_UP_IN_SHOE,
    ),
    Incident.MISDEALT: Irregularity(
        rulings.misdealt,
        House.DEALT_INCORRECTLY,
        keys=keys("hands-movable", "box"),
        of_dealt_cards=True,
    ),
    Incident.NO_BURN: Irregularity(  # whether the cards can be put right is at the House's discretion
        rulings.no_burn,
        House.BURN_LEFT_OUT,
        decided_by=Rank.PIT_SUPERVISOR,
        keys=keys("reconstructable"),
        only_with_a_shoe=True,
        of_dealt_cards=True,
    ),
    Incident.SIMULTANEOUS: Irregularity(
        rulings.simultaneous,
        House.DRAWN_TOGETHER,
        decided_by=Rank.PIT_SUPERVISOR,
        keys=keys("first", "second"),
        required=keys("first", "second"),
        only_with_a_shoe=True,
        of_dealt_cards=True,
    ),
    Incident.DEALING_ERROR: Irregularity(
        rulings.dealing_error,
        House.DEALING_ERROR,
        keys=keys("reconstructable", "box"),
        of_dealt_cards=True,
    ),
    Incident.PLAYER_COUNT: Irregularity(
        rulings.player_count,
        House.PLAYER_COUNT_WRONG,
        keys=keys("box", "reconstructable"),
        required=keys("box"),
        of_dealt_cards=True,
        undoes_settlement=True,
    ),
    Incident.DEALER_COUNT: Irregularity(
        rulings.dealer_count,
        House.DEALER_COUNT_WRONG,
        keys=keys("reconstructable"),
        of_dealt_cards=True,
        undoes_settlement=True,
    ),
    Incident.COMMUNITY_COUNT: Irregularity(
        rulings.dealer_count,
        House.DEALER_COUNT_WRONG,
        keys=keys("reconstructable"),
        of_dealt_cards=True,
        undoes_settlement=True,
    ),
    Incident.EXTRA_LOOK: Irregularity(
        rulings.extra_look,
        House.EXTRA_HAND_EXAMINED,
        decided_by=Rank.PIT_SUPERVISOR,
        keys=keys("box", "intentional"),
        required=keys("box"),
        of_dealt_cards=True,
    ),
    Incident.JACKPOT_DOWN: Irregularity(
        rulings.jackpot_down,
        House.JACKPOT_DOWN_UNSEEN,
        keys=keys("policy", "box"),
        of_the_jackpot=True,
    ),
    Incident.JACKPOT_UP: Irregularity(  # it ends what the House has decided for the rounds since the failure
        rulings.jackpot_up,
        House.AFTER_JACKPOT_DOWN,
        decided_by=Rank.PIT_SUPERVISOR,
        beside=(ruling(103),),
        of_the_jackpot=True,
    ),
    Incident.OTHER: Irregularity(
        rulings.other,
        House.SHIFT_MANAGER_DECIDES,
        decided_by=Rank.SHIFT_MANAGER,
        keys=keys("ruling"),
        required=keys("ruling"),
    ),
}
"""Where a paragraph decides by itself, a dealer's report suffices (R-101)."""
