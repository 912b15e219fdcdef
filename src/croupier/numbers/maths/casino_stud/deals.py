"""Shapes of the counted deals of Casino Stud, as plain numbers, and how many there are."""

from math import comb

from croupier.rules.games.casino_stud.settle import Outcome

HANDS = comb(52, 5)
DEALERS = comb(46, 4)
DEALS = HANDS * 47 * DEALERS
APPROVED = "ace-king"  # the dealer's qualifying hand; with another one, spots are counted again by each process
COMPARED = (Outcome.DEALER_NOT_QUALIFIED, Outcome.HIGHER, Outcome.SAME, Outcome.LOWER)

Gains = tuple[tuple[int, ...], ...]
"""[ranking][outcome]: what betting brings more than folding, in any unit."""
Deals = list[list[list[int]]]
"""[group][dealer's card][outcome], cards from a Two on, outcomes in the order of COMPARED."""
Bets = list[list[int | list[int]]]
"""[group][dealer's card]: 1 if all hands are bet, 0 if none is, or else the deals of those that are."""

Undecided = list[list[int]]
"""[dealer's card, value, where one bets, where one folds]: bits for the ranks held in the suit of the dealer's card."""


def betting_deals(every: Deals, bet: Bets) -> Deals:
    """Deals in which one bets."""
    return [
        [
            some if isinstance(some, list) else [some * number for number in numbers]
            for some, numbers in zip(*rows, strict=True)
        ]
        for rows in zip(bet, every, strict=True)
    ]
