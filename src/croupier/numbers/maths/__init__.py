"""Exact odds of these rules: every deal counted, nothing sampled, no float before printing.

The games' own `settle` says what a bet pays, once for each of its facts. This package adds what a rulebook does not
say: how many deals lead to which facts, and which decision is best.
"""
