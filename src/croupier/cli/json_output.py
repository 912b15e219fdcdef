"""What is printed for programs."""

import sys
from io import TextIOWrapper

import msgspec


def print_json(value: object, *, indent: int = 0) -> None:
    """On one line, or indented; always in UTF-8: a terminal's escape would not be valid JSON."""
    text = msgspec.json.encode(value)
    line = (msgspec.json.format(text, indent=indent) if indent else text) + b"\n"
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()
        sys.stdout.buffer.write(line)
    else:
        print(line.decode(), end="")  # captured, or there is no stdout at all
