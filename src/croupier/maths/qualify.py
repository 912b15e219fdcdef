"""The dealer's qualifying hand as a value: whatever is at least as good qualifies."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from croupier.cards import RANKS, SUITS, Card
from croupier.errors import Unreadable
from croupier.hands import (
    FiveCardRank,
    ThreeCardRank,
    five_card_rank,
    five_card_value,
    three_card_rank,
    three_card_value,
)

_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_ACCEPTED = "write anything, queen-high, ace-king, pair-of-sixes, or the name of a ranking such as one-pair"


@cache
def qualifying_value(words: str, size: int) -> int:
    """The lowest value, of three or of five cards, that fits the words: "queen-high" is that of Q-3-2."""
    if words == "anything":
        return 1
    rankings: type[ThreeCardRank] | type[FiveCardRank] = ThreeCardRank if size == 3 else FiveCardRank
    ranking = words.replace("-", "_").upper()
    fitting = [
        value for value, found, ranks in _hands(size) if found.name == ranking or _fits(words, found.name, ranks)
    ]
    if not fitting and ranking in rankings.__members__:
        fitting = [value for value in range(1, 742 if size == 3 else 7463) if _name(value, size) == ranking]
    if not fitting:
        raise Unreadable(f"no dealer's hand is called {words!r}; {_ACCEPTED}")
    return min(fitting)


def _fits(words: str, ranking: str, ranks: tuple[int, ...]) -> bool:
    highest, _, rest = words.partition("-")
    if words.startswith("pair-of-"):
        return ranking == "ONE_PAIR" and any(ranks.count(rank) == 2 and words[8:] in _plurals(rank) for rank in ranks)
    if not ranking.endswith("_ODD_CARDS") or highest not in _NAMES:
        return False
    if rest == "high":
        return max(ranks) == _NAMES.index(highest)
    return sorted(ranks)[-2:] == sorted(_NAMES.index(name) for name in (highest, rest) if name in _NAMES)


def _plurals(rank: int) -> tuple[str, str]:
    return f"{_NAMES[rank]}s", f"{_NAMES[rank]}es"


def _name(value: int, size: int) -> str:
    return three_card_rank(value).name if size == 3 else five_card_rank(value).name


def _hands(size: int) -> Iterator[tuple[int, ThreeCardRank | FiveCardRank, tuple[int, ...]]]:
    """Value, ranking and ranks of all hands that are not of one suit."""
    for ranks in combinations_with_replacement(range(13), size):
        if ranks.count(ranks[0]) > 4:
            continue
        cards = unsuited(ranks)
        if size == 3:
            value = three_card_value(cards)
            yield value, three_card_rank(value), ranks
        else:
            value = five_card_value(cards)
            yield value, five_card_rank(value), ranks


def unsuited(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of these ranks, rank 0 for a Two, that are not all of one suit."""
    if len(set(ranks)) == len(ranks):
        return tuple(Card(RANKS[rank] + SUITS[place == 0]) for place, rank in enumerate(ranks))
    return tuple(Card(RANKS[rank] + SUITS[ranks[:place].count(rank)]) for place, rank in enumerate(ranks))
