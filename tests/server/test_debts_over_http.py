"""Debts over HTTP (contract 19): who may enter what, and what is answered."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.floors import house_table
from tests.server.test_join_and_shoe import House

TABLE = house_table("tcp-1", dealing="shoe", run_by="dealer", cards="by-hand", boxes=7)


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("floor"), TABLE)
    yield house
    for process in house.started:
        process.kill()
        process.communicate()


class Asking:
    def __init__(self, house: House) -> None:
        self.house = house
        self.asked = 0

    def __call__(self, who: str, method: str, path: str, **body: Any) -> tuple[int, Any]:
        if who not in self.house.people:
            self.house.ask(who, "GET", "/v1/me")
        self.asked += 1
        sent = {"id": f"debts-{self.asked:06d}", **body} if method == "POST" else None
        return self.house.people[who].ask(method, path, sent)

    def act(self, who: str, *acts: str) -> None:
        for do in acts:
            moment = self(who, "GET", "/v1/tables/tcp-1")[1]["table"]["moment"]
            status, told = self(who, "POST", "/v1/tables/tcp-1/acts", do=do, moment=moment)
            assert status == 200, (do, told)


def test_debts_are_shown_paid_and_written_off(house: House) -> None:
    ask = Asking(house)
    wallet = ask("Ann", "GET", "/v1/me")[1]["wallet"]
    ask.act("Ann", "1 sits Ann 500", "1 ante 100")
    ask.act("dan", "close", "dealt", "1 play", "dealer 2c 5d Qh", "1 hand As Ad Ah", "settle")
    ask.act("Ann", "1 leaves")
    account = "/v1/players/Ann"
    held = ask("pia", "GET", f"{account}/account")[1]["wallet"]
    assert float(held) > float(wallet)
    assert ask("pia", "POST", f"{account}/withdrawals", amount=held, reason="goes home")[0] == 200
    status, told = ask("dan", "POST", "/v1/tables/tcp-1/acts", do="incident dealer-count", reason="four cards")
    assert (status, told["waiting"]["rank"]) == (202, "pit-supervisor")
    number = told["waiting"]["incident"]
    (item,) = ask("pia", "GET", "/v1/incidents?open=true")[1]["items"]
    assert item["reason"] == "four cards"
    decision = {"do": "incident dealer-count", "reason": "cameras agree"}
    assert ask("pia", "POST", f"/v1/incidents/{number}/decision", **decision)[0] == 200
    told = ask("Ann", "GET", f"{account}/account")[1]
    owed = told["owed"]
    assert float(owed) == float(held) - float(wallet)
    assert [(debt["table"], debt["round"], debt["cites"][0]) for debt in told["debts"]] == [("tcp-1", 1, "5.8.7")]
    assert ask("Ann", "GET", "/v1/me")[1]["owed"] == owed
    assert ask("dan", "POST", f"{account}/debt-payments", amount="1.00", reason="cash")[0] == 403
    assert ask("pia", "POST", f"{account}/debt-payments", amount="1.00", reason="cash")[0] == 200
    rest = f"{float(owed) - 1:.2f}"
    assert ask("pia", "POST", f"{account}/debt-write-offs", amount=rest, reason="gone")[0] == 403
    assert ask("sam", "POST", f"{account}/debt-write-offs", amount=rest, reason="")[0] == 400
    status, told = ask("sam", "POST", f"{account}/debt-write-offs", amount=rest, reason="gone")
    assert (status, told) == (202, {"change": 1})
    approval = f"{account}/debt-write-offs/1/approval"
    status, told = ask("sam", "POST", approval)
    assert (status, told["error"]["code"]) == (403, "second-person")
    assert ask("sue", "POST", approval)[0] == 200
    told = ask("Ann", "GET", f"{account}/account")[1]
    assert (told["owed"], told["debts"], told["write_offs"]) == ("0.00", [], [])
    ledger = ask("una", "GET", "/v1/ledger")[1]
    assert ledger["sum"] == "0.00"
