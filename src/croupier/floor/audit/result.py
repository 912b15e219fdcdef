"""The answers of an audit."""

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
    """Entries that were lost in a restore, as the house recorded it."""

    stream: str
    first: int
    last: int
    reason: str
    restored: int


class Archived(Struct, forbid_unknown_fields=True):
    """Entries in an archive that the audit did not get."""

    stream: str
    entries: int
    file: str


class ShiftFigures(Struct, forbid_unknown_fields=True):
    """The figures of a shift, by name. A share whose divisor is zero is empty."""

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
    """A figure, recomputed from the entries in the file. Times in microseconds; the value in cents, or a number of
    rounds."""

    sound: Literal[True]
    figure: str
    tables: list[str]
    since: int
    until: int
    value: int
    entries: int
    behind: int
    """How many of the entries contribute to the figure."""
    key: str
    """The public key that signed the checkpoint in the file."""
    checkpoint: int
    signed: dict[str, int]
    """By stream: the last entry that a checkpoint knows."""
    own: int
    """How many lines of the auditor's own checkpoint log were compared."""
    digest: str


class ShiftSound(Struct, forbid_unknown_fields=True):
    """A shift whose report the entries in the file give again."""

    sound: Literal[True]
    shift: int
    name: str
    entries: int
    streams: int
    figures: dict[str, str]
    """Of the whole house."""
    key: str
    """The public key that signed the report and the checkpoints in the file."""
    checkpoints: int
    signed: dict[str, int]
    """By stream: the last entry that a checkpoint knows."""
    own: int
    """How many lines of the auditor's own checkpoint log were compared."""
    digest: str
