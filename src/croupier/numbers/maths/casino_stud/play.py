"""How Casino Stud is played best, and what other ways to play cost."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from croupier.numbers.maths.casino_stud import counts
from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud.deals import COMPARED, DEALS, Deals
from croupier.numbers.maths.casino_stud.groups import group_of, ranks_of_groups, starts, values_of
from croupier.numbers.maths.odds.simple_strategies import Habit
from croupier.numbers.maths.odds.strategies import ByDealersCard, Reach, StudTable
from croupier.numbers.maths.tools.rankings import CATEGORIES, lowest_of
from croupier.rules.cards import RANKS
from croupier.rules.games.casino_stud.settle import Facts
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.hands import FiveCardRank, describe_five, five_card_hands
from croupier.rules.rulebook.model import Rulebook

FOLD, BET, SOME = range(3)


def stud_table(solution: casino_stud.Solution) -> StudTable:
    codes = _codes(solution)
    return StudTable(tuple(_stud_rows(codes)), _stud_chart(codes))


def _codes(solution: casino_stud.Solution) -> list[bytes]:
    """[dealer's card][value] of odd cards and pairs: FOLD, BET or SOME."""
    bets = counts.bets(solution.qualifies, solution.gains)
    shown = range(group_of(lowest_of()[FiveCardRank.TWO_PAIRS]) + 1)
    if any(isinstance(each, list) and len(values_of(group)) > 1 for group in shown for each in bets[group]):
        from croupier.numbers.maths.casino_stud.spots import codes

        return codes(solution.qualifies, solution.gains)
    by_group = [[SOME if isinstance(each, list) else each for each in bets[group]] for group in shown]
    return [
        bytes([FOLD, *(code for group in shown for code in [by_group[group][up]] * len(values_of(group)))])
        for up in range(13)
    ]


def _shown() -> list[tuple[int, tuple[int, ...]]]:
    """Odd cards, pairs and the lowest two pairs, ascending: value, and ranks from 0, the most telling first."""
    last = lowest_of()[FiveCardRank.TWO_PAIRS]
    return [
        (value, tuple(rank - 2 for rank in ranks)) for value, (_, ranks, _) in enumerate(five_card_hands()[:last], 1)
    ]


def _stud_rows(codes: list[bytes]) -> Iterator[ByDealersCard]:
    hands = _shown()
    for up in range(12, -1, -1):
        held = [value for value, ranks in hands if up in ranks]
        others = [value for value, ranks in hands if up not in ranks]
        yield ByDealersCard(RANKS[up], _reach(codes[up], held), _reach(codes[up], others))


def _reach(codes: bytes, values: list[int]) -> Reach:
    """`values` are those of hands that one may hold, ascending."""
    lowest_bet = next((value for value in values if codes[value] != FOLD), values[-1])
    highest_folded = next((value for value in reversed(values) if codes[value] != BET), 0)
    always = next((value for value in values if value > highest_folded), None)
    pair = next(value for value in values if value >= lowest_of()[FiveCardRank.ONE_PAIR])

    def told(value: int) -> str:
        return "any pair" if value == pair else in_short(value)

    return Reach(
        bets_from=told(lowest_bet),
        folds_to=told(highest_folded) if highest_folded else "none",
        depends=sum(lowest_bet <= value <= highest_folded for value in values),
        always_from="none" if always is None else told(always),
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


def _stud_chart(codes: list[bytes]) -> dict[str, dict[str, tuple[str, str]]]:
    kinds: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
    for value, ranks in reversed(_shown()):
        if kind := _kind(ranks, value):
            kinds.setdefault(kind, []).append((value, ranks))
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for kind, hands in kinds.items():
        found[kind] = {}
        for up in range(12, -1, -1):
            held = {codes[up][value] for value, ranks in hands if up in ranks}
            others = {codes[up][value] for value, ranks in hands if up not in ranks}
            found[kind][RANKS[up]] = _what(held), _what(others)
    return found


def _what(codes: set[int]) -> str:
    if not codes:
        return "–"
    if len(codes) > 1 or SOME in codes:
        return "depends"
    return "bet" if BET in codes else "fold"


def in_short(value: int) -> str:
    """ "A-K-Q-8-2" for odd cards, the hand in words otherwise."""
    words = describe_five(value)
    return words.removeprefix("Five Odd Cards, ")


# --- What other ways cost -----------------------------------------------------------------------------------

Where = Callable[[int, int], bool]
"""Whether it applies to a group, given by its lowest value, against a dealer's card."""


def stud_habits(book: Rulebook, best: casino_stud.Solution) -> Iterator[Habit]:
    every = counts.deals(best.qualifies)
    ante, optimum = best.played.unit, best.played.ev
    settled = casino_stud.tables(book, {Spot.ANTE: ante})
    assert all(each.net() == -ante for each in settled.folded.values())
    nets = {rank: [settled.stayed[Facts(outcome, rank)].net() + ante for outcome in COMPARED] for rank in CATEGORIES}

    def ev(betting: Deals) -> Fraction:
        """In ante units, with these bets, all else folded."""
        total = sum(
            number * net
            for rank, by_up in zip(ranks_of_groups(), betting, strict=True)
            for numbers in by_up
            for number, net in zip(numbers, nets[rank], strict=True)
        )
        return Fraction(total, DEALS * ante) - 1

    def chosen(deals: Deals, where: Where, otherwise: Deals | None = None) -> Deals:
        nothing = [0] * len(COMPARED)
        return [
            [
                deals[group][up] if where(value, up) else (nothing if otherwise is None else otherwise[group][up])
                for up in range(13)
            ]
            for group, value in enumerate(starts())
        ]

    assert ev(best.betting) == optimum
    pair, ace_king = qualifying_value("one-pair", 5), qualifying_value("ace-king", 5)
    ranks_of = {value: tuple(rank - 2 for rank in five_card_hands()[value - 1][1]) for value in range(ace_king, pair)}
    eight_three = next(value for value, ranks in ranks_of.items() if ranks == (12, 11, 9, 6, 1))
    ways: dict[str, Where] = {
        "bet every hand": lambda value, up: True,
        "bet a pair or better, fold the rest": lambda value, up: value >= pair,
        "bet Ace-King or better, as the dealer qualifies": lambda value, up: value >= ace_king,
        "bet A-K-J-8-3 or better": lambda value, up: value >= eight_three,
        "bet pairs, and Ace-King by three rules: the dealer's 2–Q matches one's hand; it is A or K and one holds"
        " Q or J; it matches nothing, one holds the Queen and its rank is below one's fourth card": lambda value, up: (
            value >= pair or (value in ranks_of and _three_rules(ranks_of[value], up))
        ),
    }
    for words, where in ways.items():
        found = ev(chosen(every, where))
        yield Habit(words, found, optimum - found)
    threes, folded = qualifying_value("pair-of-threes", 5), chosen(every, lambda value, up: False)
    mistakes: dict[str, tuple[Where, Deals]] = {
        "fold a pair of Twos": (lambda value, up: pair <= value < threes, folded),
        "fold every Ace-King": (lambda value, up: ace_king <= value < pair, folded),
        "bet every Ace-King": (lambda value, up: ace_king <= value < pair, every),
        "bluff with less than Ace-King against a Two": (lambda value, up: value < ace_king and up == 0, every),
    }
    for words, (where, instead) in mistakes.items():
        found = ev(chosen(instead, where, best.betting))
        yield Habit(words, found, optimum - found, mistake=True)


def _three_rules(held: tuple[int, ...], up: int) -> bool:
    """For Ace-King: against a card one holds; or with Queen or Jack, if the dealer shows Ace or King; and so on."""
    if up <= 10 and up in held:
        return True
    if up >= 11 and (10 in held or 9 in held):
        return True
    return up not in held and 10 in held and up < held[3]
