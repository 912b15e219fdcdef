"""The names of a game, its bets and its decisions, in the words of its document."""

from functools import cache

from croupier.floor.live.answers.said import spliced
from croupier.floor.live.answers.tables import Words
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.poker.commands import Act
from croupier.rules.rulebook.model import Rulebook


def named(book: Rulebook) -> str:
    """The name that people see."""
    return _named(book.game) or book.title


def words_of(book: Rulebook) -> Words:
    return _words(book.game)


@cache
def words_spliced(key: str) -> Words:
    """The words of a game, encoded once for every view of its tables."""
    return spliced(_words(key))


class ButtonWords(dict[str, str]):
    """What an act is called on a button."""

    def __missing__(self, verb: str) -> str:
        return verb.title()


@cache
def button_words(key: str) -> ButtonWords:
    """Bets and decisions in the words of the game's document."""
    words = _words(key)
    return ButtonWords({**_WITHOUT_A_WORD, **words.spots, **words.decisions})


_WITHOUT_A_WORD = {
    "close": "No more Bets",
    "sits": "Sit down",
    "frees": "Give up the box",
    "tops-up": "Bring chips",
    "leaves": "Leave",
    "moves-to": "Change seats",
    "ready": "Ready",
    "hides": "Do not show",
    "mucks": "Do not show",
    "away": "Sit out",
    "back": "Come back",
    "next": "Next round",
    "start": "Start the round",
    "dealt": "Cards are dealt",
    "take-back": "Take back",
    "day-ends": "End the day",
    "takes-over": "Take over",
    "deck checked": "Deck checked",
    "shuffled": "Shuffled",
}
"""Acts that the document has no word for, and whose own word is not clear."""


@cache
def _named(key: str) -> str:
    game = HOUSE_GAMES.get(key)
    return "" if game is None else game.named


@cache
def _words(key: str) -> Words:
    game = HOUSE_GAMES.get(key)
    if game is None:
        return Words(spots={}, decisions={act: act.words for act in Act})
    later = [move.spot for move in game.decisions.values() if move.spot is not None]
    return Words(
        spots={spot: spot.words for spot in (*game.spots, *later)},
        decisions={decision: game.words_for(decision) for decision in game.decisions},
    )
