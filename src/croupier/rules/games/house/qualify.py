"""The dealer's qualifying hand as a value: every hand at least as good qualifies."""

from functools import cache

from croupier.base.errors import Unreadable
from croupier.rules.hands import five_card_hands, three_card_hands

_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_ACCEPTED = "write anything, queen-high, ace-king, pair-of-sixes, or the name of a ranking such as one-pair"


@cache
def qualifying_value(words: str, size: int) -> int:
    """The lowest value, of three or of five cards, that fits the words: "queen-high" is that of Q-3-2."""
    if words == "anything":
        return 1
    wanted = words.replace("-", "_").upper()
    for value, (ranking, ranks, _) in enumerate(three_card_hands() if size == 3 else five_card_hands(), 1):
        if ranking.name == wanted or _fits(words, ranking.name, tuple(rank - 2 for rank in ranks)):
            return value
    raise Unreadable(f"no dealer's hand is called {words!r}; {_ACCEPTED}")


def least_in_words(words: str) -> str:
    """What a rulebook writes for the least hand, as it stands on a layout: "Queen high", "Ace and King"."""
    highest, _, rest = words.partition("-")
    if highest in _NAMES and rest == "high":
        return f"{highest.title()} high"
    if highest in _NAMES and rest in _NAMES:
        return f"{highest.title()} and {rest.title()}"
    return f"a {words.replace('-', ' ').title().replace(' Of ', ' of ')}"


def _fits(words: str, ranking: str, ranks: tuple[int, ...]) -> bool:
    highest, _, rest = words.partition("-")
    if words.startswith("pair-of-"):
        return ranking == "ONE_PAIR" and words[8:] in _plurals(ranks[0])
    if not ranking.endswith("_ODD_CARDS") or highest not in _NAMES:
        return False
    if rest == "high":
        return ranks[0] == _NAMES.index(highest)
    return [_NAMES[rank] for rank in ranks[:2]] in ([highest, rest], [rest, highest])


def _plurals(rank: int) -> tuple[str, str]:
    return f"{_NAMES[rank]}s", f"{_NAMES[rank]}es"
