"""What a store must not stand on: an SQLite that loses commits, settings that do, a disk that is somewhere else."""

from pathlib import Path

import apsw

from croupier.floor.store.base import StoreUnusable

OLDEST_LIBRARY = (3, 51, 3)
"""Before it, two connections that meet in a checkpoint could lose what was committed."""

FULL = 2

ELSEWHERE = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "afpfs", "ncpfs", "webdav", "davfs", "fuse.sshfs", "fuse.davfs2"}
)
"""File systems over a network, whose locks and syncs are not to be trusted."""


NOT_DAMAGE = (
    *(OSError, apsw.FullError, apsw.IOError, apsw.CantOpenError),
    *(apsw.ReadOnlyError, apsw.PermissionsError, apsw.BusyError),
)
"""Errors that are not the fault of what is written there."""


def check_library(version: str) -> None:
    if tuple(int(part) for part in version.split(".")[:3]) < OLDEST_LIBRARY:
        oldest = ".".join(map(str, OLDEST_LIBRARY))
        raise StoreUnusable("unsafe", f"SQLite {version} can lose what was committed; {oldest} or later is needed")


def check_settings(connection: apsw.Connection) -> None:
    """Read back, because SQLite passes over what it cannot do without a word."""
    journal, synchronous = connection.pragma("journal_mode"), connection.pragma("synchronous")
    if journal != "wal":
        raise StoreUnusable("unsafe", f"the disk gives no write-ahead log (journal mode {journal}); wal is needed")
    if synchronous < FULL:
        raise StoreUnusable("unsafe", f"commits are not synced to the disk (synchronous {synchronous}); 2 is needed")


def check_file_system(folder: Path, mounts: str | None = None) -> None:
    """Where the system tells, on Linux; elsewhere nothing is known."""
    if mounts is None:
        try:
            mounts = Path("/proc/self/mounts").read_text("utf-8", "surrogateescape")
        except OSError:
            return
    kinds = {}
    for line in mounts.splitlines():
        _, place, kind, *_ = line.split(" ")
        kinds[Path(place.replace("\\040", " "))] = kind  # of several on one place the last is on top
    here = folder.resolve()
    kind = next((kinds[place] for place in (here, *here.parents) if place in kinds), "")
    if kind in ELSEWHERE:
        raise StoreUnusable("unsafe", f"{folder} lies on a network file system ({kind}); use a disk of this machine")
