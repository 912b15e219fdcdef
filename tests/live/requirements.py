"""What is required of progressive jackpots, which tests hold it, and by which faults each of them is tried.

A test counts for a requirement only where it fails as soon as that requirement is broken on purpose:
`test_requirements` breaks each of them and runs the tests named here. `docs/jackpot-requirements.md` is made of this
list.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from croupier.floor.live import perform, queries
from croupier.floor.live.links import link_acts, self_check, unpaid_awards
from croupier.floor.live.state import fold
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.work import Work
from croupier.floor.live.views import links as link_views
from croupier.floor.live.views import sign as sign_views
from croupier.rules.games.house import rulings
from croupier.rules.games.three_card import machine as three_card
from croupier.rules.jackpot import awards, changes, contributions, evolve, link, machine, meter
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.link import Link
from croupier.rules.jackpot.meter import PARTS
from tests.live import (
    test_jackpot_rules,
    test_link_restarts,
    test_links,
    test_same_instant,
    test_self_check,
)
from tests.unit import test_link

Plant = Callable[[pytest.MonkeyPatch], None]


class Held(NamedTuple):
    """A test, the arguments of one of its cases, and the fault that it must notice."""

    test: Callable[..., None]
    fault: Plant
    case: Mapping[str, Any] = MappingProxyType({})


class Requirement(NamedTuple):
    number: str
    words: str
    held: tuple[Held, ...]


# --- Faults ---------------------------------------------------------------------------------------------------


def answers_otherwise(module: object, name: str, change: Callable[[Any], Any]) -> Plant:
    """What the function says is changed."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        right = getattr(module, name)
        patch.setattr(module, name, lambda *given, **named: change(right(*given, **named)))

    return plant


def does_nothing(module: object, name: str, answer: Any = None) -> Plant:
    return lambda patch: patch.setattr(module, name, lambda *_, **__: answer)


def folds_otherwise(kind: type, change: Callable[[Link, Any, Link], Link]) -> Plant:
    """The event of that kind leads elsewhere: (before, event, after) gives what follows."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        right = evolve._EVOLVE[kind]
        patch.setitem(evolve._EVOLVE, kind, lambda before, event: change(before, event, right(before, event)))

    return plant


def a_cent_disappears(_: Link, __: Any, after: Link) -> Link:
    return replace(after, meter=replace(after.meter, parts=after.meter.parts - PARTS))


def nothing_is_shown_until_later(patch: pytest.MonkeyPatch) -> None:
    right = FloorState._committed

    def committed(self: FloorState, change: Any, *given: Any) -> None:
        change.links = {}
        right(self, change, *given)

    patch.setattr(FloorState, "_committed", committed)


def a_kind_is_not_folded(patch: pytest.MonkeyPatch) -> None:
    right = evolve.evolve

    def folded(before: Link | None, event: ev.LinkEvent) -> Link:
        return before if before is not None and isinstance(event, ev.AwardLocked) else right(before, event)

    patch.setattr(fold, "evolve_link", folded)


def changes_at_once(patch: pytest.MonkeyPatch) -> None:
    right = changes.take_effect

    def at_once(draft: evolve.Draft) -> None:
        deals, draft.link = draft.link.deals, replace(draft.link, deals={})
        right(draft)
        draft.link = replace(draft.link, deals=deals)

    patch.setattr(changes, "take_effect", at_once)


def bets_do_not_wait_for_a_change(patch: pytest.MonkeyPatch) -> None:
    right = machine._check_bets_taken
    patch.setattr(machine, "_check_bets_taken", lambda link, command: right(replace(link, changes=()), command))


def rounded_up(patch: pytest.MonkeyPatch) -> None:
    right = meter.decide

    def decide(now: meter.Meter, claim: meter.Claim) -> Any:
        made = right(now, claim)
        if isinstance(made, meter.FixedAwardPreferred) or claim.numerator == claim.denominator:
            return made
        return replace(made, amount=made.amount + 1, from_meter=made.from_meter + 1)

    patch.setattr(meter, "decide", decide)


def approved_by_anybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(perform, "check_rights", lambda *_: None)
    patch.setattr(changes, "check_rank", lambda *_: None)


def approved_by_the_same_person(patch: pytest.MonkeyPatch) -> None:
    right = link_acts.Links._approve

    def approve(self: link_acts.Links, work: Any, link: Any, act: Any, number: int) -> None:
        act.who = replace(act.who, name=f"not {act.who.name}")
        right(self, work, link, act, number)

    patch.setattr(link_acts.Links, "_approve", approve)


def without(key: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda told: {name: value for name, value in told.items() if name != key}


def twice(given: dict[int, Any]) -> dict[int, Any]:
    return {box: replace(each, meter=2 * each.meter) for box, each in given.items()}


def whole_cents(given: dict[int, Any]) -> dict[int, Any]:
    return {box: replace(each, meter=each.meter // PARTS * PARTS) for box, each in given.items()}


def unverified(event: Any) -> Any:
    return replace(event, verify=False) if isinstance(event, ev.AwardLocked) else event


def a_cent_more(event: Any) -> Any:
    return replace(event, amount=event.amount + 1) if isinstance(event, ev.AwardLocked) else event


def not_reset(event: Any) -> Any:
    return replace(event, from_meter=event.amount) if isinstance(event, ev.AwardLocked) else event


def envy_for_everybody(patch: pytest.MonkeyPatch) -> None:
    right = three_card.envy_bonuses
    patch.setattr(three_card, "envy_bonuses", lambda book, round_, box: right(book, round_, replace(box, player="")))


def claims_in_the_order_of_their_numbers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(link, "in_order", lambda award: (award.number, award.box))


NOBODY_WAITS = does_nothing(awards, "is_held", answer=False)

# --- The requirements -----------------------------------------------------------------------------------------

rules = test_jackpot_rules

REQUIREMENTS = (
    Requirement(
        "PJ-01",
        "every parameter of a meter is named, none may be missing, and all are shown",
        (
            Held(
                rules.test_a_link_names_all_its_parameters, answers_otherwise(sign_views, "_jackpot", without("limit"))
            ),
        ),
    ),
    Requirement(
        "PJ-02",
        "each accepted jackpot bet contributes once, at the close, and only beside an Ante",
        (
            Held(
                rules.test_a_bet_without_an_ante_and_a_close_said_twice_add_nothing,
                answers_otherwise(machine, "contributions", twice),
            ),
            Held(test_link.test_each_accepted_bet_contributes_once, answers_otherwise(machine, "contributions", twice)),
        ),
    ),
    Requirement(
        "PJ-03",
        "bets, value, hits, payments, overflow, reserve, corrections and carry are counted for each meter",
        (
            Held(
                rules.test_everything_that_a_meter_counts,
                folds_otherwise(ev.AwardPaid, lambda before, _, after: replace(after, paid=before.paid)),
            ),
        ),
    ),
    Requirement(
        "PJ-04",
        "a split is exact to a part of a cent, and the carry is never lost",
        (
            Held(rules.test_a_split_loses_nothing, answers_otherwise(contributions, "contributions", whole_cents)),
            Held(test_link.test_parts_of_a_cent_are_carried, answers_otherwise(machine, "contributions", whole_cents)),
        ),
    ),
    Requirement(
        "PJ-05",
        "above the limit contributions are overflow, which pays the next reset before the House does",
        (
            Held(
                test_link.test_above_the_limit_contributions_are_overflow,
                lambda patch: patch.setattr(contributions, "room", lambda _limit, _parts, more: more),
                {"start": 99_997_01, "displayed": 100_000_00, "overflow": 1},
            ),
            Held(
                test_link.test_overflow_then_reserve_then_the_house_fund_the_next_reset,
                does_nothing(awards, "funded", answer=(0, 0)),
            ),
        ),
    ),
    Requirement(
        "PJ-06",
        "a meter falls by an award or by something documented, and by nothing else",
        (
            Held(
                rules.test_a_meter_falls_by_awards_and_by_what_is_documented,
                folds_otherwise(ev.HandsResolved, a_cent_disappears),
            ),
        ),
    ),
    Requirement(
        "PJ-07",
        "a void takes its contributions back, never below the reset value, and a winner elsewhere keeps the award",
        (
            Held(
                rules.test_a_void_after_the_jackpot_was_won_elsewhere,
                lambda patch: patch.setattr(contributions, "above_floor", lambda _, wanted: wanted),
            ),
            Held(test_link.test_a_void_takes_out_what_the_round_put_in, does_nothing(machine, "take_back")),
        ),
    ),
    Requirement(
        "PJ-08",
        "after a restart the link is what it was at the last commit",
        (
            Held(rules.test_after_a_restart_everything_is_as_it_was, a_kind_is_not_folded),
            Held(test_link_restarts.test_a_double_jackpot_killed_at_every_commit, a_kind_is_not_folded),
        ),
    ),
    Requirement(
        "PJ-09",
        "what is displayed is what is paid, and what the ledger holds",
        (Held(rules.test_what_the_screen_shows_is_what_is_paid, answers_otherwise(awards, "answered", a_cent_more)),),
    ),
    Requirement(
        "PJ-10",
        "a change of the meter is seen everywhere with its commit",
        (Held(rules.test_every_table_sees_a_change_of_the_meter_with_its_commit, nothing_is_shown_until_later),),
    ),
    Requirement(
        "PJ-11",
        "on a win the amount is locked and the meter reset, other tables go on, and it is verified where it must be",
        (
            Held(
                test_links.test_an_award_above_the_limit_is_verified_and_holds_nobody,
                answers_otherwise(awards, "answered", unverified),
            ),
            Held(test_links.test_the_deal_decides_and_not_the_claim, answers_otherwise(awards, "answered", not_reset)),
        ),
    ),
    Requirement(
        "PJ-12",
        "one order over all tables of a link, by the time of the deal; at one table clockwise",
        (
            Held(test_links.test_the_deal_decides_and_not_the_claim, NOBODY_WAITS),
            Held(test_same_instant.test_two_tables_win_in_the_same_instant, claims_in_the_order_of_their_numbers),
            Held(
                test_link.test_one_table_is_paid_clockwise_however_it_names_its_claims,
                lambda patch: patch.setattr(link, "in_order", lambda award: (award.deal, -award.box)),
            ),
        ),
    ),
    Requirement(
        "PJ-13",
        "shares are worked out from the value displayed, rounded down, one after the other",
        (
            Held(test_links.test_a_partial_award_takes_its_share, rounded_up),
            Held(test_link.test_shares_of_every_size_follow_each_other_exactly, rounded_up, {"order": (1, 4, 10, 20)}),
        ),
    ),
    Requirement(
        "PJ-14",
        "only tables and boxes that the link knows",
        (Held(rules.test_only_tables_and_boxes_that_the_link_knows, does_nothing(machine, "_check_bets_taken")),),
    ),
    Requirement(
        "PJ-15",
        "a link that is lost: void before anybody has seen cards, otherwise paid as registered; then the House's "
        "policy; resumed only where everything agrees",
        (
            Held(test_links.test_a_suspension_is_reported_at_every_table, does_nothing(rulings, "seen", answer=False)),
            Held(
                test_links.test_each_policy,
                does_nothing(link_acts.Links, "_report_down"),
                {"policy": "without-jackpot", "next_round": True, "ante": True, "jackpot": False},
            ),
            Held(test_self_check.test_a_link_that_does_not_agree_is_not_resumed, does_nothing(link_acts, "unsound")),
        ),
    ),
    Requirement(
        "PJ-16",
        "parameters change by two shift managers, when no hand with a jackpot bet is open",
        (
            Held(
                test_links.test_a_change_takes_two_shift_managers_and_the_end_of_open_hands,
                changes_at_once,
            ),
            Held(
                test_links.test_a_change_takes_two_shift_managers_and_the_end_of_open_hands,
                bets_do_not_wait_for_a_change,
            ),
        ),
    ),
    Requirement(
        "PJ-17",
        "an unreasonable contribution is not added",
        (
            Held(rules.test_an_unreasonable_contribution_adds_nothing, does_nothing(machine, "_check_bets")),
            Held(rules.test_an_unreasonable_contribution_adds_nothing, does_nothing(machine, "_check_last_round_over")),
        ),
    ),
    Requirement(
        "PJ-18",
        "a correction or a transfer takes two shift managers, and nobody awards by hand",
        (
            Held(rules.test_one_person_changes_nothing_and_nobody_awards_by_hand, approved_by_anybody),
            Held(rules.test_one_person_changes_nothing_and_nobody_awards_by_hand, approved_by_the_same_person),
        ),
    ),
    Requirement(
        "PJ-19",
        "every award is logged for ever, with the time, the value and the amount; the last 25 are in sight",
        (
            Held(rules.test_the_award_log, lambda patch: patch.setattr(link_views, "SHOWN_AWARDS", 24)),
            Held(
                rules.test_the_award_log,
                folds_otherwise(ev.AwardLocked, lambda _, __, after: replace(after, hits=0, paid=after.paid + 1)),
            ),
        ),
    ),
    Requirement(
        "PJ-20",
        "program, parameters, chain and meter are checked at the start and every day; a link that fails is closed",
        tuple(
            Held(test_self_check.test_whatever_is_spoilt_closes_the_jackpot_within_a_day, fault, {"why": why})
            for why, fault in (
                ("the program on the disk", does_nothing(self_check.SelfCheck, "_start_passes")),
                ("the parameters", does_nothing(self_check.SelfCheck, "_differs")),
                ("the meter differs", does_nothing(self_check.SelfCheck, "_differs")),
                ("the journal does not hold", does_nothing(self_check, "check_follows")),
            )
        ),
    ),
    Requirement(
        "PJ-21",
        "the sign tells funding, reset, limit, shares, order of payment and what a fold does, before anybody bets",
        (
            Held(
                rules.test_the_sign_tells_the_rules_of_the_jackpot,
                answers_otherwise(sign_views, "_jackpot", without("fold")),
            ),
        ),
    ),
    Requirement(
        "PJ-22",
        "awards are computed from the cards; what is locked and not paid, or paid and not computed, is listed",
        (
            Held(
                rules.test_an_award_that_is_locked_and_not_paid_is_listed_to_the_pit,
                does_nothing(queries, "unpaid_awards", answer=[]),
            ),
            Held(
                rules.test_an_award_that_is_locked_and_not_paid_is_listed_to_the_pit,
                does_nothing(unpaid_awards, "_disputed", answer=()),
            ),
            Held(
                rules.test_a_hand_that_is_not_shown_wins_nothing,
                lambda patch: patch.setattr(rulings, "hide_hand", lambda *_, **__: None),
            ),
        ),
    ),
    Requirement(
        "PJ-23",
        "start and everything that moved a meter give what it holds, and a difference closes the link",
        (
            Held(test_self_check.test_a_reconciliation_that_fails_suspends_the_link, does_nothing(queries, "unsound")),
            Held(
                test_self_check.test_a_meter_that_differs_from_its_account_is_found_with_the_next_commit,
                does_nothing(self_check, "unsound"),
            ),
        ),
    ),
    Requirement(
        "PJ-24",
        "an Envy Bonus is the House's, for other players' boxes with a live jackpot bet, and leaves the meter alone",
        (Held(rules.test_envy_is_the_house_s_and_goes_to_other_players_only, envy_for_everybody),),
    ),
    Requirement(
        "PJ-25",
        "what a link holds when it goes is owed to players: another link receives it, the House nothing",
        (
            Held(rules.test_a_link_that_goes_leaves_nothing_to_the_house, does_nothing(Work, "_pass_on")),
            Held(test_links.test_a_transfer_takes_everything_and_the_tables_along, does_nothing(Work, "_put_on_sign")),
        ),
    ),
)


def document() -> str:
    """The page: which tests hold which requirement."""
    lines = [
        "# Requirements of progressive jackpots, and the tests that hold them",
        "",
        "Made by `tests/live/test_requirements.py` from `tests/live/requirements.py`; do not edit it by hand. Each of",
        "these tests is also run with that requirement broken on purpose, and counts only because it fails then. What",
        "belongs to several processes is not here yet; figures of time are measured by the load test.",
        "",
        "| Requirement | | Tests |",
        "| --- | --- | --- |",
    ]
    for each in REQUIREMENTS:
        tests = dict.fromkeys(f"`{_named(held)}`" for held in each.held)
        lines.append(f"| {each.number} | {each.words} | {'<br>'.join(tests)} |")
    return "\n".join([*lines, ""])


def _named(held: Held) -> str:
    return f"{held.test.__module__.replace('.', '/')}.py::{held.test.__name__}"
