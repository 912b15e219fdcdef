"""What is counted of Casino Stud, as plain numbers: that of the approved book ships with the package."""

from croupier.games.casino_stud.game import GAME
from croupier.maths.tools.shipped import shipped

FILE = GAME.key

Gains = tuple[tuple[int, ...], ...]
"""[ranking][outcome]: what betting brings more than folding, in any unit."""
Deals = list[list[list[int]]]
"""[group][dealer's card][outcome], cards from a Two on, outcomes in the order of COMPARED."""
Bets = list[list[int | list[int]]]
"""[group][dealer's card]: 1 where all hands are bet, 0 where none is, or else the deals of those that are."""

Undecided = list[list[int]]
"""[dealer's card, value, where one bets, where one folds]: bits for the ranks held in the suit of the dealer's card."""


@shipped(FILE)
def deals(qualifies: int) -> Deals:
    """All deals, with this lowest value with which the dealer qualifies."""
    from croupier.maths.casino_stud import spots

    return spots.grouped_deals(qualifies)


@shipped(FILE)
def bets(qualifies: int, gains: Gains) -> Bets:
    """Those in which to bet is best."""
    from croupier.maths.casino_stud import spots

    return spots.grouped_bets(qualifies, gains)


@shipped(FILE)
def undecided(qualifies: int, gains: Gains) -> Undecided:
    """Hands between the lowest that is bet and the highest that is folded; a bit for each subset of one's ranks."""
    from croupier.maths.casino_stud import complete

    return complete.undecided(qualifies, gains)


def betting(every: Deals, bet: Bets) -> Deals:
    """Deals in which one bets."""
    return [
        [
            some if isinstance(some, list) else [some * number for number in numbers]
            for some, numbers in zip(*rows, strict=True)
        ]
        for rows in zip(bet, every, strict=True)
    ]
