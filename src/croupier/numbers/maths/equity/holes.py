"""Two hole cards, and a set of them: what somebody may hold."""

from croupier.rules.cards import Card

Hole = frozenset[Card]
Range = frozenset[Hole]
