"""Shapes of the counted deals of Progressive Hold'em, as plain numbers."""

Gain = tuple[int, ...]
"""What a bet brings: LOW, HIGH, same, LOST."""
Decided = list[list[int]]
"""[bets][result]: deals by the bets on turn and river, 0 none, 1 river, 2 turn, 3 both; results as in a `Gain`."""
ByHole = list[list[list[Decided]]]
Awarded = list[list[Decided]]
"""[own][board]"""
Won = list[list[list[list[list[int]]]]]
Streets = list[list[int]]
"""[holding][spots, where the bet is right, what it brings there, what it brings elsewhere]"""


def added(one: Decided, other: Decided, times: int = 1) -> Decided:
    return [[x + times * y for x, y in zip(*rows, strict=True)] for rows in zip(one, other, strict=True)]
