"""What every store promises, asked of SQLite and of the simulated one."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.journal.decks import DeckRow
from croupier.ledger.accounts import CAGE, Account, layout, tray, wallet
from croupier.ledger.postings import Posting, transfer
from croupier.limits import MOST_CENTS
from croupier.store.base import (
    DRILLS_KEPT,
    ENTRIES_A_COMMIT,
    AnswerRow,
    Batch,
    DrillRow,
    Head,
    MetaRow,
    PostedRow,
    SessionEnded,
    SessionRow,
    SnapshotRow,
    Store,
    StoreFailed,
    StoreUnusable,
    TraineeRow,
    UserRow,
)
from croupier.store.simulated import SimulatedDisk
from croupier.store.sqlite import open_store
from tests.store.batches import TABLE, Ahead

Open = Callable[[], Store]


@pytest.fixture(params=["sqlite", "simulated"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens one and the same store, once it is closed again and again."""
    disk = SimulatedDisk()
    opened: list[Store] = []

    def open_it() -> Store:
        store: Store = disk.open() if request.param == "simulated" else open_store(tmp_path / "floor")
        opened.append(store)
        return store

    yield open_it
    for store in opened:
        store.close()


@pytest.fixture
def store(opening: Open) -> Store:
    return opening()


@pytest.fixture
def ahead(store: Store) -> Ahead:
    return Ahead(store)


def told(store: Store, *batches: Batch) -> list[Exception | None]:
    """Who was told what, in the order of telling."""
    told: list[tuple[int, Exception | None]] = []
    for number, batch in enumerate(batches):
        store.submit(batch, lambda error, number=number: told.append((number, error)))  # type: ignore[misc]
    try:
        store.flush()
    except StoreFailed as failure:
        assert told[-1][1] is failure
    assert [number for number, _ in told] == list(range(len(batches)))
    return [error for _, error in told]


def test_batches_are_committed_in_order_and_everybody_is_told_once(store: Store, ahead: Ahead) -> None:
    batches = [ahead.act(f"act-{number:05}", f"table/{number % 7}") for number in range(3 * ENTRIES_A_COMMIT)]
    assert told(store, *batches) == [None] * len(batches)
    assert store.count() == len(batches)
    assert store.waiting == 0
    for table in range(7):
        entries = [entry for batch in batches for entry in batch.entries if entry.stream == f"table/{table}"]
        assert list(store.entries(f"table/{table}")) == entries
        assert store.heads()[f"table/{table}"] == Head(len(entries), entries[-1].hash, store.epoch)


def test_a_batch_that_is_larger_than_a_transaction_should_be_is_written_whole(store: Store, ahead: Ahead) -> None:
    entries = tuple(ahead.entry() for _ in range(ENTRIES_A_COMMIT + 50))
    assert told(store, ahead.act("before-it", "house"), Batch(entries=entries), ahead.act("after-it")) == [None] * 3
    assert [entry.seq for entry in store.entries(TABLE)] == list(range(1, len(entries) + 2))


def test_entries_are_read_from_a_number_a_few_or_those_of_a_round(store: Store, ahead: Ahead) -> None:
    assert told(store, *(ahead.act(f"act-{number}", round=number // 4) for number in range(12))) == [None] * 12
    assert [entry.seq for entry in store.entries(TABLE, 9)] == [9, 10, 11, 12]
    assert [entry.seq for entry in store.entries(TABLE, 9, 2)] == [9, 10]
    assert [entry.seq for entry in store.entries(TABLE, round=1)] == [5, 6, 7, 8]
    assert [entry.seq for entry in store.entries(TABLE, 6, 2, round=1)] == [6, 7]
    assert list(store.entries(TABLE, limit=0)) == []
    assert list(store.entries("table/nowhere")) == []


def test_more_entries_than_a_page_are_read_without_a_gap(store: Store, ahead: Ahead) -> None:
    batch = Batch(entries=tuple(ahead.entry() for _ in range(2_500)))
    assert told(store, batch) == [None]
    assert list(store.entries(TABLE)) == list(batch.entries)
    assert [entry.seq for entry in store.entries(TABLE, 500, 1_700)] == list(range(500, 2_200))


def test_postings_make_the_balances(store: Store, ahead: Ahead) -> None:
    ann = wallet("Ann")
    bought = ahead.act("bought", "house", post=[Posting(CAGE, -1_000), Posting(ann, 1_000)])
    bet = ahead.act("bet", post=[Posting(layout("tcp-1"), 300), Posting(ann, -300)])
    lost = ahead.act("lost", post=[Posting(layout("tcp-1"), -300), Posting(tray("tcp-1"), 300)])
    assert told(store, bought, bet, lost) == [None] * 3
    assert store.balances() == {CAGE: -1_000, layout("tcp-1"): 0, tray("tcp-1"): 300, ann: 700}
    assert store.postings([ann, CAGE], 2) == (
        PostedRow(bet.entries[0].at, ann, -300, TABLE, 1),
        PostedRow(bought.entries[0].at, ann, 1_000, "house", 1),
    )
    assert store.postings([Account("wallet/Ben")], 50) == ()


def test_chips_leave_an_account_in_a_transaction_of_its_own(store: Store, ahead: Ahead) -> None:
    bought = ahead.act("bought", "house", post=[Posting(CAGE, -1_000), Posting(wallet("Ann"), 1_000)])
    sold = ahead.act("sold", "house", post=[Posting(CAGE, 400), Posting(wallet("Ann"), -400)])
    assert told(store, bought) == told(store, sold) == [None]
    assert store.balances() == {CAGE: -600, wallet("Ann"): 600}


@pytest.mark.parametrize(
    "post",
    [
        [Posting(wallet("Ann"), -1), Posting(CAGE, 1)],
        [Posting(wallet("Ann"), 5)],
        [Posting(wallet("Ann"), MOST_CENTS + 1), Posting(CAGE, -MOST_CENTS - 1)],
    ],
    ids=["below zero", "from nowhere", "more than there is"],
)
def test_money_that_cannot_be_stops_the_store(store: Store, ahead: Ahead, post: list[Posting]) -> None:
    fine, wrong, later = ahead.act("fine", "house"), ahead.act("wrong", post=post), ahead.act("later", "house")
    *_, failure, afterwards = told(store, fine, wrong, later)
    assert isinstance(failure, StoreFailed)
    assert afterwards is failure
    assert store.balances() == {}


def test_chips_leave_an_account_in_a_later_transaction_than_they_came_in(store: Store, ahead: Ahead) -> None:
    ann = wallet("Ann")
    assert told(store, ahead.act("bought", "house", post=transfer(CAGE, ann, 1_000))) == [None]
    assert told(store, ahead.act("bet", post=transfer(ann, layout("tcp-1"), 1_000))) == [None]
    assert store.balances()[ann] == 0
    [failure] = told(store, ahead.act("once-more", post=transfer(ann, layout("tcp-1"), 1)))
    assert isinstance(failure, StoreFailed)
    assert store.balances()[ann] == 0


def test_a_tray_may_be_negative(store: Store, ahead: Ahead) -> None:
    assert told(store, ahead.act("won", post=[Posting(tray("tcp-1"), -5), Posting(wallet("Ann"), 5)])) == [None]


def test_an_answer_is_found_by_who_asked_and_their_id(store: Store, ahead: Ahead) -> None:
    assert told(store, ahead.act("b7f3c2d1-01")) == [None]
    assert store.answer("Ann", "b7f3c2d1-01") == AnswerRow("Ann", "b7f3c2d1-01", TABLE, 1, bytes(32))
    assert store.answer("Ben", "b7f3c2d1-01") is None


def test_no_id_is_answered_twice_and_nothing_of_such_a_batch_is_written(store: Store, ahead: Ahead) -> None:
    assert told(store, ahead.act("b7f3c2d1-01")) == [None]
    before = store.heads()
    twice = ahead.act("b7f3c2d1-01", post=[Posting(CAGE, -5), Posting(wallet("Ann"), 5)])
    deck = DeckRow(TABLE, 1, 0, 0, bytes(32), b"sealed")
    [failure] = told(store, Batch(entries=twice.entries, answers=twice.answers, decks=(deck,)))
    assert isinstance(failure, StoreFailed)
    assert store.heads() == before
    assert store.balances() == {}
    assert store.decks(TABLE, 1) == ()


def test_failure_is_final(store: Store, ahead: Ahead) -> None:
    assert told(store, ahead.act("fine")) == [None]
    missing = ahead.entry()
    batches = [Batch(entries=(ahead.entry(),)), *(ahead.act(f"act-{number}", "house") for number in range(20))]
    failures = told(store, *batches)
    assert isinstance(failures[0], StoreFailed)
    assert set(failures) == {failures[0]}
    assert told(store, ahead.act("later", "link/grand"), Batch(entries=(missing,))) == [failures[0]] * 2
    assert store.heads().keys() == {TABLE}


@pytest.mark.parametrize("what", ["seq", "hash", "epoch"])
def test_only_what_follows_is_appended(store: Store, ahead: Ahead, what: str) -> None:
    if what == "epoch":
        ahead.epoch += 1
    if what == "hash":
        assert told(store, ahead.act("first")) == [None]
        ahead.heads[TABLE] = (1, b"x" * 32)
    if what == "seq":
        ahead.entry()
    [failure] = told(store, ahead.act("not-next"))
    assert isinstance(failure, StoreFailed)
    assert TABLE in str(failure)


def test_decks_snapshots_and_meta(store: Store, ahead: Ahead) -> None:
    decks = tuple(DeckRow(TABLE, 3, deck, 52 * deck, bytes([deck] * 32), b"sealed") for deck in (1, 0))
    snapshots = (SnapshotRow(TABLE, 5, b"{}"), SnapshotRow(TABLE, 9, b'{"round": 3}'))
    meta = (MetaRow("unsafe", "seed"), MetaRow("unsafe", "seed, clock"))
    assert told(store, Batch(decks=decks, snapshots=snapshots, meta=meta)) == [None]
    assert store.decks(TABLE, 3) == (decks[1], decks[0])
    assert store.decks(TABLE, 4) == ()
    assert store.snapshot(TABLE) == snapshots[1]
    assert store.snapshot("house") is None
    assert store.meta()["unsafe"] == "seed, clock"


def test_users_and_sessions(store: Store) -> None:
    ann, ben = UserRow("Ann", "player", "$argon2id$…", 17), UserRow("ben", "dealer", "", 18)
    one, two = (SessionRow(bytes([number] * 32), number, "Ann", 20, 21, 99) for number in (1, 2))
    assert told(store, Batch(people=(ann, ben, two, one))) == [None]
    assert store.users() == (ann, ben)
    assert store.sessions() == (one, two)
    later = UserRow("Ann", "player", "$argon2id$…other", 17, disabled=True)
    used = SessionRow(two.digest, 2, "Ann", 20, 40, 99)
    assert told(store, Batch(people=(later, SessionEnded(one.digest), used))) == [None]
    assert store.users() == (later, ben)
    assert store.sessions() == (used,)


def test_a_store_that_is_opened_again_goes_on(opening: Open) -> None:
    first = opening()
    assert told(first, Ahead(first).act("b7f3c2d1-01")) == [None]
    first.close()
    second = opening()
    assert second.epoch == first.epoch + 1
    assert told(second, Ahead(second).act("b7f3c2d1-02")) == [None]
    assert [(entry.seq, entry.epoch) for entry in second.entries(TABLE)] == [(1, first.epoch), (2, second.epoch)]


def test_closing_commits_what_is_queued_and_then_nothing_is_accepted(opening: Open) -> None:
    store = opening()
    ahead = Ahead(store)
    heard: list[Exception | None] = []
    for number in range(100):
        store.submit(ahead.act(f"act-{number}"), heard.append)
    store.close()
    assert heard == [None] * 100
    store.submit(ahead.act("too-late"), heard.append)
    assert isinstance(heard[-1], StoreFailed)
    assert opening().heads()[TABLE].seq == 100


def test_one_at_a_time(opening: Open) -> None:
    store = opening()
    with pytest.raises(StoreUnusable) as refused:
        opening()
    assert refused.value.code == "in-use"
    store.close()
    opening()


def test_drills_and_what_was_learnt_are_kept(opening: Open) -> None:
    store = opening()
    rows = [DrillRow("dan", number, b"%d" % number) for number in range(1, DRILLS_KEPT + 3)]
    batches = [*(Batch(training=(row,)) for row in rows), Batch(training=(TraineeRow("dan", b"much"),))]
    assert told(store, *batches) == [None] * len(batches)
    others = (DrillRow("Dan", 42, b"again"), DrillRow("una", 1, b"hers"), TraineeRow("una", b"little"))
    assert told(store, Batch(training=others)) == [None]
    store.close()
    store = opening()
    assert [row.number for row in store.drills("dan")] == list(range(3, DRILLS_KEPT + 3))
    assert store.drills("DAN")[-1].body == b"again"
    assert [row.body for row in store.drills("una")] == [b"hers"]
    found = {who: store.trainee(who) for who in ("dan", "una", "ann")}
    assert [None if row is None else row.body for row in found.values()] == [b"much", b"little", None]
    assert store.drills("ann") == ()
