"""What an answer for programs says of itself, printed or in a file."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from croupier.version import __version__

SCHEMA_VERSION = 1
"""Of every shape: it grows when a key goes away or means something else, not when one is added."""

Money = Annotated[str, Meta(pattern=r"^-?[0-9]+\.[0-9]{2}$")]
Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z$")]
Cites = list[str]
JsonObject = dict[str, Any]
"""An object whose keys no schema lists."""


class Record(Struct, forbid_unknown_fields=True):
    """An object of an answer. Its schema allows no further keys."""


class Answer(Record):
    """An answer that says by which schema it can be read."""

    SCHEMA: ClassVar[str]


class UnreadableFile(Record):
    """The answer about a file that cannot be read."""

    file: str
    unreadable: str


class _Signature(Struct):
    croupier: str
    schema: str


def signed(schema: str, answer: object) -> bytes:
    """The answer as a JSON object. Its first keys name the croupier that made it and its schema."""
    signature = msgspec.json.encode(_Signature(__version__, f"{schema}/{SCHEMA_VERSION}"))
    return signature[:-1] + b"," + msgspec.json.encode(answer)[1:]


def as_file(answer: Answer) -> bytes:
    """The same object as `--json` prints, for a file."""
    return msgspec.json.format(signed(answer.SCHEMA, answer), indent=2) + b"\n"


def as_object(answer: Struct) -> JsonObject:
    """The answer as plain data, for programs that import croupier and for files in other notations."""
    found: JsonObject = msgspec.to_builtins(answer)
    return found
