"""Rounds of older days leave the store for a signed file, and both stay one journal."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from croupier.floor.live.state.problems import Problem
from croupier.floor.store import keys
from croupier.floor.store.checkpoint_file import book_of
from croupier.floor.store.opening import open_store
from tests.as_json import as_json
from tests.journals import Written
from tests.live import houses, killed
from tests.live.evenings import FLOOR, Evening
from tests.live.houses import UNA, House
from tests.live.test_restore import checkpoint, cli
from tests.tamper import forge

STEPS = 500
NEVER = "2100-01-01"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Closed rounds at tables of all books, among them tables whose cards a device reads."""
    house = House(tmp_path_factory.mktemp("archived") / "floor", FLOOR, seed=9)
    keys.create(Path(f"{house.folder}.key"), house.ring)
    evening = Evening([house], "archived")
    evening.stack()
    for _ in range(STEPS):
        evening.step()
    checkpoint(house)
    house.store.close()
    assert sum(table.rounds > 1 for table in house.floor.books.tables.values()) >= 4
    return house


@pytest.fixture
def store(played: House, tmp_path: Path) -> Iterator[Path]:
    shutil.copytree(played.folder.parent, tmp_path / "archived")
    yield tmp_path / "archived" / "floor"
    houses.RINGS.clear()


def open_again(played: House, store: Path) -> House:
    house = House.__new__(House)
    house.__dict__.update(played.__dict__)
    house.folder, house.ring = store, keys.load(Path(f"{store}.key"))
    house.clock.time = time.time_ns() // 1_000
    house.start()
    return house


def archive(store: Path, file: str = "old.jsonl.gz", before: str = NEVER) -> Path:
    target = store.with_name(file)
    assert cli("journal", "archive", store, "--before", before, "--to", target) == 0
    return target


def rows(store: Path, query: str) -> list[Any]:
    return apsw.Connection(str(store / "floor.db")).execute(query).fetchall()


def audit(store: Path, *more: object) -> int:
    return cli("audit", store, "--key", f"{store}.key", *more)


def test_store_and_archive_are_one_journal(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries, balances = rows(store, "SELECT count(*) FROM entry")[0][0], rows(store, "SELECT * FROM balance")
    file = archive(store)
    left = rows(store, "SELECT count(*) FROM entry")[0][0]
    assert left < entries and rows(store, "SELECT * FROM balance") == balances
    capsys.readouterr()
    assert audit(store, "--json") == 0
    alone = json.loads(capsys.readouterr().out)
    assert alone["entries"] == left and len(alone["archived"]) >= 4
    assert audit(store, "--archive", file, "--replay", "--json") == 0
    both = json.loads(capsys.readouterr().out)
    assert both["entries"] == entries + 1 and both["archived"] == []  # with the one about the archive
    assert both["rounds"] == alone["rounds"]


def test_a_replay_needs_the_archive(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive(store)
    assert audit(store, "--replay") == 2
    assert "--archive" in capsys.readouterr().err


def test_play_goes_on_and_numbers_too(played: House, store: Path) -> None:
    heads = dict(rows(store, "SELECT stream, seq FROM stream"))
    first = archive(store, "first.jsonl")
    house = open_again(played, store)
    evening = Evening([house], "goes on")
    for _ in range(200):
        evening.step()
    checkpoint(house)
    house.store.close()
    assert audit(store, "--archive", first, "--replay") == 0
    second = archive(store, "second.jsonl.gz")
    assert audit(store, "--archive", second, "--archive", first, "--replay") == 0
    assert audit(store, "--archive", second) == 0, "the newer one alone follows on the older"
    assert audit(store) == 0
    after = dict(rows(store, "SELECT stream, seq FROM stream"))
    assert all(after[stream] >= seq for stream, seq in heads.items())
    house = open_again(played, store)
    house.store.close()


def test_rounds_that_are_archived_are_not_found_and_it_is_said_where_they_are(played: House, store: Path) -> None:
    archive(store)
    house = open_again(played, store)
    archived = house.floor.books.archived
    for name, table in house.floor.books.tables.items():
        base, file = archived.get(f"table/{name}", (None, ""))
        oldest = 1 if base is None else base.round + 1
        listed = as_json(house.floor.history.rounds(name, 1000, None))
        assert [each["round"] for each in listed["items"]] == list(range(table.rounds, oldest - 1, -1))
        assert listed["before"] is None
        for number in range(oldest, table.rounds + 1):
            assert as_json(house.floor.history.round(name, number, UNA))["round"] is not None
            assert house.floor.downloads.round_file(name, number, None)
        for number in range(1, oldest):
            for ask in (house.floor.history.round, house.floor.history.proof, house.floor.downloads.round_file):
                with pytest.raises(Problem) as wrong:
                    ask(name, number, UNA)
                assert wrong.value.code == "not-found" and file in str(wrong.value)
        if base is not None:
            with pytest.raises(Problem):
                house.floor.downloads.rounds_file(name)
    house.store.close()


def test_nothing_is_moved_that_is_too_new(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = rows(store, "SELECT count(*) FROM entry")
    assert cli("journal", "archive", store, "--before", "2025-12-31", "--to", store.with_name("old")) == 0
    assert "No table" in capsys.readouterr().out
    assert rows(store, "SELECT count(*) FROM entry") == before and not store.with_name("old").exists()
    assert cli("journal", "archive", store, "--before", "tomorrow", "--to", store.with_name("old")) == 2


def test_it_is_refused_while_a_server_has_the_store_open(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = open_store(store)
    assert cli("journal", "archive", store, "--before", NEVER, "--to", store.with_name("old")) == 3
    assert "in use" in capsys.readouterr().err
    server.close()


def test_an_archived_store_is_shown_exported_backed_up_and_imported(played: House, store: Path) -> None:
    file = archive(store)
    assert cli("journal", "show", store) == 0
    assert cli("journal", "show", file) == 0
    export = store.with_name("rest.jsonl")
    assert cli("journal", "export", store, "--to", export) == 0
    assert cli("audit", export) == 0
    assert cli("audit", export, "--archive", file, "--replay", "--key", f"{store}.key") == 0
    assert cli("backup", store, "--to", store.with_name("copy")) == 0
    tables = ("entry", "stream", "balance", "answer", "deck")
    before = {table: rows(store, f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables}
    shutil.rmtree(store)
    assert cli("restore", store.with_name("copy"), "--to", store) == 0
    assert audit(store, "--archive", file, "--replay") == 0
    shutil.rmtree(store)
    assert cli("journal", "import", export, "--to", store) == 0
    assert {table: rows(store, f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables} == before
    assert audit(store, "--archive", file, "--replay") == 0
    open_again(played, store).store.close()


def test_archived_rounds_are_put_back(played: House, store: Path) -> None:
    """A release whose tables have another shape cannot begin where they were archived."""
    tables = ("posting", "balance", "answer", "deck")
    before = {table: rows(store, f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables}
    file = archive(store)
    assert cli("backup", store, "--to", store.with_name("copy")) == 0
    shutil.rmtree(store)
    assert cli("restore", store.with_name("copy"), "--to", store, "--archive", file) == 0
    for table in tables:
        assert sorted(rows(store, f"SELECT * FROM {table} ORDER BY 1, 2")) == sorted(before[table])
    assert audit(store, "--replay") == 0
    house = open_again(played, store)
    assert not house.floor.books.archived
    assert as_json(house.floor.history.round("tcp-1", 1, UNA))["round"] is not None
    house.store.close()
    archive(store, "again.jsonl")
    assert audit(store) == 0


def test_an_archive_without_its_seal_is_not_put_back(played: House, store: Path) -> None:
    file = archive(store, "old.jsonl")
    assert cli("backup", store, "--to", store.with_name("backup")) == 0
    target = store.with_name("whole")
    shutil.copy(f"{store}.key", f"{target}.key")
    *lines, seal = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines))
    assert cli("restore", store.with_name("backup"), "--to", target, "--archive", file) == 4
    assert not target.exists()
    file.write_text("".join([*lines, seal]))
    assert cli("restore", store.with_name("backup"), "--to", target, "--archive", file) == 0


def test_an_archive_alone_is_not_audited(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is a part of a journal: its first entries spend chips that were brought before."""
    file = archive(store)
    capsys.readouterr()
    assert cli("audit", file) == 2
    assert "--archive" in capsys.readouterr().err
    shutil.copy(f"{store}.key", store.with_name("made.key"))
    assert cli("journal", "import", file, "--to", store.with_name("made")) == 2
    assert "--archive" in capsys.readouterr().err


def test_planted_an_archive_that_was_changed(store: Path) -> None:
    file = archive(store, "old.jsonl")
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    assert audit(store, "--archive", file) == 1
    file.write_bytes(b"".join(lines[:-1]))
    assert audit(store, "--archive", file) == 1
    file.write_bytes(b"".join(lines))
    assert audit(store, "--archive", file) == 0
    assert audit(store, "--archive", store.with_name("none")) == 2


@pytest.mark.parametrize("field", ["seq", "hash", "round", "carried"])
def test_planted_the_house_says_otherwise_where_a_stream_goes_on(store: Path, field: str) -> None:
    archive(store)

    def change(body: dict[str, Any]) -> bool:
        for event in body["then"]:
            if event["type"] == "journal-archived":
                one = event["streams"][0]
                others: dict[str, Any] = {"hash": "00" * 32, "carried": []}
                one[field] = others.get(field, one[field] if field in others else one[field] + 1)
                return True
        return False

    book_of(store).unlink()
    forge(Written(store, book_of(store), store, store), "house", change)
    assert cli("audit", store) == 1
    shutil.rmtree(store)


def test_planted_more_is_gone_than_was_archived(store: Path) -> None:
    archive(store)
    stream, seq = rows(store, "SELECT stream, min(seq) FROM entry WHERE stream LIKE 'table/%' AND seq > 1")[0]
    database = apsw.Connection(str(store / "floor.db"))
    database.execute("DELETE FROM entry WHERE stream = ? AND seq = ?", (stream, seq))
    database.close()
    assert cli("audit", store) == 1
    shutil.rmtree(store)


@pytest.mark.slow
def test_a_killed_archive_is_finished_by_the_next(store: Path, tmp_path: Path) -> None:
    kept = store.parent.with_name("kept")
    shutil.copytree(store.parent, kept)
    target = store.with_name("old.jsonl")
    arguments: list[object] = ["journal", "archive", store, "--before", NEVER, "--to", target]
    entries = rows(store, "SELECT count(*) FROM entry")[0][0]

    def again() -> None:
        shutil.rmtree(store.parent)
        shutil.copytree(kept, store.parent)

    for at in killed.everywhere(arguments, tmp_path, again):
        assert cli(*arguments) == 0, at
        assert audit(store, "--archive", target) == 0, at
        assert rows(store, "SELECT count(*) FROM entry")[0][0] < entries, at
    shutil.rmtree(kept)
