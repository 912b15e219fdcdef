"""What only a store on a PostgreSQL server has to promise: safe settings, fences, and commits that outlive a lost
connection."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from croupier.base.errors import Unreadable
from croupier.floor.ledger.accounts import CAGE, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.store.addresses import ServerAddress, read_address
from croupier.floor.store.base import Batch, MetaRow, StoreBehind, StoreFailed, StoreUnusable, UserRow
from croupier.floor.store.opening import check_is_store, open_store, read_store
from croupier.floor.store.postgres import PostgresStore
from tests.store.batches import TABLE, Ahead
from tests.store.postgres_server import Cluster, cluster
from tests.store.processes import lines_of, writing
from tests.store.test_store import told
from tests.store.wires import Cut, Wire


@pytest.fixture
def address() -> ServerAddress:
    return cluster().database()


@contextlib.contextmanager
def opened(address: ServerAddress) -> Iterator[PostgresStore]:
    store = open_store(address)
    assert isinstance(store, PostgresStore)
    try:
        yield store
    finally:
        with contextlib.suppress(StoreFailed):
            store.close()


# --- Addresses --------------------------------------------------------------------------------------------------------


def test_an_address_is_shown_without_its_password() -> None:
    address = read_address("postgresql://floor:s3cret@db.example:5432/house?sslmode=require&password=s3cret")
    assert str(address) == "postgresql://floor@db.example:5432/house?sslmode=require"
    assert "s3cret" not in repr(address)
    assert read_address("house") == Path("house")
    assert read_address("c:/house") == Path("c:/house")


@pytest.mark.parametrize("text", ["mysql://db.example/house", "postgresql://db.example"])
def test_what_is_no_address_of_a_store_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="postgresql://USER@HOST"):
        read_address(text)


def test_a_server_that_is_not_there_is_away() -> None:
    address = ServerAddress("postgresql://floor:s3cret@127.0.0.1:1/house")
    for use in (open_store, read_store):
        with pytest.raises(StoreUnusable) as refused:
            use(address)
        assert refused.value.code == "away"
        assert "s3cret" not in refused.value.why


def test_a_database_without_a_store_is_not_made_one_by_reading(address: ServerAddress) -> None:
    with pytest.raises(StoreUnusable, match="there is no schema croupier"):
        check_is_store(address)


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "value"),
    [("synchronous_commit", "off"), ("synchronous_commit", "local"), ("synchronous_commit", "remote_write")],
)
def test_a_setting_of_the_database_that_loses_commits_is_refused_by_name(
    address: ServerAddress, setting: str, value: str
) -> None:
    cluster().execute(f"ALTER DATABASE {address.database} SET {setting} = {value}")
    with pytest.raises(StoreUnusable, match=f"{setting} {value}") as refused:
        open_store(address)
    assert refused.value.code == "unsafe"


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_loses_commits_is_refused_by_name(setting: str) -> None:
    server = Cluster({setting: "off"})
    try:
        with pytest.raises(StoreUnusable, match=f"{setting} off") as refused:
            open_store(server.database())
        assert refused.value.code == "unsafe"
    finally:
        server.remove()


@pytest.mark.slow
def test_a_standby_that_may_lag_behind_is_refused_unless_the_house_accepts_it() -> None:
    server = Cluster()
    try:
        address = server.database()
        with server.followed():
            with pytest.raises(StoreUnusable, match="synchronous_standby_names") as refused:
                open_store(address)
            assert refused.value.code == "unsafe"
            open_store(address, may_lose_replicas=True).close()
        open_store(address).close()
    finally:
        server.remove()


def test_a_database_in_another_encoding_is_refused(address: ServerAddress) -> None:
    name = f"{address.database}_ascii"
    cluster().execute(f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' TEMPLATE template0")
    with pytest.raises(StoreUnusable, match="server_encoding SQL_ASCII"):
        open_store(ServerAddress(f"{address.url}_ascii"))


def test_a_read_only_database_is_refused(address: ServerAddress) -> None:
    cluster().execute(f"ALTER DATABASE {address.database} SET default_transaction_read_only = on")
    with pytest.raises(StoreUnusable, match="read-only"):
        open_store(address)


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ("COMMENT ON SCHEMA croupier IS 'croupier store, format 99'", "newer", "format 99"),
        ("COMMENT ON SCHEMA croupier IS 'mine'", "unsafe", "another program"),
        ("ALTER TABLE croupier.posting DROP COLUMN line", "damaged", "table posting"),
        ("CREATE TABLE croupier.mine (x int)", "damaged", "table mine"),
        (
            "CREATE FUNCTION croupier.thief() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "damaged",
            "function thief",
        ),
        ("DROP FUNCTION croupier.archive", "damaged", "function archive"),
        ("CREATE RULE quiet AS ON INSERT TO croupier.entry DO INSTEAD NOTHING", "damaged", "rule quiet"),
        ("UPDATE croupier.entry SET body = body || ' '::bytea", "damaged", TABLE),
        ("UPDATE croupier.balance SET amount = amount + 1 WHERE account = 'cage'", "damaged", "balances"),
        ("DELETE FROM croupier.lease", "damaged", "lease"),
    ],
)
def test_a_database_that_somebody_changed_is_refused(
    address: ServerAddress, change: str, code: str, words: str
) -> None:
    with opened(address) as store:
        assert told(store, Ahead(store).act("first", post=transfer(CAGE, wallet("Ann"), 5))) == [None]
    cluster().execute(change, address)
    with pytest.raises(StoreUnusable, match=words) as refused:
        open_store(address)
    assert refused.value.code == code


def test_a_store_in_use_names_who_uses_it(address: ServerAddress) -> None:
    with opened(address):
        with pytest.raises(StoreUnusable, match=r"in use by another server \(process .+:\d+\)") as refused:
            open_store(address)
        assert refused.value.code == "in-use"


# --- The fence --------------------------------------------------------------------------------------------------------


def test_a_process_that_lost_the_lease_writes_nothing(address: ServerAddress) -> None:
    with opened(address) as store:
        ahead = Ahead(store)
        assert told(store, ahead.act("mine")) == [None]
        cluster().execute("UPDATE croupier.lease SET epoch = epoch + 1", address)
        rows = Batch(people=(UserRow("Ann", "player", "", 1),), meta=(MetaRow("key", "value"),))
        for failure in told(store, ahead.act("too-late"), rows):
            assert isinstance(failure, StoreFailed)
            assert "another process decides" in str(failure)
        assert store.count() == 1
        assert store.users() == ()
        assert "key" not in store.meta()


def test_a_head_that_somebody_moved_stops_the_store(address: ServerAddress) -> None:
    with opened(address) as store:
        ahead = Ahead(store)
        assert told(store, ahead.act("mine")) == [None]
        cluster().execute("UPDATE croupier.stream SET seq = 7", address)
        [failure] = told(store, ahead.act("next"))
        assert "moved the head" in str(failure)
        assert store.count() == 1


def test_numbers_go_on_without_a_gap_and_epochs_never_fall(address: ServerAddress) -> None:
    for opening in range(3):
        with opened(address) as store:
            ahead = Ahead(store)
            assert told(store, *(ahead.act(f"act-{opening}-{number}") for number in range(5))) == [None] * 5
    with read_store(address) as reader:
        entries = list(reader.every_entry())
    assert [number for number, _ in entries] == list(range(1, 16))
    epochs = [entry.epoch for _, entry in entries]
    assert epochs == sorted(epochs)
    assert len(set(epochs)) == 3


# --- Lost connections -------------------------------------------------------------------------------------------------


class Notices:
    """Whether the store said that it was away, and back."""

    def __init__(self, store: PostgresStore) -> None:
        self.said: list[bool] = []
        self._changed = threading.Condition()
        store.watch_away(self._hear)

    def _hear(self, away: bool) -> None:
        with self._changed:
            self.said.append(away)
            self._changed.notify_all()

    def wait_for(self, *said: bool) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self.said == [*said], 30), self.said


@pytest.fixture
def wire() -> Iterator[Wire]:
    wire = Wire(cluster().port)
    yield wire
    wire.close()


def through(wire: Wire, address: ServerAddress) -> ServerAddress:
    return ServerAddress(f"postgresql://croupier@127.0.0.1:{wire.port}/{address.database}")


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_whose_outcome_is_unknown_happens_once(address: ServerAddress, wire: Wire, when: Cut) -> None:
    with opened(through(wire, address)) as store:
        ahead, notices = Ahead(store), Notices(store)
        assert told(store, ahead.act("first", "table/a")) == [None]
        wire.cut(when, b"table/cut")
        batches = [ahead.act("cut", "table/cut", post=transfer(CAGE, wallet("Ann"), 5)), ahead.act("later", "table/a")]
        people = Batch(people=(UserRow("Ann", "player", "", 1),))
        assert told(store, *batches, people) == [None] * 3
        assert wire.cuts == 1
        assert notices.said == [True, False]
        beats = store._all("SELECT beat FROM lease")[0][0]
        assert beats == (2 if when == "after" else 1)  # one more commit makes sure of what was found done
        assert [(entry.stream, entry.seq) for _, entry in store.every_entry()] == [
            ("table/a", 1),
            ("table/cut", 1),
            ("table/a", 2),
        ]
        assert store.balances() == {CAGE: -5, wallet("Ann"): 5}
        assert [row.name for row in store.users()] == ["Ann"]
    with opened(address) as again:
        assert again.count() == 3


def test_a_store_behind_what_was_answered_stops(address: ServerAddress, wire: Wire) -> None:
    with opened(through(wire, address)) as store:
        ahead, notices = Ahead(store), Notices(store)
        assert told(store, ahead.act("first"), ahead.act("second")) == [None] * 2
        wire.broken = True
        wire.cut("before", b"table/cut")
        outcome: list[Exception | None] = []
        store.submit(ahead.act("third", "table/cut"), outcome.append)
        notices.wait_for(True)
        cluster().execute("DELETE FROM croupier.entry WHERE seq = 2", address)  # a standby that lagged behind took over
        cluster().execute("UPDATE croupier.stream SET seq = 1", address)
        wire.broken = False
        with pytest.raises(StoreBehind, match="lost entries"):
            store.flush()
        assert isinstance(outcome[0], StoreBehind)


def test_a_lease_taken_while_the_server_was_out_of_reach_fences(address: ServerAddress, wire: Wire) -> None:
    with opened(through(wire, address)) as store:
        ahead, notices = Ahead(store), Notices(store)
        assert told(store, ahead.act("first")) == [None]
        wire.broken = True
        wire.cut("before", b"table/cut")
        store.submit(ahead.act("second", "table/cut"), lambda _: None)
        notices.wait_for(True)
        cluster().execute("UPDATE croupier.lease SET epoch = epoch + 1", address)
        wire.broken = False
        with pytest.raises(StoreFailed, match="took the lease"):
            store.flush()
        assert store.count() == 1


def test_checks_while_the_house_runs_begin_again_when_the_server_is_back(
    address: ServerAddress, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.store.opened.ENTRIES_AT_ONCE", 5)
    monkeypatch.setattr("croupier.floor.store.checks.AGAIN", 0.01)
    with opened(address) as store:
        ahead = Ahead(store)
        assert told(store, *(ahead.act(f"act-{number}") for number in range(20))) == [None] * 20
    with opened(through(wire, address)) as store:
        wire.broken = True
        store.arm(None)
        wire.broken = False
        store.finish_checks()
        assert store.failure is None
        assert told(store, Ahead(store).act("next")) == [None]
    cluster().execute("UPDATE croupier.entry SET at = at + 1 WHERE number = 3", address)
    with opened(through(wire, address)) as store:
        wire.broken = True
        store.arm(None)
        wire.broken = False
        store.finish_checks()
        with pytest.raises(StoreFailed, match="entry 3"):
            store.flush()


def test_a_house_can_close_while_the_server_is_out_of_reach(address: ServerAddress, wire: Wire) -> None:
    with opened(through(wire, address)) as store:
        ahead, notices = Ahead(store), Notices(store)
        wire.broken = True
        wire.cut("before", b"table/cut")
        outcome: list[Exception | None] = []
        store.submit(ahead.act("first", "table/cut"), outcome.append)
        notices.wait_for(True)
        with pytest.raises(StoreFailed, match="out of reach"):
            store.close()
        assert isinstance(outcome[0], StoreFailed)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_restarts() -> None:
    """Fast, with a checkpoint, and at once, as in a crash; acts keep coming all the time."""
    server = Cluster()
    try:
        address = server.database()
        with opened(address) as store:
            ahead, acknowledged = Ahead(store), list[str]()
            goes_on = threading.Event()

            def acts() -> None:
                number = 0
                while not goes_on.is_set():
                    number += 1
                    act = ahead.act(f"act-{number}", f"table/{number % 3}", post=transfer(CAGE, wallet("Ann"), 1))

                    def done(error: Exception | None, id_: str = f"act-{number}") -> None:
                        assert error is None, error
                        acknowledged.append(id_)

                    store.submit(act, done)
                    if number % 7 == 0:
                        store.flush()

            playing = threading.Thread(target=acts)
            playing.start()
            for how in (signal.SIGINT, signal.SIGQUIT) * 4:
                before = len(acknowledged)
                server.stop(how)
                server.start()
                while len(acknowledged) < before + 20:
                    assert playing.is_alive()
                    threading.Event().wait(0.005)
            goes_on.set()
            playing.join()
            store.flush()
        with opened(address) as again:
            assert again.count() == len(acknowledged) == len(set(acknowledged)) > 160
            assert again.balances()[wallet("Ann")] == len(acknowledged)
            assert all(again.answer("Ann", id_) is not None for id_ in acknowledged)
    finally:
        server.remove()


@pytest.mark.slow
def test_a_killed_process_loses_nothing_acknowledged_and_its_store_opens_again(address: ServerAddress) -> None:
    acknowledged = 0
    for kill in range(3):
        with writing(address) as process:
            assert lines_of(process, 1) == ["ready"]
            acknowledged += len(lines_of(process, 20 + 30 * kill))
            process.kill()
            acknowledged += sum(line.isdigit() for line in lines_of(process))
        with opened(address) as store:
            assert store.count() >= acknowledged
            acknowledged = store.count()


def test_a_process_that_is_stopped_holds_no_lock(address: ServerAddress) -> None:
    """Whoever administers the server can still take the lease's row: no transaction is open between two commits."""
    with writing(address) as process:
        assert lines_of(process, 5)[0] == "ready"
        process.send_signal(signal.SIGSTOP)
        with contextlib.closing(psycopg.connect(address.url, autocommit=True)) as connection:
            connection.execute("SET lock_timeout = '5s'")
            connection.execute("UPDATE croupier.lease SET epoch = epoch + 1")  # what a takeover does
        process.send_signal(signal.SIGCONT)
        assert any("another process decides" in line for line in lines_of(process))
    with read_store(address) as reader:
        assert {entry.epoch for _, entry in reader.every_entry()} == {1}
