"""What is said at a live house-banked table and in no round file: what a dealer deals by hand, and cards by place."""

from collections.abc import Collection, Iterator

from croupier.base.actors import Actor
from croupier.base.errors import Unreadable
from croupier.base.sentences import says
from croupier.rounds.roundfile.details import read_details
from croupier.rounds.roundfile.house_script import occupied_box, read_action, read_incident
from croupier.rounds.roundfile.read import cards
from croupier.rules.cards import Card
from croupier.rules.games import HouseGame
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.corrections import CORRECTIONS, ENTRY, PAYMENT

_OF_REAL_CARDS = frozenset({"dealt", "up", "dealer", "board", "hand", "hands", "incident"})


def read_live_action(game: HouseGame, boxes: Collection[int], words: list[str], actor: Actor) -> cmd.HouseCommand:
    """One act at a live table: those of round files, and `dealt`, `up`, `board`, `dealer` and `BOX hand` with cards.

    Several hands at once, where cards were taken for each other's: `hands 1 As Kd Qc 2 7h 8h 9h`.
    """
    if _OF_REAL_CARDS.isdisjoint(words):
        return read_action(game, boxes, words, actor)
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
            box = occupied_box(number, boxes)
            return cmd.NameCards(cmd.Of.HAND, _cards("hand", named), box)
        case ["hands", *named]:
            return cmd.NameHands(tuple(_hands(boxes, named)))
        case ["incident", "entry", *details]:
            return _entry(game, boxes, details, actor)
        case ["incident", "payment", *details]:
            return _payment(boxes, details, actor)
        case ["incident", kind, *details]:
            return read_incident(game, boxes, kind, details, actor, places=True)
        case _:
            return read_action(game, boxes, words, actor)


def _entry(game: HouseGame, boxes: Collection[int], details: list[str], actor: Actor) -> cmd.CorrectEntry:
    """`box=3 hand="As Kd Qc"`, `dealer="…"`, `board="…"`, `up=Ks`, one or more of them."""
    given = read_details(ENTRY, details, CORRECTIONS[ENTRY])
    named: list[cmd.NameCards] = []
    if ("box" in given) != ("hand" in given) or len(given.get("box", "1")) != 1:
        raise Unreadable('incident entry: box=3 and hand="…" go together')
    if "hand" in given:
        named.append(cmd.NameCards(cmd.Of.HAND, given["hand"], occupied_box(given["box"][0], boxes)))
    for of in (cmd.Of.DEALER, cmd.Of.BOARD, cmd.Of.UP):
        if of in given and (of is not cmd.Of.BOARD or game.board):
            lies = given[of]
            named.append(cmd.NameCards(of, (lies,) if of is cmd.Of.UP else lies))
    if not named:
        raise Unreadable(says("entry-says-what"))
    return cmd.CorrectEntry(tuple(named), actor, given.get("again", False))


def _payment(boxes: Collection[int], details: list[str], actor: Actor) -> cmd.RecordPayment:
    given = read_details(PAYMENT, details, CORRECTIONS[PAYMENT])
    if len(given["box"]) != 1:
        raise Unreadable("incident payment: one box at a time")
    return cmd.RecordPayment(occupied_box(given["box"][0], boxes), given["paid"], actor)


def _hands(boxes: Collection[int], named: list[str]) -> Iterator[cmd.NameCards]:
    """`1 As Kd Qc 2 7h 8h 9h dealer Qs 4d 2c`, in any order."""
    starts = [number for number, word in enumerate(named) if word == "dealer" or word.isdecimal()]
    if not starts or starts[0] != 0:
        raise Unreadable("hands: write BOX or dealer, and the cards that lie there: hands 1 As Kd Qc 2 7h 8h 9h")
    for start, end in zip(starts, [*starts[1:], len(named)], strict=True):
        whose, held = named[start], _cards("hands", named[start + 1 : end])
        if whose == "dealer":
            yield cmd.NameCards(cmd.Of.DEALER, held)
        else:
            yield cmd.NameCards(cmd.Of.HAND, held, occupied_box(whose, boxes))


def _cards(what: str, named: list[str]) -> tuple[Card, ...]:
    if not named:
        raise Unreadable(f"{what}: no card is named; write {what} As Kd")
    return tuple(card for word in named for card in cards(what, word))  # one said twice is for the rules to refuse
