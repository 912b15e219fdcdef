"""Simple players for the house-banked games. They know their own view of the table and nothing else."""

import random
from collections.abc import Sequence

from croupier.base.values import Value
from croupier.rules.games.house.commands import Choice, Choose, Look, MakeDecision, PlaceBet, RoundCommand
from croupier.rules.games.house.game import HouseGame, StaysIn
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.house.view import BoxView, HouseView
from croupier.rules.money import Cents


class Manner(Value):
    """How somebody bets, and how weak a hand they still stay in with."""

    antes: tuple[int, ...]
    """How many of the smallest bet go on the Ante; chance picks one of these."""
    side_bet_in: int
    """Each side bet is placed once in this many rounds."""
    daring: bool


CAUTIOUS = Manner(antes=(1, 1, 1, 2), side_bet_in=5, daring=False)
BOLD = Manner(antes=(2, 3, 5), side_bet_in=1, daring=True)


def bets(view: HouseView, box: int, manner: Manner, chance: random.Random) -> tuple[PlaceBet, ...]:
    """What they put down when bets open."""
    table = view.table
    antes = chance.choice(manner.antes)
    placed = []
    for spot, limits in table.limits.items():
        if spot is Spot.ANTE:
            placed.append(PlaceBet(box, spot, Cents(min(limits.low * antes, limits.high))))
        elif chance.randrange(manner.side_bet_in) == 0:
            placed.append(PlaceBet(box, spot, limits.low))
    if table.jackpot_bet is not None and not table.jackpot_refused and chance.randrange(manner.side_bet_in) == 0:
        placed.append(PlaceBet(box, Spot.JACKPOT, table.jackpot_bet))
    return tuple(placed)


def act(game: HouseGame, view: HouseView, box: int, manner: Manner, may: Sequence[RoundCommand]) -> RoundCommand | None:
    """The next act among those allowed: look where looking is allowed, then decide by what is seen."""
    if Look(box) in may:
        return Look(box)
    for choice in may:
        if choice == Choose(box, Choice.CONTINUE):
            return choice
    decisions = {each.decision: each for each in may if isinstance(each, MakeDecision) and each.box == box}
    for decision, command in decisions.items():
        stays_in = game.decisions[decision].stays_in
        if stays_in is not None and _stays_in(stays_in, view, view.boxes[box], manner):
            return command
    return decisions.get(Decision.FOLD) or decisions.get(Decision.CHECK)


def _stays_in(stays_in: StaysIn, view: HouseView, box: BoxView, manner: Manner) -> bool:
    seen = tuple(card for card in box.cards if card is not None)
    if len(seen) < len(box.cards):
        return True  # a hand that must not be looked at is played unseen
    board = tuple(card for card in view.board if card is not None)
    return stays_in(seen, board, manner.daring)
