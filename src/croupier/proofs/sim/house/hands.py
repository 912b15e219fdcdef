"""What a hand is worth, by the referee's own reckoning: counted out card by card, with no table and no trick."""

from collections import Counter
from collections.abc import Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)

PIP = {rank: number for number, rank in enumerate(RANKS, 2)}
QUEEN, KING, ACE = PIP["Q"], PIP["K"], PIP["A"]

Value = tuple[int, tuple[int, ...]]
"""The ranking of the hand, then what tells hands of one ranking apart."""

THREE = ("three-odd-cards", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
FIVE = (
    *("five-odd-cards", "one-pair", "two-pairs", "three-of-a-kind", "straight", "flush", "full-house"),
    *("four-of-a-kind", "straight-flush", "royal-flush"),
)


def pips(cards: Sequence[str]) -> list[int]:
    return [PIP[card[0]] for card in cards]


def three(cards: Sequence[str]) -> Value:
    """3 Card Poker 3.1.2: three of a kind beats a straight, and a straight beats a flush."""
    high, middle, low = sorted(pips(cards), reverse=True)
    one_suit = cards[0][1] == cards[1][1] == cards[2][1]
    run = 0
    if high == middle + 1 == low + 2:
        run = high
    elif (high, middle, low) == (ACE, 3, 2):
        run = 3
    if run:
        return (5 if one_suit else 3), (run,)
    if high == low:
        return 4, (high,)
    if one_suit:
        return 2, (high, middle, low)
    if high == middle:
        return 1, (high, low)
    if middle == low:
        return 1, (low, high)
    return 0, (high, middle, low)


def best(cards: Sequence[str]) -> Value:
    """The best five of five, six or seven cards."""
    by_suit: dict[str, list[int]] = {}
    for card in cards:
        by_suit.setdefault(card[1], []).append(PIP[card[0]])
    suited = next((held for held in by_suit.values() if len(held) >= 5), None)
    if suited is not None and (high := run_up_to(suited)):
        return (9 if high == ACE else 8), (high,)
    held = Counter(pips(cards))
    order = sorted(held, key=lambda pip: (held[pip], pip), reverse=True)
    most, rest = order[0], order[1:]
    if held[most] == 4:
        return 7, (most, max(rest))
    pairs = [pip for pip in rest if held[pip] >= 2]
    if held[most] == 3 and pairs:
        return 6, (most, max(pairs))
    if suited is not None:
        return 5, tuple(sorted(suited, reverse=True)[:5])
    if high := run_up_to(list(held)):
        return 4, (high,)
    kickers = sorted(rest, reverse=True)
    if held[most] == 3:
        return 3, (most, *kickers[:2])
    if held[most] == 2 and pairs:
        second = max(pairs)
        return 2, (most, second, max(pip for pip in rest if pip != second))
    if held[most] == 2:
        return 1, (most, *kickers[:3])
    return 0, (most, *kickers[:4])


def run_up_to(held: Sequence[int]) -> int:
    """The top of the highest five in a row, 0 if there is none; an Ace may be the lowest."""
    there = {*held, *([1] if ACE in held else [])}
    for high in range(ACE, 4, -1):
        if there >= {high, high - 1, high - 2, high - 3, high - 4}:
            return high
    return 0


def kind_of_three(cards: Sequence[str]) -> str:
    return THREE[three(cards)[0]]


def kind(cards: Sequence[str]) -> str:
    return FIVE[best(cards)[0]]
