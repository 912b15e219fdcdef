"""What the House changes on a link: asked for by one person, approved by another, in effect between two hands."""

import re
from typing import assert_never

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.base.limits import LONGEST_REASON, MOST_CENTS
from croupier.base.sentences import Sentence, says, word
from croupier.rules.jackpot import commands as cmd
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.contributions import room
from croupier.rules.jackpot.evolve import Draft
from croupier.rules.jackpot.link import (
    Change,
    Correct,
    Link,
    LinkTable,
    Parameter,
    Parameters,
    PendingChange,
    SetParameter,
    TransferTo,
    UnlinkTable,
)
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents, dollars

MOST = Cents(MOST_CENTS)
MOST_TABLES = 1000
MOST_CHANGES = 16

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_MAY_BE_NONE = (Parameter.LIMIT, Parameter.VERIFY_ABOVE)


def propose(draft: Draft, command: cmd.ProposeChange) -> None:
    link = draft.link
    check_rank(command.by, Rank.SHIFT_MANAGER, says("ask-for-a-change"))
    check_reason(command.reason)
    if len(link.changes) >= MOST_CHANGES:
        raise Refused(says("too-many-changes", most=MOST_CHANGES))
    if why := fault(link, command.change):
        raise Refused(why)
    draft.emit(ev.ChangeProposed(link.changes_counted + 1, command.change, command.by, command.reason))


def approve(draft: Draft, command: cmd.ApproveChange) -> None:
    asked = _waiting(draft.link, command.number)
    check_rank(command.by, Rank.SHIFT_MANAGER, says("approve-a-change"))
    if command.by.name.casefold() == asked.by.name.casefold():
        raise Refused(says("another-approves", player=asked.by.name, change=asked.number))
    if why := fault(draft.link, asked.change):
        raise Refused(why)
    draft.emit(ev.ChangeApproved(asked.number, command.by))


def withdraw(draft: Draft, command: cmd.WithdrawChange) -> None:
    asked = _waiting(draft.link, command.number)
    check_rank(command.by, Rank.SHIFT_MANAGER, says("withdraw-a-change"))
    draft.emit(ev.ChangeWithdrawn(asked.number, command.by))


def take_effect(draft: Draft) -> None:
    """Approved changes wait until no hand with a live jackpot bet is open at any table."""
    while (approved := first_approved(draft.link)) is not None and not draft.link.playing:
        if why := fault(draft.link, approved.change):
            draft.emit(ev.ChangeLapsed(approved.number, why))
        else:
            draft.emit(_effect(draft.link, approved.number, approved.change))


def first_approved(link: Link) -> PendingChange | None:
    first = link.changes[0] if link.changes else None
    return first if first is not None and first.approved_by is not None else None


def receive(draft: Draft, command: cmd.ReceiveTransfer) -> None:
    link = draft.link
    if link.transferred_to is not None:
        raise Refused(says("link-closed", link=link.name, other=link.transferred_to))
    if command.link == link.name:
        raise Refused(says("link-receives-from-itself", link=link.name))
    if min(command.meter, command.overflow, command.reserve) < 0:
        raise Refused(says("nothing-below-zero"))
    limit = link.parameters.limit
    shown = command.meter if limit is None else room(limit, link.meter.parts, command.meter)
    overflow = command.overflow + command.meter - shown
    draft.emit(ev.TransferReceived(command.link, shown, overflow, command.reserve, command.tables))


def _effect(link: Link, number: int, change: Change) -> ev.LinkEvent:
    match change:
        case SetParameter(name=name, value=value):
            before = getattr(link.parameters, name.value.replace("-", "_"))
            return ev.ParametersChanged(number, name, before, value)
        case Correct(amount=amount):
            return ev.MeterCorrected(number, amount, link.displayed, Cents(link.displayed + amount))
        case LinkTable(table=table, bet=bet):
            return ev.TableLinked(number, table, bet)
        case UnlinkTable(table=table):
            return ev.TableUnlinked(number, table)
        case TransferTo(link=other):
            return ev.LinkClosed(number, other, link.meter.parts, link.overflow.parts, link.reserve.parts)
        case _:
            assert_never(change)


# --- What would be accepted -----------------------------------------------------------------------------------


def fault(link: Link, change: Change) -> Sentence | None:
    """Why this change cannot be made; asked when it is proposed, approved, and when its moment has come."""
    if isinstance(change, TransferTo):
        if change.link == link.name:
            return says("link-to-itself", link=link.name)
        return named(change.link)
    if link.transferred_to is not None:
        return says("link-closed", link=link.name, other=link.transferred_to)
    match change:
        case SetParameter(name=name, value=value):
            return _parameter_fault(link.parameters, name, value)
        case Correct(amount=amount):
            return _correction_fault(link, amount)
        case LinkTable(table=table, bet=bet):
            if table not in link.tables and len(link.tables) >= MOST_TABLES:
                return says("link-full", link=link.name, most=MOST_TABLES)
            return table_fault(table, bet)
        case UnlinkTable(table=table):
            return None if table in link.tables else says("not-linked", table=table, link=link.name)
        case _:
            assert_never(change)


def _parameter_fault(before: Parameters, name: Parameter, value: int | None) -> Sentence | None:
    if value is None:
        return None if name in _MAY_BE_NONE else says("parameter-needs-value", parameter=name)
    match name:
        case Parameter.RESET:
            return parameters_fault(before.contribution, before.reserve, reset=value, limit=before.limit)
        case Parameter.CONTRIBUTION:
            return parameters_fault(value, before.reserve, reset=before.reset, limit=before.limit)
        case Parameter.RESERVE:
            return parameters_fault(before.contribution, value, reset=before.reset, limit=before.limit)
        case Parameter.LIMIT:
            return parameters_fault(before.contribution, before.reserve, reset=before.reset, limit=value)
        case Parameter.VERIFY_ABOVE:
            return _amount_fault(says("amount-verified-above"), value)
        case _:
            assert_never(name)


def parameters_fault(contribution: int, reserve: int, *, reset: int, limit: int | None) -> Sentence | None:
    if contribution < 0 or reserve < 0 or contribution + reserve > PARTS:
        return says("shares-of-a-bet")
    if limit is not None and limit < reset:
        return says("limit-below-reset", limit=dollars(limit), reset=dollars(reset))
    return _amount_fault(says("the-reset-value"), reset) or (
        None if limit is None else _amount_fault(says("the-limit"), limit)
    )


def _amount_fault(what: Sentence, amount: int) -> Sentence | None:
    return None if 0 <= amount <= MOST else says("amount-from-0", what=what, most=dollars(MOST))


def _correction_fault(link: Link, amount: int) -> Sentence | None:
    after, reset, limit = link.displayed + amount, link.parameters.reset, link.parameters.limit
    if amount == 0 or abs(amount) > MOST:
        return says("correction-amount", most=dollars(MOST))
    if amount < 0 and after < reset:
        return says("correction-below-reset", amount=dollars(after), reset=dollars(reset))
    if amount > 0 and limit is not None and after > limit:
        return says("correction-above-limit", amount=dollars(after), limit=dollars(limit))
    return None


def table_fault(table: str, bet: int) -> Sentence | None:
    if not 0 < bet <= MOST:
        return says("prescribed-bet-of-table", table=table, most=dollars(MOST))
    return named(table)


def named(name: str) -> Sentence | None:
    if _NAME.fullmatch(name) is None:
        return says("not-a-name", given=repr(name[:40]))
    return None


def check_rank(by: Actor, rank: Rank, what: Sentence) -> None:
    if by.rank < rank:
        raise Refused(says("rank-may-not", has=word("rank", by.rank.key), does=what, rank=word("rank", rank.key)))


def check_reason(reason: str) -> None:
    if not 0 < len(reason.strip()) <= len(reason) <= LONGEST_REASON:
        raise Refused(says("give-a-reason", most=LONGEST_REASON))


def _waiting(link: Link, number: int) -> PendingChange:
    for asked in link.changes:
        if asked.number == number:
            if asked.approved_by is not None:
                raise Refused(says("change-approved", change=number))
            return asked
    raise Refused(says("no-change-waits", change=number))
