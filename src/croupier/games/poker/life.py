"""A poker table from its opening to its closing, but for its rounds and its seats."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.errors import Refused
from croupier.games.common import check_name, check_suspended, check_why
from croupier.games.poker import commands as cmd
from croupier.games.poker import events as ev
from croupier.games.poker.clauses import Poker
from croupier.games.poker.evolve import Draft
from croupier.games.poker.presence import check_between_rounds
from croupier.games.poker.table import PokerTable
from croupier.limits import MOST_CENTS
from croupier.money import Cents, dollars
from croupier.rulebook.model import Device, Rulebook

MOST = Cents(MOST_CENTS)

HEARD_WHILE_SUSPENDED = (cmd.ReportIrregularity, cmd.ResumeTable, cmd.CloseTable)


def open_table(book: Rulebook, command: cmd.PokerCommand) -> ev.TableOpened:
    if not isinstance(command, cmd.OpenTable):
        raise Refused("the table has not been opened")
    table, seats = command.table, command.seats
    _check_sign(book, table)
    for seat, (player, stack) in seats.items():
        if not 1 <= seat <= table.seats:
            raise Refused(f"the seats are 1 to {table.seats}, not {seat}", (book.cite(Poker.SEATED_PLAYERS_ONLY),))
        check_name(player)
        if not 0 <= stack <= MOST:
            raise Refused(f"a stack is from nothing to {dollars(MOST)}", (book.cite(Poker.STAKE_WITHIN_LIMITS),))
    if len({player for player, _ in seats.values()}) < len(seats):
        raise Refused("a player has one seat", (book.cite(Poker.SEATED_PLAYERS_ONLY),))
    if not 1 <= command.button <= table.seats:
        raise Refused(f"the button lies on a seat from 1 to {table.seats}, not {command.button}")
    return ev.TableOpened(table, dict(sorted(seats.items())), command.button, command.first_orbit)


def place_button(_: Rulebook, draft: Draft, command: cmd.PlaceButton) -> None:
    if draft.state.started:
        raise Refused("the button lies; it moves by itself from round to round")
    if command.seat not in draft.state.seats:
        raise Refused(f"nobody sits on seat {command.seat}; the button lies in front of a player")
    draft.emit(ev.ButtonPlaced(command.seat))


def change_sign(book: Rulebook, draft: Draft, command: cmd.ChangeSign) -> None:
    now, sign = draft.state.table, command.table
    _check_sign(book, sign)
    if sign.device is not now.device or sign.chip != now.chip:
        raise Refused("another device, or other chips, are another table")
    highest = max(draft.state.seats, default=1)
    if sign.seats < highest:
        raise Refused(f"seat {highest} is taken; the sign must leave at least {highest} seats until it is free")
    draft.emit(ev.SignChanged(sign))


def most_seats(book: Rulebook, device: Device) -> int:
    """A single deck serves two cards a seat, five on the board and the burnt ones."""
    burnt = len(book.procedure.burn_before) if device is Device.SHOE else 0
    return (52 - 5 - burnt) // book.procedure.cards_in_hand


def _check_sign(book: Rulebook, table: PokerTable) -> None:
    most = most_seats(book, table.device)
    if not 2 <= table.seats <= most:
        raise Refused(f"a single deck serves from 2 to {most} seats, not {table.seats}")
    if not 0 < table.small_blind <= MOST or not 0 < table.chip <= MOST:
        raise Refused(f"small blind and chip must be something, and at most {dollars(MOST)}")
    if not 0 <= table.stake_low <= table.stake_high <= MOST:
        cites = (book.cite(Poker.STAKE_WITHIN_LIMITS),)
        raise Refused(f"the smallest and the largest stake must be in this order, and at most {dollars(MOST)}", cites)
    bound = book.procedure.rake_percent_bound
    if not 0 <= table.rake_basis_points <= bound * 100 or (table.rake_cap is not None and table.rake_cap < 0):
        cites = (book.cite(Poker.RAKE_PERCENT_BOUND),)
        raise Refused(f"the rake is from 0 to {bound} % of the pot, and its cap not below 0", cites)


def suspend(_: Rulebook, draft: Draft, command: cmd.SuspendTable) -> None:
    check_why(command.why)
    draft.emit(ev.TableSuspended(command.why))


def resume(_: Rulebook, draft: Draft, __: cmd.ResumeTable) -> None:
    check_suspended(draft.state.suspended)
    draft.emit(ev.TableResumed())


def close(book: Rulebook, draft: Draft, _: cmd.CloseTable) -> None:
    """Everybody takes their chips along."""
    why = "a round is being played; the table closes when it is over"
    check_between_rounds(book, draft.state, why, Poker.ROUND_ENDS_WHEN_SETTLED)
    for number, seat in draft.state.seats.items():
        draft.emit(ev.PlayerLeft(number, seat.stack))
    draft.emit(ev.TableClosed())


def end_day(book: Rulebook, draft: Draft, _: cmd.EndDay) -> None:
    why = "a round is being played; the day ends when it is over"
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
