"""Names that players of a demo choose: shown in place of the account's, and never taken for somebody else."""

from pathlib import Path

import pytest

from croupier.floor.audit.program import audited
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import PasswordHash
from croupier.floor.live.state.house_events import UserChange
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store.base import UserRow
from croupier.rules.money import Cents
from tests.floors import house_settings, house_table
from tests.live.houses import ANN, BEN, SAM, House

FLOOR = house_settings(name="Test") + house_table("tcp-1", boxes=3)
GUEST = Who("guest-1", Role.PLAYER)
OWL = {"name": "Night Owl", "picture": 8}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path / "store", FLOOR)
    at = house.clock.now()
    house.floor.staff.enter_users([UserRow(who.name, who.role, "$hash", at) for who in (SAM, ANN, BEN)])
    house.floor.perform(SYSTEM, "welcome-guest-1", cmd.AddPlayer("guest-1", chips=Cents(100_000)))
    house.store.flush()
    return house


def choose(house: House, who: Who, name: str, picture: int = 8, id_: str = "") -> int:
    return house.floor.perform(who, id_, cmd.ChooseName(name, picture)).status


def refused(house: House, who: Who, name: str) -> str:
    with pytest.raises(Problem) as raised:
        choose(house, who, name)
    assert raised.value.code is Code.REFUSED and raised.value.says is not None
    return raised.value.says.code


def test_others_see_the_chosen_name_and_the_journal_the_account(house: House) -> None:
    assert choose(house, GUEST, "Night Owl", id_="owl-00001") == 200
    entries = house.floor.books.decided.heads["house"]
    assert choose(house, GUEST, "Night Owl", id_="owl-00001") == 200  # a retry
    assert house.floor.books.decided.heads["house"] == entries
    house.act(GUEST, "tcp-1", "2 sits guest-1 200")
    told = house.view("tcp-1", ANN)
    assert told["called"] == {"guest-1": OWL}
    assert list(told["players"]) == ["guest-1"]
    assert choose(house, GUEST, "Barn Owl", 3) == 200
    house.store.flush()
    assert house.view("tcp-1", ANN)["called"] == {"guest-1": {"name": "Barn Owl", "picture": 3}}
    house.restart()
    assert house.view("tcp-1", ANN)["called"] == {"guest-1": {"name": "Barn Owl", "picture": 3}}
    house.store.close()
    audited(str(house.folder))


def test_a_name_is_shown_once_it_is_durable(house: House) -> None:
    house.act(GUEST, "tcp-1", "2 sits guest-1 200")
    house.store.flush()
    choose(house, GUEST, "Night Owl")
    assert "called" not in house.view("tcp-1", ANN)
    house.store.flush()
    assert house.view("tcp-1", ANN)["called"] == {"guest-1": OWL}


@pytest.mark.parametrize(
    "name", ["", "N", "4 Aces", "Night  Owl", " Owl", "Owl ", "Owl!", "Owl\n", "Ноч", "N" * 33, "a\u200bb", "-Owl"]
)
def test_what_a_name_must_look_like(house: House, name: str) -> None:
    assert refused(house, GUEST, name) == "display-name-form"


@pytest.mark.parametrize(
    "name", ["Dealer", "the Dea1er", "Shift Manager Sue", "System", "S.y.s-t.e.m", "Casino", "You"]
)
def test_nobody_poses_as_the_house(house: House, name: str) -> None:
    assert refused(house, GUEST, name) == "display-name-of-the-house"


@pytest.mark.parametrize("name", ["Sam", "s-a-m", "Sám", "ANN", "guest-2", "Guest", "guest l7"])
def test_nobody_poses_as_somebody_else(house: House, name: str) -> None:
    assert refused(house, GUEST, name) == "name-taken"


def test_one_name_for_one_player(house: House) -> None:
    choose(house, GUEST, "Night Owl")
    assert refused(house, ANN, "night.owl") == "name-taken"
    assert choose(house, GUEST, "night.owl") == 200  # their own, written differently
    change = cmd.ChangeUser(UserChange("Night-Owl", "dealer", password=True, makes=True))
    with pytest.raises(Problem) as raised:
        house.floor.perform(SAM, "", change, given=PasswordHash("$hash"))
    assert raised.value.code is Code.REFUSED
    assert choose(house, ANN, "Ann") == 200  # the account's own name


def test_a_guest_who_is_forgotten_gives_the_name_back(house: House) -> None:
    choose(house, GUEST, "Night Owl")
    house.floor.perform(SYSTEM, "", cmd.ForgetUser("guest-1"))
    assert choose(house, ANN, "Night Owl") == 200
    house.store.flush()
    assert list(house.floor.ask.names.shown) == ["Ann"]


def test_players_only(house: House) -> None:
    with pytest.raises(Problem) as raised:
        choose(house, SAM, "Night Owl")
    assert raised.value.code is Code.FORBIDDEN


def test_staff_find_somebody_by_either_name(house: House) -> None:
    choose(house, GUEST, "Night Owl")
    house.store.flush()
    for letters in ("owl", "guest"):
        (found,) = house.floor.search.people(SAM, letters, None, None, 10, {}).items
        assert (found.name, found.called) == ("guest-1", "Night Owl")
