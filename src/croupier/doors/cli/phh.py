"""`croupier phh`: hand histories, replayed at our tables and written from our rounds."""

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from croupier.base.citation import printed
from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Cites, Record
from croupier.doors.cli.json_output import print_answer, print_utf_8
from croupier.doors.cli.progress import PATIENCE
from croupier.doors.library.books import book_for
from croupier.rounds.histories import export, ohh
from croupier.rounds.histories.hand import Hand
from croupier.rounds.histories.opening import POKER_BOOKS
from croupier.rounds.histories.phh import PhhEntry, read_phh
from croupier.rounds.histories.replay import Contradiction, Difference, ReplayResult, Result, replay
from croupier.rounds.histories.rounds import Recorded, recorded_rounds
from croupier.rounds.histories.write import write_hand, write_hands
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import Played, play
from croupier.rules.money import Cents, cents, dollars

AGREED, DIFFERS, UNREADABLE = 0, 1, 2
STDIN = "-"
SINGAPORE = timezone(timedelta(hours=8))
"""Seconds after which a person at a terminal sees the progress."""


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier phh", description="Hand histories in the PHH and Open Hand History formats."
    )
    verbs = parser.add_subparsers(dest="verb", metavar="replay|export", required=True)
    _replay_parser(verbs)
    _export_parser(verbs)
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    return replay_files(options) if options.verb == "replay" else export_file(options)


def _replay_parser(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = verbs.add_parser(
        "replay",
        help="play histories at our tables and compare the stacks",
        description="Play the no-limit hold'em hands of PHH files (.phh) and collections (.phhs) at our tables and "
        "compare what everybody has at the end and has won, as far as it is stated. Other variants, and hands that our "
        "documents do not know, are listed as skipped.",
        epilog="Exit status: 0 every hand agrees, or differs for a reason that a paragraph gives; 1 a hand differs or "
        "an action is refused; 2 a file or a hand could not be read.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a history, a collection, a folder of them, or - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="one object on one line for each file")
    parser.add_argument(
        "--rulebook",
        type=_poker_book,
        metavar="BOOK",
        help="the version to play by; else the one that the hand names, or the one in force",
    )
    parser.add_argument(
        "--chip", type=_chip, metavar="AMOUNT", help="the smallest chip (default: 1, or 0.01 if a hand has cents)"
    )


def _export_parser(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = verbs.add_parser(
        "export",
        help="write the rounds of a round file as hand histories",
        description="Play a round file of a poker table and write its rounds as PHH, a collection where there are "
        "several, or as Open Hand History JSON. A hand that was not shown stands there as ???? or not at all (R-45).",
        epilog="Exit status: 0 written; 1 an action was refused (what went before it is written) or no round was "
        "played; 2 the file could not be read or written.",
    )
    parser.add_argument("file", metavar="FILE", help="a round file of a poker table, or - for standard input")
    parser.add_argument("--format", choices=("phh", "ohh"), default="phh", help="default: phh")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write (default: standard output)")
    parser.add_argument("--venue", metavar="NAME", help="where it was played")
    parser.add_argument("--table", metavar="NAME", help="the table's name (default: the name of the round file)")
    parser.add_argument(
        "--currency", type=_currency, metavar="CODE", default="SGD", help="three letters (default: SGD)"
    )
    parser.add_argument(
        "--start", type=_moment, metavar="DATE", help="when it began, such as 2023-05-01T20:15 (Singapore time)"
    )


def _poker_book(name: str) -> str:
    """By its key, or the version in force."""
    try:
        book = book_for(name)
    except Unreadable as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if book.key not in POKER_BOOKS:
        raise argparse.ArgumentTypeError(f"expected poker or {' or '.join(POKER_BOOKS)}, got {name}")
    return book.key


def _currency(text: str) -> str:
    if re.fullmatch("[A-Za-z]{3}", text) is None:
        raise argparse.ArgumentTypeError(f"expected a code of three letters, such as SGD, got {text!r}")
    return text.upper()


def _chip(text: str) -> Cents:
    try:
        chip = cents(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not chip:
        raise argparse.ArgumentTypeError("a chip must be worth more than nothing")
    return chip


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date; write 2023-05-01 or 2023-05-01T20:15") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=SINGAPORE)


# --- Replay --------------------------------------------------------------------------------------------------------


class Tally(Struct):
    """What came of the hands of a file."""

    file: str
    hands: int = 0
    counts: dict[ReplayResult, int] = field(default_factory=dict)
    differing: list[tuple[str, Hand, Result]] = field(default_factory=list)
    reasons: dict[tuple[ReplayResult, str], list[str]] = field(default_factory=dict)
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    remarks: list[tuple[str, str]] = field(default_factory=list)

    @property
    def replayed(self) -> int:
        return self.hands - len(self.unreadable) - self.counts.get(ReplayResult.SKIPPED, 0)

    @property
    def status(self) -> int:
        if self.unreadable:
            return UNREADABLE
        return DIFFERS if self.counts.get(ReplayResult.DIFFERS) else AGREED


def replay_files(options: argparse.Namespace) -> int:
    progress = Progress()
    tallies = []
    for file in history_files(options.files):
        tally = replay_file(file, options, progress)
        progress.wipe()
        tallies.append(tally)
        if options.json:
            print_answer(as_json(tally))
        elif tally.unreadable and not tally.hands:
            print(f"{file}: {tally.unreadable[0][1]}", file=sys.stderr)
        else:
            print("\n".join(as_text(tally)))
    if not tallies:
        print(f"no .phh or .phhs in {', '.join(options.files)}", file=sys.stderr)
        return UNREADABLE
    if len(tallies) > 1 and not options.json:
        print("\n".join(as_text(total(tallies), details=False)))
    return max(tally.status for tally in tallies)


def history_files(names: Sequence[str]) -> Iterator[str]:
    """Files as given; folders are searched for .phh and .phhs, in order."""
    for name in names:
        if Path(name).is_dir():
            yield from sorted(str(path) for path in Path(name).rglob("*") if path.suffix in (".phh", ".phhs"))
        else:
            yield name


def replay_file(file: str, options: argparse.Namespace, progress: "Progress") -> Tally:
    tally = Tally(file)
    try:
        text = read_text(file)
    except Unreadable as error:
        tally.unreadable.append(("", str(error)))
        return tally
    for entry in read_phh(text):
        tally.hands += 1
        name = _name(entry)
        tally.remarks += [(name, remark) for remark in entry.remarks]
        if entry.hand is None:
            tally.unreadable.append((name, entry.problem))
            continue
        try:
            result = replay(entry.hand, options.rulebook, options.chip)
        except Unreadable as error:
            line = entry.line_of(error.action) if isinstance(error, Contradiction) else entry.line
            tally.unreadable.append((name, f"line {line}: {error}"))
            continue
        tally.counts[result.outcome] = tally.counts.get(result.outcome, 0) + 1
        if result.outcome in (ReplayResult.DIFFERS, ReplayResult.EXPLAINED):
            tally.differing.append((name, entry.hand, result))
        elif result.reason:
            tally.reasons.setdefault((result.outcome, result.reason), []).append(name)
        progress.tell(file, tally.hands)
    return tally


def _name(entry: PhhEntry) -> str:
    """The section in a collection; else the number that the hand itself has, or 1."""
    if entry.name or entry.hand is None:
        return entry.name or "1"
    return str(entry.hand.facts.get("hand", 1))


def total(tallies: Sequence[Tally]) -> Tally:
    summed = Tally(f"{len(tallies):,} files")
    for tally in tallies:
        summed.hands += tally.hands
        for outcome, count in tally.counts.items():
            summed.counts[outcome] = summed.counts.get(outcome, 0) + count
        for key, hands in tally.reasons.items():
            summed.reasons.setdefault(key, []).extend(hands)
        summed.unreadable += tally.unreadable
    return summed


ONE, SEVERAL = 0, 1
WORDS = {
    ReplayResult.AGREED: ("agrees", "agree"),
    ReplayResult.PLAYED: ("played, no stacks are stated", "played, no stacks are stated"),
    ReplayResult.EXPLAINED: ("differs for a known reason", "differ for a known reason"),
    ReplayResult.DIFFERS: ("differs", "differ"),
    ReplayResult.LEFT_OUT: ("played and left out of the comparison", "played and left out of the comparison"),
    ReplayResult.SKIPPED: ("skipped", "skipped"),
}


def as_text(tally: Tally, *, details: bool = True) -> Iterator[str]:
    counts = [
        f"{count:,} {WORDS[outcome][ONE if count == 1 else SEVERAL]}"
        for outcome in ReplayResult
        if (count := tally.counts.get(outcome, 0))
    ]
    if tally.unreadable and tally.hands:
        counts.append(f"{len(tally.unreadable):,} unreadable")
    if tally.hands == 1 and details:
        reason = "".join(f": {reason}" for _, reason in tally.reasons)
        yield f"{tally.file}: {counts[0].partition(' ')[2]}{reason}"
    elif tally.hands:
        yield f"{tally.file}: {tally.hands:,} hands: {', '.join(counts)}"
        for (outcome, reason), names in tally.reasons.items():
            yield f"  {outcome}, {len(names):,}: {reason}{_which(names) if details else ''}"
    if not details:
        return
    for name, hand, result in tally.differing:
        yield f"  hand {name}: {'; '.join(_differences(hand, result))}{f' – {result.reason}' if result.reason else ''}"
    for name, problem in tally.unreadable:
        yield f"  hand {name}: {problem}" if name else f"  {problem}"
    for name, remark in tally.remarks:
        yield f"  hand {name}: {remark}"


def _which(names: Sequence[str], most: int = 12) -> str:
    return f" – hands {', '.join(names[:most])}{' …' if len(names) > most else ''}"


def _differences(hand: Hand, result: Result) -> Iterator[str]:
    if result.refusal is not None:
        refusal = result.refusal
        cites = f" ({', '.join(printed(refusal.cites))})" if refusal.cites else ""
        yield f"action {refusal.action} {refusal.text!r} is refused: {refusal.why}{cites}"
    for difference in result.differences:
        who = f"p{difference.player} {hand.name_of(difference.player)}"
        verb = "wins" if difference.of_winnings else "has"
        yield f"{who} {verb} {dollars(difference.got)}, expected {_stated(difference.expected)}"


def _stated(amount: Decimal) -> str:
    """Cents as dollars; finer where the source is."""
    return dollars(int(amount)) if amount == int(amount) else f"{(amount / 100).normalize():f}"


class Differs(Record):
    """What the rules refused in a hand, or a player whose stack or winnings differ from the history."""

    hand: str
    action: int | UnsetType = UNSET
    text: str | UnsetType = UNSET
    why: str | UnsetType = UNSET
    cites: Cites | UnsetType = UNSET
    player: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    expected: str | UnsetType = UNSET
    got: str | UnsetType = UNSET
    of: Literal["winnings"] | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class Reason(Record):
    outcome: str
    reason: str
    hands: list[str]


class UnreadableHand(Record):
    hand: str
    problem: str


class Remark(Record):
    hand: str
    remark: str


class Replayed(Answer):
    SCHEMA = "phh-replay"
    file: str
    hands: int
    replayed: int
    agreed: int
    played: int
    explained: int
    differs: int
    left_out: int
    skipped: int
    differences: list[Differs]
    reasons: list[Reason]
    unreadable: list[UnreadableHand]
    remarks: list[Remark]


def as_json(tally: Tally) -> Replayed:
    def counted(outcome: ReplayResult) -> int:
        return tally.counts.get(outcome, 0)

    return Replayed(
        file=tally.file,
        hands=tally.hands,
        replayed=tally.replayed,
        agreed=counted(ReplayResult.AGREED),
        played=counted(ReplayResult.PLAYED),
        explained=counted(ReplayResult.EXPLAINED),
        differs=counted(ReplayResult.DIFFERS),
        left_out=counted(ReplayResult.LEFT_OUT),
        skipped=counted(ReplayResult.SKIPPED),
        differences=[item for name, hand, result in tally.differing for item in _json_items(name, hand, result)],
        reasons=[Reason(outcome.value, reason, names) for (outcome, reason), names in tally.reasons.items()],
        unreadable=[UnreadableHand(name, problem) for name, problem in tally.unreadable],
        remarks=[Remark(name, remark) for name, remark in tally.remarks],
    )


def _json_items(name: str, hand: Hand, result: Result) -> Iterator[Differs]:
    if (refusal := result.refusal) is not None:
        yield Differs(name, action=refusal.action, text=refusal.text, why=refusal.why, cites=printed(refusal.cites))
    for difference in result.differences:
        yield _json_difference(name, hand, difference, result.reason)


def _json_difference(of: str, hand: Hand, difference: Difference, reason: str) -> Differs:
    seats = hand.facts.get("seats")
    return Differs(
        of,
        player=f"p{difference.player}",
        name=hand.name_of(difference.player),
        seat=seats[difference.player - 1] if seats else UNSET,
        expected=_stated(difference.expected),
        got=dollars(difference.got),
        of="winnings" if difference.of_winnings else UNSET,
        reason=reason or UNSET,
    )


class Progress:
    """A line on the terminal that says how far along it is, once it takes long; elsewhere nothing."""

    def __init__(self) -> None:
        self.begun = self.told = time.monotonic()
        self.shown = False

    def tell(self, file: str, hands: int) -> None:
        now = time.monotonic()
        if now - self.begun < PATIENCE or now - self.told < 0.2 or not sys.stderr.isatty():
            return
        self.told, self.shown = now, True
        print(f"\r\x1b[K{Path(file).name}: {hands:,} hands …", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        self.shown = False


# --- Export --------------------------------------------------------------------------------------------------------


def export_file(options: argparse.Namespace) -> int:
    try:
        played = _played(options.file)
    except Unreadable as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return UNREADABLE
    rounds = recorded_rounds(played)
    if played.refusal is not None:
        refusal = played.refusal
        print(f"{options.file}: action {refusal.action} {refusal.text!r}: refused: {refusal.why}", file=sys.stderr)
    if not rounds:
        print(f"{options.file}: no round was played", file=sys.stderr)
        return DIFFERS
    text = _as_ohh(rounds, options) if options.format == "ohh" else _as_phh(rounds, options)
    if options.output is None:
        print_utf_8(text.encode())
    elif problem := _write(Path(options.output), text, several=len(rounds) > 1):
        print(problem, file=sys.stderr)
        return UNREADABLE
    return AGREED if played.refusal is None else DIFFERS


def _played(file: str) -> Played:
    script = read_script(read_text(file))
    if script.game != "poker":
        raise Unreadable(f"{script.book.key} has no hand histories; expected a round file of a poker table")
    return play(script)


def _table(options: argparse.Namespace) -> str:
    return options.table or Path(options.file).name.removesuffix(".toml").removesuffix(".round")


def _as_phh(rounds: Sequence[Recorded], options: argparse.Namespace) -> str:
    facts: dict[str, Any] = {"table": _table(options), "currency": options.currency}
    began: dict[str, Any] = {}
    if options.venue:
        facts["venue"] = options.venue
    if options.start is not None:
        start = options.start.astimezone(SINGAPORE)
        facts |= {"day": start.day, "month": start.month, "year": start.year}
        began = {"time": start.time(), "time_zone": "Asia/Singapore"}
    hands = [export.hand_of(recorded, facts | (began if recorded.number == 1 else {})) for recorded in rounds]
    return write_hand(hands[0]) if len(hands) == 1 else write_hands(hands)


def _as_ohh(rounds: Sequence[Recorded], options: argparse.Namespace) -> str:
    venue = options.venue or "croupier"
    return ohh.write_ohh(rounds, ohh.Place(venue, _table(options), options.currency, options.start))


def _write(path: Path, text: str, *, several: bool) -> str:
    """Nothing, or why it could not be written."""
    if several and path.suffix == ".phh":
        return f"{path}: several rounds make a collection; name it {path.with_suffix('.phhs')}"
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        return f"{path}: cannot be written: {error.strerror}"
    return ""


def read_text(file: str) -> str:
    try:
        if file == STDIN:
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable("not TOML: the file is not UTF-8 text") from None
    except OSError as error:
        raise Unreadable(f"cannot be opened: {error.strerror}") from None
