"""`croupier cache`: shows and clears the tables and machine code that are cached between processes."""

import argparse
import sys
from collections.abc import Sequence

from croupier.base.json_answers import Answer, Record
from croupier.doors.cli.json_output import print_answer
from croupier.numbers.maths.tools.caches import FOLDER, Cache, caches, clear

DONE, REFUSED = 0, 1


class Cached(Record):
    name: str
    files: int
    bytes: int


class Caches(Answer):
    SCHEMA = "cache"
    folder: str
    cleared: bool
    caches: list[Cached]


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier cache",
        description="The cache of odds and advise: tables, and the machine code of their loops. "
        "croupier makes it again when it is missing. XDG_CACHE_HOME sets the folder.",
        epilog="Exit status: 0 shown or cleared, 1 it cannot be removed.",
    )
    parser.add_argument("act", nargs="?", choices=["show", "clear"], default="show", metavar="show | clear")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    try:
        found = clear() if options.act == "clear" else caches()
    except OSError as error:
        print(f"croupier cache: {error.filename} cannot be removed: {error.strerror}", file=sys.stderr)
        return REFUSED
    if options.json:
        listed = [Cached(each.folder.name, each.files, each.size) for each in found]
        print_answer(Caches(str(FOLDER), options.act == "clear", listed))
        return DONE
    if options.act == "clear":
        print(f"{FOLDER}: {_amount(found)} removed")
        return DONE
    print(f"{FOLDER}: {_amount(found)}")
    for each in found:
        print(f"  {each.folder.name}  {_size(each.size)}")
    return DONE


def _amount(found: list[Cache]) -> str:
    files = sum(each.files for each in found)
    return f"{files} file{'' if files == 1 else 's'}, {_size(sum(each.size for each in found))}"


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
