"""A box of Progressive Hold'em before the flop, at which its player has not looked, though they know other cards.

They bet blind on flop, turn and river (R-8, R-57), and the cards seen in their other box are out of the deck.
Boards are swept as in `rivers`: by their ranks and their flush suit. Cards of one rank that are not of that suit are
alike, whichever have been seen, so only how many of them are left matters, and no suits need to be renamed.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np

from croupier.numbers.maths.decisions.dealt_out import choices_of, unseen
from croupier.numbers.maths.decisions.options import DEALER, Options
from croupier.numbers.maths.decisions.spots import Counts, bonus_spot
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.hole_cards import BOARD, OWN
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.rank_arrays import RANK_KEYS, sevens
from croupier.numbers.maths.tools.settlement_table import NOTHING, Stakes, tabulate
from croupier.rules.cards import Card
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.progressive_holdem.settle import Facts, Hole, Outcome, OwnAward, settle
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook


def blind_options(book: Rulebook, stakes: Stakes, meter: Cents, seen: Sequence[Card]) -> Options:
    """`stakes` are those on Ante, Bonus and jackpot; the later decisions are made as well as one can unseen."""
    check_paytables(book)
    ante, bonus, jackpot = (stakes.get(spot, NOTHING) for spot in (Spot.ANTE, Spot.BONUS, Spot.JACKPOT))
    settled = holdem.tables(book, ante)
    flop: dict[str, Fraction] = {DEALER: _best_later(settled, showdowns_unseen(seen, holdem.pays_from(book)))}
    fold: dict[str, Fraction] = {DEALER: Fraction(settled.a_fold.net())}
    if bonus:
        kinds, net = bonus_spot((), seen), holdem.bonus_nets(book, bonus)
        flop[Spot.BONUS] = _mean([*kinds.values()], [net[kind] for kind in kinds])
        fold[Spot.BONUS] = Fraction(-bonus)
    if jackpot:
        counts = awards_unseen(seen).ravel().tolist()
        live = [Facts(Outcome.LOWER, True, Hole.NOTHING, own, board) for own in OWN for board in BOARD]
        dead = [Facts(Outcome.FOLDED, False, Hole.NOTHING, board=board) for _ in OWN for board in BOARD]
        table = tabulate(settle, book, {Spot.JACKPOT: jackpot}, {*live, *dead})
        flop[Spot.JACKPOT] = _mean(counts, [table[facts].jackpot(meter) for facts in live])
        fold[Spot.JACKPOT] = _mean(counts, [table[facts].jackpot(meter) for facts in dead])
    return Options({Decision.FLOP: flop, Decision.FOLD: fold})


def _best_later(settled: holdem.Tables, counts: Counts) -> Fraction:
    """Two unknown hands win and lose against each other alike on every board.

    A further bet wins the same with any hand and stands off with the dealer's. So it is right on all boards or on
    none, and one of the four ways to bet, made on every board, is the best that one can do.
    """
    for bet in (1, 2):
        low, high, same, _ = settled.gain(bet)
        assert low == high
        assert same == 0
    return max(_mean(counts, net) for net in settled.net)


def _mean(counts: Sequence[int], net: Sequence[int]) -> Fraction:
    return Fraction(sum(number * each for number, each in zip(counts, net, strict=True)), sum(counts))


# --- Showdowns ----------------------------------------------------------------------------------------------


def showdowns_unseen(seen: Sequence[Card], pays_from: int) -> Counts:
    """All boards, hole cards and dealer's cards from the cards that are not seen."""
    from croupier.numbers.maths.kernels.blind import count_wins

    cards = unseen(seen)
    there = np.zeros((4, 13), dtype=np.int64)
    for card in cards:
        there[card % 4, card // 4] = 1
    low, high = count_wins(there, _CHOICES, np.array(RANK_KEYS, dtype=np.int64), *sevens()[2:], pays_from)
    deals = comb(len(cards), 5) * comb(len(cards) - 5, 2) * comb(len(cards) - 7, 2)
    return Counts(int(low), int(high), deals - 2 * int(low + high), int(low + high))


_CHOICES = np.array([[comb(cards, size) for size in range(6)] for cards in range(5)], dtype=np.int64)
"""[cards, size]: ways to choose `size` of at most four cards of a rank."""


# --- Jackpot awards -----------------------------------------------------------------------------------------


def awards_unseen(seen: Sequence[Card]) -> Ints:
    """[own, board]: hole cards with boards in the order of dealing; places in `OWN` and `BOARD`."""
    from croupier.numbers.maths.kernels.blind import count_sets

    cards = unseen(seen)
    by_hole = np.zeros((2, 13, 13, len(OWN), len(BOARD)), dtype=np.int64)
    for own, sets in _sets_with_awards(cards):
        count_sets(sets, OWN.index(own), by_hole)
    found: Ints = by_hole.sum(axis=(0, 1, 2))
    number = len(cards)
    deals = comb(number, 2) * comb(number - 2, 3) * (number - 5) * (number - 6)
    found[-1, -1] += deals - found.sum()
    return found


def _sets_with_awards(cards: Sequence[int]) -> Iterator[tuple[OwnAward, Ints]]:
    """Sets of seven cards with four of a kind, or with a certain straight flush and no higher one."""
    for rank in range(13):
        yield OwnAward.FOUR_OF_A_KIND, _completed(cards, [4 * rank + suit for suit in range(4)], ())
    for suit, highest in product(range(4), range(3, 13)):
        run = [4 * ((highest - place) % 13) + suit for place in range(5)]
        own = OwnAward.ROYAL_FLUSH_ON_THE_FLOP if highest == 12 else OwnAward.STRAIGHT_FLUSH
        yield own, _completed(cards, run, [4 * (highest + 1) + suit])


def _completed(cards: Sequence[int], these: Sequence[int], never: Sequence[int]) -> Ints:
    """Sets of seven of the cards that have `these` in them; none if one of these is not there."""
    if not {*these} <= {*cards}:
        return np.zeros((0, 7), dtype=np.int64)
    others = np.array([card for card in cards if card not in these and card not in never], dtype=np.int64)
    more = others[choices_of(len(others), 7 - len(these))]
    return np.hstack((np.broadcast_to(np.array(these, dtype=np.int64), (len(more), len(these))), more))
