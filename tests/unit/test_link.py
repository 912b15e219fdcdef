"""One meter over many tables: order, sums, undoing, limits, and who may change what."""

import re
import typing
from functools import reduce
from itertools import permutations

import msgspec
import pytest

from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation, printed
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.games.house import commands as house_commands
from croupier.rules.games.house import events as house_events
from croupier.rules.games.poker import commands as poker_commands
from croupier.rules.games.poker import events as poker_events
from croupier.rules.jackpot import commands as cmd
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.changes import MOST_CHANGES
from croupier.rules.jackpot.evolve import evolve
from croupier.rules.jackpot.link import (
    Change,
    Correct,
    Link,
    LinkTable,
    Parameter,
    Parameters,
    SetParameter,
    TransferTo,
    UnlinkTable,
)
from croupier.rules.jackpot.machine import advance, decide
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.jackpot.reconciliation import reconciliation
from croupier.rules.money import Cents

BET = Cents(5_00)
SAM, SUE = Actor(Rank.SHIFT_MANAGER, "sam"), Actor(Rank.SHIFT_MANAGER, "sue")
PIA, DAN = Actor(Rank.PIT_SUPERVISOR, "pia"), Actor(Rank.DEALER, "dan")
PARAGRAPH = Citation("5.7.2")


def a_link(
    start: int = 125_000_00,
    *,
    reset: int = 50_000_00,
    contribution: int = 60 * PARTS // 100,
    reserve: int = 0,
    limit: int | None = None,
    verify_above: int | None = None,
) -> Link:
    given = Parameters(
        Cents(reset),
        contribution,
        reserve,
        None if limit is None else Cents(limit),
        None if verify_above is None else Cents(verify_above),
    )
    return advance(None, cmd.OpenLink("grand", Cents(start), given, {"a": BET, "b": BET, "c": BET}))[1]


def after(link: Link, *commands: cmd.LinkCommand) -> Link:
    return reduce(lambda state, command: advance(state, command)[1], commands, link)


def deal(table: str, *boxes: int, round_: int = 1, complete: bool = True) -> cmd.DealHands:
    return cmd.DealHands(table, round_, dict.fromkeys(boxes or (1,), BET), complete)


def settle(table: str, *claims: cmd.Claim, round_: int = 1) -> cmd.ResolveHands:
    return cmd.ResolveHands(table, round_, claims)


def claim(box: int = 1, *, one_in: int = 1, at_least: int = 0) -> cmd.Claim:
    return cmd.Claim(box, 1, one_in, Cents(at_least))


def pay(table: str, award: int) -> cmd.PayAward:
    return cmd.PayAward(award, table)


def changed(link: Link, change: Change) -> Link:
    number = link.changes_counted + 1
    return after(link, cmd.ProposeChange(change, SAM, "agreed"), cmd.ApproveChange(number, SUE))


def refusal(link: Link | None, command: cmd.LinkCommand) -> tuple[str, list[str]]:
    with pytest.raises(Refused) as refused:
        decide(link, command)
    return refused.value.why, printed(refused.value.cites)


def awards(link: Link) -> list[tuple[str, str, int | None, int | None]]:
    return [(award.table, award.state, award.value, award.amount) for award in link.awards.values()]


# --- Contributions --------------------------------------------------------------------------------------------


def test_each_accepted_bet_contributes_once() -> None:
    link = after(a_link(), deal("a", 1, 3), deal("b", 2))
    assert link.displayed == 125_009_00
    assert link.bets_taken == 15_00
    assert [deal.number for deal in link.deals.values()] == [1, 2]


@pytest.mark.parametrize(
    ("command", "why", "cites"),
    [
        (deal("a"), "were already counted", ["R-11"]),
        (deal("a", 2), "were already counted", ["R-11"]),
        (deal("a", round_=2), "round 1 of a is still open", ["R-11"]),
        (deal("z"), "z is not linked to grand", []),
        (cmd.DealHands("b", 1, {1: Cents(4_99)}), "it must be 5.00", ["R-47"]),
        (cmd.DealHands("b", 1, {1: BET, 2: Cents(10_00)}), "box 2 is 10.00", ["R-47"]),
        (cmd.DealHands("b", 1, {}), "name from 1 to 52 boxes", []),
        (cmd.DealHands("b", 1, {0: BET}), "there is no box 0", []),
        (cmd.DealHands("b", 0, {1: BET}), "round numbers start at 1", []),
        (cmd.DealHands("z", 1, {1: BET}, cites=(PARAGRAPH,)), "z is not linked", ["5.7.2"]),
    ],
)
def test_an_unreasonable_contribution_is_refused_as_a_whole(command: cmd.DealHands, why: str, cites: list[str]) -> None:
    link = after(a_link(), deal("a"))
    told, cited = refusal(link, command)
    assert why in told
    assert cited == cites


def test_parts_of_a_cent_are_carried() -> None:
    link = a_link(contribution=5 * PARTS // 10_000)  # a quarter of a cent on every bet
    for round_ in range(1, 5):
        assert (link.displayed, link.carry) == (125_000_00, (round_ - 1) * PARTS // 4)
        link = after(link, deal("a", round_=round_), settle("a", round_=round_))
    assert (link.displayed, link.carry) == (125_000_01, 0)


def test_the_hidden_share_is_kept_apart() -> None:
    link = after(a_link(reserve=PARTS // 10), deal("a", 1, 2))
    assert (link.displayed, link.reserve.cents) == (125_006_00, 1_00)


@pytest.mark.parametrize(
    ("start", "displayed", "overflow"),
    [(99_996_99, 99_999_99, 0), (99_997_00, 100_000_00, 0), (99_997_01, 100_000_00, 1), (100_000_00, 100_000_00, 300)],
)
def test_above_the_limit_contributions_are_overflow(start: int, displayed: int, overflow: int) -> None:
    link = after(a_link(start, limit=100_000_00), deal("a"))
    assert (link.displayed, link.overflow.cents) == (displayed, overflow)
    assert link.at_limit == (displayed == 100_000_00)
    back = after(link, cmd.VoidHands("a", 1))
    assert (back.displayed, back.overflow.parts) == (start, 0)


def test_overflow_then_reserve_then_the_house_fund_the_next_reset() -> None:
    link = a_link(100_000_00, limit=100_000_00, reserve=PARTS // 10)
    link = after(link, deal("a", 1, 2), settle("a", claim(1)))  # overflow 6.00, reserve 1.00
    (award,) = link.awards.values()
    assert (award.amount, award.from_meter, award.from_overflow, award.from_reserve) == (
        100_000_00,
        50_000_00,
        6_00,
        1_00,
    )
    told = reconciliation(link)
    assert told.made_up_by_house == (50_000_00 - 7_00) * PARTS
    assert (link.displayed, link.overflow.parts, link.reserve.parts) == (50_000_00, 0, 0)
    undone = after(link, cmd.ReopenHands("a", 1))
    assert (undone.displayed, undone.overflow.cents, undone.reserve.cents) == (100_000_00, 6_00, 1_00)
    assert reconciliation(undone).made_up_by_house == 0


# --- The order of payment (R-13, R-102) -----------------------------------------------------------------------


def test_a_later_deal_waits_for_an_earlier_one_that_is_open() -> None:
    link = after(a_link(), deal("a"), deal("b"), settle("b", claim()))
    assert awards(link) == [("b", "held", None, None)]
    assert link.displayed == 125_006_00
    events, link = advance(link, settle("a"))
    assert [type(event) for event in events] == [ev.HandsResolved, ev.AwardLocked]
    assert awards(link) == [("b", "locked", 125_006_00, 125_006_00)]
    assert link.displayed == 50_000_00


def test_the_earlier_deal_wins_first_though_it_claims_last() -> None:
    link = after(a_link(), deal("a"), deal("b"), settle("b", claim()), settle("a", claim()))
    assert sorted(awards(link)) == [
        ("a", "locked", 125_006_00, 125_006_00),
        ("b", "locked", 50_000_00, 50_000_00),
    ]


def test_a_deal_after_it_holds_nobody() -> None:
    link = after(a_link(), deal("a"), deal("b"), settle("a", claim()))
    assert awards(link) == [("a", "locked", 125_006_00, 125_006_00)]


def test_one_table_is_paid_clockwise_however_it_names_its_claims() -> None:
    link = after(a_link(), deal("a", 2, 5), settle("a", claim(5), claim(2)))
    assert [(award.box, award.amount) for award in link.awards.values()] == [(2, 125_006_00), (5, 50_000_00)]


def test_the_time_of_the_deal_is_when_the_last_hand_is_complete() -> None:
    link = after(a_link(), deal("a", complete=False), deal("b"), cmd.CompleteDeal("a", 1))
    assert (link.deals["a"].number, link.deals["b"].number) == (2, 1)
    assert awards(after(link, settle("b", claim())))[0][1] == "locked"
    assert awards(after(link, settle("a", claim())))[0][1] == "held"
    assert refusal(link, cmd.CompleteDeal("a", 1))[1] == ["R-13", "R-102"]
    unfinished = after(a_link(), deal("a", complete=False))
    assert refusal(unfinished, settle("a", claim()))[1] == ["R-13"]


def test_a_hand_that_can_win_nothing_any_more_holds_nobody() -> None:
    link = after(a_link(), deal("a", 1, 2), deal("b"), settle("b", claim()), cmd.NarrowHands("a", 1, (1,)))
    assert awards(link)[0][1] == "held"
    assert awards(after(link, cmd.NarrowHands("a", 1, (2,))))[0][1] == "locked"
    assert awards(after(link, cmd.TakeBack("a", 1, (2,)))) == [("b", "locked", 125_006_00, 125_006_00)]
    assert awards(after(link, cmd.VoidHands("a", 1))) == [("b", "locked", 125_003_00, 125_003_00)]


def test_an_award_that_waits_for_verification_holds_nobody() -> None:
    link = a_link(verify_above=10_000_00)
    link = after(link, deal("a"), deal("b"), settle("a", claim()), settle("b", claim(one_in=10)))
    assert [state for _, state, _, _ in awards(link)] == ["locked", "locked"]
    assert [award.verify for award in link.awards.values()] == [True, False]


@pytest.mark.parametrize("order", list(permutations((1, 4, 10, 20))))
def test_shares_of_every_size_follow_each_other_exactly(order: tuple[int, ...]) -> None:
    claims = [claim(box, one_in=one_in) for box, one_in in enumerate(order, 1)]
    link = after(a_link(100_000_07, contribution=0), deal("a", 1, 2, 3, 4), settle("a", *claims))
    shown, paid = 100_000_07, 0
    for award, one_in in zip(link.awards.values(), order, strict=True):
        assert (award.value, award.amount) == (shown, shown // one_in)
        paid += shown // one_in
        shown = 50_000_00 if one_in == 1 else max(50_000_00, shown - shown // one_in)
    assert link.displayed == shown
    assert link.locked == paid
    told = reconciliation(link)
    assert told.sound
    assert told.meter.awards == paid * PARTS


def test_the_fixed_award_goes_first_where_it_is_worth_as_much() -> None:
    link = after(a_link(50_000_00, contribution=0), deal("a"), deal("b"))
    (_, event) = decide(link, settle("a", claim(one_in=10, at_least=5_000_00)))
    assert isinstance(event, ev.FixedPreferred)
    assert (event.value, event.share_worth, printed(event.cites)) == (50_000_00, 5_000_00, ["R-12", "R-59"])
    (_, event) = decide(link, settle("a", claim(one_in=10, at_least=5_000_01)))
    assert isinstance(event, ev.FixedPreferred)
    assert printed(event.cites) == ["R-12"]
    (_, event) = decide(link, settle("a", claim(one_in=10, at_least=4_999_99)))
    assert isinstance(event, ev.AwardLocked)


@pytest.mark.parametrize(
    ("claims", "cites"),
    [
        ((claim(1), claim(1, one_in=4)), ["R-12"]),
        ((claim(3),), ["R-12", "R-13"]),
        ((cmd.Claim(1, 2, 1),), ["R-11"]),
        ((cmd.Claim(1, 0, 1),), ["R-11"]),
        ((cmd.Claim(1, 1, 0),), ["R-11"]),
        ((claim(1, at_least=-1),), ["R-11"]),
    ],
)
def test_only_a_bet_of_the_deal_claims_and_only_one_share(claims: tuple[cmd.Claim, ...], cites: list[str]) -> None:
    link = after(a_link(), deal("a", 1, 2), cmd.NarrowHands("a", 1, (2,)))
    assert refusal(link, settle("a", *claims))[1] == cites


def test_a_hand_that_holds_up_nobody_may_still_claim_what_the_board_wins() -> None:
    """R-116: the award of the other table is answered first, though its hand was dealt later."""
    link = after(a_link(), deal("a", 1, 2), deal("b"), cmd.NarrowHands("a", 1, (1, 2)), settle("b", claim()))
    assert [award.state for award in link.awards.values()] == ["locked"]
    link = after(link, settle("a", claim(2)))
    assert [award.table for award in link.awards.values() if award.amount] == ["b", "a"]


# --- Paying ---------------------------------------------------------------------------------------------------


def test_an_award_is_paid_once_by_its_own_table() -> None:
    link = after(a_link(), deal("a"), deal("b"), settle("a", claim()))
    assert "was won at a, not at b" in refusal(link, pay("b", 1))[0]
    assert "a is not paid yet" in refusal(link, deal("a", round_=2))[0]
    paid = after(link, pay("a", 1))
    assert (paid.paid, paid.locked, paid.hits) == (125_006_00, 0, 1)
    assert refusal(paid, pay("a", 1)) == ("award 1 is paid; an award is paid once", ["R-12"])
    assert after(paid, deal("a", round_=2)).displayed == 50_003_00


def test_a_held_award_is_not_paid() -> None:
    link = after(a_link(), deal("a"), deal("b"), settle("b", claim()))
    assert refusal(link, pay("b", 1))[1] == ["R-13"]
    assert refusal(link, deal("b", round_=2))[1] == ["R-13"]


def test_a_large_award_is_verified_first() -> None:
    link = after(a_link(verify_above=125_002_99), deal("a"), settle("a", claim()))
    assert "must be verified first" in refusal(link, pay("a", 1))[0]
    assert "a Dealer cannot" in refusal(link, cmd.VerifyAward(1, DAN, "seen"))[0]
    assert "give a reason" in refusal(link, cmd.VerifyAward(1, PIA, " "))[0]
    verified = after(link, cmd.VerifyAward(1, PIA, "seen"))
    assert "does not wait for verification" in refusal(verified, cmd.VerifyAward(1, PIA, "seen"))[0]
    assert awards(after(verified, pay("a", 1)))[0][1] == "paid"
    assert "has no open award 9" in refusal(link, pay("a", 9))[0]
    small = after(a_link(verify_above=125_003_00), deal("a"), settle("a", claim()))
    assert awards(after(small, pay("a", 1)))[0][1] == "paid"


# --- Undoing (R-5, R-7, R-44, R-54) ---------------------------------------------------------------------------


def test_a_settlement_undone_leaves_no_trace() -> None:
    before = after(a_link(reserve=PARTS // 10), deal("a", 1, 2))
    link = after(before, settle("a", claim(1), claim(2, one_in=4)), pay("a", 1), cmd.ReopenHands("a", 1))
    assert (link.meter.parts, link.reserve, link.deals, link.paid) == (
        before.meter.parts,
        before.reserve,
        before.deals,
        0,
    )
    assert [state for _, state, _, _ in awards(link)] == ["undone", "undone"]
    assert refusal(link, pay("a", 2))[1] == ["R-12"]
    again = after(link, settle("a", claim(2)))
    assert awards(again)[2] == ("a", "locked", 125_006_00, 125_006_00)


def test_a_reopened_hand_keeps_its_place_in_the_order() -> None:
    link = after(a_link(), deal("a"), settle("a"), deal("b"), cmd.ReopenHands("a", 1), settle("b", claim()))
    assert link.deals["a"].number == 1
    assert awards(link)[0][1] == "held"
    assert sorted(awards(after(link, settle("a", claim()))))[0] == ("a", "locked", 125_006_00, 125_006_00)


def test_who_was_paid_elsewhere_keeps_it() -> None:
    link = after(a_link(), deal("a"), deal("b"), settle("a", claim()), settle("b", claim()))
    assert link.displayed == 50_000_00
    undone = after(link, cmd.ReopenHands("a", 1))
    assert awards(undone) == [("a", "undone", 125_006_00, 125_006_00), ("b", "locked", 50_000_00, 50_000_00)]
    assert undone.displayed == 125_006_00
    assert reconciliation(undone).made_up_by_house == 50_000_00 * PARTS


def test_a_void_takes_out_what_the_round_put_in() -> None:
    link = after(a_link(reserve=PARTS // 10), deal("a", 1, 2), deal("b"))
    events, voided = advance(link, cmd.VoidHands("a", 1, (PARAGRAPH,)))
    assert (voided.displayed, voided.reserve.cents) == (125_003_00, 50)
    for event in events:
        assert isinstance(event, ev.ContributionsTakenBack | ev.HandsVoided)
        assert printed(event.cites) == ["5.7.2", "R-7"]
    assert refusal(voided, cmd.VoidHands("a", 1))[1] == ["R-7"]
    assert refusal(voided, settle("a"))[1] == ["R-5"]


def test_a_void_after_the_meter_was_paid_out_never_breaks_the_reset_value() -> None:
    link = after(a_link(), deal("a"), deal("b"), settle("a", claim()), pay("a", 1))
    (taken, _) = decide(link, cmd.VoidHands("b", 1))
    assert isinstance(taken, ev.ContributionsTakenBack)
    assert (taken.from_meter, taken.from_house, printed(taken.cites)) == (0, 3_00 * PARTS, ["R-7", "R-44"])
    voided = after(link, cmd.VoidHands("b", 1))
    assert (voided.displayed, voided.paid) == (50_000_00, 125_006_00)
    told = reconciliation(voided)
    assert (told.meter.difference, told.made_up_by_house) == (0, (50_000_00 + 3_00) * PARTS)


def test_a_meter_that_began_below_its_reset_value_goes_back_to_where_it_began() -> None:
    before = a_link(40_000_00)
    link = after(before, deal("a"))
    assert after(link, cmd.VoidHands("a", 1)).displayed == 40_000_00
    won = after(link, settle("a", claim()))
    assert (won.displayed, won.floor) == (50_000_00, 50_000_00)
    undone = after(won, cmd.ReopenHands("a", 1))
    assert (undone.meter.parts, undone.floor) == (link.meter.parts, 40_000_00)
    assert after(undone, cmd.VoidHands("a", 1)).displayed == 40_000_00
    with_another = after(link, deal("b"), settle("a", claim()), settle("b", claim()), cmd.ReopenHands("a", 1))
    assert with_another.displayed == 50_000_00  # b was paid from the meter that a had brought up
    assert reconciliation(with_another).sound


def test_a_box_taken_out_takes_its_own_back_once() -> None:
    link = after(a_link(), deal("a", 1, 2), cmd.NarrowHands("a", 1, (1,)))
    (event,) = decide(link, cmd.TakeBack("a", 1, (1,), (PARAGRAPH,)))
    assert isinstance(event, ev.ContributionsTakenBack)
    assert printed(event.cites) == ["5.7.2", "R-54"]
    link = after(link, cmd.TakeBack("a", 1, (1,)))
    assert link.displayed == 125_003_00
    assert refusal(link, cmd.TakeBack("a", 1, (1,)))[1] == ["R-54"]
    assert refusal(link, cmd.TakeBack("a", 1, (2, 2)))[1] == ["R-54"]
    assert refusal(link, cmd.NarrowHands("a", 1, (1,)))[1] == ["R-13"]
    assert after(link, cmd.VoidHands("a", 1)).displayed == 125_000_00


def test_what_is_past_cannot_be_undone() -> None:
    link = after(a_link(), deal("a"), settle("a"), deal("a", round_=2))
    assert refusal(link, cmd.ReopenHands("a", 1))[1] == ["R-5"]
    assert refusal(link, cmd.VoidHands("a", 1))[1] == ["R-5"]
    assert refusal(link, cmd.ReopenHands("a", 2))[1] == ["R-5"]
    assert refusal(link, cmd.ReopenHands("b", 1)) == ("grand has no jackpot bet from b", [])


def test_an_undone_award_above_the_limit_is_overflow() -> None:
    link = after(a_link(99_997_00, limit=100_000_00), deal("a"), settle("a", claim()))
    for round_ in range(1, 4):
        link = after(link, deal("b", round_=round_), settle("b", round_=round_))
    assert link.displayed == 50_009_00
    undone = after(link, cmd.ReopenHands("a", 1))
    assert (undone.displayed, undone.overflow.cents) == (100_000_00, 9_00)


# --- The system is down (R-15) --------------------------------------------------------------------------------


def test_while_suspended_no_bet_is_taken_and_closed_bets_are_paid_from_what_is_registered() -> None:
    link = after(a_link(), deal("a"), deal("b"))
    (event,) = decide(link, cmd.SuspendLink(None, "a difference in the books"))
    assert isinstance(event, ev.LinkSuspended)
    assert event.registered == 125_006_00
    link = after(link, cmd.SuspendLink(PIA, "no power"))
    assert refusal(link, deal("c"))[1] == ["R-15"]
    assert "already suspended" in refusal(link, cmd.SuspendLink(PIA, "again"))[0]
    link = after(link, settle("a", claim()), pay("a", 1))
    assert awards(link) == [("a", "paid", 125_006_00, 125_006_00)]
    assert "a Dealer cannot" in refusal(link, cmd.ResumeLink(DAN, "works"))[0]
    link = after(link, cmd.ResumeLink(PIA, "works"), deal("c"))
    assert link.displayed == 50_003_00
    assert "is not suspended" in refusal(link, cmd.ResumeLink(PIA, "works"))[0]
    assert "a Dealer cannot" in refusal(link, cmd.SuspendLink(DAN, "tired"))[0]


# --- Changes --------------------------------------------------------------------------------------------------

HALF = SetParameter(Parameter.CONTRIBUTION, PARTS // 2)


def test_a_change_takes_two_shift_managers() -> None:
    link = a_link()
    assert "a Pit Supervisor cannot" in refusal(link, cmd.ProposeChange(HALF, PIA, "less"))[0]
    assert "give a reason" in refusal(link, cmd.ProposeChange(HALF, SAM, ""))[0]
    link = after(link, cmd.ProposeChange(HALF, SAM, "less"))
    assert "another person" in refusal(link, cmd.ApproveChange(1, SAM))[0]
    assert "another person" in refusal(link, cmd.ApproveChange(1, Actor(Rank.SHIFT_MANAGER, "SAM")))[0]
    assert "a Pit Supervisor cannot" in refusal(link, cmd.ApproveChange(1, PIA))[0]
    assert "no change 2" in refusal(link, cmd.ApproveChange(2, SUE))[0]
    assert link.parameters.number == 1
    link = after(link, cmd.ApproveChange(1, SUE), deal("a"))
    assert (link.parameters.number, link.displayed) == (2, 125_002_50)


def test_a_change_waits_for_open_hands_and_bets_wait_for_the_change() -> None:
    link = after(a_link(), deal("a", 1, 2), cmd.ProposeChange(HALF, SAM, "less"), deal("b"), cmd.ApproveChange(1, SUE))
    assert link.parameters.number == 1
    assert "change 1 of grand takes effect when" in refusal(link, deal("c"))[0]
    assert "is already approved" in refusal(link, cmd.ApproveChange(1, SUE))[0]
    assert "is already approved" in refusal(link, cmd.WithdrawChange(1, SAM))[0]
    link = after(link, settle("b", claim()), cmd.NarrowHands("a", 1, (1,)))
    assert link.parameters.number == 1
    events, link = advance(link, settle("a", claim(2)))
    assert [type(event) for event in events[-3:]] == [ev.AwardLocked, ev.AwardLocked, ev.ParametersChanged]
    assert {award.parameters for award in link.awards.values()} == {1}
    assert events[-1] == ev.ParametersChanged(1, Parameter.CONTRIBUTION, 60 * PARTS // 100, PARTS // 2)
    undone = after(link, cmd.ReopenHands("b", 1), cmd.VoidHands("b", 1))
    assert reconciliation(undone).meter.taken_back == 3_00 * PARTS  # what it had put in, not what it would today


def test_every_kind_of_change() -> None:
    link = changed(a_link(), SetParameter(Parameter.RESET, 60_000_00))
    link = changed(link, SetParameter(Parameter.LIMIT, 130_000_00))
    link = changed(link, SetParameter(Parameter.RESERVE, PARTS // 100))
    link = changed(link, SetParameter(Parameter.VERIFY_ABOVE, 1_000_00))
    assert link.parameters == Parameters(
        Cents(60_000_00), 60 * PARTS // 100, PARTS // 100, Cents(130_000_00), Cents(1_000_00), 5
    )
    link = changed(link, SetParameter(Parameter.LIMIT, None))
    assert link.parameters.limit is None
    link = changed(link, Correct(-12_50))
    assert (link.displayed, reconciliation(link).meter.corrections) == (124_987_50, -12_50 * PARTS)
    link = changed(link, LinkTable("d", Cents(10_00)))
    link = changed(link, UnlinkTable("a"))
    assert link.tables == {"b": BET, "c": BET, "d": 10_00}
    assert link.parameters.number == 9


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (SetParameter(Parameter.RESET, None), "reset must have a value"),
        (SetParameter(Parameter.RESET, -1), "the reset value must be from 0"),
        (SetParameter(Parameter.RESET, 10**15), "the reset value must be from 0 to 9999999999999.99"),
        (SetParameter(Parameter.CONTRIBUTION, PARTS + 1), "together at most the whole bet"),
        (SetParameter(Parameter.RESERVE, PARTS // 2), "together at most the whole bet"),
        (SetParameter(Parameter.LIMIT, 49_999_99), "must not be below the reset value 50000.00"),
        (SetParameter(Parameter.VERIFY_ABOVE, -1), "must be from 0"),
        (Correct(0), "an amount up or down"),
        (Correct(-75_000_01), "below its reset value 50000.00"),
        (Correct(10**16), "an amount up or down"),
        (LinkTable("Upper", BET), "is not a valid name"),
        (LinkTable("d", Cents(0)), "must be more than 0"),
        (UnlinkTable("z"), "z is not linked to grand"),
        (TransferTo("grand"), "cannot be transferred to itself"),
        (TransferTo("no name"), "is not a valid name"),
    ],
)
def test_an_impossible_change_is_refused(change: Change, why: str) -> None:
    assert why in refusal(a_link(), cmd.ProposeChange(change, SAM, "why not"))[0]


def test_a_change_that_has_become_impossible_lapses() -> None:
    link = after(a_link(), cmd.ProposeChange(Correct(-1), SAM, "a cent"), deal("a"), cmd.ApproveChange(1, SUE))
    events, link = advance(link, settle("a", claim()))
    assert events[-1] == ev.ChangeLapsed(1, says("correction-below-reset", amount="49999.99", reset="50000.00"))
    assert (link.parameters.number, link.changes) == (1, ())
    assert after(link, pay("a", 1), deal("a", round_=2)).displayed == 50_003_00


def test_the_number_of_waiting_changes_is_limited() -> None:
    link = after(a_link(), *[cmd.ProposeChange(HALF, SAM, "less")] * MOST_CHANGES)
    assert "16 changes already wait" in refusal(link, cmd.ProposeChange(HALF, SAM, "less"))[0]
    link = after(link, cmd.WithdrawChange(16, SUE), cmd.ProposeChange(HALF, SAM, "less"))
    assert link.changes[-1].number == 17


def test_an_unlinked_table_can_still_undo_its_last_round() -> None:
    link = changed(after(a_link(), deal("a"), settle("a", claim()), pay("a", 1)), UnlinkTable("a"))
    assert after(link, cmd.VoidHands("a", 1)).displayed == 125_000_00
    assert "a is not linked" in refusal(link, deal("a", round_=2))[0]


def test_a_transfer_moves_everything_and_closes_the_link() -> None:
    link = after(a_link(limit=125_001_00, reserve=PARTS // 10), deal("a"), settle("a"))
    link = after(link, cmd.ProposeChange(TransferTo("other"), SAM, "moves"))
    (_, event) = decide(link, cmd.ApproveChange(1, SUE))
    assert isinstance(event, ev.LinkClosed)
    assert (event.meter, event.overflow, event.reserve) == (125_001_00 * PARTS, 2_00 * PARTS, 50 * PARTS)
    closed = after(link, cmd.ApproveChange(1, SUE))
    assert (closed.displayed, closed.overflow.parts, closed.reserve.parts) == (0, 0, 0)
    assert reconciliation(closed).sound
    assert "grand is closed" in refusal(closed, deal("b"))[0]
    assert "grand is closed" in refusal(closed, cmd.ProposeChange(HALF, SAM, "less"))[0]
    received = cmd.ReceiveTransfer("grand", event.meter, event.overflow, event.reserve)
    other = advance(None, cmd.OpenLink("other", Cents(60_00), Parameters(Cents(50_00), 0, limit=Cents(125_000_00)), {}))
    told = after(other[1], received)
    assert (told.displayed, told.overflow.cents, told.reserve.cents) == (125_000_00, 63_00, 50)
    assert reconciliation(told).sound
    assert "grand is closed" in refusal(closed, cmd.ReceiveTransfer("other", 1, 0, 0))[0]
    assert "cannot receive" in refusal(told, cmd.ReceiveTransfer("other", 1, 0, 0))[0]
    assert "an amount below 0" in refusal(told, cmd.ReceiveTransfer("grand", -1, 0, 0))[0]


def test_what_is_undone_after_a_transfer_stays_until_a_further_one() -> None:
    link = changed(after(a_link(), deal("a"), settle("a", claim()), pay("a", 1)), TransferTo("other"))
    undone = after(link, cmd.VoidHands("a", 1))
    assert undone.displayed == 75_000_00
    assert changed(undone, TransferTo("other")).displayed == 0


# --- Opening --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "start", "given", "why"),
    [
        ("Grand Link", 0, Parameters(Cents(0), 0), "is not a valid name"),
        ("grand", -1, Parameters(Cents(0), 0), "start between 0 and"),
        ("grand", 101, Parameters(Cents(0), 0, limit=Cents(100)), "between 0 and 1.00"),
        ("grand", 10**15, Parameters(Cents(0), 0), "between 0 and"),
        ("grand", 0, Parameters(Cents(0), PARTS + 1), "together at most the whole bet"),
        ("grand", 0, Parameters(Cents(2), 0, limit=Cents(1)), "must not be below the reset value"),
        ("grand", 0, Parameters(Cents(0), 0, verify_above=Cents(-1)), "or left out"),
    ],
)
def test_a_link_that_cannot_be_is_not_opened(name: str, start: int, given: Parameters, why: str) -> None:
    assert why in refusal(None, cmd.OpenLink(name, Cents(start), given, {}))[0]


def test_a_link_is_opened_first_and_once() -> None:
    assert refusal(None, deal("a"))[0] == "the link has not been opened"
    assert "is already open" in refusal(a_link(), cmd.OpenLink("grand", Cents(0), Parameters(Cents(0), 0), {}))[0]
    too_many = {f"t{number}": BET for number in range(1001)}
    assert "at most 1000 tables" in refusal(None, cmd.OpenLink("g", Cents(0), Parameters(Cents(0), 0), too_many))[0]
    assert (
        "must be more than 0" in refusal(None, cmd.OpenLink("g", Cents(0), Parameters(Cents(0), 0), {"a": Cents(0)}))[0]
    )


# --- What is written down -------------------------------------------------------------------------------------


def tags(union: object) -> list[str]:
    return [str(member.__struct_config__.tag) for member in typing.get_args(union)]


def hyphened(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def test_tags_are_written_out_and_unlike_those_of_any_table() -> None:
    own = [*tags(ev.LinkEvent), *tags(cmd.LinkCommand)]
    assert len(set(own)) == len(own)
    for union in (ev.LinkEvent, cmd.LinkCommand):
        for member in typing.get_args(union):
            assert member.__struct_config__.tag == hyphened(member.__name__)
    tables = (
        house_events.HouseEvent,
        house_commands.HouseCommand,
        poker_events.PokerEvent,
        poker_commands.PokerCommand,
    )
    others = {tag if "-" in tag else hyphened(tag) for union in tables for tag in tags(union)}
    assert not any(one.startswith(other) or other.startswith(one) for one in own for other in others)


def test_commands_and_events_are_written_and_read_again() -> None:
    link = a_link(verify_above=1)
    happened: list[ev.LinkEvent] = []
    changes: tuple[Change, ...] = (HALF, Correct(1), LinkTable("d", BET), UnlinkTable("c"))
    said: list[cmd.LinkCommand] = [
        cmd.DealHands("a", 1, {1: BET, 2: BET}, complete=False, cites=(PARAGRAPH,)),
        cmd.CompleteDeal("a", 1),
        deal("b"),
        cmd.NarrowHands("a", 1, (1,)),
        cmd.TakeBack("a", 1, (1,), (PARAGRAPH,)),
        settle("b", claim(one_in=4, at_least=10_00)),
        settle("a", claim(2)),
        cmd.ReopenHands("a", 1),
        cmd.VoidHands("a", 1, (PARAGRAPH,)),
        cmd.VerifyAward(1, PIA, "seen"),
        pay("b", 1),
        *(
            command
            for number, change in enumerate(changes, 1)
            for command in (cmd.ProposeChange(change, SAM, "agreed"), cmd.ApproveChange(number, SUE))
        ),
        cmd.ProposeChange(TransferTo("other"), SAM, "agreed"),
        cmd.WithdrawChange(5, SUE),
        cmd.ReceiveTransfer("other", 10**25, 1, 1, {"e": BET}),
        cmd.PrescribeBet("e", Cents(BET + 1)),
        cmd.SuspendLink(None, "down"),
        cmd.ResumeLink(PIA, "up"),
    ]
    for command in said:
        assert msgspec.json.decode(msgspec.json.encode(command), type=cmd.LinkCommand) == command
        before = link
        events, link = advance(link, command)
        assert decide(before, command) == events
        for event in events:
            again = msgspec.json.decode(msgspec.json.encode(event), type=ev.LinkEvent)
            assert again == event
            before = evolve(before, again)
        assert before == link
        happened += events
    assert msgspec.json.decode(msgspec.json.encode(link), type=Link) == link
    missing = {type(event) for event in happened} ^ set(typing.get_args(ev.LinkEvent))
    assert missing == {ev.LinkOpened, ev.ChangeLapsed, ev.LinkClosed, ev.FixedPreferred}
