"""Bets and decisions on a layout, with amounts that need some arithmetic and sometimes a wrong one."""

import random
from collections.abc import Iterator
from typing import Protocol

from croupier.floor.training.settings import JACKPOT_BET
from croupier.rounds.dealing.following import FloorEvent
from croupier.rules.games import HouseGame
from croupier.rules.games.house.commands import CloseBets, HouseCommand, Look, MakeDecision, PlaceBet
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseRound, Phase
from croupier.rules.games.three_card.clauses import ThreeCard
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.model import Rulebook


class Desk(Protocol):
    """A table to play a layout at: alone, or part of a link."""

    game: HouseGame
    book: Rulebook

    @property
    def round(self) -> HouseRound: ...

    def act(self, command: HouseCommand) -> tuple[FloorEvent, ...]: ...


def played(dealer: Desk, chance: random.Random, *, stays: int | None = None) -> tuple[FloorEvent, ...]:
    """Plays up to the payments. Returns the close's events. The box `stays` has the jackpot bet and does not fold."""
    for box in dealer.round.boxes:
        for bet in _bets(dealer, box, chance, sure=box == stays):
            dealer.act(bet)
    closed = dealer.act(CloseBets())
    while dealer.round.phase is Phase.DECIDING:
        box = undecided(dealer.round)[0].number
        if not dealer.round.boxes[box].looked and Spot.ANTE in dealer.round.boxes[box].bets:
            dealer.act(Look(box))
        dealer.act(_decision(dealer, box, chance, sure=box == stays))
    assert dealer.round.phase is Phase.SETTLING, dealer.round.phase
    return closed


def _bets(dealer: Desk, box: int, chance: random.Random, *, sure: bool) -> Iterator[PlaceBet]:
    """Some boxes have an Ante that breaks a limit and that nobody has noticed."""
    limits = dealer.round.table.limits[Spot.ANTE]
    chip = cents("2.50") if limits.low == cents("5") else limits.low
    alone = ThreeCard.PAIR_PLUS_ONLY_UNSEEN in dealer.book.cited and chance.randrange(8) == 0 and not sure
    wrong = chance.randrange(7)
    for spot in dealer.game.bets_in(dealer.book):
        if spot is Spot.JACKPOT:
            if sure or (not alone and chance.randrange(3)):
                yield PlaceBet(box, spot, JACKPOT_BET)
        elif spot is Spot.ANTE:
            if alone:
                continue
            if wrong == 0:
                yield PlaceBet(box, spot, Cents(limits.high + limits.low * chance.randrange(1, 5)), unnoticed=True)
            elif wrong == 1:
                yield PlaceBet(box, spot, Cents(limits.low // 2), unnoticed=True)
            elif wrong == 2:
                yield PlaceBet(box, spot, limits.high)
            else:
                yield PlaceBet(box, spot, Cents(limits.low + chip * chance.randrange(12)))
        elif alone or chance.randrange(3):
            amount = limits.high if wrong == 2 else Cents(limits.low + chip * chance.randrange(5))
            yield PlaceBet(box, spot, amount)


def _decision(dealer: Desk, box: int, chance: random.Random, *, sure: bool) -> MakeDecision:
    """Usually stays in; sometimes with a bet of the wrong size."""
    asked = dealer.game.stages[max(dealer.round.stage, 1) - 1]
    has_ante = Spot.ANTE in dealer.round.boxes[box].bets
    if Decision.FOLD in asked and has_ante and not sure and chance.randrange(7) == 0:
        return MakeDecision(box, Decision.FOLD)
    decision = chance.choice([each for each in asked if each is not Decision.FOLD])
    spot = dealer.game.decisions[decision].spot
    if spot is None or not has_ante or chance.randrange(8):
        return MakeDecision(box, decision)
    ante = dealer.round.boxes[box].bets[Spot.ANTE].amount
    size = ante * dealer.book.procedure.multiples.get(spot, 1)
    return MakeDecision(box, decision, Cents(size * chance.choice((1, 3)) // 2))
