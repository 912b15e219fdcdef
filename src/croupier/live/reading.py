"""Real cards: read by a device as they leave the shoe, or named by the dealer as they are turned up."""

from collections.abc import Sequence
from typing import Any

from croupier.annotated import texts_of
from croupier.cards import Card
from croupier.errors import Refused
from croupier.games.common import Faces
from croupier.games.house.commands import NameCards, NameHands
from croupier.games.house.events import HouseEvent
from croupier.live import events as ev
from croupier.live.books import Act
from croupier.live.families import family_of
from croupier.live.table import LiveTable
from croupier.live.work import Work


def due(work: Work, table: LiveTable) -> int:
    """How many cards the device still has to bring."""
    return family_of(table.book).cards_due(work.book(table), table.game) - table.unplaced


def deal(work: Work, table: LiveTable, cards: tuple[Card, ...], act: Act) -> dict[str, Any]:
    """One or more of the cards due. The last of them puts all on the table."""
    if table.sign.cards is not Faces.READER:
        raise Refused(f"no cards are read at {table.name}: they are {table.sign.cards}")
    wanted = due(work, table)
    if len(cards) > wanted:
        raise Refused(f"{max(wanted, 0)} cards are due, not {len(cards)}")
    complete = len(cards) == wanted
    work.happens(table.name, ev.CardsRead(cards, complete))
    if complete:
        waited = table.read[len(table.read) - table.unplaced :]
        work.play(table.name, family_of(table.book).deal((*waited, *cards)))
    act.do = " ".join(["deal", *(["??"] * len(cards))])
    return {"do": act.do}


def name(work: Work, table: LiveTable, command: NameCards | NameHands) -> Sequence[HouseEvent]:
    """What lies on the table, as the dealer says it. Where a device reads the cards, one that it has not read is sealed
    behind those that it has: what is written down names no card."""
    if table.sign.cards is Faces.READER:
        unread = tuple(Card(card) for card in texts_of(command, Card) if card not in table.read)
        if unread:
            work.happens(table.name, ev.CardsRead(unread, complete=True))
    return work.play(table.name, command)
