"""Checks evidence: a figure, all entries of its streams in the period, and a checkpoint.

Evidence is a part of a journal. It begins with the entry before the period, so nobody can leave one out. The audit
recomputes each hash and the figure. To know whose entries they are, compare the signing key, or use a checkpoint log of
your own.
"""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from .chain import CONTEXT, ZERO, Checkpoint, read_book
from .reading import FORMAT, Cannot, Entry, Event, Found, body_of, need
from .result import EvidenceSound

OPENING = b'{"croupier":"evidence"'
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
TYPES = {"figure": str, "tables": list, "since": int, "until": int, "value": int, "key": str}


def evidence_in(file: str) -> bytes | None:
    """The lines of evidence in a file or in a PDF that has it attached; None if the file is something else."""
    try:
        with Path(file).open("rb") as opened:
            start = opened.read(len(OPENING))
            if start != OPENING and not start.startswith(b"%PDF-"):
                return None
            content = start + opened.read()
    except OSError:
        return None
    if start == OPENING:
        return content
    for found in _STREAM.finditer(content):
        for text in _unpacked(found[1]):
            if text.startswith(OPENING):
                return text
    raise Cannot(2, f"{file} is a PDF without evidence inside")


def _unpacked(stream: bytes) -> Iterator[bytes]:
    yield stream + b"\n"
    try:
        yield zlib.decompress(stream)
    except zlib.error:
        return


def audited_evidence(content: bytes, checkpoints: str | None = None) -> EvidenceSound:
    """What was checked of a figure; `Found` or `Cannot` is raised."""
    opening, lines = read_lines(content)
    right = all(isinstance(opening.get(key), kind) for key, kind in TYPES.items())
    need(right, ("", 0), "format", "the first line does not say what it is evidence of")
    chains = Chains()
    figure = _Figure(opening)
    signed: list[Checkpoint] = []
    for line in lines:
        if "before" in line:
            chains.begin(line["before"])
        elif "checkpoint" in line:
            signed.append(checkpoint_of(str(line["checkpoint"]).encode(), opening["key"]))
        else:
            figure.add(chains.follow(line))
    for stream in (f"table/{table}" for table in opening["tables"]):
        chains.begins_before(stream, opening["since"])
    for checkpoint in signed:
        chains.agrees(checkpoint)
        for stream in checkpoint.heads if opening["figure"] == "hold" else ():
            if stream.startswith("link/"):  # a link pays through the trays of its tables
                chains.begins_before(stream, opening["since"])
    own = own_book(checkpoints)
    for checkpoint in own:
        chains.agrees(checkpoint)
    figure.finish()
    return EvidenceSound(
        sound=True,
        figure=opening["figure"],
        tables=opening["tables"],
        since=opening["since"],
        until=opening["until"],
        value=opening["value"],
        entries=chains.entries,
        behind=figure.behind,
        key=opening["key"],
        checkpoint=signed[-1].number if signed else 0,
        signed=dict(sorted(chains.known.items())),
        own=sum(any(stream in chains.last for stream in each.heads) for each in own),
        digest=sha256(content).hexdigest(),
    )


def read_lines(content: bytes) -> tuple[Event, list[Event]]:
    """The first line, which says what the file is, and the others."""
    try:
        opening, *lines = [msgspec.json.decode(line, type=Event) for line in content.splitlines()]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Found("", 0, "format", f"the evidence cannot be read: {error}") from None
    if opening.get("format") != FORMAT:
        raise Cannot(3, f"the evidence has another format; format {FORMAT} is read here")
    return opening, lines


class Chains:
    def __init__(self) -> None:
        self.entries = 0
        self.first: dict[str, Entry] = {}
        self.last: dict[str, tuple[int, bytes]] = {}
        self.hashes: dict[tuple[str, int], bytes] = {}
        self.known: dict[str, int] = {}
        """By stream: the last entry that the checkpoint covers."""

    def begin(self, told: Any) -> None:
        try:
            stream, seq, hash_ = str(told["stream"]), int(told["seq"]), bytes.fromhex(told["hash"])
        except (KeyError, TypeError, ValueError):
            raise Found("", 0, "format", "a line about the entry before the first cannot be read") from None
        need(stream not in self.last, (stream, seq), "gap", "the stream begins twice")
        self.last[stream] = seq, hash_
        self.hashes[stream, seq] = hash_

    def follow(self, line: Event) -> Entry:
        try:
            entry = Entry(
                str(line["stream"]), line["seq"], line["at"], line["epoch"],
                line["body"].encode(), bytes.fromhex(line["hash"]),
            )  # fmt: skip
            named = b"%b\n%d\n%d\n%d\n%b" % (entry.stream.encode(), *entry[1:5])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Found("", 0, "format", "an entry cannot be read") from None
        seq, previous = self.last.get(entry.stream, (0, ZERO))
        need(entry.seq == seq + 1, entry[:2], "gap", f"stands behind entry {seq}")
        right = sha256(previous + named).digest() == entry.hash
        need(right, entry[:2], "chain", "the hash is not that of this entry behind the one before")
        self.entries += 1
        self.first.setdefault(entry.stream, entry)
        self.last[entry.stream] = entry.seq, entry.hash
        self.hashes[entry.stream, entry.seq] = entry.hash
        return entry

    def begins_before(self, stream: str, since: int) -> None:
        """Checks that the period's first entries are not left out: the file must have the entry before them."""
        first = self.first.get(stream)
        right = first is not None and (first.seq == 1 or first.at < since)
        need(right, (stream, 0), "evidence", "the file does not show that it has the first entry of the period")

    def agrees(self, checkpoint: Checkpoint) -> None:
        for stream, (seq, hash_) in checkpoint.heads.items():
            here = self.hashes.get((stream, seq))
            if here is not None:
                why = f"checkpoint {checkpoint.number} has signed another entry"
                need(here.hex() == hash_, (stream, seq), "checkpoints", why)
                self.known[stream] = max(seq, self.known.get(stream, 0))


class _Figure:
    """Recomputes the figure as the house counts it: a settlement that was made again counts once."""

    def __init__(self, opening: Event) -> None:
        self._said = opening
        self._moved: defaultdict[tuple[str, int], int] = defaultdict(int)
        self._rounds: dict[tuple[str, int], tuple[int, int, str, int]] = {}
        """By table and round: when it ended, its handle, its entry."""
        self.behind = 0

    def add(self, entry: Entry) -> None:
        body = body_of(entry)
        if body.refused:
            return
        figure, name = self._said["figure"], entry.stream.removeprefix("table/")
        if figure in ("rounds", "handle") and name in self._said["tables"]:
            for event in body.then:
                self._hear(entry, name, body.round, event)
        by_slip = any(event.get("type") == "chips-moved" for event in body.then)  # no win
        if self._said["since"] <= entry.at <= self._said["until"] and not by_slip:
            moved = sum(amount for account, amount in body.post if self._counts(figure, account, amount, name))
            self._moved[entry[:2]] += -moved if figure == "drop" else moved

    def _counts(self, figure: str, account: str, amount: int, name: str) -> bool:
        kind, _, of = account.partition("/")
        if figure == "drop":
            return kind == "wallet" and amount < 0 and name in self._said["tables"]
        return kind == {"hold": "tray", "rake": "rake"}.get(figure) and of in self._said["tables"]

    def _hear(self, entry: Entry, name: str, number: int, event: Event) -> None:
        match event.get("type"):
            case "round-settled":
                lines = (line for box in event["boxes"].values() for line in box["lines"])
                handle = sum(line["staked"] for line in lines)
            case "pots-given-out":
                handle = sum(pot["amount"] for pot in event["pots"])
            case "round-voided" | "poker-round-voided":
                handle = 0
            case "settlement-undone":
                self._rounds.pop((name, number), None)
                return
            case _:
                return
        self._rounds[name, number] = entry.at, handle, *entry[:2]

    def finish(self) -> None:
        since, until = self._said["since"], self._said["until"]
        over = [(handle, place) for at, handle, *place in self._rounds.values() if since <= at <= until]
        match self._said["figure"]:
            case "rounds":
                shares = [1 for _ in over]
            case "handle":
                shares = [handle for handle, _ in over if handle]
            case "drop" | "hold" | "rake":
                shares = [moved for moved in self._moved.values() if moved]
            case other:
                raise Cannot(3, f"the figure {other!r} is not known here")
        self.behind = len(shares)
        value = self._said["value"]
        need(sum(shares) == value, ("", 0), "evidence", f"the entries add up to {sum(shares)}, not to {value}")


def checkpoint_of(line: bytes, key: str) -> Checkpoint:
    try:
        found = msgspec.json.decode(line, type=Checkpoint)
        unsigned, _, _ = line.rpartition(b',"signature":"')
        VerifyKey(bytes.fromhex(key)).verify(CONTEXT + unsigned + b"}", bytes.fromhex(found.signature))
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, BadSignatureError) as error:
        raise Found("", 0, "checkpoints", f"the checkpoint is not signed with the key named here: {error}") from None
    return found


def own_book(file: str | None) -> list[Checkpoint]:
    if file is None:
        return []
    try:
        return read_book(Path(file).read_bytes().split(b"\n")[:-1], None)
    except OSError as error:
        raise Cannot(2, f"{file}: {error.strerror}") from None
