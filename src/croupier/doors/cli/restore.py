"""`croupier restore`: a backup becomes a store again, or is refused."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what needs an extra is imported where it is used, so that help and completion do without
    from croupier.floor.server.operator.restoring import Lost

DONE, REFUSED, UNREADABLE, UNUSABLE, DAMAGED, FAILED = range(6)
EPILOG = (
    "Exit status: 0 done; 2 arguments or files cannot be read or written; 3 the copy cannot be used: the checkpoint "
    "log has later entries, or the key ring is wrong; 4 the copy is damaged."
)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier restore", description="Checks a backup and puts it in place as a store.", epilog=EPILOG
    )
    parser.add_argument("backup", type=Path, metavar="DIR", help="a folder that croupier backup made")
    add_arguments(parser)
    return parser


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Of everything that makes a store."""
    parser.add_argument("--to", type=Path, required=True, metavar="STORE", help="a new folder")
    parser.add_argument(
        "--checkpoints", type=Path, metavar="FILE", help="the newest checkpoint log (default: the one next to STORE)"
    )
    parser.add_argument("--export", type=Path, metavar="FILE", help="an export with entries that the copy lacks")
    parser.add_argument(
        "--archive", type=Path, metavar="FILE", action="append", default=[], help="put this archive back into the store"
    )
    parser.add_argument("--key", type=Path, metavar="FILE", help="the key ring, if it is not next to STORE")
    parser.add_argument(
        "--accept-loss",
        metavar="REASON",
        default="",
        help="accept that entries in the checkpoint log are missing from the copy",
    )


def main(argv: Sequence[str]) -> int:
    options = arguments().parse_args(argv)
    from croupier.base.errors import Unreadable
    from croupier.floor.store.base import StoreFailed, StoreUnusable

    try:
        return _restore(options)
    except Unreadable as error:
        return _say(error, UNREADABLE)
    except StoreUnusable as error:
        return _say(error.why, DAMAGED if error.code == "damaged" else UNUSABLE)
    except StoreFailed as error:
        return _say(error, FAILED)
    except OSError as error:
        return _say(f"{options.to} cannot be written: {error.strerror}", UNREADABLE)


def _restore(options: argparse.Namespace) -> int:
    from croupier.floor.store import copies, keys

    copies.read_manifest(options.backup)
    own = (options.backup / copies.BOOK).read_bytes()

    def stage(work: Path) -> None:
        copies.put_database(options.backup, work)
        kept, key = options.backup / copies.KEYS, key_of(options)
        if kept.is_file() and not key.exists():
            keys.create(key, keys.load(kept))

    return make_store(options, own, options.backup / copies.BOOK, stage)


def key_of(options: argparse.Namespace) -> Path:
    return Path(options.key or os.environ.get("CROUPIER_KEY") or f"{options.to.absolute()}.key")


def make_store(options: argparse.Namespace, own: bytes, own_book: Path | None, stage: Callable[[Path], None]) -> int:
    """Makes a store from a copy that `stage` puts into an empty folder. `own` is the checkpoint log of the copy, from
    the file `own_book` if it has one."""
    from croupier.base.errors import Unreadable
    from croupier.floor.server.operator.restoring import Behind, check_sound, end, give_up, is_ready, put_in_place
    from croupier.floor.store import copies
    from croupier.floor.store.checkpoint_file import book_of
    from croupier.floor.store.imported import put_back

    target = options.to.absolute()
    book = (options.checkpoints or book_of(target)).absolute()
    if target.exists():
        raise Unreadable(f"{options.to} already exists; move it away first, because restore never overwrites a store")
    if options.checkpoints is not None and not book.is_file():
        raise Unreadable(f"{book} does not exist; name the checkpoint log")
    had_book = book.is_file()
    lost: tuple[Lost, ...] = ()
    if is_ready(target, book):
        end(target)
    else:
        give_up(target)
        work = copies.begin(target)
        try:
            stage(work)
            if own_book is not None:
                check_sound(work, own_book, own_book.parent, options.archive)
            if options.archive:
                put_back(work, options.archive)
            key, imported = key_of(options), own_book is None
            lost = put_in_place(target, book, own, key, options.accept_loss, imported=imported)
        except BaseException as error:
            if not is_ready(target, book):  # otherwise the next run gives the store its name
                give_up(target)
            if isinstance(error, Behind):
                _print_lost(error.lost, options.export)
            raise
    _print_lost(lost, options.export)
    if not had_book:
        print(f"There is no newer checkpoint log at {book}, so entries written after the copy cannot be detected.")
    print(f"{options.to}: restored; the checkpoint log is {book}")
    return DONE


def _print_lost(lost: "tuple[Lost, ...]", export: Path | None) -> None:
    if lost:
        print("Lost: these entries are in the checkpoint log but not in the copy:")
    for each in lost:
        print(f"  {each.stream}: entries {each.first} to {each.last}, seen by a checkpoint of {each.at}")
    if lost and export is not None:
        _print_entries(lost, export)


def _print_entries(lost: "Iterable[Lost]", export: Path) -> None:
    from croupier.doors.cli.entry_lines import described
    from croupier.floor.journal.entry import decode_body
    from croupier.floor.store.export import read_export
    from croupier.rules.money import dollars

    gone = {each.stream: range(each.first, each.last + 1) for each in lost}
    moved: Counter[str] = Counter()
    print(f"Of these {export} has:")
    for entry in read_export(export):
        if entry.seq in gone.get(entry.stream, ()):
            body = decode_body(entry.body)
            print("\n".join(f"  {line}" for line in described(entry, body)))
            for posting in body.post:
                moved[posting.account] += posting.amount
    for account, amount in sorted(moved.items()):
        if amount:
            print(f"  altogether {account} {dollars(amount)}")


def _say(why: object, status: int) -> int:
    print(f"croupier restore: {why}", file=sys.stderr)
    return status
