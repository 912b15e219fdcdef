"""A sheet as its answer and as CSV: exact values are "num/den" strings, per ante unit where nothing else is said."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from io import StringIO
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from croupier.base.json_answers import as_object
from croupier.numbers.maths.holdem.mistakes import Holding
from croupier.numbers.maths.jackpot.odds import Folding, JackpotOdds
from croupier.numbers.maths.odds.risk import CONFIDENCE, ROUNDS, Liability, Risk, Spread
from croupier.numbers.maths.odds.sheet import Jackpot, Limit, Sheet, hash_of
from croupier.numbers.maths.odds.strategies import HoleGrid, Reach, Strategy, StudTable, Threshold
from croupier.numbers.maths.odds.whatif import differences
from croupier.numbers.maths.tools.results import Played, SideBet, root
from croupier.numbers.reports import answers
from croupier.rules.money import Cents, dollars
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.numbers.maths.equity.all_in import AllIn, Equity, Raked


def exact(value: Fraction | int) -> str:
    """ "-3/4", and "2/1" for a whole number, so that all values read alike."""
    value = Fraction(value)
    return f"{value.numerator}/{value.denominator}"


def deviation(variance: Fraction) -> str:
    """The one figure that is not a fraction: rounded to twelve decimals."""
    scaled = root(variance, 12) * 10**12
    whole, part = divmod(scaled.numerator, 10**12)
    return f"{whole}.{part:012d}"


def figures(found: Sheet) -> answers.Odds[answers.AnyStrategy]:
    """All figures, and under "document" what a laboratory files the sheet by."""
    played, book = found.played, found.book
    told = answers.Odds(
        document=answers.Document(
            number=f"PAR-{book.key}",
            revision="",
            rules=book.title,
            version=book.version,
            effective=book.effective.isoformat(),
        ),
        program=f"croupier {__version__}",
        game=found.game,
        book=book.key,
        book_sha256=hash_of(book),
        ante=dollars(found.ante),
        deals=played.deals,
        ev=exact(played.ev),
        house_edge=exact(played.house_edge),
        element_of_risk=exact(played.element_of_risk),
        average_bet=exact(played.average_bet),
        variance=exact(played.variance),
        standard_deviation=deviation(played.variance),
        distribution=_exactly(played.distribution),
        frequencies={name: exact(chance) for name, chance in found.frequencies.items()},
        contributions={name: exact(value) for name, value in played.bets.items()},
        lines=[
            answers.Line(
                bet=line.bet,
                when=line.when,
                pays=line.pays,
                combinations=line.hits,
                probability=exact(line.probability),
                contribution=exact(line.contribution),
            )
            for line in found.lines
        ],
        bets={bet.name: side_bet(bet, found.joint.get(bet.name)) for bet in found.side_bets},
        jackpot=None if found.jackpot is None else jackpot(found.jackpot),
        risk=UNSET if found.risk is None else risk(found.risk),
        strategy=strategy(found.strategy),
        habits=[
            answers.Habit(habit.words, habit.mistake, exact(habit.ev), exact(habit.cost)) for habit in found.habits
        ],
        payout_limit=UNSET if found.limit is None else limit(found.limit),
        checks=[
            answers.Check(check.what, str(check.counted), str(check.expected), check.holds) for check in found.checks
        ],
    )
    told.document.revision = _revision(told)
    return told


def _revision(told: answers.Odds[answers.AnyStrategy]) -> str:
    """Another one as soon as any figure is."""
    of = as_object(told)
    del of["document"], of["program"]
    return sha256(msgspec.json.encode(of, order="sorted")).hexdigest()[:12]


def _exactly(distribution: Mapping[Fraction, Fraction]) -> dict[str, str]:
    return {exact(net): exact(chance) for net, chance in distribution.items()}


def risk(found: Risk) -> answers.Risk:
    most = found.liability
    return answers.Risk(
        meter=dollars(found.meter),
        spreads={spread.name: _spread(spread) for spread in found.spreads},
        mean_bets_between={interval.what: exact(interval.bets) for interval in found.intervals},
        win_a_round=UNSET if found.win_a_round is None else exact(found.win_a_round),
        rounds_an_hour=UNSET if found.rounds_an_hour is None else found.rounds_an_hour,
        liability=UNSET if most is None else _liability(most),
    )


def _liability(most: Liability) -> answers.Liability:
    return answers.Liability(
        stakes={str(spot): dollars(stake) for spot, stake in most.stakes.items() if stake},
        meter=dollars(most.meter),
        boxes=most.boxes,
        box=dollars(Cents(most.box)),
        box_by_bet={bet: exact(Fraction(net, 100)) for bet, net in most.best.lines.items()},
        box_hand=most.best.hand,
        table_at_most=dollars(most.table),
    )


def _spread(spread: Spread) -> answers.Spread:
    return answers.Spread(
        per=spread.per,
        house_edge=exact(spread.house_edge),
        staked=exact(spread.staked),
        returned=None if spread.returned is None else exact(spread.returned),
        hit_frequency=exact(spread.won),
        level=exact(spread.level),
        lost=exact(spread.lost),
        highest=exact(spread.highest),
        lowest=exact(spread.lowest),
        variance=exact(spread.variance),
        standard_deviation=deviation(spread.variance),
        skewness=f"{float(spread.skewness):.9g}",
        volatility_index=f"{float(spread.volatility):.9g}",
        normal_from=spread.normal_from,
        hold_bands={
            str(rounds): {str(confidence): _band(*spread.band(rounds, confidence)) for confidence in CONFIDENCE}
            for rounds in ROUNDS
        },
    )


def _band(low: Fraction, high: Fraction) -> tuple[str, str]:
    return f"{float(low):.9f}", f"{float(high):.9f}"


def limit(found: Limit) -> answers.PayoutLimit:
    return answers.PayoutLimit(found.bet, cap=dollars(found.cap), paid_in_full_up_to=dollars(found.paid_in_full))


def side_bet(bet: SideBet, joint: Played | None) -> answers.SideBet:
    return answers.SideBet(
        ev=exact(bet.ev),
        house_edge=exact(bet.house_edge),
        variance=exact(bet.variance),
        standard_deviation=deviation(bet.variance),
        stake=dollars(bet.stake),
        deals=bet.deals,
        distribution=_exactly(bet.distribution),
        lines=[
            answers.SideBetLine(
                hand=line.hand,
                pays=line.pays,
                paid=exact(line.paid),
                combinations=line.hits,
                probability=exact(line.probability),
                contribution=exact(line.contribution),
            )
            for line in bet.lines
        ],
        with_ante=UNSET if joint is None else _with_ante(joint),
    )


def _with_ante(joint: Played) -> answers.WithAnte:
    return answers.WithAnte(
        ev=exact(joint.ev),
        average_bet=exact(joint.average_bet),
        element_of_risk=exact(joint.element_of_risk),
        variance=exact(joint.variance),
        standard_deviation=deviation(joint.variance),
        fold=exact(joint.decisions.get("fold", Fraction(0))),
        distribution=_exactly(joint.distribution),
    )


def jackpot(found: Jackpot) -> answers.Jackpot:
    odds, meter = found.odds, found.meter
    line, less = linear(odds), found.forfeited.folds_less_below
    return answers.Jackpot(
        bet=dollars(odds.bet),
        per_dollar=line.per_dollar,
        fixed=line.fixed,
        break_even=line.break_even,
        linear_from=exact(odds.linear_from),
        others=odds.others,
        awards=[
            answers.Award(
                hand=award.hand,
                share=exact(award.share),
                fixed=dollars(award.fixed),
                with_fixed=award.with_fixed,
                combinations=award.hits,
                deals=award.deals,
                probability=exact(award.probability),
                per_dollar=exact(award.probability * award.share),
                dollars=exact(Fraction(0) if award.share else award.probability * award.fixed / 100),
                at_meter=UNSET if meter is None else exact(award.worth(meter) / 100),
            )
            for award in odds.awards
        ],
        meter=UNSET if meter is None else dollars(meter),
        ev=UNSET if meter is None else exact(odds.at(meter)),
        envy={str(others): exact(value) for others, value in enumerate(found.envy)} or UNSET,
        folding={each.words: _folding(each, meter) for each in found.folding},
        forfeited_by_folding=answers.Forfeited(
            per_dollar=exact(found.forfeited.per_dollar),
            fixed=exact(found.forfeited.fixed),
            folds_less_below_ante=None if less is None else exact(less),
        ),
        long_run=UNSET
        if found.long_run is None or found.link is None
        else answers.LongRun(
            contribution=exact(found.link.contribution),
            reset=dollars(found.link.reset),
            meter=exact(found.long_run.meter),
            hold=exact(found.long_run.hold),
            made_up=exact(found.long_run.made_up),
            exact=not found.long_run.made_up,
        ),
    )


def _folding(each: Folding, meter: Cents | None) -> answers.Folding:
    line = linear(each.odds)
    return answers.Folding(
        per_dollar=line.per_dollar,
        fixed=line.fixed,
        break_even=line.break_even,
        game_ev=exact(each.ev),
        bet_at_meter=UNSET if meter is None else exact(each.odds.at(meter)),
    )


def linear(odds: JackpotOdds) -> answers.LinearJackpot:
    break_even = odds.break_even
    return answers.LinearJackpot(
        per_dollar=exact(odds.per_dollar),
        fixed=exact(odds.fixed),
        break_even=None if break_even is None else exact(break_even),
    )


def strategy(found: Strategy) -> answers.AnyStrategy:
    match found:
        case Threshold():
            return answers.Threshold(
                play_from=found.hand,
                regular=found.regular,
                hands_folded=found.folded,
                margins={hand: exact(gain) for hand, gain in found.ladder},
            )
        case StudTable():
            return answers.ByUpCard(
                {row.up: answers.AgainstUpCard(_reach(row.matching), _reach(row.other)) for row in found.rows}
            )
        case HoleGrid():
            return answers.HoleGrid(
                folded=[str(hole) for hole in found.folded],
                values={
                    str(choice.hole): answers.HoleCards(exact(choice.flop), exact(choice.fold))
                    for choice in found.choices
                },
                turn=_holdings(found.turn) if found.turn else UNSET,
                river=_holdings(found.river) if found.turn else UNSET,
            )


def _holdings(found: tuple[Holding, ...]) -> dict[str, answers.Holding]:
    return {
        holding.words: answers.Holding(
            of_all=exact(Fraction(holding.spots, sum(other.spots for other in found))),
            bet=exact(Fraction(holding.bet, holding.spots)),
            always_betting_costs=exact(holding.cost(bets=True)),
            never_betting_costs=exact(holding.cost(bets=False)),
        )
        for holding in found
    }


def _reach(reach: Reach) -> answers.Reach:
    return answers.Reach(
        bet_from=reach.always_from, lowest_bet=reach.bets_from, highest_folded=reach.folds_to, between=reach.depends
    )


def answer(approved: Sheet, variant: Sheet | None) -> answers.Odds[answers.AnyStrategy]:
    """What `croupier odds --json` prints of a game as approved, or of a changed one."""
    return figures(approved) if variant is None else compared(approved, variant)


def compared(approved: Sheet, variant: Sheet) -> answers.Odds[answers.AnyStrategy]:
    """The changed game's figures, with the approved ones and the difference."""
    told, new, old = figures(variant), variant.played, approved.played
    told.changes = {
        name: answers.Change(before, after)
        for name, (before, after) in differences(approved.book, variant.book).items()
    }
    told.approved = figures(approved)
    told.difference = answers.Difference(
        ev=exact(new.ev - old.ev),
        house_edge=exact(new.house_edge - old.house_edge),
        element_of_risk=exact(new.element_of_risk - old.element_of_risk),
        average_bet=exact(new.average_bet - old.average_bet),
        variance=exact(new.variance - old.variance),
        bets={
            bet.name: answers.BetApart(exact(bet.ev - before.ev))
            for before, bet in zip(approved.side_bets, variant.side_bets, strict=True)
        },
        jackpot=_jackpots_apart(approved.jackpot, variant.jackpot),
    )
    return told


def _jackpots_apart(before: Jackpot | None, after: Jackpot | None) -> answers.JackpotApart | None:
    if before is None or after is None:
        return None
    old, new = before.odds, after.odds
    evens = (old.break_even, new.break_even)
    runs = (before.long_run, after.long_run)
    return answers.JackpotApart(
        per_dollar=exact(new.per_dollar - old.per_dollar),
        fixed=exact(new.fixed - old.fixed),
        break_even=None if evens[0] is None or evens[1] is None else exact(evens[1] - evens[0]),
        long_run=UNSET
        if runs[0] is None or runs[1] is None
        else answers.LongRunApart(exact(runs[1].meter - runs[0].meter), exact(runs[1].hold - runs[0].hold)),
    )


SUMMARY = ("ev", "house_edge", "element_of_risk", "average_bet", "variance")


def equity_figures(
    names: Sequence[str],
    board: Sequence[str],
    found: "Sequence[Equity]",
    raked: "Raked | None" = None,
    pots: "AllIn | None" = None,
) -> answers.Equity:
    told = answers.Equity(
        board=" ".join(board),
        deals=found[0].deals,
        players=[
            answers.Player(
                hand=name,
                equity=exact(each.equity),
                win=exact(Fraction(each.won, each.deals)),
                tie=exact(Fraction(sum(each.tied), each.deals)),
            )
            for name, each in zip(names, found, strict=True)
        ],
    )
    if raked is not None:
        told.rake = answers.Raked(
            pot=exact(Fraction(raked.pot, 100)),
            rake=exact(Fraction(raked.rake, 100)),
            before=[exact(value / 100) for value in raked.before],
            after=[exact(value / 100) for value in raked.after],
            break_even=exact(raked.break_even),
        )
    if pots is not None:
        told.pots = [
            answers.Pot(
                amount=exact(Fraction(pot.amount, 100)),
                rake=exact(Fraction(pot.rake, 100)),
                players=[names[player] for player in pot.players],
                parts=[exact(part / 100) for part in pot.parts],
            )
            for pot in pots.pots
        ]
        for place, player in enumerate(told.players):
            player.uncalled = exact(Fraction(pots.uncalled[place], 100))
            player.before_rake = exact(pots.before[place] / 100)
            player.after_rake = exact(pots.after[place] / 100)
            player.net = exact(pots.net[place] / 100)
    return told


# --- CSV ----------------------------------------------------------------------------------------------------

Named = tuple[str, str, str]
"""Section, name, detail."""


def as_csv(found: Sheet, approved: Sheet | None = None) -> str:
    """One row a figure: section, name, detail, combinations, exact value, decimal.

    For a changed game, two more columns have the approved value and the difference. Rows that only the approved
    game has come last.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head = ["section", "name", "detail", "combinations", "exact", "decimal"]
    book = ["book", found.book.key, "sha256", "", hash_of(found.book), ""]
    if approved is None:
        writer.writerow(head)
        writer.writerow(book)
        for (section, name, detail), (number, value) in _csv_rows(found).items():
            writer.writerow([section, name, detail, number, exact(value), _decimal(value)])
        return text.getvalue()
    writer.writerow([*head, "approved", "approved decimal", "difference", "difference decimal"])
    writer.writerow([*book, hash_of(approved.book), "", "", ""])
    for change, (old_figure, new_figure) in differences(approved.book, found.book).items():
        writer.writerow(["change", change, "", "", new_figure, "", old_figure, "", "", ""])
    new, old = _csv_rows(found), _csv_rows(approved)
    for row in [*new, *(row for row in old if row not in new)]:
        number = new[row][0] if row in new else ""
        after, before = (rows[row][1] if row in rows else None for rows in (new, old))
        apart = None if after is None or before is None else after - before
        cells: list[str] = []
        for figure in (after, before, apart):
            cells += ["", ""] if figure is None else [exact(figure), _decimal(figure)]
        writer.writerow([*row, number, *cells])
    return text.getvalue()


def _decimal(value: Fraction) -> str:
    return f"{float(value):.12g}"


def _csv_rows(found: Sheet) -> dict[Named, tuple[str, Fraction]]:
    return {(section, name, detail): (number, value) for section, name, detail, number, value in _rows(found)}


def _rows(found: Sheet) -> Iterator[tuple[str, str, str, str, Fraction]]:
    played = found.played
    for name in SUMMARY:
        yield "summary", name, "", str(played.deals), getattr(played, name)
    for net, chance in played.distribution.items():
        yield "distribution", exact(net), "probability", str(played.counts[net]), chance
    for name, chance in found.frequencies.items():
        yield "frequency", name, "", "", chance
    for line in found.lines:
        yield "line", line.bet, f"{line.when}: {line.pays}", str(line.hits), line.contribution
    for bet in found.side_bets:
        yield "side-bet", bet.name, "ev", str(bet.deals), bet.ev
        yield "side-bet", bet.name, "variance", str(bet.deals), bet.variance
        for pays in bet.lines:
            yield "side-bet", bet.name, pays.hand, str(pays.hits), pays.contribution
    for name, joint in found.joint.items():
        for figure in SUMMARY:
            yield f"ante-and-{name}", figure, "decided together", str(joint.deals), getattr(joint, figure)
        for net, chance in joint.distribution.items():
            yield f"ante-and-{name}", exact(net), "probability", str(joint.counts[net]), chance
    if found.jackpot is not None:
        yield from _jackpot_rows(found.jackpot)
    yield from _risk_rows(found)
    for habit in found.habits:
        yield ("mistake" if habit.mistake else "simple strategy"), habit.words, "cost", "", habit.cost
    for check in found.checks:
        told = "holds" if check.holds else "DOES NOT HOLD"
        yield "check", check.what, told, str(check.expected), Fraction(check.counted)


def _jackpot_rows(found: Jackpot) -> Iterator[tuple[str, str, str, str, Fraction]]:
    odds = found.odds
    for name, value in (("per_dollar", odds.per_dollar), ("fixed", odds.fixed), ("break_even", odds.break_even)):
        if value is not None:
            yield "jackpot", name, f"bet {dollars(odds.bet)}", "", value
    for award in odds.awards:
        what = f"{award.share * 100} % of the meter" if award.share else dollars(award.fixed)
        yield "jackpot", award.hand, what, str(award.hits), award.probability
    for others, value in enumerate(found.envy):
        yield "jackpot", "envy", f"{others} other players", "", value
    for each in found.folding:
        yield "jackpot", each.words, "fixed", "", each.odds.fixed
        yield "jackpot", each.words, "per_dollar", "", each.odds.per_dollar
    yield "jackpot", "linear from a meter of", "", "", odds.linear_from
    yield "jackpot", "other boxes", "", "", Fraction(odds.others)
    if (run := found.long_run) is not None and (link := found.link) is not None:
        yield "jackpot", "long run", "contribution of a bet", "", link.contribution
        yield "jackpot", "long run", "reset value", "", Fraction(link.reset, 100)
        yield "jackpot", "long run", "mean meter", "", run.meter
        yield "jackpot", "long run", "hold", "", run.hold
        yield "jackpot", "long run", "made up a bet", "", run.made_up


def _risk_rows(found: Sheet) -> Iterator[tuple[str, str, str, str, Fraction]]:
    if found.risk is None:
        return
    for spread in found.risk.spreads:
        what = f"{spread.name}, per {spread.per}"
        if spread.returned is not None:
            yield "risk", what, "return", "", spread.returned
        yield "risk", what, "hit frequency", "", spread.won
        yield "risk", what, "level", "", spread.level
        yield "risk", what, "variance", "", spread.variance
        yield "risk", what, "standard deviation, rounded", "", spread.deviation
        yield "risk", what, "volatility index 90 %, rounded", "", spread.volatility
        for rounds in ROUNDS:
            for confidence in CONFIDENCE:
                for end, edge in zip(("low", "high"), spread.band(rounds, confidence), strict=True):
                    yield "risk", what, f"hold of {rounds} rounds, {confidence} %, {end}", "", edge
    for interval in found.risk.intervals:
        yield "interval", interval.what, "bets, on average", "", interval.bets
    if found.risk.liability is not None:
        boxes = found.risk.liability.boxes
        yield "liability", "one box", "at most, dollars", "", Fraction(found.risk.liability.box, 100)
        yield "liability", f"table of {boxes}", "at most, dollars", "", Fraction(found.risk.liability.table, 100)
