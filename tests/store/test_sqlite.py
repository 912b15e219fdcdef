"""What only a store on a real disk can be asked: processes, kills, foreign and changed files."""

import os
import random
import signal
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from croupier.base.errors import Unreadable
from croupier.floor.journal.chain import ZERO, chained
from croupier.floor.ledger.accounts import CAGE, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.store.base import Batch, DrillRow, StoreFailed, StoreUnusable, TraineeRow
from croupier.floor.store.checkpoint_file import CheckpointFile, book_of
from croupier.floor.store.faults import Fault, parse_fault
from croupier.floor.store.format import APPLICATION, FORMAT, SCRIPTS
from croupier.floor.store.reader import Reader, database_of
from croupier.floor.store.reserve import NAME as RESERVE
from croupier.floor.store.safety import check_file_system, check_library, check_settings
from croupier.floor.store.sqlite import SqliteStore, open_sqlite
from tests.store.batches import TABLE, Ahead
from tests.store.processes import lines_of, writing
from tests.store.writes import STREAMS

REST = "at, epoch, body, hash"


def refusal(folder: Path, book: Path | None = None) -> StoreUnusable:
    with pytest.raises(StoreUnusable) as refused:
        open_sqlite(folder, book).close()
    return refused.value


def written(folder: Path, count: int = 20) -> Path:
    """A store with this many entries of two streams; its database."""
    store = open_sqlite(folder)
    ahead = Ahead(store)
    for number in range(count):
        act = ahead.act(
            f"act-{number}", f"table/{number % 2}", post=transfer(CAGE, wallet("Ann"), number + 1), round=number // 4
        )
        store.submit(act, lambda _: None)
    store.flush()
    store.close()
    return database_of(folder)


def sound(folder: Path) -> list[int]:
    """Opens what a killed process has left, which checks it, and gives the acts that are there."""
    store = open_sqlite(folder)
    acts = [int(row[0]) for row in _query(store, "SELECT substr(id, 5) FROM answer ORDER BY 1")]
    assert store.count() == len(acts)
    assert store.balances().get(wallet("Ann"), 0) == 100 * len(acts)
    assert sum(store.balances().values()) == 0
    store.close()
    return sorted(acts)


def _query(store: SqliteStore, query: str) -> list[tuple[Any, ...]]:
    connection = apsw.Connection(str(database_of(store.folder)), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


@pytest.mark.parametrize("acknowledged", [1, 40, 333, 1_000])
def test_what_was_acknowledged_before_a_kill_is_there(tmp_path: Path, acknowledged: int) -> None:
    for _ in range(2):
        with writing(tmp_path) as process:
            assert lines_of(process, 1) == ["ready"]
            told = [int(line) for line in lines_of(process, acknowledged)]
            process.kill()
            told += [int(line) for line in lines_of(process) if line.isdigit()]
        there = sound(tmp_path)
        assert there == list(range(1, len(there) + 1))  # in order, without a gap
        assert there[-1] >= told[-1]


def test_a_second_server_is_refused_until_the_first_is_dead(tmp_path: Path) -> None:
    with writing(tmp_path) as first:
        assert lines_of(first, 1) == ["ready"]
        with writing(tmp_path) as second:
            assert lines_of(second) == ["in-use"]
        assert second.returncode == 3
        refused = refusal(tmp_path)
        assert refused.code == "in-use"
        assert f"process {first.pid}" in refused.why
        first.kill()
        first.wait()
    open_sqlite(tmp_path).close()


def test_readers_run_next_to_the_writer_and_never_block_it(tmp_path: Path) -> None:
    with writing(tmp_path) as process:
        lines_of(process, 200)
        with Reader(tmp_path) as reader:
            before = reader.count()
            with reader.snapshot_in_time():
                count = reader.count()
                assert count >= before
                lines_of(process, 2_000)  # it writes on
                assert reader.count() == count
                assert sum(head.seq for head in reader.heads().values()) == count
                assert sum(1 for table in range(STREAMS) for _ in reader.entries(f"table/{table}")) == count
            assert reader.count() > count
            with pytest.raises(apsw.ReadOnlyError):
                reader._connection.execute("DELETE FROM entry")


@pytest.mark.parametrize("fault", ["before-commit:3:kill", "after-commit:3:kill"])
def test_planted_kills(tmp_path: Path, fault: str) -> None:
    with writing(tmp_path, fault) as process:
        told = [int(line) for line in lines_of(process)[1:]]
    assert process.returncode == -signal.SIGKILL
    there = sound(tmp_path)
    assert there[: len(told)] == told
    if fault.startswith("after"):
        assert len(there) > len(told)  # durable, and nobody was told


def test_a_planted_error_stops_everything_and_loses_nothing(tmp_path: Path) -> None:
    with writing(tmp_path, "commit:2:error") as process:
        _, *lines = lines_of(process)
    assert process.returncode == 5
    told = [int(line) for line in lines if line.isdigit()]
    failed = [line for line in lines if line.startswith("failed")]
    assert failed and lines[len(told) : len(told) + len(failed)] == failed  # nobody was told otherwise afterwards
    assert sound(tmp_path) == told


def test_a_planted_hang_answers_nothing_more(tmp_path: Path) -> None:
    with writing(tmp_path, "after-commit:1:hang") as process:
        assert lines_of(process, 1) == ["ready"]
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        process.kill()
        assert lines_of(process) == []
    assert sound(tmp_path)


@pytest.mark.parametrize(
    "text", ["", "kill", "commit:1:kill", "after-commit:0:kill", "before-commit:1:hang", "commit:1:error:"]
)
def test_faults_that_nobody_knows(text: str) -> None:
    with pytest.raises(Unreadable, match="before-commit:N:kill"):
        parse_fault(text)


def test_a_fault_is_read() -> None:
    assert parse_fault("after-commit:12:hang") == Fault("after-commit", 12, "hang")


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    database = written(tmp_path)
    _change(database, f"PRAGMA user_version = {FORMAT + 1}")
    refused = refusal(tmp_path)
    assert refused.code == "newer"
    assert f"format {FORMAT + 1}" in refused.why


def test_a_store_of_an_earlier_release_is_opened(tmp_path: Path) -> None:
    """Everything in it is there, and it can be trained from now on."""
    folder = tmp_path / "floor"
    folder.mkdir(mode=0o700)
    connection = apsw.Connection(str(database_of(folder)))
    connection.execute(SCRIPTS[0])
    connection.execute("INSERT INTO user VALUES ('dan', 'dealer', 'hashed', 1, 0)")
    connection.pragma("application_id", APPLICATION)
    connection.pragma("user_version", 1)
    connection.close()
    store = open_sqlite(folder)
    assert [user.name for user in store.users()] == ["dan"]
    assert store.drills("dan") == ()
    store.submit(Batch(training=(DrillRow("dan", 1, b"a drill"), TraineeRow("dan", b"much"))), lambda _: None)
    store.close()
    store = open_sqlite(folder)
    assert [row.body for row in store.drills("dan")] == [b"a drill"]
    assert _query(store, "PRAGMA user_version") == [(FORMAT,)]
    store.close()


def test_a_newer_journal_is_refused(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path)
    body = b'{"v":99,"by":"Ann","id":"","do":"","cites":[],"post":[]}'
    store.submit(Batch(entries=(chained(ZERO, TABLE, 1, 1, store.epoch, body),)), lambda _: None)
    store.close()
    assert refusal(tmp_path).code == "newer"


def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = database_of(tmp_path)
    _change(database, "CREATE TABLE address (name TEXT); INSERT INTO address VALUES ('Ann')")
    before = database.read_bytes()
    assert refusal(tmp_path).code == "unsafe"
    assert database.read_bytes() == before


def test_what_is_no_database_is_damaged(tmp_path: Path) -> None:
    database_of(tmp_path).write_bytes(b"not at all\n" * 1_000)
    assert refusal(tmp_path).code == "damaged"


def test_a_file_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "floor").write_text("")
    assert refusal(tmp_path / "floor").code == "unsafe"
    with pytest.raises(StoreUnusable, match=r"floor\.db"):
        Reader(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("change", "stream", "seq"),
    [
        ("UPDATE entry SET body = CAST(replace(body, 'ante', 'play') AS BLOB) WHERE number = 7", "table/0", 4),
        ("UPDATE entry SET at = at + 1 WHERE stream = 'table/1' AND seq = 2", "table/1", 2),
        ("DELETE FROM entry WHERE stream = 'table/1' AND seq = 3", "table/1", 4),
        ("DELETE FROM entry WHERE stream = 'table/1' AND seq = 10", "table/1", 10),
        ("DELETE FROM entry WHERE stream = 'table/1'", "table/1", 1),
        ("DELETE FROM stream WHERE stream = 'table/1'", "table/1", 10),
        ("UPDATE stream SET seq = 9 WHERE stream = 'table/1'", "table/1", 9),
        (f"INSERT INTO entry (stream, seq, {REST}) SELECT stream, 11, {REST} FROM entry LIMIT 1", "table/0", 11),
        ("UPDATE posting SET amount = amount + 1 WHERE stream = 'table/0' AND seq = 5 AND line = 1", "table/0", 5),
        ("DELETE FROM posting WHERE stream = 'table/0' AND seq = 5", "table/0", 5),
    ],
)  # fmt: skip
def test_a_changed_journal_is_not_opened(tmp_path: Path, change: str, stream: str, seq: int) -> None:
    _change(written(tmp_path), change)
    refused = refusal(tmp_path)
    assert (refused.code, refused.stream, refused.seq) == ("damaged", stream, seq)
    assert stream in refused.why and str(seq) in refused.why


def test_a_balance_that_was_not_posted_is_damage(tmp_path: Path) -> None:
    _change(written(tmp_path), "UPDATE balance SET amount = amount + 1 WHERE account = 'wallet/Ann'")
    assert refusal(tmp_path).code == "damaged"


def test_a_page_that_cannot_be_read_is_damage(tmp_path: Path) -> None:
    database = written(tmp_path, 200)
    content = bytearray(database.read_bytes())
    pages = len(content) // 8_192
    assert pages > 10
    for page in range(1, pages):
        changed = content.copy()
        changed[page * 8_192 : page * 8_192 + 100] = b"\xff" * 100
        database.write_bytes(changed)
        assert refusal(tmp_path).code == "damaged"
    database.write_bytes(content)
    open_sqlite(tmp_path).close()


@pytest.mark.slow
def test_whatever_a_disk_brings_back_is_opened_or_refused(tmp_path: Path) -> None:
    """A byte anywhere, or a page that belongs elsewhere; and if it is opened, nothing of the journal has changed."""
    database = written(tmp_path, 60)
    content = database.read_bytes()
    with Reader(tmp_path) as reader:
        before = list(reader.every_entry()), reader.heads(), reader.balances()
    chance = random.Random(12)
    opened = 0
    for number in range(300):
        changed = bytearray(content)
        place = chance.randrange(len(content))
        if number % 10:
            changed[place] ^= 1 << chance.randrange(8)
        else:
            page, other = place // 8_192 * 8_192, chance.randrange(len(content) // 8_192) * 8_192
            changed[page : page + 8_192] = content[other : other + 8_192]
        database.write_bytes(changed)
        try:
            store = open_sqlite(tmp_path)
        except StoreUnusable:
            continue
        opened += 1
        assert (list(store.every_entry()), store.heads(), store.balances()) == before
        store.close()
    assert 0 < opened < 300  # many bytes are of no use to anybody


def test_of_a_long_journal_the_newest_entries_are_looked_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.store.opened.ENTRIES_AT_ONCE", 10)
    database = written(tmp_path, 30)
    store = open_sqlite(tmp_path)
    store.arm(None)
    store.finish_checks()
    assert store.failure is None
    store.close()
    _change(database, "UPDATE entry SET at = at + 1 WHERE number = 25")
    assert (refusal(tmp_path).code, refusal(tmp_path).seq) == ("damaged", 13)


def test_damage_that_is_found_while_the_house_runs_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.store.opened.ENTRIES_AT_ONCE", 10)
    database = written(tmp_path, 30)
    _change(database, "UPDATE entry SET at = at + 1 WHERE number = 5")
    store = open_sqlite(tmp_path)
    store.arm(None)
    store.finish_checks()
    with pytest.raises(StoreFailed, match="table/0, entry 3"):
        store.flush()
    store.close()
    refused = refusal(tmp_path)  # everything is looked at first now
    assert (refused.code, refused.stream, refused.seq) == ("damaged", "table/0", 3)


def test_the_journal_only_grows(tmp_path: Path) -> None:
    written(tmp_path)
    store = open_sqlite(tmp_path)
    for statement in (
        "UPDATE entry SET at = 0",
        "DELETE FROM entry",
        "UPDATE posting SET line = 9",
        "DELETE FROM posting",
    ):
        with pytest.raises(apsw.ConstraintError, match="only grows"):
            store._writing.execute(statement)
    store.close()


def test_nobody_appends_to_what_somebody_else_has_moved(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path)
    ahead = Ahead(store)
    heard: list[Exception | None] = []
    store.submit(ahead.act("first"), heard.append)
    store.flush()
    _change(database_of(tmp_path), "UPDATE stream SET hash = zeroblob(32)")
    store.submit(ahead.act("second"), heard.append)
    with pytest.raises(StoreFailed, match="somebody else"):
        store.flush()
    assert store.count() == 1
    assert heard == [None, store.failure]
    store.close()


def test_nobody_else_can_read_a_new_store(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path / "floor")
    for path in (store.folder, *store.folder.iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path
    store.close()


def test_old_sqlite_versions_and_network_file_systems_are_refused(tmp_path: Path) -> None:
    check_library("3.51.3")
    for version in ("3.40.1", "3.51.2"):
        with pytest.raises(StoreUnusable, match=version):
            check_library(version)
    check_file_system(tmp_path, "disk / ext4 rw 0 0\n")
    for kind in ("nfs4", "cifs", "fuse.sshfs"):
        with pytest.raises(StoreUnusable, match=kind):
            check_file_system(tmp_path, f"disk / ext4 rw 0 0\nserver:/x {tmp_path} {kind} rw 0 0\n")


@pytest.mark.parametrize("settings", ["journal_mode = DELETE", "synchronous = NORMAL", "synchronous = OFF"])
def test_unsafe_settings_are_refused(tmp_path: Path, settings: str) -> None:
    connection = apsw.Connection(str(written(tmp_path)))
    connection.execute(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA {settings}").fetchall()
    with pytest.raises(StoreUnusable) as refused:
        check_settings(connection)
    assert refused.value.code == "unsafe"
    connection.close()


def test_room_is_kept_for_a_full_disk_while_the_server_runs(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path)
    store.arm(None)
    assert (tmp_path / RESERVE).stat().st_size >= 2**20
    store.close()
    assert not (tmp_path / RESERVE).exists()
    with writing(tmp_path) as process:
        lines_of(process, 5)
        process.kill()
    assert (tmp_path / RESERVE).exists()
    store = open_sqlite(tmp_path)
    assert not (tmp_path / RESERVE).exists()  # for recovery to write
    store.close()


def test_a_store_behind_its_book_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "floor"
    at = "2026-01-01T00:00:00.000Z"
    written(folder, 10)
    book = book_of(folder)
    assert book == tmp_path / "floor.checkpoints.jsonl"
    assert refusal(folder, book).code == "behind"  # its book is gone
    open_sqlite(folder, book, new_checkpoints=True).close()
    with Reader(folder) as reader:
        heads = {stream: [head.seq, head.hash.hex()] for stream, head in reader.heads().items()}
    lines = CheckpointFile(book)
    assert lines.first() is None and lines.last() is None
    lines.append(b'{"key":"public"}')
    lines.append(msgspec.json.encode({"number": 1, "at": at, "heads": heads}))
    assert lines.first() == b'{"key":"public"}'
    open_sqlite(folder, book).close()
    lines.append(msgspec.json.encode({"number": 2, "at": at, "heads": heads | {"table/1": [6, "00"]}}))
    refused = refusal(folder, book)
    assert (refused.code, refused.stream, refused.seq) == ("behind", "table/1", 6)
    lines.append(msgspec.json.encode({"number": 3, "at": at, "heads": heads | {"table/1": [5, "00"]}}))
    refused = refusal(folder, book)
    assert (refused.code, refused.stream, refused.seq) == ("damaged", "table/1", 5)
    lines.append(msgspec.json.encode({"number": 4, "at": at, "heads": heads}))
    lines.close()
    with book.open("ab") as file:
        file.write(b'{"number": 5, "he')  # power was lost
    open_sqlite(folder, book).close()
    lines = CheckpointFile(book)
    assert lines.last() == msgspec.json.encode({"number": 4, "at": at, "heads": heads})
    lines.append(b"what is this?")
    lines.close()
    assert refusal(folder, book).code == "behind"


def _change(database: Path, statements: str) -> None:
    connection = apsw.Connection(str(database))
    connection.execute(statements)
    connection.close()
