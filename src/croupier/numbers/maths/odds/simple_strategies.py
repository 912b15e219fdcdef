"""What other ways to play cost: simple strategies, and single mistakes made every time."""

from fractions import Fraction

from croupier.base.values import Value


class Habit(Value):
    """A simple way to play, or one mistake made every time, with what it costs in ante units a deal."""

    words: str
    ev: Fraction
    cost: Fraction
    mistake: bool = False
