"""What other ways to play cost: simple strategies, and single mistakes made every time."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from croupier.games.casino_stud.settle import Facts, Outcome, settle
from croupier.games.house.qualify import qualifying_value
from croupier.games.house.spots import Spot
from croupier.hands import describe_three, five_card_hands
from croupier.maths.casino_stud import solver as casino_stud
from croupier.maths.holdem import solver as holdem
from croupier.maths.holdem.mistakes import Holding
from croupier.maths.three_card import solver as three_card
from croupier.maths.tools.rank_arrays import CATEGORIES, VALUES, Ints, categories
from croupier.maths.tools.settlement_table import ONE, Stakes, tabulate
from croupier.money import Cents
from croupier.rulebook.model import Rulebook
from croupier.values import Value

Bools = npt.NDArray[np.bool_]


class Habit(Value):
    """A simple way to play, or one mistake made every time, with what it costs in ante units a deal."""

    words: str
    ev: Fraction
    cost: Fraction
    mistake: bool = False


# --- 3 Card Poker -------------------------------------------------------------------------------------------


def three_card_habits(best: three_card.Solution) -> Iterator[Habit]:
    values, optimum = three_card.deck().values, best.played.ev

    def ev(plays: Bools) -> Fraction:
        """A fold loses the Ante; a hand that is played brings its margin more."""
        total = sum(best.margins[plays].tolist())
        return Fraction(total, three_card.DEALS * best.played.unit) - 1

    assert ev(best.plays) == optimum
    ways = {
        "play every hand": values >= 0,
        "play as the dealer qualifies: Queen high or better": values >= qualifying_value("queen-high", 3),
        "play any Ace or King, or better": values >= qualifying_value("king-high", 3),
        "play a pair or better": values >= qualifying_value("one-pair", 3),
    }
    for words, plays in ways.items():
        yield Habit(words, ev(plays), optimum - ev(plays))
    if not best.regular or not 1 < best.threshold < three_card.VALUES:
        return
    queens = (values >= qualifying_value("queen-high", 3)) & (values < qualifying_value("king-high", 3))
    mistakes = {
        f"fold {describe_three(best.threshold)}": best.plays & (values != best.threshold),
        f"play {describe_three(best.threshold - 1)}": best.plays | (values == best.threshold - 1),
        "fold every Queen high": best.plays & ~queens,
        "play every Queen high": best.plays | queens,
    }
    for words, plays in mistakes.items():
        yield Habit(words, ev(plays), optimum - ev(plays), mistake=True)


# --- Casino Stud --------------------------------------------------------------------------------------------


def _stud_nets(book: Rulebook, ante: Cents) -> dict[int, list[int]]:
    """What a box that bets wins or loses, by ranking and outcome, in cents."""
    stakes: Stakes = {Spot.ANTE: ante, Spot.BET: Cents(ante * book.procedure.multiples[Spot.BET])}
    facts = {rank: [Facts(outcome, rank) for outcome in casino_stud.COMPARED] for rank in CATEGORIES}
    paid = tabulate(settle, book, stakes, (each for row in facts.values() for each in row))
    folded = tabulate(settle, book, {Spot.ANTE: ante}, [Facts(Outcome.FOLDED, rank) for rank in CATEGORIES])
    assert all(each.net() == -ante for each in folded.values())
    return {int(rank): [paid[each].net() for each in row] for rank, row in facts.items()}


def stud_habits(book: Rulebook, best: casino_stud.Solution) -> Iterator[Habit]:
    every_deal = casino_stud.deals_by_value(qualifying_value(book.procedure.dealer_qualifies, 5))
    nets, ante, optimum = _stud_nets(book, best.played.unit), best.played.unit, best.played.ev
    places: Ints = np.indices(every_deal.shape[:2])
    value, up = places[0], places[1]

    def ev(betting: Ints) -> Fraction:
        """In ante units, with these bets, all else folded."""
        total = 0
        for rank, net in nets.items():
            deals = betting[categories() == rank].sum(axis=(0, 1)).tolist()
            total += sum(number * (each + ante) for number, each in zip(deals, net, strict=True))
        return Fraction(total, casino_stud.DEALS * ante) - 1

    assert ev(best.betting) == optimum
    pair, ace_king = qualifying_value("one-pair", 5), qualifying_value("ace-king", 5)
    aces = (value >= ace_king) & (value < pair)
    pairs: Bools = value >= pair
    eight_three = next(
        number
        for number, (_, ranks, suited) in enumerate(five_card_hands(), 1)
        if ranks == (14, 13, 11, 8, 3) and not suited
    )
    ways: dict[str, Bools] = {
        "bet every hand": value > 0,
        "bet a pair or better, fold the rest": pairs,
        "bet Ace-King or better, as the dealer qualifies": value >= ace_king,
        "bet A-K-J-8-3 or better": value >= eight_three,
        "bet pairs, and Ace-King by three rules: the dealer's 2–Q matches one's hand; it is A or K and one holds"
        " Q or J; it matches nothing, one holds the Queen and its rank is below one's fourth card": pairs
        | (aces & _table_of(_three_rules)),
    }
    for words, bets in ways.items():
        found = ev(every_deal * bets[:, :, None])
        yield Habit(words, found, optimum - found)
    twos = pairs & (value < qualifying_value("pair-of-threes", 5))
    folded = np.zeros_like(every_deal)
    mistakes: dict[str, tuple[Bools, Ints]] = {
        "fold a pair of Twos": (twos, folded),
        "fold every Ace-King": (aces, folded),
        "bet every Ace-King": (aces, every_deal),
        "bluff with less than Ace-King against a Two": ((value < ace_king) & (up == 0), every_deal),
    }
    for words, (where, instead) in mistakes.items():
        found = ev(np.where(where[:, :, None], instead, best.betting))
        yield Habit(words, found, optimum - found, mistake=True)


def _three_rules(held: tuple[int, ...], up: int) -> bool:
    """For Ace-King: against a card one holds; or with Queen or Jack, if the dealer shows Ace or King; and so on."""
    if up <= 10 and up in held:
        return True
    if up >= 11 and (10 in held or 9 in held):
        return True
    return up not in held and 10 in held and up < held[3]


def _table_of(rule: Callable[[tuple[int, ...], int], bool]) -> Bools:
    """[value, dealer's rank] for a rule about ranks, 0 for a Two."""
    found = np.zeros((VALUES + 1, 13), dtype=np.bool_)
    for value, (_, ranks, _) in enumerate(five_card_hands(), 1):
        held = tuple(rank - 2 for rank in ranks)
        found[value] = [rule(held, up) for up in range(13)] if len(held) == 5 else False
    return found


# --- Progressive Texas Hold'em ------------------------------------------------------------------------------

NEAREST = 3
"""Hole cards shown on each side of the fold."""


def holdem_habits(
    book: Rulebook, best: holdem.Solution, turn: tuple[Holding, ...], river: tuple[Holding, ...]
) -> Iterator[Habit]:
    optimum = best.played.ev
    always, never = holdem.Habit.ALWAYS, holdem.Habit.NEVER
    ways = {
        "never fold": holdem.solve(book, ante=ONE, strategy=lambda hole: True),
        "fold all but pairs, Aces, Kings and suited cards": holdem.solve(
            book, ante=ONE, strategy=lambda hole: hole.suited or hole.high >= 11 or hole.high == hole.low
        ),
        "always bet on turn and river": holdem.solve(book, ante=ONE, turn=always, river=always),
        "never bet on turn and river": holdem.solve(book, ante=ONE, turn=never, river=never),
        "always bet on the turn": holdem.solve(book, ante=ONE, turn=always),
        "never bet on the turn": holdem.solve(book, ante=ONE, turn=never),
        "always bet on the river": holdem.solve(book, ante=ONE, river=always),
        "never bet on the river": holdem.solve(book, ante=ONE, river=never),
    }
    for words, solution in ways.items():
        yield Habit(words, solution.played.ev, optimum - solution.played.ev)
    margin = {choice: abs(choice.flop - choice.fold) for choice in best.choices}
    for kind in (True, False):
        nearest = sorted((choice for choice in best.choices if choice.bets is kind), key=margin.__getitem__)[:NEAREST]
        for choice in nearest:
            cost = margin[choice] * Fraction(choice.hole.combinations, holdem.HOLES)
            words = f"before the flop: {'fold' if kind else 'play'} {choice.hole}"
            yield Habit(words, optimum - cost, cost, mistake=True)
    for street, holdings in (("turn", turn), ("river", river)):
        for holding in holdings:
            bets = 2 * holding.bet < holding.spots
            cost = holding.cost(bets=bets)
            words = f"{street}: always {'bet' if bets else 'check'} with {holding.words}"
            yield Habit(words, optimum - cost, cost, mistake=True)
