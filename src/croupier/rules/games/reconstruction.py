"""Reconstruction: finds the cards that must move so that every card is where the deal would have put it.

The order of the deal is known, so nobody has to assert that cards can be put back: the first card out of the device
belongs to the first place of the deal, the second to the second, and so on. A card that is elsewhere moves. A card that
somebody has seen cannot move without telling them what another hand holds, so it decides whether all can be put right.
"""

from collections.abc import Sequence

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.dealing import To
from croupier.rules.rulebook.model import Rulebook

Place = int | str
"""A box or seat by its number, or another place by its name: burn, dealer, flop, turn, river."""


class Lying(Value):
    """A card and the place where it went."""

    card: Card
    place: Place
    seen: bool = False
    """Somebody has looked at it, or it is or was face up."""


class Move(Value):
    card: Card
    source: Place
    target: Place | None
    """None: back on top of the device, from which it came too early."""
    seen: bool = False


class HandMoved(Value):
    """A complete hand that goes from one betting area to another (5.8.6)."""

    source: Place
    target: Place
    cards: tuple[Card, ...]


class Reconstruction(Value):
    moves: tuple[Move, ...]
    """In the order in which the cards left the device."""
    to_come: tuple[Place, ...]
    """Where the next cards of the device go, in order: the deal is not complete without them."""
    hands: tuple[HandMoved, ...]
    """The same moves, where complete hands change places and nothing else is wrong."""
    cites: tuple[Citation, ...] = ()

    @property
    def as_it_should_be(self) -> bool:
        return not self.moves and not self.to_come

    @property
    def seen(self) -> tuple[Card, ...]:
        """The cards that would have to move though somebody has seen them."""
        return tuple(move.card for move in self.moves if move.seen)

    @property
    def possible(self) -> bool:
        return not self.seen

    @property
    def hands_movable(self) -> bool:
        return bool(self.hands) and self.possible


def reconstruct(book: Rulebook, intended: Sequence[Place], happened: Sequence[Lying]) -> Reconstruction:
    """Both in the order in which the cards left the device; they need not be of one length."""
    assert len({each.card for each in happened}) == len(happened), "one of each card"
    targets: list[Place | None] = [*intended, *[None] * (len(happened) - len(intended))]
    moves = tuple(
        Move(each.card, each.place, target, each.seen)
        for each, target in zip(happened, targets, strict=False)
        if each.place != target
    )
    to_come = tuple(intended[len(happened) :])
    hands = () if to_come else _complete_hands(intended, happened, moves)
    cites = (book.cite(House.DEALT_INCORRECTLY),) if hands and House.DEALT_INCORRECTLY in book.cited else ()
    return Reconstruction(moves, to_come, hands, cites)


def put_right(happened: Sequence[Lying], found: Reconstruction) -> dict[Card, Place]:
    """The place of every dealt card after the moves; cards that go back into the device have none."""
    places: dict[Card, Place] = {each.card: each.place for each in happened}
    for move in found.moves:
        assert places[move.card] == move.source, move
        if move.target is None:
            del places[move.card]
        else:
            places[move.card] = move.target
    return places


def _complete_hands(
    intended: Sequence[Place], happened: Sequence[Lying], moves: Sequence[Move]
) -> tuple[HandMoved, ...]:
    """Every place that loses a card loses all it has, to one place, which gets all it should have."""
    hands = []
    for source in dict.fromkeys(move.source for move in moves):
        leaving = [move for move in moves if move.source == source]
        (target, *others) = dict.fromkeys(move.target for move in leaving)
        if others or target is None or not (_is_hand(source) and _is_hand(target)):
            return ()
        lying = sum(each.place == source for each in happened)
        if not lying == len(leaving) == sum(place == target for place in intended):
            return ()
        hands.append(HandMoved(source, target, tuple(move.card for move in leaving)))
    return tuple(hands)


def _is_hand(place: Place) -> bool:
    return isinstance(place, int) or place == To.DEALER
