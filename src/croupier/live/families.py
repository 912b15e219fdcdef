"""Which family a table belongs to, by its rulebook."""

from croupier.games import HOUSE_GAMES
from croupier.live.family import Family
from croupier.live.house_family import HOUSE
from croupier.live.poker_family import POKER
from croupier.rulebook.model import game_of


def family_of(book: str) -> Family:
    return HOUSE if game_of(book) in HOUSE_GAMES else POKER
