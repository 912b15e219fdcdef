"""Cards leave the device, and betting rounds begin on them (3.9, 3.10)."""

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.cards import DECK, Card
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.table import (
    DEALING,
    FIRST,
    FOLLOWING,
    FOURTH,
    SECOND,
    THIRD,
    TURNED,
    BettingRound,
    PokerRound,
    PokerState,
)
from croupier.rules.games.poker.turns import NOBODY, clockwise, next_to_act
from croupier.rules.money import NOTHING
from croupier.rules.rulebook.model import Device, Rulebook

_DECK = frozenset(DECK)

STREET = {SECOND: "flop", THIRD: "turn", FOURTH: "river"}
DEALT_BY = {SECOND: Poker.FLOP_DEALT, THIRD: Poker.TURN_DEALT, FOURTH: Poker.RIVER_DEALT}


def cards_due(book: Rulebook, state: PokerState) -> int:
    """How many cards the dealer needs from the device now."""
    round_ = state.round
    if round_ is None or round_.phase is not DEALING:
        return 0
    if round_.one_card_first:
        return 1
    if round_.hands:
        street = FOLLOWING[round_.betting_round]
        return (STREET[street] in book.procedure.burn_before) + TURNED[street] - round_.turned
    hole = book.procedure.cards_in_hand * len(round_.order)
    if state.table.device is Device.SHUFFLER:
        return hole + 5
    return hole + ("hole-cards" in book.procedure.burn_before)


def deal_cards(book: Rulebook, draft: Draft, command: cmd.DealCards) -> None:
    due = cards_due(book, draft.state)
    round_ = draft.state.round
    if not due or round_ is None:
        raise Refused(says("no-cards-due-now"))
    if draft.state.table.dealt_by_hand:
        raise Refused(says("dealt-by-hand-here"), (ruling(96),))
    if len(command.cards) != due:
        raise Refused(says("cards-due-from-device", due=due, given=len(command.cards)))
    if not _DECK.issuperset(command.cards):
        raise Refused(says("device-gave-no-card"), (book.cite(Poker.FOREIGN_CARD),))
    different = set(command.cards)
    if len(different) < due or not different.isdisjoint(round_.dealt):
        raise Refused(says("card-came-twice"), (book.cite(Poker.SINGLE_DECK),))
    put_down(book, draft, command.cards)


def put_down(book: Rulebook, draft: Draft, cards: tuple[Card, ...]) -> None:
    """The cards that are due, each where it belongs."""
    round_ = draft.round
    if round_.replacing is not None:
        draft.emit(ev.ReplacementDealt(round_.replacing, cards[0]))
    elif round_.setting_aside:
        draft.emit(ev.FaceUpCardSetAside(cards[0]))
    elif round_.hands:
        street = FOLLOWING[round_.betting_round]
        burn = int(STREET[street] in book.procedure.burn_before)
        turn_over(book, draft, street, cards[:burn], cards[burn:])
    else:
        draft.emit(hole_cards(book, draft.state, round_, cards))
        open_betting(book, draft, FIRST)


def hole_cards(book: Rulebook, state: PokerState, round_: PokerRound, cards: tuple[Card, ...]) -> ev.HoleCardsDealt:
    """From the shoe one at a time from the left of the button; from the shuffler the board first, then sets."""
    each, order = book.procedure.cards_in_hand, round_.order
    if state.table.device is Device.SHUFFLER:
        community, rest = cards[:5], cards[5:]
        hands = {seat: rest[each * place : each * (place + 1)] for place, seat in enumerate(order)}
        cites = book.cite_all((Poker.COMMUNITY_SET_DEALT, Poker.HOLE_CARDS_DEALT))
        return ev.HoleCardsDealt(cards, (), hands, community, cites)
    burn = int("hole-cards" in book.procedure.burn_before)
    hands = {seat: cards[burn + place :: len(order)] for place, seat in enumerate(order)}
    clauses = [Poker.HOLE_CARDS_DEALT, Poker.BUTTON_IS_DEALT_LAST]
    if burn:
        clauses.append(Poker.BURN_BEFORE_HOLE_CARDS)
    return ev.HoleCardsDealt(cards, cards[:burn], hands, (), book.cite_all(clauses))


def turn_over(
    book: Rulebook, draft: Draft, street: BettingRound, burnt: tuple[Card, ...] = (), community: tuple[Card, ...] = ()
) -> None:
    dealt = book.cite(DEALT_BY[street])
    cites = (dealt, book.cite(Poker.BURNT_CARD_DISCARDED)) if burnt else (dealt,)
    draft.emit(ev.CommunityTurned(street, TURNED[street], burnt, community, cites))
    open_betting(book, draft, street)


def open_betting(book: Rulebook, draft: Draft, street: BettingRound) -> None:
    """Asks the first player who can act; if nobody can, there is no betting round (R-68)."""
    state, round_ = draft.state, draft.round
    big_blind = state.table.big_blind
    price = big_blind if street is FIRST else NOTHING
    start = round_.big_blind if street is FIRST else round_.button
    first = next_to_act(state, clockwise(round_.order, start), price, NOBODY)
    if first is not None:
        cite = book.cite(_opened_by(round_, street))
        draft.emit(ev.BettingOpened(street, price, big_blind, first, (cite,)))


def _opened_by(round_: PokerRound, street: BettingRound) -> str:
    if street is FIRST:
        two = round_.small_blind == round_.button
        return Poker.TWO_PLAYER_FIRST_TO_ACT if two else Poker.FIRST_ROUND_OPTIONS
    return Poker.LATER_ROUND_OPTIONS if street is SECOND else Poker.LATER_ROUNDS_ALIKE
