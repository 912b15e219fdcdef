"""A sheet as plain data: exact values are "num/den" strings, per ante unit where nothing else is said."""

import csv
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from typing import Any

from croupier import __version__
from croupier.maths.jackpots import JackpotOdds
from croupier.maths.results import SideBet
from croupier.maths.sheet import HoleGrid, Jackpot, Reach, Sheet, Strategy, StudTable, Threshold, hash_of
from croupier.maths.whatif import differences
from croupier.money import dollars


def exact(value: Fraction | int) -> str:
    """ "-3/4", and "2/1" for a whole number, so that all values read alike."""
    value = Fraction(value)
    return f"{value.numerator}/{value.denominator}"


def figures(found: Sheet) -> dict[str, Any]:
    played = found.played
    return {
        "game": found.game,
        "book": found.book.key,
        "book_sha256": hash_of(found.book),
        "program": f"croupier {__version__}",
        "ante": dollars(found.ante),
        "deals": played.deals,
        "ev": exact(played.ev),
        "house_edge": exact(played.house_edge),
        "element_of_risk": exact(played.element_of_risk),
        "average_bet": exact(played.average_bet),
        "variance": exact(played.variance),
        "distribution": {exact(net): exact(chance) for net, chance in played.distribution.items()},
        "frequencies": {name: exact(chance) for name, chance in found.frequencies.items()},
        "contributions": {name: exact(value) for name, value in played.bets.items()},
        "lines": [
            {
                "bet": line.bet,
                "when": line.when,
                "pays": line.pays,
                "combinations": line.hits,
                "probability": exact(line.probability),
                "contribution": exact(line.contribution),
            }
            for line in found.lines
        ],
        "bets": {bet.name: side_bet(bet, found.joint.get(bet.name)) for bet in found.side_bets},
        "jackpot": jackpot(found.jackpot),
        "strategy": strategy(found.strategy),
        "habits": [
            {"play": habit.words, "mistake": habit.mistake, "ev": exact(habit.ev), "cost": exact(habit.cost)}
            for habit in found.habits
        ],
        "checks": [
            {"what": check.what, "counted": str(check.counted), "expected": str(check.expected), "holds": check.holds}
            for check in found.checks
        ],
    }


def side_bet(bet: SideBet, joint: Fraction | None) -> dict[str, Any]:
    return {
        "ev": exact(bet.ev),
        "house_edge": exact(bet.house_edge),
        "variance": exact(bet.variance),
        "deals": bet.deals,
        "distribution": {exact(net): exact(chance) for net, chance in bet.distribution.items()},
        "lines": [
            {
                "hand": line.hand,
                "pays": line.pays,
                "combinations": line.hits,
                "probability": exact(line.probability),
                "contribution": exact(line.contribution),
            }
            for line in bet.lines
        ],
        **({} if joint is None else {"ev_with_ante": exact(joint)}),
    }


def jackpot(found: Jackpot) -> dict[str, Any]:
    odds = found.odds
    told: dict[str, Any] = {
        "bet": dollars(odds.bet),
        **linear(odds),
        "awards": [
            {
                "hand": award.hand,
                "share": exact(award.share),
                "fixed": dollars(award.fixed),
                "combinations": award.hits,
                "deals": award.deals,
                "probability": exact(award.probability),
            }
            for award in odds.awards
        ],
    }
    if found.meter is not None:
        told |= {"meter": dollars(found.meter), "ev": exact(odds.at(found.meter))}
    if found.envy:
        told["envy"] = {str(others): exact(value) for others, value in enumerate(found.envy)}
    if found.folding:
        told["folding"] = {words: linear(each) for words, each in found.folding.items()}
    if found.long_run is not None:
        told["long_run"] = {"meter": exact(found.long_run.meter), "hold": exact(found.long_run.hold)}
    return told


def linear(odds: JackpotOdds) -> dict[str, str | None]:
    break_even = odds.break_even
    return {
        "per_dollar": exact(odds.per_dollar),
        "fixed": exact(odds.fixed),
        "break_even": None if break_even is None else exact(break_even),
    }


def strategy(found: Strategy) -> dict[str, Any]:
    match found:
        case Threshold():
            return {"play_from": found.hand, "regular": found.regular, "hands_folded": found.folded}
        case StudTable():
            return {
                row.up: {"holding_its_rank": _reach(row.matching), "not_holding_it": _reach(row.other)}
                for row in found.rows
            }
        case HoleGrid():
            return {
                "folded": [str(hole) for hole in found.folded],
                "values": {
                    str(choice.hole): {"flop": exact(choice.flop), "fold": exact(choice.fold)}
                    for choice in found.choices
                },
            }


def _reach(reach: Reach) -> dict[str, str | int]:
    return {
        "bet_from": reach.always_from,
        "lowest_bet": reach.bets_from,
        "highest_folded": reach.folds_to,
        "between": reach.depends,
    }


def compared(approved: Sheet, variant: Sheet) -> dict[str, Any]:
    """The changed game's figures, with the approved ones and the difference beside them."""
    sides = {bet.name: bet.ev for bet in approved.side_bets}
    return {
        **figures(variant),
        "changes": {
            name: {"approved": old, "changed": new}
            for name, (old, new) in differences(approved.book, variant.book).items()
        },
        "approved": figures(approved),
        "difference": {
            "ev": exact(variant.played.ev - approved.played.ev),
            "element_of_risk": exact(variant.played.element_of_risk - approved.played.element_of_risk),
            "bets": {bet.name: {"ev": exact(bet.ev - sides[bet.name])} for bet in variant.side_bets},
        },
    }


def as_csv(found: Sheet) -> str:
    """One row a figure: section, name, detail, combinations, exact value, decimal."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["section", "name", "detail", "combinations", "exact", "decimal"])
    for section, name, detail, number, value in _csv_rows(found):
        writer.writerow([section, name, detail, number, exact(value), f"{float(value):.12g}"])
    return text.getvalue()


CsvRow = tuple[str, str, str, str, Fraction]


def _csv_rows(found: Sheet) -> Iterator[CsvRow]:
    played = found.played
    key = f"{found.book.key} sha256:{hash_of(found.book)}"
    for name in ("ev", "house_edge", "element_of_risk", "average_bet", "variance"):
        yield "summary", name, key, str(played.deals), getattr(played, name)
    for net, chance in played.distribution.items():
        yield "distribution", exact(net), "probability", str(played.counts[net]), chance
    for name, chance in found.frequencies.items():
        yield "frequency", name, "", "", chance
    for line in found.lines:
        yield "line", line.bet, f"{line.when}: {line.pays}", str(line.hits), line.contribution
    for bet in found.side_bets:
        yield "side-bet", bet.name, "ev", str(bet.deals), bet.ev
        for pays in bet.lines:
            yield "side-bet", bet.name, f"{pays.hand}: {pays.pays} to 1", str(pays.hits), pays.contribution
    odds = found.jackpot.odds
    for name, value in (("per_dollar", odds.per_dollar), ("fixed", odds.fixed), ("break_even", odds.break_even)):
        if value is not None:
            yield "jackpot", name, f"bet {dollars(odds.bet)}", "", value
    for award in odds.awards:
        what = f"{award.share * 100} % of the meter" if award.share else dollars(award.fixed)
        yield "jackpot", award.hand, what, str(award.hits), award.probability
    for others, value in enumerate(found.jackpot.envy):
        yield "jackpot", "envy", f"{others} other players", "", value
    for habit in found.habits:
        yield ("mistake" if habit.mistake else "simple strategy"), habit.words, "cost", "", habit.cost
    for check in found.checks:
        yield (
            "check",
            check.what,
            "holds" if check.holds else "DOES NOT HOLD",
            str(check.expected),
            Fraction(check.counted),
        )
