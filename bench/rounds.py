"""Complete rounds a second on one core: one box, from the first bet to the last settlement line, with citations.

    python bench/rounds.py [seconds]

Each game is played three ways: `advance`, which decides, evolves and settles once and gives events and state; `decide`
and then a fold of its events with `evolve`, as a journal is replayed, which evolves everything twice; and through a
HouseDealer with meter and a deck that is shuffled for each round, by the entropy of the operating system as at a real
table, or by a seed. The ways take turns, so that a busy machine slows all of them, and each one's best turn counts.
"""

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from time import perf_counter
from timeit import repeat
from typing import NamedTuple

from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.following import jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import DECK, Card, Chance, os_chance, seeded_chance, shuffled
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.house.evolve import evolve
from croupier.rules.games.house.machine import Advance
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseRound, HouseTable, Limits, Phase, open_round
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook, game_of

TARGET = 25_000  # rounds of 3 Card Poker a second
TURN = 40  # rounds between two looks at the clock; short, so that some turns are not interrupted
TURNS = 25  # of one way before the next one
DECKS = 200

DECISIONS = {
    "three-card-poker@3": (Decision.PLAY,),
    "casino-stud@2": (Decision.BET,),
    "progressive-holdem@6": (Decision.FLOP, Decision.TURN, Decision.CHECK),
}


class Bench(NamedTuple):
    """A table with one box, and what its player does."""

    game: HouseGame
    book: Rulebook
    table: HouseTable
    acts: tuple[cmd.RoundCommand, ...]
    decks: tuple[tuple[Card, ...], ...]

    def play(self, rounds: int, advance: Advance) -> None:
        book, places, dealing = self.book, self.game.places, Phase.DEALING
        for number in range(rounds):
            deck = self.decks[number % DECKS]
            drawn = 0
            round_ = open_round(self.table)
            for act in self.acts:
                _, round_ = advance(book, round_, act)
                while round_.phase is dealing:
                    due = drawn + len(places(book, round_))
                    _, round_ = advance(book, round_, cmd.DealCards(deck[drawn:due]))
                    drawn = due
            assert round_.over, round_

    def decide_and_evolve(self, rounds: int) -> None:
        decide = self.game.decide

        def advance(
            book: Rulebook, round_: HouseRound, command: cmd.RoundCommand
        ) -> tuple[tuple[HouseEvent, ...], HouseRound]:
            events = decide(book, round_, command)
            for event in events:
                round_ = evolve(round_, event)
            return events, round_

        self.play(rounds, advance)

    def advance(self, rounds: int) -> None:
        self.play(rounds, self.game.advance)

    def dealer(self, chance: Chance) -> HouseDealer:
        meter = jackpot_at(displayed=Cents(125_000_00), reset=Cents(50_000_00), contribution=Fraction("0.60"))
        return HouseDealer(self.game, self.book, self.table, meter, ShuffledDecks(chance))

    def dealt(self, rounds: int, *, dealer: HouseDealer, jackpot: bool = False) -> None:
        acts = (cmd.PlaceBet(1, Spot.JACKPOT, Cents(5_00)), *self.acts) if jackpot else self.acts
        for _ in range(rounds):
            for act in acts:
                dealer.act(act)
            assert dealer.round.over, dealer.round
            dealer.act(cmd.OpenRound())

    def ways(self) -> dict[str, Callable[[int], None]]:
        return {
            "advance": self.advance,
            "decide, evolve again": self.decide_and_evolve,
            "HouseDealer": partial(self.dealt, dealer=self.dealer(os_chance())),
            "HouseDealer, jackpot bet": partial(self.dealt, dealer=self.dealer(os_chance()), jackpot=True),
            "HouseDealer, seeded": partial(self.dealt, dealer=self.dealer(seeded_chance("bench"))),
        }


def one_box(key: str) -> Bench:
    table = HouseTable(
        device=Device.SHOE,
        limits={Spot.ANTE: Limits(Cents(10_00), Cents(1000_00))},
        players={1: "Ann"},
        jackpot_bet=Cents(5_00),
    )
    acts: list[cmd.RoundCommand] = [cmd.PlaceBet(1, Spot.ANTE, Cents(50_00)), cmd.CloseBets(), cmd.Look(1)]
    acts += [cmd.MakeDecision(1, decision) for decision in DECISIONS[key]]
    chance = seeded_chance(key)
    decks = tuple(shuffled(DECK, chance)[:30] for _ in range(DECKS))
    game = HOUSE_GAMES[game_of(key)]
    return Bench(game, at_the_table(key, Device.SHOE), table, tuple(acts), decks)


def rounds_a_second(play: Callable[[int], None]) -> float:
    start = perf_counter()
    play(TURN)
    return TURN / (perf_counter() - start)


def function_call() -> float:
    """What calling a function that does nothing costs, in ns: tells how fast, and how busy, the machine is."""
    return min(repeat("f()", "f = lambda: None", number=10_000, repeat=50)) * 100_000


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    ways = {(key, name): play for key in DECISIONS for name, play in one_box(key).ways().items()}
    best = dict.fromkeys(ways, 0.0)
    for play in ways.values():
        play(DECKS)  # tables are built, caches filled
    end = perf_counter() + seconds
    while perf_counter() < end:
        for way, play in ways.items():
            best[way] = max(best[way], *(rounds_a_second(play) for _ in range(TURNS)))
    print(f"a function call takes {function_call():.0f} ns here\n")
    print(f"{'one box, one core':24}{'':24}{'rounds/s':>12}{'µs/round':>12}{'target':>12}")
    for (key, name), speed in best.items():
        target = f"{TARGET:,}" if (key, name) == ("three-card-poker@3", "advance") else ""
        print(f"{key:24}{name:24}{speed:>12,.0f}{1_000_000 / speed:>12.1f}{target:>12}")


if __name__ == "__main__":
    main()
