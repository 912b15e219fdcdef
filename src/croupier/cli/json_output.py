"""What is printed for programs. docs/json.md tells the shapes, `croupier schema` prints them."""

import sys
from collections.abc import Mapping
from io import TextIOWrapper
from typing import Any

import msgspec

from croupier.version import __version__

SCHEMA_VERSION = 1
"""Of every shape: it grows when a key goes away or means something else, not when one is added."""


def print_answer(schema: str, answer: Mapping[str, Any], *, indent: int = 0) -> None:
    """An object that says which croupier printed it, and by which schema it can be read."""
    print_json(_signed(schema, answer), indent=indent)


def json_text(schema: str, answer: Mapping[str, Any]) -> bytes:
    """The same for a file."""
    return msgspec.json.format(msgspec.json.encode(_signed(schema, answer)), indent=2) + b"\n"


def _signed(schema: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    return {"croupier": __version__, "schema": f"{schema}/{SCHEMA_VERSION}", **answer}


def print_json(value: object, *, indent: int = 0) -> None:
    """On one line, or indented; always in UTF-8: a terminal's escape would not be valid JSON."""
    text = msgspec.json.encode(value)
    line = (msgspec.json.format(text, indent=indent) if indent else text) + b"\n"
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()
        sys.stdout.buffer.write(line)
    else:
        print(line.decode(), end="")  # captured, or there is no stdout at all
