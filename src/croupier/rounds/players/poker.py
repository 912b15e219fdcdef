"""Simple players for the poker table. Each sees its own view and nothing else, and answers with a command."""

import random
from collections.abc import Callable
from typing import NamedTuple

from croupier.rules.cards import Card
from croupier.rules.games.poker.betting import Options
from croupier.rules.games.poker.commands import Act, LookAtCards, PokerCommand, TakeAction
from croupier.rules.games.poker.table import BettingRound
from croupier.rules.games.poker.view import HandView, PokerView, RoundView
from croupier.rules.hands import FiveCardRank, best_value, five_card_rank, rank_of
from croupier.rules.money import Cents

Player = Callable[[PokerView, random.Random], PokerCommand | None]
"""What the viewer does now; None when it is not their turn."""


class Turn(NamedTuple):
    """What a player knows when asked to act."""

    view: PokerView
    round: RoundView
    hand: HandView
    seat: int
    allowed: Options

    def act(self, act: Act, amount: Cents | None = None) -> TakeAction:
        return TakeAction(self.seat, act, amount)

    @property
    def own(self) -> tuple[Card, ...]:
        return tuple(card for card in self.hand.cards if card is not None)

    @property
    def board(self) -> tuple[Card, ...]:
        return tuple(card for card in self.round.board if card is not None)

    @property
    def pot(self) -> Cents:
        """All that has been bet in the round."""
        return Cents(sum(hand.put for hand in self.round.hands.values()))

    @property
    def passive(self) -> TakeAction:
        """Stay in as cheaply as possible."""
        return self.act(Act.CHECK if Act.CHECK in self.allowed.may else Act.CALL)

    @property
    def least(self) -> Cents | None:
        """The smallest bet or raise, if one is allowed."""
        return self.allowed.bet if Act.BET in self.allowed.may else self.allowed.raise_to

    def raise_to(self, wanted: int) -> TakeAction:
        """A bet or raise of about this much in whole chips; all-in if that takes two thirds of the chips."""
        assert self.least is not None
        chip, everything = self.view.table.chip, self.allowed.all_in
        amount = Cents(max(self.least, wanted // chip * chip))
        if 3 * amount >= 2 * everything:
            amount = everything
        return self.act(Act.BET if Act.BET in self.allowed.may else Act.RAISE, amount)


def turn_of(view: PokerView) -> Turn | None:
    if view.options is None:
        return None
    assert view.round is not None and view.seat is not None
    return Turn(view, view.round, view.round.hands[view.seat], view.seat, view.options)


def at_random(view: PokerView, chance: random.Random) -> PokerCommand | None:
    """Anything that is allowed: folding for nothing, any size of bet, and all-in however short."""
    turn = turn_of(view)
    if turn is None:
        return None
    if not turn.hand.looked and chance.randrange(4) == 0:
        return LookAtCards(turn.seat)
    act = Act.ALL_IN if chance.randrange(12) == 0 else chance.choice(turn.allowed.may)
    if act is Act.ALL_IN and turn.least is None and turn.allowed.all_in > turn.round.price:
        act = Act.CALL  # all-in would be a raise, and a short all-in after the player's last act has closed that
    if act not in (Act.BET, Act.RAISE):
        return turn.act(act)
    assert turn.least is not None
    return turn.act(act, _any_size(turn, turn.least, chance))


def _any_size(turn: Turn, least: Cents, chance: random.Random) -> Cents:
    """Whole chips from the smallest bet on, small ones rather than large ones; sometimes everything."""
    chip, everything = turn.view.table.chip, turn.allowed.all_in
    most = least + (everything - least) // chance.choice((1, 4, 16, 64))
    chips = chance.randint(least // chip, max(least, most) // chip) * chip
    return everything if chance.randrange(8) == 0 else Cents(max(least, chips))


def caller(view: PokerView, _: random.Random) -> PokerCommand | None:
    """Looks, and then checks or calls anything."""
    turn = turn_of(view)
    if turn is None:
        return None
    return turn.passive if turn.hand.looked else LookAtCards(turn.seat)


def tight_aggressive(view: PokerView, chance: random.Random) -> PokerCommand | None:
    """Plays few hands, and those by betting and raising."""
    turn = turn_of(view)
    if turn is None:
        return None
    if not turn.hand.looked:
        return LookAtCards(turn.seat)
    first = turn.round.betting_round is BettingRound.FIRST
    strength = _of_two(turn.own) if first else _of_more(turn.own, turn.board)
    if strength >= STRONG and turn.least is not None:
        first_raise = first and turn.pot < 4 * turn.view.table.big_blind
        return turn.raise_to(3 * turn.view.table.big_blind if first_raise else turn.pot)
    if strength >= FAIR and (turn.allowed.call is None or _cheap(turn)):
        if turn.least is not None and turn.allowed.call is None and chance.randrange(2) == 0:
            return turn.raise_to(turn.pot // 2)
        return turn.passive
    return turn.passive if turn.allowed.call is None else turn.act(Act.FOLD)


WEAK, FAIR, STRONG = 0, 1, 2


def _cheap(turn: Turn) -> bool:
    """A call costs no more than half of what there is to win."""
    return 2 * (turn.allowed.call or 0) <= turn.pot


def _of_two(own: tuple[Card, ...]) -> int:
    high, low = sorted(map(rank_of, own), reverse=True)
    if high == low:
        return STRONG if high >= 10 else FAIR
    suited = own[0][1] == own[1][1]
    if (high, low) == (14, 13) or (suited and high == 14 and low >= 11):
        return STRONG
    return FAIR if low >= 10 or (suited and high - low == 1 and low >= 6) else WEAK


def _of_more(own: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """What the player's own cards add to the board; the board itself is not their strength."""
    rank = five_card_rank(best_value(own + board))
    if rank >= FiveCardRank.TWO_PAIRS and (len(board) < 5 or best_value(own + board) > best_value(board)):
        return STRONG
    if rank is FiveCardRank.ONE_PAIR:
        ranks = [rank_of(card) for card in board]
        pair = own[0][0] == own[1][0] or any(rank_of(card) in ranks for card in own)
        if pair and max(map(rank_of, own)) >= max(ranks):
            return STRONG if len(board) == 3 else FAIR
        return FAIR if pair else WEAK
    suits = [card[1] for card in own + board]
    draw = len(board) < 5 and any(suits.count(card[1]) == 4 for card in own)
    return FAIR if draw else WEAK
