"""A void that the document orders is never refused for want of chips; what is missing is owed (R-108)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.floors import house_table, poker_table
from tests.live.houses import ANN, BEN, DAN, PIA, PLAYERS, SAM, SUE, House

TABLES = house_table(
    "tcp-1", dealing="shoe", run_by="dealer", cards="by-hand", boxes=7, ante=("10", "10000")
) + poker_table("p-1", seats=6, stake=("100", "1000"))
STARTED_WITH = 1_000_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", TABLES)
    yield house
    house.store.close()


def done(house: House, who: Who, do: str, table: str = "tcp-1", **more: Any) -> dict[str, Any]:
    answer = house.act(who, table, do, **more)
    assert "done" in answer, answer
    told: dict[str, Any] = answer["done"]
    return told


def won_by_ann(house: House) -> None:
    """Ann wins 2,000.00 against a dealer who does not play, Ben loses nothing; both bets come back on a void."""
    done(house, ANN, "1 sits Ann 5000")
    done(house, BEN, "2 sits Ben 5000")
    done(house, ANN, "1 ante 1000")
    done(house, BEN, "2 ante 1000")
    for do in ("close", "dealt", "1 play", "2 fold", "dealer 2c 5d Qh", "1 hand As Ad Ah", "settle"):
        done(house, DAN, do)
    assert house.balance("stack/tcp-1/Ann") > 500_000


def cash_out(house: House, who: Who = ANN) -> int:
    done(house, who, "1 leaves")
    held = house.balance(f"wallet/{who.name}")
    house.answered(house.floor.perform(PIA, "out", cmd.Withdraw(who.name, Cents(held))))
    assert house.balance(f"wallet/{who.name}") == 0
    return held


def void(house: House) -> dict[str, Any]:
    return done(house, SAM, "incident dealer-count", reason="the dealer had four cards")


def test_the_winner_has_cashed_out_and_the_round_is_void_all_the_same(house: House) -> None:
    won_by_ann(house)
    took = cash_out(house)
    won = took - STARTED_WITH
    assert void(house)["ruling"] == "void"
    assert house.balance("owed/Ann") == won
    assert house.balance("house") == -won  # carries it meanwhile
    assert house.balance("tray/tcp-1") == 0
    assert house.balance("stack/tcp-1/Ben") == 500_000  # has the Ante back at once
    assert sum(house.floor.books.shown.balances.values()) == 0
    account = as_json(house.floor.ask.account("Ann"))
    (debt,) = account["debts"]
    assert account["owed"] == debt["amount"] == f"{won / 100:.2f}"
    assert (debt["table"], debt["round"]) == ("tcp-1", 1)
    assert debt["cites"][0] == "5.8.7" and debt["cites"][-1] == "R-108"
    assert [each["player"] for each in as_json(house.floor.pit.view(Role.PIT_SUPERVISOR))["pit"]["debts"]] == ["Ann"]
    (notice,) = house.view("tcp-1", ANN)["you"]["notices"]
    assert notice["says"]["code"] == "you-owe" and notice["cites"] == ["R-108"]


def test_chips_at_the_table_come_first_then_the_wallet_and_then_the_debt(house: House) -> None:
    won_by_ann(house)
    won = house.balance("stack/tcp-1/Ann") - 500_000
    house.answered(house.floor.perform(PIA, "out", cmd.Withdraw("Ann", Cents(499_999))))
    void(house)
    assert (house.balance("stack/tcp-1/Ann"), house.balance("wallet/Ann")) == (500_000, 1)
    assert won and house.balance("owed/Ann") == 0


def test_the_wallet_pays_what_it_has(house: House) -> None:
    won_by_ann(house)
    won = house.balance("stack/tcp-1/Ann") - 500_000
    done(house, ANN, "1 leaves")
    held = house.balance("wallet/Ann")
    house.answered(house.floor.perform(PIA, "out", cmd.Withdraw("Ann", Cents(held - 50))))
    void(house)
    assert (house.balance("wallet/Ann"), house.balance("owed/Ann")) == (0, won - 50)


def test_chips_at_another_table_stay_there(house: House) -> None:
    won_by_ann(house)
    done(house, ANN, "1 leaves")
    done(house, ANN, "3 sits Ann 1000", "p-1")
    held = house.balance("wallet/Ann")
    house.answered(house.floor.perform(PIA, "out", cmd.Withdraw("Ann", Cents(held))))
    void(house)
    assert house.balance("stack/p-1/Ann") == 100_000
    assert house.balance("owed/Ann") > 0


def test_who_owes_neither_sits_down_nor_tops_up_until_it_is_paid(house: House) -> None:
    won_by_ann(house)
    won = cash_out(house) - STARTED_WITH
    void(house)
    house.answered(house.floor.perform(PIA, "in", cmd.Deposit("Ann", Cents(STARTED_WITH))))
    assert house.balance("wallet/Ann") == STARTED_WITH  # nothing is deducted
    assert house.balance("owed/Ann") == won
    done(house, DAN, "next")
    for table, do in (("tcp-1", "1 sits Ann 100"), ("p-1", "1 sits Ann 100")):
        refused = house.act(ANN, table, do)["error"]
        assert (refused["says"]["code"], refused["cites"]) == ("owes-the-house", ["R-108"])
        assert not [each for each in house.view(table, ANN)["you"]["may"] if "sits" in each["do"]]
    too_much = house.answered(house.floor.perform(PIA, "pay-0", cmd.PayDebt("Ann", Cents(won + 1))))
    assert too_much["error"]["says"]["code"] == "owes-less"
    house.answered(house.floor.perform(PIA, "pay-1", cmd.PayDebt("Ann", Cents(won - 1)), "cash"))
    assert as_json(house.floor.ask.account("Ann"))["debts"][0]["amount"] == "0.01"
    assert "error" in house.act(ANN, "tcp-1", "1 sits Ann 100")
    house.answered(house.floor.perform(PIA, "pay-2", cmd.PayDebt("Ann", Cents(1)), "cash"))
    assert (house.balance("owed/Ann"), house.balance("house")) == (0, 0)
    assert as_json(house.floor.ask.account("Ann"))["debts"] == []
    done(house, ANN, "1 sits Ann 100")


def test_a_debtor_who_still_sits_there_brings_no_chips(house: House) -> None:
    won_by_ann(house)
    done(house, ANN, "1 leaves")
    done(house, ANN, "1 sits Ann 10")
    house.answered(house.floor.perform(PIA, "out", cmd.Withdraw("Ann", Cents(house.balance("wallet/Ann")))))
    void(house)
    house.answered(house.floor.perform(PIA, "in", cmd.Deposit("Ann", Cents(5_000))))
    assert house.act(ANN, "tcp-1", "1 tops-up 10")["error"]["cites"] == ["R-108"]
    assert not [each for each in house.view("tcp-1", ANN)["you"]["may"] if "tops-up" in each["do"]]


def test_a_write_off_takes_two_shift_managers(house: House) -> None:
    won_by_ann(house)
    won = cash_out(house) - STARTED_WITH
    void(house)
    floor = house.floor
    asked = house.answered(floor.perform(SAM, "off-1", cmd.ProposeWriteOff("Ann", Cents(won)), "gone abroad"))
    assert asked == {"change": 1}
    assert house.balance("owed/Ann") == won
    house.restart()
    floor = house.floor
    assert as_json(house.floor.ask.account("Ann"))["write_offs"][0]["by"] == "sam"
    with pytest.raises(Problem) as alone:
        floor.perform(Who("Sam", Role.SHIFT_MANAGER), "off-2", cmd.ApproveWriteOff("Ann", 1))
    assert alone.value.code is Code.SECOND_PERSON
    with pytest.raises(Problem) as unknown:
        floor.perform(SUE, "off-3", cmd.ApproveWriteOff("Ben", 1))
    assert unknown.value.code is Code.NOT_FOUND
    house.answered(floor.perform(SUE, "off-4", cmd.ApproveWriteOff("Ann", 1)))
    assert (house.balance("owed/Ann"), house.balance("house")) == (0, -won)  # lost for good
    assert house.balance("cage") == -(len(PLAYERS) * STARTED_WITH) + STARTED_WITH + won
    with pytest.raises(Problem) as twice:
        floor.perform(SUE, "off-5", cmd.ApproveWriteOff("Ann", 1))
    assert twice.value.code is Code.REFUSED


def test_a_write_off_of_what_was_paid_meanwhile_is_refused(house: House) -> None:
    won_by_ann(house)
    won = cash_out(house) - STARTED_WITH
    void(house)
    floor = house.floor
    house.answered(floor.perform(SAM, "off-1", cmd.ProposeWriteOff("Ann", Cents(won)), "gone abroad"))
    house.answered(floor.perform(PIA, "pay-1", cmd.PayDebt("Ann", Cents(1)), "cash"))
    assert (
        house.answered(floor.perform(SUE, "off-2", cmd.ApproveWriteOff("Ann", 1)))["error"]["says"]["code"]
        == "owes-less"
    )
