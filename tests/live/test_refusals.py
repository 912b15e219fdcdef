"""Which refusals are entries: those that a rule decided, once. Nobody fills the disk with mistakes (contract 21)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import MOST_ALIKE
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store.simulated import SimulatedDisk
from croupier.rules.money import Cents
from tests.floors import house_table
from tests.live.houses import ANN, BEN, DAN, PIA, House

T = "tcp-1"
TABLE = house_table("tcp-1", boxes=5, run_by="dealer")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", TABLE)
    yield house
    house.store.close()


def test_what_nobody_can_pay_is_no_entry(house: House) -> None:
    """As a player did it who had no seat: `sits` with more than the wallet and the longest reason, again and again."""
    before = house.store.count()
    for _ in range(50):
        refused = house.act(ANN, T, "1 sits Ann 9999999", reason="r" * 500)
        assert refused["error"]["says"]["code"] == "not-enough-in-wallet"
    house.act(ANN, T, "1 sits Ann 20")
    assert house.act(ANN, T, "1 ante 50")["error"]["says"]["code"] == "not-enough-chips"
    ticket = house.floor.perform(PIA, "withdraw-1", cmd.Withdraw("Ben", Cents(2_000_000_00)))
    assert house.answered(ticket)["error"]["code"] == "refused"
    assert house.store.count() == before + 1  # Ann sits


def test_a_retry_is_answered_as_before_and_another_act_is_not_taken_for_it(house: House) -> None:
    first = house.act(ANN, T, "1 sits Ann 9999999", id="too-much")
    house.floor.perform(PIA, "deposit-1", cmd.Deposit("Ann", Cents(999_999_900)))
    again = house.act(ANN, T, "1 sits Ann 9999999", id="too-much")
    assert again["error"] == {**first["error"], "again": True}
    with pytest.raises(Problem) as reused:
        house.act(ANN, T, "1 sits Ann 20", id="too-much")
    assert reused.value.code is Code.ID_REUSED
    assert "done" in house.act(ANN, T, "1 sits Ann 9999999", id="enough-now")


def test_the_same_mistake_is_an_entry_once_in_a_round(house: House) -> None:
    house.act(ANN, T, "1 sits Ann 500")
    house.act(BEN, T, "2 sits Ben 500")
    before = house.store.count()
    for number in range(20):
        refused = house.act(ANN, T, "1 fold", id=f"mistake-{number:04}")
        assert refused["error"]["code"] == "refused"
    assert house.store.count() == before + 1
    assert house.act(ANN, T, "1 fold", id="mistake-0000")["error"]["again"]
    assert house.act(ANN, T, "1 fold", id="mistake-0019")["error"]["again"]
    house.act(BEN, T, "2 fold")  # somebody else's
    assert house.store.count() == before + 2
    for do in ("1 ante 50", "2 ante 50"):
        assert "done" in house.act(ANN if do[0] == "1" else BEN, T, do)
    for who, do in ((DAN, "close"), (ANN, "1 fold"), (BEN, "2 fold"), (DAN, "settle"), (DAN, "next")):
        assert "done" in house.act(who, T, do), do
    before = house.store.count()
    house.act(ANN, T, "1 fold")  # in another round it is news again
    assert house.store.count() == before + 1


def test_many_mistakes_of_one_kind_are_not_many_entries(house: House) -> None:
    house.act(ANN, T, "1 sits Ann 500")
    before = house.store.count()
    for amount in range(20, 40):
        assert house.act(BEN, T, f"1 sits Ben {amount}")["error"]["says"]["code"] == "box-taken"
    assert house.store.count() == before + MOST_ALIKE


def test_nobody_is_refused_because_of_what_is_not_durable_yet(tmp_path: Path) -> None:
    disk = SimulatedDisk()
    house = House(tmp_path / "simulated", TABLE, store=lambda _: disk.open())
    house.act(ANN, T, "1 sits Ann 60")
    moment = house.floor.books.decided.tables[T].moment
    bet = house.floor.act(ANN, T, "bet-00001", "1 ante 50", moment)
    too_much = house.floor.act(ANN, T, "bet-00002", "1 ante 5000", moment)
    broke = house.floor.act(ANN, T, "bet-00003", "1 sits Ann 9999999", moment)
    assert not bet.durable and not too_much.durable and not broke.durable
    house.store.flush()
    assert bet.durable and too_much.durable and broke.durable
    assert house.floor.act(ANN, T, "bet-00004", "1 sits Ann 9999999", moment).durable
