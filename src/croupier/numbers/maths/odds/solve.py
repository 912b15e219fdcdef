"""The sheet of a game: its solver fills it, and this module checks that no bet is missing and adds the risk."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.numbers.maths.odds import risk as risks
from croupier.numbers.maths.odds.risk import Risk
from croupier.numbers.maths.odds.sanity import check_amounts, check_paytables
from croupier.numbers.maths.odds.sheet import JACKPOT_BET, Link, Sheet, SheetRequest
from croupier.numbers.maths.odds.solver import solver_of
from croupier.numbers.maths.tools.results import Played
from croupier.numbers.maths.tools.settlement_table import NOTHING, ONE, Stakes
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

MOST_BOXES = 16
MOST_ROUNDS = 999
"""In an hour."""


def sheet(
    book: Rulebook,
    *,
    ante: Cents = ONE,
    jackpot_bet: Cents = JACKPOT_BET,
    meter: Cents | None = None,
    others: int = 0,
    link: Link | None = None,
    habits: bool = True,
    most: Mapping[Spot, Cents] | None = None,
    boxes: int = 1,
    rounds_an_hour: int | None = None,
) -> Sheet:
    """Solve a game; without `habits`, simple strategies, mistakes and all bets together are left out."""
    check_paytables(book)
    check_amounts(book, ante=ante, side_bets=(ante, jackpot_bet), meter=meter or NOTHING)
    if book.jackpot is None and (meter is not None or link is not None):
        raise Unreadable(f"{book.key} has no jackpot, so there is no meter")
    asked = SheetRequest(ante, jackpot_bet, meter, others, link, habits, most or {}, boxes, rounds_an_hour)
    found = solver_of(book).sheet(book, asked)
    _check_all_solved(found)
    return replace(found, risk=_risk(found, asked))


def _check_all_solved(found: Sheet) -> None:
    """A sheet that leaves out a bet of the book says something wrong about the game, so there is none then."""
    solved = {Spot.ANTE.value, *(bet.name for bet in found.side_bets)}
    if found.jackpot is not None:
        solved.add(Spot.JACKPOT.value)
    for spot in HOUSE_GAMES[found.game].bets_in(found.book):
        if spot not in solved or (spot.value not in found.joint and spot not in (Spot.ANTE, Spot.JACKPOT)):
            raise Unreadable(f"{found.book.key} has a {spot.words} bet, and nobody has worked out its odds")


def _risk(found: Sheet, asked: SheetRequest) -> Risk:
    odds, solver = None if found.jackpot is None else found.jackpot.odds, solver_of(found.book)
    meter = NOTHING if odds is None else risks.meter_of(odds, asked.meter)
    down: Stakes = {
        Spot.ANTE: asked.ante,
        **{Spot(bet.name): asked.ante for bet in found.side_bets},
        **({} if odds is None else {Spot.JACKPOT: asked.jackpot_bet}),
    }
    _check_most(found.book, down, asked)
    together = liability = None
    if asked.habits:
        together = solver.together(found.book, down, meter)
        largest = _largest(down, asked.most)
        check_amounts(found.book, ante=largest[Spot.ANTE], side_bets=tuple(largest.values()), meter=meter)
        _check_all_staked(found.book, down, together)
        at_most = together if largest == down else solver.together(found.book, largest, meter)
        rows = found.book.jackpot.rows.values() if found.book.jackpot else ()
        envy = max((row.envy or NOTHING for row in rows), default=NOTHING)
        liability = risks.liability(at_most, largest, odds, meter, asked.boxes, envy)
    spreads = tuple(risks.spreads(found.played, found.side_bets, odds, meter, together))
    return Risk(
        meter,
        asked.meter is not None,
        spreads,
        () if odds is None else risks.intervals(odds),
        liability,
        None if together is None else -together.ev * asked.ante / 100,
        asked.rounds_an_hour,
    )


def _check_all_staked(book: Rulebook, down: Stakes, together: Played) -> None:
    """Checks that the combined result includes every bet of the book in every deal, also where it is folded."""
    for spot, stake in down.items():
        if stake and any(spot not in row.staked for row in together.rows):
            raise Unreadable(f"{book.key} has a {spot.words} bet, which is missing among all bets together")


def _largest(down: Stakes, most: Mapping[Spot, Cents]) -> Stakes:
    """A side bet that the sign does not name is as large as the Ante."""
    ante = most.get(Spot.ANTE, down[Spot.ANTE])
    return {spot: most.get(spot, stake if spot is Spot.JACKPOT else ante) for spot, stake in down.items()}


def _check_most(book: Rulebook, down: Stakes, asked: SheetRequest) -> None:
    for spot, stake in asked.most.items():
        if spot not in down or spot is Spot.JACKPOT:
            known = ", ".join(spot for spot in down if spot is not Spot.JACKPOT)
            raise Unreadable(f"{book.key} has no limit of {spot}; there are {known}")
        if stake <= 0:
            raise Unreadable(f"the limit of {spot} is {stake} cents; expected an amount above 0")
    if asked.rounds_an_hour is not None and not 1 <= asked.rounds_an_hour <= MOST_ROUNDS:
        raise Unreadable(f"{asked.rounds_an_hour} rounds an hour; expected 1 to {MOST_ROUNDS}")
    if not 1 <= asked.boxes <= MOST_BOXES:
        raise Unreadable(f"a table has {asked.boxes} boxes; expected 1 to {MOST_BOXES}")
