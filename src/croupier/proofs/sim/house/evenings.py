"""Random evenings at the house-banked tables: played, watched, and made small again when something breaks."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import NamedTuple

from croupier.proofs.sim.house.account import Setup
from croupier.proofs.sim.house.comparing import check_refusal, check_report
from croupier.proofs.sim.house.crowd import NOTHING_MORE, Crowd, random_setup
from croupier.proofs.sim.house.referee import Referee
from croupier.proofs.sim.house.table import Evening, SimTable, round_file
from croupier.proofs.sim.house.tally import Tally
from croupier.rules.cards import seeded_chance

ROUNDS_IN_AN_EVENING = 12
ACTS_IN_A_ROUND = 120
"""On average, at most: an evening that does not get on is given up."""
ATTEMPTS = 300
"""To make a fault smaller."""
TRIED_AT_ONCE = 12
"""Acts that are tried without being made, where acts are tried."""


class Move(NamedTuple):
    words: str
    deck: tuple[str, ...] = ()
    """Of the round that it starts."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What broke, and the shortest evening that breaks so."""

    seed: str
    evening: Evening
    what: str


@dataclass(frozen=True, slots=True)
class Lived:
    rounds: int
    covered: Counter[str]
    fault: Fault | None = None


class Tried(Exception):
    """What broke when an act was only tried."""

    def __init__(self, move: Move, error: Exception) -> None:
        self.move, self.error = move, error


class Watched:
    """A table and its referee, who hear the same words."""

    def __init__(self, setup: Setup, deck: Sequence[str], every: int = 1, tries: Crowd | None = None) -> None:
        self.table = SimTable(setup, deck)
        self.referee = Referee(setup, deck)
        self._every = every
        self._tries = tries
        self._heard = count(1)

    def make(self, move: Move) -> bool:
        """Make the act and compare; whether it was accepted. A round that is over is compared after every act."""
        referee = self.referee
        grounds = referee.objections(move.words)
        refused = self.table.act(move.words, move.deck)
        check_refusal(grounds, refused)
        if refused is None:
            referee.perform(move.words, move.deck)
        looks = next(self._heard) % self._every == 0
        if looks or referee.round.over:
            check_report(self.table.report(), referee)
        if looks and self._tries is not None:
            self._try(self._tries)
        return refused is None

    def _try(self, crowd: Crowd) -> None:
        """What would be refused now, and what not, nothing being done."""
        for number in range(TRIED_AT_ONCE):
            words = crowd.anything(self.referee) if number % 2 else crowd.incident(self.referee)
            if words == "next":
                continue
            try:
                check_refusal(self.referee.objections(words), self.table.refusal(words))
            except Exception as error:
                raise Tried(Move(words), error) from error


def live(seed: str, game: str, *, rounds: int = ROUNDS_IN_AN_EVENING, every: int = 10) -> Lived:
    """One evening; the same seed is always the same one."""
    return live_by(seeded_chance(f"{game}, {seed}"), seed, game, rounds=rounds, every=every)


def live_by(chance: random.Random, name: str, game: str, *, rounds: int, every: int) -> Lived:
    """An evening decided entirely by this chance. `every`: open rounds are compared at one act in this many."""
    setup = random_setup(chance, game)
    crowd = Crowd(chance, setup)
    first = crowd.next_deck(set())
    tries = Crowd(seeded_chance(f"{name}, tried"), setup)
    watched, tally = Watched(setup, first, every, tries), Tally(setup)
    referee = watched.referee
    moves: list[Move] = []
    while len(moves) < rounds * ACTS_IN_A_ROUND:
        words = crowd.next_act(referee)
        if words == NOTHING_MORE:
            break
        if words == "next" and not referee.objections(words):
            if referee.rounds + 1 == rounds or referee.gone >= set(setup.players.values()):
                break
            moves.append(Move(words, crowd.next_deck(referee.gone)))
        else:
            moves.append(Move(words))
        if moves[-1].deck:
            tally.end_of_round(referee)
        tally.before(referee)
        try:
            accepted = watched.make(moves[-1])
        except Exception as error:
            if isinstance(error, Tried):
                moves.append(error.move)
                error = error.error
            broken = told(moves[-1], error)
            fault = Fault(name, shrunk(setup, first, moves, broken), broken)
            return Lived(referee.rounds + 1, tally.covered, fault)
        tally.after(referee, words, accepted)
    tally.end_of_round(referee)
    return Lived(referee.rounds + 1, tally.covered)


def told(move: Move, error: Exception) -> str:
    """What broke; an error of the engine is a fault too."""
    return f"{move.words!r}: {type(error).__name__}: {error}"


def replay(setup: Setup, first: Sequence[str], moves: Sequence[Move]) -> str | None:
    """What breaks when these moves are made again, compared after every one."""
    watched = Watched(setup, first)
    for move in moves:
        try:
            watched.make(move)
        except Exception as error:
            return told(move, error)
    return None


def shrunk(setup: Setup, first: tuple[str, ...], moves: Sequence[Move], what: str) -> Evening:
    """The last round alone if that is enough; then leave out moves as long as the same thing breaks."""
    attempts = iter(range(ATTEMPTS))

    def kind(words: str) -> str:
        return re.sub(r"'[^']*'|[\d.]+|\{.*|\[.*|\(.*", "", words.partition(": ")[2])

    def fails(setup: Setup, first: Sequence[str], fewer: Sequence[Move]) -> bool:
        broken = replay(setup, first, fewer)
        return broken is not None and kind(broken) == kind(what)

    kept = list(moves)
    starts = [number for number, move in enumerate(kept) if move.deck]
    for start in reversed(starts):
        alone, deck = kept[start + 1 :], kept[start].deck
        referee = Referee(setup, first)
        for move in kept[:start]:
            if not referee.objections(move.words):
                referee.perform(move.words, move.deck)
        for meter in {setup.meter, int(referee.meter // 1)}:
            if fails(replace(setup, meter=meter), deck, alone):
                setup, first, kept = replace(setup, meter=meter), deck, alone
                break
        else:
            continue
        break
    size = max(len(kept) // 2, 1)
    while size:
        start = 0
        while start < len(kept) - 1 and next(attempts, None) is not None:
            fewer = kept[:start] + kept[start + size :]
            if len(fewer) and fails(setup, first, fewer):
                kept = fewer
            else:
                start += size
        size //= 2
    return _accepted(setup, first, kept)


def _accepted(setup: Setup, first: tuple[str, ...], moves: Sequence[Move]) -> Evening:
    """Without refused acts, which would end a round file; the last act stays in any case."""
    watched, kept = Watched(setup, first), []
    for move in moves:
        try:
            accepted = watched.make(move)
        except Exception:
            kept.append(move)
            break
        if accepted:
            kept.append(move)
    decks = (first, *(move.deck for move in kept if move.deck))
    return Evening(setup, decks, tuple(move.words for move in kept))


def fault_file(fault: Fault) -> str:
    """The shortest evening as a round file, so that what broke can be played again with `croupier run`."""
    return round_file(fault.evening, fault.what, f"found in evening {fault.seed!r}")
