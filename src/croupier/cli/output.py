"""What is printed for programs."""

import sys
from io import TextIOWrapper

import msgspec


def print_json(value: object) -> None:
    """One line of JSON, in UTF-8 whatever the terminal speaks: an escape that it would need is none of JSON's."""
    line = msgspec.json.encode(value) + b"\n"
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()
        sys.stdout.buffer.write(line)
    else:
        print(line.decode(), end="")  # captured, or there is no stdout at all
