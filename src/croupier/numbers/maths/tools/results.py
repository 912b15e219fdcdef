"""Results, exact: integers count deals and cents, fractions are per ante unit."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import isqrt
from typing import TypeVar

from croupier.base.values import Value
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.payouts import AWARD, Payout, in_words, to_one

K = TypeVar("K", bound=Hashable)


class Row(Value):
    """Deals that end alike: the same decisions, the same facts, the same money."""

    decision: str
    outcome: str
    hand: str
    staked: Mapping[Spot, int]
    lines: Mapping[str, int]
    """Net of each bet, and each award, in cents."""
    deals: int

    @property
    def net(self) -> int:
        return sum(self.lines.values())

    @property
    def stake(self) -> int:
        return sum(self.staked.values())


class Played(Value):
    """All deals of a game under one way to play. Figures per ante unit are exact fractions."""

    game: str
    book: str
    unit: Cents
    """The ante."""
    deals: int
    rows: tuple[Row, ...]
    extra: Fraction = Fraction(0)
    """Cents a deal that come on top of all rows and whose spread is not in them: Envy Bonuses."""

    def __post_init__(self) -> None:
        counted = sum(row.deals for row in self.rows)
        assert counted == self.deals, f"{self.book}: {counted} deals counted, there are {self.deals}"

    def mean(self, of: Callable[[Row], int]) -> Fraction:
        """Per deal, in ante units."""
        return Fraction(sum(of(row) * row.deals for row in self.rows), self.deals * self.unit)

    @property
    def ev(self) -> Fraction:
        return self.mean(lambda row: row.net) + self.extra / self.unit

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def average_bet(self) -> Fraction:
        return self.mean(lambda row: row.stake)

    @property
    def element_of_risk(self) -> Fraction:
        """What the House keeps of all that is bet."""
        return self.house_edge / self.average_bet

    @property
    def variance(self) -> Fraction:
        mean = self.mean(lambda row: row.net)
        return self.mean(lambda row: row.net**2) / self.unit - mean**2

    @property
    def counts(self) -> dict[Fraction, int]:
        """Net result in ante units to the number of deals that end so, the worst first."""
        found = self.count(lambda row: row.net)
        return {Fraction(net, self.unit): found[net] for net in sorted(found)}

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        """Net result in ante units to its probability, the worst first."""
        return {net: Fraction(deals, self.deals) for net, deals in self.counts.items()}

    def count(self, by: Callable[[Row], K]) -> dict[K, int]:
        """Deals by anything that a row tells."""
        found: Counter[K] = Counter()
        for row in self.rows:
            found[by(row)] += row.deals
        return dict(found)

    def frequencies(self, by: Callable[[Row], K]) -> dict[K, Fraction]:
        return {key: Fraction(deals, self.deals) for key, deals in self.count(by).items()}

    @property
    def decisions(self) -> dict[str, Fraction]:
        return self.frequencies(lambda row: row.decision)

    @property
    def outcomes(self) -> dict[str, Fraction]:
        return self.frequencies(lambda row: row.outcome)

    @property
    def bets(self) -> dict[str, Fraction]:
        """What each bet or award brings, in ante units a deal; they add up to the expected value."""
        names = dict.fromkeys(name for row in self.rows for name in row.lines)
        return {name: self.mean(lambda row, name=name: row.lines.get(name, 0)) for name in names}  # type: ignore[misc]


class PayLine(Value):
    """One line of a pay table: in how many deals it is paid, and what these bring to the bet."""

    table: str
    hand: str
    pays: Payout
    """As the table says."""
    paid: Fraction
    """To 1, as it comes out for a bet of this size: less where the payout limit is reached, -1 where it is lost."""
    hits: int
    deals: int
    contribution: Fraction
    """Per unit of the bet that the table is for."""

    @property
    def probability(self) -> Fraction:
        return Fraction(self.hits, self.deals)

    def in_words(self, paid: str) -> str:
        """What the table says, and after it what comes out of that for a bet that the payout limit cuts."""
        said = in_words(self.table, self.pays)
        return said if self.lost or self.paid == to_one(self.pays) else f"{said}, limited to {paid}"

    @property
    def lost(self) -> bool:
        """A row of 0: the table names the hand, and the stake is lost."""
        return self.paid < 0


class SideBet(Value):
    """A bet that stands on its own: its lines, what is lost, and what it returns per unit."""

    name: str
    lines: tuple[PayLine, ...]
    deals: int
    stake: Cents
    """The size of the bet; it matters only where a payout limit applies."""

    @property
    def losing(self) -> int:
        """Deals in which the stake is lost, with a hand of the table or without."""
        return self.deals - sum(line.hits for line in self.paying)

    @property
    def unlisted(self) -> int:
        """Of these, those with a hand that the table does not name."""
        return self.deals - sum(line.hits for line in self.lines)

    @property
    def paying(self) -> tuple[PayLine, ...]:
        """The lines that lose no stake."""
        return tuple(line for line in self.lines if not line.lost)

    @property
    def ev(self) -> Fraction:
        return sum((line.contribution for line in self.paying), -Fraction(self.losing, self.deals))

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def variance(self) -> Fraction:
        squares = sum((line.hits * line.paid**2 for line in self.paying), Fraction(self.losing))
        return squares / self.deals - self.ev**2

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        found: Counter[Fraction] = Counter({Fraction(-1): self.losing})
        for line in self.paying:
            found[line.paid] += line.hits
        return {net: Fraction(found[net], self.deals) for net in sorted(found)}


def side_bet(
    name: str, pays: Mapping[str, Payout], won: Mapping[str, int], hits: Mapping[str, int], deals: int, stake: Cents
) -> SideBet:
    """A pay table, what a bet of this size wins with each hand in cents, and in how many deals it does."""
    lines = []
    for hand, odds in pays.items():
        paid, number = Fraction(won[hand], stake), hits.get(hand, 0)
        lines.append(PayLine(name, hand, odds, paid, number, deals, paid * number / deals))
    return SideBet(name, tuple(lines), deals, stake)


def pay_lines(
    table: str, pays: Mapping[str, Payout], rows: Iterable[tuple[str, int, int]], deals: int, stake: int
) -> tuple[PayLine, ...]:
    """Lines of a table from (hand, net in cents, deals) of the rows in which the table was paid."""
    hits: Counter[str] = Counter()
    paid: dict[str, int] = {}
    for hand, net, number in rows:
        hits[hand] += number
        assert paid.setdefault(hand, net) == net, f"{table}: {hand} wins {net} and {paid[hand]}"
    found = []
    for hand, odds in pays.items():
        lost = not odds and not table.endswith(AWARD)
        won = Fraction(paid[hand], stake) if hand in paid else Fraction(-1 if lost else to_one(odds))
        found.append(PayLine(table, hand, odds, won, hits[hand], deals, won * hits[hand] / deals))
    return tuple(found)


def root(value: Fraction, places: int = 6) -> Fraction:
    """The square root, rounded to `places` decimals; for standard deviations, which are seldom fractions."""
    scale = 10**places
    twice = isqrt(4 * value.numerator * scale**2 // value.denominator)
    return Fraction((twice + 1) // 2, scale)
