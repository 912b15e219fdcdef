"""Room kept for a full disk: given back when the store is opened again, so that recovery can always be written."""

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
    """A thousandth of what is free, 64 MiB at most. How many bytes are kept: none where there is no room."""
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
