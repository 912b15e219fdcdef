"""Checks the evidence of a whole shift: chains, checkpoints, and the signed report that its entries must give."""

from hashlib import sha256
from typing import Any

import msgspec

from .chain import Checkpoint
from .evidence import Chains, checkpoint_of, own_book, read_lines
from .reading import Body, Entry, Event, Found, body_of, need
from .result import ShiftSound
from .shifts import Shifts, is_signed

TYPES = {"shift": int, "name": str, "key": str}


def is_of_a_shift(content: bytes) -> bool:
    return "shift" in read_lines(content.partition(b"\n")[0])[0]


def audited_shift(content: bytes, checkpoints: str | None = None) -> ShiftSound:
    """What was checked of a whole shift; `Found` or `Cannot` is raised."""
    opening, lines = read_lines(content)
    right = all(isinstance(opening.get(key), kind) for key, kind in TYPES.items())
    need(right, ("", 0), "format", "the first line does not say what it is evidence of")
    chains, sums = Chains(), OneShift(opening["shift"], opening["name"])
    report: Event = {}
    signed: list[Checkpoint] = []
    for line in lines:
        if "before" in line:
            chains.begin(line["before"])
        elif "checkpoint" in line:
            signed.append(checkpoint_of(str(line["checkpoint"]).encode(), opening["key"]))
        elif "report" in line:
            report = line["report"]
        else:
            entry = chains.follow(line)
            body = body_of(entry)
            nothing = not sum(amount for _, amount in body.post)
            need(nothing, entry[:2], "postings", "what the entry posts does not come to nothing")
            sums.entry(entry, body)
    for number, checkpoint in enumerate(signed):
        in_order = checkpoint.number == signed[0].number + number
        why = f"checkpoint {checkpoint.number} does not stand behind the one before it"
        need(in_order, ("", 0), "checkpoints", why)
        chains.agrees(checkpoint)
    own = own_book(checkpoints)
    for checkpoint in own:
        chains.agrees(checkpoint)
    told = sums.compare_signed(str(report.get("text", "")), str(report.get("signature", "")))
    need(told["entries"] == chains.entries, ("", 0), "evidence", f"the report was made of {told['entries']} entries")
    (figures,) = sums.figures()
    return ShiftSound(
        sound=True,
        shift=figures.shift,
        name=figures.name,
        entries=chains.entries,
        streams=len(chains.last),
        figures=figures.total,
        key=opening["key"],
        checkpoints=len(signed),
        signed=dict(sorted(chains.known.items())),
        own=sum(any(stream in chains.last for stream in each.heads) for each in own),
        digest=sha256(content).hexdigest(),
    )


class OneShift(Shifts):
    """The sums of one shift, from its entries alone: those of the evidence of a shift."""

    def __init__(self, number: int, name: str) -> None:
        super().__init__()
        self.names = {number: name}
        self._number = number

    def entry(self, entry: Entry, body: Body) -> None:
        of, _, name = entry.stream.partition("/")
        if of == "table" and body.book:
            self._games[name] = body.book.partition("@")[0]
        super().entry(entry, body)

    def compare_signed(self, text: str, signature: str) -> dict[str, Any]:
        """The report, if it is signed and says what the entries say."""
        try:
            report = msgspec.json.decode(text, type=dict[str, Any])
        except msgspec.MsgspecError as error:
            raise Found("house", 0, "report", f"the report cannot be read: {error}") from None
        need(
            is_signed(report, text.encode(), signature), ("house", 0), "report", "the signature of the report is wrong"
        )
        self.agree(report)
        return report

    def _hears(self, entry: Entry, event: Event, by: str) -> None:
        """Opened and closed outside of it, or by its last entry."""

    def _shift_of(self, entry: Entry) -> int:
        return self._number
