"""A poker player like a decent amateur: knows good hands from bad, what a call costs, and who still has to act.

Before the flop they go by how many of all hands are better, after it by how many hands of an opponent they beat now and
by the cards that would improve their own. Nothing is dealt out, so that a decision takes a fraction of a millisecond.
Chances are thousandths.
"""

import random
from collections import Counter
from functools import cache

from croupier.base.values import Value
from croupier.numbers.maths.decisions.spots import unseen, values_with
from croupier.numbers.maths.equity.against_random import HOLES, class_of, classes, counts
from croupier.rounds.players.poker import Player, Turn, turn_of
from croupier.rules.cards import Card
from croupier.rules.games.poker.commands import Act, LookAtCards, PokerCommand
from croupier.rules.games.poker.table import BettingRound
from croupier.rules.games.poker.view import PokerView
from croupier.rules.hands import best_value, rank_of


class Manner(Value):
    """How somebody differs from others who play as well."""

    loose: int = 100
    """Per cent of the hands that they would play otherwise."""
    bluffs: int = 250
    """How often they bet on the flop with nothing where one opponent is left."""


STEADY, LOOSE, CAREFUL = Manner(), Manner(loose=120, bluffs=350), Manner(loose=80, bluffs=150)


def amateur(manner: Manner = STEADY) -> Player:
    def play(view: PokerView, chance: random.Random) -> PokerCommand | None:
        turn = turn_of(view)
        if turn is None:
            return None
        if not turn.hand.looked:
            return LookAtCards(turn.seat)
        if turn.round.betting_round is BettingRound.FIRST:
            return _before_the_flop(turn, manner)
        return _with_a_board(turn, manner, chance)

    return play


# --- Before the flop ----------------------------------------------------------------------------------------


@cache
def better_than() -> dict[str, int]:
    """By kind of hole cards: how many of all hands, in thousandths, are as good against a random one, or better."""
    found, so_far = {}, 0
    for name in counts():
        so_far += len(classes()[name])
        found[name] = 1000 * so_far // HOLES
    return found


OPENS = (600, 600, 430, 290, 220, 180, 150, 130, 120, 110)
"""By how many are still to act: the best hands, in thousandths, with which one raises first."""
RERAISES, RERAISES_AGAIN = 45, 22
CALLS, CALLS_FROM_THE_BIG_BLIND = 140, 330
SPECULATES = 15
"""A call may be this part of the stack with a small pair or suited neighbours, which are worth more than they look."""


def _before_the_flop(turn: Turn, manner: Manner) -> PokerCommand:
    big_blind, price = turn.view.table.big_blind, turn.round.price
    place = better_than()[class_of(frozenset(turn.own))]
    call, stack = turn.allowed.call or 0, turn.allowed.all_in - turn.hand.bet
    others = [hand for seat, hand in turn.round.hands.items() if seat != turn.seat and not hand.folded]
    if price <= big_blind:
        limpers = sum(hand.bet >= big_blind and hand.last is not None and hand.last.act is Act.CALL for hand in others)
        opens = OPENS[min(_to_act(turn), len(OPENS) - 1)] * manner.loose // 100
        if turn.least is not None and place <= (opens * 2 // 3 if limpers else opens):
            return turn.raise_to(big_blind * (5 + 2 * limpers) // 2)
        if not call:
            return turn.passive
        cheap = place <= 2 * opens and (limpers or 2 * call <= big_blind)
        return turn.passive if cheap else turn.act(Act.FOLD)
    place = _behind_a_raise(turn.own, place)
    reraised = price > 5 * big_blind
    raises = RERAISES_AGAIN if reraised else RERAISES
    if place <= raises and turn.least is not None:
        return turn.raise_to(3 * price + turn.pot // 4)
    if place <= raises or not call:
        return turn.passive
    calls = CALLS_FROM_THE_BIG_BLIND if turn.seat == turn.round.big_blind else CALLS
    calls = calls * manner.loose // 100 * min(1000, 1000 * 3 * big_blind // price) // 1000
    if place <= calls and 8 * call <= stack:
        return turn.passive
    if SPECULATES * call <= stack and (_speculative(turn.own) or place <= CALLS):
        return turn.passive
    # what is left is a question of price: against a raise the hand is worth less than against any two cards
    worth = _against_any(turn.own) - (190 if reraised else 150)
    return turn.passive if worth * (turn.pot + call) > 1000 * call and len(others) == 1 else turn.act(Act.FOLD)


def _behind_a_raise(own: tuple[Card, ...], place: int) -> int:
    """Against hands that somebody raises with, Ace and King are worth more, and pairs below Jacks less."""
    high, low = sorted(map(rank_of, own), reverse=True)
    if (high, low) == (14, 13):
        return min(place, RERAISES_AGAIN)
    return max(place, 2 * RERAISES) if high == low < 11 else place


@cache
def _equities() -> dict[str, int]:
    return {name: int(1000 * each.equity) for name, each in counts().items()}


def _against_any(own: tuple[Card, ...]) -> int:
    return _equities()[class_of(frozenset(own))]


def _speculative(own: tuple[Card, ...]) -> bool:
    high, low = sorted(map(rank_of, own), reverse=True)
    return high == low or (own[0][1] == own[1][1] and high - low == 1 and low >= 5)


def _to_act(turn: Turn) -> int:
    """How many act after this player before the first round of betting has gone round."""
    order = turn.round.order
    first = (order.index(turn.round.big_blind) + 1) % len(order)
    acting = [*order[first:], *order[:first]]
    behind = acting[acting.index(turn.seat) + 1 :]
    return sum(not turn.round.hands[seat].folded for seat in behind)


# --- With a board -------------------------------------------------------------------------------------------

BETS, RAISES = {3: 560, 4: 640, 5: 700}, 830
"""Per thousand of the opponents' hands that it must beat to bet for value, by cards of the board; and to raise."""
MARGIN = 70
"""Of the pot, by which a call must be worth more than it costs: later bets cost more."""
TURNS_UP = {3: 42, 4: 21, 5: 0}
"""What each card that would help is worth, by cards of the board."""


def _with_a_board(turn: Turn, manner: Manner, chance: random.Random) -> PokerCommand:
    own, board, call = turn.own, turn.board, turn.allowed.call or 0
    opponents = sum(not hand.folded for seat, hand in turn.round.hands.items() if seat != turn.seat)
    beats = strength(own, board)
    if not call:
        ahead = _of_all(beats, opponents)
        if turn.least is None:
            return turn.passive
        if ahead >= BETS[len(board)]:
            return turn.raise_to(turn.pot * (50 + chance.randrange(31)) // 100)
        draws = outs(own, board) * TURNS_UP[len(board)]
        bluffs = opponents == 1 and len(board) == 3 and chance.randrange(1000) < manner.bluffs
        if (draws >= 300 and opponents <= 2 and chance.randrange(2) == 0) or bluffs:
            return turn.raise_to(turn.pot // 2)
        return turn.passive
    # a bet shows strength: the larger it is the fewer weak hands are behind it, and still fewer after a raise
    bet = 1000 * call // max(1, turn.pot - call)
    ahead = _of_all(beats, opponents)
    ahead -= (1000 - ahead) * min(bet, 1000) * (1 + (len(board) == 5) + 2 * (turn.hand.bet > 0)) // 2500
    if ahead >= RAISES and turn.least is not None:
        return turn.raise_to(turn.round.price + (turn.pot + call) * 3 // 4)
    help_to_come = outs(own, board) * TURNS_UP[len(board)]
    worth = max(0, ahead) + (1000 - max(0, ahead)) * help_to_come // 1000
    return turn.passive if worth * (turn.pot + call) > 1000 * call + MARGIN * turn.pot else turn.act(Act.FOLD)


def _of_all(beats: int, opponents: int) -> int:
    """The chance to be ahead of all of them."""
    found = 1000
    for _ in range(opponents):
        found = found * beats // 1000
    return found


def strength(own: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """How many of all hands that one opponent may have are beaten now, in thousandths; ties count half."""
    mine, won, all_hands = best_value(own + board), 0, 0
    for value, number in values_with(board, unseen(own + board)):
        all_hands += number
        if value < mine:
            won += 2 * number
        elif value == mine:
            won += number
    return 500 * won // all_hands


def outs(own: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Cards that make a flush or a straight of which an own card is a part; 0 where one is made already."""
    if len(board) == 5:
        return 0
    suits = Counter(card[1] for card in own + board)
    flush = any(suits[suit] == 4 for suit in {card[1] for card in own})
    on_board, ranks = _ranks(board), _ranks(own + board)
    straight = 0
    if not any(_run(ranks, high) == 5 for high in range(5, 15)):
        fills = {
            rank
            for high in range(5, 15)
            if _run(ranks, high) == 4 and _run(on_board, high) < 4
            for rank in range(high - 4, high + 1)
            if rank not in ranks
        }
        straight = 4 * len(fills)
    return (9 if flush else 0) + (straight * 3 // 4 if flush else straight)


def _ranks(cards: tuple[Card, ...]) -> frozenset[int]:
    """An Ace is low, too."""
    found = {rank_of(card) for card in cards}
    return frozenset(found | {1} if 14 in found else found)


def _run(ranks: frozenset[int], high: int) -> int:
    return sum(rank in ranks for rank in range(high - 4, high + 1))
