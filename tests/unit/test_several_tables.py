"""Round files that play several linked tables: what is read, what is refused, what is printed, who is paid when."""

import json
from collections.abc import Callable
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from croupier.base.errors import Unreadable
from croupier.base.limits import TABLES
from croupier.doors.cli import main
from croupier.rounds.roundfile.check import differences
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import PlayedTables, play
from croupier.rounds.roundfile.transcript import tell
from croupier.rules.cards import DECK, ChanceOfText, parse_cards, show_cards, shuffled_deck
from croupier.rules.rulebook.load import digest
from tests.unit.round_files import LINKED, File, changed, written

ROYAL = "2c As Qd Ks 7c Qs 2h Js 5d Ts Kh"
NOTHING = "2c 9h Qd 7s 8c 4d 2h 3s 5d Jc Kh"
JACKPOT = {"meter": "125000.00", "reset": "50000.00", "contribution": "0.60"}
Told = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """The exit status and the object of a file."""

    def run(file: File, *options: str) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "a.round.toml"
        path.write_text(written(file), encoding="utf-8")
        status = main(["run", "--json", *options, str(path)])
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return status, answer

    return run


def tables(**shoes: str) -> list[File]:
    return [
        {
            "name": name.replace("_", "-"),
            "rulebook": "casino-stud@2",
            "shoe": shoe,
            "table": {"ante": ["10", "1000"], "jackpot-bet": "5"},
            "boxes": {"1": "Ann"},
        }
        for name, shoe in shoes.items()
    ]


def played(file: File, seed: int | None = None) -> PlayedTables:
    (script,) = read_scripts(written(file))
    result = play(script, seed)
    assert isinstance(result, PlayedTables)
    return result


# --- Read -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("rulebook", "casino-stud@2", "rulebook: it cannot stand next to [[tables]]; give it for each table"),
        ("boxes", {"1": "Ann"}, "boxes: it cannot stand next to [[tables]]"),
        ("shoe", "As", "shoe: it cannot stand next to [[tables]]"),
        ("seats", {}, "seats: it cannot stand next to [[tables]]"),
        ("colour", 1, "a file of several tables has an unknown key 'colour'"),
        ("jackpot", None, "[jackpot] is missing: the tables of [[tables]] share one meter"),
        ("jackpot", {"meter": "1"}, ": [jackpot] reset is missing"),
        ("jackpot", 5, ": jackpot: expected a table, [jackpot]"),
        ("tables", [], "tables: expected a table for each, [[tables]]"),
        ("tables", {"name": "cs-1"}, "tables: expected a table for each, [[tables]]"),
        ("tables", [1], "tables: expected a table for each, [[tables]]"),
        ("tables", [{"name": f"t-{n}"} for n in range(TABLES + 1)], f"a file has at most {TABLES}, this one has 51"),
        ("actions", ["cs-9 close"], "action 1 'cs-9 close': 'cs-9' is not a table of this file; write TABLE ACTION"),
        ("actions", ["1 ante 50"], "'1' is not a table of this file; write TABLE ACTION (tables: cs-1, tcp-1)"),
        ("actions", [""], "action 1 '': an empty action"),
        ("actions", ["cs-1"], "action 1 'cs-1': an empty action"),
        ("actions", ["cs-1 1 play"], "action 1 'cs-1 1 play': 'play' is not an act of this game"),
        ("actions", ["cs-1 2 look"], "'2' is not an occupied box; [boxes] names 1"),
        ("actions", ["cs-1 incident fire"], "incident 'fire' is unknown to this game"),
        ("expect", [{"status": "open"}], "expect: of several tables write [expect.tables.NAME] and [[expect.awards]]"),
        ("expect", {"rounds": {}}, "[expect] has an unknown key 'rounds'; known: awards, tables"),
        (
            "expect",
            {"tables": {"cs-9": {}}},
            "'cs-9' is not a table of this file; tables: cs-1, tcp-1",
        ),
        ("expect", {"tables": {"cs-1": 5}}, "[expect] must be a table"),
        ("expect", {"awards": {}}, "[expect] awards: expected a table for each award, [[expect.awards]]"),
        ("absent", {"cites": ["no-such"]}, "is not a clause, paragraph or ruling that casino-stud@2 or three-card"),
        ("refused", {"action": 0}, "[refused] action: expected a whole number"),
    ],
)
def test_what_a_stranger_gets_wrong_in_the_file(
    path: str, value: object, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = {key: each for key, each in {**LINKED, path: value}.items() if each is not None}
    assert why in unreadable(file, tmp_path, capsys)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("name", None, "table 1 of [[tables]]: its name is missing"),
        ("name", 5, "table 1 of [[tables]]: its name is missing"),
        (
            "name",
            "CS 1",
            "table 1 of [[tables]]: 'CS 1' is not a valid name; write up to 32 lower-case letters",
        ),
        ("name", "c" * 33, "is not a valid name; write up to 32 lower-case letters"),
        ("name", "tcp-1", "tables: tcp-1 appears twice"),
        ("rulebook", None, "table cs-1: rulebook: none is named"),
        ("rulebook", "casino-stud@9", "table cs-1: rulebook: 'casino-stud@9' is unknown; known:"),
        ("rulebook", ["casino-stud@2"], "table cs-1: rulebook: a table among several is of one rulebook"),
        ("rulebook", "poker@7", "table cs-1: rulebook: poker@7 has no progressive jackpot; linked tables are of "),
        ("dealing", "hand", "table cs-1: dealing: 'hand' is unknown"),
        ("shoe", "As As", "table cs-1: shoe: "),
        ("table", {"ante": ["10", "1000"]}, "table cs-1: [tables.table] jackpot-bet is missing; write the prescribed"),
        ("table/jackpot-bet", "0", "table cs-1: [tables.table] jackpot-bet: the prescribed amount must be more than 0"),
        ("table/jackpot-bet", 5.5, "table cs-1: [tables.table] jackpot-bet: an amount is written as a string"),
        ("table/colour", "red", "table cs-1: [table] has an unknown key 'colour'"),
        ("table/settle", "later", "table cs-1: [table] settle: expected"),
        ("boxes", {"9": "Ann"}, "table cs-1: [boxes]: '9' is not a place at this table"),
        ("jackpot", {}, "table cs-1: it has an unknown key 'jackpot'"),
        ("actions", [], "table cs-1: it has an unknown key 'actions'"),
        ("expect", {}, "table cs-1: it has an unknown key 'expect'"),
        ("seats", {}, "table cs-1: it has an unknown key 'seats'"),
    ],
)
def test_what_a_stranger_gets_wrong_in_a_table(
    path: str, value: object, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = LINKED["tables"]
    first = {key: each for key, each in changed(first, path, value).items() if each is not None}
    assert why in unreadable({**LINKED, "tables": [first, second]}, tmp_path, capsys)


def unreadable(file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """One line, exit status 2, with and without --json."""
    path = tmp_path / "a.round.toml"
    path.write_text(written(file), encoding="utf-8")
    assert main(["run", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert main(["run", "--json", str(path)]) == 2
    told = json.loads(capsys.readouterr().out)
    assert f"{path}: {told['unreadable']}\n" == said.err
    return said.err


def test_a_file_of_several_tables_is_refused_as_a_file_of_one(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="expected a file of one table; this one is for several"):
        read_script(written(LINKED))
    path = tmp_path / "a.round.toml"
    path.write_text(written(LINKED), encoding="utf-8")
    assert main(["phh", "export", str(path)]) == 2


# --- Printed ----------------------------------------------------------------------------------------------------


def test_what_json_prints(told: Told) -> None:
    status, answer = told(LINKED)
    assert status == 0
    assert list(answer) == ["file", "croupier", "digests", "tables", "awards"]
    assert answer["digests"]["file"] == sha256(written(LINKED).encode()).hexdigest()
    assert answer["digests"]["rulebooks"] == {key: digest(key) for key in ("casino-stud@2", "three-card-poker@3")}
    assert [answer["tables"][name]["rulebook"] for name in ("cs-1", "tcp-1")] == ["casino-stud@2", "three-card-poker@3"]
    assert [len(answer["tables"][name]["rounds"]) for name in ("cs-1", "tcp-1")] == [2, 1]
    assert answer["awards"] == [
        {"table": "tcp-1", "round": 1, "box": 1, "share": "1", "value": "125006.00", "amount": "125006.00"},
        {"table": "cs-1", "round": 1, "box": 1, "share": "1", "value": "50000.00", "amount": "50000.00"},
    ]
    lines = [answer["tables"][name]["rounds"][0]["boxes"]["1"]["bets"]["jackpot"] for name in ("tcp-1", "cs-1")]
    assert lines[0]["cites"] == ["4.4", "3.17", "R-11", "R-13", "4.9.1", "R-102"]
    assert lines[1]["cites"] == ["4.2", "4.2.1", "3.15", "R-11", "R-13", "4.5.2", "R-102"]


def test_a_held_award_leaves_its_round_open(told: Told) -> None:
    status, answer = told({**LINKED, "actions": [*LINKED["actions"][:7], "cs-1 next", "tcp-1 1 play"]})
    assert status == 1
    assert answer["error"]["action"] == 8
    assert {"3.2", "4.5.2", "R-13", "R-102"} <= set(answer["error"]["cites"])
    assert answer["awards"] == []
    (round_,) = answer["tables"]["cs-1"]["rounds"]
    assert round_["status"] == "open"
    assert round_["waiting"] == [{"box": 1, "for": "jackpot", "award": "held"}]
    assert round_["jackpot"] == {"before": "125000.00", "after": "125006.00"}
    box = round_["boxes"]["1"]
    assert box["bets"]["jackpot"] == {"staked": "5.00"}
    assert box["bets"]["ante"]["paid"] == "50.00"
    assert "net" not in box


def test_after_a_round_is_over_others_move_the_meter_on(told: Told) -> None:
    said = [
        f"{name} {act}"
        for name in ("cs-1", "cs-2")
        for act in ("1 ante 10", "1 jackpot 5", "close", "1 bet", "incident interruption")
    ]
    _, answer = told({"jackpot": JACKPOT, "tables": tables(cs_1=NOTHING, cs_2=NOTHING), "actions": said})
    shown = {name: answer["tables"][name]["rounds"][0]["jackpot"] for name in ("cs-1", "cs-2")}
    assert shown["cs-1"] == {"before": "125000.00", "after": "125003.00"}
    assert shown["cs-2"] == {"before": "125000.00", "after": "125006.00"}


@pytest.mark.parametrize("name", ["linked-tables", "linked-tables-refused"])
def test_transcript(name: str, golden: Callable[[str, str], None]) -> None:
    actions = LINKED["actions"] if name == "linked-tables" else [*LINKED["actions"][:7], "cs-1 next"]
    lines = list(tell(f"{name}.round.toml", played({**LINKED, "actions": actions})))
    assert all(len(line) <= 100 and line == line.rstrip() for line in lines)
    golden(f"transcripts/{name}.txt", "\n".join(lines) + "\n")


def test_one_of_several_is_played_like_one_alone(told: Told) -> None:
    alone = {
        "rulebook": "casino-stud@2",
        "shoe": ROYAL,
        "actions": ["1 ante 50", "1 jackpot 5", "close", "1 look", "1 bet", "next", "1 ante 20"],
        "table": {"ante": ["10", "1000"], "jackpot-bet": "5"},
        "boxes": {"1": "Ann"},
        "jackpot": JACKPOT,
    }
    among = {
        "jackpot": JACKPOT,
        "tables": tables(cs_1=ROYAL, cs_2=""),
        "actions": [f"cs-1 {action}" for action in alone["actions"]],
    }
    assert told(among)[1]["tables"]["cs-1"]["rounds"] == told(alone)[1]["rounds"]


# --- Checked ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expect", "wrong"),
    [
        ({"awards": []}, "expected 0 awards, paid were 125006.00 at tcp-1, 50000.00 at cs-1"),
        ({"awards": [{"table": "cs-1"}, {}]}, "award 1 table: expected 'cs-1', got 'tcp-1'"),
        ({"tables": {"cs-1": {"status": "void"}}}, "cs-1 round 1 status: expected 'void', got 'settled'"),
        ({"tables": {"tcp-1": [{}, {}]}}, "tcp-1 expected 2 rounds, 1 were played"),
        (
            {"tables": {"cs-1": {"boxes": {"1": {"bets": {"jackpot": {"cites": ["4.9.1"]}}}}}}},
            "cs-1 round 1 boxes 1 bets jackpot: cites are 4.2, 4.2.1, 3.15, R-11, R-13, 4.5.2, R-102, not 4.9.1",
        ),
    ],
)
def test_a_wrong_expectation_is_noticed(expect: dict[str, Any], wrong: str) -> None:
    assert differences(played({**LINKED, "expect": expect})) == [wrong]


def test_a_clause_has_the_number_of_the_tables_own_book() -> None:
    cites = {"boxes": {"1": {"bets": {"jackpot": {"cites": ["paid-across-tables"]}}}}}
    assert not differences(played({**LINKED, "expect": {"tables": {"cs-1": cites, "tcp-1": cites}}}))
    absent = {**LINKED, "absent": {"cites": ["paid-across-tables"]}}
    assert differences(played(absent)) == ["paid-across-tables was to be cited nowhere and was"] * 2


def test_check_names_the_table_of_cards_that_nobody_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.round.toml"
    actions = ["cs-1 1 ante 50", "cs-1 close"]
    path.write_text(written({"jackpot": JACKPOT, "tables": tables(cs_1="", cs_2=ROYAL), "actions": actions}))
    main(["run", "--check", str(path)])
    assert "warning: cards that the file does not list (R-99): cs-1 round 1: " in capsys.readouterr().out


# --- Cards that nobody listed -----------------------------------------------------------------------------------


def test_the_order_depends_on_the_text_and_the_name_of_the_table() -> None:
    said = [f"{name} {act}" for name in ("cs-1", "cs-2") for act in ("1 ante 10", "close", "1 bet", "next")]
    file = {
        "jackpot": JACKPOT,
        "tables": tables(cs_1="", cs_2="2c 3c"),
        "actions": [*said, "cs-2 1 ante 10", "cs-2 close"],
    }
    seed = sha256(written(file).encode()).hexdigest()
    for given, seeded in ((None, seed), (7, "7")):
        result = played(file, given)
        for name, number, listed in (("cs-1", 1, ""), ("cs-2", 1, "2c 3c"), ("cs-2", 2, "")):
            order = shuffled_deck(ChanceOfText(f"{seeded} table {name} round {number}"), parse_cards(listed)).cards
            left = order[len(parse_cards(listed)) : 11]
            assert result.rounds[name][number - 1].unlisted == show_cards(left)
    assert set(order) == set(DECK)


# --- The order of payment ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", list(permutations(("cs-1", "cs-2", "cs-3"))))
@pytest.mark.parametrize("claims", list(permutations(("cs-1", "cs-2", "cs-3"))))
def test_awards_are_paid_in_the_order_of_the_deals(deals: tuple[str, ...], claims: tuple[str, ...]) -> None:
    """In every order of claims the meter is paid once, and later winners get the reset value."""
    bets = [f"{name} 1 {bet}" for name in deals for bet in ("ante 10", "jackpot 5")]
    actions = [*bets, *(f"{name} close" for name in deals), *(f"{name} 1 bet" for name in claims)]
    result = played({"jackpot": JACKPOT, "tables": tables(cs_1=ROYAL, cs_2=ROYAL, cs_3=ROYAL), "actions": actions})
    assert [award.table for award in result.awards] == list(deals)
    assert [award.amount for award in result.awards] == ["125009.00", "50000.00", "50000.00"]
    assert all(rounds[-1].status == "settled" for rounds in result.rounds.values())
