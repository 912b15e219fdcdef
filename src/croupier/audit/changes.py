"""What operators did to the store itself: an old copy put back, keys changed."""

from typing import Any, NamedTuple

from .reading import Entry, Event, Source, body_of

KINDS = ("journal-restored",)


class Change(NamedTuple):
    entry: Entry
    reason: str
    event: Event


class Changes:
    """Entries of the house's stream, which stays whole; the chain protects them like everything else."""

    def __init__(self, source: Source) -> None:
        self._of: dict[str, list[Change]] = {kind: [] for kind in KINDS}
        marks = [f'"{kind}"'.encode() for kind in KINDS]
        for entry in source.entries("house"):
            if any(mark in entry.body for mark in marks):
                body = body_of(entry)
                for event in body.then:
                    if event.get("type") in self._of:
                        self._of[event["type"]].append(Change(entry, body.reason, event))

    def lost(self) -> list[dict[str, Any]]:
        """What restores have lost, as the house has written it down."""
        return [
            {"stream": stream, "first": first, "last": last, "reason": change.reason, "restored": change.entry.seq}
            for change in self._of["journal-restored"]
            for stream, first, last in change.event["lost"]
        ]

    def accepts(self, lost: dict[str, tuple[int, int]], house: int) -> bool:
        """Whether the house has written down exactly this loss, up to this entry of its stream."""
        return any(
            change.entry.seq <= house
            and {stream: (first, last) for stream, first, last in change.event["lost"]} == lost
            for change in self._of["journal-restored"]
        )
