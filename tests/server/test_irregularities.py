"""Every kind of irregularity over HTTP, at a floor that is a process of its own: the dealer tells, rank decides."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.live.beside import BOOKS, REASON, Beside, Refused, come_to, finish, is_house, reports, rows, table_text
from tests.server.test_join_and_shoe import House

LIMITS = "[limits]\nacts = 100000\nacts-burst = 100000\n"
POINT = {
    "extra-look": "looked",
    "community-count": "pause",
    "dealer-count": "pause",
    "no-burn": "flop",
    "too-many": "flop",
}


def name_of(book: str, kind: str) -> str:
    return f"{book.replace('@', '-')}-{kind}"[:32].rstrip("-")


class OverHttp:
    def __init__(self, house: House) -> None:
        self.house = house

    def _asked(self, who: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        if who not in self.house.people:
            self.house.ask(who, "GET", "/v1/me")  # signs in
        return self.house.people[who].ask(method, path, body)

    def act(self, who: str, table: str, do: str) -> tuple[int, Any]:
        self.house.acts += 1
        act = {"id": f"act-{self.house.acts:06d}", "do": do}
        status, told = self._asked(who, "POST", f"/v1/tables/{table}/acts", act)
        if "asked" not in told:
            return status, told
        yes = {"id": f"yes-{self.house.acts:06d}", "yes": True}
        return self._asked(told["player"], "POST", f"/v1/me/asked/{told['asked']}", yes)

    def decide(self, who: str, incident: int, do: str) -> tuple[int, Any]:
        self.house.acts += 1
        body = {"id": f"decision-{self.house.acts}", "do": do, "reason": REASON}
        return self._asked(who, "POST", f"/v1/incidents/{incident}/decision", body)

    def incident(self, number: int) -> Any:
        told = self._asked("pia", "GET", f"/v1/incidents/{number}")[1]
        return told.get("incident", told) if isinstance(told.get("incident"), dict) else told

    def view(self, who: str, table: str) -> Any:
        return self._asked(who, "GET", f"/v1/tables/{table}")[1]["table"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    tables = [table_text(name_of(book, kind), book, "shoe") for book in BOOKS for kind in rows(book)]
    house = House(tmp_path_factory.mktemp("floor"), "".join([LIMITS, *tables]))
    for player in ("Ann", "Ben", "Cy", "Dee"):
        chips = {"id": f"chips-{player}", "amount": "50000.00", "reason": "for many tables"}
        house.ask("pia", "POST", f"/v1/players/{player}/deposits", chips)
    yield house
    for process in house.started:
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_is_ruled_as_in_the_round_file(house: House, book: str) -> None:
    for kind in rows(book):
        table = Beside(OverHttp(house), name_of(book, kind), book, "shoe", "over HTTP")
        point = POINT.get(kind, "dealt")
        come_to(table, "dealt" if is_house(book) and point == "flop" else point)
        for report in reports(table, kind):
            try:
                table.report(report)
                break
            except Refused:
                continue
        else:
            raise AssertionError(f"{kind} was never heard")
        finish(table)
        table.same()
