"""The rulings desk: the phase and what was found go in; paragraph, ruling, remedies and choices come out.

It knows no rule. It brings a small example table into the phase, reports to it what was found, and reads what the
engine made of it, so that desk and table cannot disagree.
"""
