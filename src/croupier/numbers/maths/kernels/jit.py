"""Machine code of a loop, where numba is installed; the loop itself, in plain Python, where it is not.

numba's own cache looks at a function's own file only, so a changed callee would keep its old machine code. So that
cache lies in the directory that `tools/kept` names after the sources of all kernels.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np

from croupier.numbers.maths.tools.disk_cache import CACHE, compiled, writable

F = TypeVar("F", bound=Callable[..., object])

int64 = cast("Callable[[int], int]", np.int64)
"""A whole number as machine code has it: what starts as this keeps its type, whatever is added to it."""

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
        """Compiled when it is first called; the machine code is kept for the next process."""
        return cast("F", numba.njit(cache=writable(), nogil=True, boundscheck=False)(function))
