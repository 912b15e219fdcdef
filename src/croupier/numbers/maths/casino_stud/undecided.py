"""Hands of Casino Stud between the lowest that is bet and the highest that is folded, and what the suits say there."""

from croupier.numbers.maths.casino_stud import counts
from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud.play import in_short
from croupier.numbers.maths.odds.complete import Cells, Shown
from croupier.rules.cards import RANKS
from croupier.rules.hands import five_card_hands

SUBSETS = 32
"""Of five cards: which of them are of the suit of the dealer's card."""


def shown(solution: casino_stud.Solution) -> Shown:
    """All of them, for each dealer's card."""
    hands = five_card_hands()
    rows: list[Cells] = []
    for up, value, bets, folds in counts.undecided(solution.qualifies, solution.gains):
        decisions = [1 if bets >> place & 1 else 0 if folds >> place & 1 else -1 for place in range(SUBSETS)]
        ranks = sorted(rank - 2 for rank in hands[value - 1][1])
        rows.append((RANKS[up], in_short(value), said(ranks, decisions, flush=False)))
    words = (
        "Above and below the hands listed here the thresholds hold. Where suits matter: from how many cards of the "
        "suit of the dealer's card on one bets, and with which cards of that suit also with fewer."
    )
    return Shown(words, ("dealer's card", "hand", "decision"), tuple(rows))


def said(ranks: list[int], decisions: list[int], *, flush: bool) -> str:
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
