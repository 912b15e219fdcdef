"""Rounds by the million: dealt and classified by compiled loops, paid by `settle`, compared with the exact odds.

A kernel knows no pay rule. It puts each box of each round into a class; `settle` says once what a class pays.
"""
