"""Whole copies of a store: taken while a server runs, and put in place of a lost store.

A copy is made in a folder next to its target and gets its name last, so a copy with its name is complete. The next run
removes what a killed process left.
"""

import os
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.floor.store.addresses import Address, ServerAddress
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.checkpoint_file import Seen, sync_folder
from croupier.floor.store.opening import check_driver
from croupier.floor.store.reader import DATABASE, Reader

FORMAT = 1
MANIFEST, BOOK, KEYS = "backup.json", "checkpoints.jsonl", "floor.key"
UNFINISHED = ".unfinished"


class Manifest(Value):
    """The description of a backup."""

    croupier: str
    format: int
    at: str
    entries: int
    heads: dict[str, tuple[int, str]]
    files: dict[str, str]
    """The SHA-256 of each file."""


def unfinished(target: Path) -> Path:
    return target.with_name(f"{target.name}{UNFINISHED}")


def begin(target: Path) -> Path:
    """An empty folder in which the target is made; raises OSError if it cannot be."""
    work = unfinished(target)
    if work.exists():
        shutil.rmtree(work)
    work.mkdir(mode=0o700, parents=True)
    return work


def finish(target: Path) -> None:
    """Gives the copy its name, once everything in it is durable."""
    work = unfinished(target)
    for file in work.iterdir():
        handle = os.open(file, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    sync_folder(work)
    work.rename(target)
    sync_folder(target.parent)


def copy_database(address: Address, target: Path) -> None:
    """Copies the database as of one moment, also while a server writes."""
    if isinstance(address, ServerAddress):
        check_driver(address)
        from croupier.floor.store.server_copy import copy_to_folder

        copy_to_folder(address, target)
        return
    with Reader(address) as reader:
        reader.copy_to(target / DATABASE)


def put_database(backup: Path, target: Path) -> None:
    """The database of a backup, readable by its owner only."""
    shutil.copyfile(backup / DATABASE, target / DATABASE)
    (target / DATABASE).chmod(0o600)


def lines_seen(folder: Path, book: bytes) -> bytes:
    """The lines of the checkpoint log that this copy is not behind. The log is read after the store, which notes how
    many lines it had; a server may have written more in between."""
    with Reader(folder) as reader:
        heads = {stream: head.seq for stream, head in reader.heads().items()}
    lines = book.split(b"\n")[:-1]  # a line that was cut off does not count
    while lines and not _has_seen(lines[-1], heads):
        del lines[-1]
    return b"".join(line + b"\n" for line in lines)


def _has_seen(line: bytes, heads: Mapping[str, int]) -> bool:
    try:
        seen = msgspec.json.decode(line, type=Seen).heads
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return True  # the audit of the copy reports it
    return all(seq <= heads.get(stream, 0) for stream, (seq, _) in seen.items())


def write_private(path: Path, content: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(handle)


def write_manifest(folder: Path, at: str) -> Manifest:
    with Reader(folder) as reader:
        heads = {stream: (head.seq, head.hash.hex()) for stream, head in sorted(reader.heads().items())}
        entries = sum(seq for seq, _ in heads.values()) - sum(cut.seq for cut in reader.cuts().values())
    files = {file.name: _digest(file) for file in sorted(folder.iterdir())}
    manifest = Manifest("backup", FORMAT, at, entries, heads, files)
    write_private(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a backup; Unreadable if it is no backup, StoreUnusable if its files changed."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except OSError as error:
        raise Unreadable(f"{folder} is not a backup: {MANIFEST} cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise StoreUnusable("damaged", f"{folder / MANIFEST} cannot be read: {error}") from None
    if manifest.croupier != "backup" or manifest.format > FORMAT:
        raise StoreUnusable("newer", f"{folder} is not a backup that this croupier reads: format {manifest.format}")
    for name, digest in manifest.files.items():
        if Path(name).name != name or not (folder / name).is_file() or _digest(folder / name) != digest:
            raise StoreUnusable("damaged", f"{folder / name} is not the file that was backed up")
    return manifest


def _digest(file: Path) -> str:
    found = sha256()
    with file.open("rb") as content:
        while part := content.read(2**20):
            found.update(part)
    return found.hexdigest()
