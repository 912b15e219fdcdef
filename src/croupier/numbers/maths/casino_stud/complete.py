"""Every five cards against every dealer's card: bet, fold, or by the suits that one holds."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.casino_stud import situations as stud_spots
from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud.play import in_short
from croupier.numbers.maths.casino_stud.situations import FLUSH_ELSEWHERE, FLUSH_IN_SUIT
from croupier.numbers.maths.casino_stud.spots import decisions as decisions_in
from croupier.numbers.maths.casino_stud.spots import every_spot
from croupier.numbers.maths.casino_stud.undecided import said
from croupier.numbers.maths.odds.complete import Cells, Complete
from croupier.rules.cards import RANKS
from croupier.rules.rulebook.model import Rulebook

WORDS = (
    "Each row is a set of ranks against a dealer's card, the best hand first. Where suits matter the decision says "
    "from how many cards of the suit of the dealer's card on one bets, and with which cards of that suit also with "
    "fewer."
)


def complete(book: Rulebook, solution: casino_stud.Solution) -> Complete:
    spots = every_spot(solution.qualifies)
    head = ("dealer's card", "hand", "suits", "hands", "bet", "decision")
    return Complete(WORDS, head, list(_every(solution, spots.in_place(spots.hands, empty=0))))


def _every(solution: casino_stud.Solution, hands: npt.NDArray[np.int16]) -> Iterator[Cells]:
    known, decided = stud_spots.patterns(), decisions_in(solution.qualifies, solution.gains)
    order = np.argsort(-known.values)
    for up in range(12, -1, -1):
        for suits, places in (("one suit", slice(FLUSH_ELSEWHERE, FLUSH_IN_SUIT + 1)), ("any", slice(FLUSH_ELSEWHERE))):
            flush = suits != "any"
            spots = zip(
                known.ranks[order].tolist(),
                (known.suited if flush else known.values)[order].tolist(),
                decided[order, up, places].tolist(),
                hands[order, up, places].tolist(),
                strict=True,
            )
            for ranks, value, decisions, numbers in spots:
                if max(decisions) >= 0:
                    bet = sum(number for number, decision in zip(numbers, decisions, strict=True) if decision == 1)
                    words = said(ranks, decisions, flush=flush)
                    yield RANKS[up], in_short(value), suits, str(sum(numbers)), str(bet), words
