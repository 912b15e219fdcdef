"""Progressive Texas Hold'em, solved: all hole cards, flops, turns, rivers and dealer's cards.

The bets on turn and river are decided apart from each other and from the rest: each is worth what it brings by
itself, and there is nothing to fold after the flop. So the best decisions are found going back: the river bet
for hole cards and four cards of the board, the turn bet for hole cards and the flop, and then, with all that
follows, the flop bet for hole cards alone. Bonus and jackpot bet matter only there, for a fold forfeits them
in part.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import comb, gcd

from croupier.base.values import Value
from croupier.numbers.maths.holdem.counts import awards, played_out
from croupier.numbers.maths.holdem.deals import ByHole, Decided, Gain
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES, BOARD, DEALS, DEALS_OF_HOLE, HOLES, OWN, HoleCards
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.tools.rankings import lowest_of
from croupier.numbers.maths.tools.results import Played, Row, SideBet, side_bet
from croupier.numbers.maths.tools.settlement_table import NOTHING, ONE, Paid, Stakes, tabulate
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.progressive_holdem.settle import Facts, Hole, Outcome, rank_called, settle
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.payouts import to_one

BETS = ("check, check", "check, bet", "bet, check", "bet, bet")
"""On turn and river, in the order of the counts."""
RESULTS = (
    Facts(Outcome.HIGHER, False, Hole.NOTHING),
    Facts(Outcome.HIGHER, True, Hole.NOTHING),
    Facts(Outcome.SAME, True, Hole.NOTHING),
    Facts(Outcome.LOWER, True, Hole.NOTHING),
)
"""LOW, HIGH, the same, LOST."""

Strategy = Callable[[HoleCards], bool]
"""Whether to make the Flop bet with these hole cards."""


class Habit(Enum):
    """How to decide on the bets on turn and river."""

    BEST = "best"
    ALWAYS = "always"
    NEVER = "never"


class Choice(Value):
    """The first decision with some hole cards: what each option is worth in ante units, all bets together."""

    hole: HoleCards
    flop: Fraction
    fold: Fraction
    bets: bool


class Solution(Value):
    """Perfect play of one box."""

    played: Played
    """Ante, Flop, Turn and River."""
    choices: tuple[Choice, ...]
    bonus: Fraction
    """What the Bonus bet brings, per unit of it, with these decisions."""
    jackpot: Fraction
    """What the jackpot bet brings, in ante units a deal."""
    bonus_stake: Cents

    @property
    def ev(self) -> Fraction:
        """Of all bets of the box, in ante units."""
        return self.played.ev + self.bonus * Fraction(self.bonus_stake, self.played.unit) + self.jackpot

    @property
    def folds(self) -> tuple[HoleCards, ...]:
        """The hole cards that are folded."""
        return tuple(choice.hole for choice in self.choices if not choice.bets)


class Tables(Value):
    """Settlement of the bets against the dealer for each way to bet, in cents."""

    stakes: tuple[Stakes, ...]
    paid: tuple[Mapping[Facts, Paid], ...]
    net: tuple[tuple[int, ...], ...]
    """[bets][result]"""
    a_fold: Paid
    """What a fold does to the Ante."""

    def gain(self, bet: int) -> Gain:
        """What a further bet brings by result; asserted to be the same with and without the other bet."""
        found, with_other = (
            [more - less for more, less in zip(self.net[one], self.net[other], strict=True)]
            for one, other in ((bet, 0), (3, 3 - bet))
        )
        assert found == with_other
        return tuple(each // max(1, gcd(*found)) for each in found)


def tables(book: Rulebook, ante: Cents) -> Tables:
    antes = book.procedure.multiples
    stakes = []
    for bets in range(4):
        made = {Spot.ANTE: ante, Spot.FLOP: Cents(ante * antes[Spot.FLOP])}
        if bets & 2:
            made[Spot.TURN] = Cents(ante * antes[Spot.TURN])
        if bets & 1:
            made[Spot.RIVER] = Cents(ante * antes[Spot.RIVER])
        stakes.append(made)
    paid = [tabulate(settle, book, made, RESULTS) for made in stakes]
    net = tuple(tuple(table[facts].net() for facts in RESULTS) for table in paid)
    folded = Facts(Outcome.FOLDED, False, Hole.NOTHING)
    return Tables(tuple(stakes), tuple(paid), net, tabulate(settle, book, {Spot.ANTE: ante}, [folded])[folded])


def pays_from(book: Rulebook) -> int:
    """The lowest value with which the Ante is paid."""
    return lowest_of()[rank_called(book.procedure.ante_pays_from)]


def counted(book: Rulebook, ante: Cents = ONE) -> ByHole:
    """All deals with the Flop bet and the best decisions after it."""
    settled = tables(book, ante)
    return played_out(pays_from(book), settled.gain(2), settled.gain(1))


def following(decided: Decided, turn: Habit, river: Habit) -> Decided:
    """The same deals with such decisions: each bet is decided apart from the other, so deals only change their row."""
    found = [[0] * 4 for _ in BETS]
    for bets, row in enumerate(decided):
        place = (bets & 2 if turn is Habit.BEST else 2 * (turn is Habit.ALWAYS)) + (
            bets & 1 if river is Habit.BEST else river is Habit.ALWAYS
        )
        found[place] = [before + number for before, number in zip(found[place], row, strict=True)]
    return found


def solve(
    book: Rulebook,
    *,
    ante: Cents = ONE,
    bonus: Cents = NOTHING,
    jackpot: Cents = NOTHING,
    meter: Cents = NOTHING,
    strategy: Strategy | None = None,
    turn: Habit = Habit.BEST,
    river: Habit = Habit.BEST,
) -> Solution:
    """Every deal with the best decisions, or with another way to decide on the Flop bet or the bets after it."""
    check_paytables(book)
    settled = tables(book, ante)
    deals = counted(book, ante)
    choices = []
    stays: Decided = [[0] * 4 for _ in BETS]
    bonus_total = jackpot_total = Fraction(0)
    bonus_nets = bonus_by_hole(book, bonus)
    jackpot_nets = jackpot_by_hole(book, jackpot, meter)
    for hole in ALL_HOLES:
        of_hole = hole.combinations * DEALS_OF_HOLE
        decided = following(hole.of(deals), turn, river)
        assert sum(map(sum, decided)) == of_hole
        total = sum(
            number * net
            for row, nets in zip(decided, settled.net, strict=True)
            for number, net in zip(row, nets, strict=True)
        )
        against_dealer = Fraction(total, of_hole)
        flop = against_dealer + bonus_nets[hole] + jackpot_nets[hole][0]
        fold = Fraction(settled.a_fold.net() - bonus) + jackpot_nets[hole][1]
        bets = flop > fold if strategy is None else strategy(hole)
        choices.append(Choice(hole, flop / ante, fold / ante, bets))
        if bets:
            stays = [
                [one + other for one, other in zip(*rows, strict=True)] for rows in zip(stays, decided, strict=True)
            ]
        bonus_total += hole.combinations * (bonus_nets[hole] if bets else -bonus)
        jackpot_total += hole.combinations * jackpot_nets[hole][0 if bets else 1]
    played = Played(book.game, book.key, ante, DEALS, tuple(_rows(stays, settled, ante)))
    return Solution(
        played,
        tuple(choices),
        bonus_total / (HOLES * bonus) if bonus else Fraction(0),
        jackpot_total / (HOLES * ante),
        bonus,
    )


def _rows(totals: Decided, settled: Tables, ante: Cents) -> list[Row]:
    rows = []
    for bets, name in enumerate(BETS):
        for place, facts in enumerate(RESULTS):
            number = totals[bets][place]
            if number:
                lines: dict[str, int] = {spot.value: net for spot, net in settled.paid[bets][facts].lines.items()}
                hand = "ante-pays" if facts.ante_pays else "too low for the Ante"
                hand = hand if facts.outcome is Outcome.HIGHER else "any"
                rows.append(Row(name, facts.outcome.value, hand, settled.stakes[bets], lines, number))
    if folded := DEALS - sum(map(sum, totals)):
        lines = {spot.value: net for spot, net in settled.a_fold.lines.items()}
        rows.append(Row("fold", Outcome.FOLDED.value, "any", {Spot.ANTE: ante}, lines, folded))
    return rows


# --- Bonus and jackpot --------------------------------------------------------------------------------------

OTHER_ACES = comb(50, 2)
"""Dealer's cards, one of which are the other two Aces if one has two."""


def bonus_nets(book: Rulebook, stake: Cents) -> dict[Hole, int]:
    """What the Bonus brings with each kind of hole cards, in cents, within its payout limit (4.1.1)."""
    facts: dict[Hole, Facts] = {hole: Facts(Outcome.LOWER, False, hole) for hole in Hole if hole is not Hole.NOT_SHOWN}
    table = tabulate(settle, book, {Spot.BONUS: stake}, facts.values())
    return {hole: table[each].net() for hole, each in facts.items()}


def bonus_by_hole(book: Rulebook, stake: Cents) -> dict[HoleCards, Fraction]:
    """Cents that the Bonus brings on average if one does not fold."""
    if not stake:
        return dict.fromkeys(ALL_HOLES, Fraction(0))
    net = bonus_nets(book, stake)
    found = {hole: Fraction(net[hole.bonus_hand]) for hole in ALL_HOLES}
    aces = ALL_HOLES[0]
    found[aces] += Fraction(net[Hole.ACES_IN_BOTH_HANDS] - net[Hole.ACES], OTHER_ACES)
    return found


def bonus(book: Rulebook, folded: tuple[HoleCards, ...] = (), stake: Cents = ONE) -> SideBet:
    """The Bonus, of whose lines those hit that are not folded; all pairs of hands count as deals.

    Per unit of a bet of this size: the payout limit (4.1.1) takes from a large one, see `bonus_paid_in_full`.
    """
    check_paytables(book)
    hits: dict[str, int] = {}
    for hole in ALL_HOLES:
        if hole not in folded:
            hand = hole.bonus_hand.value
            hits[hand] = hits.get(hand, 0) + hole.combinations * OTHER_ACES
    if ALL_HOLES[0] not in folded:
        hits[Hole.ACES_IN_BOTH_HANDS] = ALL_HOLES[0].combinations
        hits[Hole.ACES] -= ALL_HOLES[0].combinations
    won = {hole.value: net for hole, net in bonus_nets(book, stake).items()}
    return side_bet("bonus", book.paytables["bonus"].pays, won, hits, HOLES * OTHER_ACES, stake)


def bonus_paid_in_full(book: Rulebook) -> Cents:
    """The largest Bonus that no payout limit touches."""
    cap = book.procedure.payout_caps[Spot.BONUS]
    return Cents(cap // max(1, *map(to_one, book.paytables["bonus"].pays.values())))


def jackpot_by_hole(book: Rulebook, stake: Cents, meter: Cents) -> dict[HoleCards, tuple[Fraction, Fraction]]:
    """Cents that the jackpot bet brings on average if one does not fold, and if one does (R-27)."""
    if not stake:
        return dict.fromkeys(ALL_HOLES, (Fraction(0), Fraction(0)))
    live = [Facts(Outcome.LOWER, True, Hole.NOTHING, own, board) for own in OWN for board in BOARD]
    dead = [Facts(Outcome.FOLDED, False, Hole.NOTHING, board=board) for own in OWN for board in BOARD]
    table = tabulate(settle, book, {Spot.JACKPOT: stake}, {*live, *dead})
    live_net, dead_net = ([table[each].jackpot(meter) for each in facts] for facts in (live, dead))
    found = {}
    for hole in ALL_HOLES:
        counts = [number for row in hole.of(awards()) for number in row]
        found[hole] = _mean(live_net, counts), _mean(dead_net, counts)
    return found


def _mean(values: Sequence[int], counts: Sequence[int]) -> Fraction:
    return Fraction(sum(value * count for value, count in zip(values, counts, strict=True)), sum(counts))
