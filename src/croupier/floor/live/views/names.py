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


def button_words(book: Rulebook) -> dict[str, str]:
    """What a bet or a decision is called on a button."""
    return _button_words(book.game)


@cache
def _button_words(key: str) -> dict[str, str]:
    words = _words(key)
    return {**words.spots, **words.decisions}


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
