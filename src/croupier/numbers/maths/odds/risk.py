"""How far results stray from what is expected: spread of each bet and of all together, bands of the hold, liability.

Moments are exact, from the whole distribution of a bet; only square roots are rounded. Terms are those of the trade;
`numbers/reports/risk` says in plain words what each of them means here.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Literal

from croupier.base.values import Value
from croupier.numbers.maths.jackpot.odds import JackpotOdds
from croupier.numbers.maths.tools.results import Played, Row, SideBet, root
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents, share_rounded_down

CONFIDENCE: Mapping[int, Fraction] = {90: Fraction(1645, 1000), 95: Fraction(1960, 1000), 99: Fraction(2576, 1000)}
"""Per cent, and how many standard deviations to each side of the mean hold so much of a normal distribution."""
INDEX = 90
"""The confidence of a volatility index."""
ROUNDS = tuple(10**power for power in range(3, 8))
PLACES = 12
ENOUGH = 25
"""Cochran's rule: a mean is near enough to normal over more rounds than this many times the squared skewness."""

AGAINST_THE_DEALER, TOGETHER = "against the dealer", "all bets together"


class Spread(Value):
    """The whole distribution of a bet, or of several together, in units."""

    name: str
    per: Literal["ante", "bet", "stake"]
    """What a unit is; "stake" is what a box stakes in a round on average."""
    distribution: Mapping[Fraction, Fraction]
    """Net result to its probability."""
    staked: Fraction = Fraction(1)
    """Units on average; nothing for an award that needs no bet of its own."""
    part: bool = False
    """One of the bets against the dealer, which come together."""

    @property
    def mean(self) -> Fraction:
        return _moment(self.distribution, 1)

    @property
    def house_edge(self) -> Fraction:
        return -self.mean

    @property
    def returned(self) -> Fraction | None:
        """The part of all that is staked that comes back in the long run: RTP."""
        return 1 + self.mean / self.staked if self.staked else None

    def moment(self, power: int) -> Fraction:
        """About the mean."""
        return _moment(self.distribution, power)

    @property
    def variance(self) -> Fraction:
        return self.moment(2)

    @property
    def deviation(self) -> Fraction:
        return root(self.variance, PLACES)

    @property
    def skewness(self) -> Fraction:
        return self.moment(3) / self.deviation**3 if self.variance else Fraction(0)

    @property
    def volatility(self) -> Fraction:
        """Standard deviations of one round to each side, at the confidence of a volatility index."""
        return CONFIDENCE[INDEX] * self.deviation

    @property
    def won(self) -> Fraction:
        """Hit frequency: rounds that end above nothing."""
        return sum((chance for net, chance in self.distribution.items() if net > 0), Fraction(0))

    @property
    def level(self) -> Fraction:
        return self.distribution.get(Fraction(0), Fraction(0))

    @property
    def lost(self) -> Fraction:
        return 1 - self.won - self.level

    @property
    def highest(self) -> Fraction:
        return max(self.distribution)

    @property
    def lowest(self) -> Fraction:
        return min(self.distribution)

    @property
    def normal_from(self) -> int:
        """The least number of rounds for bands that suppose a normal distribution (Cochran's rule)."""
        return int(ENOUGH * self.skewness**2) + 1

    def band(self, rounds: int, per_cent: int) -> tuple[Fraction, Fraction]:
        """The bounds of the hold over this many rounds, with this confidence."""
        reach = CONFIDENCE[per_cent] * root(self.variance / rounds, PLACES)
        return self.house_edge - reach, self.house_edge + reach


def _moment(distribution: Mapping[Fraction, Fraction], power: int) -> Fraction:
    """The mean, or a higher moment about it; asked for again and again, and fractions are slow: in whole numbers."""
    unit = lcm(*(net.denominator for net in distribution))
    whole = lcm(*(chance.denominator for chance in distribution.values()))
    counted = [
        (net.numerator * (unit // net.denominator), chance.numerator * (whole // chance.denominator))
        for net, chance in distribution.items()
    ]
    total = sum(net * chance for net, chance in counted)
    if power == 1:
        return Fraction(total, unit * whole)
    # nets and their mean in parts of unit × whole
    apart = sum((net * whole - total) ** power * chance for net, chance in counted)
    return Fraction(apart, (unit * whole) ** power * whole)


class Interval(Value):
    """How long it takes on average from one award to the next."""

    what: str
    chance: Fraction

    @property
    def bets(self) -> Fraction:
        return 1 / self.chance

    def rounds(self, boxes: int) -> Fraction:
        """Rounds at a table where `boxes` boxes make the bet."""
        return self.bets / boxes


class Liability(Value):
    """The most that one round may cost the House, with these bets in each box."""

    stakes: Mapping[Spot, Cents]
    """What a box puts down before the cards; bets that follow are multiples of the Ante."""
    meter: Cents
    boxes: int
    best: Row
    """The box that wins most: its bets, line by line, and its cards in words."""
    table: Cents
    """No round of the whole table costs more."""

    @property
    def box(self) -> int:
        """The net gain of that box, in cents."""
        return self.best.net


class Risk(Value):
    meter: Cents
    """With which the jackpot bet is counted."""
    meter_given: bool
    """Whether somebody said so; else it is the meter at which the bet breaks even."""
    spreads: tuple[Spread, ...]
    intervals: tuple[Interval, ...]
    liability: Liability | None = None
    win_a_round: Fraction | None = None
    """What the House wins on average of one box with all bets, in dollars."""
    rounds_an_hour: int | None = None

    def spread(self, name: str) -> Spread:
        return next(each for each in self.spreads if each.name == name)


def meter_of(odds: JackpotOdds, given: Cents | None) -> Cents:
    """The meter with which the jackpot bet is counted: as given, or where the bet breaks even."""
    if given is not None:
        return given
    even = odds.break_even or Fraction(0)
    return Cents(-(-even.numerator * 100 // even.denominator))


def spreads(
    played: Played, side_bets: tuple[SideBet, ...], odds: JackpotOdds | None, meter: Cents, together: Played | None
) -> Iterator[Spread]:
    yield Spread(AGAINST_THE_DEALER, "ante", played.distribution, played.average_bet)
    for name in played.bets:
        yield _part(played, name)
    for bet in side_bets:
        yield Spread(bet.name, "bet", bet.distribution)
    if odds is not None:
        yield Spread(Spot.JACKPOT.value, "bet", jackpot_distribution(odds, meter))
    if together is not None:
        stake = together.average_bet
        yield Spread(TOGETHER, "stake", {net / stake: chance for net, chance in together.distribution.items()})


def _part(played: Played, name: str) -> Spread:
    counts = played.count(lambda row: row.lines.get(name, 0))
    nets = {Fraction(net, played.unit): Fraction(deals, played.deals) for net, deals in sorted(counts.items())}
    staked = played.mean(lambda row: sum(stake for spot, stake in row.staked.items() if spot == name))
    return Spread(name, "ante", nets, staked, part=True)


def jackpot_distribution(odds: JackpotOdds, meter: Cents) -> dict[Fraction, Fraction]:
    """Net result of a jackpot bet in units of it; Envy Bonuses, which come from the hands of others, are not in it."""
    found: dict[Fraction, Fraction] = {}
    for award in odds.awards:
        share = share_rounded_down(meter, award.share)
        for paid, hits in ((max(share, award.fixed), award.with_fixed), (share, award.hits - award.with_fixed)):
            net = Fraction(paid - odds.bet, odds.bet)
            found[net] = found.get(net, Fraction(0)) + Fraction(hits, award.deals)
    lost = 1 - sum(found.values(), Fraction(0))
    found[Fraction(-1)] = found.get(Fraction(-1), Fraction(0)) + lost
    return {net: chance for net, chance in sorted(found.items()) if chance}


def intervals(odds: JackpotOdds) -> tuple[Interval, ...]:
    """Of the whole meter, of any part of it, of any award at all; only those that there are."""
    named = {
        "the whole meter": [award for award in odds.awards if award.share == 1],
        "the meter or a part of it": [award for award in odds.awards if award.share],
        "any award": list(odds.awards),
    }
    chances = {what: sum((each.probability for each in these), Fraction(0)) for what, these in named.items()}
    return tuple(Interval(what, chance) for what, chance in chances.items() if chance)


def liability(
    played: Played, stakes: Mapping[Spot, Cents], odds: JackpotOdds | None, meter: Cents, boxes: int, envy: Cents
) -> Liability:
    """What `played` shows for one box, and a bound for the table; `envy` is the highest Envy Bonus.

    At the table every box may win as much as the best one but for the meter, which is paid once; the other boxes win
    the highest fixed award. Envy Bonuses come to no more than the highest one, for each box from each other.
    """
    best = max(played.rows, key=lambda row: row.net)
    jackpot = Spot.JACKPOT.value
    apart = max(row.net - row.lines.get(jackpot, 0) for row in played.rows)
    first = max(row.lines.get(jackpot, 0) for row in played.rows)
    awards = () if odds is None else odds.awards
    fixed = max((award.fixed for award in awards), default=Cents(0)) - stakes.get(Spot.JACKPOT, 0)
    others = boxes - 1
    most = boxes * apart + first + others * max(0, min(first, fixed)) + boxes * others * envy
    return Liability(stakes, meter, boxes, best, Cents(most))
