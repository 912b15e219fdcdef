"""Keys are changed, and everything that was sealed or signed before stays readable."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.floor.audit.program import audited
from croupier.floor.audit.reading import Found
from croupier.floor.server.operator.rotating import check_no_rotation
from croupier.floor.store import keys
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.bookkeeper import Bookkeeper
from croupier.floor.store.checkpoint_file import book_of
from croupier.floor.store.opening import open_store, read_store
from tests.journals import Written
from tests.live import houses, killed
from tests.live.evenings import FLOOR, Evening
from tests.live.houses import House
from tests.live.test_restore import checkpoint, cli
from tests.tamper import forge


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("rotated") / "floor", FLOOR, seed=5)
    keys.create(Path(f"{house.folder}.key"), house.ring)
    evening = Evening([house], "rotated")
    for _ in range(50):
        evening.step()
    checkpoint(house)
    house.store.close()
    return house


@pytest.fixture
def store(played: House, tmp_path: Path) -> Iterator[Path]:
    shutil.copytree(played.folder.parent, tmp_path / "rotated")
    yield tmp_path / "rotated" / "floor"
    houses.RINGS.clear()


def ring_of(store: Path) -> keys.KeyRing:
    return keys.load(Path(f"{store}.key"))


def play_on(played: House, store: Path) -> None:
    house = House.__new__(House)
    house.__dict__.update(played.__dict__)
    house.folder, house.ring = store, ring_of(store)
    house.clock.time = time.time_ns() // 1_000  # as the commands have it
    house.start()
    evening = Evening([house], "goes on")
    for _ in range(20):
        evening.step()
    checkpoint(house)
    house.store.close()


@pytest.mark.parametrize("which", ["--sealing", "--signing"])
def test_a_key_is_changed_and_play_goes_on(played: House, store: Path, which: str) -> None:
    old = ring_of(store)
    assert cli("keys", "rotate", store, which) == 0
    new = ring_of(store)
    assert (new.newest, new.public_key) != (old.newest, old.public_key)
    assert (new.newest == 2, new.public_key == old.public_key) == (which == "--sealing", which == "--sealing")
    assert new.digest(b"asked") == old.digest(b"asked"), "retries are still recognised"
    play_on(played, store)
    assert cli("audit", store, "--key", f"{store}.key", "--replay") == 0
    assert cli("audit", store) == 0
    with read_store(store) as reader:
        numbers = {int.from_bytes(row.sealed[:4], "big") for row in reader.every_deck()}
    assert numbers == ({1, 2} if which == "--sealing" else {1})


def test_both_keys_again_and_again(played: House, store: Path) -> None:
    for which in ("--signing", "--sealing", "--signing", "--sealing"):
        assert cli("keys", "rotate", store, which) == 0
        play_on(played, store)
    ring = ring_of(store)
    assert (ring.newest, len(ring.former_public_keys)) == (3, 2)
    assert cli("audit", store, "--key", f"{store}.key", "--replay") == 0
    lines = [json.loads(line) for line in book_of(store).read_bytes().splitlines()]
    assert sum("public_key" in line for line in lines) == 3


def test_it_is_refused_while_a_server_has_the_store_open(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = open_store(store)
    before = Path(f"{store}.key").read_bytes()
    assert cli("keys", "rotate", store, "--signing") == 3
    assert "in use by another server" in capsys.readouterr().err
    server.close()
    assert Path(f"{store}.key").read_bytes() == before and not keys.next_ring(Path(f"{store}.key")).exists()


def found(store: Path, key: str | None = None) -> str:
    with pytest.raises(Found) as wrong:
        audited(str(store), None, key)
    return str(wrong.value.args[2])


def files(store: Path) -> Written:
    return Written(store, book_of(store), store, Path(f"{store}.key"))


@pytest.mark.parametrize(("field", "which"), [("by_old", "--signing"), ("by_new", "--signing"), ("new", "--signing")])
def test_planted_a_change_that_one_key_alone_wants(store: Path, field: str, which: str) -> None:
    """An attacker who has the disk and rewrites the chain still lacks the old key."""
    assert cli("keys", "rotate", store, which) == 0
    book_of(store).unlink()

    def change(body: dict[str, object]) -> bool:
        for event in body.get("then", []):  # type: ignore[attr-defined]
            if event["type"] == "keys-rotated":
                event[field] = keys.made().public_key.hex() if field == "new" else "00" * 64
                return True
        return False

    forge(files(store), "house", change)
    assert found(store) == "keys"
    shutil.rmtree(store)


def test_planted_a_sealing_key_that_was_never_there(store: Path) -> None:
    assert cli("keys", "rotate", store, "--sealing") == 0
    key = Path(f"{store}.key")
    ring = msgspec.json.decode(key.read_bytes())
    ring["keys"]["2"] = "11" * 32
    key.write_bytes(msgspec.json.encode(ring))
    assert found(store, str(key)) == "keys"


def test_planted_a_key_that_the_house_does_not_know(played: House, store: Path) -> None:
    """The book hands over to another key, and no entry says so."""
    other = ring_of(store).with_new_signing_key()
    keeper = Bookkeeper(book_of(store), ring_of(store))
    with read_store(store) as reader:
        keeper.write(reader, "2026-01-02T00:00:00.000Z", 0.0, hands_over_to=other.public_key)
    keeper.close()
    assert found(store) == "keys"
    shutil.rmtree(store)


def test_planted_a_key_that_signs_after_its_time(store: Path) -> None:
    old, book = ring_of(store), book_of(store).read_bytes()
    assert cli("keys", "rotate", store, "--signing") == 0
    book_of(store).write_bytes(book)
    keeper = Bookkeeper(book_of(store), old)
    with read_store(store) as reader:
        keeper.write(reader, "2026-01-02T00:00:00.000Z", 0.0)
    keeper.close()
    assert found(store) == "keys"
    shutil.rmtree(store)


@pytest.mark.slow
@pytest.mark.parametrize("which", ["--sealing", "--signing"])
def test_a_killed_change_is_finished_by_the_next(store: Path, tmp_path: Path, which: str) -> None:
    kept = store.parent.with_name("kept")
    shutil.copytree(store.parent, kept)
    arguments: list[object] = ["keys", "rotate", store, which]
    key = Path(f"{store}.key")

    def again() -> None:
        shutil.rmtree(store.parent)
        shutil.copytree(kept, store.parent)

    before = key.read_bytes()
    for at in killed.everywhere(arguments, tmp_path, again):
        if keys.next_ring(key).exists():
            with pytest.raises(StoreUnusable, match="keys rotate"):
                check_no_rotation(key)
        if key.read_bytes() == before:
            assert cli(*arguments) == 0, at
        ring = ring_of(store)
        assert (ring.newest, len(ring.former_public_keys)) == ((2, 0) if which == "--sealing" else (1, 1)), at
        assert not keys.next_ring(key).exists(), at
        assert audited(str(store), None, str(key)).sound, at
        rotated = b'"keys-rotated"'
        with read_store(store) as reader:
            assert sum(rotated in entry.body for entry in reader.entries("house")) == 1, at
