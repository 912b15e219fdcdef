"""Lives of random poker tables: played, watched, and made small again when something breaks."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from croupier.base.errors import Refused
from croupier.base.values import Value
from croupier.proofs.sim.poker.crowd import MANNERS, Crowd, Move, Setup, random_setup
from croupier.proofs.sim.poker.hands import Evaluate, best_of_seven
from croupier.proofs.sim.poker.referee import Referee, RefereeStep
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.cards import DECK, Card, Deck, seeded_chance, shuffled
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.machine import advance
from croupier.rules.games.poker.table import PokerState

ROUNDS_IN_A_LIFE = 40
MOVES_IN_A_ROUND = 200
"""On average, at most: a table where nobody can play is given up."""
ATTEMPTS = 400
"""To make a fault smaller."""
NEVER = 1_000_000_000
"""Steps between costly checks, to switch them off."""
BETWEEN_ROUNDS = (cmd.StartRound, cmd.SitDown, cmd.TopUp, cmd.ComeBack, cmd.DeemGone)


class Fault(Value):
    """What broke, and the way there."""

    seed: str
    setup: Setup
    moves: tuple[Move, ...]
    what: str


class Shrunk(NamedTuple):
    setup: Setup
    moves: tuple[Move, ...]


class Lived(Value):
    rounds: int
    covered: Counter[str]
    fault: Fault | None = None


class SimPokerTable:
    """A desk whose decks come with the moves."""

    def __init__(self, setup: Setup) -> None:
        self._deck = Deck(())
        self._dealer = PokerDealer(setup.rulebook(), setup.open(), self)

    def next_deck(self) -> Deck:
        return self._deck

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        """Nothing is left to chance: the report has the whole order."""
        return Deck(tuple(listed))

    @property
    def state(self) -> PokerState:
        return self._dealer.state

    def make(self, move: Move) -> RefereeStep:
        before, command = self.state, move.command
        if move.deck:
            self._deck = Deck(move.deck)
        try:
            if isinstance(command, cmd.ReportIrregularity):
                command = self._with_new_order(command)
            return RefereeStep(command, move.deck, before, self._dealer.act(command), None, self.state)
        except Refused as refusal:
            return RefereeStep(command, move.deck, before, (), refusal, self.state)

    def _with_new_order(self, report: cmd.ReportIrregularity) -> cmd.ReportIrregularity:
        """Where the shoe is reshuffled, all of its new order is part of the report, so that it can be played again."""
        happened, state = advance(self._dealer.book, self.state, report)
        if not any(isinstance(event, ev.ShoeReshuffled) for event in happened):
            return report
        assert state.round is not None
        out = state.round.dealt
        rest = [card for card in DECK if card not in out]
        return replace(report, shoe=shuffled(rest, seeded_chance(f"reshuffled {report.street} {out}")))


def live(seed: str, *, rounds: int = ROUNDS_IN_A_LIFE, every: int = 10, evaluate: Evaluate = best_of_seven) -> Lived:
    """One table from its opening on; the same seed is always the same life."""
    return live_by(seeded_chance(seed), seed, rounds=rounds, every=every, evaluate=evaluate)


def live_by(chance: random.Random, name: str, *, rounds: int, every: int, evaluate: Evaluate = best_of_seven) -> Lived:
    """A life decided entirely by this chance. `every`: the costly checks run at one step in this many."""
    setup = random_setup(chance)
    crowd = Crowd(chance, chance.choice(MANNERS), setup.rulebook())
    table, referee = SimPokerTable(setup), Referee(setup.rulebook(), setup.open(), every=every, evaluate=evaluate)
    moves: list[Move] = []
    while len(moves) < rounds * MOVES_IN_A_ROUND and (referee.covered["rounds"] < rounds or table.state.playing):
        moves.append(crowd.next_move(table.state))
        broken = _made(table, moves[-1], referee)
        if broken is not None:
            return Lived(referee.covered["rounds"], referee.covered, Fault(name, setup, tuple(moves), broken))
    return Lived(referee.covered["rounds"], referee.covered)


def _made(table: SimPokerTable, move: Move, referee: Referee) -> str | None:
    """Make a move and let the referee look; what broke, if anything did. An error of the engine is a fault too."""
    try:
        referee.hear(table.make(move))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def replay(setup: Setup, moves: Sequence[Move], evaluate: Evaluate = best_of_seven, *, every: int = 1) -> str | None:
    """What breaks when these moves are made again; by default all checks run at every step."""
    table, referee = SimPokerTable(setup), Referee(setup.rulebook(), setup.open(), every=every, evaluate=evaluate)
    for move in moves:
        broken = _made(table, move, referee)
        if broken is not None:
            return broken
    return None


def shrunk(fault: Fault, evaluate: Evaluate = best_of_seven) -> Fault:
    """The last round alone if that is enough; then leave out rounds, and moves, as long as the same check fails."""
    setup, kept, what = fault.setup, fault.moves, fault.what
    every = NEVER if replay(setup, kept, evaluate, every=NEVER) == what else 1
    what = replay(setup, kept, evaluate, every=every) or what  # checking every step may find something earlier

    def fails(setup: Setup, fewer: Sequence[Move]) -> bool:
        broken = replay(setup, fewer, evaluate, every=every)
        return broken is not None and _kind(broken) == _kind(what)

    if (alone := last_round(setup, kept)) is not None and fails(*alone):
        setup, kept = alone
    attempts = iter(range(ATTEMPTS))
    for cut in (_by_rounds, _by_moves):
        parts = cut(kept)
        size = len(parts) // 2
        while size:
            start = 0
            while start < len(parts) and next(attempts, None) is not None:
                rest = parts[:start] + parts[start + size :]
                fewer = tuple(completed(setup, [move for part in rest for move in part]))
                if len(fewer) < len(kept) and fails(setup, fewer):
                    kept, parts = fewer, cut(fewer)
                else:
                    start += size
            size //= 2
    return Fault(fault.seed, setup, tuple(in_full(setup, kept)), replay(setup, kept, evaluate) or what)


def _kind(words: str) -> str:
    """The check that failed, without what is different each time."""
    return re.split(r"[\d\[{(]", words, maxsplit=1)[0]


def _by_rounds(moves: tuple[Move, ...]) -> tuple[tuple[Move, ...], ...]:
    """A life cut before the start of each round."""
    starts = [0, *(number for number, move in enumerate(moves) if move.deck), len(moves)]
    return tuple(moves[start:end] for start, end in pairwise(starts))


def _by_moves(moves: tuple[Move, ...]) -> tuple[tuple[Move, ...], ...]:
    return tuple((move,) for move in moves)


def in_full(setup: Setup, moves: Sequence[Move]) -> Iterator[Move]:
    """The moves, with the order of every shoe that was reshuffled on the way."""
    table = SimPokerTable(setup)
    for move in moves:
        try:
            yield Move(table.make(move).command, move.deck)
        except Exception:
            yield move
            return


def last_round(setup: Setup, moves: Sequence[Move]) -> Shrunk | None:
    """A table that opens just as the last round begins, with those who are dealt in."""
    table = SimPokerTable(setup)
    start, before = 0, setup.open()
    for number, move in enumerate(moves):
        if move.deck:
            start, before = number, table.state
        try:
            table.make(move)
        except Exception:
            break
    round_ = table.state.round
    if round_ is None or round_.button not in round_.order:
        return None
    players = {seat: (before.seats[seat].player, before.seats[seat].stack) for seat in sorted(round_.order)}
    opened = replace(setup, players=players, button=round_.button, first_orbit=False)
    return Shrunk(opened, tuple(moves[start:]))


def completed(setup: Setup, moves: Sequence[Move]) -> Iterator[Move]:
    """The moves that are accepted, and in between what brings each round to its end: everybody checks, or folds."""
    table = SimPokerTable(setup)
    *earlier, last = moves or [Move(cmd.StartRound())]
    for move in earlier:
        while isinstance(move.command, BETWEEN_ROUNDS) and table.state.playing:
            passing = _passing(table.state)
            yield passing
            table.make(passing)
        try:
            refused = table.make(move).refused is not None
        except Exception:
            yield move
            return
        if not refused:
            yield move
    yield last


def _passing(state: PokerState) -> Move:
    assert state.round is not None
    seat = state.round.turn
    if seat is None:
        return Move(cmd.Settle())
    act = Act.CHECK if Act.CHECK in options(state, seat).may else Act.FOLD
    return Move(cmd.TakeAction(seat, act))
