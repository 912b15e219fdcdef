"""One server per store. The lock belongs to the open file, so it ends with the process, however that ends.

Readers take no lock.
"""

import os
import sys
from pathlib import Path

from croupier.floor.store.base import StoreUnusable

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _try_lock(self._file)
        except OSError:
            os.lseek(self._file, 1, os.SEEK_SET)
            holder = os.read(self._file, 20).decode("ascii", "replace").strip()
            os.close(self._file)
            by = f" (process {holder})" if holder.isdigit() else ""
            raise StoreUnusable("in-use", f"{path.parent} is in use by another server{by}; stop it first") from None
        os.ftruncate(self._file, 0)
        os.write(self._file, f" {os.getpid()}\n".encode())  # after the byte that is locked on Windows

    def release(self) -> None:
        """Leaves the file: removing it could remove another process's lock."""
        os.close(self._file)
