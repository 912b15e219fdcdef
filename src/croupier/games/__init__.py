"""The games, as records; there is no base class and no registration. A new house game is a line in `HOUSE_GAMES`."""

from collections.abc import Mapping

from croupier.games.casino_stud.game import GAME as CASINO_STUD
from croupier.games.house.game import HouseGame
from croupier.games.poker.game import GAME as POKER
from croupier.games.poker.game import PokerGame
from croupier.games.progressive_holdem.game import GAME as PROGRESSIVE_HOLDEM
from croupier.games.three_card.game import GAME as THREE_CARD_POKER

HOUSE_GAMES: Mapping[str, HouseGame] = {
    game.key: game
    for game in (
        THREE_CARD_POKER,
        CASINO_STUD,
        PROGRESSIVE_HOLDEM,
    )
}

GAMES: Mapping[str, HouseGame | PokerGame] = {**HOUSE_GAMES, POKER.key: POKER}

__all__ = ["GAMES", "HOUSE_GAMES", "POKER", "HouseGame", "PokerGame"]
