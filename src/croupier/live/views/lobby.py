"""The tables of the house, as anybody looks for one."""

from collections import deque
from collections.abc import Mapping
from typing import Any

from croupier.games.house.table import HouseState
from croupier.live.table import LiveTable
from croupier.live.views.names import named
from croupier.live.views.sign import clock_told, limits_told, stakes_told
from croupier.live.views.table import state_of
from croupier.money import dollars
from croupier.rulebook.load import load

ROUNDS = 20
"""The pace is that of so many rounds."""
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
        """Rounds; None until there have been some."""
        if len(self._began) < 2 or self._began[-1] == self._began[0]:
            return None
        return (len(self._began) - 1) * HOUR // (self._began[-1] - self._began[0])


def listed(table: LiveTable, pace: int | None, stands: Mapping[str, Any] | None) -> dict[str, Any]:
    game = table.game
    told: dict[str, Any] = {
        "name": table.name,
        "rulebook": table.book,
        "game": load(table.book).game,
        "named": named(load(table.book)),
        "state": state_of(table),
        "run_by": game.table.run_by,
        "cards": table.sign.cards,
        "spectators": table.sign.spectators,
    }
    if isinstance(game, HouseState):
        told |= {"places": game.table.places, "taken": sorted(game.table.players)}
        told |= {"players": len(set(game.table.players.values())), "limits": limits_told(game), "round": game.number}
    else:
        told |= {"places": game.table.seats, "taken": sorted(game.seats), "players": len(game.seats)}
        told |= {**stakes_told(game), "round": table.rounds}
    if stands is not None:
        told["stands"] = stands
    bet = game.table.jackpot_bet if isinstance(game, HouseState) else None
    return told | {
        "waiting": len(table.queue),
        "pace": pace,
        "clock": clock_told(table),
        "sign": table.signs,
        "link": table.sign.link,
        "jackpot_bet": None if bet is None else dollars(bet),
        "owner": "a",
    }
