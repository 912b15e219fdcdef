"""The simple players play by the rules and with nothing but their own view."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.base.actors import PUBLIC, Viewer
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.players.amateur import CAREFUL, LOOSE, STEADY, amateur, outs, strength
from croupier.rounds.players.poker import Player, at_random, caller, tight_aggressive
from croupier.rules.cards import Card, seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerState, PokerTable, open_table
from croupier.rules.games.poker.view import PokerView, view
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

AMATEURS = (amateur(STEADY), amateur(LOOSE), amateur(CAREFUL))
PLAYERS: tuple[Player, ...] = (at_random, caller, tight_aggressive, *AMATEURS)
CHIPS = 100_00


def opened(players: Sequence[Player], seed: int, device: Device = Device.SHOE) -> PokerDealer:
    table = PokerTable(device, 9, Cents(1_00), Cents(40_00), Cents(400_00), rake_basis_points=0)
    chance = seeded_chance(seed)
    stacks = {seat: (f"Player-{seat}", Cents(CHIPS)) for seat in range(1, len(players) + 1)}
    state = open_table(table, stacks, 1, first_orbit=False)
    return PokerDealer(at_the_table("poker@7", device), state, ShuffledDecks(chance))


def viewer(state: PokerState, seat: int) -> Viewer:
    return Viewer(state.seats[seat].player)


Watcher = Callable[[Player, PokerView, cmd.PokerCommand], None]
"""Told of every command, with what the player saw."""


def play(dealer: PokerDealer, players: Sequence[Player], seed: int, rounds: int, watch: Watcher | None = None) -> None:
    """Plays that number of rounds at one table; broke players buy in again. A refusal would be raised here."""
    chance = seeded_chance(seed)
    for _ in range(rounds):
        for seat, sits in dealer.state.seats.items():
            if not sits.stack:
                dealer.act(cmd.TopUp(seat, Cents(CHIPS)))
        dealer.act(cmd.StartRound())
        while dealer.state.playing:
            assert dealer.state.round is not None and dealer.state.round.turn is not None
            turn = dealer.state.round.turn
            player = players[turn - 1]
            seen = view(dealer.state, viewer(dealer.state, turn))
            command = player(seen, chance)
            assert command is not None
            if watch is not None:
                watch(player, seen, command)
            dealer.act(command)


@given(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=9), st.integers(0, 2**32))
def test_they_are_never_refused(players: list[Player], seed: int) -> None:
    play(opened(players, seed), players, seed, rounds=5)


def test_they_play_as_they_are_called() -> None:
    players = [at_random, at_random, caller, tight_aggressive, tight_aggressive, at_random]
    acts = Counter[tuple[Player, Act]]()

    def count(player: Player, _: PokerView, command: cmd.PokerCommand) -> None:
        if isinstance(command, cmd.TakeAction):
            acts[player, command.act] += 1

    play(opened(players, 1), players, seed=1, rounds=150, watch=count)
    assert {act for player, act in acts if player is at_random} == set(Act)
    assert {act for player, act in acts if player is caller} == {Act.CHECK, Act.CALL}
    tight = Counter({act: count for (player, act), count in acts.items() if player is tight_aggressive})
    assert tight[Act.FOLD] > tight.total() / 2
    assert 2 * (tight[Act.BET] + tight[Act.RAISE]) > tight[Act.CALL]


def test_tight_aggressive_wins_from_callers() -> None:
    players = [tight_aggressive, caller, caller, caller]
    dealer = opened(players, 7)
    bought = CHIPS
    for seed in range(60):
        bought += 0 if dealer.state.seats[1].stack else CHIPS
        play(dealer, players, seed, rounds=5)
    assert dealer.state.seats[1].stack > bought


@pytest.mark.parametrize("seed", range(3))
def test_amateurs_never_fold_for_nothing(seed: int) -> None:
    """A free check is taken; every other fold saves chips."""
    folds = 0

    def is_sensible(_: Player, seen: PokerView, command: cmd.PokerCommand) -> None:
        nonlocal folds
        assert seen.options is not None and seen.round is not None
        if isinstance(command, cmd.TakeAction) and command.act is Act.FOLD:
            folds += 1
            assert seen.options.call, "folding saves something"
        if isinstance(command, cmd.TakeAction) and command.act in (Act.BET, Act.RAISE):
            assert command.amount is not None
            pot = sum(hand.put for hand in seen.round.hands.values())
            most = max(6 * seen.table.big_blind + 2 * pot, 3 * seen.round.price + pot)
            assert command.amount <= most or command.amount == seen.options.all_in

    players = AMATEURS * 2
    play(opened(players, seed), players, seed, rounds=40, watch=is_sensible)
    assert folds > 40


def test_amateurs_win_from_the_players_whom_they_replaced() -> None:
    """As in `bench/guests.py`, a few hundred hands of one seed: they win by far more than chance gives."""
    seated = [AMATEURS[0], tight_aggressive, AMATEURS[1], caller, AMATEURS[2], at_random]
    won = 0
    for number in range(300):
        players = seated[number % 6 :] + seated[: number % 6]
        dealer = opened(players, number)
        play(dealer, players, number, rounds=1)
        won += sum(dealer.state.seats[seat].stack - CHIPS for seat in range(1, 7) if players[seat - 1] in AMATEURS)
    assert won > 300 * 2_00, "a big blind a hand, together"


def test_amateurs_count_what_they_beat_and_what_would_help() -> None:
    def cards(text: str) -> tuple[Card, ...]:
        return tuple(map(Card, text.split()))

    board = cards("Ks 9s 4d")
    assert (
        strength(cards("Kh Kd"), board) > 990 > strength(cards("Kh 2c"), board) > 800 > strength(cards("7h 2c"), board)
    )
    assert outs(cards("As 2s"), board) == 9
    assert outs(cards("Qh Jd"), cards("Ts 9c 2d")) == 8
    assert outs(cards("Qh Jd"), cards("Ts 8c 2d")) == 4
    assert outs(cards("3h 2d"), cards("Qs Jc Td 9h")) == 0, "it lies there for everybody"
    assert outs(cards("As 5h"), cards("2s 3c 4d")) == 0, "the straight is made"
    assert outs(cards("As 2s"), (*board, *cards("2h 3h"))) == 0


def test_it_is_nobody_elses_turn() -> None:
    dealer = opened([caller, caller, caller], 1)
    dealer.act(cmd.StartRound())
    assert dealer.state.round is not None
    for seat in dealer.state.seats:
        for player in PLAYERS:
            decided = player(view(dealer.state, viewer(dealer.state, seat)), seeded_chance(1))
            assert (decided is not None) == (seat == dealer.state.round.turn)
    assert caller(view(dealer.state, PUBLIC), seeded_chance(1)) is None


@pytest.mark.parametrize("player", PLAYERS)
@given(seed=st.integers(0, 2**32))
def test_they_decide_the_same_whatever_the_hidden_cards_are(player: Player, seed: int) -> None:
    players = [player] * 4
    dealer = opened(players, seed, Device.SHUFFLER)
    dealer.act(cmd.StartRound())
    for _ in range(12):
        if not dealer.state.playing:
            break
        round_ = dealer.state.round
        assert round_ is not None and round_.turn is not None
        turn = round_.turn
        blank, own = Card("??"), {*round_.hands[turn], *round_.board}
        masked = replace(
            round_,
            hands={seat: hand if seat == turn else (blank, blank) for seat, hand in round_.hands.items()},
            community=round_.board + (blank,) * (5 - round_.turned),
            dealt=tuple(card if card in own else blank for card in round_.dealt),
        )
        seen = view(dealer.state, viewer(dealer.state, turn))
        guessed = view(replace(dealer.state, round=masked), viewer(dealer.state, turn))
        assert msgspec.json.encode(seen) == msgspec.json.encode(guessed)
        command = player(seen, seeded_chance(seed))
        assert command == player(guessed, seeded_chance(seed))
        assert command is not None
        dealer.act(command)
