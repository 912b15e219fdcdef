"""Random tables for drills: who sits where, with what, and in which order the cards come."""

import random
from collections.abc import Sequence

from croupier.rules.cards import DECK, shuffled
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Limits
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rulings_desk.example_tables import MOST_SEATS
from croupier.rulings_desk.settings import HouseSetting, PokerSetting, Setting

NAMES = (
    *("Ann", "Ben", "Mei", "Goro", "Lena", "Omar", "Ravi", "Sara", "Tomas", "Yuki", "Aziz", "Clara"),
    *("Dinah", "Farid", "Hana", "Ivo", "Kofi", "Nadia", "Paulo", "Wen"),
)
"""Without Eve, who sits down in cases that need a newcomer."""
SMALL_TABLE = 7
"""Boxes that fit side by side; a shoe could serve more."""
LOWEST = tuple(map(cents, ("5", "10", "25")))
HIGHEST = tuple(map(cents, ("500", "1000", "2000")))
JACKPOT_BET = cents("5")
FROM, TO = 150, 390
"""Dollars in front of a poker player, unless the case says otherwise."""


def setting(book: Rulebook, device: Device, chance: random.Random) -> Setting:
    game = HOUSE_GAMES.get(book.game)
    return _of_poker(chance) if game is None else _of_house(game, book, device, chance)


def _of_house(game: HouseGame, book: Rulebook, device: Device, chance: random.Random) -> HouseSetting:
    """The three boxes of the case, and sometimes others."""
    places = range(1, min(SMALL_TABLE, game.most_boxes[device]) + 1)
    looks, folds, second, *others = chance.sample(places, min(len(places), 3 + chance.choice((0, 0, 1, 1, 2))))
    one, two, *rest = names(chance, 2 + len(others))
    players = {looks: one, second: one, folds: two} | dict(zip(others, rest, strict=True))
    limits = Limits(chance.choice(LOWEST), chance.choice(HIGHEST))
    stakes = {
        box: _stakes(game, book, limits, chance, all_bets=box in (looks, folds, second)) for box in sorted(players)
    }
    boxes = dict(sorted(players.items()))
    return HouseSetting(boxes, looks, folds, second, stakes, limits, shuffled(DECK, chance), len(places))


def _stakes(
    game: HouseGame, book: Rulebook, limits: Limits, chance: random.Random, *, all_bets: bool
) -> dict[Spot, Cents]:
    """An Ante that divides by five, and side bets; the boxes of the case also have the jackpot bet."""
    stakes: dict[Spot, Cents] = {}
    for spot in game.bets_in(book):
        if spot is Spot.ANTE:
            stakes[spot] = Cents(limits.low * chance.choice((1, 2, 2, 3, 4)))
        elif spot is Spot.JACKPOT:
            if all_bets or chance.randrange(2):
                stakes[spot] = JACKPOT_BET
        elif chance.randrange(3):
            stakes[spot] = Cents(limits.low * chance.choice((1, 1, 2)))
    return stakes


def _of_poker(chance: random.Random) -> PokerSetting:
    chosen = sorted(chance.sample(range(1, MOST_SEATS + 1), 6))
    turn = chance.randrange(len(chosen))
    around = chosen[turn:] + chosen[:turn]
    usual = range(1, 7)
    stacks = {seat: Cents(chance.randrange(FROM, TO, 5) * 100) for seat in usual}
    return PokerSetting(
        dict(zip(usual, around, strict=True)),
        dict(zip(usual, names(chance, 6), strict=True)),
        stacks,
        shuffled(DECK, chance),
    )


def names(chance: random.Random, many: int) -> Sequence[str]:
    return chance.sample(NAMES, many)
