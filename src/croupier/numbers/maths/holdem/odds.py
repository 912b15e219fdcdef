"""Progressive Texas Hold'em as its odds sheet, its jackpot bet and the advice to a box ask for it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb

from croupier.base.errors import Unreadable
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.decisions.options import Options
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.counts import awards
from croupier.numbers.maths.holdem.deals import Decided
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES, BOARD, BOARDS, DEALS, HOLES, OWN, HoleCards
from croupier.numbers.maths.holdem.mistakes import aces_against_aces, holdings
from croupier.numbers.maths.holdem.options import holdem_options
from croupier.numbers.maths.holdem.play import holdem_habits
from croupier.numbers.maths.holdem.together import played_together
from croupier.numbers.maths.jackpot.odds import (
    ALWAYS,
    AS_IS_BEST,
    NEVER,
    WITH_THE_JACKPOT,
    Folding,
    Forfeited,
    JackpotOdds,
    awards_of,
    forfeits,
)
from croupier.numbers.maths.odds.complete import Complete, Shown
from croupier.numbers.maths.odds.jackpots import jackpot_of
from croupier.numbers.maths.odds.sanity import check_paytables, most_antes
from croupier.numbers.maths.odds.sheet import Check, Limit, Sheet, SheetRequest, happening, lines_of, sums
from croupier.numbers.maths.odds.strategies import HoleGrid
from croupier.numbers.maths.tools.results import Played, Row
from croupier.numbers.maths.tools.settlement_table import NOTHING, ONE, Paid, Stakes, tabulate
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.progressive_holdem.settle import BoardAward, Facts, Hole, Outcome, OwnAward, settle
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook

KNOWS = frozenset({"board", "turn_bet"})
DEALS_OF_HOLE = comb(50, 3) * 47 * 46 * comb(45, 2)


def check_ante(book: Rulebook, ante: Cents) -> None:
    """Refuse an Ante with which cents, added up over all deals of some hole cards, do not fit into 64 bits."""
    antes = max(most_antes(book), 1 + sum(book.procedure.multiples.values()))
    most = Cents(2**63 // (12 * DEALS_OF_HOLE * antes))
    if ante > most:
        raise Unreadable(f"an Ante of {dollars(ante)} is too large to count; the limit is {dollars(most)}")


def sheet(book: Rulebook, asked: SheetRequest) -> Sheet:
    # No limit binds what is bet against the dealer, so that all Antes are alike: one of one dollar is solved.
    check_ante(book, asked.ante)
    solution = holdem.solve(book, ante=ONE)
    played, folded = solution.played, solution.folds
    decisions = played.decisions
    fold = decisions.get("fold", Fraction(0))
    frequencies = {
        "fold": fold,
        "flop": 1 - fold,
        "turn": sum((chance for name, chance in decisions.items() if name.startswith("bet")), Fraction(0)),
        "river": sum((chance for name, chance in decisions.items() if name.endswith(" bet")), Fraction(0)),
        **happening(played),
        "ante-paid": played.frequencies(lambda row: row.hand).get("ante-pays", Fraction(0)),
    }
    turn, river = holdings(book, folded) if asked.habits else ((), ())
    by_street: tuple[Check, ...] = ()
    if asked.habits:
        gains = [sum(holding.gains[0] for holding in street) for street in (turn, river)]
        by_street = tuple(
            Check(
                f"{name} bets by what one holds add up to",
                Fraction(gain, DEALS * ONE),
                played.bets.get(name, Fraction(0)),
            )
            for name, gain in zip(("turn", "river"), gains, strict=True)
        )
    joint = _with_bonus(book, asked.ante, solution)
    return Sheet(
        book=book,
        ante=asked.ante,
        played=played,
        dealer_qualifies=None,
        frequencies=frequencies,
        lines=lines_of(played, ("ante", "flop", "turn", "river")),
        side_bets=(holdem.bonus(book, folded, asked.ante),),
        joint={"bonus": joint},
        jackpot=jackpot_of(book, asked),
        strategy=HoleGrid(solution.choices, turn, river),
        habits=tuple(holdem_habits(book, solution, turn, river)) if asked.habits else (),
        checks=(
            Check("deals counted: C(52,2) × C(50,3) × 47 × 46 × C(45,2)", played.deals, ALL_DEALS),
            Check("hole cards: C(52,2)", sum(hole.combinations for hole in ALL_HOLES), comb(52, 2)),
            Check("classes of hole cards: 13 × 13", len(ALL_HOLES), 169),
            Check("pairs below Aces: 12 × C(4,2)", _pairs(), 12 * comb(4, 2)),
            Check("boards with jackpot awards and without: C(52,2) × C(50,3) × 47 × 46", _boards(), ALL_BOARDS),
            *by_street,
            *sums(played),
        ),
        limit=Limit("bonus", book.procedure.payout_caps[Spot.BONUS], holdem.bonus_paid_in_full(book)),
    )


ALL_DEALS = comb(52, 2) * comb(50, 3) * 47 * 46 * comb(45, 2)
ALL_BOARDS = comb(52, 2) * comb(50, 3) * 47 * 46


def _pairs() -> int:
    return sum(hole.combinations for hole in ALL_HOLES if hole.high == hole.low < 12)


def _boards() -> int:
    return sum(number for hole in ALL_HOLES for row in hole.of(awards()) for number in row)


def _with_bonus(book: Rulebook, ante: Cents, alone: holdem.Solution) -> Played:
    """Ante game and a Bonus bet as large as the Ante: a fold loses both, so fewer hole cards may be folded."""
    settled, deals = holdem.tables(book, ante), holdem.counted(book)
    worth = holdem.bonus_by_hole(book, ante)
    nets = holdem.bonus_nets(book, ante)
    counted: Counter[tuple[int, int, Hole]] = Counter()
    for choice in alone.choices:
        if choice.flop + worth[choice.hole] / ante <= choice.fold - 1:
            continue
        numbers = choice.hole.of(deals)
        if choice.hole.bonus_hand is Hole.ACES:
            both = aces_against_aces(book)
            numbers = [
                [all_ - some for all_, some in zip(*rows, strict=True)] for rows in zip(numbers, both, strict=True)
            ]
            for (bets, result), number in _entries(both):
                counted[bets, result, Hole.ACES_IN_BOTH_HANDS] += number
        for (bets, result), number in _entries(numbers):
            counted[bets, result, choice.hole.bonus_hand] += number
    rows = []
    for (bets, result, kind), number in counted.items():
        against = settled.paid[bets][holdem.RESULTS[result]].lines
        lines: dict[str, int] = {spot.value: net for spot, net in against.items()}
        lines[Spot.BONUS.value] = nets[kind]
        staked = {**settled.stakes[bets], Spot.BONUS: ante}
        rows.append(Row(holdem.BETS[bets], holdem.RESULTS[result].outcome.value, kind.value, staked, lines, number))
    if folded := DEALS - sum(counted.values()):
        lines = {Spot.ANTE.value: -ante, Spot.BONUS.value: -ante}
        staked = {Spot.ANTE: ante, Spot.BONUS: ante}
        rows.append(Row("fold", Outcome.FOLDED.value, "any", staked, lines, folded))
    return Played(book.game, book.key, ante, DEALS, tuple(rows))


def _entries(numbers: Decided) -> list[tuple[tuple[int, int], int]]:
    return [((bets, result), number) for bets, row in enumerate(numbers) for result, number in enumerate(row) if number]


def together(book: Rulebook, stakes: Stakes, meter: Cents) -> Played:
    check_ante(book, stakes[Spot.ANTE])
    bonus, jackpot = (stakes.get(spot, NOTHING) for spot in (Spot.BONUS, Spot.JACKPOT))
    return played_together(book, ante=stakes[Spot.ANTE], bonus=bonus, jackpot=jackpot, meter=meter)


def complete(book: Rulebook, ante: Cents) -> Complete:
    from croupier.numbers.maths.holdem import complete as completed

    return completed.complete(book, holdem.solve(book, ante=ONE))


def appendix(book: Rulebook, ante: Cents) -> Shown:
    from croupier.numbers.maths.holdem import complete as completed

    return completed.shown(book, holdem.solve(book, ante=ONE))


def options(book: Rulebook, box: Box) -> Options:
    if box.seen and not box.hand and not box.board:
        from croupier.numbers.maths.holdem.blind import blind_options

        return blind_options(book, box.stakes, box.meter, box.seen)
    return holdem_options(book, box.hand, box.board, box.stakes, box.meter, turn_bet=box.turn_bet, seen=box.seen)


# --- The jackpot bet ----------------------------------------------------------------------------------------


def jackpot_odds(book: Rulebook, bet: Cents, others: int = 0) -> JackpotOdds:
    """Folding as is best without side bets; other boxes make no difference."""
    return jackpot_folding(book, bet, holdem.solve(book).folds)


def jackpot_folding(book: Rulebook, bet: Cents, folded: Iterable[HoleCards] = ()) -> JackpotOdds:
    """Progressive Hold'em: hole cards that are folded keep the awards of the community cards only (R-27)."""
    check_paytables(book)
    dead = set(folded)
    facts: Counter[Facts] = Counter()
    for hole in ALL_HOLES:
        counts = hole.of(awards())
        for one, own in enumerate(OWN):
            for other, board in enumerate(BOARD):
                facts[_facts(own, board, folded=hole in dead)] += counts[one][other]
    table = tabulate(settle, book, {Spot.JACKPOT: bet}, facts)
    named = [(_row_of(book, each, table[each], bet), table[each], deals) for each, deals in facts.items()]
    assert book.jackpot is not None, book.key
    rows = [*book.jackpot.rows, NO_ROW]
    named.sort(key=lambda row: rows.index(row[0]))
    return JackpotOdds(book.key, bet, awards_of(bet, named, HOLES * BOARDS))


NO_ROW = "none"


def _facts(own: OwnAward, board: BoardAward, *, folded: bool) -> Facts:
    if folded:
        return Facts(Outcome.FOLDED, False, Hole.NOTHING, board=board)
    return Facts(Outcome.LOWER, True, Hole.NOTHING, own, board)


def _row_of(book: Rulebook, facts: Facts, paid: Paid, bet: Cents) -> str:
    """The line that was paid, of those that the cards reach: that of the community cards where two pay alike."""
    assert book.jackpot is not None, book.key
    reached = [book.jackpot.rows[hand] for hand in (facts.board, facts.own) if hand in book.jackpot.rows]
    fixed = paid.lines[Spot.JACKPOT] + bet
    matching = [row.hand for row in reached if (row.share == paid.share if paid.share else row.fixed == fixed)]
    return matching[0] if matching else NO_ROW


def foldings(book: Rulebook, bet: Cents, ante: Cents, meter: Cents, others: int) -> tuple[Folding, ...]:
    return tuple(_foldings(book, bet, ante, meter))


def _foldings(book: Rulebook, bet: Cents, ante: Cents, meter: Cents) -> Iterator[Folding]:
    choices = holdem.solve(book, ante=ante).choices
    minded = holdem.solve(book, ante=ante, jackpot=bet, meter=meter).folds
    ways = {
        AS_IS_BEST: tuple(choice.hole for choice in choices if not choice.bets),
        WITH_THE_JACKPOT: minded,
        NEVER: (),
        ALWAYS: ALL_HOLES,
    }
    for words, folded in ways.items():
        total = sum(
            (choice.fold if choice.hole in folded else choice.flop) * choice.hole.combinations for choice in choices
        )
        yield Folding(words, jackpot_folding(book, bet, folded), Fraction(total) / HOLES)


def forfeited(book: Rulebook, bet: Cents, meter: Cents, others: int) -> Forfeited:
    folded = [choice for choice in holdem.solve(book).choices if not choice.bets]
    nets = holdem.jackpot_by_hole(book, bet, meter)
    folds = [(nets[choice.hole][0] - nets[choice.hole][1], (choice.fold - choice.flop) * ONE) for choice in folded]
    as_is_best = jackpot_folding(book, bet, [choice.hole for choice in folded])
    return forfeits(as_is_best, jackpot_folding(book, bet), folds)
