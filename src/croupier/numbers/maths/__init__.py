"""Exact odds of these very rules: every deal counted, nothing sampled, no float before printing.

What a bet pays is asked of the games' own `settle`, once for each of its facts. Here is only what a rulebook
does not know: how many deals lead to which facts, and which decision is best.
"""
