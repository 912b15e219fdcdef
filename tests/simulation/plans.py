"""Plans that several tests run."""

from typing import Any

from croupier.numbers.simulation.games import simulated
from croupier.numbers.simulation.plan import Plan, planned
from croupier.numbers.simulation.strategies import Strategy
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load

BOOKS = {
    "three-card-poker": "three-card-poker@3",
    "casino-stud": "casino-stud@2",
    "progressive-holdem": "progressive-holdem@6",
}
SIDE_BETS = {"three-card-poker": Spot.PAIR_PLUS, "progressive-holdem": Spot.BONUS}


def plan_of(game: str, rounds: int = 200_000, *, ways: str = "perfect", side_bets: bool = False, **more: Any) -> Plan:
    book = load(BOOKS[game])
    stakes = {Spot.ANTE: Cents(1000)}
    if side_bets:
        stakes |= {spot: Cents(500) for spot in (SIDE_BETS.get(game), Spot.JACKPOT) if spot is not None}
    known = {"perfect": Strategy(), "simple": simulated(book).SIMPLE}
    return planned(
        book,
        **{
            "rounds": rounds,
            "seed": 7,
            "stakes": stakes,
            "strategies": tuple(known[each] for each in ways.split(",")),
            "meter": Cents(5_000_000) if side_bets else Cents(0),
            **more,
        },
    )
