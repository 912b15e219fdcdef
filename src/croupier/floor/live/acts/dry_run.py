"""Tries a report on a copy of the table: what would be ruled, without revealing a hidden card.

The rules rule on a copy of the state in which every face-down card is replaced by another one. The replacements depend
only on what everybody sees, so the answer cannot tell two deals apart.
"""

from collections.abc import Mapping, Sequence

from croupier.base.typed_fields import texts_of, with_texts
from croupier.base.values import Value
from croupier.floor.journal.decks import DrawnDeck
from croupier.floor.journal.places import MARK
from croupier.floor.ledger.accounts import Account
from croupier.floor.live.acts import incidents
from croupier.floor.live.people import house_acts
from croupier.floor.live.people.debts import lay_out_missing
from croupier.floor.live.state.card_reader import out
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.table import LiveTable, house_state
from croupier.floor.live.state.words import Report
from croupier.floor.live.state.work import Record, Work
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import FACE_DOWN, faces
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.jackpot.link import Link
from croupier.rules.money import dollars

_PAYING = (house_ev.RoundSettled, house_ev.JackpotPaid, poker_ev.PotsGivenOut, poker_ev.PotsGivenOutAgain)


def unseen(table: LiveTable) -> LiveTable:
    """The table with stand-ins for all face-down cards, in the order of the deal."""
    public = family_of(table.book).public_cards(table.game)
    hidden = [
        card
        for card in dict.fromkeys((*out(table), *texts_of(table, Card)))
        if card not in public and card != FACE_DOWN and not card.startswith(MARK)
    ]
    others = (card for card in DECK if card not in public)
    stand_in = dict(zip(hidden, others, strict=False))
    return with_texts(table, Card, lambda card: stand_in.get(card, card))


class Tried(Value):
    """What would follow from a report that is not refused."""

    events: tuple[Value, ...]
    moves: Mapping[str, str] | None
    """By player: chips won or lost at the table. None if that depends on a hidden card."""
    meters: Mapping[str, str]


class Branch:
    """The shown house with one table's cards replaced. Trying a report on it changes nothing."""

    decks: Mapping[str, Mapping[int, DrawnDeck]] = {}

    def __init__(self, books: FloorState, table: LiveTable, balances: Mapping[Account, int] | None = None) -> None:
        """`balances` replaces today's, for a table as it once was."""
        self._books = books
        self.table = unseen(table)
        self.tables: Mapping[str, LiveTable] = {**books.shown.tables, table.name: self.table}
        self.links: Mapping[str, Link] = books.shown.links
        self.balances: Mapping[Account, int] = books.shown.balances if balances is None else balances

    def draw_deck(self, table: str, round_: int, deck: int, listed: Sequence[Card]) -> DrawnDeck:
        raise AssertionError("nothing is dealt on a branch")

    def check_deck(self, table: LiveTable, deck: DrawnDeck) -> None:
        raise AssertionError("nothing is dealt on a branch")

    def now(self) -> int:
        return self._books.now()

    def tried(self, report: Report, who: Who) -> Tried:
        """Raises `Refused`, `Unreadable` or `Waits` like the report itself."""
        work, table = _Attempt(self), self.table
        if table.game.suspended is not None:
            work.play(table.name, family_of(table.book).resume())
        before = work.table(table.name)
        events = incidents.report(work, before, report, who, None)
        house_acts.square_up_all(work)
        lay_out_missing(work, table.name)
        work.check_funds()
        return Tried(events, None if _hangs_on_cards(table, events) else _moves(work, table.name), _meters(work))


class _Attempt(Work):
    """Work that takes no card from a device."""

    def _deal(self, name: str) -> set[str]:
        return set()

    def _open_cards(self, record: Record, before: object, after: LiveTable) -> None:
        pass


def _hangs_on_cards(table: LiveTable, events: Sequence[object]) -> bool:
    """Whether something would be paid while cards of hands, dealer or board are face down. Dealt by hand, nothing is
    paid before every card that matters has been named."""
    if not any(isinstance(event, _PAYING) for event in events):
        return False
    game = table.game
    burnt = () if game.round is None else game.round.burnt
    state = house_state(table)
    dealt = out(table) if state is None else state.round.dealt
    return bool({*faces(dealt)} - {*burnt} - family_of(table.book).public_cards(game))


def _moves(work: Work, table: str) -> dict[str, str]:
    return _moved(work, f"stack/{table}/")


def _meters(work: Work) -> dict[str, str]:
    return _moved(work, "meter/")


def _moved(work: Work, prefix: str) -> dict[str, str]:
    accounts = {account for record in work.records.values() for account in record.post if account.startswith(prefix)}
    moved = {account.removeprefix(prefix): work.moved(account) for account in sorted(accounts)}
    return {name: dollars(amount) for name, amount in moved.items() if amount}
