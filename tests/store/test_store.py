"""What every store promises, asked of each engine."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.base.limits import MOST_CENTS
from croupier.floor.journal.decks import DeckRow
from croupier.floor.ledger.accounts import CAGE, Account, layout, tray, wallet
from croupier.floor.ledger.postings import Posting, transfer
from croupier.floor.store.base import (
    DRILLS_KEPT,
    ENTRIES_A_COMMIT,
    AnswerRow,
    Batch,
    Cut,
    DrillRow,
    Head,
    Leaving,
    MetaRow,
    PostedRow,
    SessionEnded,
    SessionRow,
    SnapshotRow,
    Store,
    StoreFailed,
    StoreUnusable,
    TraineeRow,
    UserGone,
    UserRow,
    noted_number,
)
from croupier.floor.store.faults import parse_fault
from tests.store.batches import TABLE, Ahead
from tests.store.engines import ENGINES, Engine

Open = Callable[[], Store]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    return ENGINES[request.param](tmp_path)


@pytest.fixture
def opening(engine: Engine) -> Iterator[Open]:
    """Opens one and the same store, once it is closed again and again."""
    opened: list[Store] = []

    def open_it() -> Store:
        opened.append(engine.open())
        return opened[-1]

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


def test_batches_are_committed_in_order_and_each_owner_is_notified_once(store: Store, ahead: Ahead) -> None:
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


def test_every_entry_comes_in_the_order_of_commits(store: Store, ahead: Ahead) -> None:
    batches = [ahead.act(f"act-{number}", f"table/{number % 3}") for number in range(1_500)]
    assert told(store, *batches) == [None] * len(batches)
    entries = [entry for batch in batches for entry in batch.entries]
    assert list(store.every_entry()) == list(enumerate(entries, 1))
    assert list(store.every_entry(1_200)) == list(enumerate(entries[1_200:], 1_201))
    assert list(store.every_entry(1_500)) == []
    assert store.streams_with_entries() == ["table/0", "table/1", "table/2"]


def test_postings_are_found_by_their_entry(store: Store, ahead: Ahead) -> None:
    ann = wallet("Ann")
    bought = ahead.act("bought", "house", post=transfer(CAGE, ann, 1_000))
    bet = ahead.act("bet", post=[*transfer(ann, layout("tcp-1"), 300), *transfer(ann, tray("tcp-1"), 5)], round=7)
    assert told(store, bought, bet) == [None] * 2
    posted = [(posting.account, posting.amount) for posting in (*transfer(ann, layout("tcp-1"), 300),)]
    posted += [(posting.account, posting.amount) for posting in transfer(ann, tray("tcp-1"), 5)]
    assert store.postings_of(TABLE, 1) == [(line, *each) for line, each in enumerate(posted, 1)]
    assert store.postings_of(TABLE, 2) == []
    assert store.posted_balances() == store.balances()
    assert store.rounds_posted(ann, TABLE, below=8, limit=5) == (7,)
    assert store.rounds_posted(ann, TABLE, below=7, limit=5) == ()
    last = store.last_of_round(TABLE, 7)
    assert last is not None and last.seq == 1
    assert store.last_of_round(TABLE, 8) is None


def test_a_user_has_one_name_however_it_is_written_and_can_go(store: Store) -> None:
    assert told(store, Batch(people=(UserRow("Ann", "player", "", 1), UserRow("ben", "dealer", "", 2)))) == [None]
    again = UserRow("ANN", "auditor", "", 3)
    assert told(store, Batch(people=(again, UserGone("Ben")))) == [None]
    assert store.users() == (again,)


def test_a_reader_sees_what_is_committed_while_a_server_writes(engine: Engine, store: Store, ahead: Ahead) -> None:
    assert told(store, ahead.act("first")) == [None]
    with engine.read() as reader:
        assert reader.heads() == store.heads()
        assert told(store, ahead.act("second")) == [None]
        assert [entry.seq for entry in reader.entries(TABLE)] == [1, 2]


def test_a_snapshot_in_time_stands_still_while_a_server_writes(engine: Engine, store: Store, ahead: Ahead) -> None:
    assert told(store, ahead.act("first", post=transfer(CAGE, wallet("Ann"), 5))) == [None]
    with engine.read() as reader:
        with reader.snapshot_in_time():
            before = reader.balances()
            assert told(store, ahead.act("second", post=transfer(CAGE, wallet("Ann"), 5))) == [None]
            assert (reader.count(), reader.balances(), len(list(reader.every_entry()))) == (1, before, 1)
        assert (reader.count(), reader.balances()[wallet("Ann")]) == (2, 10)


def test_a_note_is_written_with_the_next_batch_or_at_the_end(opening: Open) -> None:
    store = opening()
    ahead = Ahead(store)
    store.remember(MetaRow("sockets", "3"))
    assert "sockets" not in store.meta()
    assert told(store, ahead.act("first")) == [None]
    assert noted_number(store.meta(), "sockets") == 3
    store.remember(MetaRow("sockets", "many"))
    store.close()
    store = opening()
    assert noted_number(store.meta(), "minutes") == 0
    with pytest.raises(StoreUnusable, match="'many'"):
        noted_number(store.meta(), "sockets")


def test_commits_can_be_watched(store: Store, ahead: Ahead) -> None:
    seen: list[tuple[int, float]] = []
    store.watch_commits(lambda entries, seconds: seen.append((entries, seconds)))
    assert told(store, *(ahead.act(f"act-{number}") for number in range(600))) == [None] * 600
    assert sum(entries for entries, _ in seen) == 600
    assert all(0 < entries <= ENTRIES_A_COMMIT and seconds >= 0 for entries, seconds in seen)


def test_commits_count_from_arming_and_a_failure_is_notified_once(store: Store, ahead: Ahead) -> None:
    failures: list[StoreFailed] = []
    store.watch_failure(failures.append)
    assert told(store, ahead.act("before")) == [None]
    store.arm(parse_fault("commit:2:error"))
    store.finish_checks()
    assert told(store, ahead.act("first")) == [None]
    [failure] = told(store, ahead.act("second"))
    assert "planted" in str(failure)
    assert told(store, ahead.act("third")) == [failure]
    assert failures == [failure]
    assert store.heads()[TABLE].seq == 2


def test_archived_entries_leave_and_their_sums_stay(opening: Open) -> None:
    store = opening()
    ahead = Ahead(store)
    ann = wallet("Ann")
    acts = [ahead.act(f"act-{n}", round=n // 2 + 1, post=transfer(CAGE, ann, 10)) for n in range(8)]
    decks = tuple(DeckRow(TABLE, round_, 0, 0, bytes(32), b"sealed") for round_ in (1, 2, 3, 4))
    others = Batch(decks=decks, snapshots=(SnapshotRow(TABLE, 3, b"{}"),))
    assert told(store, *acts, ahead.act("beside", "house"), others) == [None] * 10
    last = acts[3].entries[0]
    leaving = Leaving(TABLE, last.seq, last.hash, last.epoch, round=2)
    assert told(store, Batch(leaving=(leaving,))) == [None]
    store.close()

    store = opening()
    assert [entry.seq for entry in store.entries(TABLE)] == [5, 6, 7, 8]
    assert [entry.seq for entry in store.entries(TABLE, 6, 2)] == [6, 7]
    assert [entry.seq for entry in store.entries(TABLE, round=4)] == [7, 8]
    assert list(store.entries(TABLE, round=1)) == []
    assert [number for number, _ in store.every_entry()] == [5, 6, 7, 8, 9]
    assert store.count() == 9
    assert store.cuts() == {TABLE: Cut(last.seq, last.hash.hex(), last.epoch, {CAGE: -40, ann: 40})}
    assert store.balances() == store.posted_balances() == {CAGE: -80, ann: 80}
    assert (store.answer("Ann", "act-3"), store.snapshot(TABLE)) == (None, None)
    assert store.answer("Ann", "act-4") is not None
    assert [row.round for row in store.every_deck()] == [2, 3, 4]
    newest = store.last_of_round(TABLE, 3)
    assert newest is not None and newest.seq == 6
    assert told(store, Ahead(store).act("after-it")) == [None]


def test_a_store_says_what_it_is(request: pytest.FixtureRequest, store: Store) -> None:
    assert store.kind in request.node.name
    assert store.database
    assert store.lapse is None
    assert store.fault(thorough=True) == ""
    space = store.space()
    assert space is None or space.free >= 0
    assert not store.away
