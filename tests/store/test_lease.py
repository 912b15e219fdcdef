"""The lease, asked of each engine that several processes can open; and who decides, as one process sees it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.floor.store.base import Store, StoreFailed, StoreFenced
from croupier.floor.store.election import GRACE, LOOK, TTL, Beat, Election, End, Look, Promote, Release, Take, heir
from croupier.floor.store.lease import Claim, LeaseRow
from tests.store.batches import TABLE, Ahead
from tests.store.engines import ENGINES
from tests.store.test_store import told

A, B = Claim("a", "127.0.0.1:1", 1), Claim("b", "127.0.0.1:2", 1)


@pytest.fixture(params=["simulated", "postgresql"])
def follow(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    engine, opened = ENGINES[request.param](tmp_path), list[Store]()

    def follow() -> Store:
        opened.append(engine.follow())
        return opened[-1]

    yield follow
    for store in opened:
        store.close()


def deciding(store: Store, claim: Claim) -> Ahead:
    seen, _ = store.lease.look()
    taken = store.lease.take(seen, claim)
    assert taken is not None
    store.decide(taken)
    return Ahead(store)


def test_of_two_who_saw_the_same_lease_one_takes_it(follow: Callable[[], Store]) -> None:
    first, second = follow(), follow()
    seen, held = first.lease.look()
    assert seen.free
    assert not held
    assert second.lease.take(seen, B) == LeaseRow("b", "127.0.0.1:2", seen.epoch + 1, seen.beat + 1, 1)
    assert first.lease.take(seen, A) is None
    assert first.lease.look()[1]


def test_whoever_follows_writes_nothing(follow: Callable[[], Store]) -> None:
    first, second = follow(), follow()
    ahead = deciding(first, A)
    assert told(first, ahead.act("mine")) == [None]
    failed: list[Exception | None] = []
    second.submit(Ahead(second).act("not-mine"), failed.append)
    assert isinstance(failed[0], StoreFailed)
    assert [entry.seq for entry in second.entries(TABLE)] == [1]


def test_an_owner_whose_lease_was_taken_is_fenced(follow: Callable[[], Store]) -> None:
    first, second = follow(), follow()
    ahead = deciding(first, A)
    assert told(first, ahead.act("mine")) == [None]
    assert first.lease.beat(ahead.epoch)
    after = deciding(second, B)  # the first one stands still, and its session lives
    assert second.lease.look() == (LeaseRow("b", "127.0.0.1:2", after.epoch, 3, 1), True)
    assert told(second, after.act("yours")) == [None]
    assert not first.lease.beat(ahead.epoch)
    assert not first.lease.release(ahead.epoch, "")
    [fenced] = told(first, ahead.act("too-late"))
    assert isinstance(fenced, StoreFenced)
    assert [entry.epoch for _, entry in second.every_entry()] == [ahead.epoch, after.epoch]


def test_others_see_that_the_session_of_an_owner_is_over(follow: Callable[[], Store]) -> None:
    first, second = follow(), follow()
    ahead = deciding(first, A)
    first.lease.close()
    while second.lease.look()[1]:
        pass  # the server may take a moment to end the session
    assert not second.lease.look()[0].free
    assert first.lease.beat(ahead.epoch)
    assert second.lease.look()[1]
    assert first.lease.release(ahead.epoch, "b")
    row, _ = second.lease.look()
    assert (row.owner, row.address) == ("", "b")


# --- Who decides ------------------------------------------------------------------------------------------------------


class Seen:
    """A process that follows, and the lease as it finds it."""

    def __init__(self, row: LeaseRow, *, held: bool = True) -> None:
        self.election = Election(A)
        self.row, self.held = row, held
        self.now = 100_000

    def looks(self, milliseconds: int = 0) -> object:
        """Time passes, with a look whenever one is due; what else it does comes back."""
        until = self.now + milliseconds
        while True:
            self.now = min(until, max(self.now, self.election.wake_at(self.now)))
            do = self.election.next(self.now)
            if isinstance(do, Look):
                self.election.saw(self.now, self.row, held=self.held)
            elif do is not None or self.now == until:
                return do


OWNED = LeaseRow("b", "127.0.0.1:2", 7, 40, 1)


def test_a_lease_that_is_free_is_taken_at_once() -> None:
    assert Seen(LeaseRow("", "", 0, 0, 0), held=False).looks() == Take(LeaseRow("", "", 0, 0, 0))


def test_an_owner_who_beats_keeps_the_lease_and_one_who_is_silent_loses_it() -> None:
    seen = Seen(OWNED)
    assert seen.looks() is None
    seen.election.feed(seen.now, is_open=True)
    for beat in range(41, 60):
        seen.row = LeaseRow("b", "127.0.0.1:2", 7, beat, 1)
        assert seen.looks(TTL - LOOK) is None
    assert seen.looks(LOOK // 2) is None
    assert seen.looks(2 * LOOK) == Take(seen.row)


def test_time_in_which_the_server_was_away_does_not_count() -> None:
    seen = Seen(OWNED)
    for _ in range(5):
        assert seen.looks(TTL - 2 * LOOK) is None
        seen.election.away(seen.now)
        seen.now += 10 * TTL
        seen.row = LeaseRow("b", "127.0.0.1:2", 7, seen.row.beat + 1, 1)
        assert seen.looks() is None


def test_time_in_which_a_follower_stood_still_does_not_count() -> None:
    seen = Seen(OWNED)
    seen.looks(LOOK)
    seen.now += 10 * TTL
    assert seen.looks() is None
    assert seen.looks(LOOK) is None


@pytest.mark.parametrize(("feed_open", "held"), [(True, False), (False, True), (True, True)])
def test_a_lost_feed_or_a_lost_session_alone_costs_nobody_the_lease(feed_open: bool, held: bool) -> None:
    seen = Seen(OWNED)
    assert seen.looks() is None
    seen.election.feed(seen.now, is_open=feed_open)
    seen.held = held
    assert seen.looks(TTL // 2) is None


def test_an_owner_without_feed_and_session_is_dead() -> None:
    seen = Seen(OWNED)
    seen.election.feed(seen.now, is_open=True)
    assert seen.looks(TTL // 4) is None
    seen.election.feed(seen.now, is_open=False)
    seen.held = False
    assert seen.looks(GRACE) is None
    assert seen.looks(LOOK) == Take(OWNED)


def test_an_owner_that_hands_over_is_followed_without_a_ruling() -> None:
    seen = Seen(OWNED)
    assert seen.looks(TTL // 2) is None
    seen.election.offered(7)
    assert seen.looks() == Take(OWNED)
    seen.election.took(seen.now, None)  # the owner has just freed it
    seen.row, seen.held = LeaseRow("", "a", 7, 41, 1), False
    assert seen.looks(LOOK) == Take(seen.row)
    taken = LeaseRow("a", A.address, 8, 42, 1)
    seen.election.took(seen.now, taken)
    assert seen.looks() == Promote(taken, handed_over=True)


def test_a_lease_that_was_left_to_another_is_taken_when_that_one_does_not() -> None:
    seen = Seen(LeaseRow("", "c", 7, 41, 1), held=False)
    assert seen.looks(GRACE - 1) is None
    assert seen.looks(LOOK) == Take(seen.row)
    seen.election.took(seen.now, LeaseRow("a", A.address, 8, 42, 1))
    assert seen.looks() == Promote(LeaseRow("a", A.address, 8, 42, 1), handed_over=False)


def test_a_process_follows_no_newer_release_and_no_store_that_lost_an_epoch() -> None:
    assert Seen(LeaseRow("b", "", 7, 40, 2)).looks() == End("newer")
    seen = Seen(OWNED)
    assert seen.looks() is None
    seen.row = LeaseRow("b", "", 6, 90, 1)
    assert seen.looks(LOOK) == End("behind")


def owner() -> tuple[Election, int]:
    seen = Seen(LeaseRow("", "", 7, 40, 1), held=False)
    seen.looks()
    election = seen.election
    election.took(seen.now, LeaseRow("a", A.address, 8, 41, 1))
    assert election.next(seen.now) == Promote(election.row, handed_over=False)
    election.promoted(seen.now)
    return election, seen.now


def test_an_owner_answers_until_its_lease_may_be_another_s() -> None:
    election, now = owner()
    assert election.answers(now + TTL - 1)
    assert not election.answers(now + TTL)
    election.pulse(now + TTL)
    assert election.next(now + TTL) == Beat(8)
    assert not election.answers(now + TTL)  # not before the beat is known to be done
    election.beaten(now + TTL + 9, ok=True)
    assert election.answers(now + 2 * TTL - 1)
    assert election.next(now + 2 * TTL - 1) == Beat(8)
    election.beaten(now + 2 * TTL, ok=False)
    assert not election.answers(now + 2 * TTL)
    assert election.next(now + 2 * TTL) == End("fenced")


def test_a_process_whose_event_loop_stands_still_stops_beating() -> None:
    election, now = owner()
    assert election.next(now + TTL - 1) == Beat(8)
    election.beaten(now + TTL - 1, ok=True)
    later = election.wake_at(now + TTL)
    assert election.next(later) == Look()
    election.saw(later, LeaseRow("a", A.address, 8, 42, 1), held=True)
    election.pulse(later + LOOK)
    assert election.next(later + LOOK) == Beat(8)
    election.beaten(later + LOOK, ok=True)
    assert election.next(later + 3 * TTL) == Look()
    election.saw(later + 3 * TTL, LeaseRow("b", "", 9, 43, 1), held=True)
    assert election.next(later + 3 * TTL) == End("fenced")


def test_an_owner_that_stops_beats_until_everything_is_durable() -> None:
    election, now = owner()
    election.stop()
    assert not election.answers(now)
    assert election.next(now + TTL) == Beat(8)
    election.beaten(now + TTL, ok=True)
    election.flushed("b")
    assert election.next(now + TTL) == Release(8, "b")
    election.away(now + TTL)
    assert election.next(now + TTL + LOOK) == Release(8, "b")
    election.released()
    assert election.next(now + TTL + LOOK) == End("stopped")


def test_the_heir_is_the_one_furthest_on_of_no_older_release() -> None:
    assert heir({}, 1) == ""
    assert heir({"b": (10, 1), "c": (12, 1), "d": (99, 1)}, 1) == "d"
    assert heir({"b": (10, 2), "c": (12, 1)}, 2) == "b"
    assert heir({"c": (12, 1)}, 2) == ""
