"""The complete strategy: every decision is there, and each is what the solver and the advice to a box say."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud.play import in_short
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.decisions import turn_decisions
from croupier.numbers.maths.holdem.options import holdem_options
from croupier.numbers.maths.odds.complete import Complete
from croupier.numbers.maths.odds.sheet import approved
from croupier.numbers.maths.odds.solver import solver_of
from croupier.numbers.maths.three_card import solver as three_card
from croupier.rules.cards import DECK, Card, parse_cards, seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents

THREE, STUD, HOLDEM = HOUSE_GAMES
ONE = Cents(100)
RANK = "23456789TJQKA".index


def complete(game: str) -> Complete:
    return solver_of(approved(game)).complete(approved(game), ONE)


def test_three_card_has_every_class() -> None:
    found = complete(THREE)
    assert len(found.rows) == 741
    assert sum(int(row[1]) for row in found.rows) == comb(52, 3)
    assert sum(int(row[2]) for row in found.rows) == int(three_card.solve(approved(THREE)).plays.sum())
    by_hand = {row[0]: row for row in found.rows}
    assert by_hand["Three Odd Cards, Q-6-4"][3:5] == ("play", "563/92120")
    assert by_hand["Three Odd Cards, Q-6-3"][3] == "fold"
    gain = sum((int(row[2]) * Fraction(row[4]) for row in found.rows), Fraction(0)) / comb(52, 3)
    assert gain - 1 == three_card.solve(approved(THREE)).played.ev, "a fold loses the Ante, and what is played gains"


def test_stud_has_every_hand_against_every_card() -> None:
    found = complete(STUD)
    assert sum(int(row[3]) for row in found.rows) == comb(52, 5) * 47
    solution = casino_stud.solve(approved(STUD))
    bet = solution.played.decisions["bet"]
    assert Fraction(sum(int(row[4]) for row in found.rows), comb(52, 5) * 47) == bet
    rows = {(row[0], row[1], row[2]): row[5] for row in found.rows}
    chance = seeded_chance("stud, any spot")
    for _ in range(300):
        *hand, up = chance.sample(DECK, 6)
        assert _stud_bets(rows, hand, up) == solution.bets(hand, up), (hand, up)
    for words in ("A-K-Q-8-7", "A-K-Q-7-2"):  # where suits matter
        for _ in range(60):
            hand = [Card(f"{rank}{chance.choice('cdhs')}") for rank in words.replace("-", "")]
            up = Card(f"J{chance.choice('cdhs')}") if words == "A-K-Q-8-7" else Card(f"6{chance.choice('cdhs')}")
            if len({card[1] for card in hand}) > 1:
                assert _stud_bets(rows, hand, up) == solution.bets(hand, up), (hand, up)


def _stud_bets(rows: dict[tuple[str, str, str], str], hand: list[Card], up: Card) -> bool:
    """As a reader of the table would decide."""
    from croupier.rules.hands import five_card_value

    suited = len({card[1] for card in hand}) == 1
    said = rows[up[0], in_short(five_card_value(tuple(hand))), "one suit" if suited else "any"]
    if said in ("bet", "fold"):
        return said == "bet"
    of_suit = sorted((card[0] for card in hand if card[1] == up[1]), key=RANK, reverse=True)
    whole, _, also = said.partition("; also with just ")
    if len(of_suit) >= int(whole.removeprefix("bet with ").split()[0]):
        return True
    return "-".join(of_suit) in also.removesuffix(" of it").split(", ")


@pytest.mark.slow
def test_the_appendices_say_the_same() -> None:
    book = approved(STUD)
    every = {(row[0], row[1]): row[5] for row in complete(STUD).rows if row[2] == "any"}
    rows = solver_of(book).appendix(book, ONE).rows
    assert len(rows) == 82
    assert all(every[up, hand] == said for up, hand, said in rows)
    book = approved(HOLDEM)
    turns = turn_decisions(holdem.pays_from(book), holdem.tables(book, ONE).gain(2))
    told = {row[0]: row[2] for row in solver_of(book).appendix(book, ONE).rows}
    for name, high, low in (("22", 1, 0), ("AKs", 51, 47), ("T9o", 35, 28)):
        decisions = turns[:, high * (high - 1) // 2 + low]
        assert told[name] == f"{100 * (decisions == 1).sum() / (decisions >= 0).sum():.2f} %"
    assert told["72o"] == "–"


@pytest.fixture(scope="module")
def holdem_table() -> Complete:
    return complete(HOLDEM)


def test_holdem_has_every_board(holdem_table: Complete) -> None:
    boards = Counter[str]()
    for street, _, number, *_ in holdem_table.rows:
        boards[street] += int(number)
    assert boards == {"first": 169, "turn": comb(52, 3), "river": comb(52, 4)}


@pytest.mark.parametrize("street", ["turn", "river"])
def test_holdem_decides_as_advised(street: str, holdem_table: Complete) -> None:
    book, chance = approved(HOLDEM), seeded_chance(f"holdem, {street}")
    rows = [row for row in holdem_table.rows if row[0] == street]
    for row in chance.sample(rows, 8):
        board = parse_cards(row[1])
        check, other = row[5].split(), row[6].split()
        left = list(combinations(reversed([card for card in DECK if card not in board]), 2))
        for hole in chance.sample(left, 4):
            if "".join(card[0] for card in hole) in ("72", "62", "52", "42", "32") and hole[0][1] != hole[1][1]:
                continue
            ranks = "".join(card[0] for card in hole)
            bets = (ranks not in check) != ("".join(hole) in other)
            advised = holdem_options(book, hole, board, {Spot.ANTE: ONE}, Cents(0), turn_bet=False).best
            assert bets == (advised.value == street), (row[1], hole)
