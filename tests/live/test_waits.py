"""What waits for a person of the house: one list, in order, and each role sees its part."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.people.register import SECOND_PERSON_ABOVE, TWO_PEOPLE
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import PasswordHash
from croupier.floor.live.state.house_events import UserChange
from croupier.floor.live.state.people import Who
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.floors import STUD, house_table, jackpot_link
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, UNA, House
from tests.live.linked import ROYAL
from tests.live.test_staff import HASH

FLOOR = (
    house_table("cs-1", STUD, jackpot_bet="5", link="grand", run_by="dealer", shoe=ROYAL)
    + house_table("tcp-1", run_by="dealer")
    + house_table("tcp-2", run_by="dealer")
    + jackpot_link(verify_above="10000.00")
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def waits(house: House, who: Who) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = as_json(house.floor.pit.waits(who.role))["items"]
    assert found == as_json(house.floor.pit.view(who.role))["pit"]["waits"]
    return found


def kinds(house: House, who: Who) -> list[str]:
    return [each["kind"] for each in waits(house, who) if each.get("stands") != "dealer"]


def a_minute_later(house: House) -> None:
    house.clock.time += 60_000_000


def everything_waits(house: House) -> None:
    """In this order, a minute apart: a changed link, chips, an account, a player's report, an award, a ruling."""
    house.floor.staff.note_settings({TWO_PEOPLE: "true", SECOND_PERSON_ABOVE: "1000.00"})
    propose = proposed({"contribution": "0.50"})
    house.answered(house.floor.perform(SAM, "asks-0001", propose, "as agreed", at="link/grand"))
    a_minute_later(house)
    house.answered(house.floor.perform(PIA, "chips-001", cmd.Deposit("Ann", Cents(200_000)), "cash at the desk"))
    a_minute_later(house)
    made = UserChange("tom", role="pit-supervisor", password=True, makes=True)
    house.answered(house.floor.perform(SAM, "user-0001", cmd.ChangeUser(made), given=PasswordHash(HASH)))
    a_minute_later(house)
    for who, do in ((BEN, "2 sits Ben 100"), (BEN, "2 ante 10"), (DAN, "close")):
        assert "done" in house.act(who, "tcp-2", do)
    assert "waiting" in house.act(BEN, "tcp-2", "incident other", reason="my card was bent")
    a_minute_later(house)
    for who, do in ((ANN, "1 sits Ann 500"), (ANN, "1 ante 10"), (ANN, "1 jackpot 5"), (DAN, "close"), (ANN, "1 bet")):
        assert "done" in house.act(who, "cs-1", do)
    assert "done" in house.act(DAN, "cs-1", "settle")
    a_minute_later(house)
    for who, do in ((BEN, "3 sits Ben 100"), (BEN, "3 ante 10"), (DAN, "close")):
        assert "done" in house.act(who, "tcp-1", do)
    assert "waiting" in house.act(DAN, "tcp-1", "incident other", reason="A drink was spilt.")


def test_what_holds_a_table_comes_first_then_the_oldest(house: House) -> None:
    everything_waits(house)
    assert kinds(house, SAM) == ["award", "incident", "change", "cash", "change", "incident"]
    rows = waits(house, SAM)
    ruling = next(each for each in rows if each.get("table") == "tcp-1" and each["kind"] == "incident")
    assert (ruling["by"], ruling["reason"], ruling["rank"]) == ("dan", "A drink was spilt.", "shift-manager")
    held = [each["since"] for each in rows if each["holds"]]
    others = [each["since"] for each in rows if not each["holds"]]
    assert held == sorted(held) and others == sorted(others) and rows == sorted(rows, key=lambda row: not row["holds"])


def test_each_role_sees_its_part(house: House) -> None:
    everything_waits(house)
    assert kinds(house, DAN) == ["award", "incident", "incident"]
    assert kinds(house, UNA) == ["award", "incident", "change", "incident"]
    assert kinds(house, PIA) == ["award", "incident", "change", "cash", "incident"]
    (change,) = [each for each in waits(house, PIA) if each["kind"] == "change"]
    assert (change["link"], change["text"], change["reason"]) == ("grand", "Contribution: 0.50, now 0.60", "as agreed")


def test_ages_are_the_same_after_a_restart(house: House) -> None:
    everything_waits(house)
    before = [(each["kind"], each["since"]) for each in waits(house, SAM) if each["kind"] != "stands"]
    house.restart()
    after = [(each["kind"], each["since"]) for each in waits(house, SAM) if each["kind"] != "stands"]
    assert after == before


def test_a_row_goes_when_it_is_done(house: House) -> None:
    everything_waits(house)
    number = next(each["number"] for each in waits(house, SAM) if each.get("table") == "tcp-1" and "number" in each)
    ruled = cmd.DecideIncident(number, "incident other ruling=continue")
    house.answered(house.floor.perform(SAM, "ruled-0001", ruled, "wiped"))
    house.answered(house.floor.perform(SAM, "verify-001", cmd.VerifyAward(1), "seen", at="link/grand"))
    assert kinds(house, SAM) == ["change", "cash", "change", "incident"]


def test_a_standing_table_and_a_jackpot_that_is_down(house: House) -> None:
    assert kinds(house, DAN) == []
    house.act(PIA, "tcp-1", "suspend", reason="the felt is torn")
    house.answered(house.floor.perform(PIA, "down-0001", cmd.SuspendLink("grand", "disallow"), "dark", at="link/grand"))
    rows = [each for each in waits(house, DAN) if each.get("stands") != "dealer"]
    assert [(each["kind"], each["holds"], each["rank"]) for each in rows] == [
        ("stands", True, "pit-supervisor"),
        ("link", False, "pit-supervisor"),
    ]
    assert "the felt is torn" in rows[0]["text"]


def folded(house: House, rounds: int) -> None:
    """Ann folds every hand: the House wins far more than the mathematics expects."""
    for _ in range(rounds):
        for who, do in ((ANN, "1 ante 10"), (DAN, "close"), (ANN, "1 fold"), (DAN, "settle"), (DAN, "next")):
            assert "done" in house.act(who, "tcp-1", do)
        a_minute_later(house)


def outside(house: House, who: Who) -> list[dict[str, Any]]:
    return [each for each in waits(house, who) if each["kind"] == "outside"]


def test_a_table_outside_its_band_waits_for_the_pit(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 1000")
    folded(house, 29)
    assert not house.floor.figures.check_bands()
    folded(house, 3)
    assert outside(house, PIA) == []  # nothing is computed when somebody looks
    assert house.floor.figures.check_bands()
    assert not house.floor.figures.check_bands()
    (row,) = outside(house, PIA)
    assert (row["table"], row["rank"], row["holds"]) == ("tcp-1", "pit-supervisor", False)
    assert row["text"] == "Won 320.00, expected 10.79: outside three standard deviations"
    assert outside(house, SAM) == outside(house, UNA) == [row]
    assert outside(house, DAN) == []
    house.restart()
    assert house.floor.figures.check_bands()
    assert outside(house, PIA) == [row]  # also since when
    house.clock.time += 9 * 3_600_000_000
    assert house.floor.figures.check_bands()
    assert outside(house, PIA) == []
