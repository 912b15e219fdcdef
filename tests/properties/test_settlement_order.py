"""The order in which the floor settles a round: it names every bet once, opens only what is open, and only grows."""

from collections import Counter

import pytest
from hypothesis import given

from croupier.floor.live.answers.rounds import HouseStep, PokerStep
from croupier.floor.live.views.settlement_order import house_decided, house_order, poker_decided, poker_order
from croupier.proofs.sim.poker.crowd import MANNERS, Crowd, random_setup
from croupier.proofs.sim.poker.lives import SimPokerTable
from croupier.rules.cards import seeded_chance
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.table import HouseRound, Phase
from croupier.rules.games.house.view import turned_up
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.games.poker.table import PokerRound
from tests.properties.rounds import Played, played

MOVES = {"take": "lose", "pay": "win", "award": "win", "push": "push", "return": "returned"}


@given(played())
def test_every_bet_and_every_bonus_is_settled_once(what: Played) -> None:
    for state in (state for round_ in what.rounds for state in round_.states() if house_decided(state)):
        order = house_order(state)
        moved = Counter((step.box, step.spot, MOVES[step.does]) for step in order if step.does in MOVES and step.spot)
        lines = Counter((box.number, line.spot, line.result) for box in state.boxes.values() for line in box.lines)
        assert moved == lines
        bonuses = Counter((step.box, step.award, step.from_ or None) for step in order if step.award)
        due = Counter((box.number, each.award, each.source) for box in state.boxes.values() for each in box.awards)
        assert bonuses == due


@given(played())
def test_no_order_while_a_box_may_decide_and_none_of_a_void_round(what: Played) -> None:
    for state in (state for round_ in what.rounds for state in round_.states()):
        if house_decided(state):
            assert state.phase is not Phase.VOID and not (state.phase is Phase.DECIDING and undecided(state))
        elif state.phase is not Phase.VOID:
            assert not any(box.lines for box in state.boxes.values())


@given(played())
def test_only_cards_that_lie_open_are_turned(what: Played) -> None:
    for state in (state for round_ in what.rounds for state in round_.states() if house_decided(state)):
        order = house_order(state)
        hands = [step.box or 0 for step in order if step.does == "open"]
        assert sorted(hands) == [number for number, box in state.boxes.items() if box.cards and turned_up(state, box)]
        board = [step.card for step in order if step.of == "board"]
        assert board == [*range(state.turned - len(board) + 1, state.turned + 1)]
        dealers = [step.card for step in order if step.of == "dealer"]
        hidden = [place for place, card in enumerate(state.dealer, 1) if card != state.up]
        assert dealers == (hidden if state.dealer_shown else [])
        assert [step.does for step in order].count("verdict") == state.dealer_shown


@given(played(incidents=False))
def test_losing_bets_go_before_the_payments_and_boxes_follow_each_other(what: Played) -> None:
    for round_ in what.rounds:
        state = round_.final.round
        if not house_decided(state):
            continue
        does = [step.does for step in house_order(state)]
        last_take = max((place for place, each in enumerate(does) if each == "take"), default=-1)
        assert not {"pay", "push", "return", "award", "home"} & {*does[: last_take + 1]}
        homes = [step.box or 0 for step in house_order(state) if step.does == "home"]
        awards = [step.box or 0 for step in house_order(state) if step.does == "award"]
        paid = homes[: len(homes) - len(awards)]
        assert paid == sorted(paid) and homes[len(paid) :] == awards


@given(played(incidents=False))
def test_the_order_grows_while_the_round_is_settled(what: Played) -> None:
    """A share of the meter that turns out to be worth less than the fixed award is paid among the fixed awards."""
    for round_ in what.rounds:
        before: list[HouseStep] = []
        for state in round_.states():
            if state.undone:
                break
            if house_decided(state) and not _fixed_instead(state):
                order = house_order(state)
                assert order[: len(before)] == before
                before = order


def _fixed_instead(state: HouseRound) -> bool:
    return any("R-12" in map(str, line.cites) for box in state.boxes.values() for line in box.lines)


@pytest.mark.parametrize("seed", range(20))
def test_a_poker_round_ends_in_the_order_of_its_pots(seed: int) -> None:
    chance = seeded_chance(f"order {seed}")
    setup = random_setup(chance)
    crowd, table = Crowd(chance, chance.choice(MANNERS), setup.rulebook()), SimPokerTable(setup)
    before: tuple[object, list[PokerStep]] = None, []
    for _ in range(150):
        table.make(crowd.next_move(table.state))
        round_ = table.state.round
        if round_ is None or not poker_decided(round_):
            continue
        order = poker_order(round_)
        if round_.opening is before[0] and not round_.incidents:
            assert order[: len(before[1])] == before[1]
        before = round_.opening, order
        _check(round_, order)


def _check(round_: PokerRound, order: list[PokerStep]) -> None:
    seats = {does: [step.seat for step in order if step.does == does] for does in ("uncalled", "show", "muck")}
    assert seats["uncalled"] == [*round_.uncalled] and seats["show"] == [*round_.shown]
    assert not {*seats["muck"]} & {*round_.shown} and (not seats["muck"] or {*seats["muck"]} <= {*round_.live()})
    assert sum(step.cards for step in order if step.cards) <= round_.turned
    if round_.phase is not PokerPhase.SETTLED:
        assert not {"rake", "push", "odd", "over"} & {step.does for step in order}
        return
    pushed = [(step.pot, step.seat) for step in order if step.does == "push"]
    assert sorted(pushed) == [(number, seat) for number, pot in enumerate(round_.pots, 1) for seat in sorted(pot.won)]
    odd = {(step.pot, step.seat) for step in order if step.does == "odd"}
    for number, pot in enumerate(round_.pots, 1):
        most = [seat for seat, chips in pot.won.items() if chips > min(pot.won.values())]
        assert {seat for each, seat in odd if each == number} == {*most}
    assert [step.pot for step in order if step.does == "rake"] == [
        number for number, pot in enumerate(round_.pots, 1) if pot.rake
    ]
    assert order[-1].does == "over"
