"""What the guests of the poker table win from the simple players whom they replaced, and how long they think.

    python bench/guests.py [hands] [seed]

Six seats, a hundred big blinds each at the beginning of every hand, no rake. New and old players sit in turn, and
everybody moves one seat on after each hand. Big blinds in a hundred hands, with the standard error; decisions in
microseconds of processor time.
"""

import random
import sys
from math import sqrt
from statistics import fmean, stdev
from time import process_time_ns

from croupier.base.actors import Viewer
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.players.amateur import CAREFUL, LOOSE, STEADY, amateur
from croupier.rounds.players.poker import Player, at_random, caller, tight_aggressive
from croupier.rules.cards import seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.table import PokerTable, open_table
from croupier.rules.games.poker.view import PokerView, view
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

BIG_BLIND, STACK = 2_00, 200_00
NEW: tuple[Player, ...] = (amateur(STEADY), amateur(LOOSE), amateur(CAREFUL))
OLD = {
    "the guests before": (tight_aggressive, caller, at_random),
    "tight and aggressive": (tight_aggressive,) * 3,
    "callers": (caller,) * 3,
}


def hand(players: tuple[Player, ...], button: int, chance: random.Random) -> list[int]:
    """What each player wins, in cents."""
    table = PokerTable(Device.SHOE, 6, Cents(1_00), Cents(40_00), Cents(400_00), rake_basis_points=0)
    stacks = {seat: (f"Player-{seat}", Cents(STACK)) for seat in range(1, 7)}
    state = open_table(table, stacks, button, first_orbit=False)
    dealer = PokerDealer(at_the_table("poker@7", Device.SHOE), state, ShuffledDecks(chance))
    dealer.act(cmd.StartRound())
    while dealer.state.playing:
        assert dealer.state.round is not None and dealer.state.round.turn is not None
        seat = dealer.state.round.turn
        command = players[seat - 1](view(dealer.state, Viewer(dealer.state.seats[seat].player)), chance)
        assert command is not None
        dealer.act(command)
    return [dealer.state.seats[seat].stack - STACK for seat in range(1, 7)]


def match(old: tuple[Player, ...], hands: int, seed: int) -> list[float]:
    """Big blinds that the three new players win together in each hand."""
    chance = seeded_chance(seed)
    seated = tuple(player for pair in zip(NEW, old, strict=True) for player in pair)
    won = []
    for number in range(hands):
        turn = number % 6
        players = seated[turn:] + seated[:turn]
        result = hand(players, number % 6 + 1, chance)
        won.append(sum(cents for player, cents in zip(players, result, strict=True) if player in NEW) / BIG_BLIND)
    return won


def thinking(hands: int, seed: int) -> list[int]:
    """Nanoseconds of every decision."""
    chance, times = seeded_chance(seed), []

    def timed(player: Player) -> Player:
        def play(seen: PokerView, chance: random.Random) -> cmd.PokerCommand | None:
            begun = process_time_ns()
            found = player(seen, chance)
            times.append(process_time_ns() - begun)
            return found

        return play

    players = tuple(map(timed, NEW * 2))
    for number in range(hands):
        hand(players, number % 6 + 1, chance)
    return sorted(times)


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"{hands:,} hands each, seed {seed}; big blinds in 100 hands, for each of three players")
    for name, old in OLD.items():
        won = match(old, hands, seed)
        each = 100 / len(NEW)
        print(f"  from {name:<22}{fmean(won) * each:>8.1f} ± {stdev(won) / sqrt(hands) * each:.1f}")
    times = thinking(300, seed)
    middle, most = times[len(times) // 2] / 1000, times[len(times) * 99 // 100] / 1000
    print(f"a decision: median {middle:.0f} µs, 99 of 100 below {most:.0f} µs")


if __name__ == "__main__":
    main()
