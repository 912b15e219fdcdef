"""What takes long to make is kept for the next process: tables, and the machine code of the kernels.

Everything is in one directory, named after the sources it depends on: the kernels, the modules whose constants
they use, the modules with kept tables, and the hands. Where the directory cannot be made, every process makes its own.
"""

import os
import sys
from collections.abc import Callable
from functools import cache, lru_cache, wraps
from hashlib import blake2b, sha1
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np

from croupier.numbers.maths.tools.caches import FOLDER, PREFIX
from croupier.rules import best_values, cards, hands

T = TypeVar("T")
P = ParamSpec("P")

MATHS = Path(__file__).parent.parent
KERNELS = MATHS / "kernels"
PACKAGE = ".".join(__name__.split(".")[:-2])


def _sources() -> str:
    """All that machine code and tables depend on, as a name."""
    seen = blake2b(digest_size=10)
    seen.update(f"{sys.version} {np.__version__} ".encode())
    for package in ("numba", "llvmlite"):
        seen.update(_version(package))
    values = Path(best_values.__file__)
    for file in (Path(cards.__file__), Path(hands.__file__), values, values.with_name(best_values.FILE)):
        seen.update(file.read_bytes())
    sources = {file: file.read_bytes() for file in sorted(MATHS.rglob("*.py"))}
    compiled = b"".join(source for file, source in sources.items() if file.parent == KERNELS)
    for file, source in sources.items():
        module = f" {PACKAGE}.{file.parent.name}.{file.stem} ".encode()
        if file.parent == KERNELS or module in compiled or b"\n@kept" in source:
            seen.update(source)
    return seen.hexdigest()


def _version(package: str) -> bytes:
    """What the package says of its version, without importing it."""
    found = find_spec(package)
    if found is None or found.origin is None:
        return b"-"
    try:
        return Path(found.origin).with_name("_version.py").read_bytes()
    except OSError:
        return b"?"


CACHE = FOLDER / f"{PREFIX}{_sources()}"

VERSIONS_KEPT = 3
"""How many directories of other versions stay, for people who switch between versions."""


@cache
def writable() -> bool:
    try:
        if not CACHE.is_dir():
            CACHE.mkdir(parents=True, exist_ok=True)
            _forget_old_versions(CACHE.parent)
    except OSError:
        return False
    return os.access(CACHE, os.W_OK)


def _forget_old_versions(caches: Path) -> None:
    newest_first = sorted(caches.glob(f"{PREFIX}*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in newest_first[VERSIONS_KEPT:]:
        rmtree(folder, ignore_errors=True)


def compiled() -> frozenset[str]:
    """The modules whose machine code is in the cache: without it a first solve takes some seconds more.

    numba keeps it by the folder of the source, under the checksum that it makes of that.
    """
    folder = CACHE / f"{KERNELS.name}_{sha1(str(KERNELS).encode(), usedforsecurity=False).hexdigest()}"
    return frozenset(file.name.partition(".")[0] for file in folder.glob("*.nbi"))


CHECKSUM = 16  # bytes


def kept(shape: Callable[..., T]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """For a function that makes an array, or a named tuple of arrays and numbers: make it once, on this machine.

    Arguments are numbers or tuples of numbers; the result depends on nothing else.
    """

    def keeping(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=64)
        @wraps(make)
        def found(*given: P.args, **named: P.kwargs) -> T:
            assert not named, "given by place: they name the file"
            which = f"-{blake2b(repr(given).encode(), digest_size=8).hexdigest()}" if given else ""
            file = CACHE / f"{make.__module__}.{make.__name__}{which}.npy"
            try:
                return shape(*_read(file))
            except (OSError, ValueError, EOFError, TypeError):
                made = make(*given, **named)
            if writable():
                _write(file, made if isinstance(made, tuple) else (made,))
            return made

        return cast("Callable[P, T]", found)

    return keeping


def _read(file: Path) -> list[Any]:
    """The arrays, if they are what was written: a single flipped bit would make a wrong table."""
    content = file.read_bytes()
    checksum, arrays = content[:CHECKSUM], content[CHECKSUM:]
    if blake2b(arrays, digest_size=CHECKSUM).digest() != checksum:
        raise ValueError(f"{file} is spoilt")
    found: list[Any] = []
    stream = BytesIO(arrays)
    while stream.tell() < len(arrays):
        array = np.load(stream, allow_pickle=False)
        found.append(array if array.ndim else array.item())
    return found


def _write(file: Path, arrays: tuple[Any, ...]) -> None:
    """Whole or not at all: another process may read it at any time."""
    stream = BytesIO()
    for array in arrays:
        np.save(stream, np.asarray(array), allow_pickle=False)
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(blake2b(stream.getbuffer(), digest_size=CHECKSUM).digest() + stream.getbuffer())
        unfinished.replace(file)
    except OSError:
        unfinished.unlink(missing_ok=True)
