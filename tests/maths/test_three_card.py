"""3 Card Poker: the fast counts equal every deal dealt, and the public figures."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.three_card.kinds import COMPARED
from croupier.numbers.maths.tools.results import SideBet
from croupier.rules.cards import DECK, seeded_chance
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.three_card.game import GAME
from croupier.rules.games.three_card.settle import qualifies
from croupier.rules.hands import ThreeCardRank, rank_of, three_card_rank, three_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.payouts import Payout
from tests.oracle import long_way as reference

BOOK = load("three-card-poker@3")


def paying(table: str, **pays: int) -> Rulebook:
    """The approved book with some rows changed."""
    known = BOOK.paytables[table]
    rows: Mapping[str, Payout] = {**known.pays, **{hand.replace("_", "-"): odds for hand, odds in pays.items()}}
    return replace(BOOK, paytables={**BOOK.paytables, table: replace(known, pays=rows)})


def pair_plus(book: Rulebook) -> SideBet:
    (bet,) = GAME.side_bets_in(book)
    return three_card.on_own_hand(book, bet, three_card.solve(book).plays)


def test_public_figures() -> None:
    solution = three_card.solve(BOOK)
    assert solution.played.ev == Fraction(-13_733_780, 407_170_400)
    assert solution.threshold_hand == "Three Odd Cards, Q-6-4"
    assert solution.regular
    assert pair_plus(paying("pair-plus", straight=6)).ev == Fraction(-512, 22_100)
    assert pair_plus(BOOK).ev == Fraction(-308, 5_525)


def test_the_whole_distribution() -> None:
    played = three_card.solve(BOOK).played
    assert played.deals == 22_100 * 18_424 == 407_170_400
    assert played.counts == {
        Fraction(-2): 91_126_832,
        Fraction(-1): 132_923_304,
        Fraction(0): 249_216,
        Fraction(1): 80_955_780,
        Fraction(2): 91_100_696,
        Fraction(3): 8_976_452,
        Fraction(5): 289_104,
        Fraction(6): 931_972,
        Fraction(7): 617_044,
    }
    assert sum(played.distribution.values()) == 1
    assert sum(net * chance for net, chance in played.distribution.items()) == played.ev == sum(played.bets.values())
    assert played.average_bet == 1 + played.decisions["play"]


@pytest.mark.slow
@pytest.mark.parametrize("words", ["queen-high", "anything", "one-pair"])
def test_counts_equal_every_deal(words: str) -> None:
    value = qualifying_value(words, 3)
    assert (three_card.outcomes(value) == reference.three_card_deals(value)).all()


@pytest.mark.slow
def test_the_whole_solve_dealt_out() -> None:
    """Every deal, each hand played or folded as is better, and each paid as chapter 4 says."""
    bonus = {ThreeCardRank.STRAIGHT_FLUSH: 5, ThreeCardRank.THREE_OF_A_KIND: 4, ThreeCardRank.STRAIGHT: 1}
    found: Counter[int] = Counter()
    deals = reference.three_card_deals(qualifying_value("queen-high", 3)).tolist()
    for hand, counts in zip(combinations(DECK, 3), deals, strict=True):
        extra = bonus.get(three_card_rank(three_card_value(hand)), 0)
        nets = [1 + extra, 2 + extra, extra, -2 + extra]
        if sum(net * number for net, number in zip(nets, counts, strict=True)) > -sum(counts):
            for net, number in zip(nets, counts, strict=True):
                found[net] += number
        else:
            found[-1] += sum(counts)
    played = three_card.solve(BOOK).played
    assert played.counts == {Fraction(net): number for net, number in found.items() if number}


def test_counts_equal_the_games_own_comparison() -> None:
    chance = seeded_chance("three cards")
    found = three_card.outcomes(qualifying_value("queen-high", 3))
    hands = list(combinations(DECK, 3))
    for place in chance.sample(range(len(hands)), 3):
        expected = reference.three_card_outcomes(BOOK, hands[place])
        assert dict(zip(COMPARED, found[place].tolist(), strict=True)) == {
            outcome: expected[outcome] for outcome in COMPARED
        }


def test_queen_high_is_what_the_game_says() -> None:
    value = qualifying_value(BOOK.procedure.dealer_qualifies, 3)
    for hand in combinations(DECK, 3):
        own = three_card_value(hand)
        queen_or_better = max(map(rank_of, hand)) >= 12 or three_card_rank(own) > ThreeCardRank.THREE_ODD_CARDS
        assert qualifies(BOOK, own) == (own >= value) == queen_or_better


def test_a_fold_forfeits_pair_plus_so_pairs_are_never_folded() -> None:
    poor = paying("ante-bonus", straight_flush=0, three_of_a_kind=0, straight=0)
    alone, together = three_card.solve(poor), three_card.solve(poor, side_bets={Spot.PAIR_PLUS: Cents(100)})
    assert together.played.ev == alone.played.ev + pair_plus(poor).ev


def test_strategies_cost() -> None:
    best = three_card.solve(BOOK).played.ev
    blind = three_card.solve(BOOK, strategy=lambda cards: True).played.ev
    like_the_dealer = three_card.solve(BOOK, strategy=lambda cards: qualifies(BOOK, three_card_value(cards))).played.ev
    assert blind < like_the_dealer < best


def test_envy_by_number_of_other_players() -> None:
    def extra(others: int) -> Fraction:
        return three_card.solve(BOOK, jackpot=Cents(100), meter=Cents(1_000_000), others=others).played.extra

    assert extra(0) == 0
    assert extra(2) > extra(1) > 0
    # the other player's hand is one of 22,100; a folded box gets nothing
    assert extra(1) < Fraction(25_000 + 3 * 5_000, 22_100)


def test_totals_are_asserted() -> None:
    found = three_card.outcomes(qualifying_value("queen-high", 3))
    assert found.sum() == three_card.DEALS
    assert (np.asarray(found) >= 0).all()
