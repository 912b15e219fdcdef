"""The list of tables for people who look for one."""

from collections import deque

from msgspec import UNSET

from croupier.floor.live.answers.tables import Stands, TableLine
from croupier.floor.live.state import waiting_list
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.views.names import named
from croupier.floor.live.views.sign import blinds_told, clock_told, limits_told, stake_told
from croupier.floor.live.views.table import state_of
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import load

ROUNDS = 20
"""The pace is measured over this many rounds."""
HOUR = 3_600_000_000
"""In microseconds."""


class Pace:
    """How fast rounds follow each other at a table, since this process began."""

    def __init__(self) -> None:
        self._began: deque[int] = deque(maxlen=ROUNDS + 1)
        self._rounds = 0

    def moved(self, rounds: int, at: int) -> None:
        if rounds > self._rounds:
            self._rounds = rounds
            self._began.append(at)

    @property
    def an_hour(self) -> int | None:
        """Rounds an hour; None until there have been some."""
        if len(self._began) < 2 or self._began[-1] == self._began[0]:
            return None
        return (len(self._began) - 1) * HOUR // (self._began[-1] - self._began[0])


def listed(table: LiveTable, pace: int | None, stands: Stands | None, owner: str) -> TableLine:
    """`owner`: the process that decides at the table."""
    game = table.game
    told = TableLine(
        name=table.name,
        title=table.sign.titled,
        rulebook=table.book,
        game=load(table.book).game,
        named=named(load(table.book)),
        state=state_of(table),
        run_by=game.table.run_by,
        cards=table.sign.cards,
        spectators=table.sign.spectators,
        places=waiting_list.places(table),
        taken=sorted(waiting_list.holders(table)),
        players=len(set(waiting_list.holders(table).values())),
        round=family_of(table.book).round_number(table, game),
        stands=stands or UNSET,
        waiting=len(table.queue),
        pace=pace,
        clock=clock_told(table),
        sign=table.signs,
        link=table.sign.link,
        jackpot_bet=None,
        owner=owner,
    )
    if (state := house_state(table)) is not None:
        told.limits, bet = limits_told(state), state.table.jackpot_bet
        told.jackpot_bet = None if bet is None else dollars(bet)
    else:
        seats = poker_game(table)
        told.blinds, told.stake = blinds_told(seats), stake_told(seats)
    return told
