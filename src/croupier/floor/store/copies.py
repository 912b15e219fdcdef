"""Whole copies of a store: taken beside a running server, and put in place of a store that is gone.

A copy is made in a folder beside its target and gets its name last, so that a copy which is there is complete. What a
killed process has left of one is removed by the next.
"""

import os
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.checkpoint_file import Seen, sync_folder
from croupier.floor.store.reader import DATABASE, Reader

FORMAT = 1
MANIFEST, BOOK, KEYS = "backup.json", "checkpoints.jsonl", "floor.key"
UNFINISHED = ".unfinished"


class Manifest(Value):
    """What a backup says of itself."""

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
    """An empty folder in which the target is made; OSError where it cannot be."""
    work = unfinished(target)
    if work.exists():
        shutil.rmtree(work)
    work.mkdir(mode=0o700, parents=True)
    return work


def finish(target: Path) -> None:
    """The copy gets its name, once everything in it is durable."""
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


def copy_database(folder: Path, target: Path) -> None:
    """All of it as it is at one moment, also while a server writes."""
    with Reader(folder) as reader:
        reader.copy_to(target / DATABASE)


def put_database(backup: Path, target: Path) -> None:
    """The database of a backup, for its owner alone."""
    shutil.copyfile(backup / DATABASE, target / DATABASE)
    (target / DATABASE).chmod(0o600)


def lines_seen(folder: Path, book: bytes) -> bytes:
    """As many lines of the book as this copy is not behind. The book is read after the store, which remembers how many
    lines it had; a server may have written more in between."""
    with Reader(folder) as reader:
        heads = {stream: head.seq for stream, head in reader.heads().items()}
    lines = book.split(b"\n")[:-1]  # one that was cut off does not count
    while lines and not _has_seen(lines[-1], heads):
        del lines[-1]
    return b"".join(line + b"\n" for line in lines)


def _has_seen(line: bytes, heads: Mapping[str, int]) -> bool:
    try:
        seen = msgspec.json.decode(line, type=Seen).heads
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return True  # which the audit of the copy tells
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
    """Of a backup whose files are as they were written; Unreadable where it is none, StoreUnusable where it changed."""
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
