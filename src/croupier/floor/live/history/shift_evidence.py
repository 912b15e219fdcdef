"""A whole shift as one file: all its entries, its signed report, and the checkpoints that know them.

`croupier audit` checks the file without the house, and so does the inspector's page.
"""

from collections.abc import Sequence

from msgspec.json import encode

from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.live.history.evidence import FORMAT, entry_lines
from croupier.floor.live.history.shift_report import ShiftReports, report_text
from croupier.floor.live.people.register import Register
from croupier.floor.live.people.shifts import Shifts
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store.export import CheckpointLine

MOST = 60_000
"""Entries in one file: a busy shift of a small house, and as much as a browser checks in some seconds."""


class ShiftOpening(Value):
    """The first line of the file."""

    croupier: str
    format: int
    house: str
    shift: int
    name: str
    closed: bool
    made: int
    by: str
    key: str
    """The public key that signed the report and the checkpoints; empty if the house names none."""


class SignedReport(Value):
    """The report as the text that was signed."""

    text: str
    signature: str


class ReportLine(Value):
    report: SignedReport


class ShiftEvidence:
    def __init__(self, books: FloorState, shifts: Shifts, reports: ShiftReports, register: Register) -> None:
        self._books, self._shifts, self._reports, self._register = books, shifts, reports, register

    def made(self, number: int, by: str, checkpoints: Sequence[bytes]) -> bytes:
        """Raises 409 for a shift with too many entries. `checkpoints` are lines of the log. Call it in a thread."""
        shift = self._shifts.find(number)
        spans = self._reports.spans(shift)
        count = sum(last - first + 1 for first, last in spans.values())
        if count > MOST:
            raise Problem(Code.REFUSED, says("evidence-too-long", entries=count, most=MOST))
        report = self._reports.of(shift, spans)
        settings = self._register.settings
        key = settings.get("keys.signing", "")
        name, closed = shift.opened.name, shift.closed is not None
        opening = ShiftOpening(
            "evidence", FORMAT, settings.get("house.name", ""), number, name, closed, self._books.now(), by, key
        )
        signed = ReportLine(SignedReport(report_text(report).decode(), report.signature))
        lines = [encode(opening), encode(signed), *entry_lines(self._books, spans)]
        lines += [encode(CheckpointLine(each.decode())) for each in checkpoints if key]
        return b"".join(line + b"\n" for line in lines)
