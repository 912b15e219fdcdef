"""Linked tables on a live floor: who is paid when, what two people change, what a suspension does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.floor.live.floor import Floor
from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import ShoeOrder
from croupier.floor.live.state.ports import Ports
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store.base import Batch, Done
from croupier.floor.store.opening import open_store
from croupier.rules.cards import seeded_chance
from tests.as_json import as_json
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, SUE, UNA
from tests.live.linked import GRAND, LinkedHouse
from tests.oracle.balances import check_meter, check_nobody_below_zero, check_sum


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LinkedHouse]:
    house = LinkedHouse(tmp_path / "store")
    yield house
    house.store.close()


def test_the_deal_decides_and_not_the_claim(house: LinkedHouse) -> None:
    house.deals("cs-2", "cs-1")
    house.stays("cs-1")
    (held,) = house.awards()
    assert (held["state"], held["value"], held["amount"]) == ("held", None, None)
    assert house.view("cs-1")["round"]["phase"] == "awarding"
    assert house.view("cs-1")["round"]["waiting"] == [{"box": 1, "for": "jackpot", "award": "held"}]
    refused = house.act(DAN, "cs-1", "next")["error"]
    assert refused["code"] == "refused" and {"R-13", "R-102"} <= {*refused["cites"]}
    house.deals("tcp-1")  # another table plays on, and contributes
    house.stays("cs-2")
    second, first = house.awards()
    assert (first["table"], first["amount"]) == ("cs-1", "50000.00")
    assert (second["table"], second["value"], second["amount"]) == ("cs-2", "125009.00", "125009.00")
    assert first["at"] == second["at"] == "2026-01-01T00:00:00.000Z"
    for name in ("cs-1", "cs-2"):
        assert house.view(name)["round"]["phase"] == "settled"
    assert house.link()["value"] == "50000.00"


def test_a_fold_frees_in_3_card_poker_only(house: LinkedHouse) -> None:
    house.deals("cs-3", "tcp-2", "cs-1")
    house.stays("cs-1")
    house.act(ANN, "tcp-2", "1 fold")
    assert house.awards()[0]["state"] == "held"  # cs-3 is open
    house.act(DAN, "tcp-2", "settle")
    assert house.awards()[0]["state"] == "held"
    house.act(ANN, "cs-3", "1 fold")
    assert house.awards()[0]["state"] == "held"  # there a folded hand can still win
    house.act(DAN, "cs-3", "settle")
    assert house.awards()[0]["state"] == "paid"
    told = house.view("cs-3")["round"]["jackpot"]
    assert told["after"] == house.awards()[0]["value"] != house.link()["value"]  # cs-3 itself took nothing


def test_a_fold_alone_frees_the_claim_of_a_later_deal(house: LinkedHouse) -> None:
    house.deals("tcp-2", "cs-1")
    house.stays("cs-1")
    assert house.awards()[0]["state"] == "held"
    house.act(ANN, "tcp-2", "1 fold")
    assert house.awards()[0]["state"] == "paid"


def test_a_suspended_table_is_paid_when_it_goes_on(house: LinkedHouse) -> None:
    house.deals("cs-2", "cs-1")
    house.stays("cs-1")
    house.act(PIA, "cs-1", "suspend", reason="a spilt drink")
    house.stays("cs-2")
    assert [(award["table"], award["state"]) for award in house.awards()] == [("cs-2", "paid"), ("cs-1", "locked")]
    assert house.balance("award/grand") == 5_000_000
    house.act(PIA, "cs-1", "resume")
    assert [award["state"] for award in house.awards()] == ["paid", "paid"]
    assert house.balance("award/grand") == 0
    assert house.view("cs-1")["round"]["phase"] == "settled"


def test_an_award_above_the_limit_is_verified_and_holds_nobody(house: LinkedHouse) -> None:
    house.changes({"verify-above": "100000"})
    house.deals("cs-2", "cs-1")
    house.stays("cs-2")
    (locked,) = house.awards()
    assert (locked["state"], locked["amount"]) == ("locked", "125006.00")
    assert house.view("cs-2")["round"]["waiting"] == [{"box": 1, "for": "jackpot", "award": "verifying"}]
    assert house.link()["value"] == "50000.00"
    assert house.act(DAN, "cs-2", "next")["error"]["code"] == "refused"
    house.stays("cs-1")
    assert [award["state"] for award in house.awards()] == ["paid", "locked"]
    with pytest.raises(Problem) as forbidden:
        house.floor.perform(DAN, "verify-1", cmd.VerifyAward(1), "seen", at="link/grand")
    assert forbidden.value.code is Code.FORBIDDEN
    with pytest.raises(Problem) as unknown:
        house.floor.perform(PIA, "verify-1", cmd.VerifyAward(3), "seen", at="link/grand")
    assert unknown.value.code is Code.NOT_FOUND
    with pytest.raises(Problem) as why:
        house.floor.perform(PIA, "verify-1", cmd.VerifyAward(1), " ", at="link/grand")
    assert why.value.code is Code.UNREADABLE
    done = house.answered(
        house.floor.perform(PIA, "verify-1", cmd.VerifyAward(1), "cards and machine seen", at="link/grand")
    )
    assert done == {"done": {"id": "verify-1"}}
    assert house.view("cs-2")["round"]["phase"] == "settled"
    assert [award["state"] for award in house.awards()] == ["paid", "paid"]
    again = house.answered(
        house.floor.perform(PIA, "verify-1", cmd.VerifyAward(1), "cards and machine seen", at="link/grand")
    )
    assert again == {"done": {"id": "verify-1", "again": True}}
    twice = house.answered(house.floor.perform(PIA, "verify-2", cmd.VerifyAward(1), "again", at="link/grand"))
    assert twice["error"]["code"] == "refused"


def test_a_fixed_award_leaves_the_meter_alone(house: LinkedHouse) -> None:
    house.floor.perform(
        SAM, "", cmd.StackShoe("cs-3"), at="table/cs-3", given=ShoeOrder("2c As Qd Ah 7c Ad 2h Ac 5d Ts Kh")
    )
    house.deals("cs-3")
    before = house.link()["value"]
    house.stays("cs-3")
    line = house.view("cs-3")["round"]["boxes"]["1"]["bets"]["jackpot"]
    assert line["result"] == "win" and line["paid"] == "2000.00"
    assert house.link()["value"] == before and house.awards() == []


def test_a_partial_award_takes_its_share(house: LinkedHouse) -> None:
    house.deals("cs-4")
    house.stays("cs-4")
    (award,) = house.awards()
    assert (award["share"], award["value"], award["amount"]) == ("1/10", "125003.00", "12500.30")
    assert house.link()["value"] == "112502.70"


# --- Two people -----------------------------------------------------------------------------------------------


def test_a_change_takes_two_shift_managers_and_the_end_of_open_hands(house: LinkedHouse) -> None:
    floor = house.floor
    asked = house.answered(
        floor.perform(SAM, "change-1", proposed({"contribution": "0.50"}), "agreed", at="link/grand")
    )
    assert asked == {"change": 1}
    assert house.answered(
        floor.perform(SAM, "change-1", proposed({"contribution": "0.50"}), "agreed", at="link/grand")
    ) == {
        "change": 1,
        "again": True,
    }
    with pytest.raises(Problem) as reused:
        floor.perform(SAM, "change-1", proposed({"contribution": "0.40"}), "agreed", at="link/grand")
    assert reused.value.code is Code.ID_REUSED
    with pytest.raises(Problem) as same:
        floor.perform(SAM, "approve-1", cmd.ApproveChange(1), at="link/grand")
    assert same.value.code is Code.SECOND_PERSON
    for who in (PIA, DAN, ANN, UNA):
        with pytest.raises(Problem) as forbidden:
            floor.perform(who, "approve-1", cmd.ApproveChange(1), at="link/grand")
        assert forbidden.value.code is Code.FORBIDDEN
    house.deals("cs-3")
    assert house.answered(floor.perform(SUE, "approve-1", cmd.ApproveChange(1), at="link/grand")) == {
        "done": {"id": "approve-1"}
    }
    assert house.link()["parameters"] == 1
    house.bets("tcp-2")
    refused = house.act(DAN, "tcp-2", "close")["error"]
    assert refused["code"] == "refused" and "change 1 of grand takes effect" in refused["why"]
    house.act(ANN, "cs-3", "1 fold")
    house.act(DAN, "cs-3", "settle")
    assert house.link()["parameters"] == 2
    before = house.link()["value"]
    assert house.act(DAN, "tcp-2", "close")["done"]
    assert (before, house.link()["value"]) == ("125003.00", "125005.50")
    assert (
        house.answered(floor.perform(SUE, "approve-2", cmd.ApproveChange(1), at="link/grand"))["error"]["code"]
        == "refused"
    )


def test_a_change_after_a_restart_is_still_there(house: LinkedHouse) -> None:
    floor = house.floor
    house.answered(floor.perform(SAM, "change-1", proposed({"reserve": "0.10"}), "agreed", at="link/grand"))
    house.restart()
    floor = house.floor
    assert house.answered(floor.perform(SAM, "change-1", proposed({"reserve": "0.10"}), "agreed", at="link/grand")) == {
        "change": 1,
        "again": True,
    }
    house.answered(floor.perform(SUE, "approve-1", cmd.ApproveChange(1), at="link/grand"))
    house.deals("cs-3")
    assert house.balance("reserve/grand") == 50


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({}, "one of reset"),
        ({"reset": "1", "limit": "5"}, "one at a time"),
        ({"odds": "1"}, "'odds' is unknown"),
        ({"reset": 50000}, "expected a string"),
        ({"reset": "-1"}, "is not an amount"),
        ({"reset": "off"}, "is not an amount"),
        ({"contribution": "lots"}, "contribution"),
        ({"correction": "0"}, "above or below 0"),
        ({"correction": "--5"}, "is not an amount"),
        ({"correction": -5}, "expected a string"),
        ({"link-table": "No Such"}, "expected a name"),
        ({"transfer-to": 5}, "expected a string"),
    ],
)
def test_a_change_is_read_strictly(house: LinkedHouse, change: dict[str, object], why: str) -> None:
    with pytest.raises(Problem, match=why) as unreadable:
        house.floor.perform(SAM, "change-1", proposed(change), "agreed", at="link/grand")
    assert unreadable.value.code is Code.UNREADABLE
    assert house.answered(house.floor.perform(SAM, "change-1", proposed({"limit": "off"}), "agreed", at="link/grand"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"correction": "-100000"}, "below its reset value"),
        ({"limit": "1"}, "must not be below the reset value"),
        ({"reserve": "0.5"}, "together at most the whole bet"),
        ({"link-table": "cs-1"}, "already linked to grand"),
        ({"link-table": "alone"}, "linked to alone; unlink it there first"),
        ({"link-table": "poker"}, "is a poker table"),
        ({"link-table": "nowhere"}, "there is no table nowhere"),
        ({"link-table": "plain"}, "prescribes no jackpot bet"),
        ({"unlink-table": "alone"}, "is not linked to grand"),
        ({"transfer-to": "grand"}, "cannot be transferred to itself"),
        ({"transfer-to": "nowhere"}, "there is no link nowhere"),
    ],
)
def test_what_cannot_be_changed_is_refused(house: LinkedHouse, change: dict[str, str], why: str) -> None:
    refused = house.answered(house.floor.perform(SAM, "change-1", proposed(change), "agreed", at="link/grand"))
    assert refused["error"]["code"] == "refused" and why in refused["error"]["why"]


def test_a_table_joins_and_leaves_the_link(house: LinkedHouse) -> None:
    house.act(BEN, "free", "1 sits Ben 1000")
    assert house.act(BEN, "free", "1 jackpot 5")["error"]["code"] == "refused"
    house.changes({"link-table": "free"})
    assert "free" in house.link()["tables"]
    assert as_json(house.floor.ask.sign("free"))["sign"]["link"] == "grand"
    house.act(BEN, "free", "1 ante 10")
    assert house.act(BEN, "free", "1 jackpot 5")["done"]
    house.changes({"unlink-table": "free"})
    assert "free" not in house.link()["tables"]
    assert as_json(house.floor.ask.sign("free"))["sign"]["link"] is None
    bets = house.view("free", BEN)["round"]["boxes"]["1"]["bets"]
    assert {*bets} == {"ante"} and house.balance("stack/free/Ben") == 99_000
    assert house.act(BEN, "free", "1 jackpot 5")["error"]["code"] == "refused"
    house.act(DAN, "free", "close")
    house.act(BEN, "free", "1 fold")
    house.act(DAN, "free", "settle")
    assert house.link()["value"] == GRAND
    house.changes({"link-table": "free"})
    house.act(DAN, "free", "next")
    house.act(BEN, "free", "1 ante 10")
    assert house.act(BEN, "free", "1 jackpot 5")["done"]
    house.act(DAN, "free", "close")
    assert house.link()["value"] == "125003.00"


def test_a_table_is_promised_to_one_link_only(house: LinkedHouse) -> None:
    floor = house.floor
    house.deals("cs-3", "alone")
    for link in ("grand", "alone"):
        asked = floor.perform(SAM, f"asks-{link}", proposed({"link-table": "free"}), "agreed", at=f"link/{link}")
        assert house.answered(asked) == {"change": 1}
    assert "done" in house.answered(floor.perform(SUE, "approve-1", cmd.ApproveChange(1), at="link/grand"))
    refused = house.answered(floor.perform(SUE, "approve-2", cmd.ApproveChange(1), at="link/alone"))["error"]
    assert (refused["code"], refused["why"]) == ("refused", "free is about to be linked to grand")
    house.act(ANN, "cs-3", "1 fold")
    house.act(DAN, "cs-3", "settle")
    assert "free" in house.link()["tables"] and "free" not in house.link("alone")["tables"]


def test_a_change_that_nobody_approves_can_be_withdrawn(house: LinkedHouse) -> None:
    floor = house.floor
    for number in range(1, 17):
        asked = floor.perform(SAM, f"asks-{number:04d}", proposed({"transfer-to": "alone"}), "a slip", at="link/grand")
        assert house.answered(asked) == {"change": number}
    assert (
        "16 changes already wait"
        in house.answered(floor.perform(SAM, "more", proposed({"reset": "1"}), "x", at="link/grand"))["error"]["why"]
    )
    with pytest.raises(Problem) as forbidden:
        floor.perform(PIA, "withdraw-1", cmd.WithdrawChange(1), at="link/grand")
    assert forbidden.value.code is Code.FORBIDDEN
    with pytest.raises(Problem) as unknown:
        floor.perform(SAM, "withdraw-1", cmd.WithdrawChange(17), at="link/grand")
    assert unknown.value.code is Code.NOT_FOUND
    assert house.answered(floor.perform(SAM, "withdraw-1", cmd.WithdrawChange(1), at="link/grand")) == {
        "done": {"id": "withdraw-1"}
    }
    assert house.answered(floor.perform(SAM, "withdraw-1", cmd.WithdrawChange(1), at="link/grand"))["done"]["again"]
    assert (
        house.answered(floor.perform(SUE, "approve-1", cmd.ApproveChange(1), at="link/grand"))["error"]["code"]
        == "refused"
    )
    assert house.answered(floor.perform(SUE, "withdraw-2", cmd.WithdrawChange(2), at="link/grand")) == {
        "done": {"id": "withdraw-2"}
    }
    house.restart()
    assert [change.number for change in house.floor.books.links["grand"].changes] == [*range(3, 17)]


def test_a_table_that_has_left_can_still_undo_its_last_round_there(house: LinkedHouse) -> None:
    house.deals("cs-1")
    house.stays("cs-1")
    assert house.link()["value"] == "50000.00"
    house.changes({"unlink-table": "cs-1"})
    assert house.act(SAM, "cs-1", "1 hides")["done"]
    assert (house.awards()[0]["state"], house.link()["value"]) == ("undone", "125003.00")
    house.check()


def test_wherever_a_table_has_gone_since_its_last_round_is_undone_where_it_was_played(house: LinkedHouse) -> None:
    house.deals("cs-1")
    house.stays("cs-1")
    house.changes({"unlink-table": "cs-1"})
    house.changes({"link-table": "cs-1"}, {"unlink-table": "cs-1"}, link="alone")
    assert house.act(SAM, "cs-1", "1 hides")["done"]
    assert (house.awards()[0]["state"], house.link()["value"]) == ("undone", "125003.00")
    assert house.link("alone")["value"] == "1000.00"
    house.check()
    house.changes({"link-table": "cs-1"}, link="alone")
    house.act(DAN, "cs-1", "next")
    house.deals("cs-1")
    assert (house.link()["value"], house.link("alone")["value"]) == ("125003.00", "1002.50")


def test_a_transfer_takes_everything_and_the_tables_along(house: LinkedHouse) -> None:
    house.changes({"transfer-to": "alone"})
    assert (house.link()["state"], house.link()["value"], house.link()["tables"]) == ("closed", "0.00", [])
    alone = house.link("alone")
    assert alone["value"] == "126000.00"
    assert alone["tables"] == ["alone", "cs-1", "cs-2", "cs-3", "cs-4", "tcp-1", "tcp-2"]
    assert as_json(house.floor.ask.sign("cs-1"))["sign"]["link"] == "alone"
    house.deals("cs-1")
    house.stays("cs-1")
    assert house.awards("alone")[0]["amount"] == "126002.50"
    told = as_json(house.floor.ask.reconciliation("alone"))
    assert (told["corrections"], told["difference"]) == ("125000.00", "0.00")
    assert as_json(house.floor.ask.reconciliation("grand"))["difference"] == "0.00"
    refused = house.answered(house.floor.perform(SAM, "change-9", proposed({"reset": "1"}), "agreed", at="link/grand"))
    assert "is closed" in refused["error"]["why"]


# --- Suspension -----------------------------------------------------------------------------------------------


def test_a_suspension_is_reported_at_every_table(house: LinkedHouse) -> None:
    house.deals("cs-1", "tcp-2")
    house.act(ANN, "cs-1", "1 look")
    floor = house.floor
    with pytest.raises(Problem) as close:
        floor.perform(PIA, "suspend-1", cmd.SuspendLink("grand", "close"), "the display is dark", at="link/grand")
    assert close.value.code is Code.FORBIDDEN and "R-101" in close.value.told()["error"]["cites"]
    with pytest.raises(Problem) as unknown:
        floor.perform(PIA, "suspend-1", cmd.SuspendLink("grand", "wait"), "the display is dark", at="link/grand")
    assert unknown.value.code is Code.UNREADABLE
    done = house.answered(
        floor.perform(
            PIA, "suspend-1", cmd.SuspendLink("grand", "without-jackpot"), "the display is dark", at="link/grand"
        )
    )
    assert done == {"done": {"id": "suspend-1"}}
    assert house.link()["state"] == "suspended"
    assert house.view("tcp-2")["round"]["void_cites"][0] == "5.16"  # nobody had seen cards there
    assert house.view("cs-1")["round"]["phase"] == "deciding"
    (incident,) = house.view("cs-1")["round"]["incidents"]
    assert (incident["incident"], incident["ruling"], incident["by"]) == ("jackpot-down", "continue", "pia")
    assert incident["reason"] == "the display is dark"
    assert house.said("cs-1")[-1] == ("pia", "incident jackpot-down policy=without-jackpot")
    house.stays("cs-1")
    assert house.awards()[0]["amount"] == "125003.00"  # registered before the failure, the void taken back
    house.act(DAN, "cs-1", "next")
    assert house.act(ANN, "cs-1", "1 jackpot 5")["error"]["code"] == "refused"
    notices = as_json(house.floor.ask.sign("cs-1"))["sign"]["notices"]
    assert any("5.18.2" in cite for notice in notices for cite in notice["cites"])
    assert (
        house.answered(floor.perform(PIA, "suspend-2", cmd.SuspendLink("grand", "disallow"), "still", at="link/grand"))[
            "error"
        ]["code"]
        == "refused"
    )
    house.answered(floor.perform(PIA, "resume-1", cmd.ResumeLink("grand"), "repaired", at="link/grand"))
    assert house.link()["state"] == "open"
    assert house.said("cs-1")[-1] == ("pia", "incident jackpot-up")
    assert house.act(ANN, "cs-1", "1 ante 50")["done"] and house.act(ANN, "cs-1", "1 jackpot 5")["done"]
    assert (
        house.answered(floor.perform(PIA, "resume-2", cmd.ResumeLink("grand"), "again", at="link/grand"))["error"][
            "code"
        ]
        == "refused"
    )


def test_rounds_that_fall_together_give_back_before_anybody_is_paid(house: LinkedHouse) -> None:
    """Whatever the tables are called: cs-3 held cs-1, and tcp-1 and tcp-2 were dealt after it (R-106)."""
    house.deals("cs-3", "tcp-1", "cs-1", "tcp-2")
    house.stays("cs-1")
    assert (house.awards()[0]["state"], house.link()["value"]) == ("held", "125012.00")
    floor = house.floor
    house.answered(
        floor.perform(
            PIA, "suspend-1", cmd.SuspendLink("grand", "without-jackpot"), "the display is dark", at="link/grand"
        )
    )
    (paid,) = house.awards()
    assert (paid["state"], paid["value"], house.link()["value"]) == ("paid", "125003.00", "50000.00")
    assert as_json(house.floor.ask.reconciliation("grand"))["made_up"] == "50000.00"  # the reset value and nothing else


def test_rounds_that_an_interruption_ends_give_back_before_anybody_is_paid(house: LinkedHouse) -> None:
    house.deals("cs-3", "tcp-1", "cs-1", "tcp-2")
    house.stays("cs-1")
    assert [each.table for each in house.restart()] == ["cs-1", "cs-3", "tcp-1", "tcp-2"]
    (paid,) = house.awards()
    assert (paid["state"], paid["value"], house.link()["value"]) == ("paid", "125003.00", "50000.00")


@pytest.mark.parametrize(
    ("policy", "next_round", "ante", "jackpot"),
    [("close", False, False, False), ("disallow", True, False, False), ("without-jackpot", True, True, False)],
)
def test_each_policy(house: LinkedHouse, policy: str, *, next_round: bool, ante: bool, jackpot: bool) -> None:
    house.deals("cs-3")
    house.act(ANN, "cs-3", "1 look")
    house.act(ANN, "cs-3", "1 fold")
    house.act(DAN, "cs-3", "settle")
    house.answered(house.floor.perform(SAM, "suspend-1", cmd.SuspendLink("grand", policy), "down", at="link/grand"))
    assert ("done" in house.act(DAN, "cs-3", "next")) is next_round
    if next_round:
        assert ("done" in house.act(ANN, "cs-3", "1 ante 50")) is ante
        assert ("done" in house.act(ANN, "cs-3", "1 jackpot 5")) is jackpot
    house.restart()
    assert house.link()["state"] == "suspended"
    house.answered(house.floor.perform(SAM, "resume-1", cmd.ResumeLink("grand"), "up", at="link/grand"))
    house.act(DAN, "cs-3", "next")
    for do in ("1 ante 50", "1 jackpot 5"):
        house.act(ANN, "cs-3", do)
    assert house.act(DAN, "cs-3", "close")["done"]


# --- Everything agrees ----------------------------------------------------------------------------------------


def test_a_table_with_a_jackpot_of_its_own_has_a_link_of_its_name(house: LinkedHouse) -> None:
    assert house.link("alone")["tables"] == ["alone"]
    house.deals("alone")
    house.stays("alone")
    assert house.awards("alone")[0]["amount"] == "1002.50"
    assert house.link("alone")["value"] == "500.00"
    assert house.view("alone")["round"]["jackpot"] == {"link": "alone", "before": "1000.00", "after": "500.00"}


def test_balances_hold_after_an_evening(house: LinkedHouse) -> None:
    house.deals("cs-2", "cs-1", "tcp-1")
    house.stays("cs-1")
    house.stays("tcp-1")
    house.stays("cs-2")
    balances = house.floor.books.shown.balances
    check_sum(balances)
    check_nobody_below_zero(balances)
    check_meter(balances, "grand", house.floor.books.shown.links["grand"].displayed)


def test_a_link_is_compared_with_its_accounts_of_the_same_moment(tmp_path: Path) -> None:
    """The recovery's commits may be durable before anybody is notified; that is no discrepancy."""
    house = LinkedHouse(tmp_path / "store")
    house.deals("tcp-2")
    house.store.close()
    store = open_store(tmp_path / "store")
    told: list[Callable[[], None]] = []
    submit = store.submit

    def at_once(batch: Batch, done: Done) -> None:
        submit(batch, done)
        store.flush()

    store.submit = at_once  # type: ignore[method-assign]  # the writer is as fast as it can be
    floor = Floor(store, Ports(house.clock, seeded_chance("x"), house.ring, told.append), demo=True)
    floor.load()
    assert [each.ruling for each in floor.recover()] == ["void"]
    for run in told:
        run()
    assert as_json(floor.ask.link("grand"))["link"]["state"] == "open"
    assert as_json(floor.ask.link("grand"))["link"]["value"] == GRAND
    store.close()


def test_a_round_that_waits_for_its_award_is_concluded_after_a_crash(house: LinkedHouse) -> None:
    house.deals("cs-2", "cs-1")
    house.stays("cs-1")
    assert house.view("cs-1")["round"]["phase"] == "awarding"
    ruled = {each.table: (each.ruling, each.cites) for each in house.restart()}
    assert ruled == {"cs-1": ("continue", ("5.7.1", "R-6")), "cs-2": ("void", ("5.7.2", "R-6"))}
    (paid,) = house.awards()
    assert (paid["table"], paid["state"]) == ("cs-1", "paid")
    assert house.view("cs-1")["round"]["status"] == "settled"
    house.check()


def test_the_dealer_is_offered_no_close_that_the_link_refuses(house: LinkedHouse) -> None:
    house.deals("cs-1")
    house.changes({"contribution": "0.50"})  # from the next round on, which waits for that of cs-1
    house.bets("tcp-2")
    assert "close" not in [each["do"] for each in house.view("tcp-2", DAN)["you"]["may"]]
    assert house.act(DAN, "tcp-2", "close")["error"]["says"]["code"] == "change-about-to-be"
    house.stays("cs-1")
    assert "close" in [each["do"] for each in house.view("tcp-2", DAN)["you"]["may"]]
    assert "done" in house.act(DAN, "tcp-2", "close")
