"""Exact all-in equity of hold'em hands and ranges on any board, and what the rake takes of it."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

from croupier.cards import DECK, RANKS, SUITS, Card, parse_cards
from croupier.errors import Unreadable
from croupier.games.poker.pots import rakes, shares
from croupier.games.poker.table import PokerTable
from croupier.maths.jit import int64, jit
from croupier.maths.tables import FLUSH, RANK_BITS, START, Ints, Shorts, sevens
from croupier.maths.tables import SUIT_SHIFT as SHIFT
from croupier.maths.tabulate import NOTHING
from croupier.money import Cents
from croupier.values import Value

Hole = frozenset[Card]
Range = frozenset[Hole]


class Equity(Value):
    """What becomes of one player's hands when all are all-in."""

    player: int
    winners: Mapping[int, int]
    """Deals by who wins: a bit for each player, in the order in which they were given."""
    deals: int

    @property
    def won(self) -> int:
        """Deals that he wins alone."""
        return self.winners.get(1 << self.player, 0)

    @property
    def tied(self) -> tuple[int, ...]:
        """[n]: deals that he shares with others, n winners in all."""
        found = [0] * (2 + max(map(int.bit_count, self.winners)))
        for winners, deals in self.winners.items():
            if winners >> self.player & 1 and winners.bit_count() > 1:
                found[winners.bit_count()] += deals
        return tuple(found)

    @property
    def equity(self) -> Fraction:
        """His part of the pot on the average."""
        shared = sum((Fraction(number, winners) for winners, number in enumerate(self.tied) if number), Fraction(0))
        return (self.won + shared) / self.deals


def equities(ranges: Sequence[Range], board: Sequence[Card] = (), dead: Iterable[Card] = ()) -> tuple[Equity, ...]:
    """Every combination of hands from the ranges and every further board, each as likely as any other."""
    (winners,) = _winners(ranges, tuple(board), frozenset(dead), [(1 << len(ranges)) - 1])
    deals = sum(winners.values())
    return tuple(Equity(player, winners, deals) for player in range(len(ranges)))


Winners = dict[int, int]
"""Deals by a mask of those who win."""


def _winners(
    ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card], pots: Sequence[int]
) -> list[Winners]:
    """For each pot, a mask of those who are in it."""
    _check(ranges, board, dead)
    if len(ranges) == 2 and len(pots) == 1 and len(ranges[0]) * len(ranges[1]) > FEW_PAIRS:
        found = _swept(ranges[0], ranges[1], board, dead)[None]
    else:
        found = _dealt_out(ranges, board, dead, pots)
    if not found.any():
        raise Unreadable("no hands of these ranges go together: each combination has some card twice")
    return [{int(mask): int(row[mask]) for mask in np.flatnonzero(row)} for row in found]


def _check(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card]) -> None:
    if len(ranges) < 2:
        raise Unreadable("equity needs two players or more")
    if len(ranges) > MOST_PLAYERS:
        raise Unreadable(f"equity is for {MOST_PLAYERS} players at most, not {len(ranges)}")
    if len(board) not in (0, 3, 4, 5):
        raise Unreadable(f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
    if len({*board, *dead}) < len(board) + len(dead):
        raise Unreadable("a card on the board is dead too, or stands there twice")


# --- Hand by hand -------------------------------------------------------------------------------------------

MOST_PLAYERS = 10
NUMBERS = {card: number for number, card in enumerate(DECK)}
RENAMED = tuple(permutations(range(4)))
"""All ways to name the suits."""

Spot = tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...]]


def _dealt_out(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card], pots: Sequence[int]) -> Ints:
    """[pot, winners]: each combination of hands on each board."""
    counts = np.zeros((len(pots), 1 << len(ranges)), dtype=np.int64)
    eligible = np.array(pots, dtype=np.int64)
    for (holes, known, out), number in _spots(ranges, board, dead).items():
        rest = np.array([card for card in range(52) if card not in (*sum(holes, ()), *known, *out)], dtype=np.int64)
        found = np.zeros_like(counts)
        hands, cards = np.array(holes, dtype=np.int64), np.array(known, dtype=np.int64)
        run_out(hands, cards, rest, 5 - len(known), eligible, found, *sevens())
        counts += number * found
    return counts


def _spots(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card]) -> Counter[Spot]:
    """Combinations of hands that share no card; those that differ in suits only are counted together."""
    found: Counter[Spot] = Counter()
    for hands in product(*ranges):
        cards = [*board, *dead, *(card for hand in hands for card in hand)]
        if len(set(cards)) == len(cards):
            found[_without_suits(hands, board, dead)] += 1
    return found


def _without_suits(hands: Sequence[Hole], board: tuple[Card, ...], dead: frozenset[Card]) -> Spot:
    """The first of all ways to name the suits."""
    numbered = [[divmod(NUMBERS[card], 4) for card in cards] for cards in (*hands, board, dead)]
    ways = []
    for suits in RENAMED:
        renamed = [tuple(sorted(4 * rank + suits[suit] for rank, suit in cards)) for cards in numbered]
        *holes, known, out = renamed
        ways.append((tuple((one, other) for one, other in holes), known, out))
    return min(ways)


@jit
def value_of(total: int, mask: int, offsets: npt.NDArray[np.int32], values: Shorts, suited: Shorts) -> int:
    """The value of seven cards from the sum of their keys and their bits."""
    flush = total & FLUSH
    if flush:
        suit = 0
        while flush >> SHIFT + 4 * suit & 8 == 0:
            suit += 1
        return int64(suited[mask >> 16 * suit & 0x1FFF])
    total &= RANK_BITS
    return int64(values[offsets[total >> 7] + (total & 127)])


@jit
def next_choice(chosen: Ints, cards: int) -> bool:
    """The next ascending choice of so many cards: the last that can move on does, those after it follow."""
    size = len(chosen)
    place = size - 1
    while place >= 0 and chosen[place] == cards - size + place:
        place -= 1
    if place < 0:
        return False
    chosen[place] += 1
    for after in range(place + 1, size):
        chosen[after] = chosen[after - 1] + 1
    return True


@jit
def run_out(
    holes: Ints,
    known: Ints,
    rest: Ints,
    missing: int,
    eligible: Ints,
    found: Ints,
    keys: Ints,
    bits: Ints,
    offsets: npt.NDArray[np.int32],
    values: Shorts,
    suited: Shorts,
) -> None:
    """[pot, winners]: further boards on which just these win the pot."""
    players = len(holes)
    hole_keys = np.zeros(players, dtype=np.int64)
    hole_bits = np.zeros(players, dtype=np.int64)
    strength = np.zeros(players, dtype=np.int64)
    for player in range(players):
        hole_keys[player] = keys[holes[player, 0]] + keys[holes[player, 1]]
        hole_bits[player] = bits[holes[player, 0]] | bits[holes[player, 1]]
    known_key, known_bits = int64(START), int64(0)
    for card in known:
        known_key += keys[card]
        known_bits |= bits[card]
    chosen = np.arange(missing)
    while True:
        board_key, board_bits = known_key, known_bits
        for place in range(missing):
            board_key += keys[rest[chosen[place]]]
            board_bits |= bits[rest[chosen[place]]]
        for player in range(players):
            mask = board_bits | hole_bits[player]
            strength[player] = value_of(board_key + hole_keys[player], mask, offsets, values, suited)
        for pot in range(len(eligible)):
            best = int64(0)
            winners = int64(0)
            for player in range(players):
                if eligible[pot] >> player & 1 and strength[player] >= best:
                    winners = (winners if strength[player] == best else int64(0)) | 1 << player
                    best = strength[player]
            found[pot, winners] += 1
        if not next_choice(chosen, len(rest)):
            return


# --- Board by board -----------------------------------------------------------------------------------------
#
# Two wide ranges have very many pairs of hands. So hands are sorted by strength on each board, and going up, the
# number of the other's weaker hands so far, less those that share a card, is the number of pairs that are won.

FEW_PAIRS = 60


def _swept(one: Range, other: Range, board: tuple[Card, ...], dead: frozenset[Card]) -> Ints:
    """[winners] of two players.

    Where names of suits do not matter to board, dead cards and one of the ranges, boards that differ in them only are
    counted together. In the other range all hands that differ so are then worth the same, and share its weight.
    """
    ways = [[suits for suits in RENAMED if _same(suits, board) and _same(suits, dead)]]
    ways = [[suits for suits in ways[0] if _same_hands(suits, hands)] for hands in (one, other)]
    alike = max(ways, key=len)
    gone = {*board, *dead}
    weights: dict[Hole, list[int]] = {}
    for player, hands in enumerate((one, other)):
        for hand in hands:
            for suits in alike if gone.isdisjoint(hand) else ():
                weights.setdefault(frozenset(_renamed(suits, hand)), [0, 0])[player] += 1
    cards = np.array([sorted(NUMBERS[card] for card in hand) for hand in weights], dtype=np.int64).reshape(-1, 2)
    weight = np.array([*weights.values()], dtype=np.int64).reshape(-1, 2)
    rest = np.array([number for number, card in enumerate(DECK) if card not in gone], dtype=np.int64)
    known = np.array([NUMBERS[card] for card in board], dtype=np.int64)
    found = sweep_boards(cards, weight, known, rest, 5 - len(board), np.array(alike, dtype=np.int64), *sevens())
    assert not (found % len(alike) ** 2).any()
    return found // len(alike) ** 2


def _renamed(suits: tuple[int, ...], cards: Iterable[Card]) -> Iterator[Card]:
    return (DECK[NUMBERS[card] // 4 * 4 + suits[NUMBERS[card] % 4]] for card in cards)


def _same(suits: tuple[int, ...], cards: Collection[Card]) -> bool:
    return {*_renamed(suits, cards)} == {*cards}


def _same_hands(suits: tuple[int, ...], hands: Range) -> bool:
    return all(frozenset(_renamed(suits, hand)) in hands for hand in hands)


@jit
def boards_alike(new: int, alike: Ints) -> int:
    """How many boards differ from this one by names of suits only; 0 if this is not the first of them."""
    same = 0
    for suits in alike:
        renamed = int64(0)
        for suit in range(4):
            renamed |= (new >> 16 * suit & 0x1FFF) << 16 * suits[suit]
        if renamed > new:
            return 0
        same += renamed == new
    return len(alike) // same


@jit
def sort_by_value(items: int, value: Ints, order: Ints, spare: Ints) -> None:
    """Places of items in ascending order of their values, which have thirteen bits: by the lower seven, by the rest."""
    starts = np.zeros(129, dtype=np.int64)
    for shift in (0, 7):
        starts[:] = 0
        for item in range(items):
            starts[(value[item] >> shift & 127) + 1] += 1
        for digit in range(128):
            starts[digit + 1] += starts[digit]
        for place in range(items):
            item = place if shift == 0 else spare[place]
            digit = value[item] >> shift & 127
            (spare if shift == 0 else order)[starts[digit]] = item
            starts[digit] += 1


@jit
def sweep_boards(
    cards: Ints,
    weight: Ints,
    known: Ints,
    rest: Ints,
    missing: int,
    alike: Ints,
    keys: Ints,
    bits: Ints,
    offsets: npt.NDArray[np.int32],
    values: Shorts,
    suited: Shorts,
) -> Ints:
    """[winners]: 1 the first player, 2 the second, 3 both; `weight` tells how often each of them has the hand."""
    found = np.zeros(4, dtype=np.int64)
    hole_keys = keys[cards[:, 0]] + keys[cards[:, 1]]
    hole_bits = bits[cards[:, 0]] | bits[cards[:, 1]]
    live = np.zeros(len(cards), dtype=np.int64)
    value = np.zeros(len(cards), dtype=np.int64)
    order = np.zeros(len(cards), dtype=np.int64)
    spare = np.zeros(len(cards), dtype=np.int64)
    with_card = np.zeros((3, 52), dtype=np.int64)  # hands of the second player: all, weaker so far, of this value
    known_key, known_bits = int64(START), int64(0)
    for card in known:
        known_key += keys[card]
        known_bits |= bits[card]
    chosen = np.arange(missing)
    while True:
        board_key, new = known_key, int64(0)
        for place in range(missing):
            board_key += keys[rest[chosen[place]]]
            new |= bits[rest[chosen[place]]]
        times = boards_alike(new, alike)
        if times:
            number = 0
            every = int64(0)
            with_card[:] = 0
            for hand in range(len(cards)):
                if hole_bits[hand] & new == 0:
                    live[number] = hand
                    mask = hole_bits[hand] | known_bits | new
                    value[number] = value_of(board_key + hole_keys[hand], mask, offsets, values, suited)
                    number += 1
                    every += weight[hand, 1]
                    with_card[0, cards[hand, 0]] += weight[hand, 1]
                    with_card[0, cards[hand, 1]] += weight[hand, 1]
            sort_by_value(number, value, order, spare)
            weaker = int64(0)
            start = 0
            while start < number:
                stop = start
                same = int64(0)
                while stop < number and value[order[stop]] == value[order[start]]:
                    hand = live[order[stop]]
                    same += weight[hand, 1]
                    with_card[2, cards[hand, 0]] += weight[hand, 1]
                    with_card[2, cards[hand, 1]] += weight[hand, 1]
                    stop += 1
                for item in range(start, stop):
                    hand = live[order[item]]
                    if weight[hand, 0]:
                        a, b = cards[hand, 0], cards[hand, 1]
                        itself = weight[hand, 1]  # taken off twice
                        won = weaker - with_card[1, a] - with_card[1, b]
                        tied = same - with_card[2, a] - with_card[2, b] + itself
                        pairs = every - with_card[0, a] - with_card[0, b] + itself
                        found[1] += times * weight[hand, 0] * won
                        found[3] += times * weight[hand, 0] * tied
                        found[2] += times * weight[hand, 0] * (pairs - won - tied)
                weaker += same
                for item in range(start, stop):
                    hand = live[order[item]]
                    for side in range(2):
                        with_card[1, cards[hand, side]] += weight[hand, 1]
                        with_card[2, cards[hand, side]] -= weight[hand, 1]
                start = stop
        if not next_choice(chosen, len(rest)):
            return found


# --- Ranges -------------------------------------------------------------------------------------------------

_WORD = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)(\+?)")
_ACCEPTED = "write hands such as AsKd, or QQ, AKs, AKo, AK, TT+, ATs+, with commas or spaces between them; or random"


def parse_range(text: str) -> Range:
    """Read "QQ+, AKs, AsKd": the hole cards that a player may have; "random" for any."""
    if text.strip() == "random":
        return frozenset(map(frozenset, combinations(DECK, 2)))
    found: set[Hole] = set()
    for word in re.split(r"[,\s]+", text.strip()):
        match = _WORD.fullmatch(word)
        if match:
            one, other, suits, plus = match.groups()
            found.update(_hands(one, other, suits, plus, word))
            continue
        try:
            cards = parse_cards(word)
        except ValueError as wrong:
            raise Unreadable(f"{word!r} is no part of a range ({wrong}); {_ACCEPTED}") from None
        if len(cards) != 2:
            raise Unreadable(f"{word!r} is not two cards; {_ACCEPTED}")
        found.add(frozenset(cards))
    return frozenset(found)


def _hands(one: str, other: str, suits: str, plus: str, word: str) -> Iterator[Hole]:
    high, low = sorted((RANKS.index(one), RANKS.index(other)), reverse=True)
    if high == low and suits:
        raise Unreadable(f"{word!r}: a pair is never suited; {_ACCEPTED}")
    if high == low:
        for rank in range(high, 13 if plus else high + 1):
            yield from (frozenset(pair) for pair in combinations([Card(RANKS[rank] + suit) for suit in SUITS], 2))
        return
    for rank in range(low, high if plus else low + 1):
        for first, second in product(SUITS, SUITS):
            if suits == "" or (suits == "s") == (first == second):
                yield frozenset((Card(RANKS[high] + first), Card(RANKS[rank] + second)))


# --- The rake -----------------------------------------------------------------------------------------------


class Raked(Value):
    """One pot for which all who are in it have put in the same."""

    pot: Cents
    rake: Cents
    before: tuple[Fraction, ...]
    """What each player gets of the pot on the average without rake, in cents."""
    after: tuple[Fraction, ...]
    break_even: Fraction
    """The equity at which an even share of the pot comes back, with the rake taken."""


def with_rake(found: Sequence[Equity], pot: Cents, table: PokerTable) -> Raked:
    """What the table's rake on the pot (R-33) takes of each player's equity.

    A pot is split in whole chips and odd chips go clockwise from the button (R-34): in the order of the players.
    """
    (rake,) = rakes(table, [pot])
    break_even = Fraction(pot, len(found) * (pot - rake))
    before, after = (_given(found[0].winners, Cents(amount), table, len(found)) for amount in (pot, pot - rake))
    return Raked(pot, rake, before, after, break_even)


def _given(winners: Mapping[int, int], amount: Cents, table: PokerTable, players: int) -> tuple[Fraction, ...]:
    """What each player gets of an amount on the average, in cents."""
    total = [0] * players
    for mask, deals in winners.items():
        for player, share in shares(table, amount, [each for each in range(players) if mask >> each & 1]).items():
            total[player] += share * deals
    return tuple(Fraction(cents, sum(winners.values())) for cents in total)


class SidePot(Value):
    amount: Cents
    rake: Cents
    players: tuple[int, ...]
    """Who can win it, by their places."""
    parts: tuple[Fraction, ...]
    """What each of all players gets of it on the average, in cents, the rake taken."""


class AllIn(Value):
    """Players who are all-in with different amounts: main pot, side pots and what each makes of them."""

    put: tuple[Cents, ...]
    uncalled: tuple[Cents, ...]
    """What nobody has matched and goes back, unraked (R-32)."""
    pots: tuple[SidePot, ...]
    before: tuple[Fraction, ...]
    """What each gets of all pots on the average without rake, in cents."""

    @property
    def rake(self) -> Cents:
        return Cents(sum(pot.rake for pot in self.pots))

    @property
    def after(self) -> tuple[Fraction, ...]:
        return tuple(sum(parts, Fraction(0)) for parts in zip(*(pot.parts for pot in self.pots), strict=True))

    @property
    def net(self) -> tuple[Fraction, ...]:
        """What each wins or loses on the average, in cents."""
        return tuple(part + back - put for part, back, put in zip(self.after, self.uncalled, self.put, strict=True))


def all_in(
    ranges: Sequence[Range],
    put: Sequence[Cents],
    table: PokerTable,
    board: Sequence[Card] = (),
    dead: Iterable[Card] = (),
    dead_money: Cents = NOTHING,
) -> AllIn:
    """Everyone's last chips are in: players clockwise from the button, with what each has put in.

    `dead_money` is what others have left in the main pot. Rake comes from the main pot first, up to the cap (R-33).
    """
    if len(put) != len(ranges) or min(put) <= 0:
        raise Unreadable("each player has put something in: write one amount above 0 for each")
    second = sorted(put)[-2]
    uncalled = tuple(Cents(max(0, chips - second)) for chips in put)
    matched = [min(chips, second) for chips in put]
    amounts: list[Cents] = []
    masks: list[int] = []
    floor, dead_chips = 0, dead_money
    for level in sorted(set(matched)):
        inside = [player for player, chips in enumerate(matched) if chips >= level]
        amounts.append(Cents((level - floor) * len(inside) + dead_chips))
        masks.append(sum(1 << player for player in inside))
        floor, dead_chips = level, NOTHING
    found = _winners(ranges, tuple(board), frozenset(dead), masks)
    pots = []
    before = [Fraction(0)] * len(put)
    for amount, mask, rake, winners in zip(amounts, masks, rakes(table, amounts), found, strict=True):
        players = tuple(player for player in range(len(put)) if mask >> player & 1)
        for player, part in enumerate(_given(winners, amount, table, len(put))):
            before[player] += part
        pots.append(SidePot(amount, rake, players, _given(winners, Cents(amount - rake), table, len(put))))
    return AllIn(tuple(put), uncalled, tuple(pots), tuple(before))
