"""`croupier new GAME`: a round file to begin with."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from croupier.base.errors import Refused, Unreadable
from croupier.doors.cli.arguments import add_dealing
from croupier.doors.library.books import book_for
from croupier.rounds.roundfile.template import template
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

WRITTEN, REFUSED, UNREADABLE = 0, 1, 2


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier new",
        description="Write a commented round file of a game. croupier run plays it as it is.",
        epilog="Exit status: 0 written; 1 the device cannot have that incident; 2 arguments cannot be read, "
        "or the file cannot be written.",
    )
    parser.add_argument("game", metavar="GAME", help="a game, or a rulebook such as poker@6")
    add_dealing(parser, default="shoe")
    parser.add_argument("--incident", metavar="KIND", help="include an incident, such as exposed or no-burn")
    parser.add_argument("-o", "--output", metavar="FILE", help="a new file (default: standard output)")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    try:
        device = Device(options.dealing)
        text = template(at_the_table(book_for(options.game).key, device), device, options.incident)
    except Unreadable as error:
        parser.error(str(error))
    except Refused as refused:
        print(f"croupier new: {refused.why}", file=sys.stderr)
        return REFUSED
    if options.output in (None, "-"):
        sys.stdout.write(text)
        return WRITTEN
    try:
        with Path(options.output).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        parser.error(f"{options.output} is there already")
    except OSError as error:
        parser.error(f"{options.output} cannot be written: {error.strerror}")
    return WRITTEN
