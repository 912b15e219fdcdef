"""Volatility, bands of the hold, intervals and liability, in the words of the trade with what each of them means."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.numbers.maths.odds.risk import CONFIDENCE, INDEX, ROUNDS, TOGETHER, Liability, Risk, Spread
from croupier.numbers.maths.odds.sheet import Sheet
from croupier.numbers.reports.document import Block, DocumentTable, Heading, Words
from croupier.numbers.reports.words import cash, decimal, hand_in_words, money, one_in, percent
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents

Row = tuple[str, ...]


def headlines(found: Sheet) -> list[tuple[str, str, str]]:
    """Name, exact, rounded; next to the summary."""
    if found.risk is None:
        return []
    main = found.risk.spreads[0]
    per_ante, of_all = 1 - main.house_edge, 1 - found.played.element_of_risk
    return [
        ("return per ante (RTP)", str(per_ante), percent(per_ante)),
        ("return of all that is bet", str(of_all), percent(of_all)),
        ("hit frequency: rounds won", str(main.won), percent(main.won)),
        ("rounds that stand off", str(main.level), percent(main.level)),
        (f"volatility index ({INDEX} %)", f"{decimal(CONFIDENCE[INDEX], 3)} × SD", decimal(main.volatility)),
        ("cycle, in deals", f"{found.played.deals:,}", "all alike"),
    ]


def risk_blocks(found: Sheet) -> Iterator[Block]:
    risk = found.risk
    if risk is None:
        return
    yield Heading("Returns, hits and volatility")
    yield DocumentTable(HIT_HEAD, tuple(map(hit_row, risk.spreads)), right=(1, 2, 3, 4, 5, 6))
    yield Words(
        "House edge: what the House keeps on average, of the unit. The unit is the Ante for the bets against the "
        "dealer and for each of them, the bet itself for side bets and jackpot, and for all bets together what a box "
        "stakes in a round on average. Return (RTP): the part of all that is staked on it that comes back in the "
        "long run. Hit frequency: how often it ends with a gain, of all rounds. Level: it stands off, or was not "
        "made. Highest: the largest gain, in units."
    )
    yield DocumentTable(SPREAD_HEAD, tuple(map(spread_row, risk.spreads)), right=(2, 3, 4, 5))
    yield Words(" ".join(filter(None, (index_sentence(), jackpot_sentence(risk), together_sentence(found)))))
    yield Heading("Confidence bands of the hold")
    yield Words(BANDS)
    yield from (_bands(spread) for spread in risk.spreads if not spread.part)
    if risk.intervals:
        yield Heading("Intervals between jackpots")
        yield from _intervals(risk)
    if win := hourly_sentence(risk):
        yield Heading("Theoretical win")
        yield Words(win)
    if risk.liability is not None:
        yield Heading("Maximum win and liability")
        yield from _liability(risk.liability)


HIT_HEAD = ("bet", "house edge", "return", "hit frequency", "level", "lost", "highest")
SPREAD_HEAD = ("bet", "unit", "standard deviation", f"VI {INDEX} %", "skewness", "normal from")


def name_of(spread: Spread) -> str:
    return f"– {hand_in_words(spread.name)}" if spread.part else hand_in_words(spread.name)


def hit_row(spread: Spread) -> Row:
    back = "–" if spread.returned is None else percent(spread.returned)
    chances = (percent(chance) for chance in (spread.won, spread.level, spread.lost))
    return name_of(spread), percent(spread.house_edge), back, *chances, _units(spread.highest)


def _units(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):,.2f}"


def spread_row(spread: Spread) -> Row:
    return (
        name_of(spread),
        spread.per,
        f"{float(spread.deviation):,.6f}",
        f"{float(spread.volatility):,.4f}",
        f"{float(spread.skewness):,.3f}",
        f"{spread.normal_from:,} rounds" if spread.normal_from > 1 else "1 round",
    )


def index_sentence() -> str:
    return (
        f"Volatility index (VI): {decimal(CONFIDENCE[INDEX], 3)} standard deviations of one round: with a "
        f"confidence of {INDEX} % the hold of N rounds is within the house edge ± VI / √N. Standard deviations are "
        "those of one round, square roots of exact variances. Normal from: by Cochran's rule, 25 times the squared "
        "skewness, the number of rounds from which such bands are reliable."
    )


def jackpot_sentence(risk: Risk) -> str:
    if not risk.intervals:
        return ""
    why = "as asked for" if risk.meter_given else "at which the bet breaks even, for none was given"
    return f"The jackpot bet is counted at a meter of {cash(risk.meter)}, {why}; Envy Bonuses are not in its spread."


def together_sentence(found: Sheet) -> str:
    if found.risk is None or not any(spread.name == TOGETHER for spread in found.risk.spreads):
        return ""
    bets = [f"an Ante of {cash(found.ante)} with all that follows"]
    bets += [f"{hand_in_words(bet.name)} of {cash(found.ante)}" for bet in found.side_bets]
    if found.jackpot is not None:
        bets.append(f"a jackpot bet of {cash(found.jackpot.odds.bet)}")
    words = f"{', '.join(bets[:-1])} and {bets[-1]}" if len(bets) > 1 else bets[0]
    return (
        f"All bets together are {words}, decided as is best for all of them; their correlation is included, deal by "
        "deal."
    )


def hourly_sentence(risk: Risk) -> str:
    if risk.rounds_an_hour is None or risk.win_a_round is None or risk.liability is None:
        return ""
    boxes = "one box" if risk.liability.boxes == 1 else f"{risk.liability.boxes} boxes"
    hourly = risk.win_a_round * risk.rounds_an_hour * risk.liability.boxes
    result = f"{'loses' if hourly < 0 else 'wins'} {money(abs(hourly))}"
    return (
        f"With all bets together in {boxes} and {risk.rounds_an_hour} rounds an hour the House {result} "
        "dollars an hour on average, contributions to the meter not taken off."
    )


BANDS = (
    "Hold: what the House keeps of the units bet, in per cent; a negative hold is a loss of the House. With the "
    "confidence at the top, the hold of that many independent rounds of one box is between the two: house edge ± "
    "z × standard deviation / √rounds, z being 1.645, 1.960 and 2.576. In brackets if the rounds are "
    "too few for a normal distribution."
)


def _bands(spread: Spread) -> DocumentTable:
    rows = []
    for rounds in ROUNDS:
        cells = (band_in_words(spread, rounds, confidence) for confidence in CONFIDENCE)
        rows.append((f"{rounds:,}", *cells))
    head = ("rounds", *(f"{confidence} %" for confidence in CONFIDENCE))
    return DocumentTable(head, tuple(rows), right=(0, 1, 2, 3), title=hand_in_words(spread.name).capitalize())


def band_in_words(spread: Spread, rounds: int, confidence: int) -> str:
    low, high = (f"{float(edge * 100):,.2f}" for edge in spread.band(rounds, confidence))
    told = f"{low} to {high} %"
    return told if rounds >= spread.normal_from else f"({told})"


def _intervals(risk: Risk) -> Iterator[Block]:
    boxes = risk.liability.boxes if risk.liability is not None else 1
    hours = risk.rounds_an_hour
    rows = tuple(
        (
            interval.what,
            one_in(interval.chance).removeprefix("1 in "),
            _count(interval.rounds(boxes)),
            *([] if hours is None else [_count(interval.rounds(boxes) / hours)]),
        )
        for interval in risk.intervals
    )
    at = "one box" if boxes == 1 else f"{boxes} boxes"
    head = ("award", "bets, on average", f"rounds of {at}", *([] if hours is None else [f"hours of {hours} rounds"]))
    yield DocumentTable(head, rows, right=(1, 2, 3))
    yield Words(
        "Mean interval: how many jackpot bets lie between two awards on average, with perfect play of the other "
        "bets; at a table where several boxes make the bet, that number divided by theirs. An interval has no "
        "memory: after as many bets as the mean, about 37 % of intervals are still open."
    )


def _count(value: Fraction) -> str:
    return f"{float(value):,.2f}" if value < 1000 else f"{float(value):,.0f}"


def _liability(found: Liability) -> Iterator[Block]:
    won = [(bet_in_words(bet), _signed(net)) for bet, net in found.best.lines.items()]
    rows = (*won, ("the most that one box wins", cash(found.box)))
    yield DocumentTable(("in the best round of a box", "net gain"), rows, right=(1,), total=True)
    stakes = ", ".join(f"{bet_in_words(spot)} {cash(stake)}" for spot, stake in found.stakes.items() if stake)
    boxes = "one box" if found.boxes == 1 else f"{found.boxes} boxes"
    meter = f"on a meter of {cash(found.meter)}; " if found.stakes.get(Spot.JACKPOT) else ""
    yield Words(
        f"It rests on these bets before the cards: {stakes}; {meter}and on the payout "
        f"limits above. That round: {hand_in_words(found.best.hand)}, {found.best.outcome}. Every combination of "
        "results that cards can make was looked at, so no round of one box brings more."
    )
    yield DocumentTable(("", ""), ((f"liability of a round, {boxes}", f"at most {cash(found.table)}"),))
    if found.stakes.get(Spot.JACKPOT):
        yield Words(
            "A bound for the whole table, not a round that has to exist: every box wins as much as the best one but "
            "for the jackpot; one of them wins the meter, the others the highest fixed award, and each box the "
            "highest Envy Bonus from each other box, where there are any. What the House adds to a meter that begins "
            "again is not in it."
        )
    else:
        yield Words(
            "A bound for the whole table, not a round that has to exist: every box wins as much as the best one."
        )


def bet_in_words(bet: str | Spot) -> str:
    return "BET" if bet == Spot.BET else hand_in_words(bet)


def _signed(amount: int) -> str:
    return f"−{cash(-amount)}" if amount < 0 else cash(Cents(amount))
