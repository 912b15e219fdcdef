"""Staff are watched, too (contract 20): accounts on record, two people, roles between rounds, chips above a limit."""

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import pytest

from croupier.floor.audit.program import audited
from croupier.floor.audit.reading import Found
from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.people.register import SECOND_PERSON_ABOVE, TWO_PEOPLE
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.given import NewPassword, Noted, PasswordHash
from croupier.floor.live.state.house_events import SignedIn, UserChange
from croupier.floor.live.state.people import CONSOLE, Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store.base import StoreUnusable, UserRow
from croupier.floor.store.simulated import SimulatedDisk, SimulatedStore
from croupier.rules.money import Cents
from tests.floors import house_settings, house_table, jackpot_link, poker_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, SUE, UNA, House

FLOOR = (
    house_settings(name="Test")
    + jackpot_link()
    + house_table("tcp-1", boxes=3, jackpot_bet="5", link="grand")
    + house_table("tcp-2", run_by="dealer", boxes=3)
    + poker_table("poker", run_by="dealer", seats=6)
)
IDS = count()
DAY = 24 * 3_600_000
HASH = "$argon2id$ of nobody"
ZED = Who("Zed", Role.SHIFT_MANAGER)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return opened(tmp_path, (SAM, SUE, PIA, DAN, UNA))


def opened(folder: Path, staff: tuple[Who, ...]) -> House:
    house = House(folder / "store", FLOOR)
    at = house.clock.now()
    house.floor.staff.enter_users([UserRow(who.name, who.role, HASH, at) for who in (*staff, ANN)])
    house.floor.staff.note_settings({TWO_PEOPLE: "true", SECOND_PERSON_ABOVE: "10000.00"})
    house.store.flush()
    return house


def told(house: House, ticket: Ticket) -> tuple[int, dict[str, Any]]:
    return ticket.status, house.answered(ticket)


def code(ask: Callable[[], Any]) -> Code:
    with pytest.raises(Problem) as raised:
        ask()
    return raised.value.code


def sound(house: House) -> None:
    """The house opens on it again, and the audit agrees; `conftest` decides all of it again."""
    house.restart()
    house.store.close()
    audited(str(house.folder))


def make_zed(house: House, by: Who = SAM) -> tuple[int, dict[str, Any]]:
    change = UserChange("Zed", "shift-manager", password=True, makes=True)
    return told(house, house.floor.perform(by, "", cmd.ChangeUser(change), given=PasswordHash(HASH)))


def test_one_shift_manager_is_not_two(house: House) -> None:
    """Finding 3: sam makes Zed, signs in as Zed and approves what sam has asked for."""
    staff, floor = house.floor.staff, house.floor
    assert make_zed(house) == (202, {"change": 1})
    assert staff.find("Zed") is None
    assert code(lambda: staff.perform(SAM, "approve-1", cmd.ApproveHouseChange(1))) is Code.SECOND_PERSON
    assert code(lambda: staff.perform(PIA, "approve-2", cmd.ApproveHouseChange(1))) is Code.FORBIDDEN
    assert told(house, staff.perform(SUE, "approve-3", cmd.ApproveHouseChange(1)))[0] == 200
    assert staff.rows["zed"].password == HASH
    assert (
        told(house, floor.perform(SAM, "ask-0001", proposed({"correction": "-50000.00"}), "why", at="link/grand"))[0]
        == 202
    )
    assert code(lambda: floor.perform(ZED, "approve-4", cmd.ApproveChange(1), at="link/grand")) is Code.SECOND_PERSON
    house.turn(DAY)
    assert told(house, floor.perform(ZED, "approve-5", cmd.ApproveChange(1), at="link/grand"))[0] == 200
    sound(house)


def test_nobody_approves_with_a_password_that_they_have_reset(house: House) -> None:
    staff, floor = house.floor.staff, house.floor
    assert (
        told(house, staff.perform(SAM, "", cmd.ChangeUser(UserChange("sue", password=True)), given=PasswordHash(HASH)))[
            0
        ]
        == 202
    )
    make_zed(house, CONSOLE)
    assert told(house, staff.perform(ZED, "approve-1", cmd.ApproveHouseChange(1)))[0] == 200
    floor.perform(SAM, "ask-0001", proposed({"contribution": "0.50"}), "why", at="link/grand")
    assert code(lambda: floor.perform(SUE, "approve-2", cmd.ApproveChange(1), at="link/grand")) is Code.SECOND_PERSON
    assert told(house, floor.perform(ZED, "approve-3", cmd.ApproveChange(1), at="link/grand"))[0] == 200
    sound(house)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (UserChange("Dov", "dealer", password=True, makes=True), 201),
        (UserChange("Pip", "pit-supervisor", password=True, makes=True), 202),
        (UserChange("Una2", "auditor", password=True, makes=True), 202),
        (UserChange("dan", "pit-supervisor"), 202),
        (UserChange("dan", password=True), 200),
        (UserChange("pia", password=True), 202),
        (UserChange("pia", disabled=True), 200),
        (UserChange("pia", "dealer"), 200),
    ],
)
def test_what_needs_two_people(house: House, change: UserChange, status: int) -> None:
    ticket = house.floor.perform(SAM, "", cmd.ChangeUser(change), given=PasswordHash(HASH if change.password else ""))
    assert ticket.status == status
    sound(house)


def test_enabling_somebody_of_rank_again_needs_two(house: House) -> None:
    staff = house.floor.staff
    staff.perform(SAM, "", cmd.ChangeUser(UserChange("pia", disabled=True)))
    assert told(house, staff.perform(SAM, "", cmd.ChangeUser(UserChange("pia", disabled=False)))) == (
        202,
        {"change": 1},
    )
    assert staff.rows["pia"].disabled
    staff.perform(SUE, "approve-1", cmd.ApproveHouseChange(1))
    assert not staff.rows["pia"].disabled
    sound(house)


def test_the_only_shift_manager_makes_the_second(tmp_path: Path) -> None:
    house = opened(tmp_path, (SAM,))
    staff = house.floor.staff
    pip = UserChange("Pip", "pit-supervisor", password=True, makes=True)
    assert staff.perform(SAM, "", cmd.ChangeUser(pip), given=PasswordHash(HASH)).status == 202
    assert make_zed(house)[0] == 201
    assert house.floor.register.people["zed"].made_alone
    assert code(lambda: staff.perform(ZED, "approve-1", cmd.ApproveHouseChange(1))) is Code.SECOND_PERSON
    staff.perform(ZED, "", cmd.ChangeOwnPassword(), given=NewPassword(HASH + "2"))
    assert staff.perform(ZED, "approve-2", cmd.ApproveHouseChange(1)).status == 200
    sound(house)


def test_nobody_is_alone_by_shutting_the_other_out(house: House) -> None:
    house.floor.perform(SAM, "", cmd.ChangeUser(UserChange("sue", disabled=True)))
    assert make_zed(house)[0] == 202
    sound(house)


def test_a_role_changes_between_rounds(house: House) -> None:
    """Finding 11: nothing is looked at before the change is entered."""
    staff = house.floor.staff
    house.act(ANN, "tcp-1", "1 sits Ann 500")
    assert code(lambda: staff.perform(SAM, "", cmd.ChangeUser(UserChange("Ann", "dealer")))) is Code.REFUSED
    assert staff.perform(SAM, "", cmd.ChangeUser(UserChange("Ann", "pit-supervisor"))).status == 202
    assert code(lambda: staff.perform(SUE, "approve-1", cmd.ApproveHouseChange(1))) is Code.REFUSED
    house.act(ANN, "tcp-1", "1 leaves")
    assert staff.perform(SUE, "approve-1", cmd.ApproveHouseChange(1)).status == 200
    sound(house)


def test_an_act_on_its_way_keeps_the_role(tmp_path: Path) -> None:
    disk = SimulatedDisk()
    house = House(tmp_path / "store", FLOOR, store=lambda _: disk.open())
    house.floor.staff.enter_users([UserRow(who.name, who.role, HASH, 1) for who in (SAM, PIA)])
    house.store.flush()
    house.floor.act(PIA, "tcp-1", "act-on-its-way", "suspend")
    change = UserChange("pia", "dealer")
    assert code(lambda: house.floor.perform(SAM, "", cmd.ChangeUser(change))) is Code.REFUSED
    house.store.flush()
    assert house.floor.perform(SAM, "", cmd.ChangeUser(change)).status == 200


def test_chips_above_the_limit_need_a_second_person(house: House) -> None:
    floor, staff = house.floor, house.floor.staff
    assert floor.perform(PIA, "deposit-1", cmd.Deposit("Ann", Cents(1_000_000)), "cash").status == 200
    asked = floor.perform(PIA, "deposit-2", cmd.Deposit("Ann", Cents(1_000_001)), "cash")
    assert told(house, asked) == (202, {"change": 1})
    assert house.answered(floor.perform(PIA, "deposit-2", cmd.Deposit("Ann", Cents(1_000_001)), "cash"))["again"]
    before = house.balance("wallet/Ann")
    assert code(lambda: staff.perform(PIA, "approve-1", cmd.ApproveHouseChange(1))) is Code.SECOND_PERSON
    house.answered(staff.perform(SAM, "approve-2", cmd.ApproveHouseChange(1)))
    assert house.balance("wallet/Ann") == before + 1_000_001
    assert code(lambda: staff.perform(SUE, "approve-3", cmd.ApproveHouseChange(1))) is Code.REFUSED
    assert floor.perform(PIA, "withdraw-1", cmd.Withdraw("Ann", Cents(90_000_000)), "too much").status == 202
    assert staff.perform(SAM, "approve-4", cmd.ApproveHouseChange(2)).status == 409
    assert staff.perform(PIA, "withdraw-2", cmd.WithdrawHouseChange(2)).status == 200
    assert [each["state"] for each in staff.changes(SAM)["items"]] == ["withdrawn", "approved"]
    sound(house)


def test_sign_ins_are_on_record_and_failed_ones_once_a_minute(house: House) -> None:
    staff = house.floor.staff
    staff.perform(SAM, "", cmd.SignIn(), given=Noted(SignedIn("sam", 1, "10.0.0.1", "Firefox, Linux")))
    house.store.flush()
    first = house.store.count()
    for _ in range(22):
        staff.sign_in_failed("sam", "10.0.0.9")
    staff.sign_in_failed("hunter2-typed-as-name", "10.0.0.9")
    house.store.flush()
    assert house.store.count() == first + 1
    house.turn(60_000)
    assert house.store.count() == first + 2
    bodies = b"".join(entry.body for entry in house.store.entries("house"))
    assert b'"times":21' in bodies and b"hunter2" not in bodies
    staff.perform(Who("sam", Role.SHIFT_MANAGER, 1), "", cmd.EndSessions("sam", (1,)))
    assert not house.floor.register.sessions
    sound(house)


@pytest.mark.parametrize(
    "change",
    [
        "update user set role = 'shift-manager' where name = 'dan'",
        "update user set disabled = 1 where name = 'sue'",
        "delete from user where name = 'una'",
        "insert into user values ('Eve', 'auditor', 'x', 1, 0)",
        "insert into session values (zeroblob(32), 77, 'sam', 1, 1, 9)",
    ],
)
def test_changed_accounts_are_found(house: House, change: str) -> None:
    house.floor.perform(SAM, "", cmd.SignIn(), given=Noted(SignedIn("sam", 1, "10.0.0.1")))
    house.store.flush()
    house.store.close()
    audited(str(house.folder))
    database = apsw.Connection(str(house.folder / "floor.db"))
    database.execute(change)
    database.close()
    with pytest.raises(Found) as found:
        audited(str(house.folder))
    assert found.value.args[2] == "users"
    with pytest.raises(StoreUnusable) as refused:
        house.load()
    assert refused.value.code == "damaged"
    shutil.rmtree(house.folder)


def test_an_old_store_is_taken_on_record_once(tmp_path: Path) -> None:
    house = House(tmp_path / "store", FLOOR)
    house.store.flush()
    assert not house.floor.register.is_kept
    audited(str(house.folder))
    sound(opened(tmp_path / "new", (SAM, SUE)))


def asked_by(house: House, who: Who, table: str, do: str) -> Ticket:
    return house.floor.act(who, table, f"asked-{next(IDS):08d}", do)


@pytest.mark.parametrize(("table", "place"), [("tcp-2", "box"), ("poker", "seat")])
def test_staff_do_not_spend_the_wallet_of_an_absent_player(house: House, table: str, place: str) -> None:
    """Finding 8: dan sits Ann down with her money while she is away."""
    before = house.balance("wallet/Ann")
    first = asked_by(house, DAN, table, "3 sits Ann 100")
    assert first.status == 202 and house.answered(first)["asked"] == 1, place
    assert house.balance("wallet/Ann") == before
    assert [ask.do for ask in house.floor.acts.asking.waiting_for("Ann")] == ["3 sits Ann 100.00"]
    assert [ask["by"] for ask in house.view(table, ANN)["you"]["asked"]] == ["dan"]
    assert code(lambda: house.floor.perform(BEN, "answer-1", cmd.AnswerAsked(1, True))) is Code.NOT_FOUND
    assert house.answered(house.floor.perform(ANN, "answer-1", cmd.AnswerAsked(1, True)))["done"]["asked"] == 1
    assert house.balance("wallet/Ann") == before - 10_000
    assert house.answered(house.floor.perform(ANN, "answer-1", cmd.AnswerAsked(1, True)))["done"]["again"]
    assert code(lambda: house.floor.perform(ANN, "answer-2", cmd.AnswerAsked(1, True))) is Code.NOT_FOUND
    assert "asked" not in house.view(table, ANN)["you"]
    second = asked_by(house, DAN, table, "3 tops-up 50")
    assert second.status == 202
    house.answered(house.floor.perform(ANN, "answer-3", cmd.AnswerAsked(2, False)))
    assert asked_by(house, DAN, table, "3 tops-up 50").status == 202
    house.turn(60_000)
    assert house.floor.acts.asking.waiting_for("Ann") == []
    assert code(lambda: house.floor.perform(ANN, "answer-4", cmd.AnswerAsked(3, True))) is Code.REFUSED
    assert house.balance("wallet/Ann") == before - 10_000
    sound(house)


def test_a_role_cannot_change_while_the_users_question_waits(house: House) -> None:
    house.answered(asked_by(house, DAN, "tcp-2", "3 sits Ann 100"))
    assert code(lambda: house.floor.perform(SAM, "", cmd.ChangeUser(UserChange("dan", "player")))) is Code.REFUSED
    house.turn(60_000)
    assert house.floor.perform(SAM, "", cmd.ChangeUser(UserChange("dan", "player"))).status == 200


def test_walk_ins_and_chips_already_at_the_table_need_no_question(house: House) -> None:
    house.answered(house.floor.perform(PIA, "walk-in-1", cmd.AddPlayer("Walt", walk_in=True, chips=Cents(50_000))))
    assert asked_by(house, DAN, "tcp-2", "1 sits Walt 100").status == 200
    house.act(ANN, "tcp-2", "2 sits Ann 100")
    assert asked_by(house, DAN, "tcp-2", "2 ante 50").status == 200
    assert asked_by(house, DAN, "tcp-2", "3 sits Ann 0").status == 200
    assert asked_by(house, DAN, "tcp-2", "1 sits Ann 5").status == 409
    sound(house)


def test_what_cannot_be_done_any_more_is_refused_and_asked_again(house: House) -> None:
    house.answered(asked_by(house, DAN, "tcp-2", "3 sits Ann 100"))
    house.act(BEN, "tcp-2", "3 sits Ben 100")
    assert code(lambda: house.floor.perform(ANN, "answer-1", cmd.AnswerAsked(1, True))) is Code.REFUSED
    house.act(BEN, "tcp-2", "3 leaves")
    assert house.floor.perform(ANN, "answer-2", cmd.AnswerAsked(1, True)).status == 200
    sound(house)


@pytest.mark.parametrize("durable", [True, False])
def test_a_kill_leaves_an_account_and_its_entry_or_neither(tmp_path: Path, durable: bool) -> None:
    disk = SimulatedDisk()
    house = House(tmp_path / "store", FLOOR, store=lambda _: disk.open())
    house.floor.staff.enter_users([UserRow(SAM.name, SAM.role, HASH, 1)])
    house.store.flush()
    ticket = make_dov(house)
    if durable:
        house.store.flush()
    assert ticket.durable == durable
    assert isinstance(house.store, SimulatedStore)
    house.store.crash()
    house.start()
    assert ("dov" in house.floor.staff.rows) == (house.floor.register.find("Dov") is not None) == durable
    assert make_dov(house).status == 201 if not durable else code(lambda: make_dov(house)) is Code.REFUSED


def make_dov(house: House) -> Ticket:
    return house.floor.perform(
        SAM, "", cmd.ChangeUser(UserChange("Dov", "dealer", password=True, makes=True)), given=PasswordHash(HASH)
    )
