"""People found by their first letters, and the results of a search of the whole house."""

from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Money, Time
from croupier.floor.live.answers.people import AtTable
from croupier.floor.live.answers.said import Said, Sentence

LONGEST_SEARCH = 80
PersonKind = Literal["player", "walk-in", "guest", "bot", "staff"]
"""Walk-ins cannot sign in, guests of the demo have no password, bots play by themselves."""


class PersonTold(Said, kw_only=True):
    """Dealers see the keys up to `called` only."""

    name: str
    role: str
    kind: PersonKind
    here: bool
    """Signed in, or with a place at a table."""
    tables: list[AtTable]
    called: str | UnsetType = UNSET
    """The name that others see, if the person has chosen one."""
    disabled: bool | UnsetType = UNSET
    wallet: Money | UnsetType = UNSET
    """Of players."""
    second_factor: bool | UnsetType = UNSET
    sessions: int | UnsetType = UNSET
    seen: Time | UnsetType = UNSET
    """When the last of their sessions was used."""


class PeopleFound(Said):
    """Names that begin with the letters come first. `counts`: by kind, everybody who matches."""

    items: list[PersonTold]
    counts: dict[str, int]


class Hit(Said, kw_only=True):
    kind: Literal["person", "wait", "table", "round", "entry", "paragraph"]
    name: str
    """The name of the person or table, or the paragraph's number."""
    to: str
    """The page that shows it; empty for paragraphs, which every page shows in its drawer."""
    text: str = ""
    """In English: what waits, or the paragraph's summary."""
    says: Sentence | UnsetType = UNSET
    role: str = ""
    tables: list[AtTable] = []
    number: int | UnsetType = UNSET
    """Of the round or the entry."""
    by: str = ""
    """Whose round or entry it is, or who reported what waits."""
    at: Time | UnsetType = UNSET
    book: str = ""


class Hits(Said):
    """In the order people, waits, tables, rounds, entries, paragraphs."""

    items: list[Hit]
