"""Undoing what was paid needs the pit, and somebody who has not reported it (R-107)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from tests.as_json import as_json
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, House
from tests.live.test_debts import TABLES, done, won_by_ann

PAT = Who("pat", Role.PIT_SUPERVISOR)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", TABLES)
    won_by_ann(house)
    yield house
    house.store.close()


def reported(house: House, who: Who, do: str = "incident dealer-count") -> int:
    answer = house.act(who, "tcp-1", do, reason="four cards in the rack")
    assert answer["waiting"]["rank"] == "pit-supervisor"
    assert "R-107" in answer["waiting"]["cites"]
    number: int = answer["waiting"]["incident"]
    return number


def test_a_pit_supervisor_who_reports_it_does_not_confirm_it(house: House) -> None:
    paid = house.balance("stack/tcp-1/Ann")
    number = reported(house, PIA)
    assert house.balance("stack/tcp-1/Ann") == paid
    item = as_json(house.floor.pit.incident(number))
    assert (item["by"], item["reason"], item["decided"]) == ("pia", "four cards in the rack", None)
    with pytest.raises(Problem) as own:
        house.floor.perform(PIA, "own", cmd.DecideIncident(number, "incident dealer-count"), "I saw it")
    assert own.value.code is Code.SECOND_PERSON and own.value.more["incident"] == number
    house.answered(
        house.floor.perform(PAT, "other", cmd.DecideIncident(number, "incident dealer-count"), "cameras agree")
    )
    decided = as_json(house.floor.pit.incident(number))["decided"]
    assert (decided["by"], decided["rank"], decided["reason"]) == ("pat", "pit-supervisor", "cameras agree")
    assert (decided["ruling"], decided["alone"], decided["cites"][0]) == ("void", False, "5.8.7")
    assert "alone" not in house.view("tcp-1")["round"]["incidents"][-1]
    (notice,) = house.view("tcp-1", PIA)["you"]["notices"]
    values = notice["says"]["values"]
    assert notice["says"]["code"] == "notice.report-decided" and notice["cites"][0] == "5.8.7"
    assert (values["by"], values["reason"]["values"]["text"], values["now"]["code"]) == (
        "pat",
        "cameras agree",
        "now.bets-back",
    )
    assert not house.view("tcp-1", PAT)["you"]["notices"]
    done(house, DAN, "next")
    assert not house.view("tcp-1", PIA)["you"]["notices"]


def test_who_reported_it_may_have_it_dismissed(house: House) -> None:
    number = reported(house, PIA)
    house.answered(house.floor.perform(PIA, "own", cmd.DecideIncident(number, "dismiss"), "I miscounted"))
    assert as_json(house.floor.pit.incident(number))["decided"]["ruling"] is None


def test_a_shift_manager_alone_is_marked(house: House) -> None:
    done(house, SAM, "incident dealer-count", reason="four cards in the rack")
    assert house.view("tcp-1")["round"]["incidents"][-1]["alone"] is True


def test_a_shift_manager_alone_says_why(house: House) -> None:
    before = house.view("tcp-1")["round"]["status"]
    for reason in ("", "  "):
        refused = house.act(SAM, "tcp-1", "incident dealer-count", reason=reason)["error"]
        assert (refused["says"]["code"], refused["cites"]) == ("reason-needed", ["5.8.7", "R-107"])
    assert house.view("tcp-1")["round"]["status"] == before == "settled"


def test_a_shift_manager_who_decides_what_another_reported_is_not_alone(house: House) -> None:
    number = reported(house, PIA)
    house.answered(
        house.floor.perform(SAM, "sam", cmd.DecideIncident(number, "incident dealer-count"), "cameras agree")
    )
    assert as_json(house.floor.pit.incident(number))["decided"]["alone"] is False
    assert "alone" not in house.view("tcp-1")["round"]["incidents"][-1]


def test_before_the_payments_nobody_is_marked(house: House) -> None:
    done(house, DAN, "next")
    done(house, ANN, "1 ante 100")
    done(house, BEN, "2 ante 100")
    for do in ("close", "dealt"):
        done(house, DAN, do)
    assert done(house, SAM, "incident dealer-count")["ruling"] == "void"
    assert "alone" not in house.view("tcp-1")["round"]["incidents"][-1]


def test_a_decision_needs_a_reason(house: House) -> None:
    number = reported(house, PIA)
    with pytest.raises(Problem) as empty:
        house.floor.perform(PAT, "other", cmd.DecideIncident(number, "incident dealer-count"), " ")
    assert empty.value.code is Code.UNREADABLE


STUD = """
[[link]]
name = "grand"
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
verify-above = "200000.00"
[[table]]
name = "cs-1"
rulebook = "casino-stud@2"
dealing = "shoe"
run-by = "dealer"
cards = "by-hand"
boxes = 7
ante = ["10", "10000"]
jackpot-bet = "5"
link = "grand"
"""


@pytest.fixture
def share_won(tmp_path: Path) -> Iterator[House]:
    """Ann has won the meter of cs-1."""
    house = House(tmp_path / "other", STUD)
    for do in ("1 sits Ann 500", "1 ante 100", "1 jackpot 5"):
        done(house, ANN, do, "cs-1")
    for do in ("close", "dealt", "up Kd", "1 bet", "dealer Kd 9h 8c 7d 2s", "1 hand As Ks Qs Js Ts", "settle"):
        done(house, DAN, do, "cs-1")
    yield house
    house.store.close()


def test_a_report_about_a_box_that_nobody_played_is_refused(share_won: House) -> None:
    assert share_won.act(DAN, "cs-1", "incident player-count box=6")["waiting"]["rank"] == "shift-manager"
    refused = share_won.act(SAM, "cs-1", "incident player-count box=6", reason="four cards")["error"]
    assert refused["says"]["code"] == "box-empty"


def test_a_share_of_the_meter_is_taken_back_by_the_shift_manager(share_won: House) -> None:
    house = share_won
    assert house.balance("stack/cs-1/Ann") > 12_500_000
    waits = house.act(DAN, "cs-1", "incident dealer-count", reason="four cards")["waiting"]
    assert waits["rank"] == "shift-manager" and waits["cites"] == ["5.8.7", "R-107"]
    with pytest.raises(Problem):
        house.floor.perform(PIA, "pia", cmd.DecideIncident(waits["incident"], "incident dealer-count"), "I saw it")
    house.answered(
        house.floor.perform(SAM, "sam", cmd.DecideIncident(waits["incident"], "incident dealer-count"), "cameras")
    )
    assert house.balance("stack/cs-1/Ann") == 50_000
    assert house.balance("meter/grand") == 12_500_000
