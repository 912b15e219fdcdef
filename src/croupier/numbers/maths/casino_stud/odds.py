"""Casino Stud as its odds sheet, its jackpot bet and the advice to a box ask for it."""

from fractions import Fraction
from math import comb

from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud.deals import DEALERS, DEALS, HANDS
from croupier.numbers.maths.casino_stud.groups import hands_with
from croupier.numbers.maths.casino_stud.options import casino_stud_options
from croupier.numbers.maths.casino_stud.play import stud_habits, stud_table
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.decisions.options import Options
from croupier.numbers.maths.jackpot.odds import (
    ALWAYS,
    AS_IS_BEST,
    NEVER,
    WITH_THE_JACKPOT,
    ZERO,
    Folding,
    Forfeited,
    JackpotOdds,
    awards_of,
)
from croupier.numbers.maths.odds.complete import Complete, Shown
from croupier.numbers.maths.odds.jackpots import jackpot_of
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.odds.sheet import (
    Check,
    Limit,
    Line,
    Sheet,
    SheetRequest,
    happening,
    lines_of,
    paid_lines,
    qualification,
    sums,
)
from croupier.numbers.maths.tools.results import Played
from croupier.numbers.maths.tools.settlement_table import NOTHING, Stakes, tabulate
from croupier.rules.games.casino_stud import settle as stud_settle
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

KNOWS = frozenset({"up"})


def sheet(book: Rulebook, asked: SheetRequest) -> Sheet:
    solution = casino_stud.solve(book, ante=asked.ante)
    played = solution.played
    not_qualified = Fraction(sum(hands_with()[: solution.qualifies]), HANDS)
    hands = played.count(lambda row: row.hand)
    each = 47 * DEALERS
    return Sheet(
        book=book,
        ante=asked.ante,
        played=played,
        dealer_qualifies=1 - not_qualified,
        frequencies={**happening(played), **qualification(not_qualified)},
        lines=(
            *lines_of(played, ("ante",)),
            *paid_lines(solution.lines, book.procedure.multiples[Spot.BET]),
            *_rest_of_the_bet(played),
        ),
        side_bets=(),
        joint={},
        jackpot=jackpot_of(book, asked),
        strategy=stud_table(solution),
        habits=tuple(stud_habits(book, solution)) if asked.habits else (),
        checks=(
            Check("deals counted: C(52,5) × 47 × C(46,4)", played.deals, comb(52, 5) * 47 * comb(46, 4)),
            Check("royal flushes: 4", hands["royal-flush"] // each, 4),
            Check("straight flushes: 9 × 4", hands["straight-flush"] // each, 36),
            Check("four of a kind: 13 × 48", hands["four-of-a-kind"] // each, 624),
            Check("full houses: 13 × 4 × 12 × 6", hands["full-house"] // each, 3_744),
            Check("flushes: 4 × C(13,5) - 40", hands["flush"] // each, 5_108),
            Check("straights: 10 × (4⁵ - 4)", hands["straight"] // each, 10_200),
            Check("three of a kind: 13 × 4 × C(12,2) × 16", hands["three-of-a-kind"] // each, 54_912),
            Check("two pairs: C(13,2) × 36 × 44", hands["two-pairs"] // each, 123_552),
            Check("one pair: 13 × 6 × C(12,3) × 64", hands["one-pair"] // each, 1_098_240),
            *sums(played),
        ),
        limit=Limit("ante", book.procedure.payout_caps[Spot.BET], casino_stud.ante_paid_in_full(book)),
    )


def _rest_of_the_bet(played: Played) -> tuple[Line, ...]:
    """The stud BET where its table is not asked: returned or lost."""
    return tuple(line for line in lines_of(played, ("bet",)) if line.when != stud_settle.Outcome.HIGHER.value)


def together(book: Rulebook, stakes: Stakes, meter: Cents) -> Played:
    jackpot = stakes.get(Spot.JACKPOT, NOTHING)
    return casino_stud.solve(book, ante=stakes[Spot.ANTE], jackpot=jackpot, meter=meter).played


def complete(book: Rulebook, ante: Cents) -> Complete:
    from croupier.numbers.maths.casino_stud import complete as completed

    return completed.complete(book, casino_stud.solve(book, ante=ante))


def appendix(book: Rulebook, ante: Cents) -> Shown:
    from croupier.numbers.maths.casino_stud import undecided

    return undecided.shown(casino_stud.solve(book, ante=ante))


def options(book: Rulebook, box: Box) -> Options:
    return casino_stud_options(book, box.hand, box.up[0], box.stakes, box.meter, box.seen)


# --- The jackpot bet ----------------------------------------------------------------------------------------


def jackpot_odds(book: Rulebook, bet: Cents, others: int = 0) -> JackpotOdds:
    """Casino Stud: a folded box keeps everything (3.12.1, R-23), so how one plays matters not, nor do other boxes."""
    check_paytables(book)
    outcome = stud_settle.Outcome.FOLDED
    facts = {stud_settle.Facts(outcome, rank): hands for rank, hands in reversed(casino_stud.hands_by_rank().items())}
    table = tabulate(stud_settle.settle, book, {Spot.JACKPOT: bet}, facts)
    each_hand = DEALS // HANDS
    named = [(stud_settle.PAID_AS[each.hand], table[each], hands * each_hand) for each, hands in facts.items()]
    return JackpotOdds(book.key, bet, awards_of(bet, named, DEALS))


def foldings(book: Rulebook, bet: Cents, ante: Cents, meter: Cents, others: int) -> tuple[Folding, ...]:
    odds, ev = jackpot_odds(book, bet), casino_stud.solve(book, ante=ante).played.ev
    blind = casino_stud.solve(book, ante=ante, strategy=lambda value, up: True).played.ev
    return (
        Folding(AS_IS_BEST, odds, ev),
        Folding(WITH_THE_JACKPOT, odds, ev),
        Folding(NEVER, odds, blind),
        Folding(ALWAYS, odds, Fraction(-1)),
    )


def forfeited(book: Rulebook, bet: Cents, meter: Cents, others: int) -> Forfeited:
    return Forfeited(ZERO, ZERO, None)
