"""Hands a second: croupier's evaluator and others, in one run.

    python bench/hands.py [repeats]

Everyone gets the same random hands. Ours are card strings, as games hold them; for the others they are
converted to what each likes best before the clock starts. The evaluators take turns, so that a busy machine
slows all of them, and each one's best turn counts. Those that are not installed are left out.

phevaluator is a C extension since 0.6; its last release in pure Python is 0.5.3.1.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from time import perf_counter
from typing import Any, NamedTuple

from croupier.rules.cards import DECK, SUITS, Card, seeded_chance, shuffled
from croupier.rules.hands import best_value, rank_of

HANDS = 5_000
TURN_SECONDS = 0.05

Hands = Sequence[tuple[Card, ...]]
Arguments = list[tuple[Any, ...]]


class Evaluator(NamedTuple):
    """A function, and what it is called with for each hand."""

    name: str
    language: str
    evaluate: Callable[..., object]
    arguments: Arguments


def croupier(hands: Hands) -> Evaluator:
    return Evaluator("croupier", "Python", best_value, [(hand,) for hand in hands])


def phevaluator(hands: Hands) -> Evaluator:
    module = import_module("phevaluator")
    language = "C" if find_spec("phevaluator._pheval") else "Python"
    arguments = [tuple(map(module.Card.to_id, hand)) for hand in hands]
    return Evaluator(_named("phevaluator"), language, module.evaluate_cards, arguments)


def treys(hands: Hands) -> Evaluator:
    module = import_module("treys")
    arguments = _hole_and_board(hands, module.Card.new)
    return Evaluator(_named("treys"), "Python", module.Evaluator().evaluate, arguments)


def texasholdem(hands: Hands) -> Evaluator:
    module = import_module("texasholdem")
    evaluate = import_module("texasholdem.evaluator").evaluate
    return Evaluator(_named("texasholdem"), "Python", evaluate, _hole_and_board(hands, module.Card))


def pokereval(hands: Hands) -> Evaluator:
    card = import_module("pokereval.card").Card
    module = import_module("pokereval.hand_evaluator").HandEvaluator
    evaluate = {5: module.Five, 7: module.Seven}[len(hands[0])].evaluate_rank
    theirs = {each: card(rank_of(each), 1 + SUITS.index(each[1])) for each in DECK}
    arguments = [([theirs[each] for each in hand],) for hand in hands]
    return Evaluator(_named("pokereval"), "Python", evaluate, arguments)


def pokerkit(hands: Hands) -> Evaluator:
    module = import_module("pokerkit")
    arguments = _hole_and_board(hands, lambda card: next(module.Card.parse(card)))
    return Evaluator(_named("pokerkit"), "Python", module.StandardHighHand.from_game, arguments)


def eval7(hands: Hands) -> Evaluator:
    module = import_module("eval7")
    arguments = [(list(map(module.Card, hand)),) for hand in hands]
    return Evaluator(_named("eval7"), "C", module.evaluate, arguments)


PEERS = (phevaluator, pokereval, treys, texasholdem, pokerkit, eval7)


def _named(package: str) -> str:
    return f"{package} {version(package)}"


def _hole_and_board(hands: Hands, convert: Callable[[Card], object]) -> Arguments:
    return [(list(map(convert, hand[:2])), list(map(convert, hand[2:]))) for hand in hands]


def installed(hands: Hands) -> Iterator[Evaluator]:
    yield croupier(hands)
    for peer in PEERS:
        try:
            yield peer(hands)
        except (ImportError, PackageNotFoundError):
            print(f"{peer.__name__} is not installed", file=sys.stderr)


def seconds_a_hand(evaluator: Evaluator, hands: int) -> float:
    evaluate, arguments = evaluator.evaluate, evaluator.arguments[:hands]
    start = perf_counter()
    for each in arguments:
        evaluate(*each)
    return (perf_counter() - start) / len(arguments)


def measure(evaluators: Sequence[Evaluator], repeats: int) -> list[float]:
    """Hands a second of each evaluator, in its best turn."""
    turns = [max(50, int(TURN_SECONDS / seconds_a_hand(each, 50))) for each in evaluators]
    best = [float("inf")] * len(evaluators)
    for _ in range(repeats):
        for place, each in enumerate(evaluators):
            best[place] = min(best[place], seconds_a_hand(each, turns[place]))
    return [1 / seconds for seconds in best]


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    chance = seeded_chance("bench")
    start = perf_counter()
    best_value(DECK[:5])
    print(f"tables there in {perf_counter() - start:.3f} s")
    for size in (7, 5):
        evaluators = list(installed([shuffled(DECK, chance)[:size] for _ in range(HANDS)]))
        speeds = measure(evaluators, repeats)
        print(f"\n{f'{size} cards':24}{'language':>10}{'hands/s':>14}{'ours/theirs':>14}")
        for each, speed in zip(evaluators, speeds, strict=True):
            print(f"{each.name:24}{each.language:>10}{speed:>14,.0f}{speeds[0] / speed:>14.2f}")


if __name__ == "__main__":
    main()
