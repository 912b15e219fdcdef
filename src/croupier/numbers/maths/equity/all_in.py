"""Exact all-in equity of hold'em hands and ranges on any board, and what the rake takes of it."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.maths.equity.holes import Range
from croupier.numbers.maths.equity.ranges import parse_range
from croupier.numbers.maths.equity.runouts import Tell
from croupier.numbers.maths.equity.winners import count_winners
from croupier.numbers.maths.tools.settlement_table import NOTHING
from croupier.rules.cards import Card
from croupier.rules.games.poker.pots import rakes, shares
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.money import Cents

__all__ = [
    "AllIn",
    "Equity",
    "Raked",
    "SidePot",
    "all_in",
    "equities",
    "parse_range",
    "with_rake",
]


def _to_nobody(share: Fraction) -> None:
    """For callers who do not ask how much is done."""


class Equity(Value):
    """The result of one player's hands when all are all-in."""

    player: int
    winners: Mapping[int, int]
    """Deals by who wins: a bit for each player, in the order in which they were given."""
    deals: int

    @property
    def won(self) -> int:
        """Deals that the player wins alone."""
        return self.winners.get(1 << self.player, 0)

    @property
    def tied(self) -> tuple[int, ...]:
        """[n]: deals shared with others, n winners in all."""
        found = [0] * (2 + max(map(int.bit_count, self.winners)))
        for winners, deals in self.winners.items():
            if winners >> self.player & 1 and winners.bit_count() > 1:
                found[winners.bit_count()] += deals
        return tuple(found)

    @property
    def equity(self) -> Fraction:
        """The player's part of the pot on average."""
        shared = sum((Fraction(number, winners) for winners, number in enumerate(self.tied) if number), Fraction(0))
        return (self.won + shared) / self.deals


def equities(
    ranges: Sequence[Range], board: Sequence[Card] = (), dead: Iterable[Card] = (), tell: Tell = _to_nobody
) -> tuple[Equity, ...]:
    """Every combination of hands from the ranges and every further board, each as likely as any other."""
    (winners,) = count_winners(ranges, tuple(board), frozenset(dead), [(1 << len(ranges)) - 1], tell)
    deals = sum(winners.values())
    return tuple(Equity(player, winners, deals) for player in range(len(ranges)))


# --- The rake -----------------------------------------------------------------------------------------------


class Raked(Value):
    """One pot for which all who are in it have put in the same."""

    pot: Cents
    rake: Cents
    before: tuple[Fraction, ...]
    """What each player gets of the pot on average without rake, in cents."""
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


def _given(
    winners: Mapping[int, int], amount: Cents, table: PokerTable, players: int, put_in: Iterable[int] = ()
) -> tuple[Fraction, ...]:
    """What each player gets of an amount on average, in cents; `put_in` says which chips are in it (R-89)."""
    total = [0] * players
    for mask, deals in winners.items():
        who = [each for each in range(players) if mask >> each & 1]
        for player, share in shares(table, amount, who, put_in).items():
            total[player] += share * deals
    return tuple(Fraction(cents, sum(winners.values())) for cents in total)


class SidePot(Value):
    amount: Cents
    rake: Cents
    players: tuple[int, ...]
    """Who can win it, by their places."""
    parts: tuple[Fraction, ...]
    """What each of all players gets of it on average, in cents, the rake taken."""


class AllIn(Value):
    """Players who are all-in with different amounts: main pot, side pots and what each makes of them."""

    put: tuple[Cents, ...]
    uncalled: tuple[Cents, ...]
    """What nobody has matched and goes back, unraked (R-32)."""
    pots: tuple[SidePot, ...]
    before: tuple[Fraction, ...]
    """What each gets of all pots on average without rake, in cents."""

    @property
    def rake(self) -> Cents:
        return Cents(sum(pot.rake for pot in self.pots))

    @property
    def after(self) -> tuple[Fraction, ...]:
        return tuple(sum(parts, Fraction(0)) for parts in zip(*(pot.parts for pot in self.pots), strict=True))

    @property
    def net(self) -> tuple[Fraction, ...]:
        """What each wins or loses on average, in cents."""
        return tuple(part + back - put for part, back, put in zip(self.after, self.uncalled, self.put, strict=True))


def all_in(
    ranges: Sequence[Range],
    put: Sequence[Cents],
    table: PokerTable,
    board: Sequence[Card] = (),
    dead: Iterable[Card] = (),
    dead_money: Cents = NOTHING,
    *,
    found: Sequence[Equity] | None = None,
    tell: Tell = _to_nobody,
) -> AllIn:
    """Everyone's last chips are in: players clockwise from the button, with what each has put in.

    `dead_money` is what others have left in the main pot. Rake comes from the main pot first, up to the cap (R-33).
    `found` are the equities of these ranges, if they are known already: everyone is in the main pot.
    """
    if len(put) != len(ranges) or min(put) <= 0:
        raise Unreadable("every player has put something in: write one amount above 0 for each")
    second = sorted(put)[-2]
    uncalled = tuple(Cents(max(0, chips - second)) for chips in put)
    matched = [min(chips, second) for chips in put]
    amounts: list[Cents] = []
    parts: list[tuple[int, int]] = []
    masks: list[int] = []
    floor, dead_chips = 0, dead_money
    for level in sorted(set(matched)):
        inside = [player for player, chips in enumerate(matched) if chips >= level]
        amounts.append(Cents((level - floor) * len(inside) + dead_chips))
        parts.append((level - floor, dead_chips))
        masks.append(sum(1 << player for player in inside))
        floor, dead_chips = level, NOTHING
    main = equities(ranges, board, dead, tell) if found is None else found
    side = count_winners(ranges, tuple(board), frozenset(dead), masks[1:], tell) if masks[1:] else []
    pots = []
    before = [Fraction(0)] * len(put)
    by_pot = [main[0].winners, *side]
    raked = rakes(table, amounts)
    for amount, put_in, mask, rake, winners in zip(amounts, parts, masks, raked, by_pot, strict=True):
        players = tuple(player for player in range(len(put)) if mask >> player & 1)
        for player, part in enumerate(_given(winners, amount, table, len(put), put_in)):
            before[player] += part
        pots.append(SidePot(amount, rake, players, _given(winners, Cents(amount - rake), table, len(put), put_in)))
    return AllIn(tuple(put), uncalled, tuple(pots), tuple(before))
