"""Compiled loops. Only the function that runs one imports it, so that nobody who does not count waits for numba.

Each module serves the one of the same name in another room and takes its constants from there.
"""
