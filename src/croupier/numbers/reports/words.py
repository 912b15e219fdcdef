"""Figures as people read them; exact values are rounded only here."""

from collections.abc import Sequence
from fractions import Fraction

from croupier.numbers.maths.holdem.mistakes import Holding
from croupier.numbers.maths.jackpot.odds import AwardOdds, Forfeited, JackpotOdds, LongRun
from croupier.numbers.maths.odds.sheet import Limit, Link, Sheet
from croupier.numbers.maths.odds.strategies import HoleGrid, Reach, Strategy, StudTable, Threshold
from croupier.numbers.maths.tools.results import PayLine, Played, root
from croupier.rules.cards import RANKS
from croupier.rules.rulebook.model import JackpotRow


def percent(value: Fraction, places: int = 4) -> str:
    return f"{float(value * 100):.{places}f} %"


def decimal(value: Fraction, places: int = 6) -> str:
    return f"{float(value):.{places}f}"


def money(value: Fraction, places: int = 2) -> str:
    """Dollars, rounded: "1,379,894.74"."""
    return f"{float(value):,.{places}f}"


def cash(amount: int) -> str:
    """Cents as dollars with thousands separators: "1,500.00"."""
    return f"{amount // 100:,}.{amount % 100:02d}"


def signed(value: Fraction) -> str:
    """A contribution: "+0.010860", and "0" for nothing."""
    return f"{float(value):+.6f}" if value else "0"


def one_in(chance: Fraction) -> str:
    if not chance:
        return "never"
    return f"1 in {float(1 / chance):,.2f}" if chance > Fraction(1, 100) else f"1 in {float(1 / chance):,.0f}"


def hand_in_words(name: str) -> str:
    """ "straight-flush" as "straight flush"."""
    return name.replace("-", " ")


def award_in_words(award: AwardOdds) -> str:
    """A share of the meter or an amount; or both, where the greater of them is paid (R-12)."""
    if not award.share:
        return cash(award.fixed)
    share = _share(award.share)
    if not award.with_fixed:
        return share
    often = "" if award.with_fixed == award.hits else f"in {award.with_fixed:,} of these "
    return f"{share}, {often}at least {cash(award.fixed)}"


def row_in_words(row: JackpotRow) -> str:
    return cash(row.fixed or 0) if row.share is None else _share(row.share)


def _share(share: Fraction) -> str:
    return f"{float(share * 100):.6f}".rstrip("0").rstrip(".") + " % of the meter"


def even(value: Fraction | None) -> str:
    """A meter at which a bet breaks even."""
    if value is None:
        return "at no meter value"
    return money(value) if value > 0 else "any meter"


def to_one(line: PayLine) -> str:
    """What a table pays, and what comes out of it for a bet that the payout limit cuts."""
    return line.in_words(decimal(line.paid, 4))


PAYOUTS = "In a pay table 0 loses the stake and push returns it; a hand that no row names loses."


def limit_sentence(limit: Limit) -> str:
    bet = {"ante": "an Ante", "bonus": "a Bonus"}[limit.bet]
    return (
        f"What the House pays is limited to {cash(limit.cap)}; with {bet} of up to {cash(limit.paid_in_full)} "
        "no hand reaches the limit."
    )


def joint_sentence(joint: Played) -> str:
    return (
        f"With an ante of the same size, decided together because a fold forfeits both: expected value {joint.ev} = "
        f"{decimal(joint.ev)} antes, variance {decimal(joint.variance)}, standard deviation "
        f"{decimal(root(joint.variance))}, {percent(joint.decisions.get('fold', Fraction(0)))} folded."
    )


def forfeited_sentence(found: Forfeited) -> str:
    if not found.fixed and not found.per_dollar:
        return "The folds of perfect play take nothing from the jackpot bet."
    words = f"The folds of perfect play take {decimal(found.fixed)} dollars from a jackpot bet on average"
    if found.per_dollar:
        words += f", and {per_dollar(found.per_dollar)} for each dollar on the meter"
    if found.folds_less_below is None:
        return f"{words}. They stay right with it, however small the ante."
    ante = money(found.folds_less_below, 4)
    return f"{words}. With an ante below {ante} dollars the bet makes some of these folds wrong."


def per_dollar(value: Fraction) -> str:
    return f"{float(value):.6e}" if value else "0"


def value_sentence(odds: JackpotOdds) -> str:
    """Where the linear function holds, whose Envy Bonuses are in it, and the meter at which nothing is lost."""
    words = ""
    if odds.others:
        boxes = "one other box" if odds.others == 1 else f"{odds.others} other boxes"
        words += f"Envy Bonuses for the hands of {boxes} are counted in. "
    if odds.linear_from:
        words += (
            f"This holds from a meter of {money(odds.linear_from)} on; below it a fixed award of the same hand is "
            "worth more than some share (R-12). "
        )
    if odds.break_even is None:
        return f"{words}There is no meter at which the bet breaks even."
    if not odds.break_even:
        return f"{words}The fixed awards alone are worth as much as the bet: it breaks even at any meter."
    return f"{words}The bet breaks even at a meter of {money(odds.break_even)} dollars, exactly {odds.break_even}."


def long_run_sentence(run: LongRun, link: Link) -> str:
    about = "about " if run.made_up else ""
    words = (
        f"With {percent(link.contribution, 2)} of each bet put on the meter and a reset value of {cash(link.reset)}: "
        f"in the long run the mean meter, when a bet is decided, is {about}{money(run.meter)} dollars"
    )
    if run.made_up:
        words += f", {money(run.made_up, 6)} a bet being made up where a part of it is won near its reset value (R-11)"
    if run.hold < 0:
        return f"{words}, and the House pays out {percent(-run.hold)} of the bets more than it takes."
    return f"{words}, and the House keeps {percent(run.hold)} of the bets."


def holding_row(holding: Holding, street: Sequence[Holding]) -> tuple[str, str, str, str, str]:
    """What one holds, how often, where one bets with it, and what it costs to do so always and never."""
    spots = sum(other.spots for other in street)
    return (
        holding.words,
        percent(Fraction(holding.spots, spots), 2),
        percent(Fraction(holding.bet, holding.spots), 2) if holding.spots else "–",
        percent(holding.cost(bets=True)),
        percent(holding.cost(bets=False)),
    )


def strategy_sentence(found: Strategy) -> str:
    match found:
        case Threshold():
            if not found.folded:
                return "Play every hand."
            folded = f"{found.folded:,} of {found.hands:,} hands are folded"
            words = f"Play {found.hand} or better and fold the rest: {folded}."
            return words if found.regular else f"{words} Some lower hands are played too."
        case StudTable():
            return (
                "The bet depends on one's hand, the dealer's card and whether one holds a card of its rank. In each "
                "row every hand from the first one on is bet, and every hand below the second is folded; of those "
                "between, some are bet and some folded, by their small cards and suits."
            )
        case HoleGrid():
            names = ", ".join(map(str, found.folded))
            return f"Fold {names or 'nothing'}; make the Flop bet with everything else."


def reach_in_words(reach: Reach) -> tuple[str, str]:
    """From where all are bet, and below where all are folded."""
    return reach.always_from, reach.bets_from


def grid_text(found: HoleGrid) -> list[str]:
    """13 × 13, suited above the diagonal; a point is a fold."""
    by_name = {str(choice.hole): choice for choice in found.choices}
    ranks = RANKS[::-1]
    lines = ["     " + "   ".join(ranks)]
    for row, one in enumerate(ranks):
        cells = []
        for column, other in enumerate(ranks):
            name = f"{one}{other}s" if row < column else (f"{other}{one}o" if row > column else one + other)
            cells.append(name.ljust(3) if by_name[name].bets else " · ")
        lines.append(f"  {one}  " + " ".join(cells).rstrip())
    return lines


def summary(found: Sheet) -> list[tuple[str, str, str]]:
    """Name, exact, rounded."""
    played = found.played
    return [
        ("expected value", str(played.ev), decimal(played.ev)),
        ("house edge per ante", str(played.house_edge), percent(played.house_edge)),
        ("element of risk", str(played.element_of_risk), percent(played.element_of_risk)),
        ("average bet, in antes", str(played.average_bet), decimal(played.average_bet)),
        ("variance", str(played.variance), decimal(played.variance)),
        ("standard deviation", "square root of the variance", decimal(root(played.variance))),
    ]
