"""Options against deals that are dealt out one by one, compared and settled by the live game."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud import spots as stud_counted
from croupier.numbers.maths.casino_stud.deals import COMPARED
from croupier.numbers.maths.casino_stud.options import casino_stud_options
from croupier.numbers.maths.decisions.dealt_out import casino_stud_spot, river_spot
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.options import holdem_options
from croupier.numbers.maths.odds.whatif import changed
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.three_card.options import three_card_options
from croupier.numbers.maths.tools.settlement_table import Stakes
from croupier.rules.cards import DECK, Card, parse_cards, seeded_chance, shuffled
from croupier.rules.games.casino_stud import settle as stud
from croupier.rules.games.house.lines import Counted
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.settlement import Settled
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.progressive_holdem import settle as texas
from croupier.rules.games.three_card import settle as three
from croupier.rules.hands import three_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook
from tests.oracle.board_spots import on_the_turn

THREE, STUD, HOLDEM = (
    (book := load(key)).dealt_from(book.procedure.devices[0])
    for key in ("three-card-poker@3", "casino-stud@2", "progressive-holdem@6")
)
METER = Cents(98_765_43)
ANTE, PAIR_PLUS, BONUS, JACKPOT = Cents(2_500), Cents(1_000), Cents(1_500), Cents(500)
Cards = tuple[Card, ...]


def rest_of(*known: Sequence[Card], keep: int = 52) -> tuple[Cards, Cards]:
    """Cards that are left, and cards that are seen elsewhere so that no more are left than to be kept."""
    out = {card for cards in known for card in cards}
    mixed = shuffled([card for card in DECK if card not in out], seeded_chance(f"rest {sorted(out)}"))
    return tuple(mixed[:keep]), tuple(mixed[keep:])


def without(cards: Sequence[Card], out: Sequence[Card]) -> Cards:
    return tuple(card for card in cards if card not in out)


def bets(stakes: Stakes) -> dict[Spot, Counted]:
    return {spot: Counted(spot, amount, amount) for spot, amount in stakes.items() if amount}


def net(settled: Settled) -> int:
    """As a cashier would add it up: chips that come back, awards, and the share of the meter."""
    total = sum(line.returned + line.paid - line.staked for line in settled.lines)
    total += sum(award.paid for award in settled.awards)
    if settled.claim is not None:
        share = METER * settled.claim.numerator // settled.claim.denominator
        total += max(share, settled.claim.at_least) - JACKPOT
    return total


def mean(values: Iterator[int]) -> Fraction:
    found = list(values)
    return Fraction(sum(found), len(found))


# 3 Card Poker: a fold loses everything

THREE_STAKES: Stakes = {Spot.ANTE: ANTE, Spot.PAIR_PLUS: PAIR_PLUS, Spot.JACKPOT: JACKPOT}


def three_card_deals(hand: Cards, left: Cards, *, folded: bool) -> Iterator[int]:
    stakes = THREE_STAKES if folded else {**THREE_STAKES, Spot.PLAY: ANTE}
    for own in [hand] if hand else combinations(left, 3):
        for dealer in combinations(without(left, own), 3):
            yield net(three.settle(THREE, bets(stakes), three.facts_of(THREE, own, dealer, folded=folded, shown=True)))


@pytest.mark.parametrize("hand", ["Qs 6h 4d", "Qs 6h 3d", "As Ks Qs", "Ah Kh Qh", "7d 7c 2s", "5h 4h 3h"])
def test_three_card_hands_dealt_out(hand: str) -> None:
    cards = parse_cards(hand)
    left, seen = rest_of(cards, keep=24)
    found = three_card_options(THREE, cards, THREE_STAKES, METER, seen=seen).values
    assert found[Decision.PLAY] == mean(three_card_deals(cards, left, folded=False))
    assert found[Decision.FOLD] == mean(three_card_deals(cards, left, folded=True)) == -ANTE - PAIR_PLUS - JACKPOT


def test_a_three_card_hand_against_all_dealers() -> None:
    cards = parse_cards("Kd 8c 7h")
    left, _ = rest_of(cards)
    found = three_card_options(THREE, cards, THREE_STAKES, METER).values
    assert found[Decision.PLAY] == mean(three_card_deals(cards, left, folded=False))


def test_three_card_envy_dealt_out() -> None:
    """One other box: his hand is dealt too, and does not fold what brings an Envy Bonus."""
    cards = parse_cards("Kd 8c 7h")
    left, _ = rest_of(cards)
    assert THREE.jackpot is not None
    pays = {hand: row.envy or 0 for hand, row in THREE.jackpot.rows.items()}
    kinds = (three.kind_of(other, three_card_value(other)) for other in combinations(left, 3))
    each = mean(pays.get(kind, 0) for kind in kinds)
    alone = three_card_options(THREE, cards, THREE_STAKES, METER).values[Decision.PLAY]
    for others in (1, 4):
        found = three_card_options(THREE, cards, THREE_STAKES, METER, others)
        assert found.values[Decision.PLAY] == alone + others * each
        assert found.values[Decision.FOLD] == -ANTE - PAIR_PLUS - JACKPOT


def test_three_card_blind() -> None:
    left, seen = rest_of(keep=11)
    found = three_card_options(THREE, (), THREE_STAKES, METER, seen=seen).values
    assert found[Decision.PLAY] == mean(three_card_deals((), left, folded=False))
    always = three_card.solve(
        THREE,
        ante=ANTE,
        side_bets={Spot.PAIR_PLUS: PAIR_PLUS},
        jackpot=JACKPOT,
        meter=METER,
        others=3,
        strategy=lambda cards: True,
    )
    blind = three_card_options(THREE, (), THREE_STAKES, METER, 3).values
    assert blind[Decision.PLAY] == always.played.ev * ANTE


# Casino Stud: a fold keeps the jackpot bet

STUD_STAKES: Stakes = {Spot.ANTE: ANTE, Spot.JACKPOT: JACKPOT}


def stud_deals(book: Rulebook, hand: Cards, up: Card, left: Cards, stakes: Stakes, *, folded: bool) -> Iterator[int]:
    staked = stakes if folded else {**stakes, Spot.BET: Cents(2 * stakes[Spot.ANTE])}
    known: dict[stud.Facts, int] = {}
    for own in [hand] if hand else combinations(left, 5):
        for dealer in combinations(without(left, own), 4):
            facts = stud.facts_of(book, own, (*dealer, up), folded=folded, shown=True)
            if facts not in known:
                known[facts] = net(stud.settle(book, bets(staked), facts))
            yield known[facts]


@pytest.mark.parametrize(
    ("hand", "up"),
    [("Ah Kd 9c 5s 2h", "9d"), ("As Ks Qs Js Ts", "2d"), ("9h 9d 9c 9s 2h", "Kd"), ("7h 5h 4h 3h 2h", "Ac")],
)
def test_stud_hands_dealt_out(hand: str, up: str) -> None:
    cards, shown = parse_cards(hand), Card(up)
    left, seen = rest_of(cards, [shown], keep=15)
    found = casino_stud_options(STUD, cards, shown, STUD_STAKES, METER, seen).values
    assert found[Decision.BET] == mean(stud_deals(STUD, cards, shown, left, STUD_STAKES, folded=False))
    assert found[Decision.FOLD] == mean(stud_deals(STUD, cards, shown, left, STUD_STAKES, folded=True))


def test_the_limit_on_what_a_stud_bet_pays() -> None:
    """A royal flush at 250 to 1 on a large BET is cut by the limit, and worth less than twice the half."""
    cards, up = parse_cards("As Ks Qs Js Ts"), Card("2d")
    left, seen = rest_of(cards, [up], keep=14)
    stakes = {Spot.ANTE: Cents(50_000)}
    found = casino_stud_options(STUD, cards, up, stakes, METER, seen).values
    assert found[Decision.BET] == mean(stud_deals(STUD, cards, up, left, stakes, folded=False))
    half = casino_stud_options(STUD, cards, up, {Spot.ANTE: Cents(25_000)}, METER, seen).values
    assert found[Decision.BET] < 2 * half[Decision.BET]


@pytest.mark.parametrize("hand", ["Ah Kd 9c 5s 2h", "9h 9d 4c 4s 2h"])
def test_stud_with_other_rules_dealt_out(hand: str) -> None:
    """A qualifier, a limit, a multiple and a table of a what-if, at the live game and in the advice."""
    changes = {"dealer-qualifies": "pair-of-sixes", "bet-payout-cap": "60", "bet": "90-50-20-7-5-4-3-3-1"}
    book = changed(load("casino-stud@2"), changes)
    book = book.dealt_from(book.procedure.devices[0])
    cards, up = parse_cards(hand), Card("6d")
    left, seen = rest_of(cards, [up], keep=15)
    found = casino_stud_options(book, cards, up, STUD_STAKES, METER, seen).values
    assert found[Decision.BET] == mean(stud_deals(book, cards, up, left, STUD_STAKES, folded=False))
    approved = casino_stud_options(STUD, cards, up, STUD_STAKES, METER, seen).values
    assert found[Decision.BET] != approved[Decision.BET]


def test_stud_blind() -> None:
    up = Card("Th")
    left, seen = rest_of([up], keep=11)
    found = casino_stud_options(STUD, (), up, STUD_STAKES, METER, seen).values
    assert found[Decision.BET] == mean(stud_deals(STUD, (), up, left, STUD_STAKES, folded=False))
    assert found[Decision.FOLD] == mean(stud_deals(STUD, (), up, left, STUD_STAKES, folded=True))


def test_stud_blind_agrees_with_the_solver() -> None:
    blind = casino_stud_options(STUD, (), Card("Th"), STUD_STAKES, METER).values
    against_tens = casino_stud.solve(
        STUD, ante=ANTE, jackpot=JACKPOT, meter=METER, strategy=lambda value, up: up == 8
    ).played
    rows = [row for row in against_tens.rows if row.decision == "bet"]
    assert 13 * sum(row.deals for row in rows) == against_tens.deals
    assert blind[Decision.BET] == Fraction(13 * sum(row.net * row.deals for row in rows), against_tens.deals)


def test_stud_spots_agree_with_the_closed_formula() -> None:
    chance = seeded_chance("stud spots")
    for words in ("ace-king", "pair-of-sixes", "anything", "flush"):
        book = changed(load("casino-stud@2"), {"dealer-qualifies": words})
        for _ in range(4):
            *cards, up = shuffled(DECK, chance)[:6]
            found = casino_stud_spot(cards, up, (), qualifying_value(words, 5))
            expected = stud_counted.outcomes_of(book, cards, up)
            assert found.deals.sum(axis=0).tolist() == [expected[outcome] for outcome in COMPARED]


# Progressive Hold'em: a fold loses the Bonus and keeps the community awards

TEXAS_STAKES: Stakes = {Spot.ANTE: ANTE, Spot.BONUS: BONUS, Spot.JACKPOT: JACKPOT}


def settled(hole: Cards, board: Cards, dealer: Cards, *more: Spot) -> int:
    stakes = {**TEXAS_STAKES, Spot.FLOP: Cents(2 * ANTE), **dict.fromkeys(more, ANTE)}
    facts = texas.facts_of(HOLDEM, hole, board, dealer, folded=False, shown=True)
    return net(texas.settle(HOLDEM, bets(stakes), facts))


def on_four(hole: Cards, board: Cards, left: Cards, *more: Spot) -> Iterator[int]:
    for own in [hole] if hole else combinations(left, 2):
        rest = without(left, own)
        for river in rest:
            for dealer in combinations(without(rest, [river]), 2):
                yield settled(own, (*board, river), dealer, *more)


SPOTS = [
    ("As Ad", "Ah Ks Qs 2d"),
    ("As Ks", "Qs Js 3d 3h"),
    ("7d 2c", "7c 7s 7h 2d"),
    ("9s 8s", "Ts Js Qs Ks"),
    ("Kd 4c", "Ah Kh Qh Jh"),
]


@pytest.mark.parametrize(("hole", "board"), SPOTS)
def test_holdem_on_the_turn_dealt_out(hole: str, board: str) -> None:
    cards, table = parse_cards(hole), parse_cards(board)
    left, seen = rest_of(cards, table, keep=12)
    for bet, made in ((True, [Spot.TURN]), (False, [])):
        found = holdem_options(HOLDEM, cards, table, TEXAS_STAKES, METER, turn_bet=bet, seen=seen).values
        assert found[Decision.CHECK] == mean(on_four(cards, table, left, *made))
        assert found[Decision.RIVER] == mean(on_four(cards, table, left, *made, Spot.RIVER))


@pytest.mark.parametrize(("hole", "board"), [*SPOTS, ("As Kd", "Qs Js Ts 4c"), ("2c 2d", "Ah Kh Qh 9s")])
def test_holdem_on_the_flop_dealt_out(hole: str, board: str) -> None:
    cards, flop = parse_cards(hole), parse_cards(board)[:3]
    left, seen = rest_of(cards, flop, keep=9)
    found = holdem_options(HOLDEM, cards, flop, TEXAS_STAKES, METER, seen=seen).values
    for decision, made in ((Decision.TURN, [Spot.TURN]), (Decision.CHECK, [])):
        values = []
        for turn in left:
            rest = without(left, [turn])
            values.append(max(mean(on_four(cards, (*flop, turn), rest, *made, *more)) for more in ([], [Spot.RIVER])))
        assert found[decision] == sum(values) / len(values)


def test_holdem_blind_on_turn_and_flop() -> None:
    board = parse_cards("Ah Ad Kh")
    left, seen = rest_of(board, keep=9)
    four = (*board, left[0])
    found = holdem_options(HOLDEM, (), four, TEXAS_STAKES, METER, seen=seen).values
    assert found[Decision.CHECK] == mean(on_four((), four, left[1:]))
    assert found[Decision.RIVER] == mean(on_four((), four, left[1:], Spot.RIVER))
    found = holdem_options(HOLDEM, (), board, TEXAS_STAKES, METER, seen=seen).values
    dealt_out = [mean(on_four((), (*board, turn), without(left, [turn]))) for turn in left]
    assert found[Decision.CHECK] == sum(dealt_out) / len(dealt_out)
    assert found[Decision.TURN] == found[Decision.CHECK], "unseen, a bet at 1 to 1 is worth nothing"


def test_side_bets_on_the_flop_over_all_cards() -> None:
    """A draw to a royal flush: what the jackpot bet is worth with all 47 × 46 turns and rivers."""
    hole, flop = parse_cards("As Ks"), parse_cards("Qs Js 3d")
    left, _ = rest_of(hole, flop)
    values = []
    for turn, river in permutations(left, 2):
        facts = texas.facts_of(
            HOLDEM, hole, (*flop, turn, river), without(left, (turn, river))[:2], folded=False, shown=True
        )
        values.append(net(texas.settle(HOLDEM, bets({Spot.JACKPOT: JACKPOT}), facts)))
    stakes = {Spot.ANTE: ANTE, Spot.JACKPOT: JACKPOT}
    found = holdem_options(HOLDEM, hole, flop, stakes, METER).parts
    assert found[Decision.TURN]["jackpot"] == found[Decision.CHECK]["jackpot"] == Fraction(sum(values), len(values))


@pytest.mark.slow
def test_holdem_spots_agree_with_the_solver() -> None:
    chance, lowest = seeded_chance("river spots"), holdem.pays_from(HOLDEM)
    for _ in range(20):
        cards = shuffled(DECK, chance)[:6]
        one, other, *board = map(DECK.index, cards)
        assert river_spot(cards[:2], cards[2:], (), lowest) == on_the_turn(lowest, (one, other), board)


def test_holdem_before_the_flop() -> None:
    """Each part of a choice is that of the solved game; blind, it is the mean over all hole cards."""
    solution = holdem.solve(HOLDEM, ante=ANTE, bonus=BONUS, jackpot=JACKPOT, meter=METER)
    for hole in ("As Ad", "7d 2c", "Ks 4s"):
        found = holdem_options(HOLDEM, parse_cards(hole), (), TEXAS_STAKES, METER).values
        name = {"As Ad": "AA", "7d 2c": "72o", "Ks 4s": "K4s"}[hole]
        choice = next(choice for choice in solution.choices if str(choice.hole) == name)
        assert (found[Decision.FLOP], found[Decision.FOLD]) == (choice.flop * ANTE, choice.fold * ANTE)
    blind = holdem_options(HOLDEM, (), (), TEXAS_STAKES, METER).parts
    unseen_bets = holdem.solve(
        HOLDEM, ante=ANTE, strategy=lambda hole: True, turn=holdem.Habit.ALWAYS, river=holdem.Habit.ALWAYS
    )
    assert blind[Decision.FLOP]["dealer"] == unseen_bets.played.ev * ANTE, "turn and river bets are worth nothing"
    assert blind[Decision.FLOP]["bonus"] == holdem.bonus(HOLDEM).ev * BONUS
