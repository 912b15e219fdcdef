"""Simulated totals agree with the exact odds, and faults that are planted do not."""

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.numbers.maths.kernels.rounds import Classes
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.simulation import batches
from croupier.numbers.simulation.batches import Part, merged, played, tables_of
from croupier.numbers.simulation.plan import Plan
from croupier.numbers.simulation.runs import run
from croupier.numbers.simulation.verdict import Verdict, exact_of, verdict_of
from tests.simulation.plans import BOOKS, plan_of

GAMES = tuple(BOOKS)


def judged(plan: Plan, total: Part) -> Verdict:
    return verdict_of(plan, total, exact_of(plan))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side_bets", [False, True])
def test_ten_million_rounds_agree(game: str, side_bets: bool) -> None:
    plan = plan_of(game, 10_000_000, side_bets=side_bets)
    found = judged(plan, run(plan))
    assert found.agrees, found
    assert abs(found.z) <= 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ways", ["simple", "perfect,simple,perfect"])
def test_other_ways_to_play_agree(game: str, ways: str) -> None:
    plan = plan_of(game, 400_000, ways=ways, side_bets=True)
    found = judged(plan, run(plan))
    assert found.agrees, found
    assert found.house_edge != found.exact


@pytest.mark.parametrize("game", GAMES)
def test_every_class_that_occurs_is_possible(game: str) -> None:
    """The classes of a kernel are those of `all_facts`, and `settle` pays them all."""
    plan = plan_of(game, 300_000, ways="simple,perfect", side_bets=True)
    tables = tables_of(plan)
    for counts in run(plan).counts:
        assert all(tables.classes[kind] is not None and tables.paid[kind] is not None for kind in counts)


# --- Planted faults ---------------------------------------------------------------------------------------------


def with_classes(monkeypatch: pytest.MonkeyPatch, plan: Plan, spoil: Callable[[Classes], None]) -> Verdict:
    """The verdict on a kernel that classifies like this."""
    honest = tables_of(plan)

    def spoilt(into: Classes, start: int) -> None:
        honest.classify(into, start)
        spoil(into)

    monkeypatch.setitem(batches._known, plan.digest, honest._replace(classify=spoilt))
    return judged(plan, merged(played(plan, batch) for batch in range(plan.batches)))


@pytest.mark.parametrize("game", ["three-card-poker", "casino-stud"])
def test_a_swapped_outcome_is_noticed(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """HIGHER and LOWER in one round of 200."""
    size = {"three-card-poker": 8, "casino-stud": 10}[game]

    def spoil(classes: Classes) -> None:
        some = classes[::200]
        outcome = some // size
        some += np.where(outcome == 2, 2 * size, np.where(outcome == 4, -2 * size, 0)).astype(np.int16)

    assert not with_classes(monkeypatch, plan_of(game, 2_000_000), spoil).agrees


def test_a_wrong_class_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A three of a kind that is compared with another one: no deck has that."""

    def spoil(classes: Classes) -> None:
        classes[7] = 8 * 3 + 3

    found = with_classes(monkeypatch, plan_of("three-card-poker"), spoil)
    assert found.boxes[0].impossible
    assert not found.agrees


def test_a_rare_class_too_often_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean hardly moves, the results do."""

    def spoil(classes: Classes) -> None:
        classes[::997] = 8 * 2 + 2

    found = with_classes(monkeypatch, plan_of("three-card-poker", 2_000_000), spoil)
    assert found.boxes[0].chi_z > 4
    assert not found.agrees


def unfair_draws(monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Ints], None]) -> Verdict:
    """The verdict on 3 Card Poker with cards that are dealt like this; classified in Python from the cards."""
    from croupier.numbers.maths.three_card.solver import solve
    from croupier.numbers.simulation.three_card import hands_of
    from croupier.rules.games.house.qualify import qualifying_value

    plan = plan_of("three-card-poker", 200_000)
    book = plan.load()
    hands = hands_of(solve(book).plays)
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 3)
    honest = tables_of(plan)

    def classify(into: Classes, start: int) -> None:
        chance = np.random.default_rng(start)
        cards = chance.permuted(np.tile(np.arange(52), (len(into), 1)), axis=1)[:, :6]
        spoil(cards)
        dealer, own = (hands[(cards[:, at] * 52 + cards[:, at + 1]) * 52 + cards[:, at + 2]] for at in (0, 3))
        value, against = own >> 4, dealer >> 4
        outcome = np.where(value > against, 2, np.where(value == against, 3, 4))
        outcome = np.where(against < qualifies, 1, outcome)
        into[:, 0] = 8 * np.where(own & 1, outcome, 0) + (own >> 1 & 7)

    monkeypatch.setitem(batches._known, plan.digest, honest._replace(classify=classify))
    return judged(plan, merged(played(plan, batch) for batch in range(plan.batches)))


def test_fair_cards_dealt_by_another_generator_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the next two tests would prove nothing."""
    assert unfair_draws(monkeypatch, lambda cards: None).agrees


def test_an_unfair_draw_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that should have been refused: in one deal of 20 the dealer's first card is an Ace."""

    def spoil(cards: Ints) -> None:
        cards[::20, 0] = np.where((cards[::20] == 51).any(axis=1), cards[::20, 0], 51)

    assert not unfair_draws(monkeypatch, spoil).agrees


def test_a_card_drawn_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box gets a card of the dealer too."""

    def spoil(cards: Ints) -> None:
        cards[:, 3] = cards[:, 0]

    assert not unfair_draws(monkeypatch, spoil).agrees


def test_a_mean_that_one_round_can_move_is_not_judged() -> None:
    """A jackpot among a thousand rounds is luck, not a fault."""
    plan = plan_of("three-card-poker", 1_000, side_bets=True)
    total = run(plan)
    assert not judged(plan, total).judged
    assert judged(plan_of("three-card-poker", 1_000), replace(total, plan="")).judged
