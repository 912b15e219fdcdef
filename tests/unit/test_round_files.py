"""Round files that cannot be read: one line that says where and why, and the other files are played all the same."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import seeded_chance
from croupier.cli import main
from croupier.errors import Unreadable
from croupier.roundfile.check import differences
from croupier.roundfile.read import read_script
from croupier.roundfile.run import play, report
from croupier.roundfile.transcript import tell

File = dict[str, Any]

THREE_CARD: File = {
    "rulebook": "three-card-poker@3",
    "dealing": "shoe",
    "shoe": ["2c As Ah 8s Ks Kh 8d Qs Qh 3c", ""],
    "actions": ["1 ante 50", "2 ante 20", "2 pair-plus 10.50", "1 jackpot 5", "close", "1 look", "1 play", "2 fold"],
    "table": {"boxes": 7, "ante": ["10", "1000"], "pair-plus": [5, 500], "jackpot-bet": "5"},
    "jackpot": {"meter": "125000.00", "reset": "50000", "contribution": "0.60"},
    "boxes": {"1": "Ann", "2": "Ben"},
    "expect": {"status": "settled", "boxes": {"1": {"player": "Ann"}}},
}
STUD: File = {
    **THREE_CARD,
    "rulebook": "casino-stud@2",
    "dealing": "shuffler",
    "shoe": "",
    "actions": ["1 ante 50", "1 jackpot 5", "close", "1 bet", "next", "2 ante 10", "close", "incident interruption"],
    "table": {"ante": ["10", "1000"], "jackpot-bet": "5"},
    "expect": [{"status": "settled"}, {"status": "void"}],
}
HOLDEM: File = {
    **THREE_CARD,
    "rulebook": "progressive-holdem@6",
    "shoe": "",
    "actions": [
        "1 ante 50",
        "1 bonus 5",
        "close",
        "incident exposed box=1",
        "1 continue",
        "1 flop",
        "1 check",
        "1 river",
    ],
    "table": {"boxes": 20, "ante": ["10", "1000"], "bonus": ["5", "500"]},
}
POKER: File = {
    "rulebook": "poker@7",
    "actions": ["start", "1 fold", "2 call", "3 check"],
    "table": {"seats": 9, "small-blind": "1", "stake": ["40", "400"], "chip": "1", "rake-percent": "5", "button": 1},
    "seats": {"1": ["Ann", "200"], "2": ["Ben", "100"], "3": ["Cid", "50"]},
}
REFUSED: File = {**THREE_CARD, "actions": ["1 ante 50", "1 play"], "refused": {"action": 2, "cites": []}, "expect": {}}
GAMES = {"three-card": THREE_CARD, "stud": STUD, "holdem": HOLDEM, "poker": POKER}


def toml(value: object) -> str:
    """Any value as TOML on one line."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case date():
            return value.isoformat()
        case _:
            return str(value)


def written(file: Mapping[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in file.items())


def changed(file: File, path: str, value: object) -> File:
    """A copy with another value at the path; None takes the key out."""
    file = deepcopy(file)
    *parents, last = path.split("/")
    place = file
    for parent in parents:
        place = place[parent]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return file


Run = Callable[..., tuple[int, list[dict[str, Any]]]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Play texts as files of one call of `croupier run --json`: the exit status and an object for each."""

    def play_all(*texts: str | bytes) -> tuple[int, list[dict[str, Any]]]:
        names = []
        for number, text in enumerate(texts):
            names.append(str(tmp_path / f"{number}.round.toml"))
            Path(names[-1]).write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["run", "--json", *names])
        out, err = capsys.readouterr()
        assert err == ""
        objects = [json.loads(line) for line in out.splitlines()]
        assert [told["file"] for told in objects] == names
        return status, objects

    return play_all


def why_unreadable(run: Run, text: str | bytes) -> str:
    """The complaint, which is one line and the whole answer."""
    status, (told,) = run(text)
    assert status == 2, told
    assert set(told) == {"file", "unreadable"}
    why: str = told["unreadable"]
    assert why
    assert why.isprintable(), "one line"
    return why


# --- What can be read -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_these_files_are_played(run: Run, name: str) -> None:
    status, (told,) = run(written(GAMES[name]))
    assert status == 0, told
    assert "error" not in told
    assert told["rulebook"] == GAMES[name]["rulebook"]


def test_the_cards_may_be_left_to_chance(run: Run) -> None:
    status, (told,) = run(written(changed(THREE_CARD, "shoe", None)))
    assert status == 0
    assert len(told["rounds"][0]["boxes"]["1"]["hand"].split()) == 3


# --- No TOML --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "rulebook",
        "rulebook = ",
        'rulebook = "three-card-poker@3',
        "= 5",
        "[table",
        "[table]\n[table]",
        'rulebook = "a"\nrulebook = "b"',
        "actions = [1, 2",
        "a = 2020-13-45",
        "a = 'x\ny'",
        "\0",
        "\ufeffrulebook = 1",
        'a = "\\ud800"',
        "<?xml version='1.0'?>",
        '{"rulebook": "three-card-poker@3"}',
    ],
)
def test_no_toml(run: Run, text: str) -> None:
    assert why_unreadable(run, text).startswith("no TOML: ")


def test_where_the_toml_is_wrong(run: Run) -> None:
    assert "line 3" in why_unreadable(run, 'rulebook = "casino-stud@2"\ndealing = "shoe"\nactions = ["close]\n')


@pytest.mark.parametrize("data", [b"\xff\xfe", b'rulebook = "\xe9"', b"\x80" * 100])
def test_no_utf_8(run: Run, data: bytes) -> None:
    assert why_unreadable(run, data) == "no TOML: the file is not UTF-8 text"


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment"])
def test_nothing_at_all(run: Run, text: str) -> None:
    assert why_unreadable(run, text).startswith("rulebook: ")


# --- Wrong keys and values ------------------------------------------------------------------------------------

NO_STRING = [5, -1, 1.5, True, [], ["x"], {}, {"a": 1}, date(2020, 3, 17)]
NO_TABLE = [5, 1.5, True, "x", [], ["x"], date(2020, 3, 17)]
NO_AMOUNT = [1.5, 5.0, float("inf"), float("nan"), True, [], {}, date(2020, 3, 17), -5, "-5", "", "x", "1.234", "1e3"]
NO_AMOUNT += [" 5", "5 ", "5,00", "9" * 41, 10**41]
NO_LIMITS = ["10", 10, {}, [], ["10"], ["10", "20", "30"], ["1000", "10"], [["10"], "20"], ["x", "y"], [10, 20.5]]
NO_LIMITS += [[each, "1000"] for each in NO_AMOUNT]

WRONG: Sequence[tuple[File, str, list[Any]]] = [
    (
        THREE_CARD,
        "rulebook",
        [*NO_STRING, "", "x", "three-card-poker", "three-card-poker@4", "3", "THREE-CARD-POKER@3"],
    ),
    (THREE_CARD, "dealing", [*NO_STRING, "", "hand", "SHOE", "shuffler "]),
    (THREE_CARD, "shoe", [5, True, {}, [5], [["As"]], [{}], "Ax", "As As", "10h", "as", "A", "As,Kd", ["As", "Kd Kd"]]),
    (THREE_CARD, "actions", [5, True, "close", {}, [5], ["close", 5], [["close"]], [{}], date(2020, 3, 17)]),
    (THREE_CARD, "table", NO_TABLE),
    (THREE_CARD, "jackpot", [*NO_TABLE, {}]),
    (THREE_CARD, "boxes", NO_TABLE),
    (THREE_CARD, "boxes", [{"0": "Ann"}, {"8": "Ann"}, {"x": "Ann"}, {"01": "Ann"}, {"-1": "Ann"}, {"": "Ann"}]),
    (THREE_CARD, "boxes", [{"1.5": "Ann"}, {"²": "Ann"}, {"١": "Ann"}, {"1 ": "Ann"}, {"1": ""}, {"1": "  "}]),
    (THREE_CARD, "boxes/1", NO_STRING),
    (THREE_CARD, "table/boxes", ["7", 0, -1, 7.0, True, [], {}, 17, 53, 10**12]),
    (STUD, "table/boxes", [10, 11, 52]),
    (HOLDEM, "table/boxes", [23, 52]),
    (THREE_CARD, "table/ante", NO_LIMITS),
    (THREE_CARD, "table/pair-plus", NO_LIMITS),
    (THREE_CARD, "table/jackpot-bet", NO_AMOUNT),
    (THREE_CARD, "jackpot/meter", NO_AMOUNT),
    (THREE_CARD, "jackpot/reset", NO_AMOUNT),
    (
        THREE_CARD,
        "jackpot/contribution",
        [*NO_STRING, 0, 1, 0.6, "", "2", "1.1", "-0.5", "1/2", "0.1234567890123", "60 %"],
    ),
    (THREE_CARD, "jackpot/meter", [None]),
    (THREE_CARD, "jackpot/reset", [None]),
    (THREE_CARD, "jackpot/contribution", [None]),
    (THREE_CARD, "rulebook", [None]),
    (THREE_CARD, "expect", [5, True, "settled", [5], ["settled"], [[]]]),
    (REFUSED, "refused", [*NO_TABLE, {}, {"cites": []}]),
    (REFUSED, "refused/action", ["2", 0, -1, 2.0, True, [], {}]),
    (REFUSED, "refused/cites", ["3.1", 5, {}, [5], [["3.1"]]]),
    (THREE_CARD, "cards", ["unknown"]),
    (THREE_CARD, "seats", [{}]),
    (THREE_CARD, "table/bonus", [["5", "500"]]),
    (THREE_CARD, "table/seats", [9]),
    (THREE_CARD, "table/jackpot", [5]),
    (STUD, "table/pair-plus", [["5", "500"]]),
    (THREE_CARD, "jackpot/display", ["1"]),
    (REFUSED, "refused/why", ["because"]),
]


def cases() -> Iterator[Any]:
    for file, path, values in WRONG:
        for value in values:
            yield pytest.param(file, path, value, id=f"{file['rulebook']}-{path}-{value!r}"[:80])


@pytest.mark.parametrize(("file", "path", "value"), list(cases()))
def test_wrong_keys_and_values(run: Run, file: File, path: str, value: object) -> None:
    why = why_unreadable(run, written(changed(file, path, value)))
    assert path.rsplit("/", 1)[-1].rstrip("es") in why, "it says where"


def test_shuffler_that_the_document_does_not_know(run: Run) -> None:
    why = why_unreadable(run, written({**POKER, "rulebook": "poker@6", "dealing": "shuffler"}))
    assert why == "poker@6 knows no dealing from the shuffler; it knows the shoe"


# --- Wrong actions --------------------------------------------------------------------------------------------

NO_ACTIONS = {
    "three-card": [
        *["", " ", "x", "close now", "next round", "Close", "1", "1 ante", "1 ante x", "1 ante 5.555", "1 ante 1.2.3"],
        *["1 ante -5", "1 ante 5 5", "1 ante 5 noticed", "1 ante 5 unnoticed now", "1 ante 1e3", "1 ante $5", "ante 5"],
        *["9 ante 50", "0 look", "01 look", "3 look", "-1 look", "1,2 look", "1 looks", "1 look 5", "1 fold 5"],
        *[
            "1 bonus 5",
            "1 flop",
            "1 bet",
            "1 check",
            "1 raise 5",
            "1 withdraw ante 5",
            "1 continue 2",
        ],
        *[
            "incident",
            "incident fire",
            "incident community-count",
            "incident early-card street=flop",
            "incidents other",
        ],
        *[
            "incident exposed cards=0",
            "incident exposed cards=53",
            "incident exposed cards=x",
            "incident exposed cards=",
        ],
        *[
            "incident exposed cards=1 cards=1",
            "incident exposed box=9",
            "incident exposed box=",
            "incident exposed box=1,x",
        ],
        *[
            "incident exposed box=1 dealer=true",
            "incident exposed dealer=yes",
            "incident exposed loud",
            "incident exposed x=1",
        ],
        *["incident other", "incident other ruling=maybe", "incident other ruling=", "incident foreign-card box=1"],
        *["incident simultaneous", "incident simultaneous first=As", "incident simultaneous first=As second=Xx"],
        *[
            "incident simultaneous first=AsKs second=Kd",
            "incident simultaneous first= second=Kd",
            "incident extra-look",
        ],
        *["incident player-count", "incident jackpot-down policy=later", "incident misdealt hands-movable=1"],
        *['1 "look', "1 'ante 5", "1 look \\"],
    ],
    "stud": ["1 pair-plus 5", "1 play", "1 flop", "1 turn", "incident community-count", "1 bet x", "1 jackpot"],
    "holdem": ["1 pair-plus 5", "1 play", "1 bet 5", "1 check 5", "1 turn x"],
    "poker": ["1 ante 5", "close", "next", "10 fold", "1 bet", "1 raise x", "1 sits Eve", "incident extra-look box=1"],
}


@pytest.mark.parametrize(("name", "action"), [(name, action) for name in NO_ACTIONS for action in NO_ACTIONS[name]])
def test_wrong_actions(run: Run, name: str, action: str) -> None:
    """A file is read whole before anything is played, so that even its last action makes it unreadable."""
    file = GAMES[name]
    number = len(file["actions"]) + 1
    why = why_unreadable(run, written({**file, "actions": [*file["actions"], action]}))
    assert why.startswith(f"action {number} {action!r}: ")


# --- One call, many files -------------------------------------------------------------------------------------


def test_other_files_are_played_all_the_same(run: Run) -> None:
    good, refused, bad = written(THREE_CARD), written(REFUSED), "no file"
    status, objects = run(good, bad, refused, good)
    assert status == 2
    assert ["unreadable" in told for told in objects] == [False, True, False, False]
    assert ["error" in told for told in objects] == [False, False, True, False]


@pytest.mark.parametrize(
    "order", [("good",), ("good", "refused"), ("refused", "good"), ("good", "bad", "refused"), ("bad",)]
)
def test_the_exit_status_is_the_highest(run: Run, order: tuple[str, ...]) -> None:
    texts = {"good": (0, written(STUD)), "refused": (1, written(REFUSED)), "bad": (2, "=")}
    status, _ = run(*(texts[name][1] for name in order))
    assert status == max(texts[name][0] for name in order)


def test_a_person_is_told_on_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.round.toml", tmp_path / "bad.round.toml"
    good.write_text(written(THREE_CARD), encoding="utf-8")
    bad.write_text(written(changed(THREE_CARD, "shoe", "As As")), encoding="utf-8")
    assert main(["run", str(bad), str(good)]) == 2
    out, err = capsys.readouterr()
    assert err == f"{bad}: shoe: As stands twice in 'As As'; there is one of each card\n"
    assert str(good) in out
    assert main(["run", "--check", str(bad), str(good)]) != 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"


def test_files_that_cannot_be_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.round.toml"
    assert main(["run", "--json", str(missing)]) == 2
    assert json.loads(capsys.readouterr().out) == {
        "file": str(missing),
        "unreadable": "cannot be opened: No such file or directory",
    }


def test_folders_are_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deeper").mkdir()
    for name in ("b.round.toml", "a.round.toml", "deeper/c.round.toml", "notes.toml"):
        (tmp_path / name).write_text(written(THREE_CARD), encoding="utf-8")
    assert main(["run", "--json", str(tmp_path)]) == 0
    names = [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()]
    assert names == [str(tmp_path / name) for name in ("a.round.toml", "b.round.toml", "deeper/c.round.toml")]


def test_the_program_says_the_same(tmp_path: Path) -> None:
    bad = tmp_path / "bad.round.toml"
    bad.write_text("rulebook = 5", encoding="utf-8")
    command = [sys.executable, "-m", "croupier", "run", "--json", str(bad)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "")
    assert set(json.loads(done.stdout)) == {"file", "unreadable"}


def test_json_is_utf_8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    file = tmp_path / "name.round.toml"
    table = 'actions = ["1 ante 10"]\n[table]\nante = [10, 100]\n[boxes]\n1 = "\U0001f0a1"'
    file.write_text(f'rulebook = "three-card-poker@3"\n{table}', encoding="utf-8")
    command = [sys.executable, "-m", "croupier", "run", "--json", str(file)]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=True)
    assert json.loads(done.stdout)["rounds"][0]["boxes"]["1"]["player"] == "\U0001f0a1"


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "only to be read"
    file.touch()
    with file.open("rb") as nowhere_to_write:
        command = [sys.executable, "-m", "croupier", "rules"]
        done = subprocess.run(command, stdout=nowhere_to_write, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 74
    assert done.stderr == "croupier: the output cannot be written: Bad file descriptor\n"


# --- Odd and hostile files ------------------------------------------------------------------------------------

HUGE = "0x" + "F" * 5000


@pytest.mark.parametrize(
    "text",
    [
        written(THREE_CARD).replace('"1000"', "9" * 5000),
        written(THREE_CARD).replace('"1000"', HUGE),
        written(THREE_CARD).replace('"boxes" = 7', f'"boxes" = {HUGE}'),
        written(THREE_CARD).replace('"Ben"', HUGE),
        written(THREE_CARD).replace('"2" = ', f'"{"2" * 5000}" = '),
        written(THREE_CARD).replace("2 ante 20", "2" * 5000 + " ante 20"),
        written(THREE_CARD).replace("2 ante 20", "2 ante " + "2" * 5000),
        written(THREE_CARD).replace('"shoe"', HUGE, 1),
        written(REFUSED).replace('"action" = 2', f'"action" = {HUGE}'),
        f"rulebook = {HUGE}",
    ],
    ids=["ante", "ante-hex", "boxes", "player", "box", "act", "bet", "dealing", "refused", "rulebook"],
)
def test_huge_numbers(run: Run, text: str) -> None:
    assert why_unreadable(run, text)


@pytest.mark.parametrize(
    "text",
    [
        "rulebook = " + "[" * 20_000 + "]" * 20_000,
        "rulebook = " + "{a = " * 5_000 + "1" + "}" * 5_000,
        "[" + ".".join("a" * 3_000) + "]\n" + "b = 1",
        ".".join("a" * 3_000) + " = 1",
    ],
    ids=["lists", "tables", "headings", "keys"],
)
def test_deep_files(run: Run, text: str) -> None:
    assert why_unreadable(run, text)


def test_long_files(run: Run) -> None:
    long = changed(THREE_CARD, "actions", ["1 ante 10"] * 20_000)
    status, (told,) = run(written(long))
    assert status == 0
    assert told["rounds"][0]["boxes"]["1"]["bets"]["ante"]["staked"] == "1000.00"


def test_a_detail_with_a_line_break(run: Run) -> None:
    assert why_unreadable(run, written(changed(THREE_CARD, "actions", ['incident other "ruling=a\nb"'])))


def test_names_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file name need not be UTF-8; JSON must be."""
    file = tmp_path / os.fsdecode(b"\xff.round.toml")
    with suppress(OSError):  # not every file system takes such names
        file.write_text(written(THREE_CARD), encoding="utf-8")
    assert main(["run", "--json", str(file)]) == (0 if file.exists() else 2)
    assert json.loads(capsys.readouterr().out)["file"].endswith(".round.toml")


def test_names_that_are_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--json", "a" * 5_000]) == 2
    assert json.loads(capsys.readouterr().out)["unreadable"].startswith("cannot be opened: ")


@pytest.mark.parametrize("cites", [5, "3.1", {}, [5], [{}], [["3.1"]], True])
def test_expected_cites_of_a_wrong_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str], cites: object) -> None:
    """Unreadable, or a difference: never a pass by accident and never a crash."""
    file = tmp_path / "a.round.toml"
    expect = {"boxes": {"1": {"bets": {"ante": {"cites": cites}}}}}
    file.write_text(written({**THREE_CARD, "expect": expect}), encoding="utf-8")
    assert main(["run", "--check", str(file)]) != 0
    assert len(capsys.readouterr().out.splitlines()) == 2


# --- Anything -------------------------------------------------------------------------------------------------


def survives(text: str) -> None:
    """Only Unreadable comes out; what the rules forbid is told as a refusal."""
    try:
        played = play(read_script(text), seeded_chance(0))
    except Unreadable as error:
        assert str(error).strip()
        return
    told = msgspec.json.encode(report("a.round.toml", played))
    assert told
    assert played.refusal is None or played.refusal.why.strip()
    assert all(isinstance(line, str) for line in tell("a.round.toml", played))
    assert all(isinstance(line, str) for line in differences(played))


@given(st.text())
def test_any_text(text: str) -> None:
    survives(text)
    survives('rulebook = "casino-stud@2"\n' + text)


VALID = [*map(written, GAMES.values()), written(REFUSED)]


@given(
    st.sampled_from(VALID),
    st.lists(
        st.tuples(
            st.integers(0, 2000), st.integers(0, 12), st.sampled_from([*'"=[]{},.\n 10', "", "close", "\\", "'", "é"])
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_valid_files_with_some_damage(text: str, damage: list[tuple[int, int, str]]) -> None:
    for roll, length, put_in in damage:
        place = roll % (len(text) + 1)
        text = text[:place] + put_in + text[place + length :]
    survives(text)


scalars = st.one_of(
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.text("0123456789.AsKd -=\n\tx", max_size=6),
    st.dates(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["1", "2", "ante", "boxes", "meter", "action", "x"]), inner, max_size=3),
    ),
    max_leaves=6,
)


@given(st.sampled_from(list(GAMES.values())), st.data())
def test_wrong_types_everywhere(file: File, data: st.DataObject) -> None:
    for path in data.draw(st.lists(st.sampled_from(sorted(paths(file))), min_size=1, max_size=3)):
        with suppress(KeyError, TypeError):
            file = changed(file, path, data.draw(values))
    survives(written(file))


def paths(file: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for key, value in file.items():
        yield before + key
        if isinstance(value, dict):
            yield from paths(value, f"{before}{key}/")


WORDS = sorted(
    {word for actions in NO_ACTIONS.values() for action in actions for word in action.split() if '"' not in word}
    | {word for file in GAMES.values() for action in file["actions"] for word in action.split()}
    | {
        "1",
        "2",
        "3",
        "10",
        "ante",
        "jackpot",
        "withdraw",
        "leaves",
        "hides",
        "close",
        "look",
        "fold",
        "continue",
        "next",
    }
)


@given(
    st.sampled_from(list(GAMES.values())),
    st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), max_size=8),
)
def test_words_in_any_order(file: File, actions: list[str]) -> None:
    survives(written({**file, "actions": actions}))


SENTENCES = [
    *[
        "1 look",
        "2 look",
        "1 fold",
        "2 play",
        "2 bet",
        "2 flop",
        "1 turn 7",
        "1 check",
        "2 check",
        "2 river",
        "1 hides",
    ],
    *[
        "1 leaves",
        "2 leaves",
        "1 continue",
        "2 continue",
        "1 withdraw",
        "2 withdraw",
        "1 withdraw ante",
        "next",
        "close",
    ],
    *["incident interruption", "incident misdealt hands-movable=true", "incident misdealt", "incident no-burn"],
    *[
        "incident exposed dealer=true",
        "incident exposed cards=2",
        "incident dealing-error box=1,2 reconstructable=true",
    ],
    *["incident player-count box=1", "incident dealer-count", "incident community-count reconstructable=true"],
    *["incident extra-look box=2 intentional=true", "incident jackpot-down", "incident jackpot-down policy=close"],
    *[
        "incident jackpot-down policy=disallow box=1",
        "incident jackpot-up",
        "incident other ruling=void",
        "start",
        "1 call",
    ],
    *["2 raise 10", "3 allin", "1 shows", "2 away", "2 back", "3 leaves", "4 sits Eve 100", "2 out-of-turn bet 20"],
    *["incident simultaneous first=As second=2c", "incident face-up", "2 ante 2000 unnoticed", "1 ante 1 unnoticed"],
]


@cache
def sentences(name: str) -> list[str]:
    """Actions that are well-formed in this game."""
    actions = dict.fromkeys([*SENTENCES, *(action for file in GAMES.values() for action in file["actions"])])
    return [action for action in actions if readable({**GAMES[name], "actions": [action]})]


def readable(file: File) -> bool:
    try:
        play(read_script(written(file)), seeded_chance(0))
    except Unreadable:
        return False
    return True


@given(st.sampled_from(list(GAMES)), st.data())
def test_sentences_in_any_order(name: str, data: st.DataObject) -> None:
    """Well-formed actions, so that most of them are reached."""
    actions = data.draw(st.lists(st.sampled_from(sentences(name)), max_size=20))
    survives(written({**GAMES[name], "actions": actions}))


def test_complaints_name_what_would_be_accepted(run: Run) -> None:
    """A sample: whoever reads it can put the file right."""
    assert re.search("known are shoe, shuffler", why_unreadable(run, written(changed(STUD, "dealing", "hat"))))
    assert re.search("write Td", why_unreadable(run, written(changed(STUD, "shoe", "10d"))))
    assert re.search("places are 1 to 7", why_unreadable(run, written(changed(THREE_CARD, "boxes", {"8": "Ann"}))))
