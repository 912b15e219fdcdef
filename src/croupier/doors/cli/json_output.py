"""What is printed for programs. docs/json.md tells the shapes, `croupier schema` prints them."""

import sys
from io import TextIOWrapper

import msgspec

from croupier.base.json_answers import Answer, signed


def print_answer(answer: Answer, *, indent: int = 0) -> None:
    """An object that says which croupier printed it, and by which schema it can be read."""
    print_signed(answer.SCHEMA, answer, indent=indent)


def print_signed(schema: str, answer: object, *, indent: int = 0) -> None:
    """The same for an answer whose keys are data, which no record type can list."""
    _print(signed(schema, answer), indent=indent)


def print_json(value: object, *, indent: int = 0) -> None:
    _print(msgspec.json.encode(value), indent=indent)


def _print(text: bytes, *, indent: int = 0) -> None:
    """On one line, or indented; always in UTF-8: a terminal's escape would not be valid JSON."""
    print_utf_8((msgspec.json.format(text, indent=indent) if indent else text) + b"\n")


def print_utf_8(text: bytes) -> None:
    """Prints UTF-8 for programs, whatever the terminal's encoding."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()
        sys.stdout.buffer.write(text)
    else:
        print(text.decode(), end="")  # captured, or there is no stdout at all
