"""Requests to change a link: who asked, when, why, and what became of it. Read from the link's journal."""

from threading import Lock

from msgspec import UNSET
from msgspec.structs import replace

from croupier.base.sentences import Sentence, Why, says
from croupier.base.values import Value
from croupier.floor.journal.entry import decode_body
from croupier.floor.live.answers.links import AskedChange, Changes
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.state.entry_times import since
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.views.sign import printed_share
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.link import (
    Change,
    Correct,
    Link,
    LinkTable,
    Parameter,
    Parameters,
    SetParameter,
    UnlinkTable,
)
from croupier.rules.money import dollars

_SHARES = (Parameter.CONTRIBUTION, Parameter.RESERVE)
_TAKING_EFFECT = (ev.ParametersChanged, ev.MeterCorrected, ev.TableLinked, ev.TableUnlinked, ev.LinkClosed)
_WORDS = (b'"change-', b'"parameters-changed"', b'"meter-corrected"', b'"table-', b'"link-closed"')
"""Entries without any of these bytes are not about changes, so they are not decoded."""


class ChangeFilter(Value):
    number: int
    change: Change
    by: str
    reason: str
    at: int
    state: str = "asked"
    approved_by: str | None = None
    approved_at: int | None = None
    ended_at: int | None = None
    """When it took effect, was withdrawn or lapsed."""
    before: str | None = None
    """The value before a change that is in force."""
    why: Why = ""
    """Why it lapsed."""


class LinkChanges:
    def __init__(self, books: FloorState) -> None:
        self._books = books
        self._asked: dict[str, dict[int, ChangeFilter]] = {}
        self._read: dict[str, int] = {}
        self._reading = Lock()

    def told(self, name: str) -> Changes:
        link = self._books.shown.links.get(name)
        if link is None:
            raise Problem(Code.NOT_FOUND, says("no-such-link", link=name[:40]))
        with self._reading:
            self._read_on(name)
            asked = list(self._asked.get(name, {}).values())
        return Changes(
            items=[_told(link, each) for each in reversed(asked)],
            parameters=_parameters(link.parameters),
            number=link.parameters.number,
            tables={table: dollars(bet) for table, bet in sorted(link.tables.items())},
        )

    def asked_at(self, name: str) -> dict[int, int]:
        """When each change was asked for, by its number."""
        with self._reading:
            self._read_on(name)
            return {number: each.at for number, each in self._asked.get(name, {}).items()}

    def _read_on(self, name: str) -> None:
        stream = f"link/{name}"
        for entry in since(self._books, stream, self._read.get(stream, 0) + 1):
            if any(word in entry.body for word in _WORDS):
                body = decode_body(entry.body)
                for event in LINK_CODEC.decode(body.v, body.then):
                    self._add(self._asked.setdefault(name, {}), event, entry.at)
            self._read[stream] = entry.seq

    def _add(self, asked: dict[int, ChangeFilter], event: ev.LinkEvent, at: int) -> None:
        match event:
            case ev.ChangeProposed(number=number, change=change, by=by, reason=reason):
                asked[number] = ChangeFilter(number, change, by.name, reason, at)
            case ev.ChangeApproved(number=number, by=by):
                asked[number] = replace(asked[number], state="waits", approved_by=by.name, approved_at=at)
            case ev.ChangeWithdrawn(number=number):
                asked[number] = replace(asked[number], state="withdrawn", ended_at=at)
            case ev.ChangeLapsed(number=number, why=why):
                asked[number] = replace(asked[number], state="lapsed", ended_at=at, why=why)
            case _ if isinstance(event, _TAKING_EFFECT):
                number = event.number
                if number in asked:
                    asked[number] = replace(asked[number], state="in-force", ended_at=at, before=_before(event))
            case _:
                pass


def _before(event: ev.LinkEvent) -> str | None:
    match event:
        case ev.ParametersChanged(parameter=parameter, before=before):
            return _value(parameter, before)
        case ev.MeterCorrected(before=before):
            return dollars(before)
        case _:
            return None


def _value(parameter: Parameter, value: int | None) -> str:
    if value is None:
        return "off"
    return printed_share(value) if parameter in _SHARES else dollars(value)


def _parameters(set_: Parameters) -> dict[str, str]:
    return {parameter: _value(parameter, getattr(set_, parameter.replace("-", "_"))) for parameter in Parameter}


def change_in_words(change: Change) -> tuple[str, str]:
    """The change as requested: `contribution`, `0.50`."""
    match change:
        case SetParameter(name=parameter, value=value):
            return parameter, _value(parameter, value)
        case Correct(amount=amount):
            return "correction", dollars(amount)
        case LinkTable(table=table):
            return "link-table", table
        case UnlinkTable(table=table):
            return "unlink-table", table
        case _:
            return "transfer-to", change.link


def _told(link: Link, asked: ChangeFilter) -> AskedChange:
    kind, value = change_in_words(asked.change)
    return AskedChange(
        change=asked.number,
        change_of={kind: value},
        now={kind: asked.before if asked.state == "in-force" else value_now(link, asked.change)},
        by=asked.by,
        at=printed_time(asked.at),
        reason=asked.reason,
        state=asked.state,
        approved_by=asked.approved_by or "",
        approved_at="" if asked.approved_at is None else printed_time(asked.approved_at),
        ended_at="" if asked.ended_at is None else printed_time(asked.ended_at),
        why=str(asked.why),
        why_says=SentenceTold.of(asked.why) if isinstance(asked.why, Sentence) else UNSET,
    )


def value_now(link: Link, change: Change) -> str | None:
    """The value that the change would replace; None if there is none."""
    match change:
        case SetParameter(name=parameter):
            return _parameters(link.parameters)[parameter]
        case Correct():
            return dollars(link.displayed)
        case LinkTable() | UnlinkTable():
            return ", ".join(sorted(link.tables))
        case _:
            return None
