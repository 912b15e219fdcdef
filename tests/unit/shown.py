"""What a page shows of a terminal, compared with what a terminal shows."""

import re
from collections.abc import Iterator


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each line after a $, with the lines that follow it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, *shown = part.rstrip("\n").split("\n")
        yield line, shown


def not_shown(shown: list[str], told: Iterator[str]) -> str | None:
    """The first line of the page that does not follow; … stands for any words, alone for any lines."""
    for expected in shown:
        if expected.strip() in ("…", ""):
            continue
        pattern = re.compile(".*".join(map(re.escape, expected.rstrip().split("…"))) + r"\s*")
        if not any(pattern.fullmatch(line) for line in told):
            return expected
    return None
