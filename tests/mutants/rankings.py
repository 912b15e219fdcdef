"""The ranking of cards and hands, wrong in one thing.

`croupier.rules.hands` looks values up, so values are exchanged.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from croupier.rules import hands
from croupier.rules.cards import RANKS, Card

VALUES = ("three_card_value", "five_card_value", "best_value")
"""What the games ask for."""


class Ranking(NamedTuple):
    what: str
    clauses: frozenset[str]
    """Whose scenarios must notice."""
    patch: Callable[[], None]


def rankings(cards: int) -> Iterator[Ranking]:
    """For hands of three cards, or of five."""
    ascending = hands.three_card_hands() if cards == 3 else hands.five_card_hands()
    kinds = list(dict.fromkeys(ranking for ranking, _, _ in ascending))
    for low, high in pairwise(kinds):
        instead = {int(low): int(high), int(high): int(low)}
        order = sorted((instead.get(ranking, ranking), value) for value, (ranking, _, _) in enumerate(ascending, 1))
        values = {old: new for new, (_, old) in enumerate(order, 1)}
        what = f"{low.name.lower().replace('_', '-')} above {high.name.lower().replace('_', '-')}"
        yield Ranking(what, frozenset({"ranking-of-hands"}), partial(_patch, value=values.__getitem__))
    for low_card, high_card in pairwise(RANKS):
        exchanged = str.maketrans({low_card: high_card, high_card: low_card})
        what = f"{low_card} ranks above {high_card}"
        yield Ranking(what, frozenset({"rank-of-cards"}), partial(_patch, hand=partial(_renamed, exchanged)))
    for places in range(cards):
        lowest: dict[tuple[object, ...], int] = {}
        same = {
            value: lowest.setdefault((ranking, *ranks[:places]), value)
            for value, (ranking, ranks, _) in enumerate(ascending, 1)
        }
        what = f"equal hands are told apart by {places} of their cards only"
        yield Ranking(what, frozenset({"ranking-of-equals"}), partial(_patch, value=same.__getitem__))
    if cards == 5:
        yield Ranking(
            "the first five cards count", frozenset({"best-five-of-seven"}), partial(_patch, hand=_first_five)
        )


def _renamed(exchanged: dict[int, str], cards: Sequence[Card]) -> Sequence[Card]:
    return tuple(Card(card.translate(exchanged)) for card in cards)


def _first_five(cards: Sequence[Card]) -> Sequence[Card]:
    return cards[:5]


def _patch(
    hand: Callable[[Sequence[Card]], Sequence[Card]] = tuple, value: Callable[[int], int] = lambda value: value
) -> None:
    """Replaces the function also in modules that imported it by name."""
    for name in VALUES:
        right = getattr(hands, name)

        def wrong(cards: Sequence[Card], right: Callable[[Sequence[Card]], int] = right) -> int:
            return value(right(hand(cards)))

        for module in list(sys.modules.values()):
            if module.__name__.startswith("croupier.") and vars(module).get(name) is right:
                setattr(module, name, wrong)
