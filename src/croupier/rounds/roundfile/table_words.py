"""What a file of a table's whole life can say in addition to the play: who comes and goes at house-banked tables,
changed signs, the end of a day, where the button is placed, the next version of the rulebook.

Files only: at a live table these have acts and ranks of their own.
"""

from collections.abc import Iterable, Mapping

from croupier.base.errors import Unreadable
from croupier.base.limits import LONGEST_NAME
from croupier.base.values import Value
from croupier.rounds.roundfile.read import amount, name_of_player, place, shown
from croupier.rules.games import HouseGame
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseTable, Limits
from croupier.rules.rulebook.model import Rulebook


class ChangeBook(Value):
    """From the next round on."""

    book: Rulebook


class DealDue(Value):
    """Deals the due cards, at tables that wait for this word."""


def seated_later(actions: Iterable[str], places: int) -> dict[int, str]:
    """Boxes that somebody takes in the course of the file, so that acts on them can be read."""
    taken = [words for words in map(str.split, actions) if words[1:2] == ["sits"]]
    return {int(words[0]): "" for words in taken if words[0] in map(str, range(1, places + 1))}


def read_house_words(game: HouseGame, table: HouseTable, words: list[str]) -> house_cmd.HouseCommand | DealDue | None:
    """None if it belongs to the game."""
    match words:
        case ["deal"]:
            return DealDue()
        case ["day-ends"]:
            return house_cmd.EndDay()
        case ["sign", *given]:
            return _house_sign(game, pairs(given))
        case [number, "sits", name] | [number, "sits", name, _]:
            if name_of_player(name) is None:
                raise Unreadable(f"a player's name must have 1 to {LONGEST_NAME} printable characters")
            return house_cmd.TakeBox(place("box", number, table.places), name)
        case [number, "frees"]:
            return house_cmd.FreeBox(place("box", number, table.places))
        case _:
            return None


def pairs(given: list[str]) -> dict[str, list[str]]:
    pairs: dict[str, list[str]] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals or not value or key in pairs:
            raise Unreadable(f"sign: {shown(word)}: write KEY=VALUE, each key once, such as small-blind=2")
        pairs[key] = value.split(",")
    return pairs


def check(given: Mapping[str, list[str]], known: Mapping[str, int]) -> None:
    for key, values in given.items():
        if len(values) != known.get(key, 0):
            listed = ", ".join(f"{name}={','.join(['…'] * number)}" for name, number in known.items())
            raise Unreadable(f"sign: {shown(key)}: expected {listed}")


def _house_sign(game: HouseGame, given: dict[str, list[str]]) -> house_cmd.ChangeSign:
    spots = [spot for spot in game.spots if spot is not Spot.JACKPOT]
    check(given, {**dict.fromkeys(map(str, spots), 2), "jackpot-bet": 1, "boxes": 1})
    limits: dict[Spot, Limits] = {
        spot: Limits(*(amount(spot, value) for value in given[spot])) for spot in spots if spot in given
    }
    boxes = given.get("boxes")
    return house_cmd.ChangeSign(
        limits=limits or None,
        jackpot_bet=amount("jackpot-bet", given["jackpot-bet"][0]) if "jackpot-bet" in given else None,
        places=None if boxes is None else place("boxes", boxes[0], 52),
    )
