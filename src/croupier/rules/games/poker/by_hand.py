"""Cards dealt by hand: each has a place, and no face until it is turned up and the dealer says what it is.

The betting needs no faces, so a round goes on without them up to the showdown. There the hands are turned up one after
the other, and a hand that its player may give up unseen is never named (R-45, R-138).
"""

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import listed, says
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import is_place, next_places
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker import showdown
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.dealing import DEALT_BY, cards_due, put_down, turn_over
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.table import DEALING, FOLLOWING, TURNED, BettingRound, PokerRound, PokerState
from croupier.rules.rulebook.model import Rulebook

_DECK = frozenset(DECK)


def street_due(state: PokerState) -> BettingRound | None:
    """The street that the dealer turns up and names next, at a table dealt by hand."""
    round_ = state.round
    if not state.table.dealt_by_hand or round_ is None or round_.phase is not DEALING or round_.one_card_first:
        return None
    return FOLLOWING[round_.betting_round] if round_.hands else None


def cards_on_street(round_: PokerRound, street: BettingRound) -> int:
    return TURNED[street] - round_.turned


def deal_face_down(book: Rulebook, draft: Draft, _: cmd.DealFaceDown) -> None:
    if not draft.state.table.dealt_by_hand:
        raise Refused(says("not-dealt-by-hand"), (book.cite(Poker.HOLE_CARDS_DEALT), ruling(96)))
    street, due = street_due(draft.state), cards_due(book, draft.state)
    if street is not None:
        raise Refused(says("name-the-board", due=cards_on_street(draft.round, street)), (book.cite(DEALT_BY[street]),))
    if not due:
        raise Refused(says("no-cards-due-now"), (ruling(138),))
    put_down(book, draft, _places(draft.round, due))


def _places(round_: PokerRound, number: int) -> tuple[Card, ...]:
    """The next places, after all that were ever given out: cards that were taken back leave theirs empty."""
    last = max([int(card[1:]) for card in round_.dealt if is_place(card)], default=0)
    return next_places(max(last, len(round_.dealt)), number)


def turn_up_street(book: Rulebook, draft: Draft, street: BettingRound, cards: tuple[Card, ...]) -> None:
    round_ = draft.round
    cites = (book.cite(DEALT_BY[street]),)
    due = cards_on_street(round_, street)
    if len(cards) != due:
        raise Refused(says("cards-due-there", due=due, given=len(cards)), cites)
    check_named(book, round_, cards)
    lying = round_.community[round_.turned : TURNED[street]]
    if lying:  # with the shuffler the board lies face down from the start
        draft.emit(ev.CardsNamed(lying, cards))
        turn_over(book, draft, street)
    else:
        burnt = _places(round_, cards_due(book, draft.state) - due)
        turn_over(book, draft, street, burnt, cards)


def check_named(book: Rulebook, round_: PokerRound, cards: tuple[Card, ...]) -> None:
    if not _DECK.issuperset(cards):
        raise Refused(says("named-no-card"), (book.cite(Poker.FOREIGN_CARD),))
    if len(set(cards)) < len(cards):
        raise Refused(says("card-named-twice"), (book.cite(Poker.SINGLE_DECK),))
    if lie := [card for card in cards if card in round_.dealt]:
        raise Refused(says("card-lies-already", cards=listed(lie)), (book.cite(Poker.SINGLE_DECK),))


def name_hand(book: Rulebook, draft: Draft, seat: int, cards: tuple[Card, ...], *cites: Citation) -> None:
    """Both hole cards of a hand that has been turned up; nothing at a table that knows its cards."""
    by_hand, there = draft.state.table.dealt_by_hand, draft.round.hands[seat]
    if not by_hand:
        if cards:
            raise Refused(says("not-dealt-by-hand"), (book.cite(Poker.HOLE_CARDS_DEALT), ruling(96)))
        return
    if len(cards) != len(there):
        raise Refused(says("cards-due-there", due=len(there), given=len(cards)), (*cites, ruling(138)))
    check_named(book, draft.round, cards)
    draft.emit(ev.CardsNamed(there, cards, seat))


def asked_to_show(book: Rulebook, state: PokerState, seat: int) -> tuple[Citation, ...]:
    """Why this hand is to be turned up now, at a table dealt by hand; nothing if it is not.

    Another order than that of 3.11.2 is recorded (R-138). Where nobody has an option left, a hand may be turned up
    though board cards are still to come (1.17, 3.11).
    """
    for place, each in enumerate(showdown.to_show(book, state)):
        if each.seat == seat:
            return (*each.cites, ruling(138)) if place else each.cites
    round_ = state.round
    if round_ is None or not state.table.dealt_by_hand or round_.phase is not DEALING:
        return ()
    if seat not in round_.live() or not betting_is_over(state, round_):
        return ()
    return (*book.cite_all(showdown.PLAYED_OUT), ruling(35), ruling(138))


def betting_is_over(state: PokerState, round_: PokerRound) -> bool:
    """Nobody has an option left, though cards of the board are still to come."""
    live = round_.live()
    return bool(round_.hands) and len(live) > 1 and showdown.played_out(state, live)


def muck_hand(book: Rulebook, draft: Draft, command: cmd.MuckHand) -> None:
    state, seat = draft.state, command.seat
    if not state.table.dealt_by_hand:
        raise Refused(says("mucked-by-rule"), (book.cite(Poker.EQUAL_OR_BETTER_SHOWN), ruling(35)))
    due = {each.seat: each for each in showdown.to_show(book, state)}
    if seat not in due:
        raise Refused(says("nothing-to-muck", seat=seat), (ruling(138),))
    if not due[seat].may_muck:
        raise Refused(says("must-show", seat=seat), (*due[seat].cites, ruling(138)))
    draft.emit(ev.HandMucked(seat, (book.cite(Poker.EQUAL_OR_BETTER_SHOWN), ruling(35), ruling(138))))


def show_what_lies_open(book: Rulebook, draft: Draft) -> None:
    """The showdown begins: a hand that was turned up before needs nobody to name it again."""
    for due in showdown.to_show(book, draft.state):
        if not is_place(draft.round.hands[due.seat][0]):
            draft.emit(ev.HandShown(due.seat, due.cites))


def check_all_shown(book: Rulebook, state: PokerState) -> None:
    if due := showdown.to_show(book, state):
        why = says("hands-to-show", seats=listed(each.seat for each in due))
        raise Refused(why, (*due[0].cites, ruling(138)))


def set_aside(book: Rulebook, draft: Draft, seat: int, card: Card | None) -> Card:
    """The exposed card of a hand: its face if the report names it, otherwise its place."""
    there = draft.round.hands[seat]
    place = next((each for each in there if is_place(each)), None)
    if card is None or place is None or card in there:
        return card or there[0]
    check_named(book, draft.round, (card,))
    draft.emit(ev.CardsNamed((place,), (card,), seat))
    return card
