"""The fast solvers against the straight ones: a slice dealt out again each time, all of it through a kept digest.

`python bench/prove.py` has dealt whole games out; the digests in `tests/data/proved.json` are of the straight
solvers' integers, so a fast solver with the same digest has the same integers everywhere.
"""

import json
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from croupier.numbers.maths.casino_stud import situations as stud_spots
from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud import spots as stud_counted
from croupier.numbers.maths.casino_stud.deals import DEALS
from croupier.numbers.maths.holdem import boards
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.tools.rank_arrays import categories
from croupier.rules.cards import DECK, seeded_chance
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.hands import best_value, five_card_value
from croupier.rules.rulebook.load import load
from tests.oracle import brute_force as straight
from tests.oracle import proofs

STUD, HOLDEM = load("casino-stud@2"), load("progressive-holdem@6")
ACE_KING = qualifying_value(STUD.procedure.dealer_qualifies, 5)
PROVED = json.loads((Path(__file__).parents[1] / "data" / "proved.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_kinds_of_cards() -> None:
    flops, number = straight.kinds_of(3)
    assert len(flops) == 1_755
    assert number.sum() == comb(52, 3)
    fast = boards.flops()
    assert sorted(fast[:, 6].tolist()) == sorted(number.tolist())
    assert len(straight.kinds_of(5)[0]) == 134_459


@pytest.mark.slow
def test_straight_values_are_those_of_hands() -> None:
    values = straight.five_values()
    chance = seeded_chance("fives")
    for _ in range(500):
        cards = sorted(chance.sample(range(52), 7))
        number = sum(comb(card, place + 1) for place, card in enumerate(cards[:5]))
        assert values[number] == five_card_value([DECK[card] for card in cards[:5]])
        seven = straight.best_of_seven(np.array(cards), values, straight.CHOOSE, straight.PLACES_OF_FIVE)
        assert seven == best_value([DECK[card] for card in cards])


@pytest.mark.slow
def test_flops_dealt_out() -> None:
    """Hold'em: some flops with all that can follow, 2,517,086,880 deals each."""
    flops = straight.kinds_of(3)[0][seeded_chance("flops").sample(range(1_755), 3)]
    fast = proofs.fast_flops(HOLDEM, flops)
    for flop, counted in zip(flops, fast, strict=True):
        assert counted.sum() == proofs.DEALS_OF_FLOP
        assert (counted == proofs.straight_flop(HOLDEM, flop)).all()


@pytest.mark.slow
def test_stud_hands_dealt_out() -> None:
    """Casino Stud: some hands against all that the dealer may have and show, 7,669,695 deals each."""
    hands = straight.kinds_of(5)[0][seeded_chance("hands").sample(range(134_459), 40)]
    fast = proofs.fast_stud(STUD, hands)
    for hand, counted in zip(hands, fast, strict=True):
        assert counted.sum() == 47 * stud_spots.DEALERS
        assert (counted == proofs.straight_stud(STUD, hand)).all()


@pytest.mark.slow
def test_every_flop_is_as_it_was_dealt_out() -> None:
    flops, number = straight.kinds_of(3)
    fast = proofs.fast_flops(HOLDEM, flops)
    assert proofs.digest(fast) == PROVED["progressive-holdem"]["digest"]
    assert (np.tensordot(number, fast, axes=1) == holdem.counted(HOLDEM)).all()


@pytest.mark.slow
def test_every_stud_hand_is_as_it_was_dealt_out() -> None:
    hands, number = straight.kinds_of(5)
    fast = proofs.fast_stud(STUD, hands)
    assert proofs.digest(fast) == PROVED["casino-stud"]["digest"]
    # and each spot stands for as many hands and dealer's cards as there are
    spots = stud_counted.every_spot(ACE_KING)
    of_spot = spots.in_place(spots.hands, empty=0)
    counted = np.zeros(of_spot.shape, dtype=np.int64)
    for up in range(52):
        free = (hands != up).all(axis=1)
        pattern, rank, place = proofs.spots_of(hands[free], up)
        np.add.at(counted[:, rank], (pattern, place), number[free])
    assert (counted == of_spot).all()
    assert of_spot.sum() == stud_spots.HANDS * 47


def test_stud_decisions_follow_from_the_spots() -> None:
    """What is counted of all deals is no more than this: in each spot, bet if that is worth more than the Ante."""
    spots = stud_counted.every_spot(ACE_KING)
    outcomes, number = (spots.in_place(each, empty=0).astype(np.int64) for each in (spots.outcomes, spots.hands))
    solution = casino_stud.solve(STUD)
    known = stud_spots.patterns()
    ranking = np.repeat(categories()[known.values][:, None], stud_spots.PLACES, axis=1)
    ranking[:, stud_spots.FLUSH_ELSEWHERE :] = categories()[known.suited][:, None]
    pays = np.array([0, 1, 1, 2, 3, 4, 5, 7, 20, 50, 250])  # by ranking, of 4.1
    bet = pays[ranking][:, None, :]
    margin = outcomes[..., 0] + outcomes[..., 1] * (1 + 2 * bet) - 3 * outcomes[..., 3] + stud_spots.DEALERS
    bets = margin > 0
    decided = stud_counted.decisions(solution.qualifies, solution.gains)
    assert (decided[number > 0] == bets[number > 0]).all()
    total = int((number * np.where(bets, margin, 0)).sum()) - DEALS
    assert solution.played.ev == Fraction(total, DEALS)


def test_spots_of_many_are_those_of_one() -> None:
    chance = seeded_chance("spots")
    for _ in range(200):
        *cards, up = chance.sample(range(52), 6)
        hand = np.array([sorted(cards)])
        pattern, rank, place = proofs.spots_of(hand, up)
        assert (pattern[0], rank, place[0]) == stud_counted.spot_of([DECK[card] for card in sorted(cards)], DECK[up])
    assert len(list(combinations(range(7), 5))) == len(straight.PLACES_OF_FIVE)
