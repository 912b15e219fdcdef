"""Hand histories in PHH: what is read, what is written, and what is said of a hand that cannot be read."""

import string
import tomllib
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from croupier.base.errors import Unreadable
from croupier.rounds.histories.hand import VARIANTS, Action, Hand, Verb, action_text, parse_action
from croupier.rounds.histories.phh import hand_of, read_phh
from croupier.rounds.histories.replay import Result, replay
from croupier.rounds.histories.write import write_hand, write_hands
from croupier.rules.cards import DECK
from tests.unit.phh_hands import DATA, HAND, PLURIBUS, SINGLE_HANDS, hand, only

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
        ("p7 f", "'p7' is not a player; players are p1 to p6"),
        ("p0 f", "'p0' is not a player"),
        ("p01 f", "'p01' is not a player"),
        ("3 f", "'3' is not a player"),
        ("d f", "'d f' is not an action; expected d dh pN CARDS, d db CARDS, pN f"),
        ("p1 raises 6", "is not an action"),
        ("p1 cbr", "is not an action"),
        ("p1 cc 6", "is not an action"),
        ("d dh p1 Ac Kd", "is not an action"),
        ("d dh p1 AcK", "'K' in 'AcK' is not a card; cards are written together, AcKd, and ?? is unknown"),
        ("d dh p1 ACKD", "'AC' in 'ACKD' is not a card"),
        ("d db 10h", "'10' in '10h' is not a card"),
        ("d dh p1 AcAc", "a card appears twice in 'AcAc'"),
        ("p1 cbr -5", "'-5' is not an amount; chips are written 350 or 12.50"),
        ("p1 cbr 0", "'0' is not an amount"),
        ("p1 cbr 1e5", "'1e5' is not an amount"),
        ("p1 cbr 1,000", "'1,000' is not an amount"),
        ("p1 sm - AcKd", "is not an action"),
    ],
)
def test_an_invalid_action_is_reported(text: str, complaint: str) -> None:
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
        (('variant = "NT"', 'variant = "nt"'), "line 1: variant 'nt' is unknown; known: FT, NT, NS"),
        (('variant = "NT"', "variant = ['NT']"), "line 1: variant ['NT'] is unknown; known: FT, NT"),
        (("min_bet = 2\n", ""), "line 1: min_bet is missing; a hand of NT has antes, blinds_or_straddles, min_bet"),
        (("antes = [0, 0, 0]", "antes = [0, 0]"), "line 2: antes: expected a value for each of the 3 players, got 2"),
        (("antes = [0, 0, 0]", "antes = 0"), "line 2: antes: expected an array, got 0"),
        (("[0, 0, 0]", "[0, -1, 0]"), "line 2: antes: expected 0 or more, got -1"),
        (("[1, 2, 0]", "[1, '2', 0]"), "line 3: blinds_or_straddles: expected a number, got '2'"),
        (("[1, 2, 0]", "[1, nan, 0]"), "line 3: blinds_or_straddles: expected a number, got NaN"),
        (("[1, 2, 0]", "[1, inf, 0]"), "line 3: blinds_or_straddles: expected a finite number, got Infinity"),
        (("[1, 2, 0]", "[1, 1e15, 0]"), "expected a number below 1,000,000,000,000,000"),
        (("min_bet = 2", "min_bet = 0"), "line 4: min_bet: expected more than 0, got 0"),
        (("min_bet = 2", "min_bet = true"), "line 4: min_bet: expected a number, got true"),
        (("[100, 100, 100]", "[100, 0, 100]"), "line 5: starting_stacks: a stack is more than nothing, or inf"),
        (("[100, 100, 100]", "[100]"), "line 5: starting_stacks: expected an array with the stacks of two"),
        (("[100, 100, 100]", "100"), "line 5: starting_stacks: expected an array with the stacks of two"),
        (("p1 cbr 6", "p1 cbr six"), "line 11: action 5 'p1 cbr six': 'six' is not an amount"),
        (("p2 KcKd", "p2 KcKx"), "line 8: action 2 'd dh p2 KcKx': 'Kx' in 'KcKx' is not a card"),
        (('  "p2 f",', "  2,"), "line 6: actions: expected an array of strings"),
        (("finishing_stacks = [", "finishing_stacks = [0, "), "line 14: finishing_stacks: expected a value for each"),
        (("finishing_stacks", "hand = 1.5\nfinishing_stacks"), "line 14: hand: expected a whole number, got 1.5"),
        (("finishing_stacks", "year = '2023'\nfinishing_stacks"), "line 14: year: expected a whole number"),
        (("finishing_stacks", "time = '20:15'\nfinishing_stacks"), "line 14: time: expected a local time"),
        (("finishing_stacks", "venue = 3\nfinishing_stacks"), "line 14: venue: expected a string, got 3"),
        (("finishing_stacks", "ante_trimming_status = 0\nfinishing_stacks"), "expected true or false, got 0"),
        (("min_bet = 2", "min_bet = "), "line 4: not TOML: Invalid value (column 11)"),
        (("min_bet = 2", "min_bet = 2\nmin_bet = 2"), "line 5: not TOML: Cannot overwrite a value (column 12)"),
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
    assert second.problem.startswith("line 16: variant is missing; known: FT, NT")


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
    assert entry.remarks == ("weather is not a field of the standard; custom fields begin with _",)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("9" * 5000, "not TOML: Exceeds the limit"),
        ("1e999999999999999999999", "not TOML: 1e999999999999999999999 is out of range"),
        ("[" * 20000, "not TOML: "),
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
