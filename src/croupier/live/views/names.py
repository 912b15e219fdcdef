"""What a game, its bets and its decisions are called, in the words of its document."""

from functools import cache
from typing import Any

from croupier.games import HOUSE_GAMES
from croupier.games.poker.commands import Act
from croupier.rulebook.model import Rulebook


def named(book: Rulebook) -> str:
    """The name that people see."""
    game = HOUSE_GAMES.get(book.game)
    return book.title if game is None or not game.named else game.named


def called(book: Rulebook) -> dict[str, Any]:
    """For the head of a view."""
    return {"game": book.game, "named": named(book), "words": words_of(book)}


def words_of(book: Rulebook) -> dict[str, dict[str, str]]:
    return _words(book.game)


def button_words(book: Rulebook) -> dict[str, str]:
    """What a bet or a decision is called on a button."""
    return _button_words(book.game)


@cache
def _button_words(key: str) -> dict[str, str]:
    words = _words(key)
    return {**words["spots"], **words["decisions"]}


@cache
def _words(key: str) -> dict[str, dict[str, str]]:
    game = HOUSE_GAMES.get(key)
    if game is None:
        return {"spots": {}, "decisions": {act: act.words for act in Act}}
    later = [move.spot for move in game.decisions.values() if move.spot is not None]
    return {
        "spots": {spot: spot.words for spot in (*game.spots, *later)},
        "decisions": {decision: game.words_for(decision) for decision in game.decisions},
    }
