"""The odds of 3 Card Poker. Advice counts by itself; everything else is solved with arrays, which are loaded when
needed."""

from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.decisions.options import Options
from croupier.numbers.maths.jackpot.odds import Folding, Forfeited, JackpotOdds
from croupier.numbers.maths.odds.complete import Complete, Shown
from croupier.numbers.maths.odds.sheet import Sheet, SheetRequest
from croupier.numbers.maths.three_card.options import three_card_options
from croupier.numbers.maths.tools.results import Played
from croupier.numbers.maths.tools.settlement_table import Stakes
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

KNOWS = frozenset({"others"})


def options(book: Rulebook, box: Box) -> Options:
    return three_card_options(book, box.hand, box.stakes, box.meter, box.others, box.seen)


def sheet(book: Rulebook, asked: SheetRequest) -> Sheet:
    from croupier.numbers.maths.three_card import solved

    return solved.sheet(book, asked)


def together(book: Rulebook, stakes: Stakes, meter: Cents) -> Played:
    from croupier.numbers.maths.three_card import solved

    return solved.together(book, stakes, meter)


def complete(book: Rulebook, ante: Cents) -> Complete:
    from croupier.numbers.maths.three_card import solved

    return solved.complete(book, ante)


def appendix(book: Rulebook, ante: Cents) -> Shown:
    from croupier.numbers.maths.three_card import solved

    return solved.appendix(book, ante)


def jackpot_odds(book: Rulebook, bet: Cents, others: int = 0) -> JackpotOdds:
    from croupier.numbers.maths.three_card import solved

    return solved.jackpot_odds(book, bet, others)


def foldings(book: Rulebook, bet: Cents, ante: Cents, meter: Cents, others: int) -> tuple[Folding, ...]:
    from croupier.numbers.maths.three_card import solved

    return solved.foldings(book, bet, ante, meter, others)


def forfeited(book: Rulebook, bet: Cents, meter: Cents, others: int) -> Forfeited:
    from croupier.numbers.maths.three_card import solved

    return solved.forfeited(book, bet, meter, others)
