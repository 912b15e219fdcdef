"""The jackpot's own requirements that no other test has: parameters, contributions, meters, the sign, the log."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from croupier.base.errors import Refused, Unreadable
from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import work
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.given import ShoeOrder, TableKeys
from croupier.floor.live.state.problems import Problem
from croupier.rules.jackpot import commands as link_cmd
from croupier.rules.jackpot import contributions
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.link import Parameters
from croupier.rules.jackpot.machine import advance
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, SUE, UNA
from tests.live.linked import FLOOR, ROYAL, LinkedHouse


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LinkedHouse]:
    house = LinkedHouse(tmp_path / "store")
    yield house
    house.store.close()


def test_a_link_names_all_its_parameters(house: LinkedHouse) -> None:
    for key in ("meter", "reset", "contribution"):
        missing = re.sub(rf'^{key} = ".*"\n', "", FLOOR, flags=re.MULTILINE)
        with pytest.raises(Unreadable, match=f"{key} is missing"):
            read_floor_file(missing)
    with pytest.raises(Unreadable, match="jackpot-bet is missing"):
        read_floor_file(re.sub(r'^jackpot-bet = ".*"\n', "", FLOOR, flags=re.MULTILINE))
    (opened,) = house.link_events("grand")[:1]
    assert isinstance(opened, ev.LinkOpened)
    assert opened.parameters == Parameters(Cents(5_000_000), 6 * PARTS // 10, limit=Cents(100_000_000))
    assert opened.start == 12_500_000 and opened.tables["cs-1"] == 500
    told = as_json(house.floor.ask.sign("cs-1"))["sign"]["jackpot"]
    assert (told["reset"], told["limit"], told["parameters"]) == ("50000.00", "1000000.00", 1)


def test_a_bet_without_an_ante_and_a_close_said_twice_add_nothing(house: LinkedHouse) -> None:
    house.act(ANN, "cs-3", "1 sits Ann 1000")
    house.act(BEN, "cs-3", "2 sits Ben 1000")
    for who, do in ((ANN, "1 ante 50"), (ANN, "1 jackpot 5"), (BEN, "2 jackpot 5")):
        house.act(who, "cs-3", do)
    house.act(DAN, "cs-3", "close", id="close-0001")
    assert house.link()["value"] == "125003.00"
    assert house.act(DAN, "cs-3", "close", id="close-0001")["done"]["again"]
    house.act(DAN, "cs-3", "close", id="close-0002")
    assert house.link()["value"] == "125003.00"
    house.restart()
    assert house.link()["value"] == "125000.00"  # nobody had looked: void, and what it had added goes out


def test_everything_that_a_meter_counts(house: LinkedHouse) -> None:
    house.changes({"reserve": "0.1001"}, {"contribution": "0.3333"}, {"correction": "12.50"})
    house.deals("cs-1")
    house.stays("cs-1")
    link = house.floor.books.shown.links["grand"]
    assert (link.bets_taken, link.hits, link.paid) == (500, 1, 12_501_416)
    assert (link.displayed, link.carry) == (5_000_000, 65 * PARTS // 100)
    assert (link.reserve.cents, link.meter.corrections) == (50 - 50, 1_250 * PARTS)
    assert link.reserve.parts == PARTS * 5 // 100  # the half dollar has helped to pay the reset


def test_a_split_loses_nothing() -> None:
    chance = Random("splits")
    for _ in range(10_000):
        share, hidden = chance.randrange(PARTS), chance.randrange(PARTS)
        if share + hidden > PARTS:
            share, hidden = PARTS - share, PARTS - hidden
        bet, limit = Cents(chance.randrange(1, 10**6)), Cents(chance.randrange(10**4, 10**7))
        _, link = advance(
            None, link_cmd.OpenLink("a", Cents(10**4), Parameters(Cents(0), share, hidden, limit), {"t": bet})
        )
        (added,) = contributions.contributions(link, {1: bet}).values()
        assert added.meter + added.overflow == bet * share and added.reserve == bet * hidden
        house = bet * PARTS - added.meter - added.overflow - added.reserve
        assert Fraction(house, PARTS) == bet * (1 - Fraction(share + hidden, PARTS))
        assert link.meter.parts + added.meter <= limit * PARTS


_MAY_LOWER = (ev.AwardLocked, ev.MeterCorrected, ev.ContributionsTakenBack, ev.LinkClosed)


def test_a_meter_falls_by_awards_and_by_what_is_documented(house: LinkedHouse) -> None:
    house.deals("tcp-2", "cs-4", "cs-1")
    house.stays("cs-4")
    house.stays("cs-1")
    house.act(SAM, "tcp-2", "incident other ruling=void", reason="a fight")
    house.changes({"correction": "10"}, {"correction": "-5.50"})
    before, fell = 0, 0
    asked: dict[int, ev.ChangeProposed] = {}
    approved: dict[int, ev.ChangeApproved] = {}
    for event, link in house.folded("grand"):
        now = link.meter.parts
        if now < before:
            fell += 1
            assert isinstance(event, _MAY_LOWER), event
        if isinstance(event, ev.ChangeProposed):
            asked[event.number] = event
        if isinstance(event, ev.ChangeApproved):
            approved[event.number] = event
        if isinstance(event, ev.MeterCorrected):
            assert asked[event.number].by.name == "sam" and approved[event.number].by.name == "sue"
            assert asked[event.number].reason and event.after - event.before == event.amount
        before = now
    assert fell == 4


def test_a_void_after_the_jackpot_was_won_elsewhere(house: LinkedHouse) -> None:
    house.deals("cs-1", "tcp-2")
    house.stays("cs-1")
    assert house.link()["value"] == "50000.00"
    house.act(SAM, "tcp-2", "incident other ruling=void", reason="a fight")
    assert house.link()["value"] == "50000.00"  # not below its reset value: the House makes it up
    assert as_json(house.floor.ask.reconciliation("grand"))["made_up"] == "50003.00"
    assert house.balance("stack/tcp-2/Ann") == 100_000
    assert house.awards()[0]["amount"] == "125006.00"
    house.check()


def test_after_a_restart_everything_is_as_it_was(house: LinkedHouse) -> None:
    house.changes({"verify-above": "100000"}, {"reserve": "0.123456789012"})
    house.deals("cs-2", "cs-1", "tcp-2")
    house.stays("cs-1")
    house.stays("cs-2")
    house.act(ANN, "tcp-2", "1 fold")
    house.act(DAN, "tcp-2", "settle")
    before = dict(house.floor.books.shown.links), dict(house.floor.books.shown.balances)
    shown = house.link()
    house.clock.turn(60_000)
    house.restart()
    assert (dict(house.floor.books.shown.links), dict(house.floor.books.shown.balances)) == before
    assert house.link() == shown


def test_what_the_screen_shows_is_what_is_paid(house: LinkedHouse) -> None:
    house.deals("tcp-1", "cs-4", "cs-2")
    for table in ("tcp-1", "cs-4", "cs-2"):
        shown = house.link()
        house.stays(table)
        award = next(each for each in house.awards() if each["table"] == table)
        assert award["value"] == shown["value"]
        part = Fraction(award["share"])
        assert Fraction(award["amount"]) == int(Fraction(shown["value"]) * 100 * part) / Fraction(100)
        box = house.view(table)["round"]["boxes"]["1"]
        assert box["bets"]["jackpot"]["paid"] == award["amount"]
        locked = next(event for event in house.link_events("grand")[::-1] if isinstance(event, ev.AwardLocked))
        assert locked.parameters == shown["parameters"]
        assert house.balance("meter/grand") == int(Fraction(house.link()["value"]) * 100)


def test_every_table_sees_a_change_of_the_meter_with_its_commit(house: LinkedHouse) -> None:
    told: list[tuple[set[str], str]] = []
    house.floor.books.listeners.append(lambda change: told.append((set(change.links), house.link()["value"])))
    house.deals("cs-3")
    assert told[-1] == ({"grand"}, "125003.00")
    house.deals("cs-1")
    house.act(ANN, "cs-3", "1 fold")
    house.act(DAN, "cs-3", "settle")
    house.stays("cs-1")
    assert told[-1] == ({"grand"}, "50000.00")


def test_only_tables_and_boxes_that_the_link_knows(house: LinkedHouse) -> None:
    for table, box in (("free", 1), ("plain", 1), ("nowhere", 1), ("cs-1", 53), ("cs-1", 0)):
        with pytest.raises(Refused):
            work.Work(house.floor.books).move_link("grand", link_cmd.DealHands(table, 1, {box: Cents(500)}), None)
    house.act(BEN, "free", "1 sits Ben 100")
    assert house.act(BEN, "free", "1 jackpot 5")["error"]["code"] == "refused"


def test_an_unreasonable_contribution_adds_nothing(house: LinkedHouse) -> None:
    house.deals("cs-3")
    for table, round_, bets in (
        ("cs-3", 1, {1: 500}),  # the same bets again
        ("cs-3", 2, {1: 500}),  # while its round is open
        ("cs-1", 1, {1: 499}),
        ("cs-1", 1, {1: 500, 2: 10**15}),
        ("cs-1", 0, {1: 500}),
    ):
        with pytest.raises(Refused):
            bet = {box: Cents(amount) for box, amount in bets.items()}
            work.Work(house.floor.books).move_link("grand", link_cmd.DealHands(table, round_, bet), table)
    assert house.link()["value"] == "125003.00"


def test_one_person_changes_nothing_and_nobody_awards_by_hand(house: LinkedHouse) -> None:
    floor = house.floor
    for change in ({"correction": "-12.50"}, {"transfer-to": "alone"}):
        for who in (PIA, DAN, ANN, UNA):
            with pytest.raises(Problem):
                floor.perform(who, "change-0001", proposed(change), "because", at="link/grand")
        number = house.answered(floor.perform(SAM, f"asks-{change}", proposed(change), "because", at="link/grand"))[
            "change"
        ]
        with pytest.raises(Problem):
            floor.perform(SAM, f"approves-{number}", cmd.ApproveChange(number), at="link/grand")
    assert house.link()["value"] == "125000.00" and house.link()["state"] == "open"
    house.deals("cs-1")
    for who in (SAM, SUE, PIA, DAN):
        for do in ("1 award 125003", "pay 1 125003", "1 jackpot-paid 125003"):
            with pytest.raises(Problem):
                house.act(who, "cs-1", do)
    with pytest.raises(Problem):
        floor.perform(SAM, "verify-0001", cmd.VerifyAward(1), "pay it now", at="link/grand")
    assert house.awards() == []


def test_the_award_log(house: LinkedHouse) -> None:
    for round_ in range(27):
        if round_:
            house.act(DAN, "cs-1", "next")
        house.floor.perform(SAM, "", cmd.StackShoe("cs-1"), at="table/cs-1", given=ShoeOrder(ROYAL))
        house.clock.turn(60_000)
        house.deals("cs-1")
        house.stays("cs-1")
    shown = house.awards()
    assert [award["award"] for award in shown] == list(range(27, 2, -1))
    assert [award["round"] for award in shown] == list(range(27, 2, -1))
    assert shown[0]["at"] == "2026-01-01T00:27:00.000Z"
    log = [event for event in house.link_events("grand") if isinstance(event, ev.AwardLocked)]
    assert [event.award for event in log] == list(range(1, 28))
    link = house.floor.books.shown.links["grand"]
    assert sum(event.amount for event in log) == link.paid == link.meter.awards // PARTS
    assert all(event.at and event.value == event.amount and event.cites for event in log)
    dealt = [body for body in house.journal("table/cs-1") if body.opened]
    assert {"As", "Ks", "Qs", "Js", "Ts"} <= {opened.card for opened in dealt[-1].opened}


def test_the_sign_tells_the_rules_of_the_jackpot(house: LinkedHouse) -> None:
    stud, three = (as_json(house.floor.ask.sign(name))["sign"]["jackpot"] for name in ("cs-1", "tcp-1"))
    for told in (stud, three):
        assert told["link"] == "grand" and told["funding"].startswith("0.60 of each jackpot bet")
        assert (told["reset"], told["limit"]) == ("50000.00", "1000000.00")
        assert {"R-13", "R-102"} <= {*told["order"]["cites"]}
        assert any(row["share"] == "1" for row in told["shares"])
    assert "loses" in three["fold"]["text"] and "keeps" in stud["fold"]["text"]
    assert any(row["share"] == "1/10" for row in stud["shares"])
    assert any(row["envy"] for row in three["shares"]) and not any(row["envy"] for row in stud["shares"])


def test_an_award_that_is_locked_and_not_paid_is_listed_to_the_pit(house: LinkedHouse) -> None:
    house.changes({"verify-above": "100000"})
    house.deals("cs-2", "cs-1")
    assert house.floor.ask.unpaid_awards() == []
    house.act(ANN, "cs-1", "1 bet")
    assert house.floor.ask.unpaid_awards() == []
    house.act(DAN, "cs-1", "settle")
    house.act(PIA, "cs-1", "suspend", reason="a spilt drink")
    house.stays("cs-2")
    listed = as_json(house.floor.pit.view(PIA.role))["pit"]["unclaimed"]
    assert [(each["table"], each["amount"], each["why"]) for each in listed] == [
        ("cs-1", "50000.00", "an award of 50000.00 is locked and not paid"),
        ("cs-2", "125006.00", "an award of 125006.00 is to be verified"),
    ]
    house.act(PIA, "cs-1", "resume")
    house.answered(house.floor.perform(PIA, "verify-0001", cmd.VerifyAward(2), "seen", at="link/grand"))
    assert house.floor.ask.unpaid_awards() == []
    links = house.floor.books.shown.links
    links["grand"] = replace(links["grand"], awards={})
    assert {str(each.why).partition("and ")[2] for each in house.floor.ask.unpaid_awards()} == {
        "grand has locked no such award"
    }


def test_a_hand_that_is_not_shown_wins_nothing(house: LinkedHouse) -> None:
    house.deals("tcp-1")
    for do in ("1 look", "1 play", "1 hides"):
        assert "done" in house.act(ANN, "tcp-1", do)
    assert "done" in house.act(DAN, "tcp-1", "settle")
    assert house.awards() == [] and house.floor.ask.unpaid_awards() == []
    assert house.view("tcp-1")["round"]["boxes"]["1"]["hand"].startswith("??")


def test_envy_is_the_house_s_and_goes_to_other_players_only(house: LinkedHouse) -> None:
    house.floor.perform(
        SAM, "", cmd.StackShoe("tcp-1"), at="table/tcp-1", given=ShoeOrder("2c As 3h 4h 9c Ks 5h 7h 8d Qs 9h Tc 2d")
    )
    for who, box in ((ANN, 1), (BEN, 2), (ANN, 3)):
        house.act(who, "tcp-1", f"{box} sits {who.name} 1000")
        for do in ("ante 50", "jackpot 5"):
            assert "done" in house.act(who, "tcp-1", f"{box} {do}")
    house.act(DAN, "tcp-1", "close")
    for who, box in ((ANN, 1), (BEN, 2), (ANN, 3)):
        assert "done" in house.act(who, "tcp-1", f"{box} play")
    house.act(DAN, "tcp-1", "settle")
    boxes = house.view("tcp-1")["round"]["boxes"]
    envy = {box: [each["paid"] for each in told["awards"] if each["award"] == "envy"] for box, told in boxes.items()}
    assert boxes["1"]["bets"]["jackpot"]["paid"] == "125009.00"
    assert envy == {"1": [], "2": ["250.00"], "3": []}
    assert house.link()["value"] == "50000.00"


def test_a_link_that_goes_leaves_nothing_to_the_house(house: LinkedHouse) -> None:
    assert house.balance("meter/grand") == 12_500_000
    before = house.balance("house")
    house.changes({"unlink-table": "cs-1"}, {"unlink-table": "tcp-2"})
    assert house.link()["value"] == "125000.00"
    house.changes({"transfer-to": "alone"})
    assert (house.balance("meter/grand"), house.balance("meter/alone")) == (0, 12_600_000)
    assert house.balance("house") == before


def test_a_changed_sign_reaches_the_prescribed_bet(house: LinkedHouse) -> None:
    house.deals("cs-3")
    done = house.floor.perform(
        PIA, "sign-0001", cmd.ChangeSign("cs-3"), at="table/cs-3", given=TableKeys({"jackpot-bet": "10"})
    )
    assert "done" in house.answered(done)
    house.act(ANN, "cs-3", "1 fold")
    house.act(DAN, "cs-3", "settle")
    assert house.floor.books.shown.links["grand"].tables["cs-3"] == 500
    house.act(DAN, "cs-3", "next")
    assert house.floor.books.shown.links["grand"].tables["cs-3"] == 1_000
    for do in ("1 ante 50", "1 jackpot 10"):
        assert house.act(ANN, "cs-3", do)["done"]
    assert house.act(DAN, "cs-3", "close")["done"]
    assert house.link()["value"] == "125009.00"
