"""Simple players for the house-banked games. They know their own view of the table and nothing else."""

import random
from collections.abc import Callable, Mapping, Sequence

from croupier.cards import Card, parse_cards
from croupier.games.house.commands import Choice, Choose, Look, MakeDecision, PlaceBet, RoundCommand
from croupier.games.house.lines import Spot
from croupier.games.house.table import Decision
from croupier.games.house.view import BoxView, HouseView
from croupier.hands import FiveCardRank, best_value, five_card_rank, rank_of, three_card_value
from croupier.money import Cents
from croupier.values import Value


class Manner(Value):
    """How somebody bets, and how weak a hand they still stay in with."""

    antes: tuple[int, ...]
    """How many of the smallest bet go on the Ante; chance picks one of these."""
    side_bet_in: int
    """Each side bet is placed once in so many rounds."""
    daring: bool


CAUTIOUS = Manner(antes=(1, 1, 1, 2), side_bet_in=5, daring=False)
BOLD = Manner(antes=(2, 3, 5), side_bet_in=1, daring=True)

QUEEN_SIX_FOUR = three_card_value(parse_cards("Qs 6h 4d"))
QUEEN_HIGH = three_card_value(parse_cards("Qs 3h 2d"))


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


def act(view: HouseView, box: int, manner: Manner, may: Sequence[RoundCommand]) -> RoundCommand | None:
    """The next act among those allowed: look where looking is allowed, then decide by what is seen."""
    if Look(box) in may:
        return Look(box)
    for choice in may:
        if choice == Choose(box, Choice.CONTINUE):
            return choice
    decisions = {each.decision: each for each in may if isinstance(each, MakeDecision) and each.box == box}
    for decision, command in decisions.items():
        if decision in STAYS_IN_WITH and _stays_in(view, view.boxes[box], decision, manner):
            return command
    return decisions.get(Decision.FOLD) or decisions.get(Decision.CHECK)


def _stays_in(view: HouseView, box: BoxView, decision: Decision, manner: Manner) -> bool:
    seen = tuple(card for card in box.cards if card is not None)
    if len(seen) < len(box.cards):
        return True  # a hand that may not be looked at is played unseen
    board = tuple(card for card in view.board if card is not None)
    return STAYS_IN_WITH[decision](seen, board, manner)


def _three_cards(cards: tuple[Card, ...], _: tuple[Card, ...], manner: Manner) -> bool:
    return three_card_value(cards) >= (QUEEN_HIGH if manner.daring else QUEEN_SIX_FOUR)


def _five_cards(cards: tuple[Card, ...], _: tuple[Card, ...], manner: Manner) -> bool:
    ranks = set(map(rank_of, cards))
    return len(ranks) < 5 or _is_made(cards) or {13, 14} <= ranks or (manner.daring and 14 in ranks)


def _hole_cards(cards: tuple[Card, ...], _: tuple[Card, ...], manner: Manner) -> bool:
    first, second = map(rank_of, cards)
    return first == second or max(first, second) >= (8 if manner.daring else 11)


def _with_the_board(cards: tuple[Card, ...], board: tuple[Card, ...], manner: Manner) -> bool:
    return _is_made(cards + board) or (manner.daring and max(map(rank_of, cards)) == 14)


def _is_made(cards: tuple[Card, ...]) -> bool:
    """A pair or better."""
    return five_card_rank(best_value(cards)) >= FiveCardRank.ONE_PAIR


STAYS_IN_WITH: Mapping[Decision, Callable[[tuple[Card, ...], tuple[Card, ...], Manner], bool]] = {
    Decision.PLAY: _three_cards,
    Decision.BET: _five_cards,
    Decision.FLOP: _hole_cards,
    Decision.TURN: _with_the_board,
    Decision.RIVER: _with_the_board,
}
"""What a hand must be for each bet, from the player's own cards and the board."""
