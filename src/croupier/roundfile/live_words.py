"""What is said at a live house-banked table and in no round file: what a dealer deals by hand, and cards by place."""

from collections.abc import Iterator

from croupier.actors import Actor
from croupier.cards import Card
from croupier.errors import Unreadable
from croupier.games import HouseGame
from croupier.games.house import commands as cmd
from croupier.games.house.table import HouseTable
from croupier.roundfile.house_script import occupied_box, read_action, read_incident
from croupier.roundfile.read import cards


def read_live_action(game: HouseGame, table: HouseTable, words: list[str], actor: Actor) -> cmd.HouseCommand:
    """One act at a live table: those of round files, and `dealt`, `up`, `board`, `dealer` and `BOX hand` with cards.

    Several hands at once, where cards were taken for each other's: `hands 1 As Kd Qc 2 7h 8h 9h`.
    """
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
        case ["hands", *named]:
            return cmd.NameHands(tuple(_hands(table, named)))
        case ["incident", kind, *details]:
            return read_incident(game, table, kind, details, actor, places=True)
        case _:
            return read_action(game, table, words, actor)


def _hands(table: HouseTable, named: list[str]) -> Iterator[cmd.NameCards]:
    """`1 As Kd Qc 2 7h 8h 9h dealer Qs 4d 2c`, in any order."""
    starts = [number for number, word in enumerate(named) if word == "dealer" or word.isdecimal()]
    if not starts or starts[0] != 0:
        raise Unreadable("hands: write BOX or dealer, and the cards that lie there: hands 1 As Kd Qc 2 7h 8h 9h")
    for start, end in zip(starts, [*starts[1:], len(named)], strict=True):
        whose, held = named[start], _cards("hands", named[start + 1 : end])
        if whose == "dealer":
            yield cmd.NameCards(cmd.Of.DEALER, held)
        else:
            yield cmd.NameCards(cmd.Of.HAND, held, occupied_box(whose, table))


def _cards(what: str, named: list[str]) -> tuple[Card, ...]:
    if not named:
        raise Unreadable(f"{what}: no card is named; write them as in {what} As Kd")
    return tuple(card for word in named for card in cards(what, word))  # one said twice is for the rules to refuse
