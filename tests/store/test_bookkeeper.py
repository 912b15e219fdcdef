"""The auditor's book, written by a server and asked by the next one."""

import shutil
from pathlib import Path

import pytest

from croupier.floor.journal.checkpoints import read_book
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.bookkeeper import HOUR, Bookkeeper
from croupier.floor.store.checkpoint_file import book_of, time_of
from croupier.floor.store.keys import made, signed_by
from croupier.floor.store.opening import open_store
from tests.store.batches import Ahead

AT = "2026-01-01T00:00:00.000Z"
TIME = time_of(AT)


def play(folder: Path, acts: int) -> None:
    store = open_store(folder)
    ahead = Ahead(store)
    for number in range(acts):
        store.submit(ahead.act(f"act-{store.epoch}-{number}", f"table/{number % 3}"), lambda _: None)
    store.close()


def test_a_book_grows_over_several_openings_and_is_signed(tmp_path: Path) -> None:
    folder, ring = tmp_path / "floor", made()
    for _ in range(3):
        play(folder, 10)
        store = open_store(folder, book_of(folder), new_checkpoints=True)
        keeper = Bookkeeper(book_of(folder), ring)
        keeper.write(store, AT, 0)
        keeper.write(store, AT, 1)
        keeper.close()
        store.close()
    lines, _ = read_book(book_of(folder).read_bytes(), signed_by, ring.public_key)
    assert [line.number for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [sum(seq for seq, _ in line.heads.values()) for line in lines] == [10, 10, 20, 20, 30, 30]


def test_when_a_line_is_due(tmp_path: Path) -> None:
    store = open_store(tmp_path / "floor")
    keeper = Bookkeeper(tmp_path / "book", made())
    assert keeper.is_due(0, 5, TIME)
    keeper.write(store, AT, 100)
    assert not keeper.is_due(0, 1_000, TIME)  # nothing new
    assert keeper.is_due(0, 1_000, TIME + HOUR)  # so that the book is never a day old while the house runs
    assert not keeper.is_due(999, 159, TIME)
    assert keeper.is_due(1_000, 100, TIME)
    assert keeper.is_due(1, 160, TIME)
    assert keeper.age(130) == 30
    keeper.close()
    store.close()


@pytest.mark.parametrize("acts", [1, 50, 400])
def test_an_old_copy_that_is_put_back_is_refused(tmp_path: Path, acts: int) -> None:
    folder = tmp_path / "floor"
    play(folder, 20)
    shutil.copytree(folder, tmp_path / "copy")
    play(folder, acts)
    store = open_store(folder)
    keeper = Bookkeeper(book_of(folder), made())
    keeper.write(store, AT, 0)
    keeper.close()
    store.close()
    shutil.rmtree(folder)
    for _ in range(2):  # refusing changes nothing
        shutil.copytree(tmp_path / "copy", folder, dirs_exist_ok=True)
        with pytest.raises(StoreUnusable) as refused:
            open_store(folder, book_of(folder))
        assert refused.value.code == "behind"
        assert "behind its checkpoints" in refused.value.why


def test_a_book_of_another_key_or_that_was_changed_is_refused(tmp_path: Path) -> None:
    store = open_store(tmp_path / "floor")
    book, ring = tmp_path / "book", made()
    keeper = Bookkeeper(book, ring)
    keeper.write(store, AT, 0)
    keeper.write(store, AT, 0)
    keeper.close()
    store.close()
    with pytest.raises(StoreUnusable) as refused:
        Bookkeeper(book, made())
    assert refused.value.code == "key"
    book.write_bytes(book.read_bytes().replace(b'"number":2', b'"number":3'))
    with pytest.raises(StoreUnusable) as refused:
        Bookkeeper(book, ring)
    assert refused.value.code == "behind"
