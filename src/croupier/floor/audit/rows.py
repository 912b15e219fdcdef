"""Compares the store's other rows with the journal: answers to retries, snapshots of streams."""

from base64 import b64encode
from hashlib import sha256
from typing import Any

import msgspec

from .archives import Begin
from .links import POTS, Links
from .reading import Body, Entry, Event, Found, Source, need
from .rounds import Rounds

NAMES_SNAPSHOTS = 2
"""From this version of bodies on, an entry names the digest of the snapshot that was made with it."""


class Answers:
    """An act that is sent twice is done once: its row names the entry that answered it, and what was asked."""

    def __init__(self, source: Source) -> None:
        self._rows, self._begins = source.answers, source.begins
        self._next = next(self._rows, None) if self._rows else None

    def entry(self, entry: Entry, body: Body) -> None:
        if self._rows is None or entry.seq < self._begins.get(entry.stream, 1):
            return
        at, by = entry[:2], body.by.partition(" for ")[0]
        if self._next is not None and self._next[:2] < at:
            self.finish()
        if self._next is not None and self._next[:2] == at:
            row, self._next = self._next, next(self._rows, None)
            same = row[2:4] == (by, body.id) and body.asked in ("", b64encode(row[4]).decode())
            need(same, at, "answers", f"it is kept as the answer to {row[3]} of {row[2]}, or to something else")
        else:
            need(not body.asked, at, "answers", f"the answer to {body.id} of {by} is not kept: it would be done again")

    def finish(self) -> None:
        row = self._next or ("", 0)
        need(self._next is None, row[:2], "answers", f"no entry answered {row[2:4]}")


class Stream:
    """As much of a stream's newest state as its entries say plainly."""

    def __init__(self) -> None:
        self.said: dict[str, Any] = {}
        self.limits: list[Any] = []
        """All that were ever put on the sign of the game."""
        self.made: tuple[int, str] | None = None
        """The newest snapshot: after which entry, and its digest."""
        self.names_none = False
        """No house believes the snapshot that is kept, because a release before digests wrote its entry, or because
        the entry has been archived."""

    def hears(self, body: Body) -> None:
        for event in body.then:
            match event.get("type", ""):
                case "floor-table-opened":
                    self.said |= {"sign": event["sign"], "book": event["book"]}
                case "floor-sign-changed":
                    self.said["sign"] = event["sign"]
                case "rulebook-changed":
                    self.said["book"] = event["book"]
                case "table-opened" | "poker-table-opened" | "poker-sign-changed":
                    self.limits.append(_limits(event["table"]))
                case "sign-changed":
                    self.limits.append(event["limits"])
        if not body.refused:
            self.said["version"] = body.version
        if body.decks:
            self.said["decks"] = [list(body.decks[-1])]


class Snapshots:
    """A snapshot is the one whose digest its entry names, and says of the table what the entries say."""

    def __init__(self, source: Source, rounds: Rounds, links: Links, begins: dict[str, Begin]) -> None:
        self._kept = {row[0]: row for row in source.snapshots}
        self._rounds, self._links = rounds, links
        self._streams: dict[str, Stream] = {}
        for name, begin in begins.items():
            stream = self._streams[name] = Stream()
            stream.said = {key: begin.state[key] for key in ("sign", "book", "version", "decks") if key in begin.state}
            stream.limits.append(_limits(begin.state["game"]["table"]))
            _, seq, _ = self._kept.get(name, ("", 0, b""))
            stream.names_none = 0 < seq <= begin.seq

    def entry(self, entry: Entry, body: Body) -> None:
        stream = self._streams.setdefault(entry.stream, Stream())
        try:
            stream.hears(body)
        except (KeyError, TypeError, AttributeError) as error:
            raise Found(*entry[:2], "snapshots", f"it does not say what it has to: {error!r}") from None
        if body.snapshot:
            stream.made = entry.seq, body.snapshot
        _, seq, text = self._kept.get(entry.stream, ("", 0, b""))
        if seq == entry.seq:
            stream.names_none = body.v < NAMES_SNAPSHOTS
            self._compare(entry, stream, text)

    def _compare(self, entry: Entry, stream: Stream, text: bytes) -> None:
        at, (kind, _, name) = entry[:2], entry.stream.partition("/")
        try:
            state = msgspec.json.decode(text)["then"]
            if kind == "link":
                pots = self._links.links[entry.stream].pots
                told = {"name": state["name"]} | {pot: state[pot]["parts"] for pot in POTS}
                right = {"name": name} | {pot: pots[pot] for pot in POTS}
            else:
                told = {key: _as_far(state.get(key), value) for key, value in stream.said.items()}
                right = dict(stream.said)
                told["rounds"], right["rounds"] = state.get("rounds", 0), self._rounds.tables[name].number
                told["limits"], right["limits"] = _limits(state["game"]["table"]) in stream.limits, True
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
            return  # another release wrote it, or somebody changed it: its digest tells (`finish`)
        for key, value in right.items():
            need(told[key] == value, at, "snapshots", f"the snapshot has other {key} than the entries up to here")

    def finish(self) -> None:
        for name, seq, text in self._kept.values():
            stream = self._streams.get(name, Stream())
            right = stream.made == (seq, sha256(text).hexdigest()) or (stream.made is None and stream.names_none)
            need(right, (name, seq), "snapshots", "the snapshot is not the one whose digest is in the chain")


def _limits(table: Event) -> Any:
    """What may be staked there: by spot, or the blinds and stakes of poker."""
    return table.get("limits", table)


def _as_far(told: Any, said: Any) -> Any:
    """A later release may say more in a snapshot than the entry did."""
    return {key: told.get(key) for key in said} if isinstance(said, dict) and isinstance(told, dict) else told
