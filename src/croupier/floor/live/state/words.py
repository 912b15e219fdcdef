"""Acts as text: the floor's additions to the vocabulary of round files, and how an act is written."""

import re
from typing import Literal

from croupier.base.errors import Unreadable, told_by
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.rounds.roundfile.read import amount, place, shown
from croupier.rules.cards import Card, parse_cards
from croupier.rules.games.house.commands import HouseCommand
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.poker.commands import PokerCommand
from croupier.rules.money import Cents, dollars

INCIDENT = "incident"
LONGEST_ACT = 500
"""Characters; the longest act is a report that names all boxes."""

LONGEST_DETAIL = 200
_DECK = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
_USER = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,31}")
_WORD = re.compile(r'[^\s"]*"[^"]*"|\S+')
"""Quotation marks join the cards of a report: `hand="As Kd Qc"` is one word."""
_WITH_AMOUNT = re.compile(r"[0-9]+(\.[0-9]{1,2})?")
_TAKES_AMOUNT = frozenset(
    [
        *Spot,
        "raise",
        "tops-up",
        "takes-off",
        "sits",
        "relocated",
    ]
)


class Sits(Value):
    """Takes a free box of a house-banked table, with chips from the wallet."""

    box: int
    player: str
    amount: Cents


class Frees(Value):
    box: int


class TopsUp(Value):
    box: int
    amount: Cents


class Leaves(Value):
    box: int


class Ready(Value):
    """The player of a box has placed all their bets."""

    box: int


class Suspends(Value):
    pass


class Resumes(Value):
    pass


class EndsDay(Value):
    pass


class Deals(Value):
    """Cards as a device reads them."""

    cards: tuple[Card, ...]


class DeckIn(Value):
    """A deck of real cards comes to the table."""

    deck: str
    colour: str = ""


class DeckChecked(Value):
    """Somebody of the pit has checked the deck: complete, and of one kind."""


class Shuffled(Value):
    how: Literal["machine", "hand"]


class DeckOut(Value):
    reason: str = ""


class TakesOver(Value):
    """A dealer takes the table, and so relieves the dealer who had it."""


class TakesBack(Value):
    """Poker dealt by hand: the dealer has entered a player's act wrongly, and nothing has been said since (R-139)."""


class MovesOn(Value):
    """Poker: the first in order moves on to the table that this one names (R-140)."""


class Report(Value):
    """Something went wrong at the table: `incident KIND key=value …`. Everybody may report."""

    kind: str
    details: tuple[str, ...] = ()
    """The `key=value` words, as they were said."""

    @property
    def words(self) -> list[str]:
        return [INCIDENT, self.kind, *self.details]

    def value_of(self, key: str) -> str | None:
        return next((word.partition("=")[2] for word in self.details if word.startswith(f"{key}=")), None)

    def __str__(self) -> str:
        return " ".join(self.words)


OfTheDeck = DeckIn | DeckChecked | Shuffled | DeckOut
OfTheFloor = (
    Sits
    | Frees
    | TopsUp
    | Leaves
    | Ready
    | Suspends
    | Resumes
    | EndsDay
    | Deals
    | OfTheDeck
    | TakesOver
    | TakesBack
    | MovesOn
)
Spoken = HouseCommand | PokerCommand | OfTheFloor | Report
"""All that people and devices say at a table."""


def split(text: str) -> list[str]:
    """The words of an act."""
    if len(text) > LONGEST_ACT:
        raise Unreadable(f"an act is a text of at most {LONGEST_ACT} characters")
    if not text.isprintable() or not text.isascii():
        raise Unreadable("an act can contain only printable ASCII characters")
    words: list[str] = _WORD.findall(text)
    if not words:
        raise Unreadable("an empty act")
    return words


_OF_THE_FLOOR = frozenset(
    {
        *("suspend", "resume", "day-ends", "deal", "sits", "frees", "tops-up", "leaves", "ready", "moves-to"),
        *("deck", "shuffled", "takes-over", "take-back", "must-move"),
    }
)


def read_floor_act(words: list[str], *, house_banked: bool, places: int) -> OfTheFloor | None:
    """One of the floor's own acts; None if it belongs to the game."""
    if _OF_THE_FLOOR.isdisjoint(words):
        return None  # most acts: the game reads them
    match words:
        case ["suspend"]:
            return Suspends()
        case ["resume"]:
            return Resumes()
        case ["day-ends"]:
            return EndsDay()
        case ["deal", *cards]:
            if not cards:
                raise Unreadable("deal which cards? Write them in the order in which they left the shoe: deal As Kd")
            return Deals(
                tuple(card for word in cards for card in _cards(word))
            )  # one that comes twice is no slip of the pen
        case ["takes-over"]:
            return TakesOver()
        case ["take-back"] if not house_banked:
            return TakesBack()
        case ["must-move"] if not house_banked:
            return MovesOn()
        case ["shuffled", *details]:
            return _shuffled(details)
        case ["deck", *details]:
            return _of_the_deck(details)
        case [number, "sits", player, sum_] if house_banked:
            return Sits(place("box", number, places), user(player), amount("sits", sum_))
        case [number, "frees"] if house_banked:
            return Frees(place("box", number, places))
        case [number, "tops-up", sum_] if house_banked:
            return TopsUp(place("box", number, places), amount("tops-up", sum_))
        case [number, "leaves"] if house_banked:
            return Leaves(place("box", number, places))
        case [number, "ready"] if house_banked:
            return Ready(place("box", number, places))
        case _:
            return None


def _of_the_deck(details: list[str]) -> OfTheDeck:
    match details:
        case ["in", deck, *more]:
            if _DECK.fullmatch(deck) is None:
                raise Unreadable(says("deck-name", given=shown(deck)))
            return DeckIn(deck, _detail("colour", more))
        case ["checked"]:
            return DeckChecked()
        case ["out", *more]:
            return DeckOut(_detail("reason", more))
        case _:
            raise Unreadable(says("deck-words"))


def _shuffled(details: list[str]) -> Shuffled:
    match details:
        case ["by=machine"]:
            return Shuffled("machine")
        case ["by=hand"]:
            return Shuffled("hand")
        case _:
            raise Unreadable(says("shuffled-words"))


def _detail(key: str, words: list[str]) -> str:
    """The value of the one detail that these words may have; empty without it."""
    match [word.partition("=") for word in words]:
        case []:
            return ""
        case [(given, "=", value)] if given == key and len(value) <= LONGEST_DETAIL:
            return value.strip('"')
        case _:
            raise Unreadable(says("deck-words"))


def read_report(words: list[str]) -> Report | None:
    """A report; None if the words are something else."""
    if words[0] != INCIDENT:
        return None
    return Report(words[1] if len(words) > 1 else "", tuple(words[2:]))


def reported(text: str) -> Report:
    """Reads a report that waits for a decision."""
    report = read_report(split(text))
    assert report is not None, text
    return report


def user(name: str) -> str:
    if _USER.fullmatch(name) is None:
        raise Unreadable(says("user-name", given=shown(name)))
    return name


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except ValueError as error:
        raise Unreadable(told_by(error)) from None


def written(words: list[str]) -> str:
    """The act as answered and journalled: amounts with two decimals."""
    if words[0] in (INCIDENT, "deal", "deck", "dismiss"):
        return " ".join(words)
    if _TAKES_AMOUNT.isdisjoint(words[1:]):
        return " ".join(words)
    amounts = [dollars(amount("amount", word)) if _WITH_AMOUNT.fullmatch(word) else word for word in words[2:]]
    return " ".join([*words[:2], *amounts])
