"""`croupier journal`: shows or exports the journal of a store, also while a server runs."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import msgspec

from croupier.base.errors import Unreadable
from croupier.doors.cli.entry_lines import EPOCH, as_json, described
from croupier.doors.cli.json_output import print_json
from croupier.doors.cli.restore import EPILOG as RESTORE_EPILOG
from croupier.doors.cli.restore import add_arguments, make_store
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.journal.upcast import UnknownVersion
from croupier.floor.store.addresses import read_address
from croupier.floor.store.base import Reading, StoreFailed, StoreUnusable
from croupier.floor.store.checkpoint_file import book_of
from croupier.floor.store.export import read_checkpoints, read_decks, read_export, read_numbered, write_export
from croupier.floor.store.imported import write_store
from croupier.floor.store.opening import check_is_store, read_store

DONE, REFUSED, UNREADABLE, UNUSABLE, DAMAGED, FAILED = range(6)
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
EPILOG = (
    "Exit status: 0 done; 1 there is no such table or link; 2 arguments or files cannot be read or written; "
    "3 the store cannot be used; 4 the journal is damaged."
)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier journal", description="Show, export, import or archive the journal of a store."
    )
    verbs = parser.add_subparsers(dest="verb", metavar="show|export|import|archive", required=True)
    show = verbs.add_parser("show", help="print entries", description="Print entries of a journal.", epilog=EPILOG)
    show.add_argument(
        "store", metavar="STORE", help="a store's folder, postgresql://USER@HOST/DATABASE, or an exported journal"
    )
    which = show.add_mutually_exclusive_group()
    which.add_argument("--table", metavar="T", type=_name, help="entries of one table (default: all streams)")
    which.add_argument("--link", metavar="L", type=_name, help="entries of one link")
    show.add_argument("--round", metavar="N", type=_number, help="entries of one round")
    show.add_argument("--from", dest="first", metavar="SEQ", type=_number, default=1, help="begin with entry SEQ")
    show.add_argument("--limit", metavar="N", type=_number, help="print at most N entries")
    show.add_argument("--json", action="store_true", help="one object on one line for each entry")
    export = verbs.add_parser(
        "export",
        help="write the whole journal to one file",
        description="Write a journal into one file.",
        epilog=EPILOG,
    )
    export.add_argument("store", metavar="STORE", help="a store's folder, or postgresql://USER@HOST/DATABASE")
    export.add_argument(
        "--checkpoints", type=Path, metavar="FILE", help="the checkpoint log, if it is not next to the store"
    )
    export.add_argument(
        "-o", "--output", "--to", dest="target", metavar="FILE", required=True, help="compressed if it ends with .gz"
    )
    imported = verbs.add_parser(
        "import",
        help="make a store from an export",
        description="Make a store of an exported journal: entries, decks, balances, answers, names and roles, "
        "checkpoints. Passwords and sessions are not in an export.",
        epilog=RESTORE_EPILOG,
    )
    imported.add_argument("export_file", type=Path, metavar="EXPORT", help="an exported journal")
    add_arguments(imported)
    archive = verbs.add_parser(
        "archive",
        help="move rounds of older days into a signed file",
        description="Move rounds of whole days, which are over, into a signed export. The store goes on with what it "
        "needs; an audit checks both as one chain. No server may have the store open.",
        epilog=EPILOG,
    )
    archive.add_argument("store", metavar="STORE", help="a store's folder")
    archive.add_argument("--before", type=_day, required=True, metavar="DATE", help="such as 2026-01-31, UTC")
    archive.add_argument(
        "-o", "--output", "--to", dest="target", metavar="FILE", required=True, help="compressed if it ends with .gz"
    )
    archive.add_argument("--key", type=Path, metavar="FILE", help="the key ring, if it is not next to the store")
    archive.add_argument(
        "--checkpoints", type=Path, metavar="FILE", help="the checkpoint log, if it is not next to the store"
    )
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    try:
        return {"export": _export, "show": _show, "import": _import, "archive": _archive}[options.verb](options)
    except Unreadable as error:
        return _say(error, UNREADABLE)
    except UnknownVersion as error:
        return _say(error, UNUSABLE)
    except StoreUnusable as error:
        return _say(error.why, DAMAGED if error.code == "damaged" else UNUSABLE)


def _say(error: object, status: int) -> int:
    print(f"croupier journal: {error}", file=sys.stderr)
    return status


def _name(text: str) -> str:
    if NAME.fullmatch(text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a name; small letters, digits and hyphens make one")
    return text


def _number(text: str) -> int:
    if re.fullmatch(r"[1-9][0-9]{0,14}", text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def _export(options: argparse.Namespace) -> int:
    address, target = read_address(options.store), Path(options.target)
    book = options.checkpoints or (book_of(address) if isinstance(address, Path) else None)
    count = write_export(address, book, target)
    print(f"{target}: {count:,} {'entry' if count == 1 else 'entries'}")
    return DONE


def _import(options: argparse.Namespace) -> int:
    try:
        status = make_store(options, *_of_the_export(options.export_file, options.archive))
        print("Names and roles are back; passwords and sessions are not in an export.")
        print(f"Give a shift manager a password with `croupier users password {options.to} NAME`.")
        return status
    except StoreFailed as error:
        return _say(error, FAILED)
    except OSError as error:
        return _say(f"{options.to} cannot be written: {error.strerror}", UNREADABLE)


def _of_the_export(path: Path, archives: Sequence[Path]) -> tuple[bytes, None, Callable[[Path], None]]:
    """The export's own checkpoint log, which has no file of its own, and how to make a store from the export."""
    from croupier.floor.server.operator.restoring import check_sound

    own = read_checkpoints(path)

    def stage(work: Path) -> None:
        check_sound(path, None, path, archives)
        write_store(work, read_numbered(path), read_decks(path))

    return own, None, stage


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-01-31") from None


def _archive(options: argparse.Namespace) -> int:
    from croupier.floor.server.operator.archiving import archive

    folder, target = Path(options.store).absolute(), Path(options.target).absolute()
    check_is_store(Path(options.store))
    key = options.key or Path(os.environ.get("CROUPIER_KEY") or f"{folder}.key")
    book = options.checkpoints or book_of(folder)
    before = (options.before - EPOCH) // timedelta(microseconds=1)
    try:
        moved = archive(folder, key.absolute(), book.absolute(), before, f"{options.before:%Y-%m-%d}", target)
    except StoreFailed as error:
        return _say(error, FAILED)
    if not moved.entries:
        print(f"No table has a round that was over before {options.before:%Y-%m-%d} and another after it.")
        return DONE
    print(f"{options.target}: {moved.entries:,} entries, {moved.rounds:,} rounds of {moved.tables} tables.")
    print("The store goes on without them. Keep the file: an audit of the whole journal needs it (--archive).")
    return DONE


def _show(options: argparse.Namespace) -> int:
    stream = f"table/{options.table}" if options.table else f"link/{options.link}" if options.link else None
    address = read_address(options.store)
    if isinstance(address, Path) and not address.is_dir():
        return _print(_selected(read_export(address), stream, options), stream, options)
    with read_store(address) as reader:
        return _print(_stored(reader, stream, options), stream, options)


def _stored(reader: Reading, stream: str | None, options: argparse.Namespace) -> Iterator[Entry]:
    if stream is None:
        return _selected((entry for _, entry in reader.every_entry()), None, options)
    return reader.entries(stream, options.first, options.limit, options.round)


def _selected(entries: Iterable[Entry], stream: str | None, options: argparse.Namespace) -> Iterator[Entry]:
    found = (
        entry
        for entry in entries
        if (stream is None or entry.stream == stream)
        and entry.seq >= options.first
        and (options.round is None or _body(entry).round == options.round)
    )
    return islice(found, options.limit)


def _print(entries: Iterator[Entry], stream: str | None, options: argparse.Namespace) -> int:
    count = 0
    for entry in entries:
        count += 1
        body = _body(entry)
        if options.json:
            print_json(as_json(entry))
        else:
            print("\n".join(described(entry, body)))
    if not count and stream is not None and options.first == 1 and options.round is None:
        return _say(f"{options.store} has no entry of {stream}", REFUSED)
    return DONE


def _body(entry: Entry) -> Body:
    try:
        return decode_body(entry.body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        why = f"{entry.stream}, entry {entry.seq} cannot be read: {error}"
        raise StoreUnusable("damaged", why, stream=entry.stream, seq=entry.seq) from None
