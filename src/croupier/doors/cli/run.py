"""`croupier run FILE…`: play round files."""

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.base.json_answers import UnreadableFile
from croupier.base.limits import FILE_BYTES
from croupier.doors.cli.json_output import print_json
from croupier.doors.cli.page import terminal_width
from croupier.doors.cli.progress import working
from croupier.doors.library.files import RoundFile, read_round_file
from croupier.rounds.roundfile.check import differences, warning
from croupier.rounds.roundfile.read_tables import AnyScript
from croupier.rounds.roundfile.run import play, report
from croupier.rounds.roundfile.transcript import WIDTH, transcript

PLAYED, FAILED, UNREADABLE = 0, 1, 2
STDIN = "-"


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier run",
        description="Play round files (*.round.toml) and print what happened, with the paragraph behind every line.",
        epilog="Exit status: 0 all played, 1 an action was refused or a check failed, 2 a file could not be read "
        "(with --check that is a check that failed: 1).",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a round file, a folder of them, or - for standard input"
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="one object on one line for each file and rulebook")
    shape.add_argument("--check", action="store_true", help="compare with the file's [expect] and [refused]")
    parser.add_argument(
        "--seed",
        type=_seed,
        metavar="N",
        help="shuffle the cards that a file does not list by this number, not by the file's text",
    )
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    files = list(round_files(options.files))
    if not files:
        parser.error(f"there is no *.round.toml below {', '.join(map(printable, options.files))}")
    if options.check:
        return check(files, options.seed)
    return max((show(file, options.seed, as_json=options.json) for file in files), default=PLAYED)


MOST_DIGITS = 15
"""The digits of a seed: every JSON reader can hold that many exactly."""


def _seed(text: str) -> int:
    if not re.fullmatch(f"[0-9]{{1,{MOST_DIGITS}}}", text):
        expected = f"a whole number from 0 with at most {MOST_DIGITS} digits"
        raise argparse.ArgumentTypeError(f"expected {expected}, got {text!r}")
    return int(text)


def round_files(names: Sequence[str]) -> Iterator[str]:
    """Files as given; folders are searched for *.round.toml, in order."""
    for name in names:
        if os.path.isdir(name):  # noqa: PTH112 (answers False to a name that no file can have)
            yield from sorted(str(path) for path in Path(name).rglob("*.round.toml") if path.is_file())
        else:
            yield name


def round_file(name: str) -> RoundFile:
    if name == STDIN:
        return read_round_file(name, sys.stdin.buffer.read(FILE_BYTES + 1))
    return read_round_file(name)


def show(name: str, seed: int | None, *, as_json: bool) -> int:
    file = printable(name)
    try:
        found = round_file(name).scripts
    except Unreadable as error:
        return _unreadable(file, error, as_json=as_json)
    return max(_show(file, script, seed, as_json=as_json) for script in found)


def _show(file: str, script: AnyScript, seed: int | None, *, as_json: bool) -> int:
    try:
        with _playing(file, script):
            result = play(script, seed)
    except Unreadable as error:
        return _unreadable(file, error, as_json=as_json)
    if as_json:
        print_json(report(file, result))
    else:
        print("\n".join(transcript(file, result, terminal_width() or WIDTH)))
    return PLAYED if result.refusal is None else FAILED


LONG = 10_000
"""A file with more actions may take long; after two seconds the progress is shown."""


def _playing(file: str, script: AnyScript) -> AbstractContextManager[object]:
    actions = len(script.actions)
    return working(f"playing {file}, {actions:,} actions") if actions > LONG else nullcontext()


def _unreadable(file: str, error: Unreadable, *, as_json: bool) -> int:
    if as_json:
        print_json(UnreadableFile(file, str(error)))
    else:
        print(f"{file or repr(file)}: {error}", file=sys.stderr)
    return UNREADABLE


def check(files: Sequence[str], seed: int | None) -> int:
    """A file passes if it does so with each rulebook that it names."""
    passed = 0
    for file in files:
        try:
            found = round_file(file).scripts
        except Unreadable as error:
            print(f"{printable(file)}: {error}")
            continue
        several = len(found) > 1
        right = [_check(f"{printable(file)}{f' ({one.book.key})' * several}", one, seed) for one in found]
        passed += all(right)
    print(f"{passed} passed, {len(files) - passed} failed")
    return PLAYED if passed == len(files) else FAILED


def _check(file: str, script: AnyScript, seed: int | None) -> bool:
    try:
        with _playing(file, script):
            result = play(script, seed)
        wrong, warned = differences(result), warning(result)
    except Unreadable as error:
        wrong, warned = [str(error)], None
    for sentence in (*wrong, *([] if warned is None else [warned])):
        print(f"{file}: {sentence}")
    return not wrong


def printable(name: str) -> str:
    """A file name need not be text; what we print is."""
    return name.encode("utf-8", "backslashreplace").decode()
