"""`croupier backup`: a whole copy of a store, also while a server runs, audited before it counts."""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

DONE, REFUSED, UNREADABLE, UNUSABLE, DAMAGED = range(5)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier backup",
        description="Copies a store with its checkpoints, also while a server runs, and audits the copy.",
        epilog="Exit status: 0 done; 2 arguments cannot be read, or the copy cannot be written; 3 the store cannot be "
        "used; 4 the copy is not sound and was deleted.",
    )
    parser.add_argument("store", metavar="STORE", help="a store's folder, or postgresql://USER@HOST/DATABASE")
    parser.add_argument("--to", type=Path, required=True, metavar="DIR", help="a new folder")
    parser.add_argument(
        "--checkpoints", type=Path, metavar="FILE", help="the checkpoint log, if it is not next to the store"
    )
    parser.add_argument(
        "--with-keys", action="store_true", help="copy the key ring too; both together reveal the cards"
    )
    parser.add_argument("--key", type=Path, metavar="FILE", help="the key ring, if it is not next to the store")
    return parser


def main(argv: Sequence[str]) -> int:
    options = arguments().parse_args(argv)
    from croupier.base.errors import Unreadable
    from croupier.floor.store.base import StoreUnusable

    try:
        return _backup(options)
    except Unreadable as error:
        return _say(error, UNREADABLE)
    except StoreUnusable as error:
        return _say(error.why, DAMAGED if error.code == "damaged" else UNUSABLE)
    except OSError as error:
        return _say(f"{options.to} cannot be written: {error.strerror}", UNREADABLE)


def _backup(options: argparse.Namespace) -> int:
    from croupier.base.errors import Unreadable
    from croupier.floor.server.operator.restoring import check_sound
    from croupier.floor.store import copies, keys
    from croupier.floor.store.addresses import read_address
    from croupier.floor.store.checkpoint_file import book_of

    address, target = read_address(options.store), options.to.absolute()
    files = address.absolute() if isinstance(address, Path) else Path(address.database).absolute()
    if target.exists():
        raise Unreadable(f"{options.to} already exists; name a new folder")
    book = options.checkpoints or book_of(files)
    if options.checkpoints is not None and not book.is_file():
        raise Unreadable(f"{book} does not exist; name the checkpoint log")
    key = options.key or Path(os.environ.get("CROUPIER_KEY") or f"{files}.key")
    ring = keys.load(key) if options.with_keys else None
    work = copies.begin(target)
    try:
        copies.copy_database(address, work)
        lines = copies.lines_seen(work, book.read_bytes() if book.is_file() else b"")
        copies.write_private(work / copies.BOOK, lines)
        if ring is not None:
            copies.write_private(work / copies.KEYS, ring.secret_text().encode())
        check_sound(work, work / copies.BOOK, address)
        manifest = copies.write_manifest(work, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z"))
        copies.finish(target)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    if not lines:
        print(f"croupier backup: {book} is not there, so the copy has no checkpoints", file=sys.stderr)
    kept = "with the key ring" if ring is not None else "without the key ring"
    print(f"{options.to}: {manifest.entries:,} entries in {len(manifest.heads)} streams, audited, {kept}")
    return DONE


def _say(why: object, status: int) -> int:
    print(f"croupier backup: {why}", file=sys.stderr)
    return status
