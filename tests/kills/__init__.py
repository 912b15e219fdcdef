"""Whole evenings, played by real clients at real servers that are killed: nothing answered is lost, nothing is twice.

`python -m tests.kills [N] [--seed S]`
"""
