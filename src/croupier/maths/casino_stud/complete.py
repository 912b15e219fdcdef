"""Every five cards against every dealer's card: bet, fold, or by the suits that one holds."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from croupier.cards import RANKS
from croupier.maths.casino_stud import situations as stud_spots
from croupier.maths.casino_stud import solver as casino_stud
from croupier.maths.casino_stud.play import in_short
from croupier.maths.casino_stud.situations import FLUSH_ELSEWHERE, FLUSH_IN_SUIT
from croupier.maths.casino_stud.spots import decisions as decisions_in
from croupier.maths.casino_stud.spots import every_spot
from croupier.maths.odds.complete import Cells, Complete, Shown
from croupier.rulebook.model import Rulebook

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
                    said = _said(ranks, decisions, flush=flush)
                    yield RANKS[up], in_short(value), suits, str(sum(numbers)), str(bet), said


def _said(ranks: list[int], decisions: list[int], *, flush: bool) -> str:
    made = [decision for decision in decisions if decision >= 0]
    if min(made) == max(made):
        return "bet" if made[0] else "fold"
    if flush:
        return "bet in the suit of the dealer's card only" if decisions[1] else "bet in another suit only"
    kinds = list(dict.fromkeys(ranks))
    by_size: dict[int, list[tuple[int, int]]] = {}
    for place, decision in enumerate(decisions):
        if decision >= 0:
            by_size.setdefault(place.bit_count(), []).append((place, decision))
    sizes = sorted(by_size)
    least = next(
        (size for size in sizes if all(d for other in sizes if other >= size for _, d in by_size[other])), None
    )
    also = [_cards(kinds, place) for size in sizes if least is None or size < least for place, d in by_size[size] if d]
    words = [] if least is None else [f"bet with {least} or more cards of the dealer's suit"]
    if also:
        words.append(f"{'also' if words else 'bet'} with just {', '.join(also)} of it")
    return "; ".join(words)


def _cards(kinds: list[int], place: int) -> str:
    held = [RANKS[rank] for number, rank in enumerate(kinds) if place >> number & 1]
    return "-".join(reversed(held)) or "none"


def shown(solution: casino_stud.Solution) -> Shown:
    """The hands between the lowest that is bet and the highest that is folded, all of them, for each dealer's card."""
    known, decided = stud_spots.patterns(), decisions_in(solution.qualifies, solution.gains)
    rows: list[Cells] = []
    for up in range(12, -1, -1):
        decisions = decided[:, up, :FLUSH_ELSEWHERE]
        open_hands: list[int] = []
        holding = (known.ranks == up).any(axis=1)
        for group in (holding, ~holding):
            bet = known.values[group & (decisions == 1).any(axis=1)]
            folded = known.values[group & (decisions == 0).any(axis=1)]
            if len(bet) and len(folded):
                between = group & (known.values >= bet.min()) & (known.values <= folded.max())
                open_hands += np.flatnonzero(between & (decisions >= 0).any(axis=1)).tolist()
        for hand in sorted(open_hands, key=lambda hand: -int(known.values[hand])):
            said = _said(known.ranks[hand].tolist(), decisions[hand].tolist(), flush=False)
            rows.append((RANKS[up], in_short(int(known.values[hand])), said))
    words = (
        "Above and below the hands listed here the thresholds hold. Where suits matter: from how many cards of the "
        "suit of the dealer's card on one bets, and with which cards of that suit also with fewer."
    )
    return Shown(words, ("dealer's card", "hand", "decision"), tuple(rows))
