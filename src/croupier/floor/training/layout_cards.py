"""Cards for layouts worth paying: good hands more often than by chance."""

import random
from collections.abc import Sequence

from croupier.floor.training.hands import (
    OF_FIVE,
    OF_THREE,
    Left,
    Maker,
    made,
    odd_cards,
    of_the_same_ranks,
    royal_flush,
    royal_of_spades,
)
from croupier.rules.cards import DECK, Card
from croupier.rules.games import HouseGame
from croupier.rules.games.house.dealing import To
from croupier.rules.games.reconstruction import Place
from croupier.rules.rulebook.model import Rulebook

LOW_CARDS_IN = 4
"""One dealer's hand in this many does not qualify, in games where that matters."""
SAME_IN = 6
"""One hand in this many has the same rank as the dealer's."""
SEVERAL_IN = 6
"""One layout in this many has several of the best hands."""

Wishes = dict[Place, Sequence[Card]]


def wishes(game: HouseGame, book: Rulebook, boxes: Sequence[int], chance: random.Random) -> Wishes:
    """Who gets which cards; the rest is random."""
    left = set(DECK)
    if game.board:
        return _with_a_board(boxes, left, chance)
    size = book.procedure.cards_in_hand
    makers = OF_FIVE if size > 3 else OF_THREE
    dealer = _dealers(game, book, left, chance, size)
    left -= set(dealer)
    wished: Wishes = {To.DEALER: dealer}
    several = chance.randrange(SEVERAL_IN) == 0
    for box in boxes:
        same = of_the_same_ranks(dealer, left, chance) if chance.randrange(SAME_IN) == 0 else None
        wished[box] = same or made(_maker(makers, chance, several=several), left, chance, size)
        left -= set(wished[box])
    return wished


def best_hand(game: HouseGame, book: Rulebook, box: int) -> Wishes:
    """The hand that wins the whole meter, in this box."""
    size = 5 if game.board else book.procedure.cards_in_hand
    cards = royal_of_spades(random.Random(0), size)
    return {box: cards[:2], "flop": cards[2:]} if game.board else {box: cards}


def _maker(makers: Sequence[Maker], chance: random.Random, *, several: bool) -> Maker:
    """Half of the hands are random; better ones are rarer. With several winners all are of the best."""
    if several:
        return royal_flush if chance.randrange(2) else makers[-2]
    if chance.randrange(2):
        return lambda chance, size: odd_cards(set(DECK), chance, size)
    return makers[min(chance.randrange(len(makers)), chance.randrange(len(makers)))]


def _dealers(game: HouseGame, book: Rulebook, left: Left, chance: random.Random, size: int) -> tuple[Card, ...]:
    qualifying = game.qualifies is None or chance.randrange(LOW_CARDS_IN) > 0
    while True:
        cards = odd_cards(left, chance, size)
        if game.qualifies is None or game.qualifies(book, cards) == qualifying:
            return cards


def _with_a_board(boxes: Sequence[int], left: set[Card], chance: random.Random) -> Wishes:
    """Hole cards that the Bonus pays, and sometimes a hand that the flop, turn or river completes."""
    wished: Wishes = {}

    def take(place: Place, cards: Sequence[Card]) -> None:
        wished[place] = (*wished.get(place, ()), *cards)
        left.difference_update(cards)

    lucky = chance.choice(boxes)
    match chance.randrange(5):
        case 0:
            aces = chance.sample([card for card in sorted(left) if card[0] == "A"], 4)
            take(lucky, aces[:2])
            take(To.DEALER, aces[2:])
        case 1 | 2:
            five = made(chance.choice(OF_FIVE[-3:]), left, chance, 5)
            own = chance.choice((2, 2, 1, 0))
            streets = ["flop", "flop", "flop", "turn", "river"]
            missing = streets[: 5 - own] if chance.randrange(2) else streets[own:]
            take(lucky, five[:own])
            for street, card in zip(missing, five[own:], strict=True):
                take(street, (card,))
    for box in boxes:
        if box not in wished and chance.randrange(2):
            take(box, chance.sample([card for card in sorted(left) if card[0] in "AKQJ"], 2))
    return wished
