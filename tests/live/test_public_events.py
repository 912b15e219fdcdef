"""Events for programs: everything public, once, in order, from any place on."""

import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from croupier.floor.live.answers.events import PublicEvent
from croupier.floor.live.history.public_events import Place, PublicEvents
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.problems import Problem
from tests.floors import house_table, jackpot_link
from tests.live.any_evening import Evening
from tests.live.houses import ANN, DAN, PIA, SAM, House


def events_of(house: House) -> PublicEvents:
    return PublicEvents(house.store, house.floor.books, house.floor.history)


def read_all(house: House, after: int = 0, most: int = 1_000_000) -> list[PublicEvent]:
    events = events_of(house)
    place, found = events.place(after), list[PublicEvent]()
    while True:
        some, place = events.read(place, most)
        found += some
        if not some:
            assert place.seq == events.newest.seq and place.number == events.newest.number
            return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_an_evening_is_told_once_and_in_order_from_any_place_on(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path / "store", seed)
    evening.house.floor.perform(PIA, "shift-one", cmd.OpenShift("night"))
    evening.incidents = 0.05
    evening.play(25)
    told = read_all(evening.house)
    assert [each.seq for each in told] == list(range(1, len(told) + 1))
    kinds = Counter(kind for each in told for kind in (each.kind, *each.also))
    assert {*kinds} >= {"round", "incident", "table", "link", "shift"}, kinds
    encoded = [msgspec.json.encode(each) for each in told]
    for after in (0, len(told), *random.Random(seed).sample(range(len(told)), 8)):
        again = read_all(evening.house, after, most=random.Random(after).randint(3, 300))
        assert [msgspec.json.encode(each) for each in again] == encoded[after:]
    books = evening.house.floor.books.shown
    for name, table in books.tables.items():
        own = [each for each in told if each.table == name]
        assert [each.version for each in own] == list(range(1, table.version + 1))
        over = [each.round for each in own if each.status in ("settled", "void")]
        assert {*over} >= set(range(1, table.rounds))  # every round but perhaps the last one is over
        assert all(each.result for each in own if each.round in over and each.status in ("settled", "void"))
    evening.house.store.close()


def test_private_tables_and_private_matters_are_not_told(tmp_path: Path) -> None:
    floor = house_table("tcp", run_by="dealer") + house_table("backroom", run_by="dealer", spectators=False)
    house = House(tmp_path / "store", floor)
    before = len(read_all(house))
    house.act(ANN, "backroom", "1 sits Ann 100")
    house.floor.perform(SAM, "deposit-1", cmd.Deposit("Ann", 100))  # type: ignore[arg-type]
    house.act(ANN, "backroom", "1 ante 10")
    house.store.flush()
    assert len(read_all(house)) == before
    house.act(ANN, "tcp", "1 sits Ann 100")
    assert "error" in house.act(ANN, "tcp", "1 ante 1000")  # more than she has
    house.act(ANN, "tcp", "incident other")  # a player's report is the pit's
    house.act(ANN, "tcp", "1 ante 10")
    house.act(DAN, "tcp", "close")
    house.restart()
    told = read_all(house, before)
    assert [(each.do, each.by) for each in told[:3]] == [
        ("1 sits Ann 100.00", "Ann"),
        ("1 ante 10.00", "Ann"),
        ("close", "dan"),
    ]
    assert told[3].do == "incident interruption" and (told[3].kind, told[3].status) == ("round", "void")
    assert told[3].result and told[3].incidents[0].found == "interruption"
    assert "bets-closed" in told[2].what and told[2].round == 1


def test_an_award_is_told_when_it_is_locked_and_when_it_is_paid(tmp_path: Path) -> None:
    linked = {"jackpot_bet": "5", "link": "grand", "run_by": "dealer", "shoe": "2c As Qd Ks 7c Qs 2h"}
    house = House(tmp_path / "store", jackpot_link(verify_above="10000.00") + house_table("tcp", **linked))
    for who, do in ((ANN, "1 sits Ann 100"), (ANN, "1 ante 10"), (ANN, "1 jackpot 5"), (DAN, "close")):
        house.act(who, "tcp", do)
    after = read_all(house)[-1].seq
    house.act(ANN, "tcp", "1 play")
    house.act(DAN, "tcp", "settle")
    house.answered(house.floor.perform(PIA, "verify-1", cmd.VerifyAward(1), "seen", at="link/grand"))
    play, settle, locked, paid, over = read_all(house, after)
    assert (play.kind, play.do) == ("table", "1 play") and (settle.kind, settle.status) == ("round", "awarding")
    assert [(each.kind, each.link, each.awards[0].state) for each in (locked, paid)] == [
        ("award", "grand", "locked"),
        ("award", "grand", "paid"),
    ]
    assert paid.awards[0].amount == locked.awards[0].value == "125003.00"
    assert (over.table, over.kind, over.status) == ("tcp", "round", "settled")
    house.store.close()


def test_a_place_that_is_not_there(tmp_path: Path) -> None:
    house = House(tmp_path / "store", house_table("tcp"))
    events = events_of(house)
    assert events.place(events.newest.seq) == events.newest
    with pytest.raises(Problem, match="newest"):
        events.place(events.newest.seq + 1)
    with pytest.raises(Problem, match="archive"):
        events.read(Place(-5, 0), 10)  # as if the first ones had been taken out
