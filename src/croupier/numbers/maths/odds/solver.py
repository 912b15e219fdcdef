"""The module that solves a game: its record names it, and it is imported when somebody asks."""

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from croupier.base.errors import Unreadable
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

if TYPE_CHECKING:
    from croupier.numbers.maths.decisions.boxes import Box
    from croupier.numbers.maths.decisions.options import Options
    from croupier.numbers.maths.jackpot.odds import Folding, Forfeited, JackpotOdds
    from croupier.numbers.maths.odds.complete import Complete, Shown
    from croupier.numbers.maths.odds.sheet import Sheet, SheetRequest
    from croupier.numbers.maths.tools.results import Played
    from croupier.numbers.maths.tools.settlement_table import Stakes


class Solver(Protocol):
    """What `maths/<game>/odds.py` offers."""

    KNOWS: frozenset[str]
    """What a box of this game may know or bet in addition to hand, Ante and jackpot: fields of `Box`."""

    def sheet(self, book: Rulebook, asked: "SheetRequest") -> "Sheet": ...

    def together(self, book: Rulebook, stakes: "Stakes", meter: Cents) -> "Played":
        """All bets of a box in every deal, with the best decisions for all of them; `stakes` are placed before the
        cards."""

    def complete(self, book: Rulebook, ante: Cents) -> "Complete":
        """Every decision of perfect play without side bets."""

    def appendix(self, book: Rulebook, ante: Cents) -> "Shown":
        """What of it people read."""

    def options(self, book: Rulebook, box: "Box") -> "Options":
        """What each decision of this box is worth."""

    def jackpot_odds(self, book: Rulebook, bet: Cents, others: int) -> "JackpotOdds": ...

    def foldings(self, book: Rulebook, bet: Cents, ante: Cents, meter: Cents, others: int) -> "tuple[Folding, ...]": ...

    def forfeited(self, book: Rulebook, bet: Cents, meter: Cents, others: int) -> "Forfeited": ...


def solver_of(book: Rulebook) -> Solver:
    if book.game not in HOUSE_GAMES:
        raise Unreadable(f"{book.game!r} is not a game against the House; there are {', '.join(HOUSE_GAMES)}")
    return cast(Solver, import_module(HOUSE_GAMES[book.game].odds))
