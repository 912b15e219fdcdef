"""`croupier simulate poker`: a table of programs, played on the live engine."""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Money, Record
from croupier.doors.cli.arguments import above_nothing, amount, or_else
from croupier.doors.cli.json_output import print_answer
from croupier.doors.cli.page import columns
from croupier.doors.cli.progress import Progress, working
from croupier.rules.money import dollars

if TYPE_CHECKING:
    from croupier.rounds.players.many_hands import PokerPlan, PokerTotals
    from croupier.rules.rulebook.model import Rulebook

PLAYED = 0
MOST_SEATS = 9
AT_ONCE = 2
RAKE = 500
"""Basis points, as in the document."""


class SeatAnswer(Record):
    seat: int
    player: str
    net: Money
    big_blinds_per_100: float
    """Won or lost in 100 hands."""
    standard_error: float
    entered: float
    """The share of hands in which they put chips in before the flop without having to."""
    won: float


class PokerRunOf(Record):
    """What differs from run to run."""

    seconds: float
    jobs: int
    hands_a_second: int


class SimulatePokerAnswer(Answer):
    SCHEMA = "simulate-poker"
    book: str
    rounds: int
    seed: int
    small_blind: Money
    stake: Money
    rake: Money
    """Of all hands."""
    rake_per_100: float
    """In big blinds."""
    seats: list[SeatAnswer]
    run: PokerRunOf


def simulate_poker(book: "Rulebook", options: argparse.Namespace, hands: int, seed: int, jobs: int) -> int:
    from croupier.rounds.players.many_hands import PokerPlan, check_players

    players = tuple(or_else(options.players, "tight,loose,amateur,careful,caller,random").split(","))
    check_players(players)
    if not 2 <= len(players) <= MOST_SEATS:
        raise Unreadable(f"--players: a table has 2 to {MOST_SEATS} players, not {len(players)}")
    small = above_nothing("--small-blind", or_else(options.small_blind, "1"))
    stake = above_nothing("--stake", or_else(options.stake, str(200 * small // 100)))
    if stake % small or stake < 2 * small:
        raise Unreadable(f"--stake: {dollars(stake)} is not a multiple of the small blind, at least two of it")
    plan = PokerPlan(
        book.key,
        hands,
        seed,
        players,
        small,
        stake,
        _basis_points(options.rake),
        None if options.cap is None else above_nothing("--cap", options.cap),
    )
    begun = monotonic()
    total = _total(plan, jobs)
    seconds = monotonic() - begun
    answer = _answer(plan, total, PokerRunOf(round(seconds, 2), jobs, round(hands / seconds)))
    if options.json:
        print_answer(answer, indent=2)
    else:
        print("\n".join(_page(answer)))
    return PLAYED


def _basis_points(text: str | None) -> int:
    """Per cent are read like dollars: two decimals."""
    found = RAKE if text is None else int(amount("--rake", text))
    if found > 10_000:
        raise Unreadable(f"--rake: expected per cent of the pot, such as 5, got {text}")
    return found


def _total(plan: "PokerPlan", jobs: int) -> "PokerTotals":
    from croupier.rounds.players.many_hands import added, played_hands

    progress = Progress(plan.hands, "hands")
    play = partial(played_hands, plan)
    total: PokerTotals | None = None
    with working("simulating poker") as done:

        def take(part: "PokerTotals") -> None:
            nonlocal total
            total = part if total is None else added(total, part)
            progress.add(part.hands, f"rake {dollars(total.rake)}")
            done(progress)

        if jobs == 1 or plan.batches == 1:
            for batch in range(plan.batches):
                take(play(batch))
        else:
            with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
                for part in pool.map(play, range(plan.batches), chunksize=AT_ONCE):
                    take(part)
    assert total is not None
    return total


def _answer(plan: "PokerPlan", total: "PokerTotals", run: PokerRunOf) -> SimulatePokerAnswer:
    hands, big_blind = total.hands, 2 * plan.small_blind
    seats = []
    for place, name in enumerate(plan.players):
        mean = total.nets[place] / hands
        error = sqrt(max(total.squares[place] / hands - mean**2, 0) / hands)
        seats.append(
            SeatAnswer(
                place + 1,
                name,
                dollars(total.nets[place]),
                100 * mean / big_blind,
                100 * error / big_blind,
                total.entered[place] / hands,
                total.won[place] / hands,
            )
        )
    return SimulatePokerAnswer(
        plan.book,
        hands,
        plan.seed,
        dollars(plan.small_blind),
        dollars(plan.stake),
        dollars(total.rake),
        100 * total.rake / hands / big_blind,
        seats,
        run,
    )


def _page(answer: SimulatePokerAnswer) -> Iterator[str]:
    blinds = f"{answer.small_blind} small blind, everybody starts each hand with {answer.stake}"
    yield f"{answer.book}: {answer.rounds:,} hands, seed {answer.seed}; {blinds}"
    yield ""
    rows = [("seat", "player", "net", "big blinds/100", "error", "entered", "won")]
    rows += [
        (
            str(seat.seat),
            seat.player,
            seat.net,
            f"{seat.big_blinds_per_100:+.1f}",
            f"{seat.standard_error:.1f}",
            f"{100 * seat.entered:.1f} %",
            f"{100 * seat.won:.1f} %",
        )
        for seat in answer.seats
    ]
    yield from columns(rows, right=(2, 3, 4, 5, 6))
    yield ""
    yield f"rake {answer.rake}, {answer.rake_per_100:.1f} big blinds in 100 hands"
