"""The referees would notice: for each of these faults in the engine a random table soon finds it out.

A check that nothing can break proves nothing. Each fault is one that a poker program is known to have had.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.cli.fuzz import fuzz, fuzzer
from croupier.errors import Refused
from croupier.games.poker import betting, evolve, machine, out_of_turn, pots, seating, seats, showdown, turns, view
from croupier.games.poker import events as ev
from croupier.games.poker.table import PokerRound, PokerState
from croupier.hands import best_value
from croupier.roundfile.read import read_script
from croupier.roundfile.run import play
from croupier.sim.poker_lives import Fault, live
from croupier.sim.poker_script import round_file

Patch = pytest.MonkeyPatch
Break = Callable[[Patch], None]
LIVES = 60


def found(kind: str) -> Fault:
    """The first fault that a random table finds, and it is the one that was made."""
    for number in range(LIVES):
        lived = live(f"referees, {number}", rounds=25, every=3)
        if lived.fault is not None:
            assert kind in lived.fault.what, lived.fault.what
            return lived.fault
    pytest.fail(f"{LIVES} lives and nobody noticed")


def odd_chip_to_the_last(patch: Patch) -> None:
    honest = pots.shares

    def shares(table: Any, amount: Any, winners: Sequence[int], put_in: Any) -> Any:
        return honest(table, amount, winners[::-1], put_in)

    patch.setattr(pots, "shares", shares)


def cap_on_each_pot(patch: Patch) -> None:
    honest = pots.rakes
    patch.setattr(pots, "rakes", lambda table, amounts: [honest(table, [amount])[0] for amount in amounts])


def nothing_is_uncalled(patch: Patch) -> None:
    patch.setattr(pots, "uncalled", lambda put: None)


def chips_that_are_not_in_the_pot(patch: Patch) -> None:
    honest = pots.shares
    patch.setattr(pots, "shares", lambda table, amount, winners, put_in: honest(table, amount, winners, ()))


def folded_chips_are_lost(patch: Patch) -> None:
    honest = pots.pots

    def without(state: PokerState, live: Sequence[int], put: dict[int, int]) -> Any:
        found = honest(state, live, put)
        return [pot for pot in found if len(pot.eligible) > 1] or found[:1]

    patch.setattr(pots, "pots", without)


def only_full_raises_reopen(patch: Patch) -> None:
    honest = betting._raise

    def raised(*arguments: Any) -> Any:
        event = honest(*arguments)
        by = event.price - arguments[2].price
        return replace(event, reopens=by >= arguments[2].step)

    patch.setattr(betting, "_raise", raised)


def every_raise_reopens(patch: Patch) -> None:
    honest = betting._raise
    patch.setattr(betting, "_raise", lambda *arguments: replace(honest(*arguments), reopens=True))


def short_raise_lowers_the_step(patch: Patch) -> None:
    honest = betting._raise

    def raised(*arguments: Any) -> Any:
        event = honest(*arguments)
        return replace(event, step=event.price - arguments[2].price)

    patch.setattr(betting, "_raise", raised)


def short_bet_lowers_the_price(patch: Patch) -> None:
    honest = betting._bet
    patch.setattr(betting, "_bet", lambda *arguments: replace(honest(*arguments), price=arguments[-1]))


def asked_though_nobody_can_answer(patch: Patch) -> None:
    honest = turns.next_to_act

    def next_to_act(
        state: PokerState, among: Any, price: int, acted: Any, able: bool = False, bet: int = 0
    ) -> int | None:
        return honest(state, among, price, acted, True, bet)

    for module in (betting, machine, out_of_turn):
        patch.setattr(module, "next_to_act", next_to_act)


def the_other_way_round(patch: Patch) -> None:
    honest = turns.on_the_left
    patch.setattr(betting, "on_the_left", lambda order, seat: honest(order, seat)[::-1])


def everybody_shows(patch: Patch) -> None:
    def hands_shown(book: Any, state: PokerState, *more: Any) -> Iterator[Any]:
        assert state.round is not None
        yield from ((seat, ()) for seat in state.round.live())

    patch.setattr(showdown, "hands_shown", hands_shown)


def button_shows_first(patch: Patch) -> None:
    honest = showdown.first_to_show

    def first(book: Any, round_: PokerRound) -> Any:
        return round_.live()[-1], honest(book, round_)[1]

    patch.setattr(showdown, "first_to_show", first)


def aces_are_never_low(patch: Patch) -> None:
    def value(cards: Sequence[Card]) -> int:
        without = [card for card in cards if card[0] != "A"]
        return best_value(without) if len(without) == 5 else best_value(cards)

    patch.setattr(showdown, "best_value", value)


def winnings_are_forgotten(patch: Patch) -> None:
    handlers = _handlers()
    honest = handlers[ev.PotsGivenOut]

    def given_out(state: Any, event: ev.PotsGivenOut) -> Any:
        return honest(state, replace(event, pots=event.pots[:1]))

    patch.setitem(handlers, ev.PotsGivenOut, given_out)


def _handlers() -> dict[type, Callable[[Any, Any], Any]]:
    return next(
        table
        for table in vars(evolve).values()
        if isinstance(table, dict) and ev.PotsGivenOut in table and callable(table[ev.PotsGivenOut])
    )


def big_blind_on_the_button(patch: Patch) -> None:
    honest = seating._Walk._two_players

    def two_players(self: Any, dealt: set[int]) -> tuple[int, int, int]:
        _, small, big = honest(self, dealt)
        return big, small, big

    patch.setattr(seating._Walk, "_two_players", two_players)


def nobody_has_to_post_to_join(patch: Patch) -> None:
    honest = seating._Walk._posts

    def posts(self: Any, small: Any, big: Any, joining: Any) -> Iterator[Any]:
        return honest(self, small, big, [])

    patch.setattr(seating._Walk, "_posts", posts)


def any_stake_is_taken(patch: Patch) -> None:
    patch.setattr(seats, "check_buy_in", lambda *arguments: None)


def folded_hands_lie_open(patch: Patch) -> None:
    patch.setattr(view, "turned_up", lambda round_, seat: seat in round_.folded or seat in round_.shown)


def cards_are_seen_without_looking(patch: Patch) -> None:
    honest = view._hand

    def hand(state: Any, round_: PokerRound, *more: Any) -> Any:
        return honest(state, replace(round_, looked=frozenset(round_.order)), *more)

    patch.setattr(view, "_hand", hand)


def board_lies_open_from_the_start(patch: Patch) -> None:
    patch.setattr(view, "_face_down", lambda cards: cards)


FAULTS: dict[Break, str] = {
    odd_chip_to_the_last: "Broken: pots are",
    cap_on_each_pot: "Broken: pots are",
    nothing_is_uncalled: "went back and not",
    chips_that_are_not_in_the_pot: "Broken: pots are",
    folded_chips_are_lost: "Broken",
    only_full_raises_reopen: "Broken",
    every_raise_reopens: "Broken",
    short_raise_lowers_the_step: "Broken",
    short_bet_lowers_the_price: "Broken",
    asked_though_nobody_can_answer: "is asked and not",
    the_other_way_round: "is asked and not",
    everybody_shows: "show their hands and not",
    button_shows_first: "show their hands and not",
    aces_are_never_low: "Broken",
    winnings_are_forgotten: "Broken",
    big_blind_on_the_button: "Misplaced",
    nobody_has_to_post_to_join: "Misplaced: posted were",
    any_stake_is_taken: "is unlawful but was accepted",
    folded_hands_lie_open: "and may see",
    cards_are_seen_without_looking: "and may see",
    board_lies_open_from_the_start: "and may see",
}


@pytest.mark.parametrize(("make", "kind"), FAULTS.items(), ids=[make.__name__ for make in FAULTS])
def test_a_fault_is_noticed(make: Break, kind: str, monkeypatch: Patch) -> None:
    make(monkeypatch)
    fault = found(kind)
    assert len(fault.moves) < 60, "the way there could be shorter"


def test_a_refusal_without_words_is_noticed(monkeypatch: Patch) -> None:
    def mute(*arguments: Any) -> None:
        raise Refused("")

    monkeypatch.setattr(betting, "_not_allowed", mute)
    found("a refusal says nothing")


def test_a_fault_is_told_as_a_round_file(monkeypatch: Patch, capsys: pytest.CaptureFixture[str]) -> None:
    cap_on_each_pot(monkeypatch)
    assert fuzz(fuzzer("poker"), rounds=1000, seed="1", jobs=1, every=10) == 1
    told = capsys.readouterr()
    assert "broken after" in told.err
    played = play(read_script(told.out))
    assert played.refusal is None
    monkeypatch.undo()
    fault = live("referees, 0", rounds=2).fault
    assert fault is None or round_file(fault)


def test_a_clean_run_says_what_it_met_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz(fuzzer("poker"), rounds=30, seed="1", jobs=2, every=10) == 0
    told = capsys.readouterr().out
    assert "rounds and all held" in told
    assert "Never met with:" in told
