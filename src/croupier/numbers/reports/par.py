"""The PAR sheet as a document: its parts in order, written as HTML, PDF, JSON or CSV."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import repeat

from croupier.base.json_answers import as_file
from croupier.base.values import Value
from croupier.numbers.maths.odds.risk import INDEX
from croupier.numbers.maths.odds.sheet import Sheet, hash_of
from croupier.numbers.maths.odds.strategies import HoleGrid, StudTable, Threshold
from croupier.numbers.maths.odds.whatif import differences
from croupier.numbers.maths.tools.results import Played, SideBet, root
from croupier.numbers.reports import charts
from croupier.numbers.reports.complete import appendix
from croupier.numbers.reports.document import (
    Beside,
    Block,
    Document,
    DocumentTable,
    Figures,
    Heading,
    Picture,
    Signatures,
    Words,
)
from croupier.numbers.reports.figures import answer, as_csv, figures
from croupier.numbers.reports.risk import headlines, risk_blocks
from croupier.numbers.reports.words import (
    PAYOUTS,
    award_in_words,
    cash,
    decimal,
    even,
    forfeited_sentence,
    hand_in_words,
    holding_row,
    joint_sentence,
    limit_sentence,
    long_run_sentence,
    one_in,
    per_dollar,
    percent,
    reach_in_words,
    row_in_words,
    signed,
    strategy_sentence,
    summary,
    to_one,
    value_sentence,
)
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.rulebook.payouts import in_words
from croupier.rules.rulebook.readers.weave import procedure_lines, title_of, when
from croupier.version import __version__


class Simulated(Value):
    """A run of the same game with an Ante alone, played perfectly."""

    rounds: int
    seed: int
    edge: Fraction
    error: float
    z: float
    results: Mapping[Fraction, int]
    """Rounds by their net result in antes."""


class Made(Value):
    """When and by whom a sheet was made, and what stands next to its exact figures."""

    date: str
    prepared_by: str = ""
    reviewed_by: str = ""
    simulated: Simulated | None = None


def report(suffix: str, approved: Sheet, variant: Sheet | None, made: Made | None = None) -> bytes:
    """The file's content; for a changed game, with the approved figures next to its own."""
    if suffix == ".json":
        return as_file(answer(approved, variant))
    shown = approved if variant is None else variant
    if suffix == ".csv":
        return as_csv(shown, None if variant is None else approved).encode()
    document = par_sheet(shown, None if variant is None else approved, made)
    if suffix == ".xlsx":
        from croupier.numbers.reports.xlsx import as_xlsx

        return as_xlsx(document)
    if suffix == ".pdf":
        from croupier.numbers.reports.pdf import as_pdf

        return as_pdf(document)
    if suffix == ".md":
        from croupier.numbers.reports.markdown import as_markdown

        return as_markdown(document).encode()
    from croupier.numbers.reports.html import as_html

    return as_html(document).encode()


def par_sheet(found: Sheet, approved: Sheet | None = None, made: Made | None = None) -> Document:
    simulated = None if made is None else made.simulated
    blocks = (
        *_identity(found, approved, made),
        *_summary(found),
        *([] if simulated is None else _simulated(found, simulated)),
        *([] if approved is None else _compared(approved, found)),
        *_rules(found),
        *_bets(found),
        *_side_bets(found),
        *_jackpot(found),
        *risk_blocks(found),
        *_strategy(found),
        *_frequencies(found, simulated),
        *_habits(found),
        *_method(found),
        *_checks(found),
        Signatures(("Prepared by", "Checked by", "For the regulator")),
        *appendix(found),
    )
    changes = "" if approved is None else " with changes"
    footer = f"{found.book.key}{changes} · SHA-256 {hash_of(found.book)[:16]}… · croupier {__version__}"
    return Document(title_of(found.book), "PAR sheet: exact probabilities and returns", blocks, footer)


def _identity(found: Sheet, approved: Sheet | None, made: Made | None) -> Iterator[Block]:
    if approved is not None:
        yield Words(
            f"This is not the approved game. Figures of {found.book.key} were changed as listed below, and the game "
            "was solved again.",
            warning=True,
        )
    book, document = found.book, figures(found).document
    yield DocumentTable(
        ("", ""),
        (
            ("document", document.number),
            ("revision", f"{document.revision}, made of all its figures: one that differs makes another revision"),
            ("rules", f"{book.title}, version {book.version}; the document has no other number"),
            ("rulebook", f"{book.key}{' with changes' if approved is not None else ''}"),
            ("in force from", f"{when(book.effective)}, Singapore time"),
            ("SHA-256", f"{hash_of(book)}, {'of its file' if approved is None else 'of its data with the changes'}"),
            ("cycle", f"{found.played.deals:,} deals, all alike and every one counted"),
            ("ante", cash(found.ante)),
            ("jackpot bet", "none" if found.jackpot is None else cash(found.jackpot.odds.bet)),
            ("made by", f"croupier {__version__}"),
            *([] if made is None else _made(made)),
        ),
    )


def _made(made: Made) -> Iterator[tuple[str, str]]:
    yield "date", made.date
    for name, who in (("prepared by", made.prepared_by), ("reviewed by", made.reviewed_by)):
        if who:
            yield name, who


def _simulated(found: Sheet, run: Simulated) -> Iterator[Block]:
    yield Heading("Simulated")
    exact = found.played.house_edge
    yield DocumentTable(
        ("Ante alone, perfect play", "exact", "simulated", "standard error", "z"),
        (("house edge per ante", percent(exact), percent(run.edge), f"{100 * run.error:.4f} %", f"{run.z:+.2f}"),),
        right=(1, 2, 3, 4),
        title=f"{run.rounds:,} rounds of croupier simulate with seed {run.seed}",
    )


def _summary(found: Sheet) -> Iterator[Block]:
    played = found.played
    cells = [
        ("house edge per ante", percent(played.house_edge), str(played.house_edge)),
        ("return per ante (RTP)", percent(1 - played.house_edge), "100 % less the house edge"),
        *_hits(found),
        ("element of risk", percent(played.element_of_risk), str(played.element_of_risk)),
        ("average bet", f"{decimal(played.average_bet, 4)} antes", str(played.average_bet)),
        ("standard deviation", f"{decimal(root(played.variance, 4), 4)} antes", "per round"),
    ]
    for bet in found.side_bets:
        cells.append((f"{hand_in_words(bet.name)}: house edge", percent(bet.house_edge), str(bet.house_edge)))
    if found.jackpot is not None and (odds := found.jackpot.odds).break_even is not None:
        cells.append(("jackpot breaks even at", even(odds.break_even), f"bet {cash(odds.bet)}"))
    yield Heading("Summary")
    yield Figures(tuple(cells))
    rows = (*summary(found), *headlines(found))
    yield DocumentTable(("per ante unit, perfect play", "exact", "rounded"), rows, right=(1, 2))


def _hits(found: Sheet) -> Iterator[tuple[str, str, str]]:
    if found.risk is not None:
        main = found.risk.spreads[0]
        below = f"{percent(main.level, 2)} stand off, {percent(main.lost, 2)} lose"
        yield "hit frequency", percent(main.won, 2), below
        yield f"volatility index {INDEX} %", decimal(main.volatility, 4), "antes a round"


def _compared(approved: Sheet, variant: Sheet) -> Iterator[Block]:
    yield Heading("Changes and what they do")
    rows = tuple((name, old, new) for name, (old, new) in differences(approved.book, variant.book).items())
    yield DocumentTable(("figure", "approved", "changed"), rows, right=(1, 2))
    told = [("house edge per ante", approved.played.house_edge, variant.played.house_edge)]
    told.append(("element of risk", approved.played.element_of_risk, variant.played.element_of_risk))
    for old, new in zip(approved.side_bets, variant.side_bets, strict=True):
        told.append((f"{hand_in_words(old.name)}: house edge", old.house_edge, new.house_edge))
    edges = [(name, percent(old), percent(new), f"{float((new - old) * 100):+.4f} %") for name, old, new in told]
    plain = [
        ("average bet, in antes", approved.played.average_bet, variant.played.average_bet),
        ("variance", approved.played.variance, variant.played.variance),
    ]
    jackpots = None
    if approved.jackpot is not None and variant.jackpot is not None:
        jackpots = approved.jackpot.odds, variant.jackpot.odds
        plain.append(("jackpot bet: fixed, in dollars", jackpots[0].fixed, jackpots[1].fixed))
    edges += [(name, decimal(old), decimal(new), f"{float(new - old):+.6f}") for name, old, new in plain]
    if jackpots is not None:
        before, after = (odds.break_even for odds in jackpots)
        apart = "" if before is None or after is None else f"{float(after - before):+,.2f}"
        edges.append(("jackpot bet: breaks even at", even(before), even(after), apart))
    yield DocumentTable(("", "approved", "changed", "difference"), tuple(edges), right=(1, 2, 3))
    exact = [
        ("house edge per ante", str(approved.played.house_edge), str(variant.played.house_edge)),
        *(
            (f"{hand_in_words(old.name)}: house edge", str(old.house_edge), str(new.house_edge))
            for old, new in zip(approved.side_bets, variant.side_bets, strict=True)
        ),
    ]
    yield DocumentTable(("exact", "approved", "changed"), tuple(exact), right=(1, 2))


def _rules(found: Sheet) -> Iterator[Block]:
    yield Heading("Rules on which it rests")
    said = {name: value for name, value in procedure_lines(found.book.procedure).items() if name != "burn-before"}
    if found.limit is not None:
        said |= {name: cash(found.limit.cap) for name in said if name.endswith("payout-cap")}
    tables = [DocumentTable(("procedure", ""), tuple((hand_in_words(name), value) for name, value in said.items()))]
    for name, table in found.book.paytables.items():
        lines = tuple((hand_in_words(hand), in_words(name, pays)) for hand, pays in table.pays.items())
        tables.append(
            DocumentTable((f"{hand_in_words(name)} (paragraph {table.paragraph})", "pays"), lines, right=(1,))
        )
    if (jackpot := found.book.jackpot) is not None:
        envy = any(row.envy is not None for row in jackpot.rows.values())
        awards = tuple(
            (hand_in_words(hand), row_in_words(row), *([cash(row.envy or 0)] if envy else []))
            for hand, row in jackpot.rows.items()
        )
        head = (f"jackpot (paragraph {jackpot.paragraph})", "pays", *(["Envy Bonus"] if envy else []))
        tables.append(DocumentTable(head, awards, right=(1, 2)))
    yield Beside(tuple(tables))
    yield Words(PAYOUTS)


def _bets(found: Sheet) -> Iterator[Block]:
    yield Heading("Bets against the dealer")
    rows = [
        (
            hand_in_words(line.bet),
            hand_in_words(line.when),
            line.pays,
            f"{line.hits:,}",
            percent(line.probability, 6),
            signed(line.contribution),
        )
        for line in found.lines
    ]
    rows.append(("together", "", "", "", "", f"{float(found.played.ev):+.6f}"))
    head = ("bet", "when", "pays", "combinations", "probability", "contribution")
    yield DocumentTable(head, tuple(rows), right=(3, 4, 5), total=True)
    yield Words(
        "Contributions are in ante units a round, with perfect play; they add up to the expected value. A bet that "
        "is not in a line was not made in those deals."
    )
    if found.limit is not None and found.limit.bet == "ante":
        yield Words(limit_sentence(found.limit))


def _side_bets(found: Sheet) -> Iterator[Block]:
    for bet in found.side_bets:
        yield Heading(hand_in_words(bet.name).capitalize())
        yield _side_bet(bet)
        words = f"House edge {bet.house_edge} = {percent(bet.house_edge)}; variance {decimal(bet.variance)}."
        if found.limit is not None and found.limit.bet == bet.name:
            words += f" {limit_sentence(found.limit)}"
        yield Words(words)
        if (joint := found.joint.get(bet.name)) is not None:
            yield Words(joint_sentence(joint))
            name = hand_in_words(bet.name)
            yield from _half_and_half(joint, f"Ante and {name} together")


def _side_bet(bet: SideBet) -> DocumentTable:
    rows = [
        (
            hand_in_words(line.hand),
            to_one(line),
            f"{line.hits:,}",
            percent(line.probability, 6),
            signed(line.contribution),
        )
        for line in bet.lines
    ]
    lost = Fraction(bet.unlisted, bet.deals)
    rows.append(("anything else", "lost", f"{bet.unlisted:,}", percent(lost, 6), f"{float(-lost):+.6f}"))
    rows.append(("together", "", f"{bet.deals:,}", "100 %", f"{float(bet.ev):+.6f}"))
    head = ("hand", "pays", "combinations", "probability", "contribution")
    return DocumentTable(head, tuple(rows), right=(2, 3, 4), total=True)


def _jackpot(found: Sheet) -> Iterator[Block]:
    jackpot = found.jackpot
    if jackpot is None:
        return
    odds = jackpot.odds
    yield Heading(f"Jackpot bet of {cash(odds.bet)}")
    rows = tuple(
        (
            hand_in_words(award.hand),
            award_in_words(award),
            f"{award.hits:,}",
            one_in(award.probability),
            f"meter × {float(award.probability * award.share):.5e}"
            if award.share
            else f"{float(award.probability * award.fixed / 100):.6f}",
        )
        for award in odds.awards
    )
    head = ("hand", "award", "combinations", "probability", "dollars a bet")
    yield DocumentTable(head, rows, right=(2, 3, 4))
    yield Words(
        f"Value of a bet in dollars = {odds.fixed} + meter × {odds.per_dollar}"
        f" = {decimal(odds.fixed)} + meter × {float(odds.per_dollar):.6e}. {value_sentence(odds)}"
    )
    if jackpot.meter is not None:
        value = odds.at(jackpot.meter)
        edge = percent(-value * 100 / odds.bet)
        yield Words(f"At a meter of {cash(jackpot.meter)} a bet is worth {decimal(value)} dollars: house edge {edge}.")
    if plot := charts.jackpot_plot(odds, jackpot.meter):
        yield Picture(plot, "Value of a jackpot bet by the meter")
    if jackpot.envy:
        envy = tuple((str(others), str(value), decimal(value)) for others, value in enumerate(jackpot.envy))
        yield DocumentTable(("other players", "Envy Bonuses add, exact dollars", "rounded"), envy, right=(1, 2))
    folding = tuple(
        (
            each.words,
            decimal(each.odds.fixed),
            per_dollar(each.odds.per_dollar),
            even(each.odds.break_even),
            decimal(each.ev),
        )
        for each in jackpot.folding
    )
    head = ("effect of folding", "fixed", "per dollar", "breaks even at", "other bets, per ante")
    yield DocumentTable(head, folding, right=(1, 2, 3, 4))
    yield Words(forfeited_sentence(jackpot.forfeited))
    if jackpot.long_run is not None and jackpot.link is not None:
        yield Words(long_run_sentence(jackpot.long_run, jackpot.link))


def _strategy(found: Sheet) -> Iterator[Block]:
    yield Heading("Perfect play", new_page=not isinstance(found.strategy, Threshold))
    yield Words(strategy_sentence(found.strategy))
    match found.strategy:
        case Threshold():
            if picture := charts.ladder(found.strategy):
                caption = "What playing brings more than folding, in antes, for hands about the threshold"
                yield Picture(picture, caption)
        case StudTable():
            yield Picture(charts.stud_chart(found.strategy), "Bet or fold by one's hand and the dealer's card")
            rows = tuple(
                (row.up, *reach_in_words(row.matching), *reach_in_words(row.other)) for row in found.strategy.rows
            )
            head = ("dealer", "holding its rank: bet from", "fold below", "not holding it: bet from", "fold below")
            yield DocumentTable(head, rows, title="Threshold hands by dealer's card")
        case HoleGrid():
            caption = (
                "The first decision: antes that the Flop bet brings more than a fold, with perfect play on turn and "
                "river. Suited hands are to the upper right"
            )
            yield Picture(charts.hole_grid(found.strategy), caption)
            yield Words(
                "On turn and river one bets where the bet itself is worth more than nothing, counted exactly for "
                "every board; croupier advise tells for any hand."
            )
            for name, street in (
                ("Turn bet, on the flop with", found.strategy.turn),
                ("River bet, with", found.strategy.river),
            ):
                if street:
                    columns = (name, "how often", "bet in", "always betting costs", "never betting costs")
                    yield DocumentTable(columns, tuple(map(holding_row, street, repeat(street))), right=(1, 2, 3, 4))


def _frequencies(found: Sheet, simulated: Simulated | None) -> Iterator[Block]:
    yield Heading("How often, and the whole distribution")
    rows = tuple(
        (hand_in_words(name), percent(chance, 6), one_in(chance).removeprefix("1 in "))
        for name, chance in found.frequencies.items()
    )
    half = (len(rows) + 1) // 2
    head = ("event", "probability", "one in")
    yield Beside(tuple(DocumentTable(head, part, right=(1, 2)) for part in (rows[:half], rows[half:])))
    yield Picture(charts.distribution(found.played.distribution), "Distribution of the net result of a round")
    yield _results(found.played, simulated=simulated)


def _results(played: Played, title: str = "", simulated: Simulated | None = None) -> DocumentTable:
    results = [
        (
            str(net),
            f"{deals:,}",
            percent(Fraction(deals, played.deals), 8),
            signed(net * deals / played.deals),
        )
        for net, deals in played.counts.items()
    ]
    results.append(("together", f"{played.deals:,}", "100 %", f"{float(played.ev):+.6f}"))
    head = ("net result in antes", "combinations", "probability", "contribution")
    if simulated is None:
        return DocumentTable(head, tuple(results), right=(1, 2, 3), total=True, title=title)
    shares = [percent(Fraction(simulated.results.get(net, 0), simulated.rounds), 8) for net in played.counts]
    rows = tuple((*row, share) for row, share in zip(results, (*shares, "100 %"), strict=True))
    return DocumentTable((*head, "simulated"), rows, right=(1, 2, 3, 4), total=True, title=title)


def _half_and_half(played: Played, title: str) -> Iterator[Block]:
    """A long distribution in two columns."""
    results = [
        (str(net), f"{deals:,}", percent(Fraction(deals, played.deals), 8)) for net, deals in played.counts.items()
    ]
    results.append(("together", f"{played.deals:,}", "100 %"))
    half = (len(results) + 1) // 2
    head = ("net result in antes", "combinations", "probability")
    left = DocumentTable(head, tuple(results[:half]), right=(1, 2), title=title)
    yield Beside((left, DocumentTable(head, tuple(results[half:]), right=(1, 2), total=True, title="continued")))


def _habits(found: Sheet) -> Iterator[Block]:
    if not found.habits:
        return
    yield Heading("What other ways to play cost")
    for mistakes, head in ((False, "simple strategy"), (True, "one mistake, always made; else perfect play")):
        rows = tuple(
            (habit.words, percent(-habit.ev), percent(habit.cost, 6))
            for habit in found.habits
            if habit.mistake is mistakes
        )
        yield DocumentTable((head, "house edge", "cost per ante"), rows, right=(1, 2))


def _method(found: Sheet) -> Iterator[Block]:
    yield Heading("Method")
    yield Words(
        "Nothing is sampled. What each case pays is asked of the function that settles live bets at the table, once "
        f"for each of its facts. {HOUSE_GAMES[found.game].method} All arithmetic is in whole numbers and fractions; "
        "values are rounded only where they are printed."
    )


def _checks(found: Sheet) -> Iterator[Block]:
    yield Heading("Checks against enumeration totals")
    rows = tuple(
        (check.what, _number(check.counted), _number(check.expected), "holds" if check.holds else "DOES NOT HOLD")
        for check in found.checks
    )
    yield DocumentTable(("check", "counted", "expected", "result"), rows, right=(1, 2))


def _number(value: int | Fraction) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
