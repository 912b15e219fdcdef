"""How fast the mathematics is: seven-card evaluation compared with others, and complete solves of the house games.

    python bench/maths.py [hands]

One core, in this process. The evaluators take turns with the same random hands, given to each as it likes them
best; those that are not installed are left out. Ours takes hands in batches, the others one by one, as they are made.
The first solve is shown apart: it loads numba and machine code, or compiles. A what-if has another pay table, so that
the showdowns are known already.
"""

import resource
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, cast

import numpy as np

from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud import spots as stud_spots
from croupier.numbers.maths.holdem import boards
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.tools import disk_cache
from croupier.numbers.maths.tools.evaluate7 import count_all, values_of
from croupier.numbers.maths.tools.settlement_table import ONE
from croupier.rules.cards import DECK
from croupier.rules.rulebook.load import load

HANDS = 1_000_000
FOR_OTHERS = 20_000
TURNS = 5


def random_hands(number: int) -> Any:
    chance = np.random.default_rng(2026)
    deck = np.tile(np.arange(52, dtype=np.uint8), (10_000, 1))
    return np.concatenate([chance.permuted(deck, axis=1)[:, :7] for _ in range(max(1, number // 10_000))])


def others(hands: Any) -> dict[str, tuple[Callable[[], object], int]]:
    """Other people's evaluators that are installed here."""
    found: dict[str, tuple[Callable[[], object], int]] = {}
    few = [[DECK[card] for card in hand] for hand in hands[:FOR_OTHERS].tolist()]
    if find_spec("eval7"):
        eval7 = import_module("eval7")
        cards = [[eval7.Card(card) for card in hand] for hand in few]
        found["eval7 (Cython)"] = (lambda: [eval7.evaluate(hand) for hand in cards]), len(few)
    if find_spec("phevaluator"):
        phevaluator = import_module("phevaluator")
        ids = [[phevaluator.Card.to_id(card) for card in hand] for hand in few]
        found["phevaluator"] = (lambda: [phevaluator.evaluate_cards(*hand) for hand in ids]), len(few)
    if find_spec("treys"):
        treys = import_module("treys")
        evaluator = treys.Evaluator()
        split = [([*map(treys.Card.new, hand[:2])], [*map(treys.Card.new, hand[2:])]) for hand in few[:5_000]]
        found["treys"] = (lambda: [evaluator.evaluate(board, hole) for hole, board in split]), len(split)
    return found


def evaluators(number: int) -> None:
    hands = random_hands(number)
    all_of_them: dict[str, tuple[Callable[[], object], int]] = {
        "croupier (batch)": ((lambda: values_of(hands)), len(hands)),
        **others(hands),
    }
    best = dict.fromkeys(all_of_them, float("inf"))
    values_of(hands[:10])
    for _ in range(TURNS):
        for name, (evaluate, size) in all_of_them.items():
            start = process_time()
            evaluate()
            best[name] = min(best[name], (process_time() - start) / size)
    print("\nrandom hands of seven cards        million a second")
    for name, seconds in best.items():
        print(f"  {name:<30} {1e-6 / seconds:12.3f}")
    times = []
    for _ in range(3):
        start = process_time()
        counted = count_all()
        times.append(process_time() - start)
    print(f"\nall {sum(counted.values()):,} hands by ranking: {min(times):.2f} s")


def solvers() -> None:
    stud = casino_stud.solve(load("casino-stud@2"))

    def stud_again() -> object:
        stud_spots.counted_spots(stud.qualifies)  # as if they had not been kept
        return stud_spots.grouped_bets(stud.qualifies, stud.gains)

    def again() -> object:
        boards.showdowns.cache_clear()  # nothing kept from the solve before
        return what_if()

    def what_if() -> object:
        cast("Any", boards.played_out).cache_clear()
        with TemporaryDirectory() as empty:  # nor from a process before
            disk_cache.CACHE = Path(empty)
            book = load("progressive-holdem@6")
            settled = holdem.tables(book, ONE)
            return boards.played_out(holdem.pays_from(book), settled.gain(2), settled.gain(1))

    games: dict[str, Callable[[], object]] = {
        "3 Card Poker": lambda: three_card.solve(load("three-card-poker@3")),
        "Casino Stud": stud_again,
        "Casino Stud, what-if": lambda: stud_spots.grouped_bets(stud.qualifies, stud.gains),
        "Progressive Hold'em": again,
        "Progressive Hold'em, what-if": what_if,
    }
    print("\ncomplete solves                     first       best (CPU seconds; the first compiles if it must)")
    for name, solve in games.items():
        times = []
        for _ in range(TURNS):
            start = process_time()
            solve()
            times.append(process_time() - start)
        print(f"  {name:<30} {times[0]:9.3f}  {min(times[1:]):9.3f}")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    print(f"machine code in the cache: {disk_cache.compiled_before('boards')} ({disk_cache.CACHE})")
    start = perf_counter()
    solvers()
    evaluators(number)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nmost memory: {memory:.0f} MB; all in {perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
