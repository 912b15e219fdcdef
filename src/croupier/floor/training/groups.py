"""Groups the paragraphs of a book by subject, as a class learns them. Its clauses decide to which group a paragraph
belongs."""

from collections.abc import Mapping
from functools import cache

from croupier.base.citation import Citation
from croupier.floor.training.paragraphs import PAY, RULING, all_paragraphs
from croupier.rules.games.casino_stud.clauses import CasinoStud
from croupier.rules.games.house.clauses import House
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.rulebook.load import load

PAYMENTS, REST = "payments", "rest"

CLAUSES: Mapping[str, frozenset[str]] = {
    "bets": frozenset(
        {
            *(House.EXCESS_REJECTED, House.EXCESS_UNNOTICED, House.BELOW_MINIMUM, House.BELOW_MINIMUM_UNNOTICED),
            *(House.OVERSIZED_BET, House.UNDERSIZED_BET, House.JACKPOT_WITHOUT_ANTE, House.LATE_BETS_REFUSED),
            House.LAYOUT_AT_THE_CLOSE,
        }
    ),
    "deal": frozenset(
        {
            *(House.TWO_CARDS_EXPOSED, House.DEALT_INCORRECTLY, House.DEALER_COUNT_WRONG, House.BURN_LEFT_OUT),
            *(House.DEALING_ERROR, House.CONTINUE_AS_DEALT, House.CONTINUE_RECONSTRUCTED),
            *(House.BET_RETURNED_ON_REQUEST, House.EXPOSED_AFTER_SEEN, House.FACE_UP_IN_SHOE),
            *(House.DRAWN_TOGETHER, House.DRAWN_TOGETHER_IS_AN_ERROR, House.PLAYER_COUNT_WRONG),
            CasinoStud.DEALER_CARD_EXPOSED,
            *(Poker.PLAYER_COUNT_WRONG_SEEN, Poker.HANDS_WRONG_UNRESTORABLE, Poker.HANDS_WRONG_SEEN),
            *(Poker.EXPOSED_CARD_DISCARDED, Poker.FIRST_BURN_LEFT_OUT_RESTORED, Poker.FIRST_BURN_LEFT_OUT_VOIDS),
        }
    ),
    "board": frozenset(
        {
            *(Poker.BURN_LEFT_OUT_RESTORED, Poker.BURN_LEFT_OUT_RESHUFFLED, Poker.BURN_LEFT_OUT_BETS_RETURNED),
            *(Poker.BURN_LEFT_OUT_FOLD_STANDS, Poker.EARLY_FLOP_TAKEN_BACK, Poker.EXTRA_FLOP_TAKEN_BACK),
            *(Poker.EXTRA_TURN_TAKEN_BACK, Poker.EXTRA_RIVER_TAKEN_BACK, Poker.EARLY_TURN_RIVER_TAKEN_BACK),
        }
    ),
    "players": frozenset(
        {
            *(House.HAND_NOT_SHOWN, House.WALKED_AWAY_UNDECIDED, House.WALKED_AWAY_DECIDED, House.EXTRA_HAND_EXAMINED),
            *(Poker.OUT_OF_TURN_RETRACTED, Poker.OUT_OF_TURN_AFTER_CHECK, Poker.OUT_OF_TURN_NO_RAISE),
            *(Poker.OUT_OF_TURN_LARGER_BET, Poker.OUT_OF_TURN_BET_FORFEITED, Poker.OUT_OF_TURN_AFTER_FOLD),
            Poker.EARLY_EXPOSURE_FOLDS,
        }
    ),
    "seats": frozenset(
        {
            *(Poker.NEW_PLAYER_POSTS, Poker.FIRST_ORBIT_JOINS_FREE, Poker.RELOCATED_JOINS_FREE),
            *(Poker.MISSED_BLINDS_BOTH_PAID, Poker.TWO_MISSED_TURNS_GONE, Poker.MISSED_SMALL_BACK_ON_BUTTON),
            *(Poker.WAIT_FOR_BUTTON_TO_PASS, Poker.MISSED_SMALL_BACK_ELSEWHERE, Poker.MISSED_SMALL_BACK_AT_BIG),
            *(Poker.MISSED_BOTH_BACK_AT_BIG, Poker.ABSENT_SMALL_BLIND, Poker.BUTTON_ON_EMPTY_SEAT),
            *(Poker.ABSENT_BIG_BLIND, Poker.MISSED_BLIND_MARK_STAYS),
        }
    ),
    "jackpot": frozenset(
        {
            *(House.JACKPOT_DOWN_UNSEEN, House.JACKPOT_DOWN_SEEN, House.AFTER_JACKPOT_DOWN, House.CLOSE_THE_TABLE),
            *(House.DISALLOW_THE_BOX, House.WITHOUT_JACKPOT),
        }
    ),
    "deck": frozenset({House.FOREIGN_CARD, House.DECK_COUNT_WRONG, House.SHOE_TOO_SHORT, House.NOT_SHUFFLED}),
    REST: frozenset(
        {
            *(House.OUTCOME_ESTABLISHED, House.NO_OUTCOME_ESTABLISHED, House.NOTICED_TOO_LATE),
            *(House.VOID_RETURNS_BETS, House.SHIFT_MANAGER_DECIDES, Poker.EARLIER_ROUNDS_STAND),
        }
    ),
}
"""Clauses of rulings, by group. Payments are a group of their own."""


@cache
def groups(book: str) -> Mapping[str, tuple[Citation, ...]]:
    """By group, in the order of a round: the paragraphs that drills ask about. A clause that no group names: `REST`."""
    clauses: dict[str, set[str]] = {}
    for clause, by_device in load(book).clauses.items():
        for paragraph in by_device.values():
            clauses.setdefault(paragraph, set()).add(clause)
    found: dict[str, list[Citation]] = {group: [] for group in CLAUSES}
    for cite in all_paragraphs(book, RULING):
        named = (group for group, several in CLAUSES.items() if several & clauses.get(cite, set()))
        found[next(named, REST)].append(cite)
    found[PAYMENTS] = all_paragraphs(book, PAY)
    return {group: tuple(cites) for group, cites in found.items() if cites}


@cache
def group_of(book: str, paragraph: str) -> str:
    """The group of a paragraph; empty if no drill asks about it."""
    return next((group for group, cites in groups(book).items() if paragraph in cites), "")
