"""What happens at a house-banked table as one person sees it: cards that are face down for them are `FACE_DOWN`."""

from collections.abc import Iterable, Iterator

from croupier.base.actors import Viewer
from croupier.base.typed_fields import holds, with_texts
from croupier.rules.cards import Card
from croupier.rules.games.common import face_down_but
from croupier.rules.games.house import life
from croupier.rules.games.house.events import HouseEvent, TableEvent
from croupier.rules.games.house.evolve import evolve
from croupier.rules.games.house.table import HouseRound, HouseState
from croupier.rules.games.house.view import sees


def all_shown(events: Iterable[HouseEvent], before: HouseState, viewer: Viewer) -> Iterator[HouseEvent]:
    """One after the other, from this state on."""
    state = before
    for event in events:
        yield shown(event, state.round, viewer)
        state = life.evolve(state, event)


def shown(event: HouseEvent, before: HouseRound, viewer: Viewer) -> HouseEvent:
    """The event with the cards that the viewer saw before it, or sees after it."""
    if not holds(type(event), Card) or isinstance(event, TableEvent):
        return event  # it names no card
    seen = sees(before, viewer) | sees(evolve(before, event), viewer)
    return with_texts(event, Card, face_down_but(seen))
