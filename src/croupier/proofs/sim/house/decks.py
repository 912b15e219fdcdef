"""Stacked decks, in which rare things are frequent."""

import random

from croupier.proofs.sim.house.account import Setup
from croupier.proofs.sim.house.hands import DECK, RANKS, SUITS

Cards = list[str]


class Stack:
    """Hands, the dealer's hand and the board as they are to be dealt; what is left open is filled up by chance."""

    def __init__(self, chance: random.Random, hands: int, size: int) -> None:
        self.chance = chance
        self.size = size
        self.hands: list[Cards] = [[] for _ in range(hands)]
        self.dealer: Cards = []
        self.board: Cards = []
        self.used: set[str] = set()

    def put(self, place: Cards, *cards: str) -> bool:
        if place or self.used.intersection(cards) or len(set(cards)) < len(cards):
            return False
        place += cards
        self.used.update(cards)
        return True

    def somebody(self) -> Cards:
        return self.chance.choice(self.hands)

    def suit(self) -> str:
        return self.chance.choice(SUITS)

    def of_suit(self, ranks: str, suit: str) -> list[str]:
        cards = [rank + suit for rank in ranks]
        self.chance.shuffle(cards)
        return cards

    def of_suits(self, ranks: str) -> list[str]:
        """These ranks, in suits as they come, not all of one suit."""
        while True:
            cards = [rank + self.suit() for rank in ranks]
            if len(set(cards)) == len(cards) and len({card[1] for card in cards}) > 1:
                return cards

    def order(self, device: str, holdem: bool) -> tuple[str, ...]:
        rest = [card for card in DECK if card not in self.used]
        self.chance.shuffle(rest)
        for place, size in (*((hand, self.size) for hand in self.hands), (self.dealer, self.size)):
            while len(place) < size:
                place.append(rest.pop())
        while holdem and len(self.board) < 5:
            self.board.append(rest.pop())
        if device == "shuffler":
            sets = [card for place in (*self.hands, self.dealer) for card in place]
            return (*self.board, *sets, *rest)
        if not holdem:
            places = (*self.hands, self.dealer)
            return (rest.pop(), *(place[turn] for turn in range(self.size) for place in places), *rest)
        hole = [place[turn] for turn in range(2) for place in self.hands]
        flop, turn, river = self.board[:3], self.board[3], self.board[4]
        return (rest.pop(), *hole, rest.pop(), *flop, rest.pop(), turn, rest.pop(), river, *self.dealer, *rest)


def runs(length: int) -> list[str]:
    ranks = "A" + RANKS
    return [ranks[start : start + length] for start in range(len(ranks) - length + 1)]


def deck_for(setup: Setup, chance: random.Random, hands: int, luck: float) -> tuple[str, ...]:
    """A deck for this many hands; `luck` is how often something rare is dealt."""
    holdem = setup.game == "progressive-holdem"
    size = {"three-card-poker": 3, "casino-stud": 5}.get(setup.game, 2)
    stack = Stack(chance, max(hands, 1), size)
    while chance.random() < luck:
        chance.choice(THEMES[setup.game])(stack)
    return stack.order(setup.device, holdem)


# 3 Card Poker


def three_akq(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suit("AKQ", stack.chance.choice("ssscdh")))


def three_two_akq(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suit("AKQ", "s"))
    stack.put(stack.somebody(), *stack.of_suit("AKQ", stack.chance.choice("cdh")))


def three_straight_flush(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suit(stack.chance.choice(runs(3)), stack.suit()))


def three_of_a_kind(stack: Stack) -> None:
    rank = stack.chance.choice(RANKS)
    stack.put(stack.somebody(), *(rank + suit for suit in stack.chance.sample(SUITS, 3)))


def three_straight(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suits(stack.chance.choice(runs(3))))


def three_flush(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suit("".join(stack.chance.sample(RANKS, 3)), stack.suit()))


def three_dealer(stack: Stack) -> None:
    """Around the qualifying hand: Jack high, Queen high, Ace high, a low pair, a straight with the Ace low."""
    ranks = stack.chance.choice(("JT8", "J93", "Q32", "Q42", "AK2", "A94", "K32", "223", "32A", "QJ9"))
    stack.put(stack.dealer, *stack.of_suits(ranks))


def three_same(stack: Stack) -> None:
    ranks = stack.chance.choice(("AK9", "Q72", "QJ9", "KK4", "55A", "32A", "QJT", "J86"))
    stack.put(stack.dealer, *stack.of_suits(ranks))
    stack.put(stack.somebody(), *stack.of_suits(ranks))


# Casino Stud


def stud_royal(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suit("AKQJT", stack.suit()))


def stud_straight_flush(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suit(stack.chance.choice(runs(5)[:-1]), stack.suit()))


def stud_four(stack: Stack) -> None:
    rank, other = stack.chance.sample(RANKS, 2)
    stack.put(stack.somebody(), *(rank + suit for suit in SUITS), other + stack.suit())


def stud_full_house(stack: Stack) -> None:
    three, two = stack.chance.sample(RANKS, 2)
    suits = stack.chance.sample(SUITS, 3)
    stack.put(
        stack.somebody(), *(three + suit for suit in suits), *(two + suit for suit in stack.chance.sample(SUITS, 2))
    )


def stud_flush(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suit("".join(stack.chance.sample(RANKS, 5)), stack.suit()))


def stud_straight(stack: Stack) -> None:
    stack.put(stack.somebody(), *stack.of_suits(stack.chance.choice(runs(5))))


def stud_dealer(stack: Stack) -> None:
    """Around the qualifying hand: Ace and King, Ace and Queen, King high, a pair of deuces, a straight."""
    ranks = stack.chance.choice(("AK432", "AK765", "AQJT9", "AQJ98", "KQJT8", "22345", "22346", "5432A", "AKQJ9"))
    stack.put(stack.dealer, *stack.of_suits(ranks))


def stud_same(stack: Stack) -> None:
    ranks = stack.chance.choice(("AK432", "AKQJ9", "TT984", "7744J", "5432A", "AQJT9"))
    stack.put(stack.dealer, *stack.of_suits(ranks))
    stack.put(stack.somebody(), *stack.of_suits(ranks))


# Hold'em


def royal(stack: Stack, on_board: int) -> None:
    """A royal flush with `on_board` of its cards among the community cards, in any order."""
    cards = stack.of_suit("AKQJT", stack.suit())
    board, hole = cards[:on_board], cards[on_board:]
    if stack.used.intersection(cards) or stack.board:
        return
    place = stack.somebody()
    if place:
        return
    spare = [card for card in DECK if card not in cards and card not in stack.used]
    stack.chance.shuffle(spare)
    hole += [spare.pop() for _ in range(2 - len(hole))]
    if stack.chance.random() < 0.4:
        lying = board + [spare.pop() for _ in range(5 - len(board))]  # the royal cards first
    else:
        lying = board + [spare.pop() for _ in range(5 - len(board))]
        stack.chance.shuffle(lying)
    stack.put(place, *hole)
    stack.put(stack.board, *lying)


def royal_with_both_hole_cards(stack: Stack) -> None:
    royal(stack, 3)


def royal_with_one_hole_card(stack: Stack) -> None:
    royal(stack, 4)


def royal_on_the_board(stack: Stack) -> None:
    stack.put(stack.board, *stack.of_suit("AKQJT", stack.suit()))


def king_high_board(stack: Stack) -> None:
    """A straight flush on the board that an Ace makes royal."""
    suit = stack.suit()
    if stack.put(stack.board, *stack.of_suit("KQJT9", suit)):
        other = next((card for card in DECK if card not in stack.used and card[0] != "A"), "2c")
        stack.put(stack.somebody(), "A" + suit, other)


def straight_flush_board(stack: Stack) -> None:
    stack.put(stack.board, *stack.of_suit(stack.chance.choice(runs(5)[:-1]), stack.suit()))


def four_on_the_board(stack: Stack) -> None:
    rank, other = stack.chance.sample(RANKS, 2)
    cards = [*(rank + suit for suit in SUITS), other + stack.suit()]
    stack.chance.shuffle(cards)
    stack.put(stack.board, *cards)


def suited_board(stack: Stack) -> None:
    """Three or four of a straight flush; any player may hold the rest."""
    ranks, suit = stack.chance.choice(runs(5)), stack.suit()
    cards = stack.of_suit(ranks, suit)
    spare = [card for card in DECK if card not in cards and card not in stack.used]
    if stack.put(stack.board, *cards[:3], *stack.chance.sample(spare, 2)):
        stack.put(stack.somebody(), *cards[3:])


def pocket(stack: Stack) -> None:
    ranks = stack.chance.choice(("AA", "AA", "AK", "AK", "AQ", "AJ", "AT", "KK", "QQ", "JJ", "TT", "55", "22", "KQ"))
    suits = stack.chance.sample(SUITS, 2) if ranks[0] == ranks[1] or stack.chance.random() < 0.5 else [stack.suit()] * 2
    stack.put(stack.somebody(), ranks[0] + suits[0], ranks[1] + suits[1])


def aces_in_both_hands(stack: Stack) -> None:
    suits = stack.chance.sample(SUITS, 4)
    stack.put(stack.dealer, "A" + suits[0], "A" + suits[1])
    stack.put(stack.somebody(), "A" + suits[2], "A" + suits[3])


def board_plays(stack: Stack) -> None:
    stack.put(stack.board, *stack.of_suits(stack.chance.choice(("AKQJT", "KKAAQ", "99988"))))


def four_of_a_kind(stack: Stack) -> None:
    rank = stack.chance.choice(RANKS)
    cards = [rank + suit for suit in SUITS]
    stack.chance.shuffle(cards)
    spare = [card for card in DECK if card not in cards and card not in stack.used]
    lying = [*cards[:2], *stack.chance.sample(spare, 3)]
    stack.chance.shuffle(lying)
    if stack.put(stack.board, *lying):
        stack.put(stack.somebody(), *cards[2:])


THEMES = {
    "three-card-poker": (
        *(three_akq, three_akq, three_two_akq, three_straight_flush, three_of_a_kind),
        *(three_straight, three_flush, three_dealer, three_same),
    ),
    "casino-stud": (
        *(stud_royal, stud_straight_flush, stud_four, stud_full_house, stud_flush, stud_straight),
        *(stud_dealer, stud_dealer, stud_same),
    ),
    "progressive-holdem": (
        *(royal_with_both_hole_cards, royal_with_both_hole_cards, royal_with_one_hole_card, royal_on_the_board),
        *(king_high_board, straight_flush_board, four_on_the_board, suited_board, pocket, pocket),
        *(aces_in_both_hands, board_plays, four_of_a_kind),
    ),
}
