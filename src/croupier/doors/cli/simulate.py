"""`croupier simulate GAME`: rounds by the million, with the exact odds beside them."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.errors import Unreadable
from croupier.doors.cli.arguments import above_nothing, amount, number, or_else
from croupier.doors.cli.json_output import print_answer, print_utf_8
from croupier.doors.cli.page import columns
from croupier.doors.cli.progress import Progress, working
from croupier.doors.cli.simulate_answer import RunOf, SimulateAnswer, SpreadAnswer, answer_of, decimal
from croupier.rules.games import HOUSE_GAMES, POKER_KEY
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents, fraction
from croupier.rules.rulebook.model import game_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from croupier.doors.cli.simulate_report import Course
    from croupier.numbers.simulation.batches import Part
    from croupier.numbers.simulation.plan import MeterOverTime, Plan, Sessions
    from croupier.numbers.simulation.runs import Share
    from croupier.numbers.simulation.strategies import Strategy
    from croupier.numbers.simulation.workers import Workers
    from croupier.rules.rulebook.model import Rulebook

AGREES, DIFFERS, UNKNOWN = 0, 1, 2
REPORTS = (".html", ".md", ".pdf", ".json")
VERBS = ("merge", "replay")
OF_HOUSE_GAMES = (
    *("strategy", "boxes", "ante", "pair_plus", "bonus", "jackpot_bet", "meter", "contribution", "reset"),
    *("session", "bankroll", "shift", "errors", "out", "part", "on", "report"),
)
"""Options that poker does not have."""

USAGE = f"""croupier simulate GAME [--rounds 1e9] [--json]      {", ".join(HOUSE_GAMES)}
       croupier simulate GAME --out DIR                a run that goes on where it was stopped; repeat the command
       croupier simulate GAME --out DIR --part 3/40    one share of it, for job arrays
       croupier simulate GAME --on tcp://host:8786     on a Dask cluster
       croupier simulate poker --players tight,loose,amateur --hands 1e5 --rake 5    programs on the live engine
       croupier simulate merge DIR [--json]            the result of all parts
       croupier simulate replay DIR --round N          round N as a round file"""

EPILOG = """Round n depends on the seed and n alone, so the totals are the same whatever the number of jobs, parts and
restarts. A strategy file has play-from = "Q-6-4" (3 Card Poker, Casino Stud), or fold = ["72o", …] and turn and river =
"best", "always" or "never" (Progressive Hold'em); what it leaves out is played perfectly. One round in 100,000 and the
first jackpot claims are played again at the real desk. Exit status: 0 agrees with the exact odds, 1 differs: by more
than four standard errors, or a round that the desk plays in another way, 2 the question makes no sense."""


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier simulate",
        usage=USAGE,
        description="Simulate a house game by the million rounds and compare the result with its exact odds.",
        epilog=EPILOG,
    )
    parser.add_argument("words", nargs="*", metavar="…", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--rounds", "--hands", metavar="N", help="how many rounds, such as 10000000 or 1e7 (1e7)")
    parser.add_argument("--seed", metavar="N", help="the same seed deals the same cards (1)")
    parser.add_argument(
        "--strategy", metavar="S,…", help="perfect, simple or a file, one for each box; the last one for the rest"
    )
    parser.add_argument("--boxes", metavar="N", help="boxes that play, each a player of its own (1)")
    parser.add_argument("--ante", metavar="DOLLARS", help="the Ante of each box (10)")
    parser.add_argument("--pair-plus", metavar="DOLLARS", help="3 Card Poker: Pair Plus of each box")
    parser.add_argument("--bonus", metavar="DOLLARS", help="Progressive Hold'em: the Bonus of each box")
    parser.add_argument("--jackpot-bet", metavar="DOLLARS", help="the jackpot bet of each box")
    parser.add_argument("--meter", metavar="DOLLARS", help="what the meter shows (50000)")
    money = parser.add_argument_group("money over time")
    money.add_argument("--contribution", metavar="PART", help="let the meter move: the share of each jackpot bet, 0.60")
    money.add_argument("--reset", metavar="DOLLARS", help="the reset value of the meter")
    money.add_argument("--session", metavar="N", help="rounds of a session, for the risk of ruin; needs --bankroll")
    money.add_argument("--bankroll", metavar="DOLLARS", help="what a box brings to each session")
    money.add_argument("--shift", metavar="N", help="rounds of a shift, for the hold of shifts")
    parser.add_argument("--errors", metavar="KIND=CHANCE,…", help="dealers' errors, such as exposed=1/2000")
    poker = parser.add_argument_group("poker")
    poker.add_argument("--players", metavar="NAME,…", help="by seat: tight, loose, amateur, careful, caller, random")
    poker.add_argument("--small-blind", metavar="DOLLARS", help="the big blind is twice that (1)")
    poker.add_argument("--stake", metavar="DOLLARS", help="what everybody starts each hand with (200 small blinds)")
    poker.add_argument("--rake", metavar="PERCENT", help="of the pot (5)")
    poker.add_argument("--cap", metavar="DOLLARS", help="the largest rake of a hand (none)")
    run = parser.add_argument_group("the run")
    run.add_argument("--out", metavar="DIR", help="keep the run in a folder, and go on with it after an interruption")
    run.add_argument("--part", metavar="K/N", help="only share K of N; needs --out")
    run.add_argument("--jobs", metavar="N", help="so many processes (threads on all cores)")
    run.add_argument("--on", metavar="ADDRESS", help="a Dask scheduler whose workers play, tcp://host:8786")
    run.add_argument("--report", metavar="FILE", help="figures and charts: .html, .md, .pdf or .json")
    run.add_argument("--round", metavar="N", help="with replay: which round, from 0")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_intermixed_args(argv)
    try:
        match options.words:
            case ["merge", folder]:
                return _merge(folder, options)
            case ["replay", folder]:
                return _replay(folder, options.round)
            case [game] if game not in VERBS:
                return _simulate(game, options)
            case _:
                parser.error(f"expected one game: {', '.join(HOUSE_GAMES)}; or: merge DIR, replay DIR --round N")
    except Unreadable as error:
        print(f"croupier simulate: {error}", file=sys.stderr)
        return UNKNOWN


def _merge(name: str, options: argparse.Namespace) -> int:
    begun = monotonic()
    report = _report(options)
    with working(f"merging {name}"):
        from croupier.doors.cli.simulate_report import Course
        from croupier.numbers.simulation.batches import merged
        from croupier.numbers.simulation.runs import Folder

        plan, parts = Folder(Path(name)).parts()
        course, found = Course(plan), list(parts)
        for batch, part in found:
            course.add(batch, part)
        total = merged(part for _, part in found)
        run = RunOf(seconds=0, folder=name)
        answer = answer_of(plan, total, run)
    run.seconds = round(monotonic() - begun, 2)
    return _tell(plan, total, course, answer, report, as_json=options.json)


def _report(options: argparse.Namespace) -> Path | None:
    """Where the report is to be written, before anything is played for it."""
    if options.report is None:
        return None
    file = Path(options.report)
    if file.suffix.lower() not in REPORTS:
        raise Unreadable(f"--report: expected a name that ends with {', '.join(REPORTS)}, got {options.report!r}")
    if not file.absolute().parent.is_dir():
        raise Unreadable(f"--report: there is no folder {file.absolute().parent}")
    return file


def _tell(
    plan: "Plan", total: "Part", course: "Course", answer: "SimulateAnswer", file: Path | None, *, as_json: bool
) -> int:
    if file is not None:
        from croupier.doors.cli.simulate_report import report

        try:
            file.write_bytes(report(file.suffix.lower(), plan, total, course, answer))
        except OSError as error:
            raise Unreadable(f"--report: {file} cannot be written: {error.strerror}") from None
        print(f"written: {file}", file=sys.stderr)
    return _print(answer, as_json=as_json)


def _replay(name: str, text: str | None) -> int:
    from croupier.numbers.simulation.round_files import round_file
    from croupier.numbers.simulation.runs import Folder

    if text is None:
        raise Unreadable("replay needs --round N, the number of a round from 0")
    plan = Folder(Path(name)).plan()
    print_utf_8(round_file(plan, _whole("--round", text, least=0, most=plan.rounds - 1)).encode())
    return AGREES


def _simulate(game: str, options: argparse.Namespace) -> int:
    if options.round is not None:
        raise Unreadable("--round is for replay: croupier simulate replay DIR --round N")
    if game_of(game) == POKER_KEY:
        return _poker(game, options)
    for name in ("players", "small_blind", "stake", "rake", "cap"):
        if getattr(options, name) is not None:
            raise Unreadable(f"--{name.replace('_', '-')} is for poker only")
    from croupier.numbers.maths.odds.sheet import approved

    book = approved(game)
    plan = _plan(book, options)
    share = None if options.part is None else _share(options.part)
    if share is not None and options.out is None:
        raise Unreadable("--part needs --out DIR, the folder that all parts share")
    if options.on is not None and options.jobs is not None:
        raise Unreadable("--on plays on the workers of the cluster; leave out --jobs")
    return _run(plan, share, options)


def _poker(game: str, options: argparse.Namespace) -> int:
    from croupier.doors.cli.simulate_poker import simulate_poker
    from croupier.doors.library.books import book_for

    for name in OF_HOUSE_GAMES:
        if getattr(options, name):
            raise Unreadable(f"--{name.replace('_', '-')} is for games against the House, not for poker")
    hands = _whole("--rounds", or_else(options.rounds, "10000"), least=1, most=10**9)
    seed = _whole("--seed", or_else(options.seed, "1"), least=0, most=2**63 - 1)
    return simulate_poker(book_for(game), options, hands, seed, _jobs(options))


def _jobs(options: argparse.Namespace) -> int:
    return _whole("--jobs", or_else(options.jobs, str(os.cpu_count() or 1)), least=1, most=1024)


def _plan(book: "Rulebook", options: argparse.Namespace) -> "Plan":
    from croupier.numbers.maths.odds.sanity import check_amounts
    from croupier.numbers.simulation.errors import rates
    from croupier.numbers.simulation.plan import MOST_BOXES, MOST_ROUNDS, planned

    boxes = number("--boxes", or_else(options.boxes, "1"), least=1, most=MOST_BOXES)
    meter = amount("--meter", or_else(options.meter, "50000"))
    stakes = _stakes(book, options)
    check_amounts(book, ante=stakes[Spot.ANTE], side_bets=tuple(stakes.values()), meter=meter)
    return planned(
        book,
        rounds=_whole("--rounds", or_else(options.rounds, "1e7"), least=1, most=MOST_ROUNDS),
        seed=_whole("--seed", or_else(options.seed, "1"), least=0, most=2**63 - 1),
        stakes=stakes,
        strategies=_strategies(book, or_else(options.strategy, "perfect"), boxes, counted=options.boxes is not None),
        meter=meter if Spot.JACKPOT in stakes else Cents(0),
        over_time=_over_time(options, jackpot=Spot.JACKPOT in stakes),
        sessions=_sessions(options),
        errors=() if options.errors is None else rates(book, options.errors),
        shift=None if options.shift is None else _whole("--shift", options.shift, least=1, most=10**6),
    )


def _over_time(options: argparse.Namespace, *, jackpot: bool) -> "MeterOverTime | None":
    from croupier.numbers.simulation.plan import MeterOverTime

    if options.contribution is None and options.reset is None:
        return None
    if options.contribution is None or options.reset is None or not jackpot:
        raise Unreadable("a meter that moves needs --jackpot-bet, --contribution and --reset")
    try:
        part = fraction(options.contribution)
    except ValueError as wrong:
        raise Unreadable(f"--contribution: {wrong}") from None
    return MeterOverTime(str(part), amount("--reset", options.reset))


def _sessions(options: argparse.Namespace) -> "Sessions | None":
    from croupier.numbers.simulation.plan import Sessions

    if (options.session is None) != (options.bankroll is None):
        raise Unreadable("sessions need both --session and --bankroll")
    if options.session is None:
        return None
    return Sessions(
        _whole("--session", options.session, least=1, most=10**6), above_nothing("--bankroll", options.bankroll)
    )


def _stakes(book: "Rulebook", options: argparse.Namespace) -> dict[Spot, Cents]:
    stakes = {Spot.ANTE: above_nothing("--ante", or_else(options.ante, "10"))}
    known = HOUSE_GAMES[book.game].bets_in(book)
    for spot, text in (
        (Spot.PAIR_PLUS, options.pair_plus),
        (Spot.BONUS, options.bonus),
        (Spot.JACKPOT, options.jackpot_bet),
    ):
        name = "--jackpot-bet" if spot is Spot.JACKPOT else f"--{spot}"
        if text is not None:
            if spot not in known:
                bets = ", ".join(each.words for each in known)
                raise Unreadable(f"{name}: {book.key} has no such bet; it has {bets}")
            stakes[spot] = above_nothing(name, text)
    if options.meter is not None and Spot.JACKPOT not in stakes:
        raise Unreadable("--meter matters for jackpot bets only; add --jackpot-bet 5")
    return stakes


def _strategies(book: "Rulebook", text: str, boxes: int, *, counted: bool) -> "tuple[Strategy, ...]":
    from croupier.numbers.simulation.games import simulated
    from croupier.numbers.simulation.strategies import PERFECT, SIMPLE, Strategy, from_file

    game = simulated(book)
    found = []
    for name in text.split(","):
        found.append(Strategy() if name == PERFECT else game.SIMPLE if name == SIMPLE else from_file(name))
    for strategy in found:
        game.check(strategy)
    if counted and len(found) > boxes:
        raise Unreadable(f"--strategy names {len(found)} strategies for {boxes} boxes")
    found += [found[-1]] * (boxes - len(found))
    return tuple(found)


def _whole(name: str, text: str, *, least: int, most: int) -> int:
    """1000000, 1_000_000, 1,000,000 or 1e6."""
    digits, e, power = text.replace("_", "").replace(",", "").lower().partition("e")
    if digits.isdecimal() and len(digits) < 20 and (not e or (power.isdecimal() and len(power) < 3)):
        found: int = int(digits) * 10 ** int(power or 0)
        if least <= found <= most:
            return found
    raise Unreadable(
        f"{name}: expected a whole number from {least:,} to {most:,}, such as {max(least, 1)} or 1e6, got {text[:40]!r}"
    )


def _share(text: str) -> "Share":
    from croupier.numbers.simulation.runs import Share

    part, slash, of = text.partition("/")
    if slash and part.isdecimal() and of.isdecimal() and 1 <= int(part) <= int(of) < 10**6:
        return Share(int(part), int(of))
    raise Unreadable(f"--part: expected K/N, such as 3/40, got {text[:40]!r}")


def _workers(options: argparse.Namespace) -> "AbstractContextManager[Workers]":
    from croupier.numbers.simulation.workers import cluster, processes, threads

    if options.on is not None:
        return cluster(options.on)
    jobs = _jobs(options)
    return threads(jobs) if options.jobs is None or jobs == 1 else processes(jobs)


def _run(plan: "Plan", share: "Share | None", options: argparse.Namespace) -> int:
    from croupier.doors.cli.simulate_report import Course
    from croupier.numbers.maths.kernels.jit import BEFORE
    from croupier.numbers.simulation.games import simulated
    from croupier.numbers.simulation.runs import Different, Folder, run
    from croupier.numbers.simulation.runs import Share as ShareOf
    from croupier.proofs.simulated_at_the_desk import RealDesk

    begun = monotonic()
    report = _report(options)
    share = share or ShareOf()
    folder = None if options.out is None else Folder(Path(options.out))
    compiling = simulated(plan.load()).KERNEL not in BEFORE
    words = f"simulating {plan.game}"
    first = f"compiling the kernels and making tables of decisions, once for all; then {words}"
    rounds = sum(len(plan.rounds_of(batch)) for batch in share.batches(plan))
    progress = Progress(rounds, "rounds")
    try:
        with working(first if compiling else words) as done:
            course = Course(plan)

            def told(batch: int, part: "Part") -> None:
                course.add(batch, part)
                progress.add(part.rounds, course.words())
                done(progress)

            total = run(plan, workers=_workers(options), share=share, folder=folder, desk=RealDesk(), told=told)
    except Different as different:
        return _differs(different, folder)
    if not total.rounds:
        raise Unreadable(f"--part: the run has {plan.batches} batches, so there is nothing to do for this part")
    seconds = monotonic() - begun
    where = None if options.on is not None else _jobs(options)
    run_of = RunOf(round(seconds, 2), where, options.on, options.out, round(total.rounds / seconds))
    return _tell(plan, total, course, answer_of(plan, total, run_of), report, as_json=options.json)


def _differs(different: Exception, folder: object) -> int:
    from croupier.numbers.simulation.runs import Different, Folder

    assert isinstance(different, Different)
    place = folder.path if isinstance(folder, Folder) else Path()
    file = place / f"round-{different.round}.round.toml"
    file.write_text(different.file, encoding="utf-8")
    print(f"round {different.round}: {different.what}; written: {file}", file=sys.stderr)
    return DIFFERS


def _print(answer: SimulateAnswer, *, as_json: bool) -> int:
    if as_json:
        print_answer(answer, indent=2)
    else:
        print("\n".join(_page(answer)))
    return AGREES if answer.agrees else DIFFERS


def _page(answer: SimulateAnswer) -> Iterator[str]:
    stakes = ", ".join(f"{Spot(spot).words} {stake}" for spot, stake in answer.stakes.items())
    boxes = f"{len(answer.boxes)} boxes" if len(answer.boxes) > 1 else "1 box"
    yield f"{answer.book}: {answer.rounds:,} rounds, {boxes}, seed {answer.seed}; {stakes}" + (
        "" if answer.meter is None else f"; meter {answer.meter}"
    )
    yield ""
    rows = [("house edge in antes", "simulated", "exact", "error", "z", "chi-square")]
    if len(answer.boxes) > 1:
        rows.append(
            (
                "all boxes",
                f"{answer.house_edge:+.6f}",
                f"{decimal(answer.exact_house_edge):+.6f}",
                f"{answer.standard_error:.6f}",
                _z(answer.z, judged=answer.judged),
                "",
            )
        )
    for box in answer.boxes:
        rows.append(
            (
                f"box {box.box}, {box.strategy}",
                f"{box.house_edge:+.6f}",
                f"{decimal(box.exact_house_edge):+.6f}",
                f"{box.standard_error:.6f}",
                _z(box.z, judged=box.judged),
                f"{box.chi_square:.1f} of {box.degrees_of_freedom}",
            )
        )
    yield from columns(rows, right=(1, 2, 3, 4, 5))
    if any(box.exact_envy != "0/1" for box in answer.boxes):
        yield ""
        envy = [("Envy Bonuses in antes", "simulated", "exact")]
        for box in answer.boxes:
            envy.append((f"box {box.box}", f"{box.envy:.6f}", f"{decimal(box.exact_envy):.6f}"))
        yield from columns(envy, right=(1, 2))
    yield from _over_time_page(answer)
    if answer.errors:
        yield ""
        table = [("dealers' errors", "count", "cost to the House", "95 %")]
        for kind, each in answer.errors.items():
            table.append((kind, f"{each.count:,}", f"{each.cost:+,.2f}", f"{each.low:+,.2f} to {each.high:+,.2f}"))
        yield from columns(table, right=(1, 2, 3))
    yield ""
    if not answer.judged:
        yield "z is in brackets where a single round can still move the mean by more than a quarter of its error."
    if any(box.impossible for box in answer.boxes):
        yield f"{sum(box.impossible for box in answer.boxes):,} rounds are in classes that cannot be."
    if answer.claims:
        yield f"{answer.claims:,} claims to a share of the meter"
    yield f"{answer.replayed:,} rounds played again at the real desk, all alike"
    yield "agrees with the exact odds" if answer.agrees else "DIFFERS from the exact odds"


def _over_time_page(answer: SimulateAnswer) -> Iterator[str]:
    for each in answer.sessions or ():
        exact = "" if each.exact_risk_of_ruin is None else f", exact {each.exact_risk_of_ruin:.5f}"
        z = "" if each.z is None else f", z {each.z:+.2f}"
        yield ""
        yield f"box {each.box}: {each.net.number:,} sessions of {each.rounds:,} rounds with {each.bankroll}"
        yield f"  risk of ruin {each.risk_of_ruin:.5f}{exact}{z}"
        yield f"  net {_spread_words(each.net)}"
    if (shifts := answer.shifts) is not None:
        yield ""
        yield f"{shifts.hold.number:,} shifts of {shifts.rounds:,} rounds"
        deviation = shifts.exact_standard_deviation
        exact = "" if deviation is None else f"; exact {shifts.exact_mean:,.2f} ± {deviation:,.2f}"
        yield f"  hold {_spread_words(shifts.hold)}{exact}"
    if (meter := answer.meter_over_time) is not None:
        yield ""
        expected = "" if meter.expected_claims is None else f", {meter.expected_claims:,.1f} expected"
        yield f"meter: {meter.claims:,} claims{expected}; {meter.fixed_instead:,} took the fixed award instead"
        if meter.award is not None:
            exact = "" if meter.exact_mean_award is None else f"; exact mean {meter.exact_mean_award:,.2f}"
            yield f"  award {_spread_words(meter.award)}{exact}"
        yield f"  on average {meter.mean:,.2f}, highest {meter.highest}, at the end {meter.at_end}"


def _spread_words(spread: SpreadAnswer) -> str:
    mean = f"{spread.mean:,.2f} ± {spread.standard_deviation:,.2f}"
    return f"{mean}; 5 / 50 / 95 %: {spread.low} / {spread.middle} / {spread.high}"


def _z(z: float, *, judged: bool) -> str:
    return f"{z:+.2f}" if judged else f"({z:+.2f})"
