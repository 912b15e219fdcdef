"""A house comes back from its backup: whole, or with a written account of what is lost."""

import gzip
import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest

from croupier.doors.cli import main
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.times import printed_time
from croupier.floor.store import keys
from croupier.floor.store.bookkeeper import Bookkeeper
from croupier.floor.store.checkpoint_file import book_of
from croupier.floor.store.opening import read_store
from tests.live import houses, killed
from tests.live.evenings import FLOOR, Evening
from tests.live.houses import SAM, House


class Kept(NamedTuple):
    """A house that played on after its backup, and whose disk is gone."""

    root: Path
    house: House

    @property
    def store(self) -> Path:
        return self.root / "floor"

    @property
    def backup(self) -> Path:
        return self.root / "backup"

    @property
    def key(self) -> Path:
        return self.root / "floor.key"


def checkpoint(house: House) -> None:
    keeper = Bookkeeper(book_of(house.folder), house.ring)
    keeper.write(house.store, printed_time(house.clock.now()), time.monotonic())
    keeper.close()


def cli(*arguments: object) -> int:
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as left:
        return int(str(left.code))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Backed up while the store is open, played on, exported, and stopped."""
    root = tmp_path_factory.mktemp("kept")
    house = House(root / "floor", FLOOR, seed=3)
    keys.create(root / "floor.key", house.ring)
    evening = Evening([house], "kept")
    for _ in range(60):
        evening.step()
    checkpoint(house)
    assert cli("backup", root / "floor", "--to", root / "backup") == 0
    for _ in range(60):
        evening.step()
    house.answered(house.floor.perform(SAM, "late-deposit", cmd.Deposit("Ann", 50_000), "cash"))  # type: ignore[arg-type]
    checkpoint(house)
    house.store.close()
    assert cli("journal", "export", root / "floor", "--to", root / "newer.jsonl.gz") == 0
    return Kept(root, house)


@pytest.fixture
def kept(played: Kept, tmp_path: Path) -> Iterator[Kept]:
    shutil.copytree(played.root, tmp_path / "kept")
    yield Kept(tmp_path / "kept", played.house)
    houses.RINGS.clear()


def lose_the_disk(kept: Kept) -> None:
    shutil.rmtree(kept.store)


def pairs(store: Path, query: str) -> dict[str, int]:
    rows: Any = apsw.Connection(str(store / "floor.db")).execute(query).fetchall()
    return dict(rows)


def heads(store: Path) -> dict[str, int]:
    return pairs(store, "SELECT stream, seq FROM stream")


def rows(store: Path, table: str) -> list[Any]:
    return sorted(apsw.Connection(str(store / "floor.db")).execute(f"SELECT * FROM {table}").fetchall())


def newest_decks(store: Path) -> dict[str, int]:
    return pairs(store, "SELECT stream || ' ' || round, max(deck) FROM deck GROUP BY stream, round")


def open_again(kept: Kept, store: Path) -> House:
    """As a server does it."""
    house = House.__new__(House)
    house.__dict__.update(kept.house.__dict__)
    house.folder, house.ring = store, keys.load(kept.key)
    house.clock.time = time.time_ns() // 1_000  # as the commands have it
    house.start()
    houses.RINGS[store] = house.ring
    return house


def test_a_backup_is_a_sound_copy_without_keys(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert sorted(file.name for file in kept.backup.iterdir()) == ["backup.json", "checkpoints.jsonl", "floor.db"]
    assert cli("audit", kept.backup, "--checkpoints", kept.backup / "checkpoints.jsonl", "--key", kept.key) == 0
    assert "checkpoints" in capsys.readouterr().out
    assert all(file.stat().st_mode & 0o077 == 0 for file in kept.backup.iterdir()), "for nobody else to read"
    assert cli("backup", kept.store, "--to", kept.backup) == 2, "a backup is never written over"
    assert cli("backup", kept.store, "--to", kept.root / "more", "--with-keys") == 0
    assert (kept.root / "more" / "floor.key").stat().st_mode & 0o777 == 0o600
    assert keys.load(kept.root / "more" / "floor.key").public_key == keys.load(kept.key).public_key


def test_a_store_that_is_not_sound_is_not_backed_up(kept: Kept) -> None:
    database = apsw.Connection(str(kept.store / "floor.db"))
    database.execute("UPDATE balance SET amount = amount + 1 WHERE account = 'wallet/Ann'")
    database.close()
    assert cli("backup", kept.store, "--to", kept.root / "more") == 4
    assert not (kept.root / "more").exists()
    lose_the_disk(kept)  # which is not sound, as it should be


def test_nothing_is_lost_where_the_book_has_seen_no_more(kept: Kept) -> None:
    assert cli("backup", kept.store, "--to", kept.root / "newest", "--with-keys") == 0
    before = heads(kept.store)
    lose_the_disk(kept)
    kept.key.unlink()
    assert cli("restore", kept.root / "newest", "--to", kept.store) == 0
    assert heads(kept.store) == before
    assert cli("audit", kept.store, "--key", kept.key, "--replay") == 0
    assert cli("restore", kept.root / "newest", "--to", kept.store) == 2, "a store is never written over"


def test_an_older_copy_is_refused_and_the_loss_is_listed(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    gone = heads(kept.store)
    had = heads(kept.backup)
    lose_the_disk(kept)
    book = book_of(kept.store).read_bytes()
    assert cli("restore", kept.backup, "--to", kept.store, "--export", kept.root / "newer.jsonl.gz") == 3
    told = capsys.readouterr()
    assert "behind" in told.err and "--accept-loss" in told.err
    for stream in gone:
        if gone[stream] > had.get(stream, 0):
            assert f"{stream}: entries {had.get(stream, 0) + 1} to {gone[stream]}, seen by" in told.out
    assert "deposit Ann 50000" in told.out and "wallet/Ann 500.00" in told.out
    assert not kept.store.exists() and book_of(kept.store).read_bytes() == book


def test_an_accepted_loss_is_on_record_and_play_goes_on(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    gone, had = heads(kept.store), heads(kept.backup)
    lose_the_disk(kept)
    promised = newest_decks(kept.backup)
    assert cli("restore", kept.backup, "--to", kept.store, "--accept-loss", "the disk burnt") == 0
    assert cli("audit", kept.store, "--key", kept.key, "--replay", "--json") == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    lost = {each["stream"]: (each["first"], each["last"]) for each in told["lost"]}
    assert lost == {s: (had.get(s, 0) + 1, seq) for s, seq in gone.items() if seq > had.get(s, 0)}
    assert {each["reason"] for each in told["lost"]} == {"the disk burnt"}
    house = open_again(kept, kept.store)
    store = house.store
    assert store.epoch > 3
    Evening([house], "goes on").step()
    checkpoint(house)
    house.store.close()
    assert cli("audit", kept.store, "--key", kept.key, "--replay") == 0
    assert "Lost in a restore: house, entries" in capsys.readouterr().out
    decks = newest_decks(kept.store)
    assert any(decks[which] > number for which, number in promised.items()), "what was promised may have been seen"


def test_the_audit_finds_a_loss_that_is_in_the_book_alone(kept: Kept) -> None:
    """Planted: the book excuses what is gone, and the house has no entry about it."""
    lose_the_disk(kept)
    shutil.copytree(kept.backup, kept.store)
    ring = keys.load(kept.key)
    keeper = Bookkeeper(book_of(kept.store), ring)
    last = json.loads(book_of(kept.store).read_bytes().splitlines()[-1])["heads"]
    had = heads(kept.store)
    lost = {stream: (had.get(stream, 0) + 1, seq) for stream, (seq, _) in last.items() if seq > had.get(stream, 0)}
    with read_store(kept.store) as reader:
        keeper.write(reader, "2026-01-02T00:00:00.000Z", 0.0, lost=lost)
    keeper.close()
    assert cli("audit", kept.store) == 1
    lose_the_disk(kept)


def test_a_changed_backup_is_refused(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    lose_the_disk(kept)
    with (kept.backup / "floor.db").open("r+b") as file:
        file.seek(20_000)
        file.write(b"x")
    assert cli("restore", kept.backup, "--to", kept.store, "--accept-loss", "fire") == 4
    assert "not the file that was backed up" in capsys.readouterr().err
    assert not kept.store.exists()
    shutil.rmtree(kept.backup)


@pytest.mark.parametrize("part", ["sealing", "signing"])
def test_a_ring_of_another_house_is_refused(kept: Kept, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    ring, other = json.loads(kept.key.read_text()), json.loads(keys.made().secret_text())
    ring |= {"keys": other["keys"]} if part == "sealing" else {"signing": other["signing"]}
    target = kept.root / "again" / "floor"
    target.parent.mkdir()
    keys.create(kept.root / "again" / "floor.key", keys.parsed(json.dumps(ring), "the ring"))
    assert cli("restore", kept.backup, "--to", target) == 3
    assert "key" in capsys.readouterr().err
    assert [file.name for file in target.parent.iterdir()] == ["floor.key"], "what was refused leaves nothing behind"


def test_another_book_is_refused(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    lose_the_disk(kept)
    book_of(kept.store).unlink()
    other = Bookkeeper(book_of(kept.store), keys.made())
    with read_store(kept.backup) as reader:
        other.write(reader, "2026-01-02T00:00:00.000Z", 0.0)
    other.close()
    assert cli("restore", kept.backup, "--to", kept.store) == 3
    assert "is not the book of this store" in capsys.readouterr().err


def test_an_export_becomes_a_store(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    export, tables = kept.root / "newer.jsonl.gz", ("entry", "posting", "stream", "balance", "answer", "deck")
    before = {table: rows(kept.store, table) for table in tables}
    lose_the_disk(kept)
    assert cli("journal", "import", export, "--to", kept.store) == 0
    assert "croupier users password" in capsys.readouterr().out
    assert {table: rows(kept.store, table) for table in tables} == before
    assert cli("audit", kept.store, "--key", kept.key, "--replay") == 0
    house = open_again(kept, kept.store)
    Evening([house], "goes on").step()
    house.store.close()
    assert cli("journal", "import", export, "--to", kept.store) == 2, "a store is never written over"


def test_an_export_is_sound_or_refused(kept: Kept) -> None:
    lose_the_disk(kept)
    lines = gzip.decompress((kept.root / "newer.jsonl.gz").read_bytes()).splitlines(keepends=True)
    other = kept.root / "other.jsonl"
    other.write_bytes(b"".join([*lines[:9], *lines[10:]]))
    assert cli("journal", "import", other, "--to", kept.store) == 4
    assert cli("journal", "import", kept.key, "--to", kept.store) == 2
    assert not kept.store.exists()


def test_an_older_export_is_held_to_the_newer_book(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    older = kept.root / "older.jsonl"
    shutil.copyfile(kept.backup / "checkpoints.jsonl", book_of(kept.backup))
    assert cli("journal", "export", kept.backup, "--to", older) == 0
    book_of(kept.backup).unlink()
    lose_the_disk(kept)
    assert cli("journal", "import", older, "--to", kept.store) == 3
    assert "behind" in capsys.readouterr().err
    assert cli("journal", "import", older, "--to", kept.store, "--accept-loss", "no newer copy") == 0
    assert cli("audit", kept.store, "--key", kept.key, "--replay") == 0
    assert "because: no newer copy" in capsys.readouterr().out


@pytest.mark.slow
def test_a_killed_import_is_finished_by_the_next(kept: Kept, tmp_path: Path) -> None:
    lose_the_disk(kept)
    arguments: list[object] = ["journal", "import", kept.root / "newer.jsonl.gz", "--to", kept.store]

    def again() -> None:
        shutil.rmtree(kept.store, ignore_errors=True)

    for at in killed.everywhere(arguments, tmp_path, again):
        if not kept.store.exists():
            assert cli(*arguments) == 0, at
        assert cli("audit", kept.store) == 0, at


def test_a_killed_backup_is_none(kept: Kept, tmp_path: Path) -> None:
    target = kept.root / "late"
    arguments: list[object] = ["backup", kept.store, "--to", target]

    def again() -> None:
        shutil.rmtree(target, ignore_errors=True)

    for _ in killed.everywhere(arguments, tmp_path, again):
        if target.exists():
            assert cli("audit", target, "--checkpoints", target / "checkpoints.jsonl") == 0
    assert cli("audit", target, "--checkpoints", target / "checkpoints.jsonl") == 0


@pytest.mark.slow
def test_a_killed_restore_is_finished_by_the_next(kept: Kept, tmp_path: Path) -> None:
    lose_the_disk(kept)
    book = book_of(kept.store).read_bytes()
    arguments: list[object] = ["restore", kept.backup, "--to", kept.store, "--accept-loss", "fire"]

    def again() -> None:
        shutil.rmtree(kept.store, ignore_errors=True)
        shutil.rmtree(kept.root / "floor.unfinished", ignore_errors=True)
        (kept.root / "floor.unfinished.checkpoints.jsonl").unlink(missing_ok=True)
        book_of(kept.store).write_bytes(book)

    for at in killed.everywhere(arguments, tmp_path, again):
        if not kept.store.exists():
            assert cli(*arguments) == 0, at
        assert cli("audit", kept.store, "--key", kept.key) == 0, at
        assert len(book_of(kept.store).read_bytes().splitlines()) == len(book.splitlines()) + 1, at
