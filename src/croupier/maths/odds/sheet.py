"""All figures of a game on one sheet: what every bet returns, how often each thing happens, what perfect play is.

A sheet is what a game mathematician certifies. The page in the terminal, JSON and the printed PAR sheet only show it.
"""

from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from math import comb

import msgspec
import numpy as np

from croupier.errors import Unreadable
from croupier.games.casino_stud.settle import Outcome as StudOutcome
from croupier.games.house.lines import Spot
from croupier.games.house.qualify import qualifying_value
from croupier.games.progressive_holdem.settle import Hole
from croupier.games.progressive_holdem.settle import Outcome as HoldemOutcome
from croupier.maths.casino_stud import situations as stud_spots
from croupier.maths.casino_stud import solver as casino_stud
from croupier.maths.holdem import solver as holdem
from croupier.maths.holdem.awards import awards
from croupier.maths.holdem.mistakes import aces_against_aces, holdings
from croupier.maths.jackpot import odds as jackpots
from croupier.maths.jackpot.odds import Folding, Forfeited, JackpotOdds, LongRun
from croupier.maths.odds.sanity import check_amounts, check_holdem_ante, check_paytables
from croupier.maths.odds.simple_strategies import Habit, holdem_habits, stud_habits, three_card_habits
from croupier.maths.odds.strategies import HoleGrid, Strategy, stud_table, threshold_of
from croupier.maths.three_card import solver as three_card
from croupier.maths.tools.rank_arrays import Ints
from croupier.maths.tools.results import PayLine, Played, Row, SideBet
from croupier.maths.tools.settlement_table import NOTHING, ONE
from croupier.money import Cents
from croupier.rulebook.load import BOOKS, applying, load
from croupier.rulebook.model import Rulebook, game_of
from croupier.values import Value

GAMES = (three_card.GAME, casino_stud.GAME, holdem.GAME)
JACKPOT_BET = Cents(500)
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
    jackpot: Jackpot
    strategy: Strategy
    habits: tuple[Habit, ...]
    checks: tuple[Check, ...]
    limit: Limit | None = None

    @property
    def game(self) -> str:
        return self.played.game


def approved(game: str, moment: datetime | None = None) -> Rulebook:
    """The book of a house game that is in force at a moment, now if none is given; or a book by its whole key."""
    if game in BOOKS and game_of(game) in GAMES:
        return load(game)
    if game not in GAMES:
        raise Unreadable(f"{game!r} is not a game against the House; there are {', '.join(GAMES)}")
    return applying(game, datetime.now(UTC) if moment is None else moment)


def hash_of(book: Rulebook) -> str:
    """SHA-256 of everything in the book: text, clauses, pay tables, procedure."""
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
    """Without, simple strategies and mistakes are left out."""


def sheet(
    book: Rulebook,
    *,
    ante: Cents = ONE,
    jackpot_bet: Cents = JACKPOT_BET,
    meter: Cents | None = None,
    others: int = 0,
    link: Link | None = None,
    habits: bool = True,
) -> Sheet:
    """Solve a game; without `habits`, simple strategies and mistakes are left out."""
    check_paytables(book)
    check_amounts(book, ante=ante, side_bets=(ante, jackpot_bet), meter=meter or NOTHING)
    asked = Asked(ante, jackpot_bet, meter, others, link, habits)
    solved = {three_card.GAME: _three_card, casino_stud.GAME: _casino_stud, holdem.GAME: _holdem}
    return solved[book.game](book, asked)


def _jackpot(book: Rulebook, asked: Asked) -> Jackpot:
    bet, meter = asked.jackpot_bet, asked.meter or NOTHING
    folding = jackpots.foldings(book, bet, ante=asked.ante, meter=meter, others=asked.others)
    odds = folding[0].odds
    envy: tuple[Fraction, ...] = ()
    if book.key.startswith(three_card.GAME):
        one = jackpots.three_card_jackpot(book, bet, 1).envy / 100
        envy = tuple(others * one for others in range(MOST_OTHERS + 1))
    long_run = None
    if asked.link is not None and odds.per_dollar:
        long_run = odds.long_run(contribution=asked.link.contribution, reset=asked.link.reset)
    forfeited = jackpots.forfeited(book, bet, meter=meter, others=asked.others)
    return Jackpot(odds, asked.meter, envy, folding, forfeited, asked.link, long_run)


# --- 3 Card Poker -------------------------------------------------------------------------------------------


def _three_card(book: Rulebook, asked: Asked) -> Sheet:
    solution = three_card.solve(book, ante=asked.ante)
    played = solution.played
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 3)
    not_qualified = Fraction(int(three_card.deck().below[qualifies]), three_card.HANDS)
    kinds = _kinds()
    return Sheet(
        book=book,
        ante=asked.ante,
        played=played,
        dealer_qualifies=1 - not_qualified,
        frequencies={**_of(played), **_qualification(not_qualified)},
        lines=(*_lines(played, ("ante", "play")), *_paid(solution.lines)),
        side_bets=(three_card.pair_plus(book),),
        joint={"pair-plus": three_card.solve(book, ante=asked.ante, pair_plus=asked.ante).played},
        jackpot=_jackpot(book, asked),
        strategy=threshold_of(solution),
        habits=tuple(three_card_habits(solution)) if asked.habits else (),
        checks=(
            Check("deals counted: C(52,3) × C(49,3)", played.deals, comb(52, 3) * comb(49, 3)),
            Check("three-card hands by kind: C(52,3)", sum(kinds.values()), comb(52, 3)),
            Check("straight flushes: 12 × 4", kinds["straight-flush"], 48),
            Check("three of a kind: 13 × 4", kinds["three-of-a-kind"], 52),
            Check("straights: 12 × (4³ - 4)", kinds["straight"], 720),
            Check("flushes: 4 × (C(13,3) - 12)", kinds["flush"], 1_096),
            Check("pairs: 13 × C(4,2) × 48", kinds["pair"], 3_744),
            *_sums(played),
        ),
    )


def _kinds() -> Counter[str]:
    """The 22,100 hands by kind, whatever is paid for them."""
    found: Counter[str] = Counter()
    for kind, number in three_card.frequencies().items():
        found["straight-flush" if kind.value.startswith("akq") else kind.value] += number
    return found


# --- Casino Stud --------------------------------------------------------------------------------------------


def _casino_stud(book: Rulebook, asked: Asked) -> Sheet:
    solution = casino_stud.solve(book, ante=asked.ante)
    played = solution.played
    not_qualified = Fraction(_hands_below(qualifying_value(book.procedure.dealer_qualifies, 5)), stud_spots.HANDS)
    hands = played.count(lambda row: row.hand)
    each = 47 * stud_spots.DEALERS
    return Sheet(
        book=book,
        ante=asked.ante,
        played=played,
        dealer_qualifies=1 - not_qualified,
        frequencies={**_of(played), **_qualification(not_qualified)},
        lines=(*_lines(played, ("ante",)), *_paid(solution.lines, book.procedure.bet_multiple), *_bet_rest(played)),
        side_bets=(),
        joint={},
        jackpot=_jackpot(book, asked),
        strategy=stud_table(solution),
        habits=tuple(stud_habits(book, solution)) if asked.habits else (),
        checks=(
            Check("deals counted: C(52,5) × 47 × C(46,4)", played.deals, comb(52, 5) * 47 * comb(46, 4)),
            Check("royal flushes: 4", hands["royal-flush"] // each, 4),
            Check("straight flushes: 9 × 4", hands["straight-flush"] // each, 36),
            Check("four of a kind: 13 × 48", hands["four-of-a-kind"] // each, 624),
            Check("full houses: 13 × 4 × 12 × 6", hands["full-house"] // each, 3_744),
            Check("flushes: 4 × C(13,5) - 40", hands["flush"] // each, 5_108),
            Check("straights: 10 × (4⁵ - 4)", hands["straight"] // each, 10_200),
            Check("three of a kind: 13 × 4 × C(12,2) × 16", hands["three-of-a-kind"] // each, 54_912),
            Check("two pairs: C(13,2) × 36 × 44", hands["two-pairs"] // each, 123_552),
            Check("one pair: 13 × 6 × C(12,3) × 64", hands["one-pair"] // each, 1_098_240),
            *_sums(played),
        ),
        limit=_limit("ante", book.procedure.bet_payout_cap, casino_stud.ante_paid_in_full(book)),
    )


def _hands_below(value: int) -> int:
    """How many of the 2,598,960 hands have a lower value: of each five ranks, those of one suit and all others."""
    known = stud_spots.patterns()
    counts = (known.ranks[:, :, None] == np.arange(13)).sum(axis=1)
    suited = known.suited > 0
    others = np.array([1, 4, 6, 4, 1])[counts].prod(axis=1) - 4 * suited
    return int(others[known.values < value].sum() + 4 * (suited & (known.suited < value)).sum())


# --- Progressive Texas Hold'em ------------------------------------------------------------------------------


def _holdem(book: Rulebook, asked: Asked) -> Sheet:
    # No limit binds what is bet against the dealer, so that all Antes are alike: one of one dollar is solved.
    check_holdem_ante(book, asked.ante)
    solution = holdem.solve(book, ante=ONE)
    played, folded = solution.played, solution.folded
    decisions = played.decisions
    fold = decisions.get("fold", Fraction(0))
    frequencies = {
        "fold": fold,
        "flop": 1 - fold,
        "turn": sum((chance for name, chance in decisions.items() if name.startswith("bet")), Fraction(0)),
        "river": sum((chance for name, chance in decisions.items() if name.endswith(" bet")), Fraction(0)),
        **_of(played),
        "ante-paid": played.frequencies(lambda row: row.hand).get("ante-pays", Fraction(0)),
    }
    turn, river = holdings(book, folded) if asked.habits else ((), ())
    by_street: tuple[Check, ...] = ()
    if asked.habits:
        gains = [sum(holding.gains[0] for holding in street) for street in (turn, river)]
        by_street = tuple(
            Check(
                f"{name} bets by what one holds add up to",
                Fraction(gain, holdem.DEALS * ONE),
                played.bets.get(name, Fraction(0)),
            )
            for name, gain in zip(("turn", "river"), gains, strict=True)
        )
    joint = _with_bonus(book, asked.ante, solution)
    return Sheet(
        book=book,
        ante=asked.ante,
        played=played,
        dealer_qualifies=None,
        frequencies=frequencies,
        lines=_lines(played, ("ante", "flop", "turn", "river")),
        side_bets=(holdem.bonus(book, folded, asked.ante),),
        joint={"bonus": joint},
        jackpot=_jackpot(book, asked),
        strategy=HoleGrid(solution.choices, turn, river),
        habits=tuple(holdem_habits(book, solution, turn, river)) if asked.habits else (),
        checks=(
            Check("deals counted: C(52,2) × C(50,3) × 47 × 46 × C(45,2)", played.deals, _HOLDEM_DEALS),
            Check("hole cards: C(52,2)", sum(hole.combinations for hole in holdem.ALL_HOLES), comb(52, 2)),
            Check("classes of hole cards: 13 × 13", len(holdem.ALL_HOLES), 169),
            Check("pairs below Aces: 12 × C(4,2)", _pairs(), 12 * comb(4, 2)),
            Check("boards with jackpot awards and without: C(52,2) × C(50,3) × 47 × 46", _boards(), _HOLDEM_BOARDS),
            *by_street,
            *_sums(played),
        ),
        limit=_limit("bonus", book.procedure.bonus_payout_cap, holdem.bonus_paid_in_full(book)),
    )


_HOLDEM_DEALS = comb(52, 2) * comb(50, 3) * 47 * 46 * comb(45, 2)
_HOLDEM_BOARDS = comb(52, 2) * comb(50, 3) * 47 * 46


def _pairs() -> int:
    return sum(hole.combinations for hole in holdem.ALL_HOLES if hole.high == hole.low < 12)


def _boards() -> int:
    return int(awards().sum())


def _with_bonus(book: Rulebook, ante: Cents, alone: holdem.Solution) -> Played:
    """Ante game and a Bonus bet as large as the Ante: a fold loses both, so fewer hole cards may be folded."""
    settled, deals = holdem.tables(book, ante), holdem.counted(book)
    worth = holdem.bonus_by_hole(book, ante)
    nets = holdem.bonus_nets(book, ante)
    counted: Counter[tuple[int, int, Hole]] = Counter()
    for choice in alone.choices:
        if choice.flop + worth[choice.hole] / ante <= choice.fold - 1:
            continue
        numbers = deals[choice.hole.place]
        if choice.hole.bonus_hand is Hole.ACES:
            both = aces_against_aces(book)
            numbers = numbers - both
            for (bets, result), number in _entries(both):
                counted[bets, result, Hole.ACES_IN_BOTH_HANDS] += number
        for (bets, result), number in _entries(numbers):
            counted[bets, result, choice.hole.bonus_hand] += number
    rows = []
    for (bets, result, kind), number in counted.items():
        against = settled.paid[bets][holdem.RESULTS[result]].lines
        lines: dict[str, int] = {spot.value: net for spot, net in against.items()}
        lines[Spot.BONUS.value] = nets[kind]
        staked = {**settled.stakes[bets], Spot.BONUS: ante}
        rows.append(Row(holdem.BETS[bets], holdem.RESULTS[result].outcome.value, kind.value, staked, lines, number))
    if folded := holdem.DEALS - sum(counted.values()):
        lines = {Spot.ANTE.value: -ante, Spot.BONUS.value: -ante}
        staked = {Spot.ANTE: ante, Spot.BONUS: ante}
        rows.append(Row("fold", HoldemOutcome.FOLDED.value, "any", staked, lines, folded))
    return Played(holdem.GAME, book.key, ante, holdem.DEALS, tuple(rows))


def _entries(numbers: Ints) -> list[tuple[tuple[int, int], int]]:
    return [
        ((bets, result), number)
        for bets, row in enumerate(numbers.tolist())
        for result, number in enumerate(row)
        if number
    ]


# --- Common -------------------------------------------------------------------------------------------------


def _limit(bet: str, cap: Cents | None, paid_in_full: Cents) -> Limit:
    assert cap is not None
    return Limit(bet, cap, paid_in_full)


def _of(played: Played) -> dict[str, Fraction]:
    """Decisions, and what became of the deals that were not folded, as parts of all deals."""
    found = {"fold": Fraction(0)}
    found |= {name.replace(", ", "-then-"): chance for name, chance in played.decisions.items()}
    for outcome, chance in played.outcomes.items():
        if outcome != StudOutcome.FOLDED.value:
            found[f"not-folded-and-{outcome.replace(' ', '-')}"] = chance
    return found


def _qualification(not_qualified: Fraction) -> dict[str, Fraction]:
    """Of all deals, folded or not."""
    return {"dealer-qualifies": 1 - not_qualified, "dealer-does-not-qualify": not_qualified}


def _lines(played: Played, bets: tuple[str, ...]) -> tuple[Line, ...]:
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


def _to_one(line: PayLine) -> str:
    return f"{line.pays} to 1" if line.paid == line.pays else f"{line.pays} to 1, limited to {line.paid}"


def _paid(lines: tuple[PayLine, ...], antes: int = 1) -> tuple[Line, ...]:
    return tuple(
        Line(line.table, line.hand, _to_one(line), line.hits, line.deals, line.contribution * antes) for line in lines
    )


def _bet_rest(played: Played) -> tuple[Line, ...]:
    """The stud BET where its table is not asked: returned or lost."""
    return tuple(line for line in _lines(played, ("bet",)) if line.when != StudOutcome.HIGHER.value)


def _sums(played: Played) -> tuple[Check, ...]:
    mean = sum((net * chance for net, chance in played.distribution.items()), Fraction(0))
    return (
        Check("probabilities of the distribution add up to", sum(played.distribution.values()), Fraction(1)),
        Check("mean of the distribution is the expected value", mean, played.ev),
        Check("contributions of the bets add up to it", sum(played.bets.values(), Fraction(0)), played.ev),
    )
