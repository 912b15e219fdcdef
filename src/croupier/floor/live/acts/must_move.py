"""Poker: a table whose players move on to another one as soon as a seat is free there (5.4.1, R-109, R-140).

Who sat down first moves first, with all their chips. Everybody else sits down at the table that feeds the other.
"""

from collections.abc import Iterator
from contextlib import suppress

from croupier.base.actors import Actor, Rank, RunBy
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import waiting_list
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.table import LiveTable, in_order_of_arrival, poker_game
from croupier.floor.live.state.work import Work
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import LeaveTable, SitDown

MOVES_ON = "(moves on)"
"""What the entry of the table says that did not hear the act."""
_BY_ORDER = Actor(Rank.SHIFT_MANAGER, SYSTEM.name)
"""The House relocates by the sign of the table; whoever says so carries it out."""


def check_joins_here(work: Work, table: LiveTable, player: str) -> None:
    """Refuses a seat to newcomers while somebody has to move on to this table."""
    for feeder in _feeders(work, table.name):
        if (first := next(iter(in_order_of_arrival(feeder)), None)) is not None and player != first:
            raise Refused(says("must-move-first", player=first, table=feeder.name), (ruling(140),))


def move_on(work: Work, table: LiveTable) -> tuple[Citation, ...]:
    """The first one leaves this table and sits down at the other, both between two rounds."""
    cites = (work.book(table).cite(Poker.RELOCATED_JOINS_FREE), ruling(109), ruling(140))
    main = work.all_tables().get(table.sign.must_move)
    if main is None or main.game.closed or not _feeds(table, main):
        raise Refused(says("must-move-nowhere", table=table.name), cites)
    first = next(iter(in_order_of_arrival(table)), None)
    if first is None:
        raise Refused(says("must-move-nobody", table=table.name), cites)
    if poker_game(table).playing or not waiting_list.can_sit(main):
        raise Refused(says("must-move-between-rounds", table=table.name, to=main.name), cites)
    free = waiting_list.free_for(main, first)
    if not free:
        raise Refused(says("must-move-full", to=main.name), cites)
    seat = next(number for number, each in poker_game(table).seats.items() if each.player == first)
    stake = poker_game(table).seats[seat].stack
    sits = SitDown(free[0], first, stake, relocated=True, by=_BY_ORDER, came_from=table.name)
    family_of(main.book).advance(work.book(main), main.game, sits)  # a seat that is refused there is not given up here
    for each in (table.name, main.name):
        work.record(f"table/{each}").said = work.record(f"table/{each}").said or MOVES_ON
    work.play(table.name, LeaveTable(seat))
    work.happens(table.name, ev.MovedOn(seat, first, main.name))
    work.play(main.name, sits)
    work.happens(main.name, ev.MovedHere(free[0], first, stake, table.name))
    waiting_list.sat_down(work, main.name, first)
    return cites


def _feeds(table: LiveTable, main: LiveTable) -> bool:
    """Of the same game, at the same blinds or higher (R-109)."""
    if family_of(main.book).house_banked or main.name == table.name:
        return False
    return poker_game(table).table.small_blind >= poker_game(main).table.small_blind


def follow(work: Work, name: str) -> None:
    """Where the system runs the table that feeds the other, it moves people on by itself."""
    if poker_game(work.table(name)).playing:
        return  # most acts
    for feeder in (work.table(name), *_feeders(work, name)):
        if not feeder.sign.must_move or feeder.game.table.run_by is not RunBy.SYSTEM:
            continue
        with suppress(Refused):
            while True:
                move_on(work, work.table(feeder.name))


def _feeders(work: Work, name: str) -> Iterator[LiveTable]:
    for other in work.all_tables().values():
        if other.sign.must_move == name and not other.game.closed and not family_of(other.book).house_banked:
            yield other
