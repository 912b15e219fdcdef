"""The games, as records; there is no base class. A new house game is a line in `_HOUSE`, or an entry point of another
package (`extension_points`).

A game is imported when its record is first asked for: a table of one game has no use for the rules of the others.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

from croupier.extension_points import GAMES_OF_PACKAGES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from croupier.rules.games.house.game import HouseGame
    from croupier.rules.games.poker.game import GAME as POKER
    from croupier.rules.games.poker.game import PokerGame

Game = TypeVar("Game")


class Games(MutableMapping[str, Game], Generic[Game]):
    """Game records by key. The keys are known without importing a game. Other packages are searched only to list the
    games, or for a game that does not ship."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        self._packages = dict(packages)
        self._records: dict[str, Game] = {}

    def __getitem__(self, key: str) -> Game:
        found = self._records.get(key)
        if found is None:
            found = self._records[key] = self._imported(key)
        return found

    def _imported(self, key: str) -> Game:
        package = self._packages.get(key)
        if package is not None:
            record: Game = import_module(f"croupier.rules.games.{package}.game").GAME
            return record
        return cast(Game, _of_packages()[key].load())

    def __setitem__(self, key: str, record: Game) -> None:
        self._packages[key] = key
        self._records[key] = record

    def __delitem__(self, key: str) -> None:
        del self._packages[key]
        self._records.pop(key, None)

    def __contains__(self, key: object) -> bool:
        return key in self._packages or key in _of_packages()

    def __iter__(self) -> Iterator[str]:
        return iter({**self._packages, **_of_packages()})

    def __len__(self) -> int:
        return len({**self._packages, **_of_packages()})


@cache
def _of_packages() -> "Mapping[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {game.name: game for game in entry_points(group=GAMES_OF_PACKAGES)}


_HOUSE = {
    "three-card-poker": "three_card",
    "casino-stud": "casino_stud",
    "progressive-holdem": "progressive_holdem",
}

POKER_KEY = "poker"

OfHouse = Literal[
    "three-card-poker",
    "casino-stud",
    "progressive-holdem",
    "three-card-poker@3",
    "casino-stud@2",
    "progressive-holdem@6",
]
OfPoker = Literal["poker", "poker@6", "poker@7"]
"""What ships, by name: type checkers know by it which kind of table somebody opens."""

HOUSE_GAMES: "Games[HouseGame]" = Games(_HOUSE)
GAMES: "Games[HouseGame | PokerGame]" = Games({**_HOUSE, POKER_KEY: "poker"})

__all__ = ["GAMES", "HOUSE_GAMES", "POKER", "POKER_KEY", "HouseGame", "OfHouse", "OfPoker", "PokerGame"]


def __getattr__(name: str) -> Any:
    """Records and their types, which come with the rules."""
    match name:
        case "HouseGame":
            return import_module("croupier.rules.games.house.game").HouseGame
        case "PokerGame":
            return import_module("croupier.rules.games.poker.game").PokerGame
        case "POKER":
            return GAMES[POKER_KEY]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
