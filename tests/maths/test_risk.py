"""Spread, bands and liability: exact second moments, and the same bets at a table that plays them."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from croupier.base.errors import Unreadable
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.awards import BOARD, OWN
from croupier.numbers.maths.holdem.boards import fours, showdowns
from croupier.numbers.maths.holdem.counts import awards
from croupier.numbers.maths.holdem.decisions import turn_decisions
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES
from croupier.numbers.maths.holdem.together import award_deals, played_together
from croupier.numbers.maths.kernels.together import count_award_deals
from croupier.numbers.maths.odds.risk import AGAINST_THE_DEALER, CONFIDENCE, ROUNDS, TOGETHER, Spread
from croupier.numbers.maths.odds.sheet import Sheet, approved
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.tools.rank_arrays import STEPS, sevens
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import DECK, seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.commands import CloseBets, MakeDecision, PlaceBet
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits
from croupier.rules.games.progressive_holdem.settle import Outcome, facts_of
from croupier.rules.hands import three_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device
from tests.oracle.board_spots import on_the_flop, on_the_turn

THREE, STUD, HOLDEM = GAMES = tuple(HOUSE_GAMES)
METER = Cents(10_000_000)
ANTE = Cents(1_000)
SIGN = {Spot.ANTE: Cents(100_000)}


@pytest.fixture(scope="module", params=GAMES)
def solved(request: pytest.FixtureRequest) -> Sheet:
    return sheet(approved(request.param), ante=ANTE, meter=METER, most=SIGN, boxes=7)


def risk_of(found: Sheet) -> dict[str, Spread]:
    assert found.risk is not None
    return {spread.name: spread for spread in found.risk.spreads}


def test_spreads_are_whole_distributions(solved: Sheet) -> None:
    for spread in risk_of(solved).values():
        assert sum(spread.distribution.values()) == 1
        assert spread.won + spread.level + spread.lost == 1
        assert abs(spread.deviation**2 - spread.variance) < Fraction(1, 10**8) * (1 + spread.deviation)


def test_spreads_agree_with_the_sheet(solved: Sheet) -> None:
    spreads = risk_of(solved)
    main = spreads[AGAINST_THE_DEALER]
    assert (main.mean, main.variance) == (solved.played.ev, solved.played.variance)
    parts = [spread for spread in spreads.values() if spread.part]
    assert sum(part.mean for part in parts) == main.mean
    for bet in solved.side_bets:
        assert (spreads[bet.name].mean, spreads[bet.name].variance) == (bet.ev, bet.variance)
    assert solved.jackpot is not None
    odds = solved.jackpot.odds
    assert spreads["jackpot"].mean * odds.bet / 100 == odds.at(METER) - odds.envy / 100


def test_all_bets_together_bring_what_they_bring_one_by_one() -> None:
    """Casino Stud folds without a thought of the jackpot bet, so means add up; variances do not."""
    stud = risk_of(sheet(approved(STUD), ante=ANTE, meter=METER))
    in_antes = Fraction(500, ANTE)
    stake = stud[AGAINST_THE_DEALER].staked + in_antes
    assert stud[TOGETHER].mean * stake == stud[AGAINST_THE_DEALER].mean + stud["jackpot"].mean * in_antes
    apart = stud[AGAINST_THE_DEALER].variance + stud["jackpot"].variance * in_antes**2
    assert stud[TOGETHER].variance * stake**2 > apart


def test_hold_em_counts_awards_with_the_bets_of_the_same_cards() -> None:
    book = approved(HOLDEM)
    found = played_together(book, ante=ANTE, bonus=ANTE, jackpot=Cents(500), meter=METER)
    apart = holdem.solve(book, ante=ANTE, bonus=ANTE, jackpot=Cents(500), meter=METER)
    assert found.ev == apart.ev
    with_award = np.array(award_deals(book))
    assert (with_award >= 0).all()
    for hole, deals in zip(ALL_HOLES, with_award, strict=False):
        boards = np.array(hole.of(awards())) * comb(45, 2)
        boards[-1, -1] = 0
        assert (deals.sum(axis=(2, 3)) == boards).all()
    without = played_together(book, ante=ANTE, bonus=ANTE, jackpot=Cents(0), meter=METER)
    joint = sheet(book, ante=ANTE).joint["bonus"]
    assert (without.ev, without.variance) == (joint.ev, joint.variance), "counted another way"


@pytest.mark.parametrize(("seven", "best"), [((51, 47, 43, 39, 35, 49, 4), 0), ((8, 9, 10, 11, 50, 7, 31), 4)])
def test_a_set_of_seven_dealt_out_the_long_way(seven: tuple[int, ...], best: int) -> None:
    """All hole cards of these seven, all orders of the board, all dealers: by the settlement's own facts."""
    book = approved(HOLDEM)
    settled, lowest = holdem.tables(book, Cents(100)), holdem.pays_from(book)
    turn, river = (settled.gain(bet) for bet in (2, 1))
    known = fours()
    counted, _ = count_award_deals(
        np.array([seven]),
        np.array([best]),
        np.array([1]),
        turn_decisions(lowest, turn),
        np.array(river, dtype=np.int64),
        lowest,
        showdowns(lowest),
        known.one_suit,
        known.two_suits,
        STEPS,
        *sevens(),
    )
    found: Counter[tuple[int, ...]] = Counter()
    for hole in combinations(sorted(seven, reverse=True), 2):
        board = [card for card in seven if card not in hole]
        cards = tuple(DECK[card] for card in hole)
        results: Counter[int] = Counter()
        for dealer in combinations([card for card in range(52) if card not in seven], 2):
            shown = tuple(DECK[card] for card in dealer)
            facts = facts_of(book, cards, tuple(DECK[card] for card in board), shown, folded=False, shown=True)
            same = (each for each, other in enumerate(holdem.RESULTS) if other.outcome is facts.outcome)
            result = next(same) + (1 if facts.outcome is Outcome.HIGHER and facts.ante_pays else 0)
            results[result] += 1
        place = (int(hole[0] % 4 == hole[1] % 4), hole[0] // 4, hole[1] // 4)
        for last, before in permutations(board, 2):
            flop = [card for card in board if card not in (last, before)]
            order = tuple(DECK[card] for card in (*flop, before, last))
            facts = facts_of(book, cards, order, shown, folded=False, shown=True)
            bets = 2 * (np.dot(turn, on_the_flop(lowest, hole, flop)) > 0)
            bets += 1 * (np.dot(river, on_the_turn(lowest, hole, [*flop, before])) > 0)
            for result, number in results.items():
                found[(*place, OWN.index(facts.own), BOARD.index(facts.board), int(bets), result)] += number
    assert {tuple(map(int, at)): int(counted[tuple(at)]) for at in np.argwhere(counted)} == found


def test_bands_close_in_on_the_edge(solved: Sheet) -> None:
    for spread in risk_of(solved).values():
        widths = []
        for rounds in ROUNDS:
            low, high = spread.band(rounds, 90)
            assert low + high == 2 * spread.house_edge
            widths.append(float(high - low))
            assert widths[-1] == pytest.approx(2 * float(spread.volatility) / sqrt(rounds), rel=1e-6)
        assert widths == sorted(widths, reverse=True)
        assert [spread.band(1000, each)[0] for each in CONFIDENCE] == sorted(
            (spread.band(1000, each)[0] for each in CONFIDENCE), reverse=True
        )


def test_the_known_indices() -> None:
    for game, index in ((THREE, 2.697), (STUD, 3.754), (HOLDEM, 5.769)):
        found = risk_of(sheet(approved(game), habits=False))[AGAINST_THE_DEALER]
        assert float(found.volatility) == pytest.approx(index, abs=0.0005)


# --- Liability ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "liability"), [(THREE, 14_699_500), (STUD, 20_099_500), (HOLDEM, 12_999_500)])
def test_the_most_that_a_box_wins(game: str, liability: int) -> None:
    found = sheet(approved(game), ante=ANTE, meter=METER, most=SIGN, boxes=7).risk
    assert found is not None and found.liability is not None
    assert found.liability.box == liability
    one = sheet(approved(game), ante=ANTE, meter=METER, most=SIGN).risk
    assert one is not None and one.liability is not None
    assert one.liability.box <= one.liability.table < found.liability.table <= 7 * liability


def test_limits_that_make_no_sense() -> None:
    book = approved(THREE)
    for most, words in (
        ({Spot.BONUS: Cents(100)}, "has no limit of bonus; there are ante, pair-plus"),
        ({Spot.ANTE: Cents(0)}, "expected an amount above 0"),
        ({Spot.ANTE: Cents(10**11)}, "too much to count"),
    ):
        with pytest.raises(Unreadable, match=words):
            sheet(book, most=most)
    with pytest.raises(Unreadable, match="expected 1 to 16"):
        sheet(book, boxes=0)


# --- At the table -------------------------------------------------------------------------------------------

SIMULATED = 4_000


def net_of_a_round(chance: Random, bets: Mapping[Spot, Cents], threshold: int) -> int:
    """One box of 3 Card Poker that plays from this value on."""
    book = at_the_table(approved(THREE).key, Device.SHUFFLER)
    limits = {spot: Limits(Cents(100), Cents(100_000)) for spot in bets}
    table = HouseTable(Device.SHUFFLER, limits, {1: "Ann"})
    dealer = HouseDealer(HOUSE_GAMES[THREE], book, table, None, ShuffledDecks(chance))
    for spot, amount in bets.items():
        dealer.act(PlaceBet(1, spot, amount))
    dealer.act(CloseBets())
    plays = three_card_value(dealer.round.boxes[1].cards) >= threshold
    dealer.act(MakeDecision(1, Decision.PLAY if plays else Decision.FOLD))
    box = dealer.round.boxes[1]
    lines = sum(line.returned + line.paid - line.staked for line in box.lines)
    return lines + sum(award.paid for award in box.awards)


def test_a_table_strays_as_far_as_the_sheet_says() -> None:
    chance, bets = seeded_chance("as far as the sheet says"), {Spot.ANTE: ANTE, Spot.PAIR_PLUS: ANTE}
    solution = three_card.solve(approved(THREE), ante=ANTE, side_bets={Spot.PAIR_PLUS: ANTE})
    expected = solution.played
    nets = [net_of_a_round(chance, bets, solution.threshold) / ANTE for _ in range(SIMULATED)]
    mean = sum(nets) / SIMULATED
    deviation = sqrt(sum((net - mean) ** 2 for net in nets) / SIMULATED)
    spread = Spread("", "ante", expected.distribution)
    assert abs(mean - float(expected.ev)) < 4 * float(spread.deviation) / sqrt(SIMULATED)
    fourth = float(spread.moment(4) / spread.variance**2)
    assert deviation**2 == pytest.approx(float(spread.variance), rel=4 * sqrt((fourth - 1) / SIMULATED))
    won = sum(net > 0 for net in nets) / SIMULATED
    assert won == pytest.approx(float(spread.won), abs=4 * sqrt(0.25 / SIMULATED))
