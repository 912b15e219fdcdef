"""Dealers' errors: the same rounds whatever the workers, ruled on by the desk, each paired with the clean round."""

from collections import Counter
from math import sqrt

import pytest

from croupier.base.errors import Unreadable
from croupier.numbers.simulation.batches import merged, played, round_of, tables_of
from croupier.numbers.simulation.errors import KINDS, Happened, cost_of, costs, happened, kinds_of, rates, worth_of_card
from croupier.numbers.simulation.plan import ErrorRate
from croupier.numbers.simulation.round_files import nets_of
from croupier.numbers.simulation.runs import run
from croupier.numbers.simulation.verdict import exact_of
from croupier.numbers.simulation.workers import threads
from croupier.proofs.simulated_at_the_desk import RealDesk
from croupier.rules.rulebook.load import load
from tests.simulation.plans import BOOKS, plan_of

VOID = ("foreign-card", "deck-count", "shoe-short", "unshuffled", "misdealt", "no-burn", "exposed-two", "dealer-count")


@pytest.mark.parametrize("game", BOOKS)
def test_the_desk_rules_on_every_kind(game: str) -> None:
    """No report is refused, and each round comes to an end; where the ruling is a void, nobody wins or loses."""
    plan = plan_of(game, 1_000, ways="perfect,simple", side_bets=True)
    desk = RealDesk()
    for kind in kinds_of(load(BOOKS[game])):
        for number in range(12):
            played_round = round_of(plan, number)
            net = desk.net_with(plan, played_round, Happened(number, kind, number % 2))
            if kind in (*VOID, "community-count"):
                assert net == 0, (kind, number)


def test_a_hand_that_is_struck_out_leaves_the_other_box_alone() -> None:
    plan = plan_of("casino-stud", 1_000, ways="perfect,perfect")
    desk = RealDesk()
    for number in range(30):
        clean = nets_of(plan, round_of(plan, number))
        assert desk.net_with(plan, round_of(plan, number), Happened(number, "player-count", 0)) == clean[1]


def test_boxes_choose_by_the_card_that_everybody_has_seen() -> None:
    """An Ace is worth going on with, a low card is not."""
    plan = plan_of("three-card-poker", 1_000)
    desk = RealDesk()
    chosen = {}
    for number in range(300):
        file = desk.file_with(plan, round_of(plan, number), Happened(number, "exposed", 0))
        chosen[round_of(plan, number).cards[3][0]] = '"1 continue"' in file
    assert chosen["A"]
    assert not chosen["5"]


@pytest.mark.parametrize("game", BOOKS)
def test_irregular_rounds_are_the_same_for_all_workers(game: str) -> None:
    errors = (ErrorRate("exposed", "1/5000"), ErrorRate("foreign-card", "1/5000"))
    plan = plan_of(game, 150_000, errors=errors)
    once = run(plan, desk=RealDesk())
    assert once == run(plan, workers=threads(3), desk=RealDesk())
    assert {kind: each.count for kind, each in costs(plan, once.errors).items()} == Counter(
        error.kind for batch in range(plan.batches) for error in happened(plan, batch)
    )
    assert once.counts == merged(played(plan, batch) for batch in range(plan.batches)).counts


def test_errors_happen_as_often_as_planned() -> None:
    plan = plan_of(
        "three-card-poker",
        2_000_000,
        ways="perfect,perfect,perfect",
        errors=(
            ErrorRate("exposed", "1/2000"),
            ErrorRate("misdealt", "1/700"),
        ),
    )
    found = [error for batch in range(plan.batches) for error in happened(plan, batch)]
    for rate in plan.errors:
        mean = float(rate.part * plan.rounds)
        assert abs(sum(error.kind == rate.kind for error in found) - mean) < 5 * sqrt(mean)
    boxes = Counter(error.box for error in found)
    assert all(abs(boxes[box] - len(found) / 3) < 5 * sqrt(len(found) / 3) for box in range(3))


def test_the_cost_of_a_void_is_the_edge() -> None:
    """On average the House loses what it would have won, and no more."""
    plan = plan_of("three-card-poker", 300_000, errors=(ErrorRate("foreign-card", "1/100"),))
    found = costs(plan, run(plan, desk=RealDesk()).errors)["foreign-card"]
    exact = -float(exact_of(plan)[0].mean)
    error = (found.high - found.low) / 2 / 1.96
    assert found.count > 2_500
    assert abs(found.cost - exact) < 4 * error
    assert error == pytest.approx(sqrt(float(exact_of(plan)[0].variance or 0) / found.count), rel=0.1)


def test_an_exposed_card_of_the_dealer_costs_what_the_choice_is_worth() -> None:
    """Boxes go on where that brings something: on average the House loses its edge, and what these boxes win."""
    plan = plan_of("three-card-poker", 200_000, errors=(ErrorRate("exposed-dealer", "1/100"),))
    found = costs(plan, run(plan, desk=RealDesk()).errors)["exposed-dealer"]
    worth = worth_of_card(plan, 0, 0)
    assert worth["2"] > 0 > worth["A"]
    expected = sum(max(each, 0) for each in worth.values()) / 13 - float(exact_of(plan)[0].mean)
    assert abs(found.cost - expected) < 4 * (found.high - found.low) / 2 / 1.96


def test_costs() -> None:
    assert cost_of(0, 0, 0).high == 0
    assert cost_of(4, 40, 400).low == cost_of(4, 40, 400).high == 10
    assert tables_of(plan_of("casino-stud", 10)).takes.sum() == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("exposed", "is no chance"),
        ("exposed=1/0", "is no chance"),
        ("fire=1/2", "write each kind once"),
        ("exposed=1/9,exposed=1/9", "write each kind once"),
        ("exposed=1/2,misdealt=1/2", "less than 1"),
        ("exposed=0", "above 0"),
    ],
)
def test_rates_that_make_no_sense(text: str, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        rates(load(BOOKS["three-card-poker"]), text)


def test_kinds_by_game() -> None:
    assert "community-count" not in kinds_of(load(BOOKS["three-card-poker"]))
    assert "exposed-dealer" not in kinds_of(load(BOOKS["progressive-holdem"]))
    assert set(kinds_of(load(BOOKS["casino-stud"]))) < set(KINDS)
