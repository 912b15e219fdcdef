"""What a player holds on flop or turn, in the order in which counts and kernels number it."""

HOLDINGS = (
    "nothing, no Ace or King",
    "an Ace or King, nothing else",
    "four to a flush, nothing else",
    "no more than the pair or more on the board",
    "a pair",
    "two pairs or better",
)
"""What hole cards and board make, the lowest first. A pair is one with a hole card or of the hole cards."""
NOTHING, HIGH_CARD, DRAW, BOARD, PAIR, BETTER = range(6)
