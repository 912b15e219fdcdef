"""The bets of the betting window: one list for each game, and everybody who goes through bets goes through it."""

from collections.abc import Callable, Iterable

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.spots import Spot
from croupier.rules.rulebook.model import Rulebook


class Bet(Value):
    """A bet that is placed in the betting window. A side bet is paid by the pay table that has its name."""

    spot: Spot
    told_by: tuple[str, ...]
    """The clauses that tell a player most about it; a version that has none of them does not know the bet."""
    goes_back: Callable[[Rulebook], tuple[Citation, ...]] | None = None
    """Why it goes back if there is no Ante; None if it may be placed alone."""

    @property
    def needs_ante(self) -> bool:
        return self.goes_back is not None

    @property
    def side(self) -> bool:
        """Neither the Ante nor the jackpot bet."""
        return self.spot is not Spot.ANTE and self.spot is not Spot.JACKPOT

    def is_in(self, book: Rulebook) -> bool:
        """Whether this version of the document knows the bet."""
        return any(clause in book.clauses for clause in self.told_by)


def jackpot_without_ante(book: Rulebook) -> tuple[Citation, ...]:
    return (book.cite(House.JACKPOT_WITHOUT_ANTE), book.cite(House.JACKPOT_NEEDS_ANTE))


ANTE = Bet(Spot.ANTE, ("must-bet-to-play", "within-the-limits"))
JACKPOT = Bet(Spot.JACKPOT, ("jackpot-needs-ante", "jackpot-pays"), jackpot_without_ante)


def bets_in(bets: Iterable[Bet], book: Rulebook) -> tuple[Bet, ...]:
    """Those that this version of the document has."""
    return tuple(bet for bet in bets if bet.is_in(book))
