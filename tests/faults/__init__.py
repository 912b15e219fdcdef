"""Faults planted in the rules, one at a time, to see whether the referees of `croupier fuzz` find them.

    python -m tests.faults                      every fault of every game; writes down the rounds that each took
    python -m tests.faults poker                the faults of one game
    python -m tests.faults poker -k blind       those whose name has the word

A list of faults is a module of data (`poker.py`); `found.toml` says how many rounds each took to be found.
"""
