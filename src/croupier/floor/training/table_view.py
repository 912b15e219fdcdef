"""A table in a drill: the view that a live table would give its dealer, without what the trainee has to find."""

from typing import Any

from msgspec import to_builtins

from croupier.base.actors import PUBLIC, Viewer
from croupier.base.json_answers import JsonObject
from croupier.floor.live.answers.drills import DrillTable
from croupier.floor.live.state.sign import Sign
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.views.by_family import views_of
from croupier.floor.live.views.names import named, words_of
from croupier.floor.live.views.poker_round import seats
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

TELLING = frozenset({"makes", "qualifies", "due", "waiting", "arithmetic"})
"""Keys of a view that would give the answer away."""


def table(book: str, device: Device, state: HouseState | PokerState) -> DrillTable:
    rules = at_the_table(book, device)
    told = DrillTable(
        rulebook=book,
        game=rules.game,
        named=named(rules),
        words=words_of(rules),
        dealing=device,
        sign=sign(state),
        round=without_names(round_of(book, device, state, PUBLIC)),
    )
    if isinstance(state, PokerState):
        told.button = state.button
        told.seats = seats(state, {seat.player for seat in state.seats.values()})
    return told


def round_of(book: str, device: Device, state: HouseState | PokerState, viewer: Viewer) -> JsonObject:
    """The round as a live table would show it to this viewer; None before the first round."""
    live = LiveTable(Sign("training", book, device), book, state, rounds=1)
    at_table = at_the_table(book, device)
    round_ = views_of(book).round(live, at_table, viewer, None)
    told: JsonObject = {} if round_ is None else to_builtins(round_)
    return told


def sign(state: HouseState | PokerState) -> JsonObject:
    """The table's sign: limits, or blinds and rake."""
    if isinstance(state, PokerState):
        table_ = state.table
        percent = f"{table_.rake_basis_points // 100}.{table_.rake_basis_points % 100:02d}"
        cap = None if table_.rake_cap is None else dollars(table_.rake_cap)
        return {
            "seats": table_.seats,
            "blinds": [dollars(table_.small_blind), dollars(table_.big_blind)],
            "chip": dollars(table_.chip),
            "rake": {"percent": percent, "cap": cap},
        }
    limits = {str(spot): [dollars(each.low), dollars(each.high)] for spot, each in state.table.limits.items()}
    if state.table.jackpot_bet is not None:
        limits["jackpot"] = [dollars(state.table.jackpot_bet)] * 2
    return {"boxes": state.table.places, "limits": limits}


def without_names(told: Any) -> Any:
    if isinstance(told, dict):
        return {key: without_names(value) for key, value in told.items() if key not in TELLING}
    if isinstance(told, list):
        return [without_names(each) for each in told]
    return told


def face_up(hand: str, place: int, card: str) -> str:
    """The hand with one card turned over."""
    cards = hand.split()
    assert cards[place] in (FACE_DOWN, card), hand
    return " ".join([*cards[:place], card, *cards[place + 1 :]])
