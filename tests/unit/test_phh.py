"""Hand histories: PHH read, written, replayed at our tables and made from our rounds."""

import io
import json
import random
import shlex
import string
import tomllib
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from croupier.cards import DECK, CardSource
from croupier.cli import main
from croupier.cli import phh as command
from croupier.errors import Refused, Unreadable
from croupier.floor.poker_desk import PokerDesk
from croupier.games.poker.betting import options
from croupier.histories import export
from croupier.histories.hand import VARIANTS, Action, Hand, Verb, action_text, parse_action
from croupier.histories.phh import Entry, hand_of, read_phh
from croupier.histories.replay import Contradiction, Difference, Outcome, Result, replay
from croupier.histories.rounds import Recorded, recorded_rounds
from croupier.histories.write import write_hand, write_hands
from croupier.money import Cents, dollars
from croupier.roundfile.poker_script import read_action, read_poker_script
from croupier.roundfile.read import read_script
from croupier.roundfile.run import play

DATA = Path(__file__).parents[1] / "data" / "phh"
PLURIBUS = DATA / "pluribus.phhs"
SINGLE_HANDS = sorted(DATA.rglob("*.phh"))

HALVED = ["177", "925", "2591", "4112", "5356", "5652", "5662", "7124"]
HALF_RAISES = ["4440", "4822", "5115", "5480", "6359", "6920", "8401"]

HAND = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AcAd",
  "d dh p2 KcKd",
  "d dh p3 7c2d",
  "p3 f",
  "p1 cbr 6",
  "p2 f",
]
finishing_stacks = [102, 98, 100]
"""


def only(text: str) -> Entry:
    (entry,) = read_phh(text)
    return entry


def hand(text: str) -> Hand:
    entry = only(text)
    assert entry.hand is not None, entry.problem
    return entry.hand


def nt(actions: str, stacks: str = "100 100 100", blinds: str = "1 2 0", antes: str = "", **more: str) -> Hand:
    """A hand of no-limit hold'em in few words; actions are separated by commas."""
    numbers = {"starting_stacks": stacks, "blinds_or_straddles": blinds, "antes": antes or "0 " * len(stacks.split())}
    lines = ['variant = "NT"', f"min_bet = {more.pop('min_bet', '2')}"]
    lines += [f"{key} = [{', '.join(value.split())}]" for key, value in numbers.items()]
    lines += [f"actions = {json.dumps([action.strip() for action in actions.split(',')])}"]
    lines += [f"{key} = {value}" for key, value in more.items()]
    return hand("\n".join(lines))


# --- Actions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("d dh p1 AcKd", Action(Verb.DEAL_HOLE, 1, ("Ac", "Kd"))),
        ("d dh p6 ????", Action(Verb.DEAL_HOLE, 6, ("??", "??"))),
        ("d dh p2 ??Ad", Action(Verb.DEAL_HOLE, 2, ("??", "Ad"))),
        ("d db 7h8s9c", Action(Verb.DEAL_BOARD, None, ("7h", "8s", "9c"))),
        ("p2 f", Action(Verb.FOLD, 2)),
        ("  p1   cc  ", Action(Verb.CHECK_OR_CALL, 1)),
        ("p3 cbr 350", Action(Verb.BET_OR_RAISE, 3, amount=350)),
        ("p3 cbr 12.50", Action(Verb.BET_OR_RAISE, 3, amount=Decimal("12.5"))),
        ("p1 sm", Action(Verb.SHOW_OR_MUCK, 1)),
        ("p1 sm -", Action(Verb.SHOW_OR_MUCK, 1, ("-",))),
        ("p1 sm AcKd", Action(Verb.SHOW_OR_MUCK, 1, ("Ac", "Kd"))),
        ("p1 sd", Action(Verb.DISCARD, 1)),
        ("p1 sd AcKd", Action(Verb.DISCARD, 1, ("Ac", "Kd"))),
        ("p1 pb", Action(Verb.BRING_IN, 1)),
        ("p2 f # he sighs # twice", Action(Verb.FOLD, 2, comment="he sighs # twice")),
        ("# Burn card 6s is exposed", Action(Verb.NOTHING, comment="Burn card 6s is exposed")),
        ("", Action(Verb.NOTHING)),
    ],
)
def test_actions_are_read_and_written(text: str, action: Action) -> None:
    assert parse_action(text, 6) == action
    assert parse_action(action_text(action), 6) == action


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("p7 f", "'p7' is no player; players are p1 to p6"),
        ("p0 f", "'p0' is no player"),
        ("p01 f", "'p01' is no player"),
        ("3 f", "'3' is no player"),
        ("d f", "'d f' is no action; d dh pN CARDS, d db CARDS, pN f"),
        ("p1 raises 6", "is no action"),
        ("p1 cbr", "is no action"),
        ("p1 cc 6", "is no action"),
        ("d dh p1 Ac Kd", "is no action"),
        ("d dh p1 AcK", "'K' in 'AcK' is no card; cards are written together, AcKd, and ?? is unknown"),
        ("d dh p1 ACKD", "'AC' in 'ACKD' is no card"),
        ("d db 10h", "'10' in '10h' is no card"),
        ("d dh p1 AcAc", "a card stands twice in 'AcAc'"),
        ("p1 cbr -5", "'-5' is no amount; chips are written 350 or 12.50"),
        ("p1 cbr 0", "'0' is no amount"),
        ("p1 cbr 1e5", "'1e5' is no amount"),
        ("p1 cbr 1,000", "'1,000' is no amount"),
        ("p1 sm - AcKd", "is no action"),
    ],
)
def test_what_is_no_action_is_told(text: str, complaint: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_action(text, 6)
    assert complaint in str(error.value)


# --- Reading -------------------------------------------------------------------------------------------------------


def test_a_hand_is_read_with_its_comments_and_own_fields() -> None:
    found = hand((DATA / "dwan-ivey-2009.phh").read_text(encoding="utf-8"))
    assert found.variant == "NT"
    assert found.antes == (500, 500, 500)
    assert found.facts["event"] == "Full Tilt Million Dollar Cash Game S4E12"
    assert found.name_of(3) == "Tom Dwan"
    assert found.actions[1] == Action(Verb.DEAL_HOLE, 2, ("??", "??"))
    assert found.finishing_stacks is None


def test_a_collection_is_read_section_by_section() -> None:
    text = f"# two hands\n\n[1]\n{HAND}\n['late \"one\"'] # the second\n{HAND}_session = 'x'\n"
    first, second = read_phh(text)
    assert (first.name, first.line) == ("1", 3)
    assert (second.name, second.line) == ('late "one"', 19)
    assert second.hand is not None and second.hand.own == {"_session": "x"}


def test_every_hand_of_the_data_reads() -> None:
    entries = list(read_phh(PLURIBUS.read_text(encoding="utf-8")))
    assert len(entries) == 1013
    assert not [entry.problem for entry in entries if entry.hand is None]
    assert {hand(file.read_text(encoding="utf-8")).variant for file in SINGLE_HANDS} == set(VARIANTS)


def test_the_quick_way_reads_what_toml_says() -> None:
    text = PLURIBUS.read_text(encoding="utf-8")
    whole = tomllib.loads(text, parse_float=Decimal)
    assert {entry.name: entry.hand for entry in read_phh(text)} == {name: hand_of(data) for name, data in whole.items()}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('variant = "NT"', 'variant = "nt"'), "line 1: variant 'nt' is unknown; known are FT, NT, NS"),
        (('variant = "NT"', "variant = ['NT']"), "line 1: variant ['NT'] is unknown; known are FT, NT"),
        (("min_bet = 2\n", ""), "line 1: min_bet is missing; a hand of NT has antes, blinds_or_straddles, min_bet"),
        (("antes = [0, 0, 0]", "antes = [0, 0]"), "line 2: antes: a value for each of the 3 players is wanted, not 2"),
        (("antes = [0, 0, 0]", "antes = 0"), "line 2: antes: an array is wanted, not 0"),
        (("[0, 0, 0]", "[0, -1, 0]"), "line 2: antes: nothing or more is wanted, not -1"),
        (("[1, 2, 0]", "[1, '2', 0]"), "line 3: blinds_or_straddles: a number is wanted, not '2'"),
        (("[1, 2, 0]", "[1, nan, 0]"), "line 3: blinds_or_straddles: a number is wanted, not NaN"),
        (("[1, 2, 0]", "[1, inf, 0]"), "line 3: blinds_or_straddles: a finite number is wanted, not Infinity"),
        (("[1, 2, 0]", "[1, 1e15, 0]"), "a number below 1,000,000,000,000,000 is wanted"),
        (("min_bet = 2", "min_bet = 0"), "line 4: min_bet: more than nothing is wanted, not 0"),
        (("min_bet = 2", "min_bet = true"), "line 4: min_bet: a number is wanted, not true"),
        (("[100, 100, 100]", "[100, 0, 100]"), "line 5: starting_stacks: a stack is more than nothing, or inf"),
        (("[100, 100, 100]", "[100]"), "line 5: starting_stacks: an array with the stacks of two players or more"),
        (("[100, 100, 100]", "100"), "line 5: starting_stacks: an array with the stacks of two players or more"),
        (("p1 cbr 6", "p1 cbr six"), "line 11: action 5 'p1 cbr six': 'six' is no amount"),
        (("p2 KcKd", "p2 KcKx"), "line 8: action 2 'd dh p2 KcKx': 'Kx' in 'KcKx' is no card"),
        (('  "p2 f",', "  2,"), "line 6: actions: an array of strings is wanted"),
        (("finishing_stacks = [", "finishing_stacks = [0, "), "line 14: finishing_stacks: a value for each of the 3"),
        (("finishing_stacks", "hand = 1.5\nfinishing_stacks"), "line 14: hand: a whole number is wanted, not 1.5"),
        (("finishing_stacks", "year = '2023'\nfinishing_stacks"), "line 14: year: a whole number is wanted"),
        (("finishing_stacks", "time = '20:15'\nfinishing_stacks"), "line 14: time: a local time is wanted"),
        (("finishing_stacks", "venue = 3\nfinishing_stacks"), "line 14: venue: a string is wanted, not 3"),
        (("finishing_stacks", "ante_trimming_status = 0\nfinishing_stacks"), "true or false is wanted, not 0"),
        (("min_bet = 2", "min_bet = "), "no TOML: Invalid value (at line 4, column 11)"),
        (("min_bet = 2", "min_bet = 2\nmin_bet = 2"), "no TOML: Cannot overwrite a value (at line 5, column 12)"),
    ],
)
def test_a_faulty_hand_says_where_and_what_is_wanted(change: tuple[str, str], problem: str) -> None:
    assert change[0] in HAND
    faulty = HAND.replace(*change, 1)
    alone = only(faulty)
    assert alone.hand is None
    assert problem in alone.problem
    # between two others it does not spoil them, and lines are counted from the beginning of the file
    before, between, after = read_phh(f"[1]\n{HAND}\n[2]\n{faulty}\n[3]\n{HAND}")
    assert before.hand == after.hand == hand(HAND)
    assert between.hand is None
    assert between.name == "2"
    line = int("".join(filter(str.isdigit, alone.problem.partition("line ")[2].partition(" ")[0])))
    further = line + HAND.count("\n") + 3
    assert between.problem == alone.problem.replace(f"line {line}", f"line {further}", 1)


def test_a_section_without_a_variant() -> None:
    first, second = read_phh(f"[1]\n{HAND}[2]\nmin_bet = 2\n")
    assert first.hand == hand(HAND)
    assert second.problem.startswith("line 16: variant is missing; known are FT, NT")


def test_the_number_of_a_hand_stands_once() -> None:
    first, second = read_phh(f"[7]\n{HAND}[7]\n{HAND}")
    assert first.hand == hand(HAND)
    assert second.problem == "line 16: hand [7] stands at line 1 already; number them differently"


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n\n", "   "])
def test_a_file_without_a_hand(text: str) -> None:
    assert only(text).problem == "line 1: no hand; a hand begins with variant, a collection with [1]"


def test_what_looks_like_a_section_may_stand_inside_a_value() -> None:
    tricky = f'{HAND}_note = """\n[2]\nvariant = "XX"\n"""\n_grid = [\n[1],\n[2]\n]\n'
    first, second = read_phh(f"[1]\n{tricky}[2]\n{HAND}")
    assert first.hand is not None
    assert first.hand.own == {"_note": '[2]\nvariant = "XX"\n', "_grid": [[1], [2]]}
    assert second.hand == hand(HAND)
    assert hand(tricky).own == first.hand.own


def test_tables_of_ones_own_belong_to_the_hand() -> None:
    found = hand(f"{HAND}[_rake]\nmain = 2\n")
    assert found.own == {"_rake": {"main": 2}}
    first, second = read_phh(f"[1]\n{HAND}[1._rake]\nmain = 2\n[2]\n{HAND}")
    assert first.hand == found
    assert second.hand == hand(HAND)


def test_an_unknown_field_is_kept_and_remarked_on() -> None:
    entry = only(f"{HAND}weather = 'fair'\n_mood = 'good'\n")
    assert entry.hand is not None
    assert entry.hand.own == {"weather": "fair", "_mood": "good"}
    assert entry.remarks == ("weather is no field of the standard; fields of one's own begin with _",)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("9" * 5000, "no TOML: Exceeds the limit"),
        ("1e999999999999999999999", "no TOML: 1e999999999999999999999 is out of all bounds"),
        ("[" * 20000, "no TOML: "),
    ],
)
def test_values_that_are_meant_to_hurt(value: str, problem: str) -> None:
    assert only(f"{HAND}_x = {value}\n").problem.startswith(problem)
    first, second, third = read_phh(f"[1]\n{HAND}_x = {value}\n[2]\n{HAND}_x = {value}\n[3]\n{HAND}")
    assert first.problem.startswith(problem)
    assert second.problem.startswith(problem)
    assert third.hand == hand(HAND)


def test_windows_line_ends() -> None:
    text = f"[1]\n{HAND}[2]\n{HAND}".replace("\n", "\r\n")
    assert [entry.hand for entry in read_phh(text)] == [hand(HAND)] * 2


@given(st.text(alphabet=string.printable) | st.text())
def test_no_text_makes_the_reader_fall_over(text: str) -> None:
    assert all((entry.hand is None) == bool(entry.problem) for entry in read_phh(text))


@given(st.integers(0, len(HAND)), st.integers(0, 40), st.sampled_from(["", "'", '"', "]", "[1]\n", "\n", "=", "??"]))
def test_no_damaged_hand_makes_the_reader_fall_over(start: int, length: int, put: str) -> None:
    damaged = HAND[:start] + put + HAND[start + length :]
    for entry in read_phh(damaged):
        assert (entry.hand is None) == bool(entry.problem)
        if entry.hand is not None:
            with_cards_that_agree(entry.hand)


def with_cards_that_agree(found: Hand) -> Result | None:
    try:
        return replay(found)
    except Unreadable:
        return None


# --- Writing -------------------------------------------------------------------------------------------------------

NAMES = st.text(string.ascii_lowercase + "_", min_size=1, max_size=8)
CHIPS = st.integers(0, 10**12) | st.decimals(0, 10**9, allow_nan=False, places=2)
SCALARS = (
    st.text()
    | st.integers(-(2**63), 2**63 - 1)
    | st.decimals(allow_nan=False)
    | st.booleans()
    | st.dates(min_value=date(1, 1, 1))
    | st.times()
    | st.datetimes()
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    players = draw(st.integers(2, 9))
    variant = draw(st.sampled_from(sorted(VARIANTS)))

    def each(values: st.SearchStrategy[Any]) -> tuple[Any, ...]:
        return tuple(draw(st.lists(values, min_size=players, max_size=players)))

    positive = CHIPS.filter(bool)
    player = st.integers(1, players)
    some = st.lists(st.sampled_from(DECK), min_size=1, max_size=4, unique=True).map(tuple)
    comment = st.none() | st.text("abc #?", max_size=9).map(str.strip)
    shapes = [
        st.builds(Action, st.just(Verb.DEAL_HOLE), player, some, comment=comment),
        st.builds(Action, st.just(Verb.DEAL_BOARD), cards=some, comment=comment),
        st.builds(Action, st.sampled_from([Verb.FOLD, Verb.CHECK_OR_CALL, Verb.BRING_IN]), player, comment=comment),
        st.builds(Action, st.just(Verb.BET_OR_RAISE), player, amount=positive, comment=comment),
        st.builds(Action, st.sampled_from([Verb.SHOW_OR_MUCK, Verb.DISCARD]), player, st.just(()) | some),
        st.builds(Action, st.just(Verb.NOTHING), comment=comment),
    ]
    facts = {
        "players": st.tuples(*[st.text()] * players),
        "finishing_stacks": st.tuples(*[CHIPS] * players),
        "event": st.text(),
        "time": st.times(),
        "hand": st.text() | st.integers(0, 2**40),
        "ante_trimming_status": st.booleans(),
    }
    chosen = draw(st.sets(st.sampled_from(sorted(facts))))
    stud, fixed = variant in ("F7S", "F7S/8", "FR"), variant not in ("NT", "NS", "PO", "N2L1D")
    return Hand(
        variant=variant,
        antes=each(CHIPS),
        starting_stacks=each(positive | st.just(Decimal("inf"))),
        actions=tuple(draw(st.lists(st.one_of(shapes), max_size=5))),
        blinds_or_straddles=None if stud else each(CHIPS),
        bring_in=draw(positive) if stud else None,
        small_bet=draw(positive) if fixed else None,
        big_bet=draw(positive) if fixed else None,
        min_bet=None if fixed else draw(positive),
        facts={key: draw(facts[key]) for key in sorted(chosen)},
        own=draw(st.dictionaries(NAMES.map("_{}".format), VALUES, max_size=3)),
    )


@settings(max_examples=40)
@given(st.lists(hands(), min_size=1, max_size=2))
def test_what_is_written_reads_back(written: list[Hand]) -> None:
    assert [entry.hand for entry in read_phh(write_hands(written))] == written
    assert only(write_hand(written[0])).hand == written[0]


def test_the_data_reads_the_same_after_writing() -> None:
    found = [entry.hand for entry in read_phh(PLURIBUS.read_text(encoding="utf-8"))]
    found += [hand(file.read_text(encoding="utf-8")) for file in SINGLE_HANDS]
    known = [one for one in found if one is not None]
    assert len(known) == 1013 + len(SINGLE_HANDS)
    assert [entry.hand for entry in read_phh(write_hands(known))] == known


def test_pokerkit_reads_what_is_written() -> None:
    found = [hand(file.read_text(encoding="utf-8")) for file in SINGLE_HANDS]
    for ours, theirs in zip(found, HandHistory.loads_all(write_hands(found)), strict=True):
        assert theirs.variant == ours.variant
        assert theirs.actions == [action_text(action) for action in ours.actions]
        assert theirs.players == list(ours.facts["players"])
        list(theirs)  # and plays it


def test_a_hand_is_written_for_people_too() -> None:
    found = hand(f"{HAND}_note = 'a \"word\"'\nauthor = 'Juho Kim'\nante_trimming_status = true\n")
    written = HAND.replace('"NT"\n', '"NT"\nante_trimming_status = true\n')
    assert write_hand(found) == f'{written}author = "Juho Kim"\n_note = "a \\"word\\""\n'


def test_what_toml_cannot_say_is_not_written() -> None:
    with pytest.raises(TypeError, match="cannot be written"):
        write_hand(Hand("NT", (0, 0), (1, 1), (), own={"_x": 0.5}))


# --- Replay --------------------------------------------------------------------------------------------------------


def test_pluribus_replays_to_the_stated_stacks() -> None:
    results = {entry.name: replay(entry.hand) for entry in read_phh(PLURIBUS.read_text(encoding="utf-8")) if entry.hand}
    outcomes = Counter(result.outcome for result in results.values())
    assert outcomes == {Outcome.AGREED: 998, Outcome.EXPLAINED: 8, Outcome.LEFT_OUT: 7}
    explained = {name: result for name, result in results.items() if result.outcome is Outcome.EXPLAINED}
    assert list(explained) == HALVED
    for result in explained.values():
        assert "4.5, R-34" in result.reason
        assert [abs(one.expected - one.got) for one in result.differences] == [50, 50]
    left_out = {name: result for name, result in results.items() if result.outcome is Outcome.LEFT_OUT}
    assert list(left_out) == HALF_RAISES
    assert {result.reason for result in left_out.values()} == {
        "half a raise came back to a player who had acted (3.12.3, R-30)"
    }


def test_pluribus_by_version_6() -> None:
    entries = [entry for entry in read_phh(PLURIBUS.read_text(encoding="utf-8")) if int(entry.name) <= 200]
    outcomes = Counter(replay(entry.hand, "poker@6").outcome for entry in entries if entry.hand)
    assert outcomes == {Outcome.AGREED: 199, Outcome.EXPLAINED: 1}


@pytest.mark.parametrize("file", sorted((DATA / "wsop-2023-43-5").glob("*.phh")), ids=lambda file: file.stem)
def test_wsop_no_limit_holdem_agrees_and_other_games_are_not_played_here(file: Path) -> None:
    """The big blind's ante is dead money in the main pot."""
    found = hand(file.read_text(encoding="utf-8"))
    result = replay(found)
    if found.variant == "NT":
        assert any(found.antes)
        assert result == Result(Outcome.AGREED)
    else:
        name = f"{found.variant}, {VARIANTS[found.variant]}"
        assert result == Result(Outcome.SKIPPED, reason=f"{name}: not played here")


def test_a_hand_without_stated_stacks_is_played() -> None:
    """With antes of 500 each, an unknown folded hand and a showdown before the river."""
    found = hand((DATA / "dwan-ivey-2009.phh").read_text(encoding="utf-8"))
    assert replay(found) == Result(Outcome.PLAYED)
    theirs = HandHistory.loads(write_hand(found))
    *_, last = theirs
    stated = [*map(int, last.stacks)]
    agreed = hand(write_hand(found) + f"finishing_stacks = {stated}\n")
    assert replay(agreed) == Result(Outcome.AGREED)


def test_with_two_players_p1_has_the_big_blind_and_p2_the_button() -> None:
    found = nt("p2 cc, p1 cc, d db 2c3c4c, p1 cbr 10, p2 f", "100 100", "1 2", finishing_stacks="[102, 98]")
    assert replay(found).outcome is Outcome.AGREED
    swapped = nt("p1 cc", "100 100", "1 2")
    refusal = replay(swapped).refusal
    assert refusal is not None
    assert refusal.why == "it is not the turn of seat 1: seat 2 is to act"


def test_with_two_players_antes_are_listed_backwards_too() -> None:
    found = nt("p2 f", "100 100", "1 2", "0 3", finishing_stacks="[101, 99]")
    assert replay(found).outcome is Outcome.AGREED


def test_an_ante_that_is_all_a_player_has() -> None:
    """The dead money of all three is what p3 can win; the blinds, and the chip that nobody matched, are p2's."""
    actions = "d dh p1 ????, d dh p2 KcKd, d dh p3 AcAd, p1 f, p2 sm KcKd, p3 sm AcAd, d db 2c3d4h, d db 9s, d db Ts"
    found = nt(actions, "100 100 1", "1 2 0", "1 1 1", finishing_stacks="[98, 100, 3]")
    assert replay(found).outcome is Outcome.AGREED


def test_blinds_as_only_our_documents_place_them() -> None:
    """Nobody has the small blind, and p3 posts the big blind to join."""
    found = nt("p2 f, p3 cc, p4 cbr 8, p1 f, p3 f", "100 " * 4, "2 0 -2 0", finishing_stacks="[98, 100, 98, 104]")
    assert replay(found).outcome is Outcome.AGREED


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (nt("p3 f", "inf 100 100"), "a stack is unknown"),
        (nt("p3 f", "100.005 100 100"), "an amount is finer than a cent (R-1)"),
        (nt("p3 cbr 6.505"), "an amount is finer than a cent (R-1)"),
        (nt("p3 f", blinds="1 3 0", min_bet="3"), "the big blind is not twice the small one (1.7)"),
        (nt("p3 f", blinds="1 2 4", min_bet="4"), "straddles or further blinds are not played here"),
        (nt("p3 f", blinds="2 2 0"), "straddles or further blinds are not played here"),
        (nt("p3 f", blinds="1 2 0", min_bet="4"), "the smallest bet is not the largest blind (R-29)"),
        (nt("p3 f", blinds="2 1 0"), "the small blind sits behind the big one"),
        (nt("p3 f", blinds="0 0 0"), "nobody posts a big blind"),
        (nt("p3 f", blinds="1 2 -1"), "a post to join is the big blind here (R-36)"),
        (nt("p3 f", "100 2 100", antes="1 1 1"), "a stack is too short for its ante and blind"),
        (nt("p3 f", "100 " * 22, "1 2" + " 0" * 20), "more players than a deck can serve"),
        (nt("p3 f", _void='["5.2"]'), "the round was void"),
        (nt("p3 f", _rake_percent="6"), "the rake is above its bound (4.1)"),
        (nt("p3 cc, p1 cc, p2 cc, d db 2c3c??"), "a card of the board is unknown"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_played_here_is_skipped_with_the_reason(found: Hand, reason: str) -> None:
    assert replay(found) == Result(Outcome.SKIPPED, reason=reason)


CHECKED_DOWN = "p3 f, p1 cc, p2 cc, d db 2c7d9h, p1 cc, p2 cc, d db Js, p1 cc, p2 cc, d db 3s, p1 cc, p2 cc"


@pytest.mark.parametrize(
    ("deal", "show", "expected"),
    [
        ("d dh p1 AcAd, d dh p2 KcKd", "", "agreed"),
        ("d dh p1 ????, d dh p2 KcKd", "p1 sm AcAd, p2 sm", "agreed"),
        ("d dh p1 ??Ad, d dh p2 ????", "p1 sm AdAc, p2 sm", "agreed"),
        ("d dh p1 AcAd, d dh p2 KcKd", "p1 sm -, p2 sm -", "agreed"),
        ("", "p1 sm AcAd, p2 sm KcKd", "agreed"),
        ("d dh p1 AcAd", "p1 sm AcAd", "a hand at the showdown is unknown"),
        ("d dh p1 AcAd, d dh p2 ????", "p1 sm AcAd, p2 sm ????", "a hand at the showdown is unknown"),
        ("", "p1 sm, p2 sm", "a hand at the showdown is unknown"),
    ],
)
def test_hands_that_are_not_known(deal: str, show: str, expected: str) -> None:
    """A mucked hand was beaten; a hand that nobody knows at the showdown cannot be judged."""
    told = ", ".join(part for part in (deal, CHECKED_DOWN, show) if part)
    result = replay(nt(told, finishing_stacks="[102, 98, 100]"))
    assert (result.reason or result.outcome) == expected


@pytest.mark.parametrize(
    ("actions", "action", "problem"),
    [
        ("d dh p1 AcAd, d dh p2 AcKd", 2, "Ac is dealt twice; there is one of each card"),
        ("d dh p1 AcAd, p3 cc, p1 cc, p2 cc, d db 2c3cAd", 5, "Ad is dealt twice"),
        ("d dh p1 AcAd, p3 cc, p1 cc, p2 cc, d db 2c3cAh, p1 sm AcAd, p2 sm AdKs", 7, "Ad is dealt twice"),
        ("d dh p1 AcAdAh", 1, "p1 is dealt 3 cards; in hold'em they are two"),
        ("d dh p1 AcAd, p1 sm KcKd", 2, "p1 shows KcKd and was dealt AcAd"),
        ("d dh p1 AcAd, p1 sm Ac", 2, "p1 shows Ac and was dealt AcAd"),
        ("d dh p1 Ac??, p1 sm KcKd", 2, "p1 shows KcKd and was dealt Ac??"),
        ("d db 2c3c4c, d db 5c, d db 6c, d db 7c", 4, "6 cards on the board; there are five"),
    ],
)
def test_cards_that_contradict_each_other_cannot_be_read(actions: str, action: int, problem: str) -> None:
    with pytest.raises(Contradiction) as error:
        replay(nt(actions))
    assert problem in str(error.value)
    assert error.value.action == action


@pytest.mark.parametrize(
    ("actions", "action", "why"),
    [
        ("p3 cbr 3", 1, "a raise must be to at least 4.00"),
        ("p3 cbr 101", 1, "he has 100.00 in all"),
        ("p3 cbr 6.50, p1 cc", 1, None),  # a hand with decimals is played in cents
        ("p1 cc", 1, "it is not the turn of seat 1"),
        ("p3 cc, p1 cc, d db 2c3c4c", 3, "no card of the board is due: p2 is to act"),
        ("p3 cc, p1 cc, p2 cc, p1 cc", 4, "a card of the board is due before that"),
        ("p3 f, p1 f, d db 2c3c4c", 3, "no card of the board is due: the round is over"),
        ("p3 f, p1 f, p2 cc", 3, "no round is being played"),
        ("p3 cc, d dh p1 AcAd", 2, "hole cards are dealt before the betting"),
        ("d dh p3 AcAd, p3 sm AcAd", 2, "p3 is to act; hands are shown when the betting is over"),
        ("p3 cc, p1 cc, p2 cc, p1 sm AcAd", 4, "a card of the board is due; hands are shown when the betting is over"),
        ("p3 sd", 1, "no such act in hold'em"),
        ("p3 cc, p1 cc, p2 cc, d db 2c, d db 3c, d db 4c, p1 cc", 9, None),  # a street may come card by card
    ],
)
def test_actions_that_are_forbidden_here(actions: str, action: int, why: str | None) -> None:
    result = replay(nt(actions))
    if why is None:
        assert result == Result(Outcome.PLAYED)
        return
    assert result.outcome is Outcome.DIFFERS
    assert result.refusal is not None
    assert result.refusal.action == action
    assert why in result.refusal.why


def test_an_unfinished_hand_is_compared_as_far_as_it_goes() -> None:
    assert replay(nt("p3 cc, p1 cc", finishing_stacks="[98, 98, 98]")).outcome is Outcome.AGREED
    result = replay(nt("p3 cc, p1 cc", finishing_stacks="[98, 98, 100]"))
    assert result.outcome is Outcome.DIFFERS
    assert result.differences == (Difference(3, Decimal(10000), Cents(9800)),)


SPLIT = "d dh p1 AcKc, d dh p2 AdKd, p3 cbr 5, p1 cc, p2 cc, d db AhKh2s, p1 cc, p2 cc, p3 f, d db 3s, p1 cc, p2 cc"


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ("[103, 102, 95]", ""),
        ("[102.5, 102.5, 95]", "the source divides a chip; here an odd chip goes to one player (4.5, R-34)"),
        ("[102, 103, 95]", "the source gives an odd chip to another player (4.5, R-34)"),
        ("[101, 104, 95]", None),
        ("[102.5, 102.5, 95.5]", None),
        ("[102.5, 102, 95]", "the house took a rake whose terms the history does not tell"),
        ("[101, 101, 95]", None),
    ],
)
def test_odd_chips_are_explained(stated: str, reason: str | None) -> None:
    result = replay(nt(f"{SPLIT}, d db 4d, p1 cc, p2 cc", finishing_stacks=stated))
    if reason is None:
        assert result.outcome is Outcome.DIFFERS
    else:
        assert result.reason == reason


def test_the_lowest_chip_may_be_named() -> None:
    found = nt(f"{SPLIT}, d db 4d, p1 cc, p2 cc", finishing_stacks="[105, 100, 95]")
    assert replay(found).outcome is Outcome.DIFFERS
    assert replay(found, chip=Cents(500)).outcome is Outcome.AGREED


def test_half_a_raise_that_comes_back_is_left_out() -> None:
    """p3 raises to 10, p1 makes it 15 all-in: five is half of a raise and more, and p3 has acted."""
    back = nt("p3 cbr 12, p1 cbr 17, p2 f, p3 cc", "17 100 100", finishing_stacks="[0, 0, 0]")
    assert replay(back).outcome is Outcome.LEFT_OUT
    ours = nt("p3 cbr 12, p1 cbr 17, p2 f, p3 cc", "17 100 100", finishing_stacks="[0, 98, 83]", _rulebook='"poker@7"')
    assert replay(ours).outcome is Outcome.AGREED
    less = nt("p3 cbr 12, p1 cbr 16, p2 f, p3 f", "16 100 100", finishing_stacks="[30, 98, 88]")
    assert replay(less).outcome is Outcome.AGREED
    nobody = nt("p3 f, p1 cbr 3, p2 f", "3 100 100", finishing_stacks="[5, 98, 100]")
    assert replay(nobody).outcome is Outcome.AGREED
    raised_on = nt("p3 cbr 12, p1 cbr 17, p2 cbr 27, p3 f", "17 100 100", finishing_stacks="[0, 0, 0]")
    assert replay(raised_on).outcome is not Outcome.LEFT_OUT


# --- Our rounds as PHH ---------------------------------------------------------------------------------------------


def round_file(actions: str, shoe: str = "", **more: str) -> str:
    """A table of Ann, Ben, Cho and Dev with 200 each, blinds 1 and 2, the button on seat 4."""
    table = {"small-blind": '"1"', "button": "4", "rake-percent": '"0"', "seats": "9"}
    table |= {
        key.replace("_", "-"): value for key, value in more.items() if key not in ("rulebook", "dealing", "seated")
    }
    seated = more.get("seated", '1 = ["Ann", "200"]\n2 = ["Ben", "200"]\n3 = ["Cho", "200"]\n4 = ["Dev", "200"]')
    listed = json.dumps(["start", *(action.strip() for action in actions.split(",") if action)])
    return "\n".join(
        [
            f'rulebook = "{more.get("rulebook", "poker@7")}"',
            f'dealing = "{more.get("dealing", "shoe")}"',
            f'shoe = "{shoe}"',
            f"actions = {listed}",
            "[table]",
            *(f"{key} = {value}" for key, value in table.items()),
            "[seats]",
            seated,
        ]
    )


def rounds(text: str) -> list[Recorded]:
    played = play(read_script(text), random.Random(7))
    assert played.refusal is None, played.refusal
    return recorded_rounds(played)


def exported(text: str) -> Hand:
    (recorded,) = rounds(text)
    return read_back(recorded)


def read_back(recorded: Recorded) -> Hand:
    """What is written reads back, by us and by PokerKit, which warns of nothing."""
    found = export.hand_of(recorded)
    written = write_hand(found)
    assert only(written).hand == found
    theirs = HandHistory.load(io.BytesIO(written.encode()))
    assert theirs.user_defined_fields.keys() == found.own.keys()
    return found


def told(found: Hand) -> list[str]:
    return [action_text(action) for action in found.actions]


SHOE = "2c Ac Kc 3d 4d Ad Kd 8h 9h 2d 5s 6s 7s 2h Jh 2s Qh"
"""Ann AcAd, Ben KcKd, Cho 3d8h, Dev 4d9h; burns are deuces."""


def test_a_round_with_a_showdown() -> None:
    text = round_file("3 fold, 4 fold, 1 raise 10, 2 call, 1 bet 10, 2 call, 1 check, 2 check, 1 check, 2 check", SHOE)
    found = exported(text)
    assert told(found) == [
        "d dh p1 AcAd",
        "d dh p2 ????",
        "d dh p3 ????",
        "d dh p4 ????",
        *["p3 f", "p4 f", "p1 cbr 10", "p2 cc"],
        *["d db 5s6s7s", "p1 cbr 10", "p2 cc"],
        *["d db Jh", "p1 cc", "p2 cc"],
        *["d db Qh", "p1 cc", "p2 cc"],
        "p1 sm AcAd",
        "p2 sm",
    ]
    assert found.facts["seats"] == (1, 2, 3, 4)
    assert found.facts["players"] == ("Ann", "Ben", "Cho", "Dev")
    assert found.finishing_stacks == (220, 180, 200, 200)
    assert found.facts["winnings"] == (40, 0, 0, 0)
    assert found.own["_rulebook"] == "poker@7"
    assert found.own["_button"] == 4
    assert found.own["_paragraphs"][:2] == ["3.7", "3.8"]
    assert "_dead" not in found.own and "_void" not in found.own
    assert replay(found).outcome is Outcome.AGREED
    *_, last = HandHistory.loads(write_hand(found))
    assert last.stacks == [220, 180, 200, 200]


def test_a_hand_that_nobody_had_to_show_is_nowhere() -> None:
    """R-45: Ben's kings were beaten and thrown away; folded hands and burnt cards are not told either."""
    (recorded,) = rounds(round_file("3 fold, 4 fold, 1 call, 2 check" + ", 1 check, 2 check" * 3, SHOE))
    written = write_hand(export.hand_of(recorded))
    for card in ("Kc", "Kd", "3d", "8h", "4d", "9h", "2c", "2d", "2h", "2s"):
        assert card not in written
    assert "AcAd" in written


def test_a_hand_turned_up_by_choice_is_told() -> None:
    found = exported(round_file("3 fold, 4 fold, 1 raise 10, 2 fold, 1 shows", SHOE))
    assert told(found)[0] == "d dh p1 AcAd"
    assert told(found)[-1] == "# p1 turns up AcAd"
    assert replay(found).outcome is Outcome.AGREED
    list(HandHistory.loads(write_hand(found)))


def test_all_in_before_the_flop() -> None:
    """The hands are shown before the board, where other programs expect them; the rake comes from each pot."""
    seated = '1 = ["Ann", "50"]\n2 = ["Ben", "100"]\n3 = ["Cho", "200"]'
    text = round_file("3 raise 100, 1 allin, 2 allin", SHOE, seated=seated, button="3", rake_percent='"5"')
    found = exported(text)
    shown = ["p3 sm KcAd", "p1 sm Ac3d", "p2 sm 4dKd"]
    assert [line.split()[:2] for line in told(found)[3:]] == [
        *[["p3", "cbr"], ["p1", "cc"], ["p2", "cc"]],
        *[line.split()[:2] for line in shown],
        *[["d", "db"]] * 3,
    ]
    assert [pot["amount"] for pot in found.own["_pots"]] == [150, 100]
    assert found.own["_rake"] == [7, 5]
    assert replay(found).outcome is Outcome.AGREED  # with the same rake: our own fields say which


FIVE = "\n".join(f'{seat} = ["{name}", "200"]' for seat, name in enumerate(["Ann", "Ben", "Cho", "Dev", "Eve"], 1))


def test_dead_money_stands_among_the_antes() -> None:
    """5.4.2: Cho missed both blinds and comes back when the button is past: three chips, one of them dead."""
    actions = (
        "3 fold, 4 fold, 5 fold, 1 fold, 3 away, start, 5 fold, 1 fold, 2 fold, start, 1 fold, 2 fold, 4 fold, "
        "start, 2 fold, 4 fold, 5 fold, 3 back, "
        "start, 3 check, 4 fold, 5 fold, 1 fold, 2 check, 2 check, 3 bet 2, 2 fold"
    )
    *earlier, last = map(read_back, rounds(round_file(actions, seated=FIVE, button="5")))
    assert [found.players for found in earlier] == [5, 4, 4, 4]
    assert last.blinds_or_straddles == (1, 2, -2, 0, 0)
    assert last.antes == (0, 0, 1, 0, 0)
    assert last.own["_dead"] == [0, 0, 1, 0, 0]
    assert last.finishing_stacks == (199, 198, 203, 200, 200)
    assert replay(last).outcome is Outcome.AGREED
    *_, theirs = HandHistory.loads(write_hand(last))
    assert theirs.stacks == [199, 198, 203, 200, 200]


def test_a_new_player_posts_a_live_blind() -> None:
    """5.4, R-36; and the button lies on an empty seat when nobody has the small blind (5.5)."""
    actions = "4 fold, 5 fold, 1 fold, 2 fold, 6 sits Fay 200, start, 5 fold, 6 check, 1 fold, 2 fold, 3 fold"
    _, second = rounds(round_file(f"{actions}, 4 check, 4 check, 6 bet 4, 4 fold", seated=FIVE, button="1"))
    found = read_back(second)
    assert found.facts["seats"] == (3, 4, 5, 6, 1, 2)
    assert found.blinds_or_straddles == (1, 2, 0, -2, 0, 0)
    assert replay(found).outcome is Outcome.AGREED


def test_nobody_in_the_small_blind() -> None:
    actions = "4 fold, 5 fold, 1 fold, 2 fold, 3 away, start, 5 fold, 1 fold, 2 fold, start, 1 fold, 2 fold, 4 fold"
    _, second, third = map(read_back, rounds(round_file(actions, seated=FIVE, button="1")))
    assert (second.facts["seats"], second.blinds_or_straddles) == ((4, 5, 1, 2), (2, 0, 0, 0))
    assert (third.own["_button"], third.facts["seats"]) == (3, (4, 5, 1, 2))
    assert replay(second).outcome is replay(third).outcome is Outcome.AGREED


def test_two_players() -> None:
    seated = '1 = ["Ann", "200"]\n2 = ["Ben", "200"]'
    found = exported(round_file("2 call, 1 check, 1 bet 10, 2 fold", seated=seated, button="2"))
    assert found.facts["players"] == ("Ann", "Ben")
    assert found.blinds_or_straddles == (1, 2)
    assert [line for line in told(found) if line.endswith("cc")] == ["p2 cc", "p1 cc"]
    assert replay(found).outcome is Outcome.AGREED
    *_, last = HandHistory.loads(write_hand(found))
    assert last.stacks == [202, 198]


def test_a_void_round() -> None:
    found = exported(round_file("3 call, incident foreign-card"))
    assert found.own["_incidents"] == [{"incident": "foreign-card", "ruling": "void", "cites": found.own["_void"][:-2]}]
    assert found.own["_void"][-1] == "R-7"
    assert found.finishing_stacks == (200, 200, 200, 200)
    assert told(found)[-1].startswith("# the round is void (")
    assert replay(found) == Result(Outcome.SKIPPED, reason="the round was void")


def test_an_open_round_is_a_partial_history() -> None:
    found = exported(round_file("3 call, 4 fold"))
    assert found.finishing_stacks is None
    assert told(found)[-2:] == ["p3 cc", "p4 f"]
    assert replay(found) == Result(Outcome.PLAYED)


def test_a_street_that_was_taken_back_is_not_told_and_who_folded_on_it_stays_folded() -> None:
    """5.8.2: the burn before the flop was left out; the bets on it go back, Cho's fold stands."""
    first = "3 call, 4 call, 1 call, 2 check, 1 bet 10, 2 call, 3 fold"
    again = "1 check, 2 check, 4 check"
    found = exported(round_file(f"{first}, incident no-burn street=flop, {again}, {again}, {again}", SHOE))
    lines = told(found)[4:]
    assert lines[:4] == ["p3 cc", "p4 cc", "p1 cc", "p2 cc"]
    assert lines[4].startswith("# incident no-burn: reshuffled (")
    assert lines[5].startswith("d db ")
    assert lines[6:10] == ["p1 cc", "p2 cc", "p3 f", "p4 cc"]
    assert [line.split()[1] for line in lines[10:18]] == ["db", "cc", "cc", "cc"] * 2
    assert replay(found).outcome is Outcome.AGREED


def test_a_player_who_leaves_before_his_turn_folds_on_it() -> None:
    """R-66: Dev is folded at once; a reader of the notation expects it where Dev would have been asked."""
    found = exported(round_file("4 leaves, 3 call, 1 call, 2 check, 1 check, 2 bet 10, 3 fold, 1 fold", SHOE))
    assert told(found)[4:] == [
        *["p3 cc", "p4 f # folded by rule (R-66)", "p1 cc", "p2 cc"],
        *["d db 5s6s7s", "p1 cc", "p2 cbr 10", "p3 f", "p1 f"],
    ]
    assert found.finishing_stacks == (198, 204, 198, 200)
    assert replay(found).outcome is Outcome.AGREED
    *_, last = HandHistory.loads(write_hand(found))
    assert last.stacks == [198, 204, 198, 200]


def test_what_the_notation_has_no_place_for_is_marked() -> None:
    """R-73: Ann is all-in and shows her hand too early; she is folded, and no history can ask her any more."""
    seated = '1 = ["Ann", "50"]\n2 = ["Ben", "200"]\n3 = ["Cho", "200"]\n4 = ["Dev", "200"]'
    actions = "3 call, 4 fold, 1 allin, 2 call, 1 shows, 3 call" + ", 2 check, 3 check" * 3
    found = exported(round_file(actions, SHOE, seated=seated))
    assert found.own["_out_of_order"] is True
    assert "# p1 turns up AcAd" in told(found)
    reason = "something happened by rule for which the notation has no place"
    assert replay(found) == Result(Outcome.SKIPPED, reason=reason)


def test_a_bet_out_of_turn_that_is_forfeited_is_dead_money() -> None:
    """5.12.4: Dev bets before Cho, who folds; Dev folds too and leaves the bet."""
    found = exported(round_file("4 out-of-turn raise 10, 3 fold, 4 fold, 1 call, 2 check, 1 bet 4, 2 fold", SHOE))
    assert found.own["_dead"] == [0, 0, 0, 10]
    assert found.antes == (0, 0, 0, 10)
    assert replay(found).outcome is Outcome.AGREED


def random_round_file(seed: int, *, orderly: bool) -> str:
    """Some rounds at a random table; unless they are orderly people leave, act out of turn and cards go astray."""
    chance = random.Random(seed)
    seats = sorted(chance.sample(range(1, 10), chance.choice([2, 3, 4, 6])))
    book = chance.choice(["poker@6", "poker@7"])
    shuffler = book == "poker@7" and chance.random() < 0.3
    stacks = [3, 5, 7, 12, 25, 60, 100, 200, 500, 1000]
    head = round_file(
        "",
        rulebook=book,
        dealing="shuffler" if shuffler else "shoe",
        small_blind='"5"',
        stake='["1", "100000"]',
        chip=json.dumps(chance.choice(["1", "0.5", "5"])),
        rake_percent=json.dumps(chance.choice(["0", "5"])),
        button=str(chance.choice(seats)),
        first_orbit=chance.choice(["true", "false"]),
        seated="\n".join(f'{seat} = ["P{seat}", "{chance.choice(stacks)}"]' for seat in seats),
    )
    decks = [" ".join(chance.sample(DECK, 52)) for _ in range(4)]
    head = head.replace('shoe = ""', f"shoe = {json.dumps(decks)}").replace('actions = ["start"]', "actions = []")
    script = read_script(head)
    supply = iter(script.shoes)
    desk = PokerDesk(script.book, read_poker_script(script).state, lambda: CardSource.from_order(next(supply), chance))
    done: list[str] = []

    def attempt(action: str) -> bool:
        try:
            desk.act(read_action(script, 9, shlex.split(action)))
        except (Refused, Unreadable):
            return False
        done.append(action)
        return True

    for _ in decks:
        if not attempt("start"):
            break
        for _ in range(60):
            round_ = desk.state.round
            if not desk.state.playing or round_ is None or round_.turn is None:
                break
            if not orderly and chance.random() < 0.1:
                attempt(disorder(chance, chance.choice(seats)))
            else:
                attempt(act_in_turn(chance, desk, round_.turn))
        if desk.state.playing:
            break
        for seat in seats if not orderly else []:
            attempt(f"{seat} {chance.choice(['shows', 'away', 'back', 'tops-up 100', 'leaves', f'sits Q{seat} 200'])}")
    return head.replace("actions = []", f"actions = {json.dumps(done)}")


def disorder(chance: random.Random, seat: int) -> str:
    acts = ["leaves", "away", "shows", "out-of-turn bet 20", "out-of-turn call", "out-of-turn allin"]
    incidents = ["exposed seat={seat}", "face-up", "interruption", "foreign-card", "other ruling=continue"]
    return chance.choice(
        [f"{seat} {act}" for act in acts] + [f"incident {kind.format(seat=seat)}" for kind in incidents]
    )


def act_in_turn(chance: random.Random, desk: PokerDesk, seat: int) -> str:
    allowed = options(desk.state, seat)
    passive = f"{seat} {'check' if 'check' in allowed.may else 'call'}"
    least = allowed.bet or allowed.raise_to
    if least is None or chance.random() < 0.5:
        return chance.choice([f"{seat} fold", passive, passive, f"{seat} allin"])
    total = min(allowed.all_in, least + 500 * chance.choice([0, 0, 1, 2, 5]))
    return f"{seat} {'bet' if allowed.bet else 'raise'} {dollars(total)}"


@pytest.mark.parametrize("version", ["v6", "v7"])
def test_every_scenario_can_be_told(version: str) -> None:
    """Whatever the rules can make happen is written, reads back, and replays or says why not."""
    files = sorted((Path(__file__).parents[1] / "scenarios" / "poker" / version).glob("*.round.toml"))
    assert files
    for file in files:
        for recorded in recorded_rounds(play(read_script(file.read_text(encoding="utf-8")))):
            result = replay(read_back(recorded))
            assert result.outcome in (Outcome.AGREED, Outcome.PLAYED, Outcome.SKIPPED), (file.name, result)


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_orderly_rounds_replay_to_their_own_stacks(seed: int) -> None:
    for recorded in rounds(random_round_file(seed, orderly=True)):
        found = read_back(recorded)
        assert replay(found).outcome in (Outcome.AGREED, Outcome.PLAYED)


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_disorderly_rounds_replay_too_or_say_why_not(seed: int) -> None:
    for recorded in rounds(random_round_file(seed, orderly=False)):
        result = replay(read_back(recorded))
        assert result.outcome in (Outcome.AGREED, Outcome.PLAYED, Outcome.SKIPPED), result
        if result.outcome is Outcome.SKIPPED:
            assert result.reason in (
                "the round was void",
                "something happened by rule for which the notation has no place",
                "a hand at the showdown is unknown",
            )


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_no_export_tells_a_hand_that_was_not_shown(seed: int) -> None:
    for recorded in rounds(random_round_file(seed, orderly=False)):
        last = recorded.steps[-1].after.round
        assert last is not None
        shown = {card for seat in (*last.shown, *last.turned_up) for card in last.hands[seat]}
        hidden = set(DECK) - shown - set(last.board)
        found = export.hand_of(recorded)
        assert not hidden & {card for action in found.actions for card in action.cards}
        comments = " ".join(action.comment or "" for action in found.actions)
        assert not [card for card in hidden if card in comments]


# --- The command ---------------------------------------------------------------------------------------------------

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            status = main(["phh", *map(str, arguments)])
        except SystemExit as left:
            status = int(str(left.code))
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_replay_tells_what_came_of_each_file(run: Run) -> None:
    status, out, _ = run("replay", DATA)
    assert status == 0
    lines = out.splitlines()
    assert f"{DATA / 'dwan-ivey-2009.phh'}: played, no stacks are stated" in lines
    assert f"{DATA / 'alice-carol-wikipedia.phh'}: skipped: FB, fixed-limit badugi: not played here" in lines
    summary = (
        f"{PLURIBUS}: 1,013 hands: 998 agree, 8 differ for a known reason, 7 played and left out of the comparison"
    )
    assert summary in lines
    assert (
        "  hand 177: p3 Gogo has 10388.00, stated are 10387.50; p6 Bill has 10387.00, stated are 10387.50 – "
        "the source divides a chip; here an odd chip goes to one player (4.5, R-34)"
    ) in lines
    assert (
        "  left out, 7: half a raise came back to a player who had acted (3.12.3, R-30) – "
        "hands 4440, 4822, 5115, 5480, 6359, 6920, 8401"
    ) in lines
    assert f"{DATA / 'wsop-2023-43-5' / '00-02-07.phh'}: agrees" in lines
    assert any(line.startswith("25 files: 1,037 hands: 1,009 agree") for line in lines)


def test_replay_in_json(run: Run) -> None:
    status, out, _ = run("replay", "--json", PLURIBUS, DATA / "phua-xuan-2019.phh")
    assert status == 0
    pluribus, phua = map(json.loads, out.splitlines())
    counted = ("hands", "replayed", "agreed", "played", "explained", "differs", "left_out", "skipped")
    assert [pluribus[key] for key in counted] == [1013, 1013, 998, 0, 8, 0, 7, 0]
    assert pluribus["differences"][0] == {
        "hand": "177",
        "player": "p3",
        "name": "Gogo",
        "expected": "10387.50",
        "got": "10388.00",
        "reason": "the source divides a chip; here an odd chip goes to one player (4.5, R-34)",
    }
    assert pluribus["reasons"][0]["hands"] == HALF_RAISES
    assert [phua[key] for key in counted] == [1, 0, 0, 0, 0, 0, 0, 1]


def test_replay_tells_differences_and_refusals(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "some.phhs"
    wrong = HAND.replace("[102, 98, 100]", "[102, 97.333, 100]") + "seats = [4, 5, 6]\n"
    refused = HAND.replace("p1 cbr 6", "p1 cbr 3")
    file.write_text(f"[1]\n{HAND}[2]\n{wrong}[3]\n{refused}", encoding="utf-8")
    status, out, _ = run("replay", file)
    assert status == 1
    assert out.splitlines() == [
        f"{file}: 3 hands: 1 agrees, 2 differ",
        "  hand 2: p2 p2 has 98.00, stated are 97.333",
        "  hand 3: action 5 'p1 cbr 3' is refused: a raise must be to at least 4.00 (3.5, 3.13, R-29)",
    ]
    status, out, _ = run("replay", "--json", file)
    assert status == 1
    assert json.loads(out)["differences"] == [
        {"hand": "2", "player": "p2", "name": "p2", "seat": 5, "expected": "97.333", "got": "98.00"},
        {
            "hand": "3",
            "action": 5,
            "text": "p1 cbr 3",
            "why": "a raise must be to at least 4.00",
            "cites": ["3.5", "3.13", "R-29"],
        },
    ]


def test_replay_says_what_cannot_be_read(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.phh"
    broken.write_text(HAND.replace("p1 cbr 6", "p1 bets 6"), encoding="utf-8")
    twice = tmp_path / "twice.phh"
    twice.write_text(HAND.replace("KcKd", "AcKd") + "weather = 1\n", encoding="utf-8")
    binary = tmp_path / "binary.phh"
    binary.write_bytes(b"\xff\xfe\x00")
    status, out, _ = run("replay", broken, twice, binary, tmp_path / "none.phh")
    assert status == 2
    assert out.splitlines()[:9] == [
        f"{broken}: unreadable",
        "  hand 1: line 11: action 5 'p1 bets 6': 'p1 bets 6' is no action; d dh pN CARDS, d db CARDS, pN f, pN cc, "
        "pN cbr AMOUNT, pN sm, pN sm CARDS, pN sd, pN sd CARDS, pN pb or a # comment is wanted",
        f"{twice}: unreadable",
        "  hand 1: line 8: Ac is dealt twice; there is one of each card",
        "  hand 1: weather is no field of the standard; fields of one's own begin with _",
        f"{binary}: unreadable",
        "  no TOML: the file is not UTF-8 text",
        f"{tmp_path / 'none.phh'}: unreadable",
        "  cannot be opened: No such file or directory",
    ]


def test_replay_finds_the_line_in_a_collection(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "twice.phhs"
    file.write_text(f"[1]\n{HAND}\n[2]\n{HAND.replace('7c2d', '7cKd')}", encoding="utf-8")
    _, out, _ = run("replay", file)
    assert "  hand 2: line 26: Kd is dealt twice; there is one of each card" in out.splitlines()


def test_replay_of_an_empty_folder(run: Run, tmp_path: Path) -> None:
    assert run("replay", tmp_path) == (2, "", f"no .phh or .phhs in {tmp_path}\n")


def test_replay_by_another_version_and_chip(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "short.phhs"
    wanted = [entry.hand for entry in read_phh(PLURIBUS.read_text(encoding="utf-8")) if entry.name in ("177", "4440")]
    file.write_text(write_hands([found for found in wanted if found is not None]), encoding="utf-8")
    status, out, _ = run("replay", "--rulebook", "poker@6", "--chip", "0.50", file)
    assert status == 0
    assert out.splitlines()[0] == f"{file}: 2 hands: 1 agrees, 1 played and left out of the comparison"
    assert "(3.15.3, R-30)" in out
    for chip in ("0", "x"):
        assert run("replay", "--chip", chip, file)[0] == 2


def test_a_person_at_a_terminal_is_told_how_far_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "some.phhs"
    file.write_text("".join(f"[{number}]\n{HAND}" for number in range(1, 21)), encoding="utf-8")
    clock = iter(range(1000))
    monkeypatch.setattr("croupier.cli.phh.time.monotonic", lambda: float(next(clock)))
    assert run("replay", file)[2] == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    _, out, err = run("replay", file)
    assert out == f"{file}: 20 hands: 20 agree\n"
    assert err.startswith("\r\x1b[Ksome.phhs: 2 hands …\r\x1b[Ksome.phhs: 3 hands …")
    assert err.endswith("some.phhs: 20 hands …\r\x1b[K")


def test_export_writes_a_hand_or_a_collection(run: Run, tmp_path: Path) -> None:
    one, several = tmp_path / "one.round.toml", tmp_path / "several.round.toml"
    one.write_text(round_file("3 fold, 4 fold, 1 fold"), encoding="utf-8")
    several.write_text(round_file("3 fold, 4 fold, 1 fold, start, 4 fold, 1 fold, 2 fold"), encoding="utf-8")
    status, out, err = run("export", one)
    assert (status, err) == (0, "")
    assert hand(out).facts["table"] == "one"
    target = tmp_path / "out.phhs"
    assert run("export", several, "-o", target, "--venue", "Here", "--start", "2023-05-01T20:15") == (0, "", "")
    first, second = (entry.hand for entry in read_phh(target.read_text(encoding="utf-8")))
    assert first is not None and second is not None
    assert [first.facts[key] for key in ("venue", "currency", "year", "hand")] == ["Here", "SGD", 2023, 1]
    assert first.facts["time"] == time(20, 15)
    assert "time" not in second.facts
    assert [hand.seats for hand in HandHistory.loads_all(target.read_text(encoding="utf-8"))] == [
        [1, 2, 3, 4],
        [2, 3, 4, 1],
    ]
    assert run("replay", target) == (0, f"{target}: 2 hands: 2 agree\n", "")
    status, _, err = run("export", several, "-o", tmp_path / "out.phh")
    assert (status, err) == (2, f"{tmp_path / 'out.phh'}: several rounds make a collection; name it {target}\n")
    status, _, err = run("export", several, "-o", tmp_path / "no" / "out.phhs")
    assert (status, "cannot be written: No such file or directory" in err) == (2, True)


def test_export_says_what_it_cannot_do(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.round.toml"
    file.write_text(round_file("3 fold, 4 raise 3"), encoding="utf-8")
    status, out, err = run("export", file)
    assert status == 1
    assert "p3 f" in out
    assert err == f"{file}: action 3 '4 raise 3': refused: a raise must be to at least 4.00\n"
    file.write_text(round_file("").replace('["start"]', "[]"), encoding="utf-8")
    assert run("export", file) == (1, "", f"{file}: no round was played\n")
    file.write_text('rulebook = "three-card-poker@3"\n', encoding="utf-8")
    status, _, err = run("export", file)
    assert (status, "three-card-poker@3 has no hand histories" in err) == (2, True)
    assert run("export", tmp_path / "none")[0] == 2
    assert run("export", file, "--start", "soon")[0] == 2
    assert run("nonsense")[0] == 2


def test_moments_without_a_zone_are_singapore_time() -> None:
    assert command._moment("2023-05-01T20:15").isoformat() == "2023-05-01T20:15:00+08:00"
    assert command._moment("2023-05-01T20:15+00:00") == datetime.fromisoformat("2023-05-01T20:15+00:00")
