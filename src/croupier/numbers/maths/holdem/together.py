"""All bets of a Progressive Hold'em box together: against the dealer, Bonus and jackpot, deal by deal.

The same cards decide an award of the jackpot and the other bets, so both are counted jointly. An award needs four of a
kind or a straight flush among the seven cards: each such set is dealt out against every dealer's hand, with the
decisions of perfect play. All other deals bring no award.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from math import comb

from croupier.numbers.maths.holdem import counts
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.counts import awards
from croupier.numbers.maths.holdem.deals import Awarded, ByHole, Decided, added
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES, BOARD, DEALS, OWN, HoleCards
from croupier.numbers.maths.holdem.mistakes import aces_against_aces
from croupier.numbers.maths.tools.results import Played, Row
from croupier.numbers.maths.tools.settlement_table import NOTHING, Paid, tabulate
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.progressive_holdem.settle import BoardAward, Facts, Hole, Outcome, OwnAward, settle
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

NO_AWARD = (OWN.index(OwnAward.NONE), BOARD.index(BoardAward.NONE))


DEALERS = comb(45, 2)

Placed = Counter[tuple[int, int, int, int]]
"""Deals by own award, award of the board, bets and result."""


def played_together(book: Rulebook, *, ante: Cents, bonus: Cents, jackpot: Cents, meter: Cents) -> Played:
    """Perfect play of a box with all bets, which may fold fewer hole cards than one without Bonus and jackpot bet."""
    settled = holdem.tables(book, ante)
    folds = set(holdem.solve(book, ante=ante, bonus=bonus, jackpot=jackpot, meter=meter).folds)
    counted: Counter[tuple[int, int, Hole, int, int]] = Counter()
    dead: Counter[int] = Counter()
    with_award, every, both_aces = award_deals(book), holdem.counted(book), aces_against_aces(book)
    for hole in ALL_HOLES:
        if hole in folds:
            for board, *numbers in zip(range(len(BOARD)), *hole.of(awards()), strict=True):
                dead[board] += sum(numbers) * DEALERS
        else:
            for kind, deals in _deals_of(hole, with_award, every, both_aces).items():
                for (own, board, bets, result), number in deals.items():
                    if number:
                        counted[bets, result, kind, own, board] += number
    bonuses = holdem.bonus_nets(book, bonus) if bonus else {}
    live = _jackpot(book, jackpot, {(own, board): _facts(own, board) for *_, own, board in counted})
    folded = _jackpot(book, jackpot, {(NO_AWARD[0], board): _facts(None, board) for board in dead})
    rows = []
    for (bets, result, kind, own, board), number in counted.items():
        against = settled.paid[bets][holdem.RESULTS[result]].lines
        lines: dict[str, int] = {spot.value: net for spot, net in against.items()}
        staked = dict(settled.stakes[bets])
        if bonus:
            lines[Spot.BONUS.value], staked[Spot.BONUS] = bonuses[kind], bonus
        if jackpot:
            lines[Spot.JACKPOT.value], staked[Spot.JACKPOT] = live[own, board].jackpot(meter), jackpot
        award = OWN[own] if OWN[own] is not OwnAward.NONE else BOARD[board]
        hand = kind.value if (own, board) == NO_AWARD else f"{kind.value}, {award.value}"
        rows.append(Row(holdem.BETS[bets], holdem.RESULTS[result].outcome.value, hand, staked, lines, number))
    for board, number in dead.items():
        if number:
            lines = {spot.value: net for spot, net in settled.a_fold.lines.items()}
            staked = {Spot.ANTE: ante}
            if bonus:
                lines[Spot.BONUS.value], staked[Spot.BONUS] = -bonus, bonus
            if jackpot:
                net = folded[NO_AWARD[0], board].jackpot(meter)
                lines[Spot.JACKPOT.value], staked[Spot.JACKPOT] = net, jackpot
            rows.append(Row("fold", Outcome.FOLDED.value, BOARD[board].value, staked, lines, number))
    return Played(book.game, book.key, ante, DEALS, tuple(rows))


def _deals_of(hole: HoleCards, with_award: list[Awarded], every: ByHole, both_aces: Decided) -> dict[Hole, Placed]:
    """All deals of hole cards that are not folded, by Bonus hand."""
    found = _with_the_rest(with_award[ALL_HOLES.index(hole)], hole.of(every))
    if hole.bonus_hand is not Hole.ACES:
        return {hole.bonus_hand: found}
    both = _with_the_rest(with_award[-1], both_aces)
    found.subtract(both)
    return {Hole.ACES_IN_BOTH_HANDS: both, Hole.ACES: found}


def _with_the_rest(with_award: Awarded, every: Decided) -> Placed:
    """All deals, split into those with each award and those with none."""
    found: Placed = Counter()
    rest = every
    for own, board in product(range(len(OWN)), range(len(BOARD))):
        some = with_award[own][board]
        if any(map(any, some)):
            rest = added(rest, some, -1)
            found.update({(own, board, *place): number for place, number in _placed(some)})
    found.update({(*NO_AWARD, *place): number for place, number in _placed(rest)})
    return found


def _placed(deals: Decided) -> Iterator[tuple[tuple[int, int], int]]:
    return (((bets, result), number) for bets, row in enumerate(deals) for result, number in enumerate(row) if number)


def _facts(own: int | None, board: int) -> Facts:
    if own is None:
        return Facts(Outcome.FOLDED, False, Hole.NOTHING, board=BOARD[board])
    return Facts(Outcome.LOWER, True, Hole.NOTHING, OWN[own], BOARD[board])


def _jackpot(book: Rulebook, bet: Cents, facts: Mapping[tuple[int, int], Facts]) -> Mapping[tuple[int, int], Paid]:
    if bet == NOTHING:
        return {}
    table = tabulate(settle, book, {Spot.JACKPOT: bet}, set(facts.values()))
    return {place: table[each] for place, each in facts.items()}


def award_deals(book: Rulebook) -> list[Awarded]:
    """Deals with an award for each kind of hole cards; the last are those of two Aces against the other two Aces."""
    settled = holdem.tables(book, Cents(100))
    return counts.award_deals(holdem.pays_from(book), settled.gain(2), settled.gain(1))
