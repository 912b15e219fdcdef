"""What a referee of the poker tables complains about can be played again, and a listener learns what the round met.

Whether the referees would notice a fault at all is asked in `tests/faults`.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.base.errors import Refused
from croupier.doors.cli.fuzz import fuzz, fuzzer
from croupier.proofs.sim.poker.crowd import UNTIDY, Crowd, Move, random_setup
from croupier.proofs.sim.poker.lives import Fault, SimPokerTable, in_full, live, shrunk
from croupier.proofs.sim.poker.script import round_file
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.cards import seeded_chance
from croupier.rules.games.poker import betting, evolve, pots
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.table import PokerState

Patch = pytest.MonkeyPatch


def found(lives: int = 100) -> Fault:
    for number in range(lives):
        lived = live(f"referees, {number}", rounds=25, every=3)
        if lived.fault is not None:
            return lived.fault
    pytest.fail("nobody noticed")


def test_a_refusal_without_words_is_noticed(monkeypatch: Patch) -> None:
    def mute(*arguments: Any) -> None:
        raise Refused("")

    monkeypatch.setattr(betting, "_not_allowed", mute)
    assert "a refusal says nothing" in found().what


def test_a_fault_is_printed_as_a_round_file(monkeypatch: Patch, capsys: pytest.CaptureFixture[str]) -> None:
    honest = pots.rakes
    monkeypatch.setattr(pots, "rakes", lambda table, amounts: [honest(table, [amount])[0] for amount in amounts])
    assert fuzz(fuzzer("poker"), rounds=1000, seed="1", jobs=1, every=10) == 1
    told = capsys.readouterr()
    assert "broken after" in told.err
    assert play(read_script(told.out)).refusal is None


def reshuffled() -> Iterator[tuple[Fault, SimPokerTable]]:
    """Random evenings with a reshuffled shoe in them, as if something had broken at the end, and what came of them."""
    for number in range(1000):
        chance = seeded_chance(f"reshuffled, {number}")
        setup = random_setup(chance)
        crowd, table = Crowd(chance, UNTIDY, setup.rulebook()), SimPokerTable(setup)
        moves: list[Move] = []
        happened: list[ev.PokerEvent] = []
        while len(moves) < 150 or table.state.playing:
            move = crowd.next_move(table.state)
            step = table.make(move)
            if step.refused is None:
                moves.append(move)
                happened += step.events
        if any(isinstance(event, ev.ShoeReshuffled) for event in happened):
            yield Fault("reshuffled", setup, tuple(in_full(setup, moves)), "nothing"), table


def but_for_names(state: PokerState) -> PokerState:
    """A round file does not say who reported an irregularity."""
    assert state.round is not None
    incidents = tuple(replace(each, by=None) for each in state.round.incidents)
    return replace(state, round=replace(state.round, incidents=incidents))


def test_a_life_with_reshuffled_shoes_is_played_again_card_by_card() -> None:
    lives = reshuffled()
    for _ in range(12):
        fault, table = next(lives)
        played = play(read_script(round_file(fault)))
        assert played.refusal is None
        assert not any(told.unlisted for told in played.story)
        assert isinstance(played.dealer, PokerDealer)
        assert but_for_names(played.dealer.state) == but_for_names(table.state)


def test_a_fault_after_a_reshuffle_is_found_again_in_the_file(monkeypatch: Patch) -> None:
    """The file leads to the very table at which the referee complained."""
    honest = evolve._EVOLVE[ev.StreetTakenBack]

    def keeping_the_bets(state: PokerState, event: ev.StreetTakenBack) -> PokerState:
        return replace(honest(state, event), seats=state.seats)

    monkeypatch.setitem(evolve._EVOLVE, ev.StreetTakenBack, keeping_the_bets)
    fault = shrunk(found(lives=1000))
    table = SimPokerTable(fault.setup)
    steps = [table.make(move) for move in fault.moves]
    assert any(isinstance(event, ev.ShoeReshuffled) for step in steps for event in step.events)
    dealer = play(read_script(round_file(fault))).dealer
    assert isinstance(dealer, PokerDealer)
    assert but_for_names(dealer.state) == but_for_names(table.state)


def test_a_clean_run_says_what_it_met_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz(fuzzer("poker"), rounds=30, seed="1", jobs=2, every=10) == 0
    told = capsys.readouterr().out
    assert "rounds and all held" in told
    assert "Never met with:" in told
