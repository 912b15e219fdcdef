"""What is said at a live house-banked table and in no round file: what a dealer deals by hand, and cards by place."""

from croupier.actors import Actor
from croupier.cards import Card
from croupier.errors import Unreadable
from croupier.games import HouseGame
from croupier.games.house import commands as cmd
from croupier.games.house.table import HouseTable
from croupier.roundfile.house_script import occupied_box, read_action, read_incident
from croupier.roundfile.read import cards


def read_live_action(game: HouseGame, table: HouseTable, words: list[str], actor: Actor) -> cmd.HouseCommand:
    """One act at a live table: those of round files, and `dealt`, `up`, `board`, `dealer` and `BOX hand` with cards."""
    match words:
        case ["dealt"]:
            return cmd.DealFaceDown()
        case ["up", *named]:
            return cmd.NameCards(cmd.Of.UP, _cards("up", named))
        case ["dealer", *named]:
            return cmd.NameCards(cmd.Of.DEALER, _cards("dealer", named))
        case ["board", *named] if game.board:
            return cmd.NameCards(cmd.Of.BOARD, _cards("board", named))
        case [number, "hand", *named]:
            box = occupied_box(number, table)
            return cmd.NameCards(cmd.Of.HAND, _cards("hand", named), box)
        case ["incident", kind, *details]:
            return read_incident(game, table, kind, details, actor, places=True)
        case _:
            return read_action(game, table, words, actor)


def _cards(what: str, named: list[str]) -> tuple[Card, ...]:
    if not named:
        raise Unreadable(f"{what}: no card is named; write them as in {what} As Kd")
    return tuple(card for word in named for card in cards(what, word))  # one said twice is for the rules to refuse
