"""How the referee settles: which part of a bet counts, its result, and what the meter pays, in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.proofs.sim.house.account import NONE, Bet, Box, Cites, Round, Settled, Setup, SimAward, SimLine


@dataclass(slots=True)
class Counted:
    """A bet at settlement; only a part of it may count."""

    staked: int
    counts: int
    must: Cites
    may: Cites = NONE

    def wins(self, odds: int, *cites: str, cap: int | None = None) -> SimLine:
        paid = self.counts * odds
        return self._line(self.staked, paid if cap is None else min(paid, cap), "win", cites)

    def loses(self, *cites: str) -> SimLine:
        return self._line(self.staked - self.counts, 0, "lose", cites)

    def stands_off(self, *cites: str) -> SimLine:
        return self._line(self.staked, 0, "push", cites)

    def goes_back(self, *cites: str) -> SimLine:
        return self._line(self.staked, 0, "returned", cites)

    def wins_award(self, amount: int, *cites: str) -> SimLine:
        """A jackpot bet bought a chance; its stake stays (ROUND-FILES)."""
        return self._line(0, amount, "win", cites)

    def _line(self, returned: int, paid: int, result: str, cites: Iterable[str]) -> SimLine:
        return SimLine(self.staked, returned, paid, result, self.must.union(cites), self.may)


@dataclass(slots=True)
class Claim:
    """A share of the meter in hundredths, or the fixed award if that is worth as much (R-12, R-59)."""

    box: int
    bet: Counted
    hundredths: int
    fixed: int
    cites: tuple[str, ...]


@dataclass(slots=True)
class BoxSettled:
    lines: dict[str, SimLine]
    awards: list[SimAward]
    claim: Claim | None = None


def proper_ante(setup: Setup, box: Box) -> int:
    """R-46: nothing is derived from more than the limit."""
    bet = box.bets["ante"]
    return min(bet.amount, setup.limits["ante"][1]) if bet.unnoticed else bet.amount


def counted(setup: Setup, box: Box, sizes: Mapping[str, int], why: Cites, may: Cites) -> dict[str, Counted]:
    counts: dict[str, Counted] = {}
    for spot, bet in box.bets.items():
        if bet.back:
            continue
        if spot in sizes:
            size = sizes[spot] * proper_ante(setup, box)
            if bet.amount > size:
                counts[spot] = Counted(bet.amount, size, why | {"5.3.1"}, may)
            else:
                cites = why | {"5.3.2"} if bet.amount < size else why
                counts[spot] = Counted(bet.amount, bet.amount, cites, may)
        else:
            counts[spot] = _within_the_limits(setup, spot, bet, why, may)
    return counts


def _within_the_limits(setup: Setup, spot: str, bet: Bet, why: Cites, may: Cites) -> Counted:
    if spot == "jackpot":
        return Counted(bet.amount, bet.amount, why, may)
    low, high = setup.limits[spot]
    if bet.unnoticed and bet.amount > high:
        return Counted(bet.amount, high, why | {"5.1.1"}, may)
    if bet.unnoticed and bet.amount < low:
        return Counted(bet.amount, bet.amount, why | {"5.2.1"}, may)
    return Counted(bet.amount, bet.amount, why, may | {"5.1"} if bet.cut else may)


def everything_back(box: Box, *cites: str) -> dict[str, SimLine]:
    return {
        spot: SimLine(bet.amount, bet.amount, 0, "returned", frozenset(cites) | bet.back)
        for spot, bet in box.bets.items()
    }


def contributions(setup: Setup, round_: Round, *, keeps: Iterable[int]) -> Fraction:
    """What the jackpot bets of these boxes have added to the meter (R-11)."""
    share = Fraction(setup.contribution)
    return sum((share * round_.boxes[number].bets["jackpot"].amount for number in keeps), Fraction(0))


def pay_claims(claims: Iterable[Claim], meter: Fraction, reset: int) -> tuple[dict[int, SimLine], Fraction]:
    """Clockwise, each from the meter as displayed then (R-11, R-13); parts of a cent stay in it (R-61, R-79)."""
    lines: dict[int, SimLine] = {}
    for claim in claims:
        displayed, carried = divmod(meter, 1)
        worth = displayed * claim.hundredths // 100
        if claim.fixed and worth <= claim.fixed:
            lines[claim.box] = claim.bet.wins_award(claim.fixed, *claim.cites, "R-12")
            continue
        lines[claim.box] = claim.bet.wins_award(worth, *claim.cites, "R-11", "R-13")
        left = reset if claim.hundredths == 100 else max(reset, displayed - worth)
        meter = left + carried
    return lines, meter


def put_together(settled: Mapping[int, BoxSettled], claimed: Mapping[int, SimLine]) -> Settled:
    lines = {number: box.lines for number, box in settled.items()}
    for number, line in claimed.items():
        lines[number] = {**lines[number], "jackpot": line}
    return Settled(lines, {number: box.awards for number, box in settled.items()})
