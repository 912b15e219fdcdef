"""A link does what the rulings say: random evenings at linked tables, compared with a model that shares no code.

A seed names each evening, 2,000 of them here; `python -m tests.properties.link_worlds 20000` plays more.
A difference prints the whole evening.
"""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.rules.jackpot import awards, changes, contributions, evolve, link, machine
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.link import Award, AwardState, Link
from tests.properties.link_worlds import ACTS, Evening, Mismatch


@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_the_link_agrees_with_the_rulings(first: int) -> None:
    for seed in range(first, first + 250):
        evening = Evening(seed)
        evening.live(ACTS)
        assert evening.folded() == evening.link


def test_a_long_night_leaves_no_more_in_memory_than_a_short_one() -> None:
    for seed in range(4):
        evening = Evening(seed)
        for _ in range(20):
            evening.live(100)
            assert len(evening.link.awards) <= link.SHOWN_AWARDS + 7 * 7
        assert evening.folded() == evening.link


def test_the_state_and_every_command_can_be_written_down() -> None:
    evening = Evening(7)
    evening.live(200)
    written = msgspec.json.encode(evening.link)
    assert msgspec.json.decode(written, type=Link) == evening.link
    assert len({type(event) for event in evening.events}) > 10


# --- Planted faults -------------------------------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]
FAULTS: dict[str, Plant] = {}


def fault(plant: Plant) -> Plant:
    FAULTS[plant.__name__.replace("_", " ")] = plant
    return plant


def each_event(patch: pytest.MonkeyPatch, module: object, name: str, change: Callable[[Any], Any]) -> None:
    """The function's answer is changed."""
    right = getattr(module, name)
    patch.setattr(module, name, lambda *arguments: change(right(*arguments)))


@fault
def nobody_waits_for_an_earlier_deal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(awards, "is_held", lambda *_: False)


@fault
def the_order_is_that_of_the_claims(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(link, "in_order", lambda award: award.number)


@fault
def one_table_is_paid_counter_clockwise(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(link, "in_order", lambda award: (award.deal, -award.box))


@fault
def the_whole_meter_is_won_and_not_reset(patch: pytest.MonkeyPatch) -> None:
    def emptied(event: Any) -> Any:
        all_of_it = isinstance(event, ev.AwardLocked) and event.numerator == event.denominator
        return replace(event, from_meter=event.amount, from_overflow=0, from_reserve=0) if all_of_it else event

    each_event(patch, awards, "answered", emptied)


@fault
def each_bet_contributes_twice(patch: pytest.MonkeyPatch) -> None:
    each_event(
        patch,
        machine,
        "contributions",
        lambda given: {box: replace(each, meter=2 * each.meter) for box, each in given.items()},
    )


@fault
def the_same_round_is_counted_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(machine, "_check_last_round_over", lambda *_: None)


@fault
def a_bet_of_any_size_contributes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(machine, "_check_bets", lambda *_: None)


@fault
def a_void_breaks_the_reset_value(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(contributions, "above_floor", lambda _, wanted: wanted)


@fault
def an_award_undone_puts_back_what_the_house_had_paid(patch: pytest.MonkeyPatch) -> None:
    each_event(
        patch, awards, "undone", lambda event: replace(event, to_meter=event.to_meter + event.to_house, to_house=0)
    )


@fault
def an_award_undone_leaves_the_meter_as_it_is(patch: pytest.MonkeyPatch) -> None:
    each_event(
        patch, awards, "undone", lambda event: replace(event, to_meter=0, to_house=event.to_house + event.to_meter)
    )


@fault
def what_comes_above_the_limit_is_lost(patch: pytest.MonkeyPatch) -> None:
    each_event(
        patch, machine, "contributions", lambda given: {box: replace(each, overflow=0) for box, each in given.items()}
    )


@fault
def the_house_pays_the_reset_before_the_overflow_does(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(awards, "funded", lambda *_: (0, 0))


@fault
def the_limit_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(contributions, "room", lambda _limit, _parts, more: more)


@fault
def an_award_is_paid_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(machine, "is_payable", lambda award: award.stands)


@fault
def nothing_is_verified(patch: pytest.MonkeyPatch) -> None:
    each_event(
        patch,
        awards,
        "answered",
        lambda event: replace(event, verify=False) if isinstance(event, ev.AwardLocked) else event,
    )


@fault
def a_reopened_hand_is_dealt_anew(patch: pytest.MonkeyPatch) -> None:
    right = evolve._hands_reopened

    def renumbered(before: Link, event: ev.HandsReopened) -> Link:
        after = right(before, event)
        deal = replace(after.deals[event.table], number=after.deals_counted + 1)
        return replace(after, deals={**after.deals, event.table: deal})

    patch.setitem(evolve._EVOLVE, ev.HandsReopened, renumbered)


@fault
def a_folded_hand_holds_the_others(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(evolve._EVOLVE, ev.HandsNarrowed, lambda before, _: before)


@fault
def a_change_does_not_wait_for_open_hands(patch: pytest.MonkeyPatch) -> None:
    right = changes.take_effect

    def at_once(draft: evolve.Draft) -> None:
        deals, draft.link = draft.link.deals, replace(draft.link, deals={})
        right(draft)
        draft.link = replace(draft.link, deals=deals)

    patch.setattr(changes, "take_effect", at_once)


@fault
def bets_are_taken_while_a_change_waits(patch: pytest.MonkeyPatch) -> None:
    right = machine._check_bets_taken
    patch.setattr(machine, "_check_bets_taken", lambda before, command: right(replace(before, changes=()), command))


@fault
def awards_withdrawn_stay_in_the_queue(patch: pytest.MonkeyPatch) -> None:
    right = evolve._hands_reopened
    patch.setitem(evolve._EVOLVE, ev.HandsReopened, lambda before, event: right(before, replace(event, withdrawn=())))


@fault
def the_fixed_award_must_be_worth_more(patch: pytest.MonkeyPatch) -> None:
    right = awards.answered
    patch.setattr(awards, "answered", lambda before, award, at: right(before, _a_cent_less(award), at))


def _a_cent_less(award: Award) -> Award:
    return replace(award, at_least=award.at_least - 1) if award.at_least and award.state is AwardState.HELD else award


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[name](monkeypatch)
    with pytest.raises(Mismatch):
        for seed in range(500):
            Evening(seed).live(ACTS)
