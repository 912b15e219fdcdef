"""All figures of a game on one sheet: what every bet returns, how often each thing happens, what perfect play is.

A sheet is what a game mathematician certifies. The page in the terminal, JSON and the printed PAR sheet only show it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256

import msgspec

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.maths.jackpot.odds import Folding, Forfeited, JackpotOdds, LongRun
from croupier.numbers.maths.odds.risk import Risk
from croupier.numbers.maths.odds.simple_strategies import Habit
from croupier.numbers.maths.odds.strategies import Strategy
from croupier.numbers.maths.tools.results import PayLine, Played, SideBet
from croupier.numbers.maths.tools.settlement_table import ONE
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import BOOKS, applying, digest, load, versions
from croupier.rules.rulebook.model import Rulebook, document_of, game_of

JACKPOT_BET = Cents(500)
FOLDED = "folded"
"""The outcome that every game has."""
MOST_OTHERS = 6


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
        known = ", ".join(book.key for book in versions(document_of(game)))
        raise Unreadable(f"there is no rulebook {game!r}; there is {known}")
    if game_of(game) not in HOUSE_GAMES:
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


class SheetRequest(Value):
    """What a sheet is made for, apart from the rules."""

    ante: Cents = ONE
    jackpot_bet: Cents = JACKPOT_BET
    meter: Cents | None = None
    others: int = 0
    link: Link | None = None
    habits: bool = True
    """Without, simple strategies, mistakes, and what all bets come to together are left out."""
    most: Mapping[Spot, Cents] = {}
    """The highest bets that the sign allows; for others, those of the sheet."""
    boxes: int = 1
    rounds_an_hour: int | None = None


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
    """Each bet by result: how often it is won at which odds, stands off, is lost."""
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
