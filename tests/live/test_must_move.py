"""A poker table that feeds another: who sat down first moves on, and newcomers sit down there (R-140)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.base.errors import Unreadable
from croupier.doors.cli.audit import main as audit
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store import keys
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from tests.as_json import as_json
from tests.floors import house_table, poker_table
from tests.live.houses import ANN, BEN, CY, DAN, DEE, House


def floor(run_by: str) -> str:
    main = poker_table("main", run_by=run_by, seats=2, first_orbit=False)
    return main + poker_table("feeder", run_by=run_by, must_move="main", seats=4)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", floor("dealer"))
    yield house
    house.store.close()


def said(house: House, who: Who, table: str, do: str) -> dict[str, Any]:
    answer = house.act(who, table, do)
    assert "done" in answer, answer
    done: dict[str, Any] = answer["done"]
    return done


def why(house: House, who: Who, table: str, do: str) -> str:
    return str(house.act(who, table, do)["error"]["says"]["code"])


def test_the_first_to_sit_down_moves_first(house: House) -> None:
    for who, seat in ((ANN, 3), (BEN, 1), (CY, 2)):
        said(house, who, "feeder", f"{seat} sits {who.name} 100")
        house.clock.turn(1000)
    assert house.view("feeder")["must_move"] == {"to": "main", "order": ["Ann", "Ben", "Cy"]}
    assert why(house, DEE, "main", "1 sits Dee 100") == "must-move-first"
    ticket = house.floor.perform(DEE, "waits-0001", cmd.JoinWaitingList(None), at="table/main")
    assert house.answered(ticket)["error"]["says"]["code"] == "must-move-first"

    assert said(house, DAN, "feeder", "must-move")["cites"] == ["5.4.1", "R-109", "R-140"]
    assert house.view("main")["seats"]["1"]["stack"] == "100.00"
    assert house.view("feeder")["must_move"]["order"] == ["Ben", "Cy"]
    assert (house.balance("stack/main/Ann"), house.balance("stack/feeder/Ann")) == (100_00, 0)
    with pytest.raises(Problem) as problem:
        house.act(BEN, "feeder", "must-move")
    assert problem.value.code is Code.FORBIDDEN

    # between two rounds of both tables, and only to a free seat
    for do in ("start", "1 fold"):
        said(house, DAN, "feeder", do)
    assert why(house, DAN, "feeder", "must-move") == "must-move-between-rounds"
    said(house, DAN, "feeder", "settle")
    said(house, CY, "feeder", "2 away")
    said(house, DAN, "feeder", "must-move")
    assert why(house, DAN, "feeder", "must-move") == "must-move-nobody"
    said(house, CY, "feeder", "2 back")
    assert why(house, DAN, "feeder", "must-move") == "must-move-full"

    # who is moved by the House joins for nothing (5.4.1), and both lives can be played again
    said(house, DAN, "main", "start")
    assert house.view("main")["round"]["posts"] == {"1": "1.00", "2": "2.00"}
    said(house, DAN, "main", "1 fold")
    said(house, DAN, "main", "settle")
    for table in ("main", "feeder"):
        life = play(read_script(house.floor.downloads.rounds_file(table)))
        assert life.refusal is None, life.refusal
        live = as_json(house.floor.history.round(table, 1, DAN))["round"]
        assert as_json(life.rounds[0])["stacks"] == live["stacks"]
    house.restart()
    assert house.view("feeder")["must_move"]["order"] == ["Cy"]
    house.store.close()
    keys.create(Path(f"{house.folder}.key"), house.ring)
    assert audit([str(house.folder), "--replay", "--json"]) == 0


def test_where_the_system_runs_the_tables_it_moves_people_on_by_itself(tmp_path: Path) -> None:
    house = House(tmp_path / "store", floor("system"))
    said(house, ANN, "feeder", "1 sits Ann 100")
    assert [seat["player"] for seat in house.view("main")["seats"].values()] == ["Ann"]
    said(house, BEN, "feeder", "1 sits Ben 100")
    said(house, CY, "feeder", "1 sits Cy 100")
    assert [seat["player"] for seat in house.view("feeder")["seats"].values()] == ["Cy"]
    said(house, ANN, "main", "1 leaves")
    assert house.view("feeder")["seats"] == {}
    assert {seat["player"] for seat in house.view("main")["seats"].values()} == {"Ben", "Cy"}
    house.store.close()


def test_a_floor_file_names_a_poker_table() -> None:
    for text in (
        poker_table("feeder", must_move="main"),
        poker_table("feeder", must_move="feeder"),
        house_table("tcp-1") + poker_table("feeder", must_move="tcp-1"),
        house_table("tcp-1", must_move="main") + poker_table("main"),
    ):
        with pytest.raises(Unreadable):
            read_floor_file(text)
