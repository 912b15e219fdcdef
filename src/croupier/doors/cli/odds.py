"""`croupier odds`: exact odds of the games, approved or changed, and all-in equity at the poker table."""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.base.errors import Unreadable
from croupier.doors.cli.arguments import FOUND, above_nothing, amount, number, or_else, show
from croupier.doors.cli.json_output import print_answer
from croupier.doors.cli.page import terminal_width
from croupier.doors.cli.progress import solving, working
from croupier.doors.library.books import book_for
from croupier.rules.games import GAMES, HOUSE_GAMES, POKER_KEY
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents, fraction
from croupier.rules.rulebook.model import Rulebook, game_of

if TYPE_CHECKING:
    from croupier.numbers.reports.par import Simulated

UNKNOWN = 2
SWEEPS = (".html", ".pdf", ".json", ".csv", ".md", ".svg")
REPORTS = (*SWEEPS[:-1], ".xlsx")

USAGE = f"""croupier odds GAME [--json] [--report FILE]       {", ".join(HOUSE_GAMES)}
       croupier odds GAME --set NAME=VALUE …             with changed figures, next to the approved ones
       croupier odds GAME --set NAME=4..8 [--report sweep.svg]    a figure, or two, moved through several values
       croupier odds GAME --changes FILE.toml            the same, from a file
       croupier odds poker "AsAh vs KdKc" [--board …]    all-in equity of hands or ranges
       croupier odds poker "AA vs KK vs 76s" --put 50,200,200 --rake 5    with side pots and rake"""

EPILOG = """What can be changed: rows of pay tables (pair-plus.straight=6) or all of them (pair-plus=40-30-6-4-1);
jackpot awards (jackpot.straight-flush=12% or jackpot.full-house=250, jackpot.akq-of-spades.envy=100), bet-payout-cap,
dealer-qualifies, play-multiple and so on; croupier suggests near matches for a wrong name. In a pay table 0 loses the
stake and push returns it (pair-plus.pair=push), whatever the bet. A file of changes may also hold whole tables as they
stand in a rulebook. A sweep is a range (4..8, or 8%..12%:0.5% with a step) or several values (4|6|8, also of whole
tables: pair-plus=40-30-6-4-1|40-30-6-3-1); two sweeps make a grid of at most 200 points. Exit status: 0 solved, 2 the
question makes no sense."""


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier odds",
        usage=USAGE,
        description="Exact odds of the rules that the tables play: every deal is counted, none is sampled.",
        epilog=EPILOG,
    )
    parser.add_argument("words", nargs="*", metavar="…", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help='one JSON object; exact values are "num/den" strings')
    parser.add_argument(
        "-o",
        "--output",
        "--report",
        dest="report",
        metavar="FILE",
        help="a PAR sheet: .html, .pdf, .xlsx, .json, .csv, .md",
    )
    sheet = parser.add_argument_group("on the PAR sheet")
    sheet.add_argument("--prepared-by", metavar="NAME", help="who prepared it")
    sheet.add_argument("--reviewed-by", metavar="NAME", help="who reviewed it")
    sheet.add_argument("--date", metavar="DATE", help="its date (today)")
    sheet.add_argument("--simulated", metavar="DIR", help="a run of croupier simulate, next to the exact figures")
    house = parser.add_argument_group("house games")
    house.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="change a figure")
    house.add_argument("--changes", metavar="FILE", help="change figures by a TOML file (- for standard input)")
    house.add_argument(
        "--ante", metavar="DOLLARS", help="the Ante (1); it matters for payout limits and for folds with a jackpot bet"
    )
    house.add_argument("--jackpot-bet", metavar="DOLLARS", help="the prescribed jackpot bet (5)")
    house.add_argument("--meter", metavar="DOLLARS", help="what the meter shows")
    house.add_argument("--others", metavar="N", help="boxes of other players, for Envy Bonuses (0)")
    house.add_argument(
        "--contribution", metavar="PART", help="the share of a jackpot bet that goes to the meter, such as 0.60"
    )
    house.add_argument("--reset", metavar="DOLLARS", help="the reset value of the meter")
    house.add_argument(
        "--limits",
        metavar="BET=DOLLARS,…",
        help="the highest bets on the sign, for the liability: ante=1000,pair-plus=500",
    )
    house.add_argument("--boxes", metavar="N", help="boxes of the table, for the liability and jackpot intervals (1)")
    house.add_argument("--rounds-an-hour", metavar="N", help="for hours between jackpots and the win of an hour")
    house.add_argument(
        "--strategy",
        metavar="FILE.csv",
        help="write every decision of perfect play without side bets; "
        "the first time some seconds go into compiling, but for 3 Card Poker",
    )
    house.add_argument("--quick", action="store_true", help="leave out simple strategies, mistakes and liability")
    poker = parser.add_argument_group("poker")
    poker.add_argument("--board", metavar="CARDS", default="", help="three, four or five cards")
    poker.add_argument("--dead", metavar="CARDS", default="", help="cards that are out of the deck")
    poker.add_argument("--put", metavar="AMOUNTS", help="the all-in amount of each player, such as 100,250,250")
    poker.add_argument("--dead-money", metavar="DOLLARS", help="with --put: chips that other players left in the pot")
    poker.add_argument("--pot", metavar="DOLLARS", help="the pot, for the rake (100)")
    poker.add_argument("--rake", metavar="PERCENT", help="of the pot, such as 5")
    poker.add_argument("--cap", metavar="DOLLARS", help="the largest rake")
    poker.add_argument("--chip", metavar="DOLLARS", help="the smallest chip; the rake is a multiple of it (1)")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_intermixed_args(argv)
    try:
        match options.words:
            case [game, hands] if game_of(game) == POKER_KEY:
                book_for(game)
                from croupier.doors.cli.equity import equity

                return equity(hands, options)
            case [game, *_] if game_of(game) == POKER_KEY:
                parser.error('write the hands in quotes, such as: croupier odds poker "AsAh vs KdKc"')
            case [game]:
                if game_of(game) not in GAMES:
                    games = f"there are {', '.join(HOUSE_GAMES)} and, for hands, {POKER_KEY}"
                    raise Unreadable(f"{game!r} is not a game against the House; {games}")
                return _odds(game, options)
            case _:
                parser.error(f"expected one game: {', '.join(HOUSE_GAMES)} or poker")
    except Unreadable as error:
        print(f"croupier odds: {error}", file=sys.stderr)
        return UNKNOWN


# House games


def _odds(game: str, options: argparse.Namespace) -> int:
    _only_with(options, ("board", "dead", "put", "dead_money", "pot", "rake", "cap", "chip"), "poker")
    changes = changes_of(options)
    sweeps = _is_sweep(changes)
    report = None if options.report is None else _new_file("--report", options.report, SWEEPS if sweeps else REPORTS)
    for name in ("prepared_by", "reviewed_by", "date", "simulated"):
        if getattr(options, name) is not None and (report is None or sweeps):
            raise Unreadable(f"--{name.replace('_', '-')} is for a PAR sheet; add --report par.html")
    strategy = None if options.strategy is None else _new_file("--strategy", options.strategy, (".csv",))
    asked: dict[str, Any] = {
        "ante": above_nothing("--ante", or_else(options.ante, "1")),
        "jackpot_bet": above_nothing("--jackpot-bet", or_else(options.jackpot_bet, "5")),
        "meter": None if options.meter is None else amount("--meter", options.meter),
        "others": number("--others", or_else(options.others, "0"), most=10),
        "most": {} if options.limits is None else _limits(options.limits),
        "boxes": number("--boxes", or_else(options.boxes, "1"), least=1, most=16),
        "rounds_an_hour": _hourly(options.rounds_an_hour),
    }
    if sweeps and strategy is not None:
        raise Unreadable("--strategy is that of one game, not of a sweep")
    with solving(f"solving {game}", game):
        from croupier.numbers.maths.odds.sheet import Link, approved
        from croupier.numbers.maths.odds.solve import sheet
        from croupier.numbers.maths.odds.whatif import changed
        from croupier.numbers.reports import page

        if (options.contribution is None) != (options.reset is None):
            raise Unreadable("the long run needs both --contribution and --reset")
        if options.contribution is not None:
            part, reset = _fraction(options.contribution), amount("--reset", options.reset)
            asked["link"] = Link(part, reset)
        book = approved(game)
        if options.jackpot_bet is not None and book.jackpot is None:
            raise Unreadable(f"--jackpot-bet: {book.key} has no jackpot")
        if asked["others"] and not (book.jackpot and any(row.envy for row in book.jackpot.rows.values())):
            raise Unreadable(f"--others: {book.key} pays no Envy Bonus, so other boxes make no difference")
        if sweeps:
            return _sweep(book, changes, asked, report, options)
        variant_book = changed(book, changes) if changes else None
        as_approved = sheet(book, **asked, habits=not options.quick and variant_book is None)
        variant = (
            sheet(variant_book, **asked, habits=not options.quick and report is not None) if variant_book else None
        )
    if report is not None:
        with working(f"writing {report}"):
            from croupier.numbers.reports import par

            simulated = (
                None if options.simulated is None else _simulated(options.simulated, book, changed=bool(changes))
            )
            made = par.Made(
                or_else(options.date, f"{date.today():%Y-%m-%d}"),
                options.prepared_by or "",
                options.reviewed_by or "",
                simulated,
            )
            _write(report, par.report(report.suffix.lower(), as_approved, variant, made))
    if strategy is not None:
        with solving(f"writing {strategy}", game):  # unlike the odds, this does not ship, and is compiled once
            _write_strategy(strategy, variant_book or book, asked["ante"])
    for file in (report, strategy):
        if file is not None:
            print(f"written: {file}", file=sys.stderr)
    if options.json:
        from croupier.numbers.reports.figures import answer

        print_answer(answer(as_approved, variant), indent=2)
        return FOUND
    if report is not None or strategy is not None:
        return FOUND
    width = terminal_width()
    return show(page.page(as_approved, width) if variant is None else page.beside(as_approved, variant, width))


def _simulated(name: str, book: Rulebook, *, changed: bool) -> "Simulated":
    """What a run came to, for the column beside the exact figures."""
    from croupier.numbers.reports.par import Simulated
    from croupier.numbers.simulation.batches import tables_of
    from croupier.numbers.simulation.runs import Folder
    from croupier.numbers.simulation.verdict import exact_of, verdict_of

    plan, total = Folder(Path(name)).merged()
    if changed or plan.book != book.key or {*plan.stakes} != {Spot.ANTE} or not plan.strategies[0].perfect:
        raise Unreadable(f"--simulated: expected a run of {book.key} with an Ante alone, played perfectly")
    unit = plan.stakes[Spot.ANTE]
    box = verdict_of(plan, total, exact_of(plan)).boxes[0]
    results: Counter[Fraction] = Counter()
    for kind, times in total.counts[0].items():
        results[Fraction(int(tables_of(plan).nets[0, kind]), unit)] += times
    return Simulated(total.rounds, plan.seed, -box.mean / unit, box.error / unit, -box.z, results)


def _is_sweep(changes: Mapping[str, Any]) -> bool:
    from croupier.numbers.maths.odds.sweep import is_swept

    return any(is_swept(name, value) for name, value in changes.items())


def _sweep(
    book: Rulebook,
    changes: Mapping[str, Any],
    asked: Mapping[str, Any],
    report: Path | None,
    options: argparse.Namespace,
) -> int:
    from croupier.numbers.maths.odds.sweep import swept
    from croupier.numbers.reports import sweep as sweeps

    found = swept(book, changes, **asked)
    if report is not None:
        _write(report, sweeps.report(report.suffix.lower(), found))
        print(f"written: {report}", file=sys.stderr)
    if options.json:
        print_answer(sweeps.figures(found), indent=2)
    elif report is None:
        return show(sweeps.page(found, terminal_width()))
    return FOUND


def _hourly(text: str | None) -> int | None:
    return None if text is None else number("--rounds-an-hour", text, most=999)


def _limits(text: str) -> dict[Spot, Cents]:
    found: dict[Spot, Cents] = {}
    for part in text.split(","):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals or name not in set(Spot) or Spot(name) in found:
            raise Unreadable(
                f"--limits: {part!r} is not understood; write each bet once, such as ante=1000,pair-plus=500"
            )
        found[Spot(name)] = above_nothing("--limits", value)
    return found


def changes_of(options: argparse.Namespace) -> dict[str, Any]:
    from croupier.numbers.maths.odds.whatif import parse_change, read_changes

    found: dict[str, Any] = {}
    if options.changes is not None:
        try:
            found |= read_changes(_changes_text(options.changes))
        except OSError as error:
            raise Unreadable(f"{options.changes} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise Unreadable(f"{options.changes} is not UTF-8 text") from None
        except Unreadable as wrong:
            raise Unreadable(f"{options.changes}: {wrong}") from None
        if not found:
            raise Unreadable(f"{options.changes} changes nothing; write a figure, such as: pair-plus.straight = 6")
    said: set[str] = set()
    for text in options.set:
        name, value = parse_change(text)
        if name in said:
            raise Unreadable(f"--set: {name} is set twice; give it once")
        said.add(name)
        found[name] = value
    return found


def _changes_text(file: str) -> str:
    if file == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig")
    return Path(file).read_text(encoding="utf-8-sig")


def _new_file(option: str, name: str, endings: Sequence[str]) -> Path:
    file = Path(name)
    if name.lower() in endings:
        raise Unreadable(f"{option}: {name} is an ending without a name; write par{name}")
    if file.suffix.lower() not in endings:
        expected = f"{', '.join(endings[:-1])} or {endings[-1]}" if len(endings) > 1 else endings[0]
        raise Unreadable(f"{option}: {name} should end in {expected}")
    if not file.parent.is_dir():
        raise Unreadable(f"{option}: there is no folder {file.parent}")
    return file


def _write_strategy(file: Path, book: Rulebook, ante: Cents) -> None:
    from croupier.numbers.maths.odds.solver import solver_of
    from croupier.numbers.reports.complete import as_table

    _write(file, as_table(solver_of(book).complete(book, ante)).encode())


def _write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise Unreadable(f"{file} cannot be written: {error.strerror}") from None


def _fraction(text: str) -> Fraction:
    try:
        return fraction(text)
    except ValueError as wrong:
        raise Unreadable(f"--contribution: {wrong}") from None


def _only_with(options: argparse.Namespace, names: Sequence[str], game: str) -> None:
    for name in names:
        if getattr(options, name) not in (None, ""):
            raise Unreadable(f"--{name.replace('_', '-')} is for {game} only")
