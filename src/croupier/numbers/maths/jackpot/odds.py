"""Jackpot bets as exact linear functions of the meter, with the meter at which they break even.

Below the meter at which a share is worth less than a fixed award of the same hand, that award is paid instead
(R-12). Such small meters are left out of the linear function, not out of `JackpotOdds.at`.

What a fold does to the bet is another thing in each game: 3 Card Poker loses it, Casino Stud keeps it (R-23),
Progressive Hold'em keeps the awards of the community cards (R-27). So a bet has odds only together with a way to
fold. Where nothing else is said that is the best one without side bets, which does not depend on the Ante.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from croupier.base.values import Value
from croupier.numbers.maths.tools.settlement_table import Paid
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents, share_rounded_down


class AwardOdds(Value):
    """One line of the jackpot table: in how many deals a bet is paid it."""

    hand: str
    share: Fraction
    fixed: Cents
    """Paid if there is no share, and in `with_fixed` of the deals if the share is worth no more."""
    hits: int
    deals: int
    with_fixed: int
    """Of the hits, those in which the same cards reach the fixed award as well (R-12)."""

    @property
    def probability(self) -> Fraction:
        return Fraction(self.hits, self.deals)

    def worth_more_from(self) -> Fraction:
        """The meter, in cents, at which the share begins to be worth more than the fixed award of the same hand."""
        return self.fixed / self.share

    @property
    def bends(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Meters, in cents, from which the share counts, and what each cent above them adds to a bet from there on."""
        steps = ((ZERO, self.hits - self.with_fixed), (self.worth_more_from(), self.with_fixed))
        return tuple((meter, self.share * Fraction(hits, self.deals)) for meter, hits in steps if hits)

    @property
    def least(self) -> Fraction:
        """What the line brings to a bet, in cents, with nothing on the meter."""
        return Fraction(self.with_fixed * self.fixed, self.deals)

    def worth(self, meter: Cents) -> Fraction:
        """What the line brings to a bet, in cents."""
        share = share_rounded_down(meter, self.share)
        both, alone = self.with_fixed * max(share, self.fixed), (self.hits - self.with_fixed) * share
        return Fraction(both + alone, self.deals)


class LongRun(Value):
    """Where a link settles if every bet has these odds."""

    meter: Fraction
    """The meter on average, in dollars, when a bet is decided."""
    hold: Fraction
    """What the House keeps of a bet: not paid as fixed awards, not put into meters, not into their resets."""
    made_up: Fraction
    """What it adds for each bet, in dollars, because no partial award takes the meter below its reset value (R-11).

    Where there is any, this figure is close but not exact (`long_run`), and so are those above.
    """


class JackpotOdds(Value):
    """One prescribed jackpot bet of a box that folds in a certain way.

    `per_dollar`, `fixed` and `break_even` are in dollars. A bet is worth `fixed` + `per_dollar` x the meter as it is
    displayed when the award is paid (4.9.1). That holds exactly from `linear_from` on, but for the part of a cent by
    which a share is rounded down (R-1); `at` knows both.
    """

    book: str
    bet: Cents
    awards: tuple[AwardOdds, ...]
    envy: Fraction = Fraction(0)
    """Envy Bonuses of a bet, in cents on average: `others` times those for one other player."""
    others: int = 0
    """Boxes of other players, each with an Ante, whose hands may bring an Envy Bonus."""

    @property
    def per_dollar(self) -> Fraction:
        """What a dollar on the meter adds to the value of a bet."""
        return sum((award.probability * award.share for award in self.awards), Fraction(0))

    @property
    def fixed(self) -> Fraction:
        """The value of a bet apart from the meter: fixed awards and Envy Bonuses less the bet itself."""
        paid = sum((award.probability * award.fixed for award in self.awards if not award.share), self.envy)
        return (paid - self.bet) / 100

    @property
    def break_even(self) -> Fraction | None:
        """The least meter at which the House keeps nothing, but for the rounding of shares (R-1).

        0 where any meter will do, for the fixed awards alone are worth as much as the bet; None where there is no such
        meter. Below `linear_from` some shares count as the fixed awards of the same hands, so the value bends upwards
        at each meter from which a share is worth more.
        """
        meter, slope = ZERO, ZERO  # in cents
        value = sum((award.least for award in self.awards), self.envy) - self.bet
        if value >= 0:
            return ZERO
        for bend, more in sorted(bend for award in self.awards if award.share for bend in award.bends):
            if value + slope * (bend - meter) >= 0:
                break
            value += slope * (bend - meter)
            meter, slope = bend, slope + more
        return (meter - value / slope) / 100 if slope else None

    @property
    def linear_from(self) -> Fraction:
        """The meter, in dollars, from which no share is worth less than a fixed award of the same hand."""
        return max((award.worth_more_from() / 100 for award in self.awards if award.share), default=ZERO)

    def at(self, meter: Cents) -> Fraction:
        """The value of a bet in dollars, with shares rounded down to the cent (R-1)."""
        return (sum((award.worth(meter) for award in self.awards), self.envy) - self.bet) / 100

    def long_run(self, *, contribution: Fraction, reset: Cents) -> LongRun:
        """The mean meter takes in as much as it gives out: contributions and resets against awards."""
        from croupier.numbers.maths.jackpot.long_run import made_up

        shares = [(award.probability, award.share) for award in self.awards if award.share]
        added = made_up(shares, contribution * self.bet, reset)
        full = sum((chance for chance, share in shares if share == 1), ZERO)
        in_cents = contribution * self.bet + full * reset + added
        kept = -(self.fixed * 100) - in_cents
        return LongRun(in_cents / self.per_dollar / 100, kept / self.bet, added / 100)


ZERO = Fraction(0)


def awards_of(bet: Cents, named: Iterable[tuple[str, Paid, int]], deals: int) -> tuple[AwardOdds, ...]:
    """A row for each award, whatever else the same cards reach; `named` are the rows paid, with their deals."""
    found: dict[tuple[str, Fraction], Counter[int]] = {}
    total = 0
    for hand, paid, number in named:
        total += number
        fixed = paid.at_least if paid.share else paid.lines[Spot.JACKPOT] + bet
        if (paid.share or fixed) and number:
            found.setdefault((hand, paid.share), Counter())[fixed] += number
    assert total <= deals, f"{total} deals counted, there are {deals}"
    rows = []
    for (hand, share), by_fixed in found.items():
        alone = by_fixed.pop(0, 0)
        for fixed, hits in by_fixed.items() or ((0, 0),):
            rows.append(AwardOdds(hand, share, Cents(fixed), hits + alone, deals, hits))
            alone = 0
    return tuple(rows)


# --- What folding does to it --------------------------------------------------------------------------------

AS_IS_BEST, WITH_THE_JACKPOT, NEVER, ALWAYS = (
    "folding as is best without side bets",
    "folding as is best with the jackpot bet",
    "never folding",
    "always folding",
)


class Folding(Value):
    """One way to fold, and what it makes of the bets of a box."""

    words: str
    odds: JackpotOdds
    ev: Fraction
    """Of all other bets of the box, in ante units."""

    def together(self, ante: Cents, meter: Cents) -> Fraction:
        """What the box brings, in dollars, Ante and all that follows and the jackpot bet."""
        return self.ev * ante / 100 + self.odds.at(meter)


class Forfeited(Value):
    """What the folds that are best without side bets take from a jackpot bet, in dollars, linear like its value."""

    per_dollar: Fraction
    fixed: Fraction
    folds_less_below: Fraction | None
    """With a smaller Ante than this, in dollars, the jackpot bet makes some of these folds wrong; None: never."""


def forfeits(
    as_is_best: JackpotOdds, never: JackpotOdds, folds: Iterable[tuple[int | Fraction, int | Fraction]]
) -> Forfeited:
    """Odds with the best folds and without any; `folds` are those, each with what not folding gains and costs."""
    turning = [Fraction(gain) / cost for gain, cost in folds if gain > 0 and cost > 0]
    return Forfeited(
        never.per_dollar - as_is_best.per_dollar, never.fixed - as_is_best.fixed, max(turning, default=None)
    )


Contributions = Mapping[str, Fraction]


def contributions(odds: JackpotOdds, meter: Cents) -> Contributions:
    """What each line brings to a bet at this meter, in dollars."""
    found: dict[str, Fraction] = {}
    for award in odds.awards:
        found[award.hand] = found.get(award.hand, Fraction(0)) + award.worth(meter) / 100
    return found
