"""A poker table from its opening to its closing, but for its rounds and its seats."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.base.actors import RunBy
from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.limits import MOST_CENTS
from croupier.base.sentences import says
from croupier.rules.games.common import Faces, check_name, check_suspended, check_why
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.presence import check_between_rounds
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Device, Rulebook

MOST = Cents(MOST_CENTS)

HEARD_WHILE_SUSPENDED = (cmd.ReportIrregularity, cmd.CorrectEntry, cmd.RecordPayment, cmd.ResumeTable, cmd.CloseTable)


def open_table(book: Rulebook, command: cmd.PokerCommand) -> ev.TableOpened:
    if not isinstance(command, cmd.OpenTable):
        raise Refused(says("table-not-opened"))
    table, seats = command.table, command.seats
    _check_sign(book, table)
    for seat, (player, stack) in seats.items():
        if not 1 <= seat <= table.seats:
            raise Refused(says("no-such-seat", most=table.seats, seat=seat), (book.cite(Poker.SEATED_PLAYERS_ONLY),))
        check_name(player)
        if not 0 <= stack <= MOST:
            raise Refused(says("stack-limits", most=dollars(MOST)), (book.cite(Poker.STAKE_WITHIN_LIMITS),))
    if len({player for player, _ in seats.values()}) < len(seats):
        raise Refused(says("one-seat-each"), (book.cite(Poker.SEATED_PLAYERS_ONLY),))
    if not 1 <= command.button <= table.seats:
        raise Refused(says("button-on-a-seat", most=table.seats, seat=command.button))
    return ev.TableOpened(table, dict(sorted(seats.items())), command.button, command.first_orbit)


def place_button(_: Rulebook, draft: Draft, command: cmd.PlaceButton) -> None:
    if draft.state.started:
        raise Refused(says("button-moves-by-itself"))
    if command.seat not in draft.state.seats:
        raise Refused(says("button-before-a-player", seat=command.seat))
    draft.emit(ev.ButtonPlaced(command.seat))


def change_sign(book: Rulebook, draft: Draft, command: cmd.ChangeSign) -> None:
    now, sign = draft.state.table, command.table
    _check_sign(book, sign)
    if sign.device is not now.device or sign.chip != now.chip or sign.dealt_by_hand != now.dealt_by_hand:
        raise Refused(says("another-table"))
    highest = max(draft.state.seats, default=1)
    if sign.seats < highest:
        raise Refused(says("sign-leaves-seat", seat=highest))
    draft.emit(ev.SignChanged(sign))


def most_seats(book: Rulebook, device: Device) -> int:
    """A single deck serves two cards a seat, five on the board and the burnt ones."""
    burnt = len(book.procedure.burn_before) if device is Device.SHOE else 0
    return (52 - 5 - burnt) // book.procedure.cards_in_hand


def _check_sign(book: Rulebook, table: PokerTable) -> None:
    most = most_seats(book, table.device)
    if not 2 <= table.seats <= most:
        raise Refused(says("deck-serves-seats", most=most, given=table.seats))
    if not 0 < table.small_blind <= MOST or not 0 < table.chip <= MOST:
        raise Refused(says("blind-and-chip", most=dollars(MOST)))
    if not 0 <= table.stake_low <= table.stake_high <= MOST:
        cites = (book.cite(Poker.STAKE_WITHIN_LIMITS),)
        raise Refused(says("stakes-in-order", most=dollars(MOST)), cites)
    if table.dealt_by_hand and not (table.run_by is RunBy.DEALER and table.settles_by_hand):
        raise Refused(says("cards-need-a-dealer", cards=Faces.BY_HAND), (ruling(93),))
    bound = book.procedure.rake_percent_bound
    if not 0 <= table.rake_basis_points <= bound * 100 or (table.rake_cap is not None and table.rake_cap < 0):
        cites = (book.cite(Poker.RAKE_PERCENT_BOUND),)
        raise Refused(says("rake-limits", most=bound), cites)


def suspend(_: Rulebook, draft: Draft, command: cmd.SuspendTable) -> None:
    check_why(command.why)
    draft.emit(ev.TableSuspended(command.why))


def resume(_: Rulebook, draft: Draft, __: cmd.ResumeTable) -> None:
    check_suspended(draft.state.suspended)
    draft.emit(ev.TableResumed())


def close(book: Rulebook, draft: Draft, _: cmd.CloseTable) -> None:
    """Everybody takes their chips along."""
    why = says("playing-closes-after")
    check_between_rounds(book, draft.state, why, Poker.ROUND_ENDS_WHEN_SETTLED)
    for number, seat in draft.state.seats.items():
        draft.emit(ev.PlayerLeft(number, seat.stack))
    draft.emit(ev.TableClosed())


def end_day(book: Rulebook, draft: Draft, _: cmd.EndDay) -> None:
    why = says("playing-day-ends-after")
    check_between_rounds(book, draft.state, why, Poker.ROUND_ENDS_WHEN_SETTLED)
    draft.emit(ev.DayEnded())


ACTS: Mapping[type, Callable[[Rulebook, Draft, Any], None]] = {
    cmd.PlaceButton: place_button,
    cmd.ChangeSign: change_sign,
    cmd.SuspendTable: suspend,
    cmd.ResumeTable: resume,
    cmd.CloseTable: close,
    cmd.EndDay: end_day,
}
