"""Settlement over all its facts: exactly one rule applies to each bet in each case, and the sheets are golden."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import pytest

from croupier.base.citation import Citation, is_ruling
from croupier.base.errors import Unreadable
from croupier.rounds.settlement_sheet import books_with_a_sheet, settlement_sheet, sheet_of
from croupier.rounds.settlement_sheet.asking import UNIT as ONE_HUNDRED
from croupier.rounds.settlement_sheet.asking import Case, SheetTable, always, answer_to, settled, table, without
from croupier.rules.cards import DECK, Card, parse_cards, seeded_chance, shuffled
from croupier.rules.games.casino_stud import settle as casino_stud
from croupier.rules.games.house.lines import LineSettled, Result
from croupier.rules.games.house.settlement import Settled, Share
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.progressive_holdem import settle as progressive_holdem
from croupier.rules.games.three_card import settle as three_card
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

THREE_CARD, STUD, HOLDEM = "three-card-poker@3", "casino-stud@2", "progressive-holdem@6"

WIN, LOSE, PUSH, BACK = Result.WIN, Result.LOSE, Result.PUSH, Result.RETURNED


@pytest.mark.parametrize("key", books_with_a_sheet())
def test_sheet(key: str, golden: Callable[[str, str], None]) -> None:
    golden(f"sheets/{key}.md", settlement_sheet(key))


def test_poker_has_no_sheet() -> None:
    with pytest.raises(Unreadable, match="'poker@7' has no settlement sheet; there are three-card-poker@3"):
        settlement_sheet("poker@7")


# --- How many rows there are ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cases", "rows"),
    [
        # less an A-K-Q of one suit that the dealer beats and three of a kind in both hands; the Envy Bonus has a row
        # for each hand, four for other boxes that trigger none and two for boxes that receive none
        (THREE_CARD, 5 * 8 + 2 - 2 - 1, [7, 6, 1 + 9, 8, 1 + 9, 1 + 9, 8 + 4 + 2]),
        # less a royal flush that the dealer beats, and three or more of one rank that the dealer has too
        (STUD, 6 * 10 - 1 - 3, [6, 4 + 10, 2 * 10, 2 * 10 + 1]),
        # nine kinds of hole cards, each folded on four boards or in one of the ways below; four boards with a hand
        # that is not shown
        (HOLDEM, 9 * (4 + 23) + 4, [6, 5, 5, 4, 1 + 10, 2 * 8, 4 + 12 + 4]),
    ],
)
def test_totals(key: str, cases: int, rows: list[int]) -> None:
    sheet = sheet_of(key)
    assert sheet.cases == cases
    assert [len(each.rows) for each in sheet.tables] == rows


def test_a_table_is_not_written_if_it_leaves_out_a_fact_that_matters() -> None:
    cases = settled(STUD, casino_stud.settle, casino_stud.all_facts(), always({Spot.ANTE: ONE_HUNDRED}))
    assert isinstance(table("Ante", cases, Spot.ANTE, ("outcome",), lambda facts: (facts.outcome,)), SheetTable)
    with pytest.raises(AssertionError, match="Ante: Facts"):
        table("Ante", cases, Spot.ANTE, ("hand",), lambda facts: (facts.hand.words,))


# --- Exactly one rule applies ---------------------------------------------------------------------------------
#
# Told here a second time, from the documents: by which paragraph an outcome is decided, and what it makes of each bet.

Decided = Mapping[str, tuple[str, Mapping[Spot, Result]]]

ANTE_PLAY: Decided = {
    "folded": ("3.12.1", {Spot.ANTE: LOSE}),
    "dealer does not qualify": ("3.13", {Spot.ANTE: WIN, Spot.PLAY: BACK}),
    "higher than the dealer": ("3.15.1", {Spot.ANTE: WIN, Spot.PLAY: WIN}),
    "lower than the dealer": ("3.15.2", {Spot.ANTE: LOSE, Spot.PLAY: LOSE}),
    "same ranking": ("3.15.3", {Spot.ANTE: PUSH, Spot.PLAY: PUSH}),
}
ANTE_BET: Decided = {
    "folded": ("3.12.1", {Spot.ANTE: LOSE}),
    "folded, hand not shown": ("3.12.1", {Spot.ANTE: LOSE, Spot.BET: LOSE}),
    "dealer does not qualify": ("3.13", {Spot.ANTE: WIN, Spot.BET: BACK}),
    "higher than the dealer": ("3.14.1", {Spot.ANTE: WIN, Spot.BET: WIN}),
    "lower than the dealer": ("3.14.2", {Spot.ANTE: LOSE, Spot.BET: LOSE}),
    "same ranking": ("3.14.3", {Spot.ANTE: PUSH, Spot.BET: PUSH}),
}
STREETS = (Spot.FLOP, Spot.TURN, Spot.RIVER)
AGAINST_DEALER: Decided = {
    "folded": ("3.11.2(a)", dict.fromkeys((Spot.ANTE, *STREETS), LOSE)),
    "higher than the dealer": ("3.13", dict.fromkeys(STREETS, WIN)),
    "lower than the dealer": ("3.14", dict.fromkeys((Spot.ANTE, *STREETS), LOSE)),
    "same ranking": ("3.15", dict.fromkeys((Spot.ANTE, *STREETS), PUSH)),
}


def three_card_cases() -> Iterator[Case[three_card.Facts]]:
    stakes = dict.fromkeys((Spot.ANTE, Spot.PLAY, Spot.PAIR_PLUS, Spot.JACKPOT), ONE_HUNDRED)
    folded = three_card.Outcome.FOLDED
    yield from settled(
        THREE_CARD,
        three_card.settle,
        three_card.all_facts(),
        lambda facts: without(stakes, Spot.PLAY, when=facts.outcome is folded),
    )


def stud_cases() -> Iterator[Case[casino_stud.Facts]]:
    stakes = dict.fromkeys((Spot.ANTE, Spot.BET, Spot.JACKPOT), ONE_HUNDRED)
    folded = casino_stud.Outcome.FOLDED
    yield from settled(
        STUD,
        casino_stud.settle,
        casino_stud.all_facts(),
        lambda facts: without(stakes, Spot.BET, when=facts.outcome is folded),
    )


def holdem_cases() -> Iterator[Case[progressive_holdem.Facts]]:
    stakes = dict.fromkeys((Spot.ANTE, *STREETS, Spot.BONUS, Spot.JACKPOT), ONE_HUNDRED)
    yield from settled(HOLDEM, progressive_holdem.settle, progressive_holdem.all_facts(), always(stakes))


def chapter(key: str, number: str, cites: Iterable[Citation]) -> list[str]:
    return [cite for cite in cites if not is_ruling(cite) and cite.split(".")[0] == number]


def said_of(spot: Spot, given: Settled) -> tuple[Result, tuple[Citation, ...]]:
    answer = answer_to(spot, given)
    assert answer is not None, spot
    if isinstance(answer, Share):
        return WIN, answer.cites
    assert isinstance(answer, LineSettled)
    return answer.result, answer.cites


def test_each_bet_gets_exactly_one_line() -> None:
    every: Iterator[Case[Any]] = chain(three_card_cases(), stud_cases(), holdem_cases())
    for case in every:
        lines = [line.spot for line in case.shoe.lines] + [Spot.JACKPOT] * (case.shoe.claim is not None)
        assert len(lines) == len(set(lines)), case.facts
        assert len(lines) == len(case.shuffler.lines) + (case.shuffler.claim is not None)


def check_against_dealer(key: str, outcome: str, decided: Decided, given: Settled, pay_table: str) -> None:
    """One paragraph of chapter 3 decides, the one of this outcome; a win also cites the pay table."""
    paragraph, results = decided[outcome]
    for spot, expected in results.items():
        result, cites = said_of(spot, given)
        assert result is expected, (outcome, spot)
        assert chapter(key, "3", cites) == [paragraph], (outcome, spot)
        paid_by = [number for number in chapter(key, "4", cites) if number == pay_table]
        assert paid_by == ([pay_table] if result is WIN else []), (outcome, spot)


def test_three_card_ante_and_play_are_decided_by_one_paragraph() -> None:
    for case in three_card_cases():
        check_against_dealer(THREE_CARD, case.facts.outcome, ANTE_PLAY, case.shoe, "4.1")


def test_stud_ante_and_bet_are_decided_by_one_paragraph() -> None:
    for case in stud_cases():
        check_against_dealer(STUD, case.facts.outcome, ANTE_BET, case.shoe, "4.1")


def test_holdem_bets_are_decided_by_one_paragraph() -> None:
    for case in holdem_cases():
        outcome = case.facts.outcome
        decided = dict(AGAINST_DEALER)
        if outcome is progressive_holdem.Outcome.HIGHER:
            ante = WIN if case.facts.ante_pays else PUSH
            decided[outcome] = ("3.13", {Spot.ANTE: ante, **decided[outcome][1]})
        check_against_dealer(HOLDEM, outcome, decided, case.shoe, "4.1")


PAIR_PLUS = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 5, "flush": 4, "pair": 1}
ANTE_BONUS = {"straight-flush": 5, "three-of-a-kind": 4, "straight": 1}


def test_pair_plus_and_ante_bonus_are_decided_by_the_own_hand_alone() -> None:
    for case in three_card_cases():
        result, cites = said_of(Spot.PAIR_PLUS, case.shoe)
        folded = case.facts.outcome is three_card.Outcome.FOLDED
        hand = "straight-flush" if case.facts.hand.startswith("akq") else case.facts.hand
        odds = 0 if folded else PAIR_PLUS.get(hand, 0)
        assert result is (WIN if odds else LOSE), case.facts
        assert [n for n in chapter(THREE_CARD, "4", cites) if n != "4.5"] == ([] if folded else ["4.2"]), case.facts
        assert ("3.12.1" in chapter(THREE_CARD, "3", cites)) == folded
        (paid,) = (line.paid for line in case.shoe.lines if line.spot is Spot.PAIR_PLUS)
        assert paid == odds * ONE_HUNDRED
        bonus = 0 if folded else ANTE_BONUS.get(hand, 0)
        assert [award.paid for award in case.shoe.awards] == [bonus * ONE_HUNDRED] * bool(bonus), case.facts
        assert all("4.3" in chapter(THREE_CARD, "4", award.cites) for award in case.shoe.awards)


BONUS = {
    "aces-in-both-hands": 1000,
    "aces": 30,
    "ace-king-suited": 25,
    "ace-queen-or-jack-suited": 20,
    "ace-king-unsuited": 15,
    "high-pair": 10,
    "ace-queen-or-jack-unsuited": 5,
    "low-pair": 3,
}


def test_bonus_is_decided_by_the_hole_cards_or_by_folding() -> None:
    for case in holdem_cases():
        (line,) = (line for line in case.shoe.lines if line.spot is Spot.BONUS)
        folded = case.facts.outcome is progressive_holdem.Outcome.FOLDED
        assert line.paid == (0 if folded else BONUS.get(case.facts.hole, 0) * ONE_HUNDRED), case.facts
        assert line.result is (WIN if line.paid else LOSE)
        decided_by = {"3.11.2(a)", "4.1"}.intersection(cite for cite in line.cites)
        assert decided_by == ({"3.11.2(a)"} if folded else {"4.1"}), case.facts


@pytest.mark.parametrize(
    ("key", "pay_table", "cases", "folding_loses"),
    [
        (THREE_CARD, "4.4", three_card_cases, "3.12.1"),
        (STUD, "4.2", stud_cases, None),
        (HOLDEM, "4.2", holdem_cases, None),
    ],
)
def test_jackpot_is_decided_by_its_pay_table(
    key: str, pay_table: str, cases: Callable[[], Iterator[Case[Any]]], folding_loses: str | None
) -> None:
    """Unless folding has decided before (3.12.1 of 3 Card Poker)."""
    book = at_the_table(key, Device.SHOE)
    assert book.jackpot is not None
    assert book.jackpot.paragraph == pay_table
    for case in cases():
        result, cites = said_of(Spot.JACKPOT, case.shoe)
        numbers: list[str] = list(cites)
        if folding_loses and case.facts.outcome == "folded":
            assert (result, numbers) == (LOSE, [folding_loses])
        else:
            assert numbers.count(pay_table) == 1, case.facts


# --- Facts of real deals --------------------------------------------------------------------------------------

DEALS = 4_000

THREE_CARDS = """
    As Ks Qs,  Ah Kh Qh,  Kc Qc Jc,  Kd Qd Jd,  4c 3c 2c,  9s 9h 9d,  2s 2h 2d,  9c 8h 7d,  9h 8s 7c,
    3h 4s 5h,  Ad Jd 8d,  Ac Jc 8c,  5h 4h 2h,  8s 8c 7d,  8h 8d 7s,  3d 3c 2d,  Ac Kd Jh,  Ah Kc Js,
    Qd Th 5s,  Jd 9c 2h
"""
FIVE_CARDS = """
    As Ks Qs Js Ts,  Ah Kh Qh Jh Th,  9c 8c 7c 6c 5c,  9d 8d 7d 6d 5d,  6s 5s 4s 3s 2s,  8s 8h 8d 8c 2c,
    4s 4h 4d 4c Ac,  7s 7h 7d Kc Kd,  3s 3h 3d Qc Qd,  Ac Jc 9c 6c 2c,  Ad Jd 9d 6d 2d,  9h 7h 5h 4h 3h,
    Td 9s 8h 7c 6d,  Ts 9h 8d 7s 6h,  5s 4c 3d 2h Ah,  6h 6s 6c Jd 9s,  2s 2h 2d Tc 5h,  Js Jh 5c 5d Ac,
    Jd Jc 5s 5h Ah,  4s 4h 3c 3d 8s,  Ts Th 9c 6d 4d,  Td Tc 9s 6h 4c,  3s 3h Ac 7d 5s,  Ac Kd Jh 8s 4d,
    Ad Kc Jd 8h 4h,  Ah Ks 9c 8d 3c,  As Qd 9h 5c 3d,  Kd Qs 9d 7h 2c
"""


def hands_in(text: str) -> list[tuple[Card, ...]]:
    return [parse_cards(hand) for hand in text.split(",")]


@pytest.mark.parametrize(
    ("game", "key", "hands"), [(three_card, THREE_CARD, THREE_CARDS), (casino_stud, STUD, FIVE_CARDS)]
)
def test_two_hands_of_one_deck_stand_to_each_other_in_just_these_ways(game: Any, key: str, hands: str) -> None:
    book, known = at_the_table(key, Device.SHOE), hands_in(hands)
    pairs = [(own, dealer) for own in known for dealer in known if not set(own) & set(dealer)]
    dealt = {game.facts_of(book, own, dealer, folded=False, shown=True) for own, dealer in pairs}
    apart = ("folded", "folded, hand not shown")
    compared = {facts for facts in game.all_facts() if facts.outcome not in apart and facts.hand != "not-shown"}
    assert dealt == compared


def test_facts_of_random_three_card_deals_are_among_all_facts() -> None:
    book = at_the_table(THREE_CARD, Device.SHOE)
    chance, known, found = seeded_chance("three cards"), set(three_card.all_facts()), set()
    for _ in range(DEALS):
        cards = shuffled(DECK, chance)[:6]
        for folded, shown in ((False, True), (True, True), (False, False)):
            found.add(three_card.facts_of(book, cards[:3], cards[3:], folded=folded, shown=shown))
    assert found <= known
    assert {facts.outcome for facts in found} == set(three_card.Outcome)


def test_facts_of_random_stud_deals_are_among_all_facts() -> None:
    book = at_the_table(STUD, Device.SHOE)
    chance, known, found = seeded_chance("five cards"), set(casino_stud.all_facts()), set()
    for _ in range(DEALS):
        cards = shuffled(DECK, chance)[:10]
        for folded, shown in ((False, True), (True, True), (True, False)):
            found.add(casino_stud.facts_of(book, cards[:5], cards[5:], folded=folded, shown=shown))
    assert found <= known
    assert {facts.outcome for facts in found} >= set(casino_stud.Outcome) - {casino_stud.Outcome.SAME}


def test_facts_of_random_holdem_deals_are_among_all_facts() -> None:
    book = at_the_table(HOLDEM, Device.SHOE)
    chance, known, found = seeded_chance("seven cards"), set(progressive_holdem.all_facts()), set()
    for _ in range(DEALS):
        hole, board, dealer = (cards := shuffled(DECK, chance)[:9])[:2], cards[2:7], cards[7:]
        for folded, shown in ((False, True), (True, True), (False, False)):
            found.add(progressive_holdem.facts_of(book, hole, board, dealer, folded=folded, shown=shown))
        found.add(progressive_holdem.facts_of(book, hole, (), (), folded=True, shown=True))
    assert found <= known
    assert {facts.outcome for facts in found} == set(progressive_holdem.Outcome)


WAYS = (
    # hole cards, community cards, the dealer's
    "Ah Kd | Qs Jd Tc 2h 3d | 4c 5c",
    "Ah Kd | Ks Jd 9c 2h 3d | 4c 5c",
    "Ah Kd | Qs Jd Tc 2s 3s | As 4s",
    "4c 5c | Ks Jd 9c 2h 3d | Ah Kd",
    "Ah Kd | Qs Jd Tc 2h 3d | Ac Kc",
    "Ah 4d | Ks Jd 9c 8h 7d | Ac 4c",
    "Kh 9h | As Ks Qs Js Ts | 2d 2c",
    "As Ks | Qs Js Ts 2h 3d | 4c 5c",
    "As Ks | Qs Js Ts 9s 8s | 4c 5c",
    "As Ks | Qs Js 2h Ts 3d | 4c 5c",
    "As 2c | Ks Qs Js Ts 9s | 4c 5c",
    "As Ks | Qs Js 2h 3d Ts | 4c 5c",
    "As 2c | 9s Ks Qs Js Ts | 4c 5c",
    "6h 5h | 9h 8h 7h 2c 3d | 4c 5c",
    "6h 5h | 9h 8h 7h 2c 3d | Jh Th",
    "Th 2c | 9h 8h 7h 6h 5h | 4c 5c",
    "Tc 2c | 9h 8h 7h 6h 5h | Th 2d",
    "Tc 2c | 9h 8h 7h 6h 5h | 4c 5c",
    "7s 7d | 7h 7c 2c 3d 9h | 4c 5c",
    "7s 7d | 7h 7c 2c 9d 9h | 9c 9s",
    "Ah Kd | 7s 7d 7h 7c 2c | 4c 5c",
    "4c 5c | 7s 7d 7h 7c 2c | Ah Kd",
    "Ah Kd | 7s 7d 7h 7c 2c | Ac 5c",
)


def test_hands_and_board_stand_to_each_other_in_these_ways() -> None:
    """Each of them can be dealt; what is not among them cannot, by what `all_facts` says of it."""
    book, dealt = at_the_table(HOLDEM, Device.SHOE), set()
    for way in WAYS:
        hole, board, dealer = map(parse_cards, way.split("|"))
        facts = progressive_holdem.facts_of(book, hole, board, dealer, folded=False, shown=True)
        dealt.add((facts.outcome, facts.ante_pays, facts.own, facts.board))
    assert dealt == {
        (facts.outcome, facts.ante_pays, facts.own, facts.board)
        for facts in progressive_holdem.all_facts()
        if facts.outcome is not progressive_holdem.Outcome.FOLDED and facts.hole != "not-shown"
    }


@pytest.mark.parametrize(
    ("own", "seven"),
    [
        (progressive_holdem.OwnAward.ROYAL_FLUSH_ON_THE_FLOP, "As Ks Qs Js Ts 2c 3d"),
        (progressive_holdem.OwnAward.ROYAL_FLUSH_ON_THE_TURN, "As Ks Qs Js 2c Ts 3d"),
        (progressive_holdem.OwnAward.ROYAL_FLUSH_ON_THE_TURN, "As 2c Qs Js Ts Ks 3d"),
        (progressive_holdem.OwnAward.ROYAL_FLUSH_ON_THE_RIVER, "As Ks Qs Js 2c 3d Ts"),
        (progressive_holdem.OwnAward.ROYAL_FLUSH_ON_THE_RIVER, "As 2c Qs Js Ts 3d Ks"),
        (progressive_holdem.OwnAward.NONE, "2c 3d As Ks Qs Js Ts"),
    ],
)
def test_royal_flushes_are_distinguished(own: progressive_holdem.OwnAward, seven: str) -> None:
    """Chance would not find these (R-26)."""
    book, cards = at_the_table(HOLDEM, Device.SHOE), parse_cards(seven)
    facts = progressive_holdem.facts_of(book, cards[:2], cards[2:], parse_cards("4h 6h"), folded=False, shown=True)
    assert facts.own is own
    assert facts in set(progressive_holdem.all_facts())
