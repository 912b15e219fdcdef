"""Reserves space for a full disk. It is freed when the store is opened again, so recovery can always be written."""

import os
import shutil
from pathlib import Path

NAME = "floor.reserve"
MOST = 64 * 2**20
LEAST = 2**20
SHARE = 1_000


def give_back(folder: Path) -> None:
    (folder / NAME).unlink(missing_ok=True)


def keep(folder: Path) -> int:
    """Reserves a thousandth of the free space, 64 MiB at most. Returns the bytes reserved, 0 if there is no space."""
    give_back(folder)
    size = max(LEAST, min(MOST, shutil.disk_usage(folder).free // SHARE))
    try:
        file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file, 0, size)
            else:
                for _ in range(size // LEAST):
                    os.write(file, bytes(LEAST))
        finally:
            os.close(file)
    except OSError:
        give_back(folder)
        return 0
    return size
