"""Finds the family of a table by its rulebook."""

from functools import cache
from typing import Any

from croupier.floor.live.state.family import Family
from croupier.floor.live.state.house_family import HOUSE
from croupier.floor.live.state.poker_family import POKER
from croupier.floor.live.state.table import (
    Departure,
    LiveTable,
    bets_changed,
    deck_changes,
    player_left,
    poker_game,
    round_begins,
)
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.poker.events import PlayerLeft
from croupier.rules.rulebook.model import Rulebook, game_of


def noted(table: LiveTable, event: Any, at: int) -> LiveTable:
    """The floor's own state after an event at time `at`, before the game applies it."""
    family = family_of(table.book)
    if isinstance(event, PlayerLeft):
        state = poker_game(table)
        departure = Departure(at, event.stack, state.table.small_blind)
        return player_left(table, state.seats[event.seat].player, departure)
    if family.begins_round(event):
        return round_begins(table)
    if table.ready and (box := family.bets_changed(event)) is not None:
        return bets_changed(table, box)
    return deck_changes(table) if family.ends_deck(event) else table


def due_from_device(book: Rulebook, table: LiveTable) -> int:
    """Cards the device still owes: cards due minus cards held back, except a single card that is dealt first."""
    family = family_of(table.book)
    due = family.cards_due(book, table.game)
    return due if family.one_card_first(table.game) else max(due - len(table.held), 0)


@cache
def family_of(book: str) -> Family[Any, Any, Any]:
    return HOUSE if game_of(book) in HOUSE_GAMES else POKER
