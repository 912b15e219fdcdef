"""Several house-banked tables and the link between them, one act at a time: values in, values out.

An act at one table, what the link makes of it, and then what any table of the link is owed by it: a claim that was
held is answered as soon as no hand dealt earlier is open, in the order of the deals (R-13, R-102). Whatever raises on
the way has changed nothing. Who deals the cards, where they come from and what is written down is not decided here.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.rounds.dealing.following import FloorEvent, Jackpot, answer, as_linked, followed
from croupier.rules.cards import Card
from croupier.rules.games import HouseGame
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import AnswerClaim, DealCards, HouseCommand, OpenRound, OpenTable
from croupier.rules.games.house.life import advance
from croupier.rules.games.house.table import HouseState, HouseTable, Phase
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.link import AwardState, Link, in_order
from croupier.rules.jackpot.machine import advance as advance_link
from croupier.rules.rulebook.model import Rulebook

_DEALING, _AWARDING = Phase.DEALING, Phase.AWARDING
ANSWERED = (AwardState.LOCKED, AwardState.VERIFIED, AwardState.FIXED)
"""Awards whose turn has come; a fixed one is paid by the House and stays so."""


class LinkedTable(Value):
    """The rules that a table is played by, and how it stands."""

    game: HouseGame
    book: Rulebook
    state: HouseState


class Linked(Value):
    """Tables by name, and the one link that they share. A table without a jackpot bet may stand among them."""

    tables: Mapping[str, LinkedTable]
    link: Link


class Happened(Value):
    """What one table did in an act; each of its events is followed by what the link made of it."""

    table: str
    events: tuple[FloorEvent, ...]


Cards = Callable[[str, HouseState, int], tuple[Card, ...] | None]
"""The next `int` cards for the table of that name; None if somebody else brings them, later."""


def opened(
    signs: Mapping[str, tuple[HouseGame, Rulebook, HouseTable]], jackpot: Jackpot
) -> tuple[tuple[Happened, ...], tuple[LinkEvent, ...], Linked]:
    """The tables' own openings, the link's, and what is there then."""
    tables: dict[str, LinkedTable] = {}
    happened: list[Happened] = []
    for name, (game, book, sign) in signs.items():
        events, state = advance(game, book, None, OpenTable(sign))
        tables[name] = LinkedTable(game, book, state)
        happened.append(Happened(name, events))
    moved, link = advance_link(None, jackpot.opened_over({name: sign for name, (_, _, sign) in signs.items()}))
    return tuple(happened), moved, Linked(tables, link)


def act(linked: Linked, name: str, command: HouseCommand, cards: Cards) -> tuple[tuple[Happened, ...], Linked]:
    """A command at one table and all that follows it by rule, there and at the other tables, in order."""
    happened: list[Happened] = []
    further: tuple[str, HouseCommand] | None = (name, command)
    while further is not None:
        where, what = further
        table, link = linked.tables[where], linked.link
        if type(what) is OpenRound:
            check_not_held(table.book, where, table.state, link)
        moved, state = advance(table.game, table.book, table.state, as_linked(what, link))
        events, link = followed(table.game, table.book, link, where, state, moved)
        linked = Linked({**linked.tables, where: replace(table, state=state)}, link)
        if happened and happened[-1].table == where:
            events = (*happened.pop().events, *events)
        happened.append(Happened(where, events))
        further = _due(linked, name, cards)
    return tuple(happened), linked


def owed(states: Mapping[str, HouseState], link: Link) -> tuple[str, AnswerClaim] | None:
    """The next answer due at any of these tables, in the order of the deals; None if none is due.

    A suspended table is skipped until it is resumed.
    """
    for award in sorted((each for each in link.awards.values() if each.state in ANSWERED), key=in_order):
        state = states.get(award.table)
        if state is None or state.suspended is not None or state.round.phase is not _AWARDING:
            continue
        claim = state.round.claims[0]
        if (award.round, award.box) == (state.number, claim.box):
            said = answer(link, award.table, state.number, claim)
            if said is not None:
                return award.table, said
    return None


def is_held(link: Link, name: str, state: HouseState) -> bool:
    """Whether the table's round waits for a hand that was dealt earlier at another table (R-13)."""
    if state.round.phase is not _AWARDING:
        return False
    return any(award.state is AwardState.HELD and award.table == name for award in link.awards.values())


def check_not_held(book: Rulebook, name: str, state: HouseState, link: Link) -> None:
    """Refuses the table's next round while an award of this one is held."""
    if is_held(link, name, state):
        box = state.round.claims[0].box
        raise Refused(
            says("award-holds-next-round", box=box),
            (book.cite(House.BETTING_OPENS), book.cite(House.PAID_ACROSS_TABLES), ruling(13), ruling(102)),
        )


def _due(linked: Linked, name: str, cards: Cards) -> tuple[str, HouseCommand] | None:
    """Cards at the table that acted, or else the link's next answer at any table."""
    table = linked.tables[name]
    state = table.state
    if state.round.phase is _DEALING and state.suspended is None:
        found = cards(name, state, len(table.game.places(table.book, state.round)))
        if found is not None:
            return name, DealCards(found)
    return owed({other: each.state for other, each in linked.tables.items()}, linked.link)
