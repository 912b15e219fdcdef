"""The float of a table: chips brought and taken away by slips, the drop, and the count against the ledger.

One person writes a slip, and a second one, of the pit, approves it. If chips come or go, the dealer who has the table
acknowledges them. The entry with the last signature posts the chips. The ledger's tray holds what a count should find;
the difference is the table's variance.
"""

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.limits import MOST_CENTS
from croupier.base.sentences import says, word
from croupier.floor.ledger.accounts import CAGE, rake, tray, variance
from croupier.floor.ledger.postings import Posting, transfer
from croupier.floor.live.people.register import Register, check_second_person
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.demands import has_the_table
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import Act
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, Slip
from croupier.floor.live.state.work import Work
from croupier.rules.money import Cents, dollars

Command = cmd.AskChips | cmd.ApproveChips | cmd.AcknowledgeChips
_COUNTED = ("drop", "count")
"""These record what was found, which may be nothing. The dealer gets no chips and signs nothing."""
WAITING = 20
"""How many slips of a table may wait at a time."""


def hear(register: Register, work: Work, table: LiveTable, act: Act, command: Command) -> Outcome:
    if not table.sign.float_kept:
        raise Refused(says("float-not-kept", table=table.name))
    match command:
        case cmd.AskChips():
            return _ask(work, table, act, command)
        case cmd.ApproveChips():
            return _approve(register, work, table, act, command)
        case cmd.AcknowledgeChips():
            return _acknowledge(register, work, table, act, command)


def _ask(work: Work, table: LiveTable, act: Act, command: cmd.AskChips) -> Outcome:
    kind, amount = command.kind, sum(each.denomination * each.pieces for each in command.chips)
    waiting = [slip for slip in table.slips.values() if slip.moved is None]
    if kind == "opening" and (table.has_float or any(slip.asked.kind == kind for slip in waiting)):
        raise Refused(says("float-opened", table=table.name))
    if kind != "opening" and not table.has_float:
        raise Refused(says("float-not-opened", table=table.name))
    if not amount and kind not in _COUNTED:
        raise Refused(says("chips-none"))
    if amount > MOST_CENTS:
        raise Refused(says("chips-too-many", most=dollars(MOST_CENTS)))
    if len(waiting) >= WAITING:
        raise Refused(says("slips-too-many", table=table.name, most=WAITING))
    _check_in_the_tray(work, table, kind, amount)
    number = table.slips_counted + 1
    asked = ev.ChipsAsked(number, kind, command.chips, Cents(amount), act.who.name, act.reason, work.at)
    work.happens(table.name, asked)
    return Outcome({kind: number}, 202)


def _approve(register: Register, work: Work, table: LiveTable, act: Act, command: cmd.ApproveChips) -> Outcome:
    slip = _slip(table, command)
    asked, number = slip.asked, command.slip
    if slip.approved is not None:
        raise Refused(says("slip-approved", kind=word("chips", asked.kind), slip=number, by=slip.approved.by))
    check_second_person(register, asked.by, act.who, number, work.at)
    work.happens(table.name, ev.ChipsApproved(number, act.who.name, work.at))
    if asked.kind in _COUNTED:
        _move(work, table, slip, act.who.name)
    return done(act, table=table.name, version=0, change=number)


def _acknowledge(register: Register, work: Work, table: LiveTable, act: Act, command: cmd.AcknowledgeChips) -> Outcome:
    slip = _slip(table, command)
    if not has_the_table(table, act.who.name, register.demands):
        raise Problem(Code.FORBIDDEN, says("dealer-acknowledges", table=table.name), (ruling(115),))
    kind = word("chips", slip.asked.kind)
    if slip.asked.kind in _COUNTED:
        raise Refused(says("slip-needs-no-dealer", kind=kind, slip=command.slip))
    if slip.approved is None:
        raise Refused(says("slip-not-approved", kind=kind, slip=command.slip))
    if slip.moved is not None:
        raise Refused(says("slip-acknowledged", kind=kind, slip=command.slip, by=slip.moved.acknowledged_by))
    _move(work, table, slip, slip.approved.by, act.who.name)
    return done(act, table=table.name, version=0, change=command.slip)


def _move(work: Work, table: LiveTable, slip: Slip, approved_by: str, acknowledged_by: str = "") -> None:
    """Posts the chips of a slip that has all its signatures."""
    asked, name = slip.asked, table.name
    kind, amount = asked.kind, asked.amount
    _check_in_the_tray(work, table, kind, amount)
    family = family_of(table.book)
    expected = missing = 0
    match kind:
        case "opening" | "fill":
            postings = transfer(CAGE, tray(name), amount)
        case "credit":
            postings = transfer(tray(name), CAGE, amount)
        case "drop" if family.house_banked:
            postings = transfer(tray(name), CAGE, amount)
        case "drop":  # the rake box, which is then empty
            expected = work.balance(rake(name))
            missing = expected - amount
            postings = (Posting(rake(name), -expected), Posting(CAGE, amount), Posting(variance(name), missing))
        case "count":
            expected = work.balance(tray(name))
            missing = expected - amount
            postings = (Posting(tray(name), -missing), Posting(variance(name), missing))
    work.post(f"table/{name}", postings)
    closes = kind == "count" and table.closing and not family.interrupted(table.game)
    moved = ev.ChipsMoved(
        asked.number, kind, amount, asked.by, approved_by, work.at, acknowledged_by, expected, missing, closes
    )
    work.happens(name, moved)


def _check_in_the_tray(work: Work, table: LiveTable, kind: ev.ChipsKind, amount: int) -> None:
    held = work.balance(tray(table.name))
    if kind == "credit" and amount > held:
        raise Refused(says("tray-has-less", table=table.name, held=dollars(held), given=dollars(amount)))


def _slip(table: LiveTable, command: cmd.ApproveChips | cmd.AcknowledgeChips) -> Slip:
    slip = table.slips.get(command.slip)
    if slip is None or slip.asked.kind != command.kind:
        why = says("no-such-slip", table=table.name, kind=word("chips", command.kind), slip=command.slip)
        raise Problem(Code.NOT_FOUND, why)
    return slip
