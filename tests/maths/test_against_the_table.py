"""The kernels' comparing and paying against the live engine: the same cards, the same decisions, the same money."""

from collections.abc import Mapping
from random import Random

import numpy as np
import pytest

from croupier.numbers.maths.casino_stud import deals as stud_deals
from croupier.numbers.maths.casino_stud import situations as stud_spots
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.three_card.kinds import COMPARED, KINDS
from croupier.numbers.maths.tools.evaluate7 import values_of
from croupier.numbers.maths.tools.rank_arrays import categories, suited_ranks
from croupier.numbers.maths.tools.rankings import lowest_of
from croupier.numbers.maths.tools.settlement_table import tabulate
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import DECK, Card, seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.casino_stud import settle as stud
from croupier.rules.games.house.commands import CloseBets, MakeDecision, PlaceBet
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits
from croupier.rules.games.three_card import settle as three
from croupier.rules.hands import FiveCardRank
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of

ANTE = Cents(500)
ROUNDS = 300


def play(
    key: str, chance: Random, bets: Mapping[Spot, Cents], choices: tuple[tuple[Decision, ...], ...]
) -> HouseDealer:
    """One round of one box with random cards and random decisions."""
    game = HOUSE_GAMES[game_of(key)]
    limits = {spot: Limits(Cents(100), Cents(100_000)) for spot in bets}
    table = HouseTable(Device.SHUFFLER, limits, {1: "Ann"})
    book = at_the_table(key, Device.SHUFFLER)
    dealer = HouseDealer(game, book, table, None, ShuffledDecks(chance))
    for spot, amount in bets.items():
        dealer.act(PlaceBet(1, spot, amount))
    dealer.act(CloseBets())
    for options in choices:
        decision = chance.choice(options)
        dealer.act(MakeDecision(1, decision))
        if decision is Decision.FOLD:
            break
    assert dealer.round.over
    return dealer


def paid_at_the_table(dealer: HouseDealer) -> int:
    box = dealer.round.boxes[1]
    lines = sum(line.returned + line.paid - line.staked for line in box.lines)
    return lines + sum(award.paid for award in box.awards)


def numbers(cards: tuple[Card, ...]) -> list[int]:
    return [DECK.index(card) for card in cards]


@pytest.mark.parametrize("pair_plus", [0, 200])
def test_three_card(pair_plus: int) -> None:
    key, chance = "three-card-poker@3", seeded_chance("three at the table")
    book = at_the_table(key, Device.SHUFFLER)
    bets = {Spot.ANTE: ANTE, **({Spot.PAIR_PLUS: Cents(pair_plus)} if pair_plus else {})}
    folded = tabulate(three.settle, book, bets, [three.Facts(three.Outcome.FOLDED, kind) for kind in KINDS])
    every = [three.Facts(outcome, kind) for outcome in COMPARED for kind in KINDS]
    stayed = tabulate(three.settle, book, {**bets, Spot.PLAY: ANTE}, every)
    deck = three_card.deck()
    place = {tuple(hand): number for number, hand in enumerate(deck.hands.tolist())}
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 3)
    for _ in range(ROUNDS):
        dealer = play(key, chance, bets, ((Decision.PLAY, Decision.PLAY, Decision.FOLD),))
        box = dealer.round.boxes[1]
        own, other = (place[tuple(sorted(numbers(cards)))] for cards in (box.cards, dealer.round.dealer))
        kind = KINDS[deck.kinds[own]]
        if box.decisions == (Decision.FOLD,):
            expected = folded[three.Facts(three.Outcome.FOLDED, kind)]
        else:
            value, against = deck.values[own], deck.values[other]
            order = 0 if against < qualifies else 1 if value > against else 2 if value == against else 3
            expected = stayed[three.Facts(COMPARED[order], kind)]
        assert expected.net() == paid_at_the_table(dealer)


def five_value(cards: list[int]) -> int:
    ranks = sorted(card // 4 for card in cards)
    if len({card % 4 for card in cards}) == 1:
        return int(suited_ranks()[sum(1 << rank for rank in ranks)])
    known = stud_spots.patterns()
    return int(known.values[np.flatnonzero((known.ranks == ranks).all(axis=1))[0]])


def test_casino_stud() -> None:
    key, chance = "casino-stud@2", seeded_chance("stud at the table")
    book = at_the_table(key, Device.SHUFFLER)
    bets = {Spot.ANTE: ANTE}
    folded = tabulate(stud.settle, book, bets, [stud.Facts(stud.Outcome.FOLDED, rank) for rank in FiveCardRank])
    every = [stud.Facts(outcome, rank) for outcome in stud_deals.COMPARED for rank in FiveCardRank]
    stayed = tabulate(stud.settle, book, {**bets, Spot.BET: Cents(2 * ANTE)}, every)
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 5)
    for _ in range(ROUNDS):
        dealer = play(key, chance, bets, ((Decision.BET, Decision.BET, Decision.FOLD),))
        box = dealer.round.boxes[1]
        value, against = five_value(numbers(box.cards)), five_value(numbers(dealer.round.dealer))
        rank = FiveCardRank(categories()[value])
        if box.decisions == (Decision.FOLD,):
            expected = folded[stud.Facts(stud.Outcome.FOLDED, rank)]
        else:
            order = 0 if against < qualifies else 1 if value > against else 2 if value == against else 3
            expected = stayed[stud.Facts(stud_deals.COMPARED[order], rank)]
        assert expected.net() == paid_at_the_table(dealer)


def test_holdem() -> None:
    key, chance = "progressive-holdem@6", seeded_chance("hold'em at the table")
    book = at_the_table(key, Device.SHUFFLER)
    settled = holdem.tables(book, ANTE)
    straight = lowest_of()[FiveCardRank.STRAIGHT]
    choices = (
        (Decision.FLOP, Decision.FLOP, Decision.FLOP, Decision.FOLD),
        (Decision.TURN, Decision.CHECK),
        (Decision.RIVER, Decision.CHECK),
    )
    for _ in range(ROUNDS):
        dealer = play(key, chance, {Spot.ANTE: ANTE}, choices)
        box = dealer.round.boxes[1]
        if box.decisions == (Decision.FOLD,):
            assert settled.a_fold.net() == paid_at_the_table(dealer)
            continue
        board = numbers(dealer.round.community)
        hands = np.array([[*numbers(box.cards), *board], [*numbers(dealer.round.dealer), *board]], dtype=np.uint8)
        own, other = values_of(hands).tolist()
        result = (1 if own >= straight else 0) if own > other else 2 if own == other else 3
        bets = 2 * (Decision.TURN in box.decisions) + (Decision.RIVER in box.decisions)
        assert settled.net[bets][result] == paid_at_the_table(dealer)
