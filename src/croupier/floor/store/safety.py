"""Refuses unsafe foundations: an SQLite version or settings that can lose commits, and network file systems."""

from pathlib import Path

import apsw

from croupier.floor.store.base import StoreUnusable

OLDEST_LIBRARY = (3, 51, 3)
"""In older versions, two connections that meet in a checkpoint could lose commits."""

FULL = 2

ELSEWHERE = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "afpfs", "ncpfs", "webdav", "davfs", "fuse.sshfs", "fuse.davfs2"}
)
"""Network file systems, whose locks and syncs cannot be trusted."""


NOT_DAMAGE = (
    *(OSError, apsw.FullError, apsw.IOError, apsw.CantOpenError),
    *(apsw.ReadOnlyError, apsw.PermissionsError, apsw.BusyError),
)
"""Errors that do not come from the content of the file."""


def check_library(version: str) -> None:
    if tuple(int(part) for part in version.split(".")[:3]) < OLDEST_LIBRARY:
        oldest = ".".join(map(str, OLDEST_LIBRARY))
        raise StoreUnusable("unsafe", f"SQLite {version} can lose what was committed; {oldest} or later is needed")


def check_settings(connection: apsw.Connection) -> None:
    """Reads the settings back, because SQLite silently ignores what it cannot do."""
    journal, synchronous = connection.pragma("journal_mode"), connection.pragma("synchronous")
    if journal != "wal":
        raise StoreUnusable("unsafe", f"the disk gives no write-ahead log (journal mode {journal}); wal is needed")
    if synchronous < FULL:
        raise StoreUnusable("unsafe", f"commits are not synced to the disk (synchronous {synchronous}); 2 is needed")


def check_file_system(folder: Path, mounts: str | None = None) -> None:
    """Checks on Linux, where the system says; other systems do not."""
    if mounts is None:
        try:
            mounts = Path("/proc/self/mounts").read_text("utf-8", "surrogateescape")
        except OSError:
            return
    kinds = {}
    for line in mounts.splitlines():
        _, place, kind, *_ = line.split(" ")
        kinds[Path(place.replace("\\040", " "))] = kind  # of several mounts at one place the last is on top
    here = folder.resolve()
    kind = next((kinds[place] for place in (here, *here.parents) if place in kinds), "")
    if kind in ELSEWHERE:
        raise StoreUnusable("unsafe", f"{folder} is on a network file system ({kind}); use a disk of this machine")
