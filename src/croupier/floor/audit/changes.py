"""What operators did to the store itself: restored a copy, changed keys, archived rounds."""

from hashlib import blake2b
from typing import NamedTuple

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from .reading import Entry, Event, Ring, Source, body_of, need
from .result import Lost

KINDS = ("journal-restored", "keys-rotated", "journal-archived")


class Change(NamedTuple):
    entry: Entry
    reason: str
    event: Event


class Changes:
    """Entries of the house's stream, which is never archived; the chain protects them like all others."""

    def __init__(self, source: Source) -> None:
        self._of: dict[str, list[Change]] = {kind: [] for kind in KINDS}
        marks = [f'"{kind}"'.encode() for kind in KINDS]
        for entry in source.entries("house"):
            if any(mark in entry.body for mark in marks):
                body = body_of(entry)
                for event in body.then:
                    if event.get("type") in self._of:
                        self._of[event["type"]].append(Change(entry, body.reason, event))

    def check_keys(self, ring: Ring | None) -> None:
        """Checks that the old key and the new one signed each change. A sealing key proves itself to the ring."""
        signs = next((change.event["old"] for change in self._of["keys-rotated"] if not _seals(change)), None)
        for change in self._of["keys-rotated"]:
            at, event = change.entry[:2], change.event
            told = "\n".join(str(event[key]) for key in ("which", "number", "old", "new"))
            text = f"croupier/rotation/1\n{told}".encode()
            if _seals(change):
                signs = signs or (ring.public_key() if ring else None)
                right = signs is None or _signed(signs, text, event.get("signature", ""))
                for number, mac in ((event["number"] - 1, event["by_old"]), (event["number"], event["by_new"])):
                    right &= ring is None or _mac(ring.keys.get(number, ""), text) == mac
            else:
                right = _signed(event["old"], text, event["by_old"]) and _signed(event["new"], text, event["by_new"])
                signs = event["new"]
            need(right, at, "keys", f"the change of the {event['which']} key is not signed by both keys")

    def handed_over(self, old: str, new: str, house: int) -> bool:
        """Whether the house has recorded, up to this entry of its stream, that this key takes over."""
        changes = [change for change in self._of["keys-rotated"] if change.entry.seq <= house]
        return any((change.event["old"], change.event["new"]) == (old, new) for change in changes)

    def signs_until(self, key: str) -> int | None:
        """The house's entry with which another key took over from this one."""
        changes = (change for change in self._of["keys-rotated"] if change.event["old"] == key)
        return next((change.entry.seq for change in changes), None)

    def archived(self) -> list[tuple[Change, Event]]:
        return [(change, change.event) for change in self._of["journal-archived"]]

    def lost(self) -> list[Lost]:
        """What restores have lost, as the house has recorded it."""
        return [
            Lost(stream, first, last, change.reason, change.entry.seq)
            for change in self._of["journal-restored"]
            for stream, first, last in change.event["lost"]
        ]

    def accepts(self, lost: dict[str, tuple[int, int]], house: int) -> bool:
        """Whether the house has recorded exactly this loss, up to this entry of its stream."""
        return any(
            change.entry.seq <= house
            and {stream: (first, last) for stream, first, last in change.event["lost"]} == lost
            for change in self._of["journal-restored"]
        )


def _seals(change: Change) -> bool:
    return bool(change.event["which"] == "sealing")


def _signed(key: str, text: bytes, signature: str) -> bool:
    try:
        VerifyKey(bytes.fromhex(key)).verify(text, bytes.fromhex(signature))
    except (ValueError, BadSignatureError):
        return False
    return True


def _mac(key: str, text: bytes) -> str:
    return blake2b(text, digest_size=32, key=bytes.fromhex(key), person=b"croupier/seal/1").hexdigest() if key else ""
