"""All figures of a game on one sheet: what every bet returns, how often each thing happens, what perfect play is.

A sheet is what a game mathematician certifies. The page in the terminal, JSON and the printed PAR sheet only show it.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from math import comb
from typing import cast

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from croupier.cards import DECK, RANKS
from croupier.errors import Unreadable
from croupier.games.casino_stud.settle import Outcome as StudOutcome
from croupier.games.house.lines import Spot
from croupier.games.house.table import Decision
from croupier.hands import describe_five, describe_three, five_card_hands, three_card_value
from croupier.maths import casino_stud, holdem, jackpots, three_card
from croupier.maths.awards import awards
from croupier.maths.jackpots import JackpotOdds, LongRun
from croupier.maths.options import three_card_options
from croupier.maths.qualify import qualifying_value
from croupier.maths.results import PayLine, Played, SideBet
from croupier.maths.tabulate import ONE
from croupier.money import Cents
from croupier.rulebook.load import BOOKS, load
from croupier.rulebook.model import Rulebook

GAMES = (three_card.GAME, casino_stud.GAME, holdem.GAME)
JACKPOT_BET = Cents(500)
MOST_OTHERS = 6


class Line(Struct, frozen=True):
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


class Habit(Struct, frozen=True):
    """A simple way to play, or one mistake made always, with what it costs in ante units a deal."""

    words: str
    ev: Fraction
    cost: Fraction
    mistake: bool = False


class Threshold(Struct, frozen=True):
    """3 Card Poker: play from this hand on."""

    hand: str
    regular: bool
    folded: int
    """Of the 22,100 hands."""
    ladder: tuple[tuple[str, Fraction], ...] = ()
    """Hands about the threshold, ascending: what playing brings more than folding, in ante units."""


class Reach(Struct, frozen=True):
    """Casino Stud, hands of odd cards and pairs against one dealer's card, in order."""

    bets_from: str
    """The lowest hand that is ever bet."""
    folds_to: str
    """The highest hand that is ever folded."""
    depends: int
    """Hands between them that are bet with some suits or ranks and folded with others."""
    always_from: str
    """The lowest hand from which all are bet."""


class ByDealersCard(Struct, frozen=True):
    up: str
    matching: Reach
    """One holds a card of that rank."""
    other: Reach


class StudTable(Struct, frozen=True):
    rows: tuple[ByDealersCard, ...]
    chart: dict[str, dict[str, tuple[str, str]]] = {}
    """Kind of hand, dealer's card: "bet", "fold", "depends" or "–", holding a card of its rank and not."""


class HoleGrid(Struct, frozen=True):
    choices: tuple[holdem.Choice, ...]

    @property
    def folded(self) -> tuple[holdem.HoleCards, ...]:
        return tuple(choice.hole for choice in self.choices if not choice.bets)


Strategy = Threshold | StudTable | HoleGrid


class Check(Struct, frozen=True):
    """A number that was counted and the same one from a closed formula."""

    what: str
    counted: int | Fraction
    expected: int | Fraction

    @property
    def holds(self) -> bool:
        return self.counted == self.expected


class Jackpot(Struct, frozen=True):
    odds: JackpotOdds
    meter: Cents | None
    envy: tuple[Fraction, ...]
    """By number of other players, from none: what Envy Bonuses add to a bet, in dollars."""
    folding: dict[str, JackpotOdds]
    """What rules and habits about folding make of it."""
    long_run: LongRun | None


class Sheet(Struct, frozen=True):
    book: Rulebook
    ante: Cents
    played: Played
    dealer_qualifies: Fraction | None
    frequencies: dict[str, Fraction]
    lines: tuple[Line, ...]
    side_bets: tuple[SideBet, ...]
    joint: dict[str, Fraction]
    """Expected value of ante, all that follows and one side bet of one ante, decided together; in ante units."""
    jackpot: Jackpot
    strategy: Strategy
    habits: tuple[Habit, ...]
    checks: tuple[Check, ...]

    @property
    def game(self) -> str:
        return self.played.game


def approved(game: str) -> Rulebook:
    """The newest book of a house game, or a book by its whole key."""
    if game in BOOKS and game.partition("@")[0] in GAMES:
        return load(game)
    known = [key for key in BOOKS if key.partition("@")[0] == game]
    if game not in GAMES or not known:
        raise Unreadable(f"there is no game {game!r} with odds; there are {', '.join(GAMES)} and poker")
    return max(map(load, known), key=lambda book: book.effective)


def hash_of(book: Rulebook) -> str:
    """SHA-256 of everything in the book: text, clauses, pay tables, procedure."""
    plain = msgspec.to_builtins(msgspec.structs.replace(book, cited={}), enc_hook=str)
    return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


class Link(Struct, frozen=True):
    """What a bet puts on the meter, and where the meter starts again."""

    contribution: Fraction
    reset: Cents


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
    game = book.key.partition("@")[0]
    solved = {three_card.GAME: _three_card, casino_stud.GAME: _casino_stud, holdem.GAME: _holdem}[game]
    return solved(book, ante, _Jackpot(jackpot_bet, meter, others, link), habits)


class _Jackpot(Struct, frozen=True):
    bet: Cents
    meter: Cents | None
    others: int
    link: Link | None

    def found(self, odds: JackpotOdds, envy: tuple[Fraction, ...], folding: dict[str, JackpotOdds]) -> Jackpot:
        long_run = None
        if self.link is not None and odds.per_dollar:
            long_run = odds.long_run(contribution=self.link.contribution, reset=self.link.reset)
        return Jackpot(odds, self.meter, envy, folding, long_run)


# --- 3 Card Poker -------------------------------------------------------------------------------------------


def _three_card(book: Rulebook, ante: Cents, jackpot: _Jackpot, habits: bool) -> Sheet:
    solution = three_card.solve(book, ante=ante)
    played = solution.played
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 3)
    not_qualified = Fraction(int(three_card.deck().below[qualifies]), three_card.HANDS)
    pair_plus = three_card.pair_plus(book)
    envy = tuple(jackpots.three_card_jackpot(book, jackpot.bet, others).envy / 100 for others in range(MOST_OTHERS + 1))
    folded = played.count(lambda row: row.decision).get("fold", 0) // three_card.DEALERS
    kinds = _kinds()
    return Sheet(
        book=book,
        ante=ante,
        played=played,
        dealer_qualifies=1 - not_qualified,
        frequencies={**_of(played), "dealer-qualifies": 1 - not_qualified},
        lines=(*_lines(played, ("ante", "play")), *_paid(solution.lines)),
        side_bets=(pair_plus,),
        joint={"pair-plus": three_card.solve(book, ante=ante, pair_plus=ante).played.ev},
        jackpot=jackpot.found(jackpots.three_card_jackpot(book, jackpot.bet, jackpot.others), envy, {}),
        strategy=Threshold(
            solution.threshold_hand, solution.regular, folded, tuple(_ladder(book, solution.threshold, ante))
        ),
        habits=tuple(_three_card_habits(book, ante, solution)) if habits else (),
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


LADDER = 14
"""Hands shown on each side of the threshold."""


def _ladder(book: Rulebook, threshold: int, ante: Cents) -> Iterator[tuple[str, Fraction]]:
    """One hand for each value about the threshold; suits move these figures by very little."""
    deck = three_card.deck()
    highest = qualifying_value("one-pair", 3) - 1
    for value in range(max(1, threshold - LADDER), min(highest, threshold + LADDER - 1) + 1):
        hand = [DECK[card] for card in deck.hands[int(np.argmax(deck.values == value))]]
        values = three_card_options(book, hand, {Spot.ANTE: ante}).values
        gain = (values[Decision.PLAY] - values[Decision.FOLD]) / ante
        yield describe_three(value).removeprefix("Three Odd Cards, "), gain


def _kinds() -> Counter[str]:
    """The 22,100 hands by kind, whatever is paid for them."""
    found: Counter[str] = Counter()
    for kind, number in three_card.frequencies().items():
        found["straight-flush" if kind.value.startswith("akq") else kind.value] += number
    return found


def _three_card_habits(book: Rulebook, ante: Cents, best: three_card.Solution) -> Iterator[Habit]:
    def from_value(lowest: int) -> three_card.Strategy:
        return lambda cards: three_card_value(cards) >= lowest

    queen = qualifying_value("queen-high", 3)
    pair = qualifying_value("one-pair", 3)
    ways = {
        "play every hand": from_value(0),
        "play as the dealer qualifies: Queen high or better": from_value(queen),
        "play a pair or better": from_value(pair),
    }
    optimum = best.played.ev
    for words, strategy in ways.items():
        ev = three_card.solve(book, ante=ante, strategy=strategy).played.ev
        yield Habit(words, ev, optimum - ev)
    if not best.regular or not 1 < best.threshold < three_card.VALUES:
        return
    for words, value, plays in (
        (f"fold {describe_three(best.threshold)}", best.threshold, False),
        (f"play {describe_three(best.threshold - 1)}", best.threshold - 1, True),
    ):
        ev = three_card.solve(book, ante=ante, strategy=from_value(value if plays else value + 1)).played.ev
        yield Habit(words, ev, optimum - ev, mistake=True)


# --- Casino Stud --------------------------------------------------------------------------------------------

_BEST = cast("bool", -1)
"""What a stud strategy answers where it leaves the decision to perfect play; the compiled loop reads it so."""


def _casino_stud(book: Rulebook, ante: Cents, jackpot: _Jackpot, habits: bool) -> Sheet:
    solution = casino_stud.solve(book, ante=ante)
    played = solution.played
    everything = casino_stud.solve(book, ante=ante, strategy=lambda value, up: True).played
    not_qualified = everything.outcomes.get(StudOutcome.DEALER_NOT_QUALIFIED.value, Fraction(0))
    hands = played.count(lambda row: row.hand)
    each = 47 * casino_stud.DEALERS
    return Sheet(
        book=book,
        ante=ante,
        played=played,
        dealer_qualifies=1 - not_qualified,
        frequencies={**_of(played), "dealer-qualifies": 1 - not_qualified},
        lines=(*_lines(played, ("ante",)), *_paid(solution.lines, book.procedure.bet_multiple), *_bet_rest(played)),
        side_bets=(),
        joint={},
        jackpot=jackpot.found(jackpots.casino_stud_jackpot(book, jackpot.bet), (), {}),
        strategy=StudTable(tuple(_stud_rows(solution)), _stud_chart(solution)),
        habits=tuple(_stud_habits(book, ante, played.ev, everything.ev)) if habits else (),
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
    )


def _stud_rows(solution: casino_stud.Solution) -> Iterator[ByDealersCard]:
    known = casino_stud.patterns()
    order = np.argsort(known.values)
    order = order[known.values[order] <= qualifying_value("two-pairs", 5)]
    for up in range(12, -1, -1):
        held = (known.ranks[order] == up).any(axis=1)
        reaches = [_reach(solution, order[held == matching], up) for matching in (True, False)]
        yield ByDealersCard(RANKS[up], *reaches)


def _reach(solution: casino_stud.Solution, hands: npt.NDArray[np.int64], up: int) -> Reach:
    spots = solution.decisions[hands, up, : casino_stud.FLUSH_ELSEWHERE]
    values = casino_stud.patterns().values[hands]
    some_bet, some_folded = (spots == 1).any(axis=1), (spots == 0).any(axis=1)
    lowest_bet = int(values[some_bet].min(initial=int(values.max())))
    highest_folded = int(values[some_folded].max(initial=0))
    always = values[values > highest_folded]
    pair = int(values[values >= qualifying_value("one-pair", 5)].min())

    def told(value: int) -> str:
        return "any pair" if value == pair else in_short(value)

    return Reach(
        bets_from=told(lowest_bet),
        folds_to=told(highest_folded) if highest_folded else "none",
        depends=int(((values >= lowest_bet) & (values <= highest_folded)).sum()),
        always_from=told(int(always.min())) if len(always) else "none",
    )


def _kind(ranks: tuple[int, ...], value: int) -> str:
    """The row of the chart for five ranks of odd cards or a pair; "" for what is not shown."""
    pair, ace_king = qualifying_value("one-pair", 5), qualifying_value("ace-king", 5)
    if value >= pair:
        return "any pair" if value < qualifying_value("two-pairs", 5) else ""
    if value < ace_king:
        return "less than A-K"
    third = ranks[2]
    return f"A-K-{RANKS[third]}" if third >= 5 else "A-K-6 or less"


def _stud_chart(solution: casino_stud.Solution) -> dict[str, dict[str, tuple[str, str]]]:
    known = casino_stud.patterns()
    kinds: dict[str, list[int]] = {}
    for hand in np.argsort(-known.values):
        if kind := _kind(tuple(known.ranks[hand].tolist()), int(known.values[hand])):
            kinds.setdefault(kind, []).append(int(hand))
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for kind, hands in kinds.items():
        found[kind] = {}
        for up in range(12, -1, -1):
            held = (known.ranks[hands] == up).any(axis=1)
            spots = solution.decisions[hands, up, : casino_stud.FLUSH_ELSEWHERE]
            found[kind][RANKS[up]] = _what(spots[held]), _what(spots[~held])
    return found


def _what(spots: npt.NDArray[np.int8]) -> str:
    bet, folded = bool((spots == 1).any()), bool((spots == 0).any())
    if bet and folded:
        return "depends"
    return "bet" if bet else ("fold" if folded else "–")


def in_short(value: int) -> str:
    """ "A-K-Q-8-2" for odd cards, the hand in words otherwise."""
    words = describe_five(value)
    return words.removeprefix("Five Odd Cards, ")


def _stud_habits(book: Rulebook, ante: Cents, best: Fraction, everything: Fraction) -> Iterator[Habit]:
    pair, ace_king = qualifying_value("one-pair", 5), qualifying_value("ace-king", 5)
    ranks_of = [(), *(tuple(rank - 2 for rank in ranks) for _, ranks, _ in five_card_hands())]
    eight_three = next(
        value
        for value, (ranking, ranks, suited) in enumerate(five_card_hands(), 1)
        if ranks == (14, 13, 11, 8, 3) and not suited
    )

    def three_rules(value: int, up: int) -> bool:
        """Ace-King against a card one holds; or with Queen or Jack, if the dealer shows Ace or King and so on."""
        if value >= pair or value < ace_king:
            return value >= pair
        held = ranks_of[value]
        if up <= 10 and up in held:
            return True
        if up >= 11 and (10 in held or 9 in held):
            return True
        return up not in held and 10 in held and up < held[3]

    def pairs_only(value: int, up: int) -> bool:
        return value >= pair

    def solved(strategy: casino_stud.Strategy) -> Fraction:
        return casino_stud.solve(book, ante=ante, strategy=strategy).played.ev

    ways: dict[str, casino_stud.Strategy] = {
        "bet a pair or better, fold the rest": pairs_only,
        "bet Ace-King or better, as the dealer qualifies": lambda value, up: value >= ace_king,
        "bet A-K-J-8-3 or better": lambda value, up: value >= eight_three,
        "bet pairs, and Ace-King by three rules: the dealer's 2–Q matches one's hand; he shows A or K and one holds"
        " Q or J; it matches nothing, one holds the Queen and its rank is below one's fourth card": three_rules,
    }
    yield Habit("bet every hand", everything, best - everything)
    for words, strategy in ways.items():
        ev = solved(strategy)
        yield Habit(words, ev, best - ev)
    threes = qualifying_value("pair-of-threes", 5)
    mistakes: dict[str, casino_stud.Strategy] = {
        "fold a pair of Twos": lambda value, up: False if pair <= value < threes else _BEST,
        "fold every Ace-King": lambda value, up: False if ace_king <= value < pair else _BEST,
        "bet every Ace-King": lambda value, up: True if ace_king <= value < pair else _BEST,
        "bluff with less than Ace-King against a Two": lambda value, up: (
            True if value < ace_king and up == 0 else _BEST
        ),
    }
    for words, strategy in mistakes.items():
        ev = solved(strategy)
        yield Habit(words, ev, best - ev, mistake=True)


# --- Progressive Texas Hold'em ------------------------------------------------------------------------------


def _holdem(book: Rulebook, ante: Cents, jackpot: _Jackpot, habits: bool) -> Sheet:
    solution = holdem.solve(book, ante=ante)
    played, folded = solution.played, solution.folded
    bonus = holdem.bonus(book, folded)
    odds = jackpots.holdem_jackpot(book, jackpot.bet, folded)
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
    return Sheet(
        book=book,
        ante=ante,
        played=played,
        dealer_qualifies=None,
        frequencies=frequencies,
        lines=_lines(played, ("ante", "flop", "turn", "river")),
        side_bets=(bonus,),
        joint={"bonus": holdem.solve(book, ante=ante, bonus=ante).ev},
        jackpot=jackpot.found(
            odds,
            (),
            {
                "folding as is best": odds,
                "never folding": jackpots.holdem_jackpot(book, jackpot.bet),
                "always folding: community awards only": jackpots.holdem_jackpot(book, jackpot.bet, holdem.ALL_HOLES),
            },
        ),
        strategy=HoleGrid(solution.choices),
        habits=tuple(_holdem_habits(book, ante, solution)) if habits else (),
        checks=(
            Check("deals counted: C(52,2) × C(50,3) × 47 × 46 × C(45,2)", played.deals, _HOLDEM_DEALS),
            Check("hole cards: C(52,2)", sum(hole.combinations for hole in holdem.ALL_HOLES), comb(52, 2)),
            Check("classes of hole cards: 13 × 13", len(holdem.ALL_HOLES), 169),
            Check("pairs below Aces: 12 × C(4,2)", _pairs(), 12 * comb(4, 2)),
            Check("boards with jackpot awards and without: C(52,2) × C(50,3) × 47 × 46", _boards(), _HOLDEM_BOARDS),
            *_sums(played),
        ),
    )


_HOLDEM_DEALS = comb(52, 2) * comb(50, 3) * 47 * 46 * comb(45, 2)


_HOLDEM_BOARDS = comb(52, 2) * comb(50, 3) * 47 * 46


def _pairs() -> int:
    return sum(hole.combinations for hole in holdem.ALL_HOLES if hole.high == hole.low < 12)


def _boards() -> int:
    return int(awards().sum())


def _holdem_habits(book: Rulebook, ante: Cents, best: holdem.Solution) -> Iterator[Habit]:
    optimum = best.played.ev
    always, never = holdem.Habit.ALWAYS, holdem.Habit.NEVER
    ways = {
        "never fold": holdem.solve(book, ante=ante, strategy=lambda hole: True),
        "always bet on turn and river": holdem.solve(book, ante=ante, turn=always, river=always),
        "never bet on turn and river": holdem.solve(book, ante=ante, turn=never, river=never),
        "always bet on the turn": holdem.solve(book, ante=ante, turn=always),
        "never bet on the turn": holdem.solve(book, ante=ante, turn=never),
        "fold all but pairs, Aces, Kings and suited cards": holdem.solve(
            book, ante=ante, strategy=lambda hole: hole.suited or hole.high >= 11 or hole.high == hole.low
        ),
    }
    for words, solution in ways.items():
        yield Habit(words, solution.played.ev, optimum - solution.played.ev)
    margin = {choice: abs(choice.flop - choice.fold) for choice in best.choices}
    for kind in (True, False):
        nearest = sorted((choice for choice in best.choices if choice.bets is kind), key=margin.__getitem__)[:3]
        for choice in nearest:
            cost = margin[choice] * Fraction(choice.hole.combinations, holdem.HOLES)
            words = f"{'fold' if kind else 'play'} {choice.hole}"
            yield Habit(words, optimum - cost, cost, mistake=True)


# --- Common -------------------------------------------------------------------------------------------------


def _of(played: Played) -> dict[str, Fraction]:
    return {**played.decisions, **played.outcomes}


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


def _paid(lines: tuple[PayLine, ...], antes: int = 1) -> tuple[Line, ...]:
    return tuple(
        Line(line.table, line.hand, f"{line.pays} to 1", line.hits, line.deals, line.contribution * antes)
        for line in lines
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
