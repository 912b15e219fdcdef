"""A first session, whole: sit down, bet, look, a kill, and every chip is back where it was."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import msgspec
import pytest

from croupier.floor.live.state import floor_state
from croupier.floor.live.state.problems import Code, Problem
from tests.floors import house_table, jackpot_link
from tests.live.houses import ANN, BEN, DAN, House

FLOOR = house_table(
    "tcp-1",
    boxes=7,
    pair_plus=("5", "500"),
    jackpot_bet="5",
    link="grand",
    run_by="dealer",
    shoe="2c As 9h Qd Ks 8h 7c Qs 3d 2h",
) + jackpot_link(limit="1000000.00")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def seated(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 1000")
    house.act(BEN, "tcp-1", "2 sits Ben 1000")
    house.act(ANN, "tcp-1", "1 ante 50")
    house.act(ANN, "tcp-1", "1 jackpot 5")
    house.act(BEN, "tcp-1", "2 ante 10")


def test_an_act_is_done_once_however_often_it_is_sent(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 1000")
    first = house.act(ANN, "tcp-1", "1 ante 50", id="ann-0002")
    again = house.act(ANN, "tcp-1", "1 ante 50", id="ann-0002")
    assert first["done"]["do"] == "1 ante 50.00"
    assert again == {"done": {**first["done"], "again": True}}
    assert house.view("tcp-1", ANN)["players"]["Ann"]["stack"] == "950.00"
    with pytest.raises(Problem) as reused:
        house.act(ANN, "tcp-1", "1 ante 60", id="ann-0002")
    assert reused.value.code is Code.ID_REUSED


def test_only_their_player_sees_cards_that_were_looked_at(house: House) -> None:
    seated(house)
    with pytest.raises(Problem) as forbidden:
        house.act(BEN, "tcp-1", "close")
    assert forbidden.value.code is Code.FORBIDDEN
    house.act(DAN, "tcp-1", "close")
    house.act(ANN, "tcp-1", "1 look")
    assert house.view("tcp-1", ANN)["round"]["boxes"]["1"]["hand"] == "As Ks Qs"
    for other in (BEN, DAN, None):
        assert house.view("tcp-1", other)["round"]["boxes"]["1"]["hand"] == "?? ?? ??"
    assert {each["do"] for each in house.view("tcp-1", ANN)["you"]["may"]} == {
        "1 fold",
        "1 play",
        "1 hides",
        "1 leaves",
    }


def test_a_round_is_settled_by_the_dealer_and_the_jackpot_is_paid(house: House) -> None:
    seated(house)
    house.act(DAN, "tcp-1", "close")
    house.act(ANN, "tcp-1", "1 look")
    house.act(ANN, "tcp-1", "1 play")
    house.act(BEN, "tcp-1", "2 fold")
    before = house.view("tcp-1", None)["round"]
    assert (before["phase"], before["waiting"]) == ("settling", [{"for": "settle"}])
    house.act(DAN, "tcp-1", "settle")
    settled = house.view("tcp-1", None)["round"]
    line = settled["boxes"]["1"]["bets"]["jackpot"]
    assert [step["step"] for step in line.pop("arithmetic")] == ["bet", "meter", "share"]
    assert line == {
        "staked": "5.00",
        "returned": "0.00",
        "paid": "125003.00",
        "result": "win",
        "cites": ["4.4", "3.17", "R-11", "R-13"],
    }
    assert settled["boxes"]["1"]["net"] == "125348.00"
    assert settled["boxes"]["2"]["hand"] == "?? ?? ??"
    assert settled["jackpot"] == {"link": "grand", "before": "125000.00", "after": "50000.00"}
    assert settled["waiting"] == [{"for": "next"}]
    assert house.balance("meter/grand") == 5_000_000
    assert sum(house.floor.books.shown.balances.values()) == 0


def test_an_interrupted_round_is_void_once_and_every_chip_is_back(house: House) -> None:
    seated(house)
    house.act(DAN, "tcp-1", "close")
    house.act(ANN, "tcp-1", "1 look")
    (ruled,) = house.restart()
    assert (ruled.table, ruled.round, ruled.ruling, ruled.cites) == ("tcp-1", 1, "void", ("5.7.2", "R-6"))
    assert house.restart() == ()
    assert house.balance("stack/tcp-1/Ann") == 100_000
    assert house.balance("meter/grand") == 12_500_000
    assert house.act(DAN, "tcp-1", "next")["done"]["version"]


def test_folding_the_journal_gives_the_tables_back(house: House) -> None:
    seated(house)
    house.act(DAN, "tcp-1", "close")
    house.act(ANN, "tcp-1", "1 play")
    house.act(BEN, "tcp-1", "2 fold")
    house.act(DAN, "tcp-1", "settle")
    before = dict(house.floor.books.decided.tables)
    assert house.restart() == ()
    assert house.floor.books.decided.tables == before


def test_nobody_bets_what_they_do_not_have(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 30")
    refused = house.act(ANN, "tcp-1", "1 ante 50")
    assert refused["error"]["code"] == "refused"
    assert "30.00" in refused["error"]["why"] and "50.00" in refused["error"]["why"]
    assert house.view("tcp-1", ANN)["players"]["Ann"]["stack"] == "30.00"


def test_snapshots_of_another_release_are_not_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are a cache: who has states of another shape folds everything again."""
    monkeypatch.setattr(floor_state, "ENTRIES_A_SNAPSHOT", 1)
    seated(house)
    house.act(DAN, "tcp-1", "close")
    house.act(ANN, "tcp-1", "1 play")
    house.act(BEN, "tcp-1", "2 fold")
    house.act(DAN, "tcp-1", "settle")
    before = house.floor.books.tables, house.floor.books.links
    house.store.close()
    database = apsw.Connection(str(house.folder / "floor.db"))
    for stream, body in database.execute("SELECT stream, body FROM snapshot").fetchall():
        assert isinstance(body, bytes)
        foreign = {**msgspec.json.decode(body), "shape": "another", "then": {"of": "another release"}}
        database.execute("UPDATE snapshot SET body = ? WHERE stream = ?", (msgspec.json.encode(foreign), stream))
    assert database.execute("SELECT count(*) FROM snapshot").fetchall() == [(2,)]
    database.close()
    house.start()
    assert (house.floor.books.tables, house.floor.books.links) == before
    house.store.close()
    database = apsw.Connection(str(house.folder / "floor.db"))
    database.execute("DELETE FROM snapshot")  # the audit would say that somebody has changed them
    database.close()
    house.start()
