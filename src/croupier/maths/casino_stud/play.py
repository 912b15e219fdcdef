"""How Casino Stud is played best, and what other ways to play cost."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from croupier.cards import RANKS
from croupier.games.casino_stud.settle import Facts, Outcome, settle
from croupier.games.house.qualify import qualifying_value
from croupier.games.house.spots import Spot
from croupier.hands import describe_five, five_card_hands
from croupier.maths.casino_stud import situations as stud_spots
from croupier.maths.casino_stud import solver as casino_stud
from croupier.maths.odds.simple_strategies import Habit
from croupier.maths.odds.strategies import ByDealersCard, Reach, StudTable
from croupier.maths.tools.rank_arrays import Ints, categories
from croupier.maths.tools.rankings import CATEGORIES, VALUES
from croupier.maths.tools.settlement_table import Stakes, tabulate
from croupier.money import Cents
from croupier.rulebook.model import Rulebook

Bools = npt.NDArray[np.bool_]


def stud_table(solution: casino_stud.Solution) -> StudTable:
    return StudTable(tuple(_stud_rows(solution)), _stud_chart(solution))


def _stud_rows(solution: casino_stud.Solution) -> Iterator[ByDealersCard]:
    known = stud_spots.patterns()
    order = np.argsort(known.values)
    order = order[known.values[order] <= qualifying_value("two-pairs", 5)]
    for up in range(12, -1, -1):
        held = (known.ranks[order] == up).any(axis=1)
        reaches = [_reach(solution, order[held == matching], up) for matching in (True, False)]
        yield ByDealersCard(RANKS[up], *reaches)


def _reach(solution: casino_stud.Solution, hands: npt.NDArray[np.int64], up: int) -> Reach:
    spots = solution.decisions[hands, up, : stud_spots.FLUSH_ELSEWHERE]
    values = stud_spots.patterns().values[hands]
    some_bet, some_folded = (spots == 1).any(axis=1), (spots == 0).any(axis=1)
    lowest_bet = int(values[some_bet].min(initial=int(values.max())))
    highest_folded = int(values[some_folded].max(initial=0))
    always = values[values > highest_folded]
    pair = int(values[values >= qualifying_value("one-pair", 5)].min())

    def told(value: int) -> str:
        return "any pair" if value == pair else in_short(value)

    return Reach(
        bets_from=told(lowest_bet),
        folds_to=told(highest_folded) if highest_folded else "none",
        depends=int(((values >= lowest_bet) & (values <= highest_folded)).sum()),
        always_from=told(int(always.min())) if len(always) else "none",
    )


def _kind(ranks: tuple[int, ...], value: int) -> str:
    """The row of the chart for five ranks of odd cards or a pair; "" for what is not shown."""
    pair, ace_king = qualifying_value("one-pair", 5), qualifying_value("ace-king", 5)
    if value >= pair:
        return "any pair" if value < qualifying_value("two-pairs", 5) else ""
    if value < ace_king:
        return "less than A-K"
    third = ranks[2]
    return f"A-K-{RANKS[third]}" if third >= 5 else "A-K-6 or less"


def _stud_chart(solution: casino_stud.Solution) -> dict[str, dict[str, tuple[str, str]]]:
    known = stud_spots.patterns()
    kinds: dict[str, list[int]] = {}
    for hand in np.argsort(-known.values):
        if kind := _kind(tuple(known.ranks[hand].tolist()), int(known.values[hand])):
            kinds.setdefault(kind, []).append(int(hand))
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for kind, hands in kinds.items():
        found[kind] = {}
        for up in range(12, -1, -1):
            held = (known.ranks[hands] == up).any(axis=1)
            spots = solution.decisions[hands, up, : stud_spots.FLUSH_ELSEWHERE]
            found[kind][RANKS[up]] = _what(spots[held]), _what(spots[~held])
    return found


def _what(spots: npt.NDArray[np.int8]) -> str:
    bet, folded = bool((spots == 1).any()), bool((spots == 0).any())
    if bet and folded:
        return "depends"
    return "bet" if bet else ("fold" if folded else "–")


def in_short(value: int) -> str:
    """ "A-K-Q-8-2" for odd cards, the hand in words otherwise."""
    words = describe_five(value)
    return words.removeprefix("Five Odd Cards, ")


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
