"""Machine code of a loop if numba is installed; otherwise the loop itself, in plain Python.

numba's own cache looks at a function's own file only, so a changed callee would keep its old machine code. So that
cache is in the directory that `tools/disk_cache` names after the sources of all kernels.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np

from croupier.numbers.maths.tools.disk_cache import CACHE, compiled, writable

F = TypeVar("F", bound=Callable[..., object])

int64 = cast("Callable[[int], int]", np.int64)
"""A whole number as machine code has it: a sum that starts with it keeps its type."""

BEFORE = compiled()
"""The modules that were compiled before this process."""

try:
    import numba
except ImportError:  # no wheels for Intel macOS

    def jit(function: F) -> F:
        return function

else:
    numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]

    def jit(function: F) -> F:
        """Compiled on first call; the machine code is cached for the next process."""
        return cast("F", numba.njit(cache=writable(), nogil=True, boundscheck=False)(function))
