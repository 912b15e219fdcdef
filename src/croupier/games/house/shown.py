"""What happens at a house-banked table as one person sees it: cards that lie face down for them are `FACE_DOWN`."""

from croupier.actors import Viewer
from croupier.annotated import with_texts
from croupier.cards import Card
from croupier.games.common import face_down_but
from croupier.games.house.events import HouseEvent, TableEvent
from croupier.games.house.evolve import evolve
from croupier.games.house.table import HouseRound
from croupier.games.house.view import sees


def shown(event: HouseEvent, before: HouseRound, viewer: Viewer) -> HouseEvent:
    """The event with the cards that the viewer saw before it, or sees after it."""
    if isinstance(event, TableEvent):
        return event  # it names no card
    seen = sees(before, viewer) | sees(evolve(before, event), viewer)
    return with_texts(event, Card, face_down_but(seen))
