"""The cards of a poker round, dealt a second time from the same deck (3.9, 3.10, R-40, R-71)."""

from collections.abc import Sequence

from croupier.rules.cards import Card
from croupier.rules.rulebook.model import Device, Rulebook

TURNED = {1: 0, 2: 3, 3: 4, 4: 5}
"""Community cards face up in each betting round."""


class Short(Exception):
    """The cards do not suffice (5.2.3)."""


class Deal:
    def __init__(self, book: Rulebook, device: Device, deck: Sequence[Card]) -> None:
        self.device = device
        self.burns_first = device is Device.SHOE and book.key != "poker@6"
        self.shoe = list(deck)
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.burnt: list[Card] = []
        self.community: list[Card] = []
        self.face_up = 0
        """Community cards that have been turned over."""
        self.aside: list[Card] = []
        """Seen by all and out of play."""

    @property
    def board(self) -> tuple[Card, ...]:
        return tuple(self.community[: self.face_up])

    def _take(self, number: int) -> list[Card]:
        if number > len(self.shoe):
            raise Short
        taken, self.shoe = self.shoe[:number], self.shoe[number:]
        return taken

    def hole_cards(self, order: Sequence[int]) -> None:
        """One at a time from the shoe; the shuffler gives the board first, then sets of two."""
        if self.device is Device.SHUFFLER:
            self.community = self._take(5)
            self.hands = {seat: tuple(self._take(2)) for seat in order}
            return
        if self.burns_first:
            self.burnt = self._take(1)
        first = {seat: self._take(1) for seat in order}
        self.hands = {seat: (*first[seat], *self._take(1)) for seat in order}

    def street(self, betting_round: int) -> None:
        """The burnt card and the street, or what the shuffler dealt before."""
        if self.device is Device.SHOE:
            number = TURNED[betting_round] - self.face_up
            if number + 1 > len(self.shoe):
                raise Short
            self.burnt += self._take(1)
            self.community += self._take(number)
        self.face_up = TURNED[betting_round]

    def street_back(self, betting_round: int) -> set[Card]:
        """The cards of the last street and its burnt card leave the table."""
        self.face_up = TURNED[betting_round - 1]
        back = {self.burnt.pop(), *self.community[self.face_up :]}
        del self.community[self.face_up :]
        self.shoe += back
        return back

    def replace(self, seat: int, card: Card) -> Card:
        """The next card of the shoe for an exposed one."""
        self.aside.append(card)
        (new,) = self._take(1)
        self.hands[seat] = (*(held for held in self.hands[seat] if held != card), new)
        return new

    def set_aside(self) -> Card:
        (card,) = self._take(1)
        self.aside.append(card)
        return card
