"""The command line. Sub-commands are imported only when they are called, so that `--help` is instant."""

import argparse
import codecs
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from croupier.base.errors import Unreadable
from croupier.base.extras import LACKING, lacking
from croupier.base.plain_letters import plain_or_escaped
from croupier.extension_points import RULEBOOKS as FOLDERS
from croupier.version import __version__

COMMANDS = {
    "run": "play round files and print what happened, or check what they expect",
    "new": "write a commented round file to start from",
    "play": "sit down at a table in this terminal",
    "phh": "replay hand histories, or export round files as hand histories",
    "open": "open a demo floor on this machine, with play chips",
    "serve": "run a floor from its configuration file",
    "join": "play at a live table in this terminal",
    "shoe": "simulate the card reader of a live table",
    "users": "list, add or disable the users of a store; set a password or a role",
    "backup": "copy a store with its checkpoints, also while a server runs",
    "restore": "check a backup and put it in place as a store",
    "keys": "rotate the key of a store",
    "fuzz": "play random tables and check that every invariant holds",
    "rule": "the rulings desk: find the ruling when something goes wrong",
    "odds": "compute exact odds of the approved or changed games, and all-in equity",
    "simulate": "simulate a game by the million rounds and compare it with its exact odds",
    "advise": "show what each option of a box is worth, and the best one",
    "cache": "show or clear the cache of odds and advise",
    "journal": "show, export, import or archive the journal of a store",
    "verify": "check a proof of the cards that were dealt",
    "audit": "check a journal from its first entry to its last, independently",
    "report": "print the report of a shift, from a store or an export",
    "schema": "print the JSON Schemas of the --json output",
    "completion": "print shell completion for bash, zsh or fish",
    "rules": "list, print, search and compare the rulebooks; count their coverage",
}

UNREADABLE, OUTPUT_LOST, INTERRUPTED, BROKEN_PIPE = 2, 74, 130, 141
STATUSES = (
    f"Exit status: 0 done, 1 refused or not as expected, {UNREADABLE} arguments or input cannot be read, "
    f"{LACKING} a package of an extra is not installed, {OUTPUT_LOST} the output is lost, {INTERRUPTED} "
    f"interrupted, {BROKEN_PIPE} the reader of the output has gone. "
    "`croupier help COMMAND` lists further codes of a command."
)


YOUNG = 50_000
RULEBOOKS = "--rulebooks"


def main(argv: Sequence[str] | None = None) -> int:
    if argv is None:  # the process is ours, and most of what a command makes lives as long as it
        gc.set_threshold(YOUNG)
    _streams()
    try:
        try:
            status = _run(list(sys.argv[1:] if argv is None else argv))
        finally:  # also of --help, with which argparse ends the process
            print(end="", flush=True)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return BROKEN_PIPE
    except OSError as error:  # files are opened and written under guard: this is the output
        _last_words(sys.stderr, f"croupier: the output cannot be written: {error.strerror}\n")
        _last_words(sys.stdout, "")
        return OUTPUT_LOST
    return status


def _last_words(stream: TextIO, words: str) -> None:
    """Where nothing can be written any more, Python would try again and complain when it ends: it is not to."""
    try:
        stream.write(words)
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="croupier",
        usage="croupier [-h] [--version] COMMAND ...",
        description="Runs casino poker tables from their approved rule documents.",
        epilog=STATUSES,
    )
    parser.add_argument(RULEBOOKS, metavar="DIR", help="a folder of further rulebooks, for every command; repeatable")
    parser.add_argument("--version", action="version", version=f"croupier {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, words in {**COMMANDS, "help": "show the help of a command: croupier help odds"}.items():
        commands.add_parser(name, help=words, add_help=False)
    try:
        arguments = _with_rulebooks(arguments)
    except Unreadable as error:
        parser.error(str(error))
    command = _named(parser, arguments)
    rest = arguments[1:]
    if command == "help":
        command, rest = _named(parser, rest), ["--help"]
    if command in (None, "help"):
        parser.print_help()
        return 0
    try:
        status: int = import_module(f"croupier.doors.cli.{command}").main(rest)
    except ModuleNotFoundError as error:
        lacks = lacking(f"croupier {command}", error.name)
        if lacks is None:
            raise
        print(lacks, file=sys.stderr)
        return LACKING
    return status


def _with_rulebooks(arguments: list[str]) -> list[str]:
    """Adds the rulebook folders named in the arguments and in the environment, for child processes too. Returns the
    remaining arguments."""
    if not os.environ.get(FOLDERS) and not any(word.partition("=")[0] == RULEBOOKS for word in arguments):
        return arguments
    option = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    option.add_argument(RULEBOOKS, dest="folders", action="append", default=[])
    try:
        found, rest = option.parse_known_args(arguments)
    except argparse.ArgumentError as error:
        raise Unreadable(f"{error}; write {RULEBOOKS} DIR") from None
    from croupier.rules.added_books import add_folder
    from croupier.rules.rulebook.load import BOOKS

    len(BOOKS)  # an unreadable folder is then an error of the command line
    for folder in found.folders:
        if rest[:2] == ["rules", "new"] and not Path(folder).is_dir():
            rest += ["--output", folder]
        elif rest[:2] != ["rules", "check"]:  # reads a folder that may still be incomplete
            add_folder(Path(folder))
    return rest


def _named(parser: argparse.ArgumentParser, arguments: list[str]) -> str | None:
    """The command, or None if there is none; what looks like one is suggested."""
    first = arguments[:1]
    if first == ["--version"] and len(arguments) > 1:
        parser.error(f"--version stands alone, not with {arguments[1]}")
    if first and not first[0].startswith("-") and first[0] not in (*COMMANDS, "help"):
        from difflib import get_close_matches

        near = get_close_matches(first[0], COMMANDS, cutoff=0.6)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(COMMANDS)}"
        parser.error(f"there is no command {first[0]!r}; {hint}")
    found: str | None = parser.parse_args(first).command
    return found


def _streams() -> None:
    """The caller may have closed any of the three streams; the types do not say so."""
    streams: Any = sys
    if streams.stderr is None:
        streams.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 - for as long as the process lives
    if streams.stdin is None:
        streams.stdin = open(os.devnull)  # noqa: PTH123, SIM115 - nothing will be typed
    if streams.stdout is None:
        print("croupier: the output cannot be written: standard output is closed", file=sys.stderr)
        sys.exit(OUTPUT_LOST)
    codecs.register_error("plain-or-escaped", plain_or_escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a sign or a name that the terminal cannot print stops nothing
            stream.reconfigure(errors="plain-or-escaped")
