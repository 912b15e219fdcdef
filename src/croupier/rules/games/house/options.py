"""What somebody may do now. `decide` alone knows: acts at their canonical amounts are tried against it."""

from collections.abc import Callable, Iterator

from croupier.base.errors import Refused
from croupier.rules.games.house.commands import (
    Choice,
    Choose,
    CloseBets,
    DealFaceDown,
    HideHand,
    Look,
    MakeDecision,
    PlaceBet,
    RoundCommand,
    Settle,
    WalkAway,
    WithdrawBet,
)
from croupier.rules.games.house.events import RoundEvent
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Decision, HouseRound, HouseTable, Phase
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

_DECISIONS = tuple(Decision)
_JACKPOT = Spot.JACKPOT
_NOTHING = Cents(0)
Decide = Callable[[Rulebook, HouseRound, RoundCommand], tuple[RoundEvent, ...]]


def options(decide: Decide, book: Rulebook, round_: HouseRound, player: str | None) -> tuple[RoundCommand, ...]:
    """Everything this player may do on their boxes, box by box; None asks for the dealer."""
    return tuple(act for act in candidates(round_, player) if accepted(decide, book, round_, act))


def accepted(decide: Decide, book: Rulebook, round_: HouseRound, command: RoundCommand) -> bool:
    try:
        decide(book, round_, command)
    except Refused:
        return False
    return True


def candidates(round_: HouseRound, player: str | None) -> Iterator[RoundCommand]:
    """Every kind of act with its usual amount, without those that would certainly be refused: of somebody who has
    walked away, in another phase, for a box that has decided, for a hand that cannot be shown. A second look, which
    changes nothing, is left out.
    """
    if player is None:
        yield CloseBets()
        yield DealFaceDown()
        yield Settle()
        return
    if player in round_.departed:
        return
    for box in round_.boxes.values():
        if box.player != player:
            continue
        if round_.phase is Phase.BETTING:
            for spot in (*round_.table.limits, _JACKPOT):
                if (amount := canonical_bet(round_.table, box, spot)) > 0:
                    yield PlaceBet(box.number, spot, amount)
            for spot in box.bets:
                yield WithdrawBet(box.number, spot)
        if box.cards and not box.looked:
            yield Look(box.number)
        if round_.phase is Phase.DECIDING and not round_.choosing and len(box.decisions) < round_.stage:
            for decision in _DECISIONS:
                yield MakeDecision(box.number, decision)
        if box.number in round_.choosing:
            for choice in Choice:
                yield Choose(box.number, choice)
        if box.cards and box.shown:
            yield HideHand(box.number)
        yield WalkAway(box.number)


def canonical_bet(table: HouseTable, box: Box, spot: Spot) -> Cents:
    """The smallest bet, or what is missing to it; nothing can be added to a bet at the limit, or to a jackpot bet."""
    if spot is _JACKPOT:
        return _NOTHING if spot in box.bets else table.jackpot_bet or _NOTHING
    limits = table.limits[spot]
    lies = box.bets[spot].amount if spot in box.bets else _NOTHING
    smallest = max(limits.low, Cents(1))
    missing = smallest - lies if lies < smallest else min(smallest, limits.high - lies)
    return Cents(missing)
