"""What happens at a poker table as one person sees it: cards that are face down for them are `FACE_DOWN`."""

from collections.abc import Iterable, Iterator

from croupier.base.actors import Viewer
from croupier.base.typed_fields import holds, with_texts
from croupier.rules.cards import Card
from croupier.rules.games.common import face_down_but
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.table import PokerState
from croupier.rules.games.poker.view import sees


def all_shown(events: Iterable[PokerEvent], before: PokerState, viewer: Viewer) -> Iterator[PokerEvent]:
    """One after the other, from this state on."""
    state = before
    for event in events:
        yield shown(event, state, viewer)
        state = evolve(state, event)


def shown(event: PokerEvent, before: PokerState, viewer: Viewer) -> PokerEvent:
    """The event with the cards that the viewer saw before it, or sees after it."""
    if not holds(type(event), Card):
        return event
    seen = sees(before, viewer) | sees(evolve(before, event), viewer)
    return with_texts(event, Card, face_down_but(seen))
