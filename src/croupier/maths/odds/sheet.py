"""All figures of a game on one sheet: what every bet returns, how often each thing happens, what perfect play is.

A sheet is what a game mathematician certifies. The page in the terminal, JSON and the printed PAR sheet only show it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from croupier.errors import Unreadable
from croupier.games import HOUSE_GAMES
from croupier.games.house.spots import Spot
from croupier.maths.jackpot import odds as jackpots
from croupier.maths.jackpot.odds import Folding, Forfeited, JackpotOdds, LongRun
from croupier.maths.odds import risk as risks
from croupier.maths.odds.risk import Risk
from croupier.maths.odds.sanity import check_amounts, check_paytables
from croupier.maths.odds.simple_strategies import Habit
from croupier.maths.odds.solver import solver_of
from croupier.maths.odds.strategies import Strategy
from croupier.maths.tools.results import PayLine, Played, SideBet
from croupier.maths.tools.settlement_table import NOTHING, ONE, Stakes
from croupier.money import Cents
from croupier.rulebook.load import BOOKS, applying, digest, load, versions
from croupier.rulebook.model import Rulebook, game_of
from croupier.values import Value

JACKPOT_BET = Cents(500)
FOLDED = "folded"
"""The outcome that every game has."""
MOST_OTHERS = 6
MOST_BOXES = 16
MOST_ROUNDS = 999
"""In an hour."""


class Line(Value):
    """One line of the bets against the dealer: in which deals, and what they bring, in ante units."""

    bet: str
    when: str
    pays: str
    hits: int
    deals: int
    contribution: Fraction

    @property
    def probability(self) -> Fraction:
        return Fraction(self.hits, self.deals)


class Check(Value):
    """A number that was counted and the same one from a closed formula."""

    what: str
    counted: int | Fraction
    expected: int | Fraction

    @property
    def holds(self) -> bool:
        return self.counted == self.expected


class Jackpot(Value):
    odds: JackpotOdds
    meter: Cents | None
    envy: tuple[Fraction, ...]
    """By number of other players, from none: what Envy Bonuses add to a bet, in dollars."""
    folding: tuple[Folding, ...]
    """What ways to fold make of it."""
    forfeited: Forfeited
    """What the folds of perfect play take from it."""
    link: "Link | None"
    long_run: LongRun | None


class Limit(Value):
    """A payout limit, and the largest bet of which it takes nothing."""

    bet: str
    cap: Cents
    paid_in_full: Cents


class Sheet(Value):
    book: Rulebook
    ante: Cents
    played: Played
    dealer_qualifies: Fraction | None
    frequencies: dict[str, Fraction]
    lines: tuple[Line, ...]
    side_bets: tuple[SideBet, ...]
    joint: dict[str, Played]
    """Ante, all that follows and one side bet as large as the Ante, decided together."""
    jackpot: Jackpot | None
    """None where the document has no jackpot."""
    strategy: Strategy
    habits: tuple[Habit, ...]
    checks: tuple[Check, ...]
    limit: Limit | None = None
    risk: Risk | None = None

    @property
    def game(self) -> str:
        return self.played.game


def approved(game: str, moment: datetime | None = None) -> Rulebook:
    """The book of a house game that is in force at a moment, now if none is given; or a book by its whole key."""
    if game in BOOKS and game_of(game) in HOUSE_GAMES:
        return load(game)
    if "@" in game and game_of(game) in HOUSE_GAMES:
        known = ", ".join(book.key for book in versions(game_of(game)))
        raise Unreadable(f"there is no rulebook {game!r}; there is {known}")
    if game not in HOUSE_GAMES:
        raise Unreadable(f"{game!r} is not a game against the House; there are {', '.join(HOUSE_GAMES)}")
    return applying(game, datetime.now(UTC) if moment is None else moment)


def hash_of(book: Rulebook) -> str:
    """SHA-256 of the book's file as it ships, the one that `run` tells; of a changed book, of everything in it."""
    if book == approved(book.key):
        return digest(book.key)
    plain = msgspec.to_builtins(msgspec.structs.replace(book, cited={}), enc_hook=str)
    return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


class Link(Value):
    """What a bet puts on the meter, and where the meter starts again."""

    contribution: Fraction
    reset: Cents


class Asked(Value):
    """What a sheet is made for, apart from the rules."""

    ante: Cents = ONE
    jackpot_bet: Cents = JACKPOT_BET
    meter: Cents | None = None
    others: int = 0
    link: Link | None = None
    habits: bool = True
    """Without, simple strategies, mistakes, and what all bets come to together are left out."""
    most: Mapping[Spot, Cents] = {}
    """The highest bets that the sign allows; where it names none, they are as on the sheet."""
    boxes: int = 1
    rounds_an_hour: int | None = None


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
    asked = Asked(ante, jackpot_bet, meter, others, link, habits, most or {}, boxes, rounds_an_hour)
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


def _risk(found: Sheet, asked: Asked) -> Risk:
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
    """All bets together are all bets of the book: each lies on the layout in every deal, also where it is folded."""
    for spot, stake in down.items():
        if stake and any(spot not in row.staked for row in together.rows):
            raise Unreadable(f"{book.key} has a {spot.words} bet, which is missing among all bets together")


def _largest(down: Stakes, most: Mapping[Spot, Cents]) -> Stakes:
    """A side bet that the sign does not name is as large as the Ante."""
    ante = most.get(Spot.ANTE, down[Spot.ANTE])
    return {spot: most.get(spot, stake if spot is Spot.JACKPOT else ante) for spot, stake in down.items()}


def _check_most(book: Rulebook, down: Stakes, asked: Asked) -> None:
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


def jackpot_of(book: Rulebook, asked: Asked, envy: tuple[Fraction, ...] = ()) -> Jackpot | None:
    if book.jackpot is None:
        return None
    bet, meter = asked.jackpot_bet, asked.meter or NOTHING
    folding = jackpots.foldings(book, bet, ante=asked.ante, meter=meter, others=asked.others)
    odds = folding[0].odds
    long_run = None
    if asked.link is not None and odds.per_dollar:
        long_run = odds.long_run(contribution=asked.link.contribution, reset=asked.link.reset)
    forfeited = jackpots.forfeited(book, bet, meter=meter, others=asked.others)
    return Jackpot(odds, asked.meter, envy, folding, forfeited, asked.link, long_run)


# --- What the sheets of all games have -----------------------------------------------------------------------


def happening(played: Played) -> dict[str, Fraction]:
    """Decisions, and what became of the deals that were not folded, as parts of all deals."""
    found = {"fold": Fraction(0)}
    found |= {name.replace(", ", "-then-"): chance for name, chance in played.decisions.items()}
    for outcome, chance in played.outcomes.items():
        if outcome != FOLDED:
            found[f"not-folded-and-{outcome.replace(' ', '-')}"] = chance
    return found


def qualification(not_qualified: Fraction) -> dict[str, Fraction]:
    """Of all deals, folded or not."""
    return {"dealer-qualifies": 1 - not_qualified, "dealer-does-not-qualify": not_qualified}


def lines_of(played: Played, bets: tuple[str, ...]) -> tuple[Line, ...]:
    """Each bet by what becomes of it: how often it is won at which odds, stands off, is lost."""
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for row in played.rows:
        for bet in bets:
            if bet in row.lines:
                net, stake = row.lines[bet], row.staked[Spot(bet)]
                pays = "lost" if net < 0 else ("returned" if net == 0 else f"{Fraction(net, stake)} to 1")
                hits, total = found.get((bet, row.outcome, pays), (0, 0))
                found[bet, row.outcome, pays] = hits + row.deals, total + net * row.deals
    return tuple(
        Line(bet, outcome, pays, hits, played.deals, Fraction(total, played.deals * played.unit))
        for (bet, outcome, pays), (hits, total) in sorted(found.items(), key=lambda item: bets.index(item[0][0]))
    )


def paid_lines(lines: tuple[PayLine, ...], antes: int = 1) -> tuple[Line, ...]:
    return tuple(
        Line(line.table, line.hand, line.in_words(str(line.paid)), line.hits, line.deals, line.contribution * antes)
        for line in lines
    )


def sums(played: Played) -> tuple[Check, ...]:
    mean = sum((net * chance for net, chance in played.distribution.items()), Fraction(0))
    return (
        Check("probabilities of the distribution add up to", sum(played.distribution.values()), Fraction(1)),
        Check("mean of the distribution is the expected value", mean, played.ev),
        Check("contributions of the bets add up to it", sum(played.bets.values(), Fraction(0)), played.ev),
    )
