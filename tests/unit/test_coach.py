"""The coach of `croupier play`: a hint when asked, what decisions cost, and the mistakes of the evening."""

import re
from io import StringIO

import pytest

import croupier
from croupier.doors.library.numbers import advise
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.playing import house, poker
from croupier.rounds.playing.coach import Coach
from croupier.rounds.playing.screen import Screen
from croupier.rules.cards import parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import cents, in_money
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device


def flat(text: str) -> str:
    return " ".join(text.split())


def at_the_layout(*typed: str, shoe: str = "", coached: bool = True) -> str:
    out = StringIO()
    screen = Screen(StringIO("\n".join(typed) + "\n"), out, {})
    chances = {"of_cards": seeded_chance("cards"), "of_others": seeded_chance("others")}
    book = at_the_table("three-card-poker@3", Device.SHOE)
    evening = house.sit_down(book, Device.SHOE, screen, name="Ann", stake=cents("500"), coached=coached, **chances)
    if shoe:
        evening.dealer._decks = ShuffledDecks(seeded_chance(0), parse_cards(shoe))
        evening.dealer.deck = shuffled_deck(seeded_chance(0), parse_cards(shoe))
    evening.play()
    return flat(out.getvalue())


SHOE = "2c 3c 3d Qs 3h 3s 5c 5d 6h 5h 5s 7c 7d 4d 8h 8s"
"""From the shoe, to boxes 1, 2, 3, 5 and the dealer in turn."""


@pytest.mark.slow
def test_what_a_hint_and_a_fold_cost() -> None:
    found = advise("three-card-poker", hand="Qs 6h 4d", ante="10")
    play, fold = (found.values[name] * 1000 for name in ("play", "fold"))
    told = at_the_layout("10", "", "hint", "", "hint", "fold", "q", shoe=SHOE)
    assert "Your hand Qs 6h 4d" in told
    assert f"Coach: play. Worth on average, bets included: play {in_money(play)}, fold {in_money(fold)}." in told
    assert f"Coach: fold costs {in_money(play - fold)} on average; play was better." in told
    assert "Coach: 1 decision, 1 mistake, which cost" in told and "round 1, box 3: fold; play was better" in told


def test_a_good_decision_is_passed_over() -> None:
    told = at_the_layout("10", "", "", "play", "q", shoe=SHOE)
    assert "costs" not in told and "Coach: 1 decision, and not one could have been better." in told


def test_without_being_asked_it_says_nothing() -> None:
    told = at_the_layout("10", "hint", "", "", "fold", "q", shoe=SHOE, coached=False)
    assert "The coach speaks when there is something to decide." in told and "Coach:" not in told


def at_the_table_of_two(*typed: str, coached: bool = True) -> str:
    out = StringIO()
    screen = Screen(StringIO("\n".join(typed) + "\n"), out, {})
    book = at_the_table("poker@7", Device.SHOE)
    chances = {"of_cards": seeded_chance("cards"), "of_others": seeded_chance("others")}
    numbers = {"seats": 2, "small_blind": cents("1"), "stake": cents("200")}
    poker.sit_down(book, Device.SHOE, screen, name="Ann", coached=coached, **numbers, **chances).play()  # type: ignore[arg-type]
    return flat(out.getvalue())


def test_at_poker_the_price_and_the_share() -> None:
    told = at_the_table_of_two("hint", "", "hint", "", "hint", "q")
    assert "The coach speaks when it is your turn." in told
    assert "Look at your cards first; the coach knows no more than you do." in told
    assert re.search(r"Coach: (checking is free\. )?\w\w \w\w gets on average \d+ % of \d+\.00 against 1 other", told)


@pytest.mark.parametrize(("cards", "too_dear"), [("2d 7c", True), ("As Ah", False)])
def test_at_poker_a_call_that_is_too_dear(cards: str, too_dear: bool) -> None:
    first, second = cards.split()
    table = croupier.open_table(
        "poker@7", {1: ("Ben", 200), 2: ("Ann", 200)}, small_blind="1", shoe=f"3c {first} Kd {second} Qd"
    )
    table.say("start", "1 raise 100", "2 look")
    state = table._at.dealer.state
    assert isinstance(state, PokerState)
    out = StringIO()
    coach = Coach(Screen(StringIO(), out, {}), speaks=True, exact=False)
    coach.poker_after("round 1", state, 2, Act.CALL)
    coach.poker_after("round 1", state, 2, Act.FOLD)  # nobody knows what the other one holds
    assert ("call costs" in out.getvalue(), coach.decisions) == (too_dear, 2)
    coach.summary()
    assert ("1 mistake, which cost" if too_dear else "2 decisions, and no mistake that is certain.") in flat(
        out.getvalue()
    )
    coach.poker_hint(state, 2)
    assert "A call of 98.00 pays from 49 % on." in flat(out.getvalue())
