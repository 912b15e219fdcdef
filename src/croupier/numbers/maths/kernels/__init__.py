"""Compiled loops. Only the function that runs one imports it, so that nobody who does not count waits for numba.

Each module serves the one of the same name in another room. The constants that both use stand in a third module, which
names no kernel: `holdem/squares`, `holdem/holdings`, `casino_stud/situations`, `tools/rank_arrays`.
"""
