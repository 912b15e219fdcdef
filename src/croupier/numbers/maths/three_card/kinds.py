"""Hands and outcomes of 3 Card Poker in the order in which deals are counted by them."""

from croupier.rules.games.three_card.settle import Hand, Outcome

COMPARED = (Outcome.DEALER_NOT_QUALIFIED, Outcome.HIGHER, Outcome.SAME, Outcome.LOWER)
KINDS: tuple[Hand, ...] = tuple(kind for kind in Hand if kind is not Hand.NOT_SHOWN)
