"""An id is looked up on the disk only where it may have been used."""

from croupier.floor.live.state import known_ids
from croupier.floor.live.state.known_ids import KnownIds
from croupier.floor.store.base import AnswerRow, Batch
from croupier.floor.store.simulated import SimulatedDisk, SimulatedStore

STREAM = "table/t"


def used(store: SimulatedStore, by: str, ids: range) -> None:
    rows = tuple(AnswerRow(by, f"act-{number}", STREAM, number, bytes(32)) for number in ids)
    store.submit(Batch(answers=rows), lambda _: None)
    store.flush()


def test_ids_of_an_earlier_opening_are_known() -> None:
    disk = SimulatedDisk()
    store = disk.open()
    used(store, "Ann", range(100))
    store.close()
    store = disk.open()
    ids = KnownIds(store)
    assert all(ids.may_have("Ann", f"act-{number}") for number in range(100))
    assert not ids.may_have("Ann", "act-100")
    assert not ids.may_have("Ben", "act-1")
    ids.add("Ben", "act-1")
    assert ids.may_have("Ben", "act-1")


def test_who_has_used_very_many_is_always_looked_up() -> None:
    store = SimulatedDisk().open()
    used(store, "Ann", range(known_ids.MOST_OF_ONE + 1))
    ids = KnownIds(store)
    assert ids.may_have("Ann", "never used")
    assert not ids.may_have("Ben", "never used")
    for number in range(known_ids.MOST_OF_ONE + 1):
        ids.add("Ben", f"act-{number}")
    assert ids.may_have("Ben", "never used")
