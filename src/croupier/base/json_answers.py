"""What an answer for programs says of itself, printed or in a file."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.version import __version__

SCHEMA_VERSION = 1
"""Of every shape: it grows when a key goes away or means something else, not when one is added."""

Money = Annotated[str, Meta(pattern=r"^-?[0-9]+\.[0-9]{2}$")]
Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z$")]
Cites = list[str]
JsonObject = dict[str, Any]
"""An object whose keys no schema lists."""


def signed(schema: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    """An object that says which croupier made it, and by which schema it can be read."""
    return {"croupier": __version__, "schema": f"{schema}/{SCHEMA_VERSION}", **answer}


def as_file(schema: str, answer: Mapping[str, Any]) -> bytes:
    """The same object as `--json` prints, for a file."""
    return msgspec.json.format(msgspec.json.encode(signed(schema, answer)), indent=2) + b"\n"
