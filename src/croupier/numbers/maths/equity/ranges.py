"""Ranges of hold'em hands, and how they are written."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

from croupier.base.errors import Unreadable
from croupier.numbers.maths.equity.against_random import best
from croupier.numbers.maths.equity.holes import Hole, Range
from croupier.rules.cards import DECK, RANKS, SUITS, Card, parse_cards, with_letters

_KIND = rf"([{RANKS}])([{RANKS}])([so]?)"
_WORD = re.compile(rf"{_KIND}(\+?)")
_FROM_TO = re.compile(rf"{_KIND}[-–]{_KIND}")
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)%")
_ACCEPTED = (
    "write hands such as AsKd, or QQ, AKs, AKo, AK, TT+, ATs+, 22-66, A5s-A2s, JTs-87s, or the best of all: 15%; with "
    "commas or spaces between them; or random"
)


def players_in(text: str) -> tuple[str, ...]:
    """The hands or ranges of "QQ+ vs AsKd vs random", as they are written."""
    return tuple(part.strip() for part in re.split(r"\s+(?:vs\.?|against|v)\s+", text.strip()))


def parse_range(text: str) -> Range:
    """Read "QQ+, AKs, 22-66, 15%, AsKd": the hole cards that a player may have; "random" for any."""
    if text.strip() == "random":
        return frozenset(map(frozenset, combinations(DECK, 2)))
    found: set[Hole] = set()
    for word in re.split(r"[,\s]+", with_letters(text).strip()):
        found.update(_in_word(word))
    return frozenset(found)


def _in_word(word: str) -> Iterable[Hole]:
    if match := _WORD.fullmatch(word):
        one, other, suits, plus = match.groups()
        return _hands(one, other, suits, plus, word)
    if match := _FROM_TO.fullmatch(word):
        return _from_to(match.groups(), word)
    if match := _PERCENT.fullmatch(word):
        return _best(Fraction(match[1]), word)
    try:
        cards = parse_cards(word)
    except ValueError as wrong:
        raise Unreadable(f"{word!r} is not part of a range ({wrong}); {_ACCEPTED}") from None
    if len(cards) != 2:
        raise Unreadable(f"{word!r} is not two cards; {_ACCEPTED}")
    return (frozenset(cards),)


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


def _from_to(parts: tuple[str, ...], word: str) -> Iterator[Hole]:
    """Pairs; one card the same and the other from here to there; or both cards going down together."""
    (high, low), (last_high, last_low) = (
        sorted((RANKS.index(one), RANKS.index(other)), reverse=True) for one, other in (parts[:2], parts[3:5])
    )
    steps = abs(low - last_low)
    same_high, same_gap = high == last_high and high != low, high - last_high == low - last_low
    if parts[2] != parts[5] or not (same_high or same_gap) or (high == low) != (last_high == last_low):
        raise Unreadable(f"{word!r} does not go from one hand to another of its kind; {_ACCEPTED}")
    top_high, top_low = max(high, last_high), max(low, last_low)
    for step in range(steps + 1):
        one = top_high if same_high else top_high - step
        yield from _hands(RANKS[one], RANKS[top_low - step], parts[2], "", word)


def _best(percent: Fraction, word: str) -> Range:
    found = best(percent)
    if percent > 100 or not found:
        raise Unreadable(f"{word!r} is not a part of all hands; {_ACCEPTED}")
    return found


# --- Names of suits -----------------------------------------------------------------------------------------

Suits = tuple[int, ...]
RENAMED: tuple[Suits, ...] = tuple(permutations(range(4)))
"""All ways to name the suits."""
NUMBERS = {card: number for number, card in enumerate(DECK)}
