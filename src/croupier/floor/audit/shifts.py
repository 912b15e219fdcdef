"""Adds up each shift from the journal alone, and compares a signed shift report with the result.

It leaves out the expected win, which comes from mathematics and not from the journal.
"""

from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from .reading import Body, Cannot, Entry, Event, Found, need
from .result import ShiftFigures

MONEY = ("handle", "drop", "win", "rake", "contributions", "awards", "fills", "credits", "variance")
CONTEXT = b"croupier/shift-report/1\n"


class Sums:
    """What one table moved in one shift, in cents, and the stakes of each round."""

    def __init__(self) -> None:
        self.moved: Counter[str] = Counter()
        self.rounds: dict[int, int] = {}


class Shifts:
    """The house comes first among the streams, so the ends of all shifts are known before a table is read."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self._ends: dict[int, dict[str, int]] = {}
        self._asked: dict[int, str] = {}
        self._of: defaultdict[tuple[int, str], Sums] = defaultdict(Sums)
        self._games: dict[str, str] = {}

    def entry(self, entry: Entry, body: Body) -> None:
        if entry.stream == "house":
            for event in body.then:
                self._hears(entry, event, body.by)
            return
        shift = self._shift_of(entry)
        if shift is None or body.refused:
            return
        of, _, name = entry.stream.partition("/")
        paid: Counter[str] = Counter()
        for event in body.then:
            match event.get("type"):
                case "floor-table-opened":
                    self._games[name] = event["book"].partition("@")[0]
                case "award-paid":
                    paid[event["table"]] += event["amount"]
        slip = next((event for event in body.then if event.get("type") == "chips-moved"), None)
        if slip is not None:
            moved = self._of[shift, name].moved
            moved["variance"] += slip.get("variance", 0)
            if slip["kind"] in ("fill", "credit"):
                moved[slip["kind"] + "s"] += slip["amount"]
        else:
            self._posts(shift, of, name, body, paid)
        if of == "table":
            self._rounds(self._of[shift, name], body)

    def _posts(self, shift: int, of: str, name: str, body: Body, paid: Counter[str]) -> None:
        for account, amount in body.post:
            kind, _, owner = account.partition("/")
            if kind == "tray":
                moved = self._of[shift, owner].moved
                moved["win"] += amount
                if of == "link":
                    moved["contributions"] -= amount
            elif kind == "rake":
                self._of[shift, owner].moved["rake"] += amount
            elif kind == "wallet" and of == "table" and amount < 0:
                self._of[shift, name].moved["drop"] -= amount
        for table, amount in paid.items():
            self._of[shift, table].moved.update(awards=amount, contributions=amount)

    def _rounds(self, sums: Sums, body: Body) -> None:
        for event in body.then:
            match event.get("type"):
                case "round-settled":
                    lines = [line for box in event["boxes"].values() for line in box["lines"]]
                    sums.rounds[body.round] = sum(line["staked"] for line in lines)
                case "pots-given-out":
                    sums.rounds[body.round] = sum(pot["amount"] for pot in event["pots"])
                case "round-voided" | "poker-round-voided":
                    sums.rounds[body.round] = 0
                case "settlement-undone":
                    sums.rounds.pop(body.round, None)

    def _hears(self, entry: Entry, event: Event, by: str) -> None:
        at = entry[:2]
        match event.get("type"):
            case "shift-opened":
                number = event["number"]
                closed = number == 1 or number - 1 in self._ends
                need(closed and number == len(self.names) + 1, at, "shifts", f"shift {number} opens out of turn")
                self.names[number] = event["name"]
            case "shift-close-asked":
                self._asked[event["number"]] = event["by"]
            case "shift-closed":
                number, first = event["number"], self._asked.get(event["number"])
                two = first == event["by"] and event["by"].lower() != event["second"].lower() == by.lower()
                need(two, at, "shifts", f"shift {number} was not closed by two people")
                ends = dict(event["upto"])
                grows = all(ends.get(stream, 0) >= seq for stream, seq in self._ends.get(number - 1, {}).items())
                right = grows and ends.get("house") == entry.seq
                need(right, at, "shifts", f"shift {number} does not end where it was closed")
                self._ends[number] = ends

    def _shift_of(self, entry: Entry) -> int | None:
        """The first shift that ends at this entry or after it; else the open one."""
        for number, ends in self._ends.items():
            if entry.seq <= ends.get(entry.stream, 0):
                return number
        newest = len(self.names)
        return newest if newest not in self._ends and newest else None

    def finish(self) -> None:
        """Nothing is left to compare; `figures` tells the sums."""

    def figures(self) -> list[ShiftFigures]:
        return [self._told(number) for number in self.names]

    def _told(self, number: int) -> ShiftFigures:
        of = {table: sums for (shift, table), sums in self._of.items() if shift == number and table in self._games}
        games: defaultdict[str, list[Sums]] = defaultdict(list)
        for table, sums in of.items():
            games[self._games[table]].append(sums)
        return ShiftFigures(
            shift=number,
            name=self.names[number],
            closed=number in self._ends,
            tables={table: _added([sums]) for table, sums in sorted(of.items())},
            games={game: _added(found) for game, found in sorted(games.items())},
            total=_added(list(of.values())),
        )

    def compare(self, file: str) -> None:
        """Raises `Found` unless the report in this file is signed and agrees with the journal."""
        try:
            report = msgspec.json.decode(Path(file).read_bytes(), type=dict[str, Any])
        except (OSError, msgspec.MsgspecError) as error:
            raise Cannot(2, f"{file} is no shift report: {error}") from None
        signature = str(report.pop("signature", ""))
        text = msgspec.json.encode(report, order="sorted")
        need(is_signed(report, text, signature), ("house", 0), "report", f"the signature of {file} is wrong")
        self.agree(report)

    def agree(self, report: dict[str, Any]) -> None:
        """`Found` unless the report has the figures of the journal."""
        number = report.get("shift")
        if number not in self.names:
            raise Found("house", 0, "report", f"the journal has no shift {number}")
        told = self._told(number)
        said = {("table", each["table"]): each for each in report["tables"]}
        said |= {("game", each["game"]): each for each in report["games"]} | {("total", ""): report["total"]}
        found = {("table", name): each for name, each in told.tables.items()}
        found |= {("game", name): each for name, each in told.games.items()} | {("total", ""): told.total}
        for where in sorted({*said, *found}):
            for figure, value in found.get(where, _added([])).items():
                claimed = said.get(where, {}).get(figure, {}).get("value", "nothing")
                why = f"{' '.join(where).strip()}: {figure} is {value}, and the report of shift {number} says {claimed}"
                need(str(claimed) == value or (claimed is None and value == ""), ("house", 0), "report", why)


def is_signed(report: dict[str, Any], text: bytes, signature: str) -> bool:
    try:
        VerifyKey(bytes.fromhex(report["public_key"])).verify(CONTEXT + text, bytes.fromhex(signature))
    except (ValueError, KeyError, TypeError, BadSignatureError):
        return False
    return True


def _added(some: list[Sums]) -> dict[str, str]:
    moved: Counter[str] = Counter()
    for sums in some:
        moved.update(sums.moved)
        moved["handle"] += sum(sums.rounds.values())
    told = {"rounds": str(sum(len(sums.rounds) for sums in some))}
    told |= {name: f"{Decimal(moved[name]) / 100:.2f}" for name in MONEY}
    told |= {
        name: f"{Decimal(moved['win']) / moved[of]:z.4f}" if moved[of] else ""
        for name, of in (("hold_drop", "drop"), ("hold_handle", "handle"))
    }
    return told
