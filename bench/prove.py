"""Prove a fast solver: deal a whole game out the straight way and compare every integer.

    python bench/prove.py casino-stud|progressive-holdem [--keep FILE] [--sample N]

Casino Stud: 134,459 hands, each against every dealer's hand with every card of it face up. Progressive Hold'em: 1,755
flops, each with every turn, river, hole cards and dealer's cards. What is done is kept in FILE, so a run that was
stopped goes on where it was; without FILE nothing is kept. `--sample` takes some hands or flops by chance instead.
At the end of a whole run the digest of all integers is printed; tests/data/proved.json has it.

On one core that is idle either game takes about twenty minutes. 3 Card Poker is dealt out whole in its tests.
"""

import argparse
import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np

from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.tools.arrays import Ints
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook
from tests.oracle import brute_force as straight
from tests.oracle import proofs

GAMES: dict[str, tuple[str, int, tuple[int, ...], Callable[[Rulebook, Ints], Ints], Callable[[Rulebook, Ints], Ints]]]
GAMES = {
    "casino-stud": ("casino-stud@2", 5, (52, 4), proofs.straight_stud, proofs.fast_stud),
    "progressive-holdem": (
        "progressive-holdem@6",
        3,
        (2, 13, 13, 4, 4),
        proofs.straight_flop,
        proofs.fast_flops,
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Prove a fast solver, integer for integer.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--keep", metavar="FILE", help="what has been dealt out, kept for the next run")
    parser.add_argument("--sample", metavar="N", type=int, help="check only N of them, chosen at random")
    options = parser.parse_args()
    key, size, shape, deal_out, count_fast = GAMES[options.game]
    book = load(key)
    kinds, number = straight.kinds_of(size)
    chosen = np.arange(len(kinds))
    if options.sample:
        chosen = np.sort(np.random.default_rng().permutation(len(kinds))[: options.sample])
    found = kept(options.keep, (len(kinds), *shape))
    missing = [place for place in chosen.tolist() if not found[place].any()]
    begun = said = perf_counter()
    for done, place in enumerate(missing):
        found[place] = deal_out(book, kinds[place])
        if perf_counter() - said > 2:
            said = perf_counter()
            left = (said - begun) / (done + 1) * (len(missing) - done - 1)
            print(f"\r{done + 1:,} of {len(missing):,} dealt out, {left / 60:.1f} min to go ", end="", file=sys.stderr)
    print(f"\r{len(missing):,} dealt out in {perf_counter() - begun:.0f} s" + 20 * " ", file=sys.stderr)

    equal = 0
    for some in np.array_split(chosen, max(1, len(chosen) // 1000)):
        fast = count_fast(book, kinds[some])
        wrong = some[(fast != found[some]).reshape(len(some), -1).any(axis=1)]
        for place in wrong[:5].tolist():
            print(f"NOT THE SAME: {kinds[place].tolist()}")
        equal += len(some) - len(wrong)
    print(f"{options.game}: {equal:,} of {len(chosen):,} are equal, integer for integer")
    if options.sample is None:
        print(f"digest of the straight solver's integers: {proofs.digest(found)}")
        if options.game == "progressive-holdem":
            total = np.tensordot(number, found, axes=1)
            print(f"all flops together are equal: {bool((total == holdem.counted(book)).all())}")
    return 0 if equal == len(chosen) else 1


def kept(file: str | None, shape: tuple[int, ...]) -> Ints:
    if file is None:
        return np.zeros(shape, dtype=np.int64)
    try:
        return np.lib.format.open_memmap(file, mode="r+")
    except FileNotFoundError:
        return np.lib.format.open_memmap(file, mode="w+", dtype=np.int64, shape=shape)


if __name__ == "__main__":
    sys.exit(main())
