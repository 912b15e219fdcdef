"""A table that waits for its dealer pays what one pays that does not, if nothing is found in between (R-93)."""

from hypothesis import given
from msgspec.structs import replace

from croupier.rules.games.house.events import RoundSettled, RoundVoided, SettlementAwaited, SettlementUndone
from croupier.rules.games.house.table import HouseRound, Phase
from tests.properties.rounds import Plan, Played, plans, played


def amounts(round_: HouseRound) -> object:
    """What everybody got; who leaves in the pause has one more paragraph behind the same payment."""
    return {
        number: (
            [(line.spot, line.staked, line.returned, line.paid, line.result) for line in box.lines],
            [(award.award, award.paid, award.source) for award in box.awards],
        )
        for number, box in round_.boxes.items()
    }


@given(plans(incidents=False))
def test_the_pause_changes_no_payment(plan: Plan) -> None:
    results = []
    for by_hand in (False, True):
        table = replace(plan.setup.table, settles_by_hand=by_hand)
        what = plan._replace(setup=plan.setup._replace(table=table)).play()
        results.append([(amounts(round_.final.round), round_.final.meter) for round_ in what.rounds])
    assert results[0] == results[1]


@given(played())
def test_every_first_settlement_waits_and_no_other(what: Played) -> None:
    for round_ in what.rounds:
        by_hand = round_.opening.table.settles_by_hand
        order = [type(event) for event in round_.events]
        assert order.count(SettlementAwaited) <= by_hand
        if by_hand and RoundSettled in order:
            assert order.index(SettlementAwaited) < order.index(RoundSettled)
        assert not (RoundVoided in order and SettlementAwaited in order[order.index(RoundVoided) :])
        assert not (SettlementUndone in order and SettlementAwaited in order[order.index(SettlementUndone) :])


@given(played())
def test_in_the_pause_nothing_is_paid(what: Played) -> None:
    for round_ in what.rounds:
        for state in round_.states():
            if state.phase is Phase.SETTLING:
                assert not state.claims
                assert not any(box.lines or box.awards for box in state.boxes.values())
