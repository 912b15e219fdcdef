"""A blind box before the flop: dealt out with few cards left, added up from flops and turns, and with none seen."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from croupier.base.errors import Unreadable
from croupier.numbers.maths.decisions.advice import advise
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.decisions.dealt_out import award_spot, river_spot
from croupier.numbers.maths.holdem.blind import awards_unseen, blind_options, showdowns_unseen
from croupier.numbers.maths.holdem.hole_cards import BOARD, OWN
from croupier.numbers.maths.holdem.options import holdem_options
from croupier.numbers.maths.odds.whatif import changed
from croupier.numbers.maths.tools.rankings import lowest_of
from croupier.numbers.maths.tools.settlement_table import Stakes
from croupier.rules.cards import DECK, Card, parse_cards
from croupier.rules.games.house.lines import Counted
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.progressive_holdem import settle as texas
from croupier.rules.hands import FiveCardRank, best_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load

HOLDEM = load("progressive-holdem@6")
BOOKS = {
    key: (book := changed(HOLDEM, changes)).dealt_from(book.procedure.devices[0])
    for key, changes in {"approved": {}, "turn 2 to 1": {"bets.turn": "2"}, "river 0": {"bets.river": "0"}}.items()
}
STRAIGHT = lowest_of()[FiveCardRank.STRAIGHT]
ANTE, BONUS, JACKPOT, METER = Cents(2_500), Cents(1_500), Cents(500), Cents(98_765_43)
STAKES: Stakes = {Spot.ANTE: ANTE, Spot.BONUS: BONUS, Spot.JACKPOT: JACKPOT}
Cards = tuple[Card, ...]


def all_but(left: str) -> tuple[Cards, Cards]:
    """Cards that are left, and all others, which are seen."""
    cards = parse_cards(left)
    return cards, tuple(card for card in DECK if card not in cards)


def without(cards: Sequence[Card], *out: Card) -> Cards:
    return tuple(card for card in cards if card not in out)


@cache
def net(book_key: str, facts: texas.Facts, *bets: Spot) -> int:
    """Of all bets, as a cashier would add it up."""
    book = BOOKS[book_key]
    stakes = {**STAKES, **dict.fromkeys(bets, ANTE)}
    if facts.outcome is not texas.Outcome.FOLDED:
        stakes[Spot.FLOP] = Cents(2 * ANTE)
    settled = texas.settle(book, {spot: Counted(spot, amount, amount) for spot, amount in stakes.items()}, facts)
    total = sum(line.returned + line.paid - line.staked for line in settled.lines)
    if settled.claim is not None:
        share = METER * settled.claim.numerator // settled.claim.denominator
        total += max(share, settled.claim.at_least) - JACKPOT
    return total


def mean(values: Sequence[Fraction] | Sequence[int]) -> Fraction:
    return Fraction(sum(values)) / len(values)


def facts_on_four(board: Cards, left: Cards, *, folded: bool) -> list[texas.Facts]:
    return [
        texas.facts_of(BOOKS["approved"], own, (*board, river), dealer, folded=folded, shown=True)
        for own in combinations(left, 2)
        for river in without(left, *own)
        for dealer in combinations(without(left, *own, river), 2)
    ]


@pytest.mark.parametrize("left", ["As Ks Qs Js Ts Ad Ac 2d 2c", "5s 4s 3s 2s As 6d 6c 6h 6s"])
def test_dealt_out_with_the_best_blind_decision_on_each_board(left: str) -> None:
    cards, seen = all_but(left)
    flops: dict[str, list[Fraction]] = {key: [] for key in BOOKS}
    folds: list[int] = []
    for flop in combinations(cards, 3):
        rest = without(cards, *flop)
        turns = [facts_on_four((*flop, turn), without(rest, turn), folded=False) for turn in rest]
        for key in BOOKS:
            by_turn_bet = []
            for made in ((), (Spot.TURN,)):
                by_river_bet = [
                    [mean([net(key, facts, *made, *more) for facts in deals]) for more in ((), (Spot.RIVER,))]
                    for deals in turns
                ]
                by_turn_bet.append(mean([max(each) for each in by_river_bet]))
            flops[key].append(max(by_turn_bet))
        for turn in rest:
            folds += [
                net("approved", facts) for facts in facts_on_four((*flop, turn), without(rest, turn), folded=True)
            ]
    for key, book in BOOKS.items():
        assert blind_options(book, STAKES, METER, seen).values == {
            Decision.FLOP: mean(flops[key]),
            Decision.FOLD: mean(folds),
        }


DECKS = [
    "As Ks Qs Js Ts 9s 8s 7h 7d 7c 7s 2h",
    "Ah 5h 4h 3h 2h 6d 6s 6c Ad Kd Kh Ks",
    "9c 9d 8c 8d 7c 7d 6c 6d 5c 5d 4h 4s",
]


@pytest.mark.parametrize("left", DECKS)
def test_showdowns_compared_one_by_one(left: str) -> None:
    cards, seen = all_but(left)
    found: Counter[str] = Counter()
    for board in combinations(cards, 5):
        hands = {hole: best_value((*hole, *board)) for hole in combinations(without(cards, *board), 2)}
        for own, value in hands.items():
            for dealer, other in hands.items():
                if not {*own} & {*dealer}:
                    won = "high" if value >= STRAIGHT else "low"
                    found[won if value > other else "same" if value == other else "lost"] += 1
    assert showdowns_unseen(seen, STRAIGHT)._asdict() == {name: found[name] for name in ("low", "high", "same", "lost")}


@pytest.mark.slow
@pytest.mark.parametrize("left", DECKS)
def test_turns_and_flops_add_up(left: str) -> None:
    """Any of its five cards may be the last of a board."""
    cards, seen = all_but(f"{left} Jd 3d")
    by_turn = [river_spot((), four, seen, STRAIGHT) for four in combinations(cards, 4)]
    assert [5 * number for number in showdowns_unseen(seen, STRAIGHT)] == [*map(sum, zip(*by_turn, strict=True))]
    awards: Counter[tuple[texas.OwnAward, texas.BoardAward]] = Counter()
    for flop in combinations(cards, 3):
        awards.update(award_spot((), flop, seen))
    found = awards_unseen(seen)
    assert {(OWN[own], BOARD[board]): number for (own, board), number in _filled(found.tolist())} == +awards


def _filled(counts: list[list[int]]) -> list[tuple[tuple[int, int], int]]:
    return [((own, board), number) for own, row in enumerate(counts) for board, number in enumerate(row) if number]


@pytest.mark.parametrize("changes", [{}, {"bets.turn": "2", "ante-pays-from": "flush"}])
def test_with_no_card_seen_it_is_the_solved_game(changes: dict[str, str]) -> None:
    book = changed(HOLDEM, changes) if changes else HOLDEM
    assert blind_options(book, STAKES, METER, ()) == holdem_options(book, (), (), STAKES, METER)


@pytest.mark.slow
def test_advice_counts_the_cards_of_the_other_box() -> None:
    seen = parse_cards("As Ah")
    found = advise(HOLDEM, Box(seen=seen, ante=ANTE, bets={Spot.BONUS: BONUS, Spot.JACKPOT: JACKPOT}, meter=METER))
    assert found.options == blind_options(HOLDEM, STAKES, METER, seen)
    assert "having seen" in found.spot
    without_aces = found.options.parts[Decision.FLOP]["bonus"]
    assert without_aces < holdem_options(HOLDEM, (), (), STAKES, METER).parts[Decision.FLOP]["bonus"]


def test_a_looked_at_box_has_seen_no_other() -> None:
    with pytest.raises(Unreadable, match="cards of another box are not counted in"):
        advise(HOLDEM, Box(hand=parse_cards("7d 2c"), seen=parse_cards("As Ah")))
