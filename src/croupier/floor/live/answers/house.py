"""The house itself: its state and its settings."""

from typing import Any, Literal

from croupier.base.json_answers import JsonObject, Time
from croupier.floor.live.answers.said import Said


class Health(Said):
    ok: bool
    store: str
    entries: int
    tables: int
    suspended: list[str]
    checkpoint_age: int | None


class House(Said):
    name: str
    currency: str
    demo: bool
    unsafe: list[str]
    api: int
    version: str
    now: Time
    rulebooks: list[str]
    side_bets: dict[str, dict[str, str]]
    """By game: the layout's bets other than Ante and jackpot, with their names there."""
    setup: bool = False
    """The house has no users: the holder of the code becomes the first manager."""
    signing_key: str = ""
    """The public key that verifies what the house signs now: checkpoints, archives, certificates."""


class Now(Said):
    now: Time


class EntryTold(Said):
    stream: str
    seq: int
    at: Any
    epoch: int
    hash: str
    body: JsonObject


class Entries(Said):
    items: list[EntryTold]
    next: int | None


class Checkpoints(Said):
    items: list[JsonObject]
    before: int | None


class Document(Said, rename={"x_limits": "x-limits"}):
    openapi: str
    info: JsonObject
    paths: JsonObject
    components: JsonObject
    x_limits: dict[str, float]
    """How much this server accepts; times are in seconds."""


class ProcessTold(Said):
    """One of the processes that make up the house."""

    name: str
    address: str
    """Where people reach it."""
    role: Literal["decides", "follows", "away"]
    """`away`: it is gone; it is listed for another hour."""
    since: Time
    protocol: int
    """Of what the processes tell each other."""
    behind: int
    """How many entries it does not show yet."""


class Processes(Said):
    items: list[ProcessTold]


class ShiftAsked(Said):
    """The number of a shift that was opened, or that waits for a second person to close it."""

    shift: int


class ShiftTold(Said, kw_only=True):
    shift: int
    name: str
    state: Literal["open", "closing", "closed"]
    """`closing` waits for a second person."""
    opened_by: str
    opened_at: Time
    closed_by: str = ""
    second: str = ""
    """Who closed it together with `closed_by`."""
    closed_at: Time = ""
    reason: str = ""


class Shifts(Said):
    """Newest first."""

    items: list[ShiftTold]
