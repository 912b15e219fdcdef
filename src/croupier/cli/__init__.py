"""The command line. Sub-commands are imported only when they are called, so that `--help` is instant."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from croupier import __version__

COMMANDS = {
    "run": "play round files and print what happened, or check what they expect",
    "play": "sit down at a table in this terminal",
    "phh": "hand histories: replay them at our tables, write them from round files",
    "open": "open a demo floor on this machine, for play chips",
    "serve": "run a floor from its configuration",
    "join": "play at a live table in this terminal",
    "shoe": "stand in for the device that reads the cards of a live table",
    "users": "the users of a store: list, add, password, role, disable",
    "fuzz": "play random tables and check what must always hold",
    "rule": "the rulings desk: what is ruled when something has gone wrong",
    "odds": "exact odds of the games, approved or changed; all-in equity",
    "advise": "what each option of a box is worth, and the best",
    "journal": "what a store has written down: show it, export it",
    "verify": "check a proof that cards lay in a deck where it says",
    "audit": "check a journal from its first entry to its last, whoever wrote it",
    "rules": "the rulebooks: list, print, compare, count what is covered",
}


OUTPUT_LOST = 74


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="croupier", description="Runs casino poker tables from their approved rule documents."
    )
    parser.add_argument("--version", action="version", version=f"croupier {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, words in COMMANDS.items():
        commands.add_parser(name, help=words, add_help=False)
    arguments = list(sys.argv[1:] if argv is None else argv)
    known, rest = parser.parse_known_args(arguments[:1])
    if known.command is None:
        parser.print_help()
        return 0
    try:
        module = import_module(f"croupier.cli.{known.command}")
        status: int = module.main(rest + arguments[1:])
        print(end="", flush=True)  # there may be no stdout at all
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    except OSError as error:  # files are opened and written under guard: this is the output
        print(f"croupier: the output cannot be written: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python tries again, and complains, when it ends
        return OUTPUT_LOST
    return status
