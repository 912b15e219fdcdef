"""Who has a socket at a table: shown to everybody who watches, and what it does to the clocks."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.floors import house_settings, house_table
from tests.server.test_live import hear, hear_until, say
from tests.server.test_open import Process, folder

__all__ = ["folder"]

FLOOR = (
    house_settings(empty_table="1m")
    + house_table("q", boxes=3, ante=("10", "100"))
    + house_table("slow", boxes=3, ante=("10", "100"), clock={"betting": "1s"})
)


@contextmanager
def watching(process: Process, who: str = "") -> Iterator[tuple[ClientConnection, dict[str, Any]]]:
    headers = {"Authorization": f"Bearer {process.token(who)}"} if who else {}
    live = f"ws://{process.line['address'].removeprefix('http://')}/v1/live"
    with connect(live, additional_headers=headers) as socket:
        assert "hello" in hear(socket)
        say(socket, {"watch": {"table": "q"}})
        assert "sign" in hear(socket)
        yield socket, hear(socket)["table"]


def test_views_show_at_once_who_connects_and_disconnects(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", floor=FLOOR)
    with watching(process) as (onlooker, first):
        assert first["players"] == {}
        for box, who in ((1, "Ann"), (2, "Ben")):
            assert process.act(who, f"{who}-00001", f"{box} sits {who} 100", table="q")[0] == 200
            assert process.act(who, f"{who}-00002", f"{box} ante 10", "1.0", table="q")[0] == 200
        view = [hear_until(onlooker, "table") for _ in range(4)][-1]
        with watching(process, "Ann") as (ann, seen):
            assert seen["players"]["Ann"]["connected"] is True
            told = hear_until(onlooker, "table")
            assert (told["players"]["Ann"]["connected"], told["players"]["Ben"]["connected"]) == (True, False)
            assert (told["version"], told["happened"]) == (view["version"], [])
            with watching(process, "Ben"):
                assert hear_until(ann, "table")["players"]["Ben"]["connected"] is True
                assert hear_until(onlooker, "table")["players"]["Ben"]["connected"] is True
            told = hear_until(onlooker, "table")
            assert (told["players"]["Ben"]["connected"], told["clock"]["stopped"]) == (False, False)
        told = hear_until(onlooker, "table")
        assert (told["players"]["Ann"]["connected"], told["clock"]["stopped"]) == (False, True)
        assert process.ask("POST", "/v1/demo/clock", {"advance": 60_000}, "sam")[0] == 200
        told = hear_until(onlooker, "table")
        assert (told["clock"]["stopped"], told["clock"]["asked"][0]["left"]) == (False, 20_000)


def test_the_clock_stands_where_it_was_turned_to(folder: Path) -> None:
    """Also where what falls due on the way comes to nothing."""
    process = Process(folder, "--clock", "manual", floor=FLOOR)
    assert process.act("Ann", "ann-0001", "1 sits Ann 100", table="slow")[0] == 200
    assert process.act("Ann", "ann-0002", "1 ante 5", "1.0", table="slow")[0] == 200
    assert process.ask("POST", "/v1/demo/clock", {"advance": 1_000}, "sam")[1] == {"now": "2026-01-01T00:00:01.000Z"}
    assert process.ask("GET", "/v1/house")[1]["now"] == "2026-01-01T00:00:01.000Z"
    assert process.act("Ben", "ben-0001", "2 sits Ben 100", table="slow")[0] == 200
    view = process.ask("GET", "/v1/tables/slow")[1]["table"]
    assert view["at"] == "2026-01-01T00:00:01.000Z"
