"""The cache folder: how large it is, and how it is cleared."""

import os
import sys
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


FOLDER = _user_cache() / "croupier"
PREFIX = "kernels-"
"""What the name of each cache begins with; the rest tells which sources and packages it was made with."""


class Cache(NamedTuple):
    folder: Path
    files: int
    size: int


def caches() -> list[Cache]:
    return [_measured(folder) for folder in sorted(FOLDER.glob(f"{PREFIX}*")) if folder.is_dir()]


def clear() -> list[Cache]:
    """Removes all caches and nothing else in the folder. A process that uses one makes it again."""
    found = caches()
    for cache in found:
        rmtree(cache.folder)
    return found


def _measured(folder: Path) -> Cache:
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    return Cache(folder, len(sizes), sum(sizes))
