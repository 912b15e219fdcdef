"""A sheet as a page in the terminal."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import repeat
from typing import TYPE_CHECKING

from croupier.numbers.maths.decisions.options import Options
from croupier.numbers.maths.odds.risk import INDEX, ROUNDS
from croupier.numbers.maths.odds.sheet import Sheet, hash_of
from croupier.numbers.maths.odds.strategies import HoleGrid, StudTable
from croupier.numbers.maths.odds.whatif import differences
from croupier.numbers.maths.tools.results import Played, SideBet
from croupier.numbers.reports.layout import Piece, columns, laid_out, paragraph
from croupier.numbers.reports.risk import (
    HIT_HEAD,
    SPREAD_HEAD,
    band_in_words,
    headlines,
    hit_row,
    hourly_sentence,
    index_sentence,
    jackpot_sentence,
    spread_row,
    together_sentence,
)
from croupier.numbers.reports.words import (
    PAYOUTS,
    award_in_words,
    cash,
    decimal,
    even,
    forfeited_sentence,
    grid_text,
    hand_in_words,
    holding_row,
    joint_sentence,
    limit_sentence,
    long_run_sentence,
    money,
    one_in,
    per_dollar,
    percent,
    reach_in_words,
    strategy_sentence,
    summary,
    to_one,
    value_sentence,
)
from croupier.rules.money import Cents
from croupier.rules.rulebook.payouts import PUSH
from croupier.rules.rulebook.readers.weave import title_of

if TYPE_CHECKING:
    from croupier.numbers.maths.equity.all_in import AllIn, Equity, Raked

Row = tuple[str, ...]


def page(found: Sheet, width: int | None = None) -> Iterator[str]:
    """All of a sheet, for a terminal of this width."""
    return laid_out(_page(found), width)


def _page(found: Sheet) -> Iterator[Piece]:
    played = found.played
    table: list[Row]
    yield f"{title_of(found.book)} ({found.book.key}, sha256 {hash_of(found.book)[:16]}…)"
    yield f"perfect play, {played.deals:,} deals, every one counted; per ante unit, ante {cash(found.ante)}"
    yield ""
    yield from columns([*summary(found), *headlines(found)], right=(1, 2))
    yield from ("", "Strategy")
    yield from paragraph(strategy_sentence(found.strategy))
    match found.strategy:
        case StudTable(rows=rows):
            table = [("dealer", "holding its rank: bet", "fold below", "not holding it: bet", "fold below")]
            for row in rows:
                table.append((row.up, *reach_in_words(row.matching), *reach_in_words(row.other)))
            yield ""
            yield from columns(table)
        case HoleGrid(turn=turn, river=river):
            yield ""
            yield from grid_text(found.strategy)
            for name, street in (
                ("Turn bet, by what one holds on the flop", turn),
                ("River bet, on four cards", river),
            ):
                if street:
                    yield ""
                    head = (name, "how often", "bet in", "always betting costs", "never betting costs")
                    yield from columns([head, *map(holding_row, street, repeat(street))], right=(1, 2, 3, 4))
    yield from ("", "How often")
    yield from columns(
        [(hand_in_words(name), percent(chance), one_in(chance)) for name, chance in found.frequencies.items()],
        right=(1, 2),
    )
    yield from ("", "Bets against the dealer")
    table = [("bet", "when", "pays", "combinations", "probability", "contribution")]
    for line in found.lines:
        hits = (f"{line.hits:,}", percent(line.probability, 6), decimal(line.contribution))
        table.append((hand_in_words(line.bet), hand_in_words(line.when), line.pays, *hits))
    table.append(("together", "", "", "", "", decimal(played.ev)))
    yield from columns(table, right=(3, 4, 5))
    yield from ("", "Net result, in antes")
    table = [("net", "combinations", "probability")]
    table += [
        (str(net), f"{deals:,}", percent(Fraction(deals, played.deals), 6)) for net, deals in played.counts.items()
    ]
    yield from columns(table, right=(0, 1, 2))
    if found.limit is not None:
        yield from paragraph(limit_sentence(found.limit))
    for bet in found.side_bets:
        yield from _side_bet(bet, found.joint.get(bet.name))
    yield from _jackpot(found)
    yield from _risk(found)
    if found.habits:
        yield from ("", "What other ways to play cost, per ante")
        for mistakes in (False, True):
            table = [("one mistake, always made" if mistakes else "simple strategy", "house edge", "cost")]
            for habit in found.habits:
                if habit.mistake is mistakes:
                    words = habit.words if len(habit.words) <= 78 else f"{habit.words[:77]}…"
                    table.append((words, percent(-habit.ev), percent(habit.cost, 6)))
            yield from columns(table, right=(1, 2))


def _side_bet(bet: SideBet, joint: Played | None) -> Iterator[Piece]:
    yield from ("", f"{hand_in_words(bet.name).capitalize()}, per unit of it")
    table: list[Row] = [("hand", "pays", "combinations", "probability", "contribution")]
    for line in bet.lines:
        hits = (f"{line.hits:,}", percent(line.probability, 6), decimal(line.contribution))
        table.append((hand_in_words(line.hand), to_one(line), *hits))
    lost = Fraction(bet.unlisted, bet.deals)
    table.append(("anything else", "lost", f"{bet.unlisted:,}", percent(lost, 6), decimal(-lost)))
    table.append(("together", "", f"{bet.deals:,}", "", decimal(bet.ev)))
    yield from columns(table, right=(2, 3, 4))
    yield f"  house edge {bet.house_edge} = {percent(bet.house_edge)}; variance {decimal(bet.variance)}"
    if joint is not None:
        yield from paragraph(joint_sentence(joint))
        yield from _in_columns([(str(net), percent(chance, 6)) for net, chance in joint.distribution.items()])


BESIDE = 4


def _in_columns(results: Sequence[tuple[str, str]]) -> Iterator[Piece]:
    """Net results with their probabilities, in several columns, read downwards."""
    high = -(-len(results) // BESIDE)
    head = ("net", "probability") * -(-len(results) // high)
    table: list[Row] = [head]
    for row in range(high):
        cells = [cell for result in results[row::high] for cell in result]
        table.append((*cells, *[""] * (len(head) - len(cells))))
    yield from columns(table, right=range(len(head)))


def _jackpot(found: Sheet) -> Iterator[Piece]:
    jackpot = found.jackpot
    if jackpot is None:
        return
    odds = jackpot.odds
    yield from ("", f"Jackpot, a bet of {cash(odds.bet)}")
    table: list[Row] = [("hand", "award", "combinations", "probability", "one in")]
    for award in odds.awards:
        chance = award.probability
        table.append(
            (
                hand_in_words(award.hand),
                award_in_words(award),
                f"{award.hits:,}",
                f"{float(chance):.3e}",
                one_in(chance)[5:],
            )
        )
    yield from columns(table, right=(2, 3, 4))
    yield f"  value of a bet in dollars = {odds.fixed} + meter × {odds.per_dollar}"
    yield f"                            = {decimal(odds.fixed)} + meter × {float(odds.per_dollar):.6e}"
    yield from paragraph(value_sentence(odds))
    if jackpot.meter is not None:
        value = odds.at(jackpot.meter)
        edge = percent(-value / Fraction(odds.bet, 100))
        yield f"  at a meter of {cash(jackpot.meter)}: value {value} = {decimal(value)} dollars, house edge {edge}"
    if jackpot.envy:
        told = ", ".join(f"{others}: {decimal(value, 4)}" for others, value in enumerate(jackpot.envy) if others)
        yield f"  Envy Bonuses add, in dollars by number of other players: {told}"
    yield "  what folding makes of it:"
    table = [("", "fixed", "per dollar", "breaks even at", "the other bets, per ante")]
    for each in jackpot.folding:
        linear = (decimal(each.odds.fixed), per_dollar(each.odds.per_dollar), even(each.odds.break_even))
        table.append((each.words, *linear, decimal(each.ev)))
    yield from columns(table, right=(1, 2, 3, 4), indent="    ")
    yield from paragraph(forfeited_sentence(jackpot.forfeited))
    if jackpot.long_run is not None and jackpot.link is not None:
        yield from paragraph(long_run_sentence(jackpot.long_run, jackpot.link))


def _risk(found: Sheet) -> Iterator[Piece]:
    risk = found.risk
    if risk is None:
        return
    yield from ("", "Returns, hits and volatility")
    yield from columns([HIT_HEAD, *map(hit_row, risk.spreads)], right=(1, 2, 3, 4, 5, 6))
    yield from paragraph("The house edge is a part of the unit below, the return of all that is staked on the bet.")
    yield ""
    yield from columns([SPREAD_HEAD, *map(spread_row, risk.spreads)], right=(2, 3, 4, 5))
    yield from paragraph(" ".join(filter(None, (index_sentence(), jackpot_sentence(risk), together_sentence(found)))))
    yield from ("", f"Hold by number of rounds, with a confidence of {INDEX} %")
    whole = [spread for spread in risk.spreads if not spread.part]
    table: list[Row] = [("rounds", *(hand_in_words(spread.name) for spread in whole))]
    table += [(f"{rounds:,}", *(band_in_words(spread, rounds, INDEX) for spread in whole)) for rounds in ROUNDS]
    yield from columns(table, right=range(len(whole) + 1))
    yield from paragraph("In brackets: too few rounds for a normal distribution.")
    for interval in risk.intervals:
        yield f"  {interval.what}: {one_in(interval.chance)} jackpot bets on average"
    if win := hourly_sentence(risk):
        yield from paragraph(win)
    if (most := risk.liability) is not None:
        stakes = ", ".join(f"{hand_in_words(spot)} {cash(stake)}" for spot, stake in most.stakes.items() if stake)
        table_wins = "" if most.boxes == 1 else f", and {most.boxes} boxes at most {cash(most.table)}"
        words = f"With {stakes} a box wins at most {cash(most.box)} in a round{table_wins}."
        yield from paragraph(words)


def beside(approved: Sheet, variant: Sheet, width: int | None = None) -> Iterator[str]:
    """Both games and the difference."""
    return laid_out(_beside(approved, variant), width)


def _beside(approved: Sheet, variant: Sheet) -> Iterator[Piece]:
    yield f"{title_of(approved.book)} ({approved.book.key}): approved, and with changes"
    yield ""
    rows: list[Row] = [("change", "approved", "changed")]
    rows += [(name, old, new) for name, (old, new) in differences(approved.book, variant.book).items()]
    yield from columns(rows, right=(1, 2))
    if len(rows) == 1:
        yield "  no figure differs from the approved ones"
    if any(new in ("0", PUSH) for _, _, new in rows):
        yield from paragraph(PAYOUTS)
    yield ""
    table: list[Row] = [("", "approved", "changed", "difference")]
    for (name, _, old), (_, _, new), change in zip(
        summary(approved), summary(variant), _changes(approved, variant), strict=True
    ):
        table.append((name, old, new, change))
    for old_bet, new_bet in zip(approved.side_bets, variant.side_bets, strict=True):
        old_edge, new_edge = old_bet.house_edge, new_bet.house_edge
        name = f"{hand_in_words(old_bet.name)}: house edge"
        table.append((name, percent(old_edge), percent(new_edge), _signed(percent(new_edge - old_edge))))
    for name, old_value, new_value in _jackpot_figures(approved, variant):
        change = "" if old_value is None or new_value is None else _signed(money(new_value - old_value, 4))
        cells = ["none" if value is None else money(value, 4) for value in (old_value, new_value)]
        table.append((name, *cells, change))
    before, run = (None if each.jackpot is None else each.jackpot.long_run for each in (approved, variant))
    if before is not None and run is not None:
        apart = _signed(percent(run.hold - before.hold))
        table.append(("jackpot: the House keeps in the long run", percent(before.hold), percent(run.hold), apart))
    yield from columns(table, right=(1, 2, 3))
    yield ""
    exact = [("exact", "approved", "changed", "difference")]
    exact.append(_exact("house edge per ante", approved.played.house_edge, variant.played.house_edge))
    for old_bet, new_bet in zip(approved.side_bets, variant.side_bets, strict=True):
        exact.append(_exact(hand_in_words(old_bet.name), old_bet.house_edge, new_bet.house_edge))
    yield from columns(exact, right=(1, 2, 3))
    was, now = strategy_sentence(approved.strategy), strategy_sentence(variant.strategy)
    yield ""
    if approved.strategy == variant.strategy or (was == now and not isinstance(approved.strategy, StudTable)):
        yield from paragraph(f"Perfect play stays the same. {now}", "")
        return
    if isinstance(variant.strategy, StudTable) and isinstance(approved.strategy, StudTable):
        yield "Perfect play changes:"
        rows = [("dealer", "holding its rank: bet from", "was", "not holding it: bet from", "was")]
        for old_row, new_row in zip(approved.strategy.rows, variant.strategy.rows, strict=True):
            if old_row != new_row:
                reaches = (new_row.matching, old_row.matching, new_row.other, old_row.other)
                rows.append((new_row.up, *(reach.always_from for reach in reaches)))
        yield from columns(rows)
        return
    yield from paragraph(f"Approved: {was}", "")
    yield from paragraph(f"Changed: {now}", "")


def _exact(name: str, old: Fraction, new: Fraction) -> tuple[str, str, str, str]:
    return name, str(old), str(new), _signed(str(new - old))


def _signed(text: str) -> str:
    return text if text.startswith("-") else f"+{text}"


def _changes(approved: Sheet, variant: Sheet) -> Iterator[str]:
    old, new = approved.played, variant.played
    yield _signed(decimal(new.ev - old.ev))
    yield _signed(percent(new.house_edge - old.house_edge))
    yield _signed(percent(new.element_of_risk - old.element_of_risk))
    yield _signed(decimal(new.average_bet - old.average_bet))
    yield _signed(decimal(new.variance - old.variance))
    yield ""


def _jackpot_figures(approved: Sheet, variant: Sheet) -> Iterator[tuple[str, Fraction | None, Fraction | None]]:
    before, after = approved.jackpot, variant.jackpot
    if before is None or after is None:
        return
    old, new = before.odds, after.odds
    yield "jackpot: fixed, in dollars", old.fixed, new.fixed
    yield "jackpot: value of a million on the meter", old.per_dollar * 10**6, new.per_dollar * 10**6
    yield "jackpot: breaks even at", old.break_even, new.break_even
    if before.meter is not None:
        yield f"jackpot: value at {cash(before.meter)}", old.at(before.meter), new.at(before.meter)
    if before.envy and after.envy:
        yield "jackpot: Envy Bonuses, for each other box", before.envy[1], after.envy[1]
    if before.long_run is not None and after.long_run is not None:
        yield "jackpot: mean meter in the long run", before.long_run.meter, after.long_run.meter


def advice(options: Options, ante: Cents, width: int | None = None) -> Iterator[str]:
    """Every option in antes and money, the best first."""
    return laid_out(_advice(options, ante), width)


def _advice(options: Options, ante: Cents) -> Iterator[Piece]:
    table: list[Row] = [("option", "value in antes", "in dollars", "costs in antes", "in dollars", "exact, in dollars")]
    ranked = sorted(options.values.items(), key=lambda item: -item[1])
    for decision, value in ranked:
        cost = options.costs[decision]
        mark = "best" if not cost else ""
        table.append(
            (
                f"{decision.value} {mark}".rstrip(),
                decimal(value / ante),
                money(value / 100, 4),
                decimal(cost / ante) if cost else "–",
                money(cost / 100, 4) if cost else "–",
                str(value / 100),
            )
        )
    yield from columns(table, right=(1, 2, 3, 4, 5))
    names = list(dict.fromkeys(name for parts in options.parts.values() for name in parts))
    if len(names) == 1:
        return
    yield ""
    head = ("of it, in dollars", *("against the dealer" if name == "dealer" else hand_in_words(name) for name in names))
    parts: list[Row] = [head]
    for decision, _ in ranked:
        cells = (money(options.parts[decision].get(name, Fraction(0)) / 100, 4) for name in names)
        parts.append((decision.value, *cells))
    yield from columns(parts, right=range(1, len(names) + 1))


def equity_page(
    names: Sequence[str],
    found: "Sequence[Equity]",
    raked: "Raked | None" = None,
    pots: "AllIn | None" = None,
    width: int | None = None,
) -> Iterator[str]:
    """What each hand gets of the pot, and of pots of several stacks."""
    return laid_out(_equity_page(names, found, raked, pots), width)


def _equity_page(
    names: Sequence[str], found: "Sequence[Equity]", raked: "Raked | None", pots: "AllIn | None"
) -> Iterator[Piece]:
    deals = found[0].deals
    yield f"{deals:,} deal{'' if deals == 1 else 's'}, every one counted"
    yield ""
    head = ["hand", "equity", "exact", "wins", "ties"]
    table: list[Row] = [tuple(head)]
    for name, each in zip(names, found, strict=True):
        tied = Fraction(sum(each.tied), each.deals)
        won = percent(Fraction(each.won, each.deals))
        table.append((name, percent(each.equity), str(each.equity), won, percent(tied)))
    yield from columns(table, right=(1, 2, 3, 4))
    if pots is not None:
        yield from _pots(names, pots)
    if raked is None:
        return
    yield ""
    yield f"pot {cash(raked.pot)}, rake {cash(raked.rake)}"
    table = [("hand", "of the pot", "after the rake", "the rake costs", "equity left of the pot")]
    for name, before, after in zip(names, raked.before, raked.after, strict=True):
        cells = (money(before / 100, 4), money(after / 100, 4), money((before - after) / 100, 4))
        table.append((name, *cells, percent(after / raked.pot)))
    yield from columns(table, right=(1, 2, 3, 4))
    yield f"  an even share of the pot needs an equity of {raked.break_even} = {percent(raked.break_even)}"


def _pots(names: Sequence[str], found: "AllIn") -> Iterator[Piece]:
    """Main pot and side pots with what each player gets of them on average, then all together."""
    yield ""
    table: list[Row] = [("pot", "amount", "rake", *names)]
    for number, pot in enumerate(found.pots):
        parts = (money(part / 100, 4) if player in pot.players else "–" for player, part in enumerate(pot.parts))
        table.append((f"side pot {number}" if number else "main pot", cash(pot.amount), cash(pot.rake), *parts))
    for words, values in (
        ("all pots", found.after),
        ("without rake", found.before),
        ("goes back uncalled", [Fraction(amount) for amount in found.uncalled]),
        ("put in", [Fraction(amount) for amount in found.put]),
        ("wins or loses", found.net),
    ):
        rake = cash(found.rake) if words == "all pots" else ""
        amount = cash(sum(pot.amount for pot in found.pots)) if words == "all pots" else ""
        table.append((words, amount, rake, *(money(value / 100, 4) for value in values)))
    yield from columns(table, right=range(1, len(names) + 3))
