"""Every decision of Progressive Hold'em: the first one by hole cards, Turn and River bets board by board."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.boards import flops
from croupier.numbers.maths.holdem.decisions import Bytes, flop_number, river_decisions, turn_decisions
from croupier.numbers.maths.holdem.streets import boards_of_four
from croupier.numbers.maths.odds.complete import Cells, Complete, Shown
from croupier.numbers.maths.tools.settlement_table import ONE
from croupier.rules.cards import DECK, RANKS
from croupier.rules.rulebook.model import Rulebook

WORDS = (
    "Each board stands for all boards that differ only in the names of the suits; the number of them is next to it. "
    "Check with hole cards of the ranks in 'check with' and bet with all others; do the opposite with "
    "those named in 'except'. Hole cards that fold before the flop are left out."
)
NAMES = [f"{RANKS[one]}{RANKS[other]}" for one in range(13) for other in range(one + 1)]
HOLES = [(high, low) for high in range(52) for low in range(high)]
"""In the order of `number_of_hole`."""
PAIR_OF = np.array([high // 4 * (high // 4 + 1) // 2 + low // 4 for high, low in HOLES])


def complete(book: Rulebook, solution: holdem.Solution) -> Complete:
    head = ("street", "board", "boards", "hands", "bet", "check with", "except")
    return Complete(WORDS, head, [*_first(solution), *_turns(book, solution), *_rivers(book, solution)])


def _first(solution: holdem.Solution) -> Iterator[Cells]:
    for choice in solution.choices:
        number = choice.hole.combinations
        yield "first", str(choice.hole), "1", str(number), str(number if choice.bets else 0), "", ""


def _turns(book: Rulebook, solution: holdem.Solution) -> Iterator[Cells]:
    decisions = _played(turn_decisions(*_asked(book, 2)), solution)
    for flop in flops().tolist():
        low, middle, high = sorted(4 * rank + suit for rank, suit in zip(flop[:3], flop[3:6], strict=True))
        yield "turn", _cards([high, middle, low]), str(flop[6]), *_row(decisions[flop_number(low, middle, high)])


def _rivers(book: Rulebook, solution: holdem.Solution) -> Iterator[Cells]:
    decisions = _played(river_decisions(*_asked(book, 1)), solution)
    boards, number = boards_of_four()
    for board, times, row in zip(boards.tolist(), number.tolist(), decisions, strict=True):
        yield "river", _cards(sorted(board, reverse=True)), str(times), *_row(row)


def _asked(book: Rulebook, bet: int) -> tuple[int, tuple[int, ...]]:
    return holdem.pays_from(book), holdem.tables(book, ONE).gain(bet)


def _played(decisions: Bytes, solution: holdem.Solution) -> Bytes:
    """Without the hole cards that are folded."""
    out = {hole.place for hole in solution.folds}
    folded = [(int(high % 4 == low % 4), high // 4, low // 4) in out for high, low in HOLES]
    found: Bytes = np.where(np.array(folded), np.int8(-1), decisions)
    return found


def _row(decisions: Bytes) -> tuple[str, str, str, str]:
    """Hands, of these how many are bet, ranks that check for the most part, and hands that do not as their ranks do."""
    bets = np.bincount(PAIR_OF[decisions == 1], minlength=len(NAMES))
    checks = np.bincount(PAIR_OF[decisions == 0], minlength=len(NAMES))
    check = checks > bets
    other = ((decisions == 1) & check[PAIR_OF]) | ((decisions == 0) & ~check[PAIR_OF])
    named = " ".join(NAMES[place] for place in np.flatnonzero(check).tolist()[::-1])
    hands = " ".join(_cards(HOLES[place], "") for place in np.flatnonzero(other).tolist())
    return str(int((decisions >= 0).sum())), str(int(bets.sum())), named, hands


def _cards(cards: "list[int] | tuple[int, ...]", between: str = " ") -> str:
    return between.join(DECK[card] for card in cards)


def shown(book: Rulebook, solution: holdem.Solution) -> Shown:
    """By hole cards: on how many flops the Turn bet is right, and on how many boards of four the River bet.

    Every flop, and every board of four, has as many deals as any other; so parts of the deals are parts of the boards.
    """
    counts = holdem.counted(book)
    rows = []
    for choice in solution.choices:
        if choice.bets:
            by_bets = choice.hole.of(counts)
            neither, river, turn, both = map(sum, by_bets)
            deals = neither + river + turn + both
            parts = (Fraction(turn + both, deals), Fraction(river + both, deals))
            rows.append((str(choice.hole), "Flop bet", *(f"{float(part * 100):.2f} %" for part in parts)))
        else:
            rows.append((str(choice.hole), "fold", "–", "–"))
    words = (
        "By hole cards: the first decision, on how many of all flops the Turn bet is right, and on how many boards "
        "of four the River bet."
    )
    return Shown(words, ("hole cards", "first decision", "Turn bet", "River bet"), tuple(rows), right=(2, 3))
