"""What `--json` prints is what `croupier schema` says; every object says who printed it, and by which schema."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, get_origin

import msgspec
import pytest

from croupier import __version__
from croupier.base.json_answers import Answer
from croupier.doors.cli import COMMANDS, main
from croupier.doors.cli.schemas import SCHEMAS, json_schema
from croupier.floor.store.opening import open_store

WITHOUT = {"play", "new", "open", "serve", "join", "shoe", "schema", "completion", "backup", "restore", "keys"}
"""Commands that talk to a person, write files, or have a contract of their own (docs/json.md)."""


LINKED_METER = ["--meter=50000", "--others=2", "--contribution=0.5", "--reset=10000", "--rounds-an-hour=40"]


def printed(name: str, text: str) -> Any:
    """What was printed: it is signed, and a record of its schema reads it, which allows no further key."""
    told = json.loads(text)
    assert (told.pop("croupier"), told.pop("schema")) == (__version__, f"{name}/1")
    assert any(reads(record, told) for record in SCHEMAS[name].records), text
    return told


def reads(record: Any, told: object) -> bool:
    try:
        msgspec.convert(told, record)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("rules-books", ["rules"]),
        ("rules-book", ["rules", "casino-stud"]),
        ("rules-part", ["rules", "poker@7", "4"]),
        ("rules-part", ["rules", "three-card-poker", "3.12.1", "--scenarios", "EMPTY"]),
        ("rules-diff", ["rules", "diff", "poker@6", "poker@7"]),
        ("rules-in-force", ["rules", "--at", "2026-01-01"]),
        ("rules-ruling", ["rules", "R-17", "--scenarios", "EMPTY"]),
        ("rules-search", ["rules", "search", "odd chip"]),
        ("rules-coverage", ["rules", "coverage", "--scenarios", "EMPTY"]),
        ("markdown", ["rules", "sheet", "casino-stud"]),
        ("markdown", ["rule", "casino-stud", "--commands"]),
        ("rule", ["rule", "casino-stud", "--phase", "dealt", "--found", "exposed", "box=1"]),
        ("rule", ["rule", "casino-stud", "--phase", "bets-open", "--found", "misdealt"]),
        ("rule", ["rule", "poker", "--phase", "turn", "--found", "interruption"]),
        ("rule", ["rule", "three-card-poker", "--dealt", "burn 2 1 d 2 1 d 2 1 d"]),
        ("rule-list", ["rule", "poker", "--list"]),
        ("odds", ["odds", "three-card-poker", "--quick"]),
        ("odds", ["odds", "three-card-poker", "--quick", "--set", "pair-plus.straight=6"]),
        ("odds", ["odds", "three-card-poker", "--set", "pair-plus.pair=push", *LINKED_METER]),
        ("equity", ["odds", "poker", "AsAh vs KdKc", "--board", "Qs Jd 2c 3c"]),
        ("equity", ["odds", "poker", "AsAh vs KdKc", "--board", "Qs Jd 2c 3c", "--rake", "5"]),
        ("equity", ["odds", "poker", "AsAh vs KdKc vs 7s7c", "--board", "Qs Jd 2c 3c", "--put", "50,200,200"]),
        ("sweep", ["odds", "three-card-poker", "--set", "pair-plus.straight=4..5", "--set", "pair-plus.pair=push"]),
        ("advise", ["advise", "three-card-poker", "--hand", "Qs 6h 4d"]),
        ("simulate", ["simulate", "three-card-poker", "--rounds", "1000", "--boxes", "2", "--jackpot-bet", "5"]),
        ("simulate-poker", ["simulate", "poker", "--hands", "20", "--players", "tight,random"]),
        ("phh-replay", ["phh", "replay", "nowhere.phh"]),
        ("fuzz", ["fuzz", "poker", "--rounds", "2"]),
        ("cache", ["cache"]),
    ],
)
def test_an_object_fits_its_schema(
    name: str, arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(tmp_path) if word == "EMPTY" else word for word in arguments] + ["--json"])
    printed(name, capsys.readouterr().out)


def answers(record: type[Answer]) -> Iterator[type[Answer]]:
    yield from [record] if "SCHEMA" in vars(record) else []
    yield from (each for further in record.__subclasses__() for each in answers(further))


def test_every_answer_has_its_schema() -> None:
    """mypy sees that a command prints nothing but answers; each is published under the name that it says."""
    listed = {get_origin(record) or record: name for name, shape in SCHEMAS.items() for record in shape.records}
    assert {record: record.SCHEMA for record in answers(Answer)}.items() <= listed.items()
    assert {name for name, shape in SCHEMAS.items() if not shape.signed} == {
        "run",
        "verify",
        "audit",
        "report",
        "journal",
    }


def references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [found for item in value for found in references(item)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
    return own + [found for item in value.values() for found in references(item)]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", f"{name}/1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == msgspec.json.decode(msgspec.json.encode(json_schema(name)))
    assert all(reference.removeprefix("#/$defs/") in found["$defs"] for reference in references(found))
    assert f"`{name}`" in Path("docs/json.md").read_text(encoding="utf-8")


def test_the_list_of_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in SCHEMAS)
    assert all(command in WITHOUT or f"croupier {command}" in listed for command in COMMANDS)
    with pytest.raises(SystemExit):
        main(["schema", "chess"])
    assert "there is no schema 'chess'; there are run" in capsys.readouterr().err


def test_the_users_of_a_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["users", "list", str(tmp_path / "store")]) == 2, "as audit and journal answer where there is none"
    assert "is not a store" in capsys.readouterr().err
    open_store(tmp_path / "store").close()
    monkeypatch.setattr("sys.stdin", StringIO("ten letters\n"))
    assert main(["users", "add", str(tmp_path / "store"), "Kim", "--role", "auditor", "--password-stdin"]) == 0
    capsys.readouterr()
    assert main(["users", "list", str(tmp_path / "store"), "--json"]) == 0
    told = printed("users", capsys.readouterr().out)
    assert [user["name"] for user in told["users"]] == ["Kim"]
