"""Two ranges on many boards, in compiled loops: evaluates every hand once instead of comparing all pairs of hands.

On a board, hands are taken in order of strength. How many hands of the other player are weaker, and share no card with
one's own, follows from how many there are with each card.
"""

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

# --- Boards and hands on them -------------------------------------------------------------------------------


# --- Two players --------------------------------------------------------------------------------------------

ALL = 52
"""Where the number of all hands stands, after those with a certain card."""
