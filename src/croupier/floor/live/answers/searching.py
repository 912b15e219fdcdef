"""People found by the first letters, and what a search of the whole house finds."""

from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Money, Time
from croupier.floor.live.answers.people import AtTable
from croupier.floor.live.answers.said import Said, Sentence

LONGEST_SEARCH = 80
PersonKind = Literal["player", "walk-in", "guest", "bot", "staff"]
"""A walk-in cannot sign in; a guest of the demo has no password; a bot plays by itself."""


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
    """Names that begin with the letters come first; `counts` has everybody who fits the letters, by kind."""

    items: list[PersonTold]
    counts: dict[str, int]


class Hit(Said, kw_only=True):
    kind: Literal["person", "wait", "table", "round", "entry", "paragraph"]
    name: str
    """Of the person or table, or a paragraph's number."""
    to: str
    """The page that shows it; empty for a paragraph, which every page shows in its drawer."""
    text: str = ""
    """In English: what waits, or a paragraph in short."""
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
