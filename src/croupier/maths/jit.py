"""Compiled loops, where numba is installed, and the same loops in plain Python where it is not.

numba is imported when the first loop is called: it takes its time, and 3 Card Poker does without. Machine code, and
tables that take long to make, are kept for the next process. numba's own cache looks at a function's own file only,
so a changed callee would keep its old machine code. Therefore all is kept in a directory that is named after
the sources of all modules with kernels, and of the hands; what kernels take from other modules must be arguments.
Where the directory cannot be made, every process starts anew.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache, lru_cache, update_wrapper, wraps
from hashlib import blake2b, sha1
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from threading import RLock
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")
P = ParamSpec("P")


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _sources() -> str:
    """All that machine code and tables depend on, as a name."""
    seen = blake2b(digest_size=10)
    seen.update(f"{sys.version} {np.__version__} ".encode())
    for package in ("numba", "llvmlite"):
        seen.update(_version(package))
    here = Path(__file__).parent
    hands = (here.parent / name for name in ("cards.py", "hands.py", "best_values.py", "best_values.bin"))
    for file in (*hands, *sorted(here.glob("*.py"))):
        source = file.read_bytes()
        if file.parent != here or b"\n@jit" in source or b"\n@kept" in source:
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


int64 = cast("Callable[[int], int]", np.int64)
"""A whole number as machine code has it: what starts as this keeps its type, whatever is added to it."""

CACHE = _user_cache() / "croupier" / f"kernels-{_sources()}"


VERSIONS_KEPT = 3
"""Directories of other versions stay beside this one, for who goes back and forth between them."""


@cache
def _writable() -> bool:
    try:
        if not CACHE.is_dir():
            CACHE.mkdir(parents=True, exist_ok=True)
            _forget_old_versions(CACHE.parent)
    except OSError:
        return False
    return os.access(CACHE, os.W_OK)


def _forget_old_versions(caches: Path) -> None:
    newest_first = sorted(caches.glob("kernels-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in newest_first[VERSIONS_KEPT:]:
        rmtree(folder, ignore_errors=True)


# --- Machine code -------------------------------------------------------------------------------------------


_waiting: list[Kernel] = []


class Kernel:
    """A loop that waits for the first call of any loop."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function
        update_wrapper(self, function)
        _waiting.append(self)

    def __call__(self, *values: object) -> object:
        return _compiled(self.function)(*values)


_lock = RLock()


@cache
def _compile() -> Callable[[Callable[..., object]], Callable[..., object]]:
    """What makes machine code of a function; the function itself where there is no numba."""
    try:
        import numba
    except ImportError:
        return lambda function: function
    numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]
    made = numba.njit(cache=_writable(), nogil=True, boundscheck=False)
    return cast("Callable[[Callable[..., object]], Callable[..., object]]", made)


@cache
def _of(function: Callable[..., object]) -> Callable[..., object]:
    return _compile()(function)


def _compiled(function: Callable[..., object]) -> Callable[..., object]:
    """Kernels call each other, and numba has to see what they call: so each waiting one is exchanged, everywhere."""
    with _lock:
        for name, module in list(sys.modules.items()) if _waiting else ():
            if name.startswith("croupier.maths."):
                for word, value in list(vars(module).items()):
                    if isinstance(value, Kernel):
                        setattr(module, word, _of(value.function))
        _waiting.clear()
        return _of(function)


def jit(function: F) -> F:
    """Compile a loop over integers and arrays when it is first called; keep the machine code for next time."""
    return cast("F", Kernel(function))


def compiled_before(module: str) -> bool:
    """Whether a module's machine code is in the cache already: if not, the first solve takes some seconds more.

    numba keeps it by the folder of the source, under the checksum that it makes of that.
    """
    here = Path(__file__).parent
    folder = CACHE / f"{here.name}_{sha1(str(here).encode(), usedforsecurity=False).hexdigest()}"
    return folder.is_dir() and any(folder.glob(f"{module}.*.nbi"))


CHECKSUM = 16  # bytes

# --- Tables -------------------------------------------------------------------------------------------------


def kept(shape: Callable[..., T]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """For a function that makes an array, or a named tuple of arrays and numbers: make it once, on this machine.

    What it is given are numbers, or tuples of them, and they alone decide.
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
            if _writable():
                _write(file, made if isinstance(made, tuple) else (made,))
            return made

        return cast("Callable[P, T]", found)

    return keeping


def _read(file: Path) -> list[Any]:
    """The arrays, if they are what was written: a single bit that has turned would be a wrong table."""
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
