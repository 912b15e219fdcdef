"""Reads from a table's state where every chip is. No history is kept, so an undone act leaves no trace.

A sheet is about one round and begins with what players brought to the table. A new round begins a new sheet: the
payments of the last one are posted and must not flow back (`postings`).
"""

from collections.abc import Collection, Iterable, Mapping

from croupier.floor.ledger.accounts import (
    HOUSE,
    Account,
    award,
    layout,
    meter,
    overflow,
    rake,
    reserve,
    stack,
    tray,
    wallet,
)
from croupier.rules.games.house.lines import LineSettled
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Standing
from croupier.rules.games.poker.table import PokerRound, PokerState
from croupier.rules.jackpot.link import Link, Pot
from croupier.rules.jackpot.meter import PARTS

Sheet = Mapping[Account, int]
"""Cents by account; the sum is zero."""

_RETURNED = Standing.RETURNED
_NO_LINES: Mapping[Spot, LineSettled] = {}


def house_sheet(table: str, boxes: Iterable[Box]) -> Sheet:
    """By player: what they put on these boxes and got back since the round opened.

    The rules of the house games know no chips behind the bets, so a stack appears here as a change. A bet that goes
    back in any case is back at once; all others stay on the layout until a settlement line says where they went.
    """
    sheet: dict[Account, int] = {}
    lying = won = 0
    for box in boxes:
        given = 0
        lines = {line.spot: line for line in box.lines} if box.lines else _NO_LINES
        for spot, stake in box.bets.items():
            line = lines.get(spot)
            if line is not None:
                kept = line.staked - line.returned - line.paid
                given += kept
                won += kept
            elif not stake.returned and box.standing is not _RETURNED:
                given += stake.amount
                lying += stake.amount
        for bonus in box.awards:
            given -= bonus.paid
            won -= bonus.paid
        chips = stack(table, box.player)
        sheet[chips] = sheet.get(chips, 0) - given
    sheet[layout(table)] = lying
    sheet[tray(table)] = won
    return sheet


def poker_sheet(table: str, state: PokerState, seats: Collection[int] | None = None) -> Sheet:
    """Stacks, pots and rake box; what a player has brought to the table has come from the wallet.

    With `seats`, what came from these alone.
    """
    sheet = poker_stacks(table, state, seats)
    round_ = state.round
    if round_ is None or round_.void:
        return sheet
    lying = 0
    for number in round_.order if seats is None else [each for each in seats if each in round_.order]:
        put = round_.put_in(number)
        lying += put
        won = _won(round_, number) if round_.pots else 0
        purse = wallet(round_.opening.seats[number].player)
        sheet[purse] = sheet.get(purse, 0) + won - put
    if round_.over:
        sheet[rake(table)] = sum(pot.rake for pot in round_.pots)
    else:
        sheet[layout(table)] = lying
    return sheet


def poker_stacks(table: str, state: PokerState, seats: Collection[int] | None = None) -> dict[Account, int]:
    """The sheet that a new round begins with: everybody's chips, and nothing of the round before. A player has one
    seat."""
    sheet: dict[Account, int] = {}
    for number in state.seats if seats is None else [each for each in seats if each in state.seats]:
        seat = state.seats[number]
        sheet[stack(table, seat.player)] = seat.stack
        sheet[wallet(seat.player)] = -seat.stack
    return sheet


def link_sheet(link: Link, acting: str | None) -> Sheet:
    """Meter, overflow, reserve, and awards won but not yet paid, in whole cents; the link keeps the parts of a cent.

    A link does not remember which table each cent came from. The balance of all tables is set against the tray of the
    table that acts (`acting`; None is the House), so the difference of two sheets is that table's. Contributions come
    out of the tray and awards are paid through it, so a jackpot bet is on the layout like any other.
    """
    held = {
        meter(link.name): link.displayed,
        overflow(link.name): link.overflow.cents,
        reserve(link.name): link.reserve.cents,
        award(link.name): link.locked,
    }
    everything = sum(held.values())
    if acting is None:
        return {**held, HOUSE: -everything}
    house = sum(pot.start + pot.made_up + pot.corrections + pot.transferred for pot in _pots(link)) // PARTS
    return {**held, HOUSE: -house, tray(acting): house - everything}


def _pots(link: Link) -> tuple[Pot, ...]:
    return link.meter, link.overflow, link.reserve


def _won(round_: PokerRound, seat: int) -> int:
    return sum(pot.won.get(seat, 0) for pot in round_.pots)
