"""What the dealer does next at a house-banked table, for staff: cards to deal, and payments of open hands.

It reveals nothing about a hidden hand: what a folded hand may win by its own cards appears only when it is turned up to
be paid.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from croupier.base.actors import Viewer
from croupier.base.values import Value
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.by_hand import FacesDueAt
from croupier.rules.games.house.commands import Of, Settle
from croupier.rules.games.house.dealing import Place
from croupier.rules.games.house.machine import Decide
from croupier.rules.games.house.table import ClaimOpen, HouseRound, Phase
from croupier.rules.games.house.view import Waiting, turned_up, waiting
from croupier.rules.rulebook.model import Rulebook


def awaited(
    faces_due: FacesDueAt,
    places: Callable[[Rulebook, HouseRound], tuple[Place, ...]],
    book: Rulebook,
    round_: HouseRound,
) -> tuple[Waiting, ...]:
    """What the round waits for; for cards how many, and whose if they are turned up and named."""
    named = tuple(
        Waiting("cards", each.box, _WHOSE[each.of], each.due) for each in faces_due(book, round_) if not round_.choosing
    )
    if named:
        return named
    return tuple(
        replace(each, due=len(places(book, round_))) if each.reason == "cards" else each for each in waiting(round_)
    )


_WHOSE = {Of.UP: "dealer", Of.DEALER: "dealer", Of.BOARD: "board", Of.HAND: None}


class Due(Value):
    cards: tuple[Place, ...] = ()
    """Where the next cards of the device go."""
    boxes: Mapping[int, ev.BoxSettled] = {}
    """What settling would do now."""
    claims: tuple[ClaimOpen, ...] = ()
    """Shares of the jackpot that settling would claim."""


NOTHING = Due()


def due(
    decide: Decide,
    places: Callable[[Rulebook, HouseRound], tuple[Place, ...]],
    book: Rulebook,
    round_: HouseRound,
    viewer: Viewer,
) -> Due:
    if not viewer.staff:
        return NOTHING
    if round_.phase is not Phase.SETTLING or round_.choosing:
        return Due(cards=places(book, round_))
    lying_open = {number: box for number, box in round_.boxes.items() if box.cards and turned_up(round_, box)}
    events = decide(book, replace(round_, boxes=lying_open), Settle())
    (settled,) = [event for event in events if isinstance(event, ev.RoundSettled)]
    return Due(boxes=settled.boxes, claims=settled.claims)
