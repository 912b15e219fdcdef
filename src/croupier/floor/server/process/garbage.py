"""The garbage collector of a house that runs for months.

Values form no cycles and are not its business (`croupier.base.values`); dictionaries and lists of the last acts of
every table are, by the ten thousand, and hardly ever garbage. Looking through them at the usual pace took a fourteenth
of all time, in pieces that players wait for.
"""

import gc

NEW = 20_000
"""Collect after this many new containers."""


def collect_rarely() -> None:
    """Once everything has been loaded: what is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, 20, 20)
