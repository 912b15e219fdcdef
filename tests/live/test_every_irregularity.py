"""Every irregularity of every rulebook at a dealer-run table with read cards: reported by the dealer, decided by the
rank that it needs, it comes to what the same round file comes to."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli.audit import main as audit
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store import keys
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import load
from tests.as_json import as_json
from tests.live.beside import (
    BOOKS,
    HOUSE_POINTS,
    NAMES_CARDS,
    POKER_POINTS,
    REASON,
    Beside,
    Refused,
    come_to,
    finish,
    is_house,
    reports,
    rows,
    table_text,
)
from tests.live.houses import DAN, PIA, PLAYERS, SAM, UNA, House

STATUS = {Code.FORBIDDEN: 403, Code.UNREADABLE: 400}
WHO = {who.name: who for who in (DAN, PIA, SAM, UNA, *PLAYERS)}


class Foretold:
    """What is said of a report before it is sent; asking changes nothing."""

    def __init__(self, house: House, who: Who, table: str, do: str) -> None:
        self.house, self.table, self.do = house, table, do
        written = house.floor.books.number
        self.kinds = {item["kind"]: item for item in as_json(house.floor.pit.kinds(table))["items"]}
        try:
            self.preview = as_json(house.floor.pit.preview(table, do, who))["preview"]
            self.status = 202 if self.preview["waits"] else 200
        except Problem as problem:
            self.preview, self.status = problem.told()["error"], STATUS.get(problem.code, 409)
        assert house.floor.books.number == written
        self.chips = self._chips()

    def _chips(self) -> dict[str, int]:
        return {who.name: self.house.balance(f"stack/{self.table}/{who.name}") for who in PLAYERS}

    def comes_true(self, status: int, answer: dict[str, Any]) -> None:
        _, kind, *details = self.do.split()
        if any(f" {key}=" in self.do and "#" not in self.do for key in NAMES_CARDS):
            assert self.preview.get("ruling") is None and (self.status >= 400 or self.preview["waits"])
            return
        if status == 200:  # the person who decides looks at what waits
            assert kind in self.kinds, (self.do, list(self.kinds))
            keys = {key["key"]: key for key in self.kinds[kind]["keys"]}
            for key, _, value in (word.partition("=") for word in details if not word.endswith("=false")):
                assert key in keys, (self.do, self.kinds[kind])
                if key in ("box", "seat", "cards"):
                    assert {*map(int, value.split(","))} <= {*keys[key]["from"]}, self.do
                elif "from" in keys[key]:
                    assert value in keys[key]["from"], self.do
        assert self.status == status, (self.do, self.preview, answer)
        if status == 202:
            assert self.preview["rank"] == answer["waiting"]["rank"]
            assert self.preview["cites"] == answer["waiting"]["cites"]
        elif status == 200:
            assert self.preview["ruling"] == answer["done"]["ruling"]
            assert {*answer["done"]["cites"]} <= {*self.preview["cites"]}
            now = self._chips()
            moved = {name: dollars(held - self.chips[name]) for name, held in now.items() if held != self.chips[name]}
            assert self.preview.get("moves", moved) == moved, (self.do, self.preview, moved)
        else:
            assert self.preview["why"] == answer["error"]["why"]


class InProcess:
    def __init__(self, house: House) -> None:
        self.house = house
        self._decisions = 0

    def act(self, who: str, table: str, do: str) -> tuple[int, Any]:
        asked = Foretold(self.house, WHO[who], table, do) if do.startswith("incident") else None
        status, answer = self._act(who, table, do)
        if asked is not None:
            asked.comes_true(status, answer)
        return status, answer

    def _act(self, who: str, table: str, do: str) -> tuple[int, Any]:
        try:
            answer = self.house.act(WHO[who], table, do)
        except Problem as problem:
            return STATUS.get(problem.code, 409), problem.told()
        return (200 if "done" in answer else 202 if "waiting" in answer else 409), answer

    def decide(self, who: str, incident: int, do: str) -> tuple[int, Any]:
        self._decisions += 1
        try:
            ticket = self.house.floor.perform(
                WHO[who], f"decision-{self._decisions}", cmd.DecideIncident(incident, do), REASON
            )
        except Problem as problem:
            return STATUS.get(problem.code, 409), problem.told()
        return ticket.status, self.house.answered(ticket)

    def incident(self, number: int) -> Any:
        return as_json(self.house.floor.pit.incident(number))

    def view(self, who: str, table: str) -> Any:
        return self.house.view(table, WHO[who])


CASES = [(book, dealing) for book in BOOKS for dealing in load(book).procedure.devices]


@pytest.mark.slow
@pytest.mark.parametrize(("book", "dealing"), CASES, ids=lambda value: value)
def test_it_is_ruled_as_in_the_round_file(tmp_path: Path, book: str, dealing: str) -> None:
    points: Sequence[str] = HOUSE_POINTS if is_house(book) else POKER_POINTS
    if dealing == "shuffler":  # who is ruled on and when is the same; where the cards are is not
        points = [point for point in points if point in ("dealt", "looked", "pause")]
    tables = [f"{kind}-{point}" for kind in rows(book) for point in points]
    house = House(tmp_path / "store", "".join(table_text(name, book, dealing) for name in tables))
    for player in PLAYERS:
        house.floor.perform(SAM, f"chips-{player.name}", cmd.Deposit(player.name, Cents(10_000_000)), "for many tables")
    door, ruled = InProcess(house), dict.fromkeys(rows(book), 0)
    for kind in ruled:
        for number, point in enumerate(points):
            table = Beside(door, f"{kind}-{point}", book, dealing, "a")
            come_to(table, point)
            said = reports(table, kind)
            for report in [said[(number * 7 + several) % len(said)] for several in range(min(2, len(said)))]:
                if table.round["status"] == "open" or point == "settled":
                    try:
                        table.report(report)
                        ruled[kind] += 1
                    except Refused:
                        pass
            finish(table)
            table.same()
    house.store.close()
    keys.create(Path(f"{house.folder}.key"), house.ring)
    assert audit([str(house.folder), "--replay"]) == 0
    heard = {kind for kind, times in ruled.items() if times}
    assert heard == {kind for kind, row in rows(book).items() if dealing == "shoe" or not row.only_with_a_shoe}
