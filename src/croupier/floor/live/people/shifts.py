"""Shifts: one person opens a shift, two people close it. Each begins where the one before ended."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.live.answers.house import Shifts as ShiftsTold
from croupier.floor.live.answers.house import ShiftTold
from croupier.floor.live.people.register import Register, check_second_person
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import house_events as ev
from croupier.floor.live.state.floor_state import Act, Change, FloorState
from croupier.floor.live.state.fold import HOUSE_STREAM
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.state.work import Work


class Shift(Value):
    opened: ev.ShiftOpened
    asked: ev.ShiftCloseAsked | None = None
    closed: ev.ShiftClosed | None = None
    after: Mapping[str, int] = {}
    """The last entry of each stream before it."""


def evolve(shifts: Mapping[int, Shift], event: ev.HouseStreamEvent) -> Mapping[int, Shift]:
    match event:
        case ev.ShiftOpened(number=number):
            before = shifts[number - 1].closed if number > 1 else None
            after = {} if before is None else {each.stream: each.seq for each in before.upto}
            return {**shifts, number: Shift(event, after=after)}
        case ev.ShiftCloseAsked(number=number):
            return {**shifts, number: replace(shifts[number], asked=event)}
        case ev.ShiftClosed(number=number):
            return {**shifts, number: replace(shifts[number], closed=event)}
        case _:
            return shifts


class Shifts:
    def __init__(self, books: FloorState, register: Register) -> None:
        self._books, self._register = books, register
        self.decided: Mapping[int, Shift] = {}
        self.shown: Mapping[int, Shift] = {}
        books.listeners.append(self._committed)

    def load(self, event: ev.HouseStreamEvent) -> None:
        self.decided = self.shown = evolve(self.decided, event)

    def heard(self, change: Change) -> None:
        for event in change.house:
            self.decided = evolve(self.decided, event)

    def _committed(self, change: Change) -> None:
        for event in change.house:
            self.shown = evolve(self.shown, event)

    def find(self, number: int) -> Shift:
        shift = self.shown.get(number)
        if shift is None:
            raise Problem(Code.NOT_FOUND, says("no-such-shift", shift=number))
        return shift

    def told(self) -> ShiftsTold:
        return ShiftsTold([shift_told(each) for _, each in sorted(self.shown.items(), reverse=True)])

    def open(self, work: Work, act: Act, command: cmd.OpenShift) -> Outcome:
        number = len(self.decided) + 1
        if self.decided and (last := self.decided[number - 1]).closed is None:
            raise Refused(says("shift-open", shift=number - 1, name=last.opened.name))
        event = ev.ShiftOpened(number, command.name, act.who.name, work.at)
        work.record(HOUSE_STREAM).events.append(event)
        return Outcome({"shift": number}, 201)

    def close(self, work: Work, act: Act, command: cmd.CloseShift) -> Outcome:
        number = command.shift
        shift = self.decided.get(number)
        if shift is None:
            raise Problem(Code.NOT_FOUND, says("no-such-shift", shift=number))
        if shift.closed is not None:
            raise Refused(says("shift-closed", shift=number, by=shift.closed.by, second=shift.closed.second))
        events = work.record(HOUSE_STREAM).events
        if shift.asked is None:
            events.append(ev.ShiftCloseAsked(number, act.who.name, act.reason, work.at))
            return Outcome({"shift": number}, 202)
        check_second_person(self._register, shift.asked.by, act.who, number, work.at)
        heads = {stream: head.seq for stream, head in self._books.decided.heads.items()}
        heads[HOUSE_STREAM] = heads.get(HOUSE_STREAM, 0) + 1
        upto = tuple(ev.LastEntry(stream, seq) for stream, seq in sorted(heads.items()))
        reason = act.reason or shift.asked.reason
        events.append(ev.ShiftClosed(number, shift.asked.by, act.who.name, reason, work.at, upto))
        return done(act, shift=number)


def shift_told(shift: Shift) -> ShiftTold:
    opened, asked, closed = shift.opened, shift.asked, shift.closed
    told = ShiftTold(
        shift=opened.number,
        name=opened.name,
        state="open" if asked is None else "closing" if closed is None else "closed",
        opened_by=opened.by,
        opened_at=printed_time(opened.at),
    )
    if asked is not None:
        told.closed_by, told.reason = asked.by, asked.reason
    if closed is not None:
        told.second, told.closed_at, told.reason = closed.second, printed_time(closed.at), closed.reason
    return told
