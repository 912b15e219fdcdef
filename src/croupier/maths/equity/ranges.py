"""Ranges of hold'em hands, and how they are written."""

import re
from collections.abc import Iterator
from itertools import combinations, permutations, product

from croupier.cards import DECK, RANKS, SUITS, Card, parse_cards
from croupier.errors import Unreadable

Hole = frozenset[Card]
Range = frozenset[Hole]

_WORD = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)(\+?)")
_ACCEPTED = "write hands such as AsKd, or QQ, AKs, AKo, AK, TT+, ATs+, with commas or spaces between them; or random"


def parse_range(text: str) -> Range:
    """Read "QQ+, AKs, AsKd": the hole cards that a player may have; "random" for any."""
    if text.strip() == "random":
        return frozenset(map(frozenset, combinations(DECK, 2)))
    found: set[Hole] = set()
    for word in re.split(r"[,\s]+", text.strip()):
        match = _WORD.fullmatch(word)
        if match:
            one, other, suits, plus = match.groups()
            found.update(_hands(one, other, suits, plus, word))
            continue
        try:
            cards = parse_cards(word)
        except ValueError as wrong:
            raise Unreadable(f"{word!r} is not part of a range ({wrong}); {_ACCEPTED}") from None
        if len(cards) != 2:
            raise Unreadable(f"{word!r} is not two cards; {_ACCEPTED}")
        found.add(frozenset(cards))
    return frozenset(found)


def _hands(one: str, other: str, suits: str, plus: str, word: str) -> Iterator[Hole]:
    high, low = sorted((RANKS.index(one), RANKS.index(other)), reverse=True)
    if high == low and suits:
        raise Unreadable(f"{word!r}: a pair is never suited; {_ACCEPTED}")
    if high == low:
        for rank in range(high, 13 if plus else high + 1):
            yield from (frozenset(pair) for pair in combinations([Card(RANKS[rank] + suit) for suit in SUITS], 2))
        return
    for rank in range(low, high if plus else low + 1):
        for first, second in product(SUITS, SUITS):
            if suits == "" or (suits == "s") == (first == second):
                yield frozenset((Card(RANKS[high] + first), Card(RANKS[rank] + second)))


# --- Names of suits -----------------------------------------------------------------------------------------

Suits = tuple[int, ...]
RENAMED: tuple[Suits, ...] = tuple(permutations(range(4)))
"""All ways to name the suits."""
NUMBERS = {card: number for number, card in enumerate(DECK)}
