"""Finds the family of a table by its rulebook."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

from croupier.base.values import Value
from croupier.floor.live.state.family import Family, GameCommand, GameEvent, GameState
from croupier.floor.live.state.house_family import HOUSE
from croupier.floor.live.state.poker_family import POKER
from croupier.floor.live.state.table import (
    Departure,
    LiveTable,
    bets_changed,
    deck_changes,
    player_arrived,
    player_left,
    poker_game,
    round_begins,
)
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.rulebook.model import Rulebook, game_of


def noted(table: LiveTable, event: Value, at: int) -> LiveTable:
    """The floor's own state after an event at time `at`, before the game applies it."""
    note = _NOTES.get(type(event))
    return table if note is None else note(table, event, at)


def _player_left(table: LiveTable, event: poker_ev.PlayerLeft, at: int) -> LiveTable:
    state = poker_game(table)
    departure = Departure(at, event.stack, state.table.small_blind)
    return player_left(table, state.seats[event.seat].player, departure)


def _player_sat_down(table: LiveTable, event: poker_ev.PlayerSatDown, at: int) -> LiveTable:
    return player_arrived(table, event.player, at)


def _round_begins(table: LiveTable, _: Any, __: int) -> LiveTable:
    return round_begins(table)


def _bets_changed(table: LiveTable, event: Any, _: int) -> LiveTable:
    return bets_changed(table, event.box)


def _deck_changes(table: LiveTable, _: Any, __: int) -> LiveTable:
    return deck_changes(table)


_NOTES: Mapping[type, Callable[[LiveTable, Any, int], LiveTable]] = {
    house_ev.TableOpened: _round_begins,
    house_ev.RoundOpened: _round_begins,
    house_ev.BetPlaced: _bets_changed,
    house_ev.BetWithdrawn: _bets_changed,
    house_ev.BetReturned: _bets_changed,
    house_ev.BoxFreed: _bets_changed,
    house_ev.RoundVoided: _deck_changes,
    poker_ev.RoundStarted: _round_begins,
    poker_ev.PlayerLeft: _player_left,
    poker_ev.PlayerSatDown: _player_sat_down,
    poker_ev.ShoeReshuffled: _deck_changes,
    poker_ev.RoundVoided: _deck_changes,
}
"""By event of a game. All other events leave the floor's own state as it is."""


def due_from_device(book: Rulebook, table: LiveTable) -> int:
    """Cards the device still owes: cards due minus cards held back, except a single card that is dealt first."""
    family = family_of(table.book)
    due: int = family.cards_due(book, table.game)
    return due if family.one_card_first(table.game) else max(due - len(table.held), 0)


@cache
def family_of(book: str) -> Family[GameState, GameCommand, GameEvent]:
    return cast(Family[GameState, GameCommand, GameEvent], HOUSE if game_of(book) in HOUSE_GAMES else POKER)
