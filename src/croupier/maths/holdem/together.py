"""All bets of a Progressive Hold'em box together: against the dealer, Bonus and jackpot, deal by deal.

An award of the jackpot and what becomes of the other bets hang together, for both come from the same cards. Awards need
four of a kind or a straight flush among the seven cards; so these sets of seven are dealt out against every dealer's
hand, with the decisions of perfect play, and all other deals are the rest.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.games.house.spots import Spot
from croupier.games.progressive_holdem.settle import BoardAward, Facts, Hole, Outcome, OwnAward, settle
from croupier.maths.holdem import solver as holdem
from croupier.maths.holdem.awards import BOARD, OWN, awards
from croupier.maths.holdem.boards import Gain, fours, showdowns
from croupier.maths.holdem.decisions import turn_decisions
from croupier.maths.holdem.mistakes import aces_against_aces
from croupier.maths.holdem.squares import DEALERS
from croupier.maths.tools.kept import kept
from croupier.maths.tools.rank_arrays import STEPS, Ints, sevens
from croupier.maths.tools.results import Played, Row
from croupier.maths.tools.settlement_table import NOTHING, Paid, tabulate
from croupier.money import Cents
from croupier.rulebook.model import Rulebook

NO_AWARD = (OWN.index(OwnAward.NONE), BOARD.index(BoardAward.NONE))


class AwardDeals(NamedTuple):
    by_hole: Ints
    """[suited, rank, rank, own, board, bets, result]: deals with an award; the higher rank first."""
    aces: Ints
    """[own, board, bets, result]: of these, those of two Aces against the other two."""


def played_together(book: Rulebook, *, ante: Cents, bonus: Cents, jackpot: Cents, meter: Cents) -> Played:
    """Perfect play of a box with all bets, which may fold fewer hole cards than one without Bonus and jackpot bet."""
    settled = holdem.tables(book, ante)
    folds = set(holdem.solve(book, ante=ante, bonus=bonus, jackpot=jackpot, meter=meter).folds)
    counted: Counter[tuple[int, int, Hole, int, int]] = Counter()
    dead: Counter[int] = Counter()
    for hole in holdem.ALL_HOLES:
        if hole in folds:
            for board, number in enumerate((awards()[hole.place].sum(axis=0) * DEALERS).tolist()):
                dead[board] += number
        else:
            for kind, deals in _deals_of(book, hole).items():
                for (own, board, bets, result), number in np.ndenumerate(deals):
                    if number:
                        counted[bets, result, kind, own, board] += int(number)
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
    return Played(book.game, book.key, ante, holdem.DEALS, tuple(rows))


def _deals_of(book: Rulebook, hole: holdem.HoleCards) -> dict[Hole, Ints]:
    """[own, board, bets, result]: all deals of hole cards that are not folded, by what the Bonus calls them."""
    with_award = award_deals(book)
    found = with_award.by_hole[hole.place].copy()
    found[NO_AWARD] = holdem.counted(book)[hole.place] - found.sum(axis=(0, 1))
    if hole.bonus_hand is not Hole.ACES:
        return {hole.bonus_hand: found}
    both = with_award.aces.copy()
    both[NO_AWARD] = aces_against_aces(book) - both.sum(axis=(0, 1))
    return {Hole.ACES_IN_BOTH_HANDS: both, Hole.ACES: found - both}


def _facts(own: int | None, board: int) -> Facts:
    if own is None:
        return Facts(Outcome.FOLDED, False, Hole.NOTHING, board=BOARD[board])
    return Facts(Outcome.LOWER, True, Hole.NOTHING, OWN[own], BOARD[board])


def _jackpot(book: Rulebook, bet: Cents, facts: Mapping[tuple[int, int], Facts]) -> Mapping[tuple[int, int], Paid]:
    if bet == NOTHING:
        return {}
    table = tabulate(settle, book, {Spot.JACKPOT: bet}, set(facts.values()))
    return {place: table[each] for place, each in facts.items()}


# --- Deals with an award ------------------------------------------------------------------------------------


def award_deals(book: Rulebook) -> AwardDeals:
    settled = holdem.tables(book, Cents(100))
    turn, river = (tuple(settled.gain(bet).tolist()) for bet in (2, 1))
    found = _award_deals(holdem.pays_from(book), turn, river)
    counted, expected = found.by_hole.sum(axis=(5, 6)), awards() * DEALERS
    expected[(..., *NO_AWARD)] = 0
    assert (counted == expected).all()
    return found


@kept(AwardDeals)
def _award_deals(pays_from: int, turn_gain: Gain, river_gain: Gain) -> AwardDeals:
    from croupier.maths.kernels.together import count_award_deals

    known, (sets, bests, times) = fours(), sets_with_awards()
    turns = turn_decisions(pays_from, turn_gain)
    return AwardDeals(
        *count_award_deals(
            sets,
            bests,
            times,
            turns,
            np.array(river_gain, dtype=np.int64),
            pays_from,
            showdowns(pays_from),
            known.one_suit,
            known.two_suits,
            STEPS,
            *sevens(),
        )
    )


def sets_with_awards() -> tuple[Ints, Ints, Ints]:
    """One of all sets of seven cards that differ in the names of suits only, its best hand, and how many there are."""
    sets: list[Ints] = []
    bests: list[int] = []
    times: list[int] = []

    def enter(made: list[int], others: Sequence[tuple[int, ...]], fixed: int, best: int) -> None:
        cards = np.array(others, dtype=np.int64)
        lowest = np.full(len(cards), 1 << 52, dtype=np.int64)
        for rest in permutations(range(fixed, 4)):
            suits = np.array([*range(fixed), *rest])
            np.minimum(lowest, (1 << (cards // 4 * 4 + suits[cards % 4])).sum(axis=1), out=lowest)
        _, first, number = np.unique(lowest, return_index=True, return_counts=True)
        sets.extend(np.array([*made, *cards[place]]) for place in first)
        bests.extend([best] * len(first))
        times.extend((number * (1 if fixed == 0 else 4)).tolist())

    for rank in range(13):
        four = [4 * rank + suit for suit in range(4)]
        enter(four, [each for each in combinations(range(52), 3) if all(card // 4 != rank for card in each)], 0, 4)
    for highest in range(3, 13):
        straight = [4 * ((highest - place) % 13) for place in range(5)]
        out = {*straight, 4 * (highest + 1)}  # with the next card the straight flush would be a higher one
        pairs = [each for each in combinations(range(52), 2) if not out & set(each)]
        enter(straight, pairs, 1, 0 if highest == 12 else 3)
    assert sum(times) == 13 * comb(48, 3) + 4 * (comb(47, 2) + 9 * comb(46, 2))
    return np.array(sets), np.array(bests), np.array(times)
