"""Compiled loops of `maths.casino_stud.situations`."""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.casino_stud.situations import DEALERS, FLUSH_ELSEWHERE, FLUSH_IN_SUIT, PLACES, Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.tools.arrays import Ints


@jit
def totals_of(left: Ints, up: int, choose: Ints, found: Ints, pairs: Ints) -> None:
    """[ranking]: the dealer's hands by ranks alone, with `left` cards of each rank in addition to the one face up.

    `pairs` tells the hands with One Pair by its rank.
    """
    e1 = e2 = e3 = e4 = 0  # ways to take 1, 2, 3, 4 cards of different ranks, not that of the face-up card
    twos = twos_squared = twos_by_ones = threes = threes_by_ones = fours = 0
    for rank in range(13):
        if rank != up:
            cards = left[rank]
            e4 += e3 * cards
            e3 += e2 * cards
            e2 += e1 * cards
            e1 += cards
    all_pairs = int64(0)
    for rank in range(13):
        if rank != up:
            cards = left[rank]
            others = e1 - cards
            two, three = choose[cards, 2], choose[cards, 3]
            twos += two
            twos_squared += two * two
            twos_by_ones += two * others
            threes += three
            threes_by_ones += three * others
            fours += choose[cards, 4]
            pairs[rank] = two * (e2 - cards * others)
            all_pairs += pairs[rank]
    same = left[up]
    pairs[up] = same * e3
    straights = 0
    for lowest in range(-1, 9):
        ways = 1
        contains = False
        for rank in range(lowest, lowest + 5):
            at = rank if rank >= 0 else 12
            if at == up:
                contains = True
            else:
                ways *= left[at]
        if contains:
            straights += ways
    found[1] = e4 - straights
    found[2] = same * e3 + all_pairs
    found[3] = same * twos_by_ones + (twos * twos - twos_squared) // 2
    found[4] = choose[same, 2] * e2 + threes_by_ones
    found[5] = straights
    found[7] = choose[same, 2] * twos + same * threes
    found[8] = choose[same, 3] * e1 + fours


@jit
def odd_cards_below(ranks: Ints, left: Ints, up: int) -> int:
    """The dealer's hands of five different ranks, no straights, below these; without looking at suits.

    They are lower in the first rank that differs. So, for each place: the ranks before it are these, and all
    others are below the rank that stands there.
    """
    choices = np.zeros((14, 6), dtype=np.int64)  # [rank, cards]: ways to take cards of different lower ranks, not `up`
    choices[0, 0] = 1
    for rank in range(13):
        cards = 0 if rank == up else left[rank]
        choices[rank + 1, 0] = 1
        for taken in range(1, 6):
            choices[rank + 1, taken] = choices[rank, taken] + choices[rank, taken - 1] * cards
    found = int64(0)
    before = int64(1)
    has_up = False
    mask = int64(0)
    for place in range(4, -1, -1):
        rank = ranks[place]
        if has_up:
            found += before * choices[rank, place + 1]
        elif up < rank:
            found += before * choices[rank, place]
        mask |= 1 << rank
        if rank == up:
            has_up = True
        else:
            before *= left[rank]
    for lowest in range(-1, 9):
        straight = 0x100F if lowest < 0 else 0x1F << lowest
        if straight < mask and straight >> up & 1:
            ways = int64(1)
            for rank in range(13):
                if straight >> rank & 1 and rank != up:
                    ways *= left[rank]
            found -= ways
    return found


@jit
def same_ranking_below(
    ranks: Ints,
    value: int,
    ranking: int,
    left: Ints,
    up: int,
    values: Ints,
    others: Ints,
    cards: Ints,
    starts: Ints,
    pair_starts: Ints,
    pairs: Ints,
    choose: Ints,
) -> tuple[int, int]:
    """The dealer's hands of this ranking by ranks alone, below the value and with just that value."""
    if ranking == 1:
        same = int64(1)
        has_up = False
        for place in range(5):
            if ranks[place] == up:
                has_up = True
            else:
                same *= left[ranks[place]]
        return odd_cards_below(ranks, left, up), same if has_up else 0
    below = int64(0)
    place = starts[ranking]
    stop = starts[ranking + 1]
    if ranking == 2:
        pair = ranks[0]
        for each in range(1, 5):
            if ranks[each] == ranks[each - 1]:
                pair = ranks[each]
        for lower in range(pair):
            below += pairs[lower]
        place = pair_starts[pair]
    while place < stop and values[place] < value:
        ways = int64(1)
        for column in range(4):
            ways *= choose[left[others[place, column]], cards[place, column]]
        below += ways
        place += 1
    same = int64(0)
    if place < stop and values[place] == value:
        same = int64(1)
        for column in range(4):
            same *= choose[left[others[place, column]], cards[place, column]]
    return below, same


@jit
def suited_moves(value: int, held: int, masks: npt.NDArray[np.int16], values: Ints, suited: Ints) -> tuple[int, int]:
    """How many hands of one suit the ranks alone rate below the value, or at it, less those that are so as flushes."""
    below = same = 0
    for place in range(len(masks)):
        if masks[place] & held == 0:
            below += int(values[place] < value) - int(suited[place] < value)
            same += int(values[place] == value) - int(suited[place] == value)
    return below, same


@jit
def odd_suited_below(stop: int, held: int, masks: npt.NDArray[np.int16]) -> int:
    """How many of the first `stop` hands of one suit avoid the ranks held in it."""
    found = 0
    short = np.int16(held)
    for place in range(stop):
        found += (masks[place] & short) == 0
    return found


@jit
def count_spots(
    ranks: Ints,
    value: int,
    suited_value: int,
    up: int,
    outcomes: Ints,
    hands: Ints,
    moves: Ints,
    up_values: Ints,
    up_ranks: Ints,
    up_cards: Ints,
    up_starts: Ints,
    pair_starts: Ints,
    masks: npt.NDArray[np.int16],
    mask_values: Ints,
    mask_suited: Ints,
    ranking_of: npt.NDArray[np.uint8],
    choose: Ints,
    qualifies: int,
    qualifying_ranks: Ints,
) -> None:
    """All spots of five ranks against an up card: [place, outcome] dealer's hands, [place] player's hands and suits.

    `moves` keeps what depends on the ranks held in the up card's suit alone, from one hand to the next.
    """
    outcomes[:] = 0
    hands[:] = 0
    left = np.full(13, 4, dtype=np.int64)
    distinct = np.zeros(5, dtype=np.int64)
    number = np.zeros(5, dtype=np.int64)
    kinds = 0
    for place in range(5):
        left[ranks[place]] -= 1
        if place and ranks[place] == ranks[place - 1]:
            number[kinds - 1] += 1
        else:
            distinct[kinds] = ranks[place]
            number[kinds] = 1
            kinds += 1
    if left[up] == 0:
        return
    has_up = left[up] < 4
    left[up] -= 1

    # Dealer's hands by ranks alone: of lower rankings, and lower or the same within the ranking.
    totals = np.zeros(11, dtype=np.int64)
    pairs = np.zeros(13, dtype=np.int64)
    totals_of(left, up, choose, totals, pairs)
    assert totals.sum() == DEALERS
    ranking = ranking_of[value]
    qualifying = ranking_of[qualifies]
    by_ranks, same = same_ranking_below(
        ranks, value, ranking, left, up, up_values, up_ranks, up_cards, up_starts, pair_starts, pairs, choose
    )
    by_ranks += totals[:ranking].sum()
    unqualified, _ = same_ranking_below(
        qualifying_ranks,
        qualifies,
        qualifying,
        left,
        up,
        up_values,
        up_ranks,
        up_cards,
        up_starts,
        pair_starts,
        pairs,
        choose,
    )
    unqualified += totals[:qualifying].sum()

    lower_odd = 0  # hands of one suit with lower ranks, if the player has odd cards
    while ranking == 1 and lower_odd < 495 and mask_values[lower_odd] < value:
        lower_odd += 1
    for subset in range(1 << kinds):
        held = int64(0)
        ways = int64(4)  # suits of the dealer's card; for each, suits of the player's other cards
        for place in range(kinds):
            in_suit = subset >> place & 1
            held |= in_suit << distinct[place]
            ways *= choose[3, number[place] - in_suit]
        if ways == 0 or held >> up & 1:
            continue
        if moves[held, up, 0] < 0:
            moves[held, up, 0] = moves[held, up, 1] = 0
            for place in range(495):
                if masks[place] & held == 0:
                    moves[held, up, 0 if ranking_of[mask_values[place]] == 1 else 1] += 1
            moves[held, up, 2], _ = suited_moves(qualifies, held, masks, mask_values, mask_suited)
        not_qualified = unqualified - moves[held, up, 2]

        flushes = 0
        if kinds == 5 and (subset in (0, 31)):
            flushes = 12 if subset == 0 else 4
            place = FLUSH_ELSEWHERE if subset == 0 else FLUSH_IN_SUIT
            moved, moved_same = suited_moves(suited_value, held, masks, mask_values, mask_suited)
            below = totals[: ranking_of[suited_value]].sum() - moved
            hands[place] = flushes
            fill(outcomes[place], below, -moved_same, not_qualified, suited_value >= qualifies)
        if ways == flushes:
            continue
        if ranking == 1:
            moved, moved_same = odd_suited_below(lower_odd, held, masks), int64(subset == 0 and has_up)
        elif ranking < 5:
            moved, moved_same = moves[held, up, 0], int64(0)
        elif ranking == 5:
            moved, moved_same = suited_moves(value, held, masks, mask_values, mask_suited)
        else:
            moved, moved_same = moves[held, up, 1], int64(0)
        hands[subset] = ways - flushes
        fill(outcomes[subset], by_ranks - moved, same - moved_same, not_qualified, value >= qualifies)


@jit
def fill(outcome: Ints, below: int, same: int, not_qualified: int, own_qualifies: bool) -> None:
    """Counts in the order of COMPARED. A dealer's hand that does not qualify is not compared."""
    outcome[0] = not_qualified
    outcome[1] = below - not_qualified if own_qualifies else 0
    outcome[2] = same if own_qualifies else 0
    outcome[3] = DEALERS - outcome[0] - outcome[1] - outcome[2]


@jit
def fill_spots(
    ranks: Ints,
    values: Ints,
    suited: Ints,
    up_values: Ints,
    up_ranks: Ints,
    up_cards: Ints,
    up_starts: Ints,
    pair_starts: Ints,
    masks: npt.NDArray[np.int16],
    mask_values: Ints,
    mask_suited: Ints,
    ranking_of: npt.NDArray[np.uint8],
    choose: Ints,
    qualifies: int,
    qualifying_ranks: Ints,
    found: Int32s,
    number: npt.NDArray[np.int16],
) -> None:
    """[hand, up, place, outcome] dealer's hands in every spot, [hand, up, place] player's hands that stand there."""
    outcomes = np.zeros((PLACES, 4), dtype=np.int64)
    hands = np.zeros(PLACES, dtype=np.int64)
    moves = np.full((1 << 13, 13, 3), -1, dtype=np.int64)
    for hand in range(len(ranks)):
        for up in range(13):
            count_spots(
                ranks[hand],
                values[hand],
                suited[hand],
                up,
                outcomes,
                hands,
                moves,
                up_values[up],
                up_ranks[up],
                up_cards[up],
                up_starts[up],
                pair_starts[up],
                masks[up],
                mask_values[up],
                mask_suited[up],
                ranking_of,
                choose,
                qualifies,
                qualifying_ranks,
            )
            for place in range(PLACES):  # one by one: whole slices take numba long to compile
                number[hand, up, place] = hands[place]
                for outcome in range(4):
                    found[hand, up, place, outcome] = outcomes[place, outcome]
