"""The rulings desk: give it the phase and what was found; it answers with paragraph, ruling, remedies and choices.

It contains no rule. It brings a small example table into the phase, reports the finding to it, and reads what the
engine did, so that desk and table cannot disagree.
"""
