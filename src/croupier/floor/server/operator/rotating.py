"""Changes a key of a house. An entry of the house proves that the holder of the old key wanted the new one.

The new ring stays next to the old one until the entry and the checkpoint are written; then it takes its name. A killed
process leaves the old ring in force, and the same command goes on with the new one that it finds.
"""

import time
from pathlib import Path
from typing import Literal

import msgspec

from croupier.floor.live.floor import Floor
from croupier.floor.live.state.house_events import KeysRotated
from croupier.floor.live.state.times import printed_time
from croupier.floor.server.operator.stopped_house import house_at_rest
from croupier.floor.store import keys
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.bookkeeper import Bookkeeper
from croupier.floor.store.checkpoint_file import sync_folder
from croupier.floor.store.keys import KeyRing

Which = Literal["sealing", "signing"]


def check_no_rotation(key: Path) -> None:
    """Refuses to start a server with a ring that is about to be replaced."""
    if keys.next_ring(key).exists():
        why = f"{keys.next_ring(key)} is there: a change of keys was not finished; run croupier keys rotate again"
        raise StoreUnusable("key", why)


def rotate(folder: Path, key: Path, book: Path, which: Which) -> tuple[Which, KeyRing]:
    """Returns which key was changed, and the ring now in force. If a change was begun before, finishes only that."""
    ring, following = keys.load(key), keys.next_ring(key)
    with house_at_rest(folder, ring, book=book) as floor:
        if not following.exists():
            keys.create(following, ring.with_new_key() if which == "sealing" else ring.with_new_signing_key())
        new = keys.load(following)
        which = "sealing" if new.public_key == ring.public_key else "signing"
        if which == "sealing" or not _handed_over(book, new):
            _enter(floor, rotation(ring, new, which), Bookkeeper(book, ring), new.public_key)
    following.rename(key)
    sync_folder(key.parent)
    return which, new


def _enter(floor: Floor, event: KeysRotated, keeper: Bookkeeper, signs: bytes) -> None:
    """Writes entry and checkpoint. The first checkpoint is for a store that was closed long ago: its log must not be
    more than a day behind the entry, even if the process is killed in between."""
    store, at = floor.books.store, printed_time(floor.ports.clock.now())
    if floor.keys_rotated[-1:] != [event]:
        keeper.write(store, at, time.monotonic())
        floor.record_store_event(event, "")
        store.flush()
    keeper.write(store, at, time.monotonic(), hands_over_to=signs if event.which == "signing" else None)
    keeper.close()


def rotation(ring: KeyRing, new: KeyRing, which: Which) -> KeysRotated:
    """The event, with a proof by both keys. A sealing key signs nothing, so keyed digests prove that it was there."""
    number = new.newest if which == "sealing" else len(new.former_public_keys)
    if which == "sealing":
        old_name, new_name = ring.names()[ring.newest], new.names()[new.newest]
    else:
        old_name, new_name = ring.public_key.hex(), new.public_key.hex()
    text = f"croupier/rotation/1\n{which}\n{number}\n{old_name}\n{new_name}".encode()
    if which == "sealing":
        by_old, by_new = ring.sealing_mac(text), new.sealing_mac(text)
    else:
        by_old, by_new = ring.sign(text), new.sign(text)
    signature = ring.sign(text).hex() if which == "sealing" else ""
    return KeysRotated(which, number, old_name, new_name, by_old.hex(), by_new.hex(), signature)


def _handed_over(book: Path, new: KeyRing) -> bool:
    """Whether a killed process had already written the checkpoint."""
    lines = book.read_bytes().splitlines() if book.is_file() else []
    try:
        last = msgspec.json.decode(lines[-1]) if lines else {}
    except msgspec.MsgspecError:
        return False
    return isinstance(last, dict) and last.get("public_key") == new.public_key.hex()
