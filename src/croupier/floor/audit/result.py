"""What an audit answers."""

from typing import Literal

from msgspec import Struct


class Unpaid(Struct, forbid_unknown_fields=True):
    """A share of the meter that is locked for a box and not paid yet."""

    award: int
    table: str
    round: int
    box: int
    amount: int


class Lost(Struct, forbid_unknown_fields=True):
    """Entries that a restore has lost, as the house has recorded it."""

    stream: str
    first: int
    last: int
    reason: str
    restored: int


class Archived(Struct, forbid_unknown_fields=True):
    """Entries that are in an archive which the audit was not given."""

    stream: str
    entries: int
    file: str


class ShiftFigures(Struct, forbid_unknown_fields=True):
    """What a shift comes to, by name of the figure; a share without its divisor is empty."""

    shift: int
    name: str
    closed: bool
    tables: dict[str, dict[str, str]]
    games: dict[str, dict[str, str]]
    total: dict[str, str]


class Sound(Struct, forbid_unknown_fields=True):
    sound: Literal[True]
    entries: int
    streams: int
    rounds: int
    checks: list[str]
    unpaid: list[Unpaid]
    lost: list[Lost]
    archived: list[Archived]
    shifts: list[ShiftFigures]


class Discrepancy(Struct, forbid_unknown_fields=True):
    stream: str
    seq: int
    kind: str
    why: str


class Unsound(Struct, forbid_unknown_fields=True):
    sound: Literal[False]
    first: Discrepancy


class EvidenceSound(Struct, forbid_unknown_fields=True):
    """A figure, recomputed from the entries beside it. Times in microseconds; the value in cents, or rounds."""

    sound: Literal[True]
    figure: str
    tables: list[str]
    since: int
    until: int
    value: int
    entries: int
    behind: int
    """How many of the entries the figure comes from."""
    key: str
    """The public key that has signed the checkpoint inside."""
    checkpoint: int
    signed: dict[str, int]
    """By stream: the last entry that a checkpoint knows."""
    own: int
    """How many lines of the auditor's own checkpoint log were compared."""
    digest: str
