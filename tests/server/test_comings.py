"""People come and go at a real server: ready, lost sockets, freed places, the queue for a place, a simulated shoe."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.floors import STUD, house_table
from tests.server.test_live import hear, hear_until, say
from tests.server.test_open import Process, folder

__all__ = ["folder"]

FLOOR = house_table("q", boxes=2, ante=("10", "100")) + house_table(
    "shoe", STUD, run_by="dealer", cards="reader", simulated_shoe=True, boxes=2, ante=("10", "100")
)

IDS = count()


@contextmanager
def at(process: Process, who: str, table: str = "q") -> Iterator[ClientConnection]:
    live = f"ws://{process.line['address'].removeprefix('http://')}/v1/live"
    with connect(live, additional_headers={"Authorization": f"Bearer {process.token(who)}"}) as socket:
        assert "hello" in hear(socket)
        say(socket, {"watch": {"table": table}})
        hear_until(socket, "table")
        yield socket


def turn(process: Process, milliseconds: int) -> None:
    assert process.ask("POST", "/v1/demo/clock", {"advance": milliseconds}, "sam")[0] == 200


def view(process: Process, who: str = "", table: str = "q") -> dict[str, Any]:
    told: dict[str, Any] = process.ask("GET", f"/v1/tables/{table}", None, who)[1]["table"]
    return told


def do(process: Process, who: str, *acts: str, table: str = "q") -> None:
    for act in acts:
        moment = view(process, table=table)["moment"] if who != "dan" else ""
        status, answer = process.act(who, f"{who}-{table}-{next(IDS):06d}", act, moment, table=table)
        assert status == 200, answer


def test_alone_the_first_card_follows_ready_at_once(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", floor=FLOOR)
    do(process, "Ann", "1 sits Ann 100", "1 ante 10")
    with at(process, "Ann") as ann:
        say(ann, {"act": {"table": "q", "id": "ann-ready-1", "do": "1 ready"}})
        assert hear_until(ann, "done")["do"] == "1 ready"
        assert hear_until(ann, "table")["round"]["boxes"]["1"]["ready"] is True
        told = hear_until(ann, "table")
        assert (told["happened"][-1]["by"], told["happened"][-1]["do"], told["round"]["phase"]) == (
            "system",
            "close",
            "deciding",
        )


def test_a_closed_tab_is_waited_for_no_longer_than_the_window(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", floor=FLOOR)
    do(process, "Ann", "1 sits Ann 100", "1 ante 10")
    do(process, "Ben", "2 sits Ben 100")
    with at(process, "Ann") as ann:
        with at(process, "Ben"):
            hear_until(ann, "table")
            do(process, "Ann", "1 ready")
            assert view(process)["round"]["phase"] == "betting"
        while hear_until(ann, "table")["round"]["phase"] == "betting":
            pass  # Ben's tab is closed: nobody else is there


def test_a_demo_frees_places_after_a_minute_and_the_next_in_the_queue_takes_one(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", floor=FLOOR)
    do(process, "Ann", "1 sits Ann 100")
    do(process, "Ben", "2 sits Ben 100")
    status, answer = process.act("Cy", "cy-sits-0001", "1 sits Cy 100", table="q")
    assert (status, answer["error"]["code"], answer["error"]["says"]["code"]) == (409, "refused", "table-full")
    waiting = "/v1/tables/q/waiting"
    status, answer = process.ask("POST", waiting, {"id": "cy-waits-0001"}, "Cy")
    assert (status, answer["done"]["waits"]) == (200, 1)
    assert process.ask("POST", waiting, {"id": "cy-waits-0001"}, "Cy")[1]["done"]["again"] is True
    assert process.ask("POST", waiting, {"id": "dee-waits-001", "place": 2}, "Dee")[0] == 200
    assert process.ask("POST", waiting, {"id": "dan-waits-001"}, "dan")[0] == 403
    assert process.ask("POST", waiting, {"id": "nobody-waits1"})[0] == 401
    with at(process, "Ann"):
        assert view(process, "Dee")["you"]["waits"] == 2
    with at(process, "Cy") as cy:
        turn(process, 60_000)
        told = hear_until(cy, "table")
        while not told["you"].get("offered"):
            told = hear_until(cy, "table")
        assert told["you"]["offered"] == {"place": 1, "until": "2026-01-01T00:01:20.000Z"}
        assert told["happened"][-1]["by"] == "system" and told["happened"][-1]["do"] == "1 frees"
        mine = process.ask("GET", "/v1/me", None, "Ann")[1]
        freed = {"table": "q", "places": [1], "at": "2026-01-01T00:01:00.000Z", "chips": "100.00"}
        freed["why"] = "connection-lost"
        assert mine["tables"] == [] and mine["freed"] == [freed]
        assert process.ask("GET", "/v1/me", None, "Ben")[1]["freed"] == []
        passes = {"id": "cy-passes-001", "pass": True}
        assert process.ask("DELETE", waiting, passes, "Cy")[0] == 200
        assert [each["name"] for each in view(process)["waiting_list"]] == ["Dee", "Cy"]
        assert process.ask("DELETE", waiting, passes, "Cy")[1]["done"]["again"] is True
        assert process.ask("DELETE", waiting, {"id": "cy-passes-002", "pass": True}, "Cy")[0] == 409
        do(process, "Cy", "1 sits Cy 100")
        assert [each["name"] for each in view(process)["waiting_list"]] == ["Dee"]
    assert process.ask("DELETE", waiting, None, "Dee")[0] == 200
    assert process.ask("DELETE", waiting, {}, "Dee")[0] == 200
    assert view(process)["waiting_list"] == []
    assert process.ask("DELETE", waiting, {"id": "dee-leaves-01"}, "Dee")[0] == 200
    assert process.ask("POST", waiting, {"id": "dee-waits-002"}, "Dee")[0] == 200
    assert process.ask("DELETE", waiting, {"id": "dee-leaves-01"}, "Dee")[1]["done"]["again"] is True
    assert [each["name"] for each in view(process)["waiting_list"]] == ["Dee"], "a retry does nothing again"


def test_a_simulated_shoe_deals_what_is_due(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", floor=FLOOR)
    do(process, "Ann", "1 sits Ann 100", "1 ante 10", table="shoe")
    assert view(process, table="shoe")["stands"]["why"] == "dealer"
    do(process, "dan", "close", table="shoe")
    assert view(process, table="shoe")["stands"]["why"] == "device"
    turn(process, 1_000)
    told = view(process, table="shoe")
    assert told["round"]["phase"] == "deciding" and "stands" not in told
    rows = {row["name"]: row for row in process.ask("GET", "/v1/tables")[1]["items"]}
    assert "stands" not in rows["shoe"] and rows["q"]["waiting"] == 0


def test_a_guest_who_is_gone_for_a_day_is_forgotten(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", floor=FLOOR)
    for number in (1, 2):
        status, session = process.ask("POST", "/v1/guests")
        assert (status, session["user"]["name"]) == (201, f"guest-{number}")
        process.tokens[f"guest-{number}"] = session["token"]
    do(process, "guest-2", "1 sits guest-2 100")
    for _ in range(3):  # sessions end when they are not used; who has chips at a table stays
        turn(process, 36_000_000)
        del process.tokens["sam"]
    users = {user["name"] for user in process.ask("GET", "/v1/users?limit=200", None, "sam")[1]["items"]}
    assert "guest-2" in users and "guest-1" not in users
    assert process.ask("GET", "/v1/players/guest-1/account", None, "sam")[0] == 404
    assert process.ask("POST", "/v1/guests")[1]["user"]["name"] == "guest-3"
    ledger = process.ask("GET", "/v1/ledger", None, "sam")[1]
    held = {each["account"]: each["balance"] for each in ledger["accounts"]}
    assert held["wallet/guest-1"] == "0.00" and ledger["sum"] == "0.00"
