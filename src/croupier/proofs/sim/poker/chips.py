"""Chips come to a poker table, are won there and leave it; none appears and none is lost on the way.

A fault in pots, blinds or rake soon shows here, although this module knows none of these rules.
"""

from croupier.proofs.sim.poker.broken import Broken
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.table import PokerState


class Chips:
    def __init__(self, state: PokerState) -> None:
        self.bank: int = sum(seat.stack for seat in state.seats.values())
        """Every chip that is on the table."""

    def follow(self, event: ev.PokerEvent, after: PokerState) -> None:
        self._brought_or_taken(event)
        there = 0
        for seat in after.seats.values():
            if seat.stack < 0:
                raise Broken(f"{seat.player} has {seat.stack} after {type(event).__name__}")
            there += seat.stack
        round_ = after.round
        if round_ is not None and not round_.over:
            there += sum(round_.bets.values()) + sum(round_.before.values()) + sum(round_.dead_money.values())
            there += sum(left.chips for left in round_.forfeited.values())
        if there != self.bank:
            raise Broken(f"{self.bank} were brought to the table and {there} are there after {type(event).__name__}")

    def _brought_or_taken(self, event: ev.PokerEvent) -> None:
        match event:
            case ev.PlayerSatDown():
                self.bank += event.stake
            case ev.StakeIncreased():
                self.bank += event.amount
            case ev.PlayerLeft():
                self.bank -= event.stack
            case ev.PotsGivenOut():
                self.bank -= sum(pot.rake for pot in event.pots)
            case _:
                pass
