"""Compiled loops, where numba is installed, and the same loops in plain Python where it is not.

numba's cache looks at a function's own file only, so a changed callee would keep its old machine code. The
cache is therefore a directory that is named after the sources of all modules with kernels; what kernels take from
other modules must be arguments. Where the directory cannot be made, every process compiles anew.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., object])


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _sources() -> str:
    """All that machine code depends on, as a name."""
    seen = blake2b(digest_size=10)
    for package in ("numba", "numpy", "llvmlite"):
        seen.update(f"{package} {_version(package)} ".encode())
    seen.update(f"{sys.version} ".encode())
    for file in sorted(Path(__file__).parent.glob("*.py")):
        source = file.read_bytes()
        if b"@jit" in source:
            seen.update(source)
    return seen.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"


int64 = cast("Callable[[int], int]", np.int64)
"""A whole number as machine code has it: what starts as this keeps its type, whatever is added to it."""

CACHE = _user_cache() / "croupier" / f"kernels-{_sources()}"


def _writable() -> bool:
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(CACHE, os.W_OK)


try:
    import numba

    numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]
    _njit: Callable[..., object] | None = numba.njit
except ImportError:
    _njit = None

_KEPT = _njit is not None and _writable()


def jit(function: F) -> F:
    """Compile a loop over integers and arrays when it is first called; keep the machine code for next time."""
    if _njit is None:
        return function
    compile_ = _njit(cache=_KEPT, nogil=True, boundscheck=False)
    assert callable(compile_)
    compiled: F = compile_(function)
    return compiled


def compiled_before() -> bool:
    """Whether some machine code is in the cache already: if not, the first solve takes some seconds more."""
    return _njit is not None and CACHE.is_dir() and any(CACHE.rglob("*.nbi"))
