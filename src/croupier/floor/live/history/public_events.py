"""The public entries of the journal as events for programs, in the order of commits, from any place on.

Each event is made from its entry alone, so that everybody gets the same one, whenever they ask. Only the result of a
round is looked up: it is the round as anybody may see it now.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from croupier.base.citation import Citation, printed
from croupier.base.sentences import says
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.live.answers.events import EventAward, EventIncident, Kind, PublicEvent
from croupier.floor.live.answers.rounds import AnyRound
from croupier.floor.live.history.past_rounds import History
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import house_events as house_ev
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.fold import events_of
from croupier.floor.live.state.people import ROLE_OF_RANK
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.public import OF_LINKS
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.telling.recent_acts import said_in
from croupier.rounds.telling.public import tag
from croupier.rules.games.house import events as house_game
from croupier.rules.games.poker import events as poker_game
from croupier.rules.jackpot import events as link_ev
from croupier.rules.money import dollars

_STATUS = {
    house_game.TableOpened: "begun",
    house_game.RoundOpened: "begun",
    poker_game.RoundStarted: "begun",
    house_game.JackpotPaid: "awarding",
    poker_game.PotsGivenOut: "settled",
    poker_game.PotsGivenOutAgain: "settled",
    house_game.SettlementUndone: "undone",
    house_game.RoundVoided: "void",
    poker_game.RoundVoided: "void",
}
_NOT_TOLD = (
    *(ev.TimeTaken, ev.ChipsAsked, ev.ChipsApproved, ev.ChipsMoved, ev.PlayerAsked, ev.PlayerAnswered),
    *(ev.DeckCameIn, ev.DeckWasChecked, ev.DeckShuffled, ev.DeckWentOut, ev.DealerTookOver, ev.SteppedIn),
    *(ev.IncidentUnderstood, ev.CardsRead),
)
"""The staff's own business, and what tells nobody anything."""
_OVER = ("settled", "void")


class Numbered(Protocol):
    """A store, as far as the events need it."""

    def every_entry(self, after: int = 0, page: int = ...) -> Iterator[tuple[int, Entry]]: ...


class Place(NamedTuple):
    """Between two events."""

    seq: int
    """Of the event before it."""
    number: int
    """Of an entry between the two, or of the entry of the first."""


class _Counted(msgspec.Struct):
    public: int = 0


_count = msgspec.json.Decoder(_Counted).decode


class PublicEvents:
    def __init__(self, store: Numbered, books: FloorState, history: History) -> None:
        self._store, self._books, self._history = store, books, history

    @property
    def newest(self) -> Place:
        """After everything that is shown."""
        return Place(self._books.shown_public, self._books.number)

    def place(self, after: int) -> Place:
        """The place after the event with this number; `Problem` if there is no such event, or it is archived."""
        newest = self.newest
        if after > newest.seq:
            raise Problem(Code.REFUSED, says("events-ahead", given=after, newest=newest.seq))
        low, high = 0, newest.number  # the first entry that counts more than `after` is behind `low`
        while low < high:
            middle = (low + high) // 2
            found = next(self._store.every_entry(middle, 1), None)
            if found is None or _count(found[1].body).public > after:
                high = middle
            else:
                low = found[0]
        return Place(after, low)

    def read(self, place: Place, most: int) -> tuple[list[PublicEvent], Place]:
        """At most so many events after that place, and the place after them."""
        seq, number = place
        found: list[PublicEvent] = []
        last = self._books.number
        for number, entry in self._store.every_entry(place.number, min(most, 200)):
            if number > last:  # durable, but not shown yet
                return found, Place(seq, last)
            count = _count(entry.body).public
            if count > seq + 1:
                raise Problem(Code.NOT_FOUND, says("events-archived", oldest=self.oldest()))
            if count == seq + 1:
                seq = count
                found.append(self._event(entry, decode_body(entry.body)))
                if len(found) >= most:
                    break
        return found, Place(seq, number)

    def oldest(self) -> int:
        """The event after which all are there."""
        oldest = seq = 0
        for _, entry in self._store.every_entry():
            count = _count(entry.body).public
            if count > seq + 1:
                oldest = count - 1
            seq = max(seq, count)
        return oldest

    def _event(self, entry: Entry, body: Body) -> PublicEvent:
        kind, _, name = entry.stream.partition("/")
        events = tuple(events_of(entry, body))
        event = PublicEvent(seq=body.public, kind="table", at=printed_time(entry.at))
        if kind == "table":
            self._at_table(event, name, entry.at, body, events)
        elif kind == "link":
            _of_link(event, name, events)
        else:
            _of_shift(event, events)
        return event

    def _at_table(self, event: PublicEvent, name: str, at: int, body: Body, events: Sequence[object]) -> None:
        said = said_in(body, at, events)  # type: ignore[arg-type]  # those of a table
        event.table, event.rulebook, event.version = name, body.book, body.version
        event.by, event.do, event.cites = said.by, said.do, list(said.cites)
        event.what = [tag(each) for each in events if not isinstance(each, _NOT_TOLD)]  # type: ignore[arg-type]
        event.round = body.round
        kinds: list[Kind] = []
        if (status := _status_after(events)) is not None:
            kinds.append("round")
            event.status = status  # type: ignore[assignment]  # one of the words there
            if status in _OVER:
                event.result = self._result(name, body.round)
        if incidents := list(_incidents(events)):
            kinds.append("incident")
            event.incidents = incidents
        event.kind, *event.also = kinds or ["table"]

    def _result(self, table: str, number: int) -> AnyRound | UnsetType:
        told = self._history.round(table, number, None).round
        if told is None:
            return UNSET
        told.waiting = []
        return told


def _status_after(events: Sequence[object]) -> str | None:
    status: str | None = None
    for event in events:
        match event:
            case house_game.RoundSettled(claims=claims):
                status = "awarding" if claims else "settled"
            case ev.MeterNoted(over=True):
                status = "void" if status == "void" else "settled"
            case _:
                status = _STATUS.get(type(event), status)  # type: ignore[call-overload]  # most have none
    return status


def _incidents(events: Sequence[object]) -> Iterator[EventIncident]:
    for event in events:
        match event:
            case ev.IncidentWaits(number=number, kind=kind, rank=rank, cites=cites):
                role = ROLE_OF_RANK.get(rank, "pit-supervisor")
                yield EventIncident(incident=number, found=kind, state="waits", rank=role, cites=printed(cites))
            case ev.IncidentDecided(number=number, ruling=ruling, cites=cites, rank=rank):
                role = ROLE_OF_RANK.get(rank, "pit-supervisor")
                yield EventIncident(incident=number, state="ruled", rank=role, ruling=ruling, cites=printed(cites))
            case house_game.IrregularityRuled(ruled=ruled) | poker_game.IrregularityRuled(ruled=ruled):
                yield EventIncident(
                    found=ruled.incident, state="ruled", ruling=ruled.ruling, cites=printed(ruled.cites)
                )


def _of_link(event: PublicEvent, name: str, events: Sequence[object]) -> None:
    event.link = name
    public = [each for each in events if isinstance(each, OF_LINKS)]
    event.what = [tag(each) for each in public]
    event.awards = [each for each in map(_award, public) if each is not None]
    event.kind = "award" if event.awards else "link"


def _award(event: object) -> EventAward | None:
    match event:
        case link_ev.AwardLocked(award=award, table=table, round=number, box=box, value=value, amount=amount):
            return _told("locked", award, table, number, box, event.cites, value, amount)
        case link_ev.FixedPreferred(award=award, table=table, round=number, box=box, value=value):
            return _told("locked", award, table, number, box, event.cites, value)
        case link_ev.AwardPaid(award=award, table=table, round=number, box=box, amount=amount):
            return _told("paid", award, table, number, box, (), None, amount)
        case link_ev.AwardUndone(award=award, table=table, round=number, box=box, cites=cites):
            return _told("undone", award, table, number, box, cites)
        case _:
            return None


def _told(
    state: str,
    award: int,
    table: str,
    number: int,
    box: int,
    cites: Sequence[Citation],
    value: int | None = None,
    amount: int | None = None,
) -> EventAward:
    return EventAward(
        award=award,
        table=table,
        round=number,
        box=box,
        state=state,  # type: ignore[arg-type]  # one of the words there
        value=UNSET if value is None else dollars(value),
        amount=UNSET if amount is None else dollars(amount),
        cites=printed(cites),
    )


def _of_shift(event: PublicEvent, events: Sequence[object]) -> None:
    event.kind = "shift"
    event.what = [tag(each) for each in events if isinstance(each, house_ev.ShiftOpened | house_ev.ShiftClosed)]
    for each in events:
        match each:
            case house_ev.ShiftOpened(number=number, name=name):
                event.shift, event.name = number, name
            case house_ev.ShiftClosed(number=number):
                event.shift = number
