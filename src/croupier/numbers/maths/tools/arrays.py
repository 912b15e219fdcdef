"""Names of the array types that solvers and kernels share."""

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.uint16]
Floats = npt.NDArray[np.float64]
