"""Who wins how often when players are all-in with ranges: which way to count is the quickest, and the count.

Combinations of hands are dealt out one by one (`runouts`). Two wide ranges are swept board by board (`sweeps`).
"""

from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, comb, prod

import numpy as np

from croupier.base.errors import Unreadable
from croupier.numbers.maths.equity.against_random import against_random
from croupier.numbers.maths.equity.holes import Range
from croupier.numbers.maths.equity.runouts import Tell, dealt_out
from croupier.numbers.maths.equity.sweeps import as_counts, swept, that_keep, that_keep_all_but_one, ways_to_name
from croupier.rules.cards import DECK, Card

Winners = dict[int, int]
"""Deals by a mask of those who win."""
MOST_PLAYERS = 10


def count_winners(
    ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card], pots: Sequence[int], tell: Tell
) -> list[Winners]:
    """For each pot, a mask of those who are in it."""
    _check(ranges, board, dead)
    gone = {*board, *dead}
    left = [frozenset(hand for hand in hands if gone.isdisjoint(hand)) for hands in ranges]
    if not all(left):
        raise Unreadable(_clash(ranges, board, dead))
    if (shipped := _shipped(left, gone, pots)) is not None:
        return shipped
    seconds, sweep = _seconds(left, board, dead, len(pots))
    if seconds > MOST_SECONDS:
        raise Unreadable(_too_much([*map(len, left)], len(board), len(dead), len(pots), seconds))
    if sweep:
        found = swept(left, board, dead, pots, tell)
    else:
        counted = dealt_out(left, board, dead, pots, tell)
        found = [{int(mask): int(row[mask]) for mask in np.flatnonzero(row)} for row in counted]
    if not all(found):
        raise Unreadable(_clash(ranges, board, dead))
    return found


def _shipped(ranges: Sequence[Range], gone: Collection[Card], pots: Sequence[int]) -> list[Winners] | None:
    """Anything against a random hand, with no card known: that is counted already."""
    any_hand = comb(52, 2)
    if len(ranges) != 2 or gone or any_hand not in map(len, ranges) or any(pot != 0b11 for pot in pots):
        return None
    if len(ranges[1]) == any_hand:
        return [against_random(ranges[0]) for _ in pots]
    swapped = against_random(ranges[1])
    return [{1: swapped[2], 2: swapped[1], 3: swapped[3]} for _ in pots]


def _check(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card]) -> None:
    if len(ranges) < 2:
        raise Unreadable("equity needs two players or more")
    if len(ranges) > MOST_PLAYERS:
        raise Unreadable(f"equity is for {MOST_PLAYERS} players at most, not {len(ranges)}")
    if len(board) not in (0, 3, 4, 5):
        raise Unreadable(f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
    for place, card in enumerate(board):
        if card in dead:
            raise Unreadable(f"{card} is on the board and cannot be a dead card too")
        if card in board[:place]:
            raise Unreadable(f"{card} is on the board twice")
    left, wanted = 52 - len(board) - len(dead), 2 * len(ranges) + 5 - len(board)
    if left < wanted:
        raise Unreadable(f"{left} cards are left, but {wanted} are needed for the hands and the board")


def _clash(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card]) -> str:
    """Which cards conflict if no hands go together."""
    words = "no hands of these ranges go together: each combination has some card twice"
    for player, hands in enumerate(ranges, 1):
        taken = {card for hand in hands for card in hand if card in board or card in dead}
        if all(taken & hand for hand in hands):
            where = "dead" if taken <= dead else "on the board" if taken.isdisjoint(dead) else "on the board or dead"
            return f"{words}. Every hand of player {player} has {_named(taken)}, which {_is(taken)} {where}"
    for (one, hands), (other, others) in combinations(enumerate(ranges, 1), 2):
        shared = [hand & against for hand in hands for against in others]
        if all(shared):
            return f"{words}. Players {one} and {other} share {_named(set().union(*shared))}, whatever hands they have"
    often = Counter(card for hands in ranges for card in set().union(*hands))
    return f"{words}. Too many players need {_named({card for card, number in often.items() if number > 1})}"


def _is(cards: Collection[Card]) -> str:
    return "is" if len(cards) == 1 else "are"


def _named(cards: Collection[Card]) -> str:
    *most, last = sorted(cards, key=DECK.index, reverse=True)
    return f"{', '.join(most)} or {last}" if most else last


# --- What it takes ------------------------------------------------------------------------------------------

MOST_SECONDS = 120


def _seconds(ranges: Sequence[Range], board: Sequence[Card], dead: frozenset[Card], pots: int) -> tuple[Fraction, bool]:
    """How long the quicker way takes, and whether that is the sweep."""
    held = [as_counts(hands) for hands in ranges]
    ways = ways_to_name(board, dead)
    sizes = [len(hands) for hands in ranges]
    one_by_one = dealing_out(sizes, len(board), len(dead), pots, len(that_keep(held, ways)))
    if len(ranges) > 2:
        return one_by_one, False
    by_board = sweeping(sizes, len(board), len(dead), len(that_keep_all_but_one(held, ways)[0]))
    return min(one_by_one, by_board), by_board < one_by_one


def dealing_out(sizes: Sequence[int], board: int, dead: int, pots: int, same: int = 1) -> Fraction:
    """Seconds, roughly, for these numbers of hands; `same` ways to name the suits change nothing.

    The figures here and in `sweeping` are nanoseconds, as measured on a usual machine.
    """
    players, combined = len(sizes), prod(sizes)
    boards = comb(max(0, 52 - board - dead - 2 * players), 5 - board)
    nanoseconds = 60_000 * combined + max(1, combined // same) * boards * players * (10 + 5 * pots)
    return Fraction(nanoseconds, 10**9)


def sweeping(sizes: Sequence[int], board: int, dead: int, alike: int = 1) -> Fraction:
    """Seconds, roughly; `alike` ways to name the suits change one range at most."""
    boards = comb(52 - board - dead, 5 - board)
    return Fraction(boards * (1_000 + 15 * sum(sizes)) // alike + 560_000, 10**9)


def _too_much(sizes: Sequence[int], board: int, dead: int, pots: int, seconds: Fraction) -> str:
    hands = " × ".join(f"{size:,}" for size in sizes)
    accepted = [f"1 in {ceil(seconds / MOST_SECONDS):,} of these combinations"]
    for cards in (3, 4, 5):
        if cards > board and dealing_out(sizes, cards, dead, pots) <= MOST_SECONDS:
            accepted.insert(0, f"a board of {cards} cards")
            break
    return (
        f"{hands} hands of {len(sizes)} players are too much to count: it would take {_duration(seconds)}. "
        f"Accepted are {' or '.join(accepted)}"
    )


def _duration(seconds: Fraction) -> str:
    for length, name in ((365 * 86_400, "years"), (86_400, "days"), (3_600, "hours")):
        if seconds >= 2 * length:
            return f"about {seconds // length:,} {name}"
    return f"about {seconds // 60} minutes"
