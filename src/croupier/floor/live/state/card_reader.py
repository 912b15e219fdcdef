"""Real cards: a device reads them as they leave the shoe, or the dealer names them as they are turned up."""

from collections.abc import Sequence

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.base.typed_fields import texts_of
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.families import due_from_device, family_of
from croupier.floor.live.state.table import LiveTable, house_state
from croupier.floor.live.state.work import Work
from croupier.rules.cards import Card
from croupier.rules.games.common import FACE_DOWN, Faces
from croupier.rules.games.house.commands import CorrectEntry, NameCards, NameHands
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.poker import commands as poker
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.rulebook.model import Rulebook

Naming = NameCards | NameHands | CorrectEntry | poker.NameCards | poker.CorrectEntry


class OutAlready(Refused):
    """The card is on the table or was read before: something is wrong with the deck or the device."""


def echoed(cards: Sequence[Card]) -> str:
    """The act as everybody may read it."""
    return " ".join(["deal", *([FACE_DOWN] * len(cards))])


def deal(work: Work, table: LiveTable, cards: tuple[Card, ...]) -> None:
    """Takes one or more of the due cards. The last of them puts all on the table."""
    book, family = work.book(table), family_of(table.book)
    if table.sign.cards is not Faces.READER:
        why = says("no-cards-read", table=table.name, cards=table.sign.cards)
        raise Refused(why, (book.cite(family.single_deck), ruling(96)))
    wanted = due_from_device(book, table)
    if len(cards) > wanted:
        raise Refused(says("cards-due-got", due=wanted, given=len(cards)))
    if len({*cards, *out(table)}) != len(cards) + len(out(table)):
        why = says("card-out-already")
        raise OutAlready(why, (book.cite(family.single_deck),))
    goes_first, complete = family.one_card_first(table.game), len(cards) == wanted
    work.happens(table.name, ev.CardsRead(cards, complete, goes_first))
    if complete:
        work.play(table.name, family.deal(cards if goes_first else (*table.held, *cards)))


def out(table: LiveTable) -> tuple[Card, ...]:
    """Every card of the round that has left the device."""
    round_ = table.game.round
    return table.held if round_ is None else (*round_.dealt, *table.held)


def check_dealt(book: Rulebook, table: LiveTable) -> None:
    """Refuses a ruling during a deal: nobody knows yet which card goes where."""
    state = house_state(table)
    if state is not None and table.held and not state.round.dealt:
        due = due_from_device(book, table)
        why = says("deal-not-finished", due=due)
        raise Refused(why, (book.cite(family_of(table.book).single_deck), ruling(96)))


def name(work: Work, table: LiveTable, command: Naming) -> Sequence[HouseEvent | PokerEvent]:
    """Takes the cards on the table as the dealer names them. At a table with a device, a card that it has not read is
    sealed like those it has read: no entry names a card."""
    if table.sign.cards is Faces.SEALED and not family_of(table.book).house_banked:
        raise Refused(says("cards-sealed"), (ruling(96),))
    if table.sign.cards is Faces.READER:
        unread = tuple(Card(card) for card in texts_of(command, Card) if card not in table.read)
        if unread:
            work.happens(table.name, ev.CardsRead(unread, complete=True, goes_first=bool(table.held)))
    try:
        return work.play(table.name, command)
    except Refused as refused:
        if not isinstance(command, poker.NameCards) or not refused.tells_cards:
            raise
        raise OutAlready(refused.says, refused.cites) from None
