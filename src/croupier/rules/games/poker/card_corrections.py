"""Corrects cards that a device misread: the cards on the table count (R-110, R-111).

The dealer names a hand again in the pause before the payments, and a board card until somebody has decided against it.
No answer depends on cards that lie face down, but for a refusal that is marked so (`tells_cards`).
"""

from msgspec.structs import replace

from croupier.base.actors import PUBLIC
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.limits import NAMED_AGAIN
from croupier.base.sentences import says
from croupier.rules.cards import DECK, Card
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker import pots, showdown
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import Lies, NameCards
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.table import SETTLED, SETTLING, PokerRound, PokerState
from croupier.rules.games.poker.view import sees
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

_DECK = frozenset(DECK)
_CITES: tuple[Citation, ...] = (ruling(110),)


def name_cards(book: Rulebook, draft: Draft, command: NameCards) -> None:
    """By the dealer: nothing that somebody has decided against, and nothing that is paid."""
    round_ = draft.state.round
    if round_ is None or round_.over:
        raise Refused(says("named-again-only-before-payment"), _CITES)
    if draft.state.table.dealt_by_hand and not round_.turned and any(each.seat is None for each in command.lie):
        raise Refused(says("board-not-due"), (ruling(138),))
    check_hands(book, draft.state, command.lie)
    if decided_against(round_, command.lie):
        raise Refused(says("decided-against-it"), (ruling(111),))
    correct(book, draft, command.lie, _CITES)


def check_hands(book: Rulebook, state: PokerState, lie: tuple[Lies, ...]) -> None:
    """A hand is named when nothing is left to decide; one that was folded never is."""
    round_ = state.round
    assert round_ is not None
    due = {each.seat for each in showdown.to_show(book, state)}
    for each in lie:
        if each.seat is None:
            continue
        if each.seat not in round_.hands:
            raise Refused(says("seat-without-hand", seat=each.seat), _CITES)
        if round_.phase not in (SETTLING, SETTLED):
            raise Refused(says("hand-named-only-in-pause"), _CITES)
        if each.seat in round_.folded:
            raise Refused(says("seat-folded", seat=each.seat), _CITES)
        if each.seat in due:
            raise Refused(says("not-shown-yet", seat=each.seat), (*_CITES, ruling(138)))


def changed_from(round_: PokerRound, lie: tuple[Lies, ...]) -> int | None:
    """How many board cards come before the first one that was read wrongly; None if all are right."""
    board = next((each.cards for each in lie if each.seat is None), round_.board)
    return next((place for place, card in enumerate(round_.board) if card not in board), None)


def decided_against(round_: PokerRound, lie: tuple[Lies, ...]) -> bool:
    """Somebody has acted in sight of a board card that is another (R-111)."""
    changed = changed_from(round_, lie)
    return changed is not None and changed < round_.decided_on


def correct(book: Rulebook, draft: Draft, lie: tuple[Lies, ...], cites: tuple[Citation, ...]) -> None:
    """Corrects for somebody who may. The named cards are open from now on, even those that were read right."""
    moved = _moved(book, draft.state, draft.round, lie)
    seats = tuple(each.seat for each in lie if each.seat is not None)
    if moved:
        board = len(seats) < len(lie)
        draft.emit(ev.CardsLie(tuple(moved), tuple(moved.values()), cites, seats, board))
    _show(book, draft, seats)


def _moved(book: Rulebook, state: PokerState, round_: PokerRound, lie: tuple[Lies, ...]) -> dict[Card, Card]:
    """The card on the table for each card that was read."""
    if not lie or len({each.seat for each in lie}) < len(lie):
        raise Refused(says("name-each-hand-once"), _CITES)
    if round_.named_again >= NAMED_AGAIN:
        raise Refused(says("named-again-too-often", times=round_.named_again))
    single = (*_CITES, book.cite(Poker.SINGLE_DECK))
    moved: dict[Card, Card] = {}
    for each in lie:
        there = round_.board if each.seat is None else round_.hands[each.seat]
        if not _DECK.issuperset(each.cards):
            raise Refused(says("named-no-card"), (book.cite(Poker.FOREIGN_CARD),))
        if len(set(each.cards)) < len(each.cards):
            raise Refused(says("card-named-twice"), single)
        if len(each.cards) != len(there):
            raise Refused(says("cards-lie-there", lie=len(there), given=len(each.cards)), _CITES)
        others = iter([card for card in each.cards if card not in there])  # what stays, stays in its place
        moved |= {card: next(others) for card in there if card not in each.cards}
    public = sees(state, PUBLIC)
    elsewhere = {*round_.dealt, *round_.community}.difference(moved).intersection(moved.values())
    if len({*moved.values()}) < len(moved) or not public.isdisjoint(elsewhere):
        raise Refused(says("card-lies-elsewhere"), single)
    if elsewhere:
        raise Refused(says("card-lies-elsewhere"), single, tells_cards=True)
    if not moved and all(public.issuperset(each.cards) for each in lie):
        raise Refused(says("read-so"), _CITES)
    return moved


def before_the_payments(state: PokerState) -> PokerState:
    """With everybody who was dealt in, as their chips were when nothing was left to decide."""
    round_ = state.round
    assert round_ is not None
    if round_.phase is not SETTLED:
        return state
    dealt_in = ((seat, round_.opening.seats[seat]) for seat in sorted(round_.order))
    seats = {seat: replace(then, stack=Cents(then.stack - round_.put_in(seat))) for seat, then in dealt_in}
    return replace(state, seats=seats)


def _show(book: Rulebook, draft: Draft, named: tuple[int, ...]) -> None:
    """Players who have to show with the corrected cards do so (3.11.2), and so do those whose hand was named."""
    round_ = draft.round
    if round_.phase not in (SETTLING, SETTLED):
        return
    live, by_hand = round_.live(), draft.state.table.dealt_by_hand
    if len(live) > 1 and not by_hand:
        then = before_the_payments(draft.state)
        strength = showdown.strengths(round_, live)
        found = pots.pots(then, live, round_.contributions())
        for seat, cites in showdown.hands_shown(book, then, found, strength):
            if seat not in round_.shown:
                draft.emit(ev.HandShown(seat, cites))
    for seat in named:
        if seat in (*draft.round.shown, *draft.round.turned_up):
            continue
        if by_hand and len(live) > 1:  # it was entered as given up
            draft.emit(ev.HandShown(seat, _CITES))
        else:
            draft.emit(ev.HandTurnedUp(seat, _CITES))
