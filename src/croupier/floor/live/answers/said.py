"""The base of every answer, and the answers that say whether something was done."""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.json import encode

from croupier.base import sentences
from croupier.base.json_answers import Cites, JsonObject, Money, Time


class Said(Struct, omit_defaults=True):
    """The base of every answer. Keys may be added later; keys without a default are always there."""


T = TypeVar("T")


def spliced(part: T) -> T:
    """A part of many answers, encoded once: msgspec copies the bytes into each of them."""
    return cast(T, Raw(encode(part)))


GAP = b"\0"
"""A placeholder in an encoded answer for a part that is filled in later. JSON never contains this byte."""


_GAP = Raw(GAP)


def gap(instead_of: T) -> T:
    return cast(T, _GAP)


class Parts:
    """Parts of an answer, each made on first use."""

    def part(self, of: Hashable, make: Callable[[], T], rests_on: object = None) -> T:
        return make()


PLAIN = Parts()


class SharedParts(Parts):
    """Parts that several viewers see alike: each is made and encoded once. `of` says which part it is, and as who sees
    it. A part that says what it rests on is taken over from the moment before where that is still the same."""

    def __init__(self, before: "SharedParts | None" = None) -> None:
        self._known: dict[Hashable, tuple[object, object]] = {}
        self._before = {} if before is None else before._known

    def part(self, of: Hashable, make: Callable[[], T], rests_on: object = None) -> T:
        known = self._known.get(of)
        if known is None or known[0] != rests_on:  # two viewers never share a part that rests on other cards
            known = None if rests_on is None else self._before.get(of)
            if known is None or known[0] != rests_on:
                known = rests_on, spliced(make())
            self._known[of] = known
        return cast(T, known[1])


class Sentence(Said):
    """A text as code and values, for pages in other languages; amounts have two decimals, lists keep their order."""

    code: str
    values: "dict[str, str | int | Sentence | list[str | int | Sentence]]" = {}

    @classmethod
    def of(cls, sentence: sentences.Sentence) -> "Sentence":
        if not sentence.values:
            return cls(sentence.code)
        return cls(
            sentence.code,
            {
                name: part if type(part) is str or type(part) is int else _part(part)
                for name, part in sentence.values.items()
            },
        )


def _part(part: sentences.Part) -> "str | int | Sentence | list[str | int | Sentence]":
    return [_one(each) for each in part] if isinstance(part, tuple) else _one(part)


def _one(part: str | int | sentences.Sentence) -> str | int | Sentence:
    return Sentence.of(part) if isinstance(part, sentences.Sentence) else part


class ErrorTold(Said):
    code: str
    why: str
    says: Sentence | None = None
    cites: Cites = []
    id: str = ""
    moment: str = ""
    watch: JsonObject | None = None
    allow: list[str] = []
    incident: int | UnsetType = UNSET
    """The incident whose decision is refused."""


class Error(Said):
    error: ErrorTold


class StillTold(Said, kw_only=True):
    """A box got other chips than were due (R-112): what is still to be paid, or to be asked back."""

    box: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    due: Money
    paid: Money
    to_pay: Money | UnsetType = UNSET
    to_ask_back: Money | UnsetType = UNSET


class DoneTold(Said):
    id: str
    table: str = ""
    do: str = ""
    version: int = 0
    cites: Cites = []
    excess: Money = "0.00"
    ruling: str = ""
    text: str = ""
    """The ruling in words."""
    says: Sentence | None = None
    waits: int = 0
    """The player's position on the waiting list."""
    incident: int | UnsetType = UNSET
    alone: bool | UnsetType = UNSET
    """The shift manager who decided the incident also reported it (R-107)."""
    still: StillTold | UnsetType = UNSET
    change: int = 0
    shift: int = 0
    asked: int = 0
    again: bool = False


class Done(Said):
    done: DoneTold


class PlayerAsked(Said):
    """Staff want to bring chips from the wallet of a player who can sign in: the act waits for that player's yes."""

    asked: int
    id: str
    player: str
    until: Time
    again: bool = False


class Ask(Said):
    """What staff want to do for a player with chips of the player's wallet; `do` is their act."""

    asked: int
    table: str
    do: str
    by: str
    until: Time


class AskedOfMe(Said):
    """The questions that wait for my yes; each expires after a minute."""

    items: list[Ask]


class WaitingTold(Said):
    id: str
    incident: int
    table: str
    incident_kind: str
    rank: str
    cites: Cites
    again: bool = False


class Waiting(Said):
    waiting: WaitingTold
