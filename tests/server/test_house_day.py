"""The house's day over HTTP (contract 22): who may enter what, and what is answered."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.floors import house_settings, house_table
from tests.server.test_join_and_shoe import House

TABLE = house_table("tcp-1", dealing="shoe", run_by="dealer", cards="by-hand", boxes=7)


class Asking:
    """Asks as one of the demo's people; each request has an id of its own unless one is given."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.asked = 0

    def __call__(self, who: str, method: str, path: str, **body: Any) -> tuple[int, Any]:
        if who not in self.house.people:
            self.house.ask(who, "GET", "/v1/me")
        self.asked += 1
        sent = {"id": f"day-{self.asked:06d}", **body} if method == "POST" else None
        return self.house.people[who].ask(method, path, sent)

    def act(self, who: str, *acts: str) -> None:
        for do in acts:
            moment = self(who, "GET", "/v1/tables/tcp-1")[1]["table"]["moment"]
            status, told = self(who, "POST", "/v1/tables/tcp-1/acts", do=do, moment=moment)
            assert status == 200, (do, told)


@pytest.fixture
def ask(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Asking]:
    house = House(tmp_path_factory.mktemp("floor"), getattr(request, "param", TABLE))
    yield Asking(house)
    for process in house.started:
        process.kill()
        process.communicate()


DEMANDS = house_settings(decks="recorded", dealers="assigned") + TABLE


@pytest.mark.parametrize("ask", [DEMANDS], indirect=True)
def test_a_strict_house_wants_a_checked_deck_and_an_assigned_dealer(ask: Asking) -> None:
    acts = "/v1/tables/tcp-1/acts"
    ask.act("Ann", "1 sits Ann 500", "1 ante 100")
    status, told = ask("dan", "POST", acts, do="close")
    assert (status, told["error"]["code"], told["error"]["cites"]) == (403, "forbidden", ["R-115"])
    assert ask("dan", "POST", "/v1/tables/tcp-1/dealer", name="dan")[0] == 403
    assert ask("pia", "POST", "/v1/tables/tcp-1/dealer", name="Ann")[0] == 409
    assert ask("pia", "POST", "/v1/tables/tcp-1/dealer", name="dan")[0] == 200
    dealers = ask("dan", "GET", "/v1/tables/tcp-1/dealers")[1]
    assert (dealers["dealer"], dealers["items"][0]["by"]) == ("dan", "pia")
    assert ask("Ann", "GET", "/v1/tables/tcp-1/dealers")[0] == 403
    status, told = ask("dan", "POST", acts, do="close")
    assert (status, told["error"]["code"], told["error"]["says"]["code"]) == (409, "refused", "deck-missing")
    ask.act("dan", "deck in R-7 colour=red")
    assert ask("dan", "POST", acts, do="deck checked")[0] == 403
    ask.act("pia", "deck checked")
    ask.act("dan", "shuffled by=machine", "close")
    assert ask("dan", "GET", "/v1/tables/tcp-1")[1]["table"]["you"]["deck"]["deck"] == "R-7"


@pytest.mark.parametrize("ask", [TABLE + 'float = "kept"\n'], indirect=True)
def test_a_fill_has_three_signatures(ask: Asking) -> None:
    table = "/v1/tables/tcp-1"
    chips = {"25.00": 40, "5": 100}
    assert ask("Ann", "POST", f"{table}/fills", chips=chips, reason="low")[0] == 403
    assert ask("dan", "POST", f"{table}/fills", chips={"many": 1}, reason="low")[0] == 400
    assert ask("dan", "POST", f"{table}/fills", chips=chips, reason="low")[0] == 409
    assert ask("dan", "POST", f"{table}/opening", chips=chips, reason="day") == (202, {"opening": 1})
    assert ask("dan", "POST", f"{table}/opening/1/approval")[0] == 403
    assert ask("pia", "POST", f"{table}/fills/1/approval")[0] == 404
    (wait,) = ask("pia", "GET", "/v1/waits")[1]["items"]
    assert (wait["kind"], wait["rank"], wait["number"], wait["holds"]) == ("chips", "pit-supervisor", 1, True)
    assert ask("pia", "POST", f"{table}/opening/1/approval")[0] == 200
    assert ask("pia", "POST", f"{table}/opening/1/acknowledgement")[0] == 403
    assert ask("dan", "POST", f"{table}/opening/1/acknowledgement")[0] == 200
    fill = {"id": "the-same-id", "chips": {"25.00": 2}, "reason": "low"}
    assert ask("pia", "POST", f"{table}/fills", **fill) == (202, {"fill": 2})
    status, again = ask("pia", "POST", f"{table}/fills", **fill)
    assert (status, again["fill"]) == (202, 2), "a retry asks for nothing else"
    status, told = ask("pia", "POST", f"{table}/fills/2/approval")
    assert (status, told["error"]["code"]) == (403, "second-person")
    assert ask("sam", "POST", f"{table}/fills/2/approval")[0] == 200
    assert ask("dan", "POST", f"{table}/fills/2/acknowledgement")[0] == 200
    assert ask("dan", "POST", f"{table}/counts", chips={"25.00": 42, "5.00": 99}, reason="end") == (202, {"count": 3})
    assert ask("sue", "POST", f"{table}/counts/3/approval")[0] == 200
    told = ask("pia", "GET", f"{table}/float")[1]
    assert (told["tray"], told["variance"], told["slips"][0]["variance"]) == ("1545.00", "5.00", "5.00")
    accounts = {each["account"]: each["balance"] for each in ask("sam", "GET", "/v1/ledger")[1]["accounts"]}
    assert (accounts["tray/tcp-1"], accounts["variance/tcp-1"]) == ("1545.00", "5.00")


@pytest.mark.parametrize("ask", [TABLE + 'float = "kept"\n'], indirect=True)
def test_a_shift_is_opened_closed_by_two_people_and_reported(ask: Asking) -> None:
    assert ask("dan", "POST", "/v1/shifts", name="day")[0] == 403
    assert ask("pia", "POST", "/v1/shifts", name="day") == (201, {"shift": 1})
    assert ask("sam", "POST", "/v1/shifts", name="night")[0] == 409
    ask("dan", "POST", "/v1/tables/tcp-1/opening", chips={"25.00": 40}, reason="day")
    ask("pia", "POST", "/v1/tables/tcp-1/opening/1/approval")
    ask("dan", "POST", "/v1/tables/tcp-1/opening/1/acknowledgement")
    ask.act("Ann", "1 sits Ann 500", "1 ante 100")
    ask.act("dan", "close", "dealt", "1 play", "dealer 2c 5d Qh", "1 hand 2s 3d 5h", "settle")
    assert ask("pia", "POST", "/v1/shifts/1/close", reason="end") == (202, {"shift": 1})
    status, told = ask("pia", "POST", "/v1/shifts/1/close", reason="end")
    assert (status, told["error"]["code"]) == (403, "second-person")
    assert ask("sam", "POST", "/v1/shifts/1/close", reason="end")[0] == 200
    assert ask("pia", "POST", "/v1/shifts/9/close", reason="end")[0] == 404
    assert ask("dan", "GET", "/v1/shifts/1/report")[0] == 403
    status, report = ask("una", "GET", "/v1/shifts/1/report")
    assert status == 200
    total = report["total"]
    assert (total["rounds"]["value"], total["drop"]["value"], total["handle"]["value"]) == (1, "500.00", "200.00")
    assert total["win"]["value"] == "200.00" and total["win"]["entries"]
    assert (total["hold_drop"]["value"], total["hold_handle"]["value"]) == ("0.4000", "1.0000")
    assert (report["closed_by"], report["second"], len(report["signature"])) == ("pia", "sam", 128)
    (shift,) = ask("pia", "GET", "/v1/shifts")[1]["items"]
    assert shift["state"] == "closed"
