"""What is counted of Casino Stud, as plain numbers: that of the approved book ships with the package."""

from croupier.numbers.maths.casino_stud.deals import Bets, Deals, Gains, Undecided
from croupier.numbers.maths.tools.shipped import shipped
from croupier.rules.games.casino_stud.game import GAME

FILE = GAME.key


@shipped(FILE)
def deals(qualifies: int) -> Deals:
    """All deals, with this lowest value with which the dealer qualifies."""
    from croupier.numbers.maths.casino_stud import spots

    return spots.grouped_deals(qualifies)


@shipped(FILE)
def bets(qualifies: int, gains: Gains) -> Bets:
    """Those in which to bet is best."""
    from croupier.numbers.maths.casino_stud import spots

    return spots.grouped_bets(qualifies, gains)


@shipped(FILE)
def undecided(qualifies: int, gains: Gains) -> Undecided:
    """Hands between the lowest that is bet and the highest that is folded; a bit for each subset of one's ranks."""
    from croupier.numbers.maths.casino_stud import spots

    return spots.undecided(qualifies, gains)
