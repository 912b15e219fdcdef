"""Corrections at poker tables with real cards: cards that were read wrongly (R-110, R-111), and chips that were pushed
otherwise than the pots were given out (R-112)."""

from collections.abc import Mapping

from croupier.base.actors import Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.games.common import Ruled
from croupier.rules.games.irregularity import Irregularity, keys
from croupier.rules.games.poker import card_corrections, pots, showdown
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.presence import check_between_rounds, seat_taken
from croupier.rules.games.poker.ranks import check_rank
from croupier.rules.games.poker.table import FIRST, SETTLED, TURNED, BettingRound, PokerRound
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

ENTRY, PAYMENT = "entry", "payment"


def correct_entry(book: Rulebook, draft: Draft, command: cmd.CorrectEntry) -> bool:
    """After the payments the pots are given out again (R-5); before them a board card is put right that somebody has
    decided against. Returns whether the betting round is played again."""
    round_ = draft.state.round
    cites: tuple[Citation, ...] = (ruling(110),)
    if round_ is None or round_.void:
        raise Refused(says("no-payments-due"), cites)
    card_corrections.check_hands(book, draft.state, command.lie)
    if round_.phase is SETTLED:
        cites = (ruling(110), ruling(5), ruling(107))
        check_rank(command.by, Rank.PIT_SUPERVISOR, *cites)
        _rule(draft, command, cites)
        card_corrections.correct(book, draft, command.lie, cites)
        _give_out_again(book, draft, cites)
        return False
    if not card_corrections.decided_against(round_, command.lie):
        raise Refused(says("name-cards-again"), cites)
    cites = (ruling(111),)
    check_rank(command.by, Rank.PIT_SUPERVISOR, *cites)
    if command.again:
        _check_played_again(round_, command, cites)
    _rule(draft, command, cites)
    card_corrections.correct(book, draft, command.lie, cites)
    if command.again:
        draft.emit(ev.BettingTakenBack(draft.round.betting_round, cites))
    return command.again


def _rule(draft: Draft, command: cmd.CorrectEntry, cites: tuple[Citation, ...]) -> None:
    ruled = Ruled(ENTRY, "corrected", cites, by=command.by, reason=command.reason, alone=command.alone)
    draft.emit(ev.IrregularityRuled(ruled))


def _check_played_again(round_: PokerRound, command: cmd.CorrectEntry, cites: tuple[Citation, ...]) -> None:
    """Only the betting round in which that card was turned up, before anything followed it."""
    street, changed = round_.betting_round, card_corrections.changed_from(round_, command.lie)
    earlier = street is FIRST or changed is None or changed < TURNED[BettingRound(street - 1)]
    if earlier or round_.shown or round_.turned_up:
        raise Refused(says("betting-not-again"), cites)


def _give_out_again(book: Rulebook, draft: Draft, cites: tuple[Citation, ...]) -> None:
    """The rake stays, for the pots are as large as they were."""
    round_, then = draft.round, card_corrections.before_the_payments(draft.state)
    live = round_.live()
    strength = showdown.strengths(round_, live) if len(live) > 1 else {}
    found = pots.pots(then, live, round_.contributions())
    draft.emit(ev.PotsGivenOutAgain(pots.give_out(book, then, found, strength, round_.pots), cites))


def record_payment(_: Rulebook, draft: Draft, command: cmd.RecordPayment) -> None:
    cites, round_ = (ruling(112),), draft.state.round
    check_rank(command.by, Rank.DEALER, *cites)
    if round_ is None or round_.phase is not SETTLED or command.seat not in round_.order:
        raise Refused(says("not-paid-yet"), cites)
    due = due_to(round_, command.seat)
    if command.paid == due:
        raise Refused(says("seat-paid-what-was-due", seat=command.seat), cites)
    draft.emit(ev.IrregularityRuled(Ruled(PAYMENT, "recorded", cites, by=command.by, reason=command.reason)))
    draft.emit(ev.PaymentRecorded(command.seat, command.paid, due, cites))


def give_back(book: Rulebook, draft: Draft, command: cmd.GiveBack) -> None:
    """No player reduces the stake here: the chips were never theirs."""
    seat = seat_taken(book, draft.state, command.seat)
    check_between_rounds(book, draft.state, says("stake-between-rounds"), Poker.TOP_UP_BETWEEN_ROUNDS)
    if not 0 < command.amount <= seat.stack:
        raise Refused(says("chips-stay"), (book.cite(Poker.STAKE_NEVER_REDUCED), ruling(118)))
    draft.emit(ev.StakeGivenBack(command.seat, command.amount, (ruling(118),)))


def due_to(round_: PokerRound, seat: int) -> Cents:
    """What the seat has won of the pots."""
    return Cents(sum(pot.won.get(seat, 0) for pot in round_.pots))


CORRECTIONS: Mapping[str, Irregularity] = {
    ENTRY: Irregularity(
        correct_entry,
        Poker.BEST_HAND_WINS,
        decided_by=Rank.PIT_SUPERVISOR,
        beside=(ruling(110),),
        keys=keys("seat", "hand", "board", "again", "round", "due"),
    ),
    PAYMENT: Irregularity(
        record_payment,
        Poker.BEST_HAND_WINS,
        beside=(ruling(112),),
        keys=keys("seat", "paid"),
        required=keys("seat", "paid"),
    ),
}
