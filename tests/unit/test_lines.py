"""In which line of a file something stands, and that messages about a file say it."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.errors import InFile, Unreadable
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.rounds.roundfile.lines import line_of, lines_in
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import play

FILE = """\
# A table where much goes wrong.
rulebook = "three-card-poker@3"
shoe = [
    "2c As 9h",   # a "shoe" # of round 1

    \'\'\'3d
4d\'\'\',
]
actions = ["1 ante 50", "1 ante 60",
    "close",
    # not an item
    "1 lok",
]
table.ante = ["10",
  "1000"]
[ boxes ]
1 = "Ann"
"2" = \'Ben\'
[[expect]]
boxes = { 1 = { net = "5.00", decisions = ["play"] } }
[[expect]]
status = "open"
[expect.boxes.1]
net = 1979-05-27 07:32:00
"""


@pytest.mark.parametrize(
    ("at", "line"),
    [
        (("rulebook",), 2),
        (("shoe",), 3),
        (("shoe", 0), 4),
        (("shoe", 1), 6),
        (("actions", 0), 9),
        (("actions", 1), 9),
        (("actions", 2), 10),
        (("actions", 3), 12),
        (("table", "ante"), 14),
        (("table", "ante", 1), 15),
        (("table",), 14),
        (("boxes", "1"), 17),
        (("boxes", "2"), 18),
        (("expect", 0, "boxes", "1", "decisions", 0), 20),
        (("expect", 1), 21),
        (("expect", 1, "boxes", "1", "net"), 24),
        (("boxes", "3"), 16),
        (("jackpot", "meter"), None),
    ],
)
def test_where_it_stands(at: InFile, line: int | None) -> None:
    assert line_of(FILE, at) == line
    assert line_of(FILE.replace("\n", "\r\n"), at) == line


def test_every_scenario_is_followed_to_its_end() -> None:
    files = sorted(Path("tests/scenarios").rglob("*.round.toml"))[::9]
    assert len(files) > 50
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines = lines_in(text)
        for number, action in enumerate(tomllib.loads(text)["actions"]):
            there = text.splitlines()[lines["actions", number] - 1]
            assert action in there or "\\" in there or '"""' in there, (file, number)


SCALARS = st.sampled_from(
    [
        "1",
        "-2.5e3",
        "true",
        "1979-05-27 07:32:00",
        "07:32:00",
        '"a # [b] = {c}"',
        "'a\\'",
        '"\\" \\\\"',
        '"""a\n"b""c\n"""""',
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda each: "[\n" + ", # ]\n".join(each) + "\n]")
        | st.lists(inner, max_size=3).map(
            lambda each: "{" + ", ".join(f"k{number} = {one}" for number, one in enumerate(each)) + "}"
        )
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(["a", "b-c", '"d e"', "'f.g'", "a2 . b", "x.y"])


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "[t]", "[[l]]", "[[ l . m ]]", "[l.n]", "[t.u]"]), KEYS, VALUES), max_size=6
    )
)
def test_what_is_toml_is_found_whole_or_not_at_all(parts: list[tuple[str, str, str]]) -> None:
    text = "\n# comment [x]\n".join(f"{head}\n{key} = {value}" for head, key, value in parts)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = lines_in(text)
    for at, line in lines.items():
        value: Any = data
        for key in at:
            value = value[key]
        assert 1 <= line <= text.count("\n") + 1
    assert bool(lines) == bool(data), text


ALSO_WRONG = [
    ('dealing = "hat"', "line 13: dealing: "),
    ("[table]\nante = 5", "line 14: [table] ante: "),
    ("[table]\nchips = 5", "line 14: [table] has an unknown key 'chips'"),
    ('shoe = ["As",\n"Kd Kd"]', "line 14: shoe of round 2: "),
    ('shoe = """2c As\n\n9h\n  9h"""', "line 16: shoe: 9h appears twice"),
    ('shoe = ["As", """Kd\n\n  Xd"""]', "line 15: shoe of round 2: 'Xd' is not a card"),
    ('[absent]\ncites = ["5.5",\n"5.5.5"]', "line 15: [absent] cites: '5.5.5' is not a clause"),
    ("wheel = 5", "line 13: the file has an unknown key 'wheel'"),
    ('[boxes]\n9 = "Ann"', "line 14: [boxes]: '9' is not a place"),
    ("[jackpot]\nmeter = 5", "line 13: [jackpot] reset is missing"),
    ("", "line 8: action 4 '1 lok': "),
]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('rulebook = ["poker@6",\n"poker@7",\n"poker@8"]', "line 3: rulebook: 'poker@8' is unknown"),
        ('rulebook = ["poker@6",\n"poker@6"]', "line 2: rulebook: poker@6 appears twice"),
        ('rulebook = "poker@6"\nactions = ["start",\n5]', "line 3: actions: expected a list of strings, got 5 in it"),
        ('rulebook = "poker@6"\nactions = "start"', "line 2: actions: expected a list of strings, got 'start'"),
    ],
)
def test_items_have_lines_of_their_own(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        read_scripts(text)
    assert str(wrong.value).startswith(why)


@pytest.mark.parametrize(("more", "why"), ALSO_WRONG)
def test_what_is_wrong_is_said_with_its_line(more: str, why: str) -> None:
    text = """\
# What a trainer wrote.

rulebook = "three-card-poker@3"
actions = [
    "1 ante 50",
    "close",
    "1 look",
    "1 lok",
]
boxes.1 = "Ann"
boxes.2 = "Ben"
#
""".replace("boxes.1", "# boxes.1" if "[boxes]" in more else "boxes.1").replace(
        "boxes.2", "# boxes.2" if "[boxes]" in more else "boxes.2"
    )
    with pytest.raises(Unreadable) as wrong:
        for script in read_scripts(text + more):
            play(script)
    assert str(wrong.value).startswith(why)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("", ""),
        ("seats = 3\n", "line 2: [[table]] tcp-1: seats: "),
        ("spectators = 5\n", "line 2: [[table]] tcp-1: spectators: "),
        ("[table.jackpot]\nmeter = 5.5\n", "line 6: [[table]] tcp-1: [jackpot] reset is missing"),
        ("[house]\ntable = 5\n", "line 7: [house] has an unknown key 'table'"),
        ("wheel = 5\n", "line 6: [[table]] tcp-1: [table] has an unknown key 'wheel'"),
        ("[wheel]\n", "line 6: the floor file has an unknown key 'wheel'"),
    ],
)
def test_a_floor_file(more: str, why: str) -> None:
    text = """\
# The floor of a small house.
[[table]]
name = "tcp-1"
rulebook = "three-card-poker"
ante = ["10", "1000"]
"""
    if not why:
        assert read_floor_file(text).tables
        return
    with pytest.raises(Unreadable) as wrong:
        read_floor_file(text + more)
    assert str(wrong.value).startswith(why)
