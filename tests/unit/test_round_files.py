"""Round files that cannot be read: one line that says where and why."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli import main
from tests.unit.round_files import (
    GAMES,
    HOLDEM,
    NO_ACTIONS,
    POKER,
    REFUSED,
    STUD,
    THREE_CARD,
    File,
    Run,
    changed,
    runner,
    written,
)


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, capsys)


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


def test_a_jackpot_bet_of_nothing_is_not_offered(run: Run) -> None:
    status, (told,) = run(written(changed(THREE_CARD, "table/jackpot-bet", "0")))
    assert (status, told["error"]["cites"]) == (1, ["3.3"])


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
        'a = "\\ud800"',
        "<?xml version='1.0'?>",
        '{"rulebook": "three-card-poker@3"}',
    ],
)
def test_no_toml(run: Run, text: str) -> None:
    assert re.match(r"line \d+: not TOML: ", why_unreadable(run, text))


def test_where_the_toml_is_wrong(run: Run) -> None:
    head = 'rulebook = "casino-stud@2"\ndealing = "shoe"\n'
    why = why_unreadable(run, head + 'actions = ["close]\n')
    assert why.startswith("line 3: not TOML: ") and why.endswith("(column 19)")
    why = why_unreadable(run, head + 'actions = ["close",\n\n')
    assert why.startswith("line 3: not TOML: ") and why.endswith(", and the file ends there")


@pytest.mark.parametrize("data", [b"\xff\xfe", b'rulebook = "\xe9"', b"\x80" * 100])
def test_no_utf_8(run: Run, data: bytes) -> None:
    assert why_unreadable(run, data) == "not TOML: the file is not UTF-8 text"


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment"])
def test_an_empty_file(run: Run, text: str) -> None:
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
    (POKER, "table/settle", [*NO_STRING, "", "by hand", "BY-HAND", "at-once "]),
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
    assert why == "poker@6 has no dealing from the shuffler; it has the shoe"


# --- Wrong actions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "action"), [(name, action) for name in NO_ACTIONS for action in NO_ACTIONS[name]])
def test_wrong_actions(run: Run, name: str, action: str) -> None:
    """A file is read whole before anything is played, so that even its last action makes it unreadable."""
    file = GAMES[name]
    number = len(file["actions"]) + 1
    text = written({**file, "actions": [*file["actions"], action]})
    line = next(line for line, words in enumerate(text.splitlines(), 1) if words.startswith('"actions"'))
    assert why_unreadable(run, text).startswith(f"line {line}: action {number} {action!r}: ")


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


# --- What would be right --------------------------------------------------------------------------------------


def test_complaints_name_what_would_be_accepted(run: Run) -> None:
    """A sample: the message says enough to correct the file."""
    assert re.search("known: shoe, shuffler", why_unreadable(run, written(changed(STUD, "dealing", "hat"))))
    assert re.search("write Td", why_unreadable(run, written(changed(STUD, "shoe", "10d"))))
    assert re.search("places are 1 to 7", why_unreadable(run, written(changed(THREE_CARD, "boxes", {"8": "Ann"}))))
