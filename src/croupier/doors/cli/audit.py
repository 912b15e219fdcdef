"""`croupier audit`: whether a journal is what was written, and whether what was written can be."""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from heapq import merge
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.base.errors import Unreadable
from croupier.doors.cli.json_output import print_json
from croupier.floor.audit.changes import Changes
from croupier.floor.audit.evidence import audited_evidence, evidence_in
from croupier.floor.audit.program import audited, source_of
from croupier.floor.audit.reading import Cannot, Found
from croupier.floor.audit.result import Discrepancy, EvidenceSound, ShiftSound, Unsound
from croupier.floor.audit.shift_evidence import audited_shift, is_of_a_shift
from croupier.floor.journal.upcast import UnknownVersion
from croupier.floor.live.state.times import printed_time
from croupier.floor.store.base import SnapshotRow, StoreUnusable
from croupier.floor.store.export import read_decks, read_numbered
from croupier.rules.money import dollars

if TYPE_CHECKING:  # what replays is imported where it is used
    from croupier.floor.journal.decks import DeckRow
    from croupier.floor.journal.entry import Entry
    from croupier.floor.live.replay import Journal

SOUND, DISCREPANCY, UNREADABLE, UNUSABLE = 0, 1, 2, 3


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier audit",
        description="Checks a journal from its first entry to its last, without trusting the program that wrote it.",
        epilog="Exit status: 0 sound, 1 a discrepancy was found, 2 arguments or input cannot be read, "
        "3 the store cannot be used.",
    )
    parser.add_argument(
        "store",
        metavar="STORE",
        help="a store's folder (a server may be running), postgresql://USER@HOST/DATABASE, an export, or evidence "
        "(PDF or JSONL)",
    )
    parser.add_argument("--checkpoints", metavar="FILE", help="the checkpoint log, if it is not next to the store")
    parser.add_argument(
        "--key", metavar="FILE", help="the key ring; with it the audit opens sealed decks and compares every card"
    )
    parser.add_argument(
        "--replay",
        action="store_true",
        help="decide every act again by the rules and compare (default key ring: the one next to the store)",
    )
    parser.add_argument(
        "--archive",
        metavar="FILE",
        action="append",
        default=[],
        help="an archive of this journal; can be given several times",
    )
    parser.add_argument("--report", metavar="FILE", help="a shift report (JSON): its signature and its figures")
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    try:
        inside = evidence_in(options.store)
        if inside is not None:
            told_of = audited_shift if is_of_a_shift(inside) else audited_evidence
            return _evidence(told_of(inside, options.checkpoints), as_json=options.json)
        told = audited(options.store, options.checkpoints, options.key, options.archive, options.report)
        if options.replay:
            if told.archived:
                files = ", ".join(sorted({each.file for each in told.archived}))
                raise Cannot(UNREADABLE, f"a replay needs what was archived; name it with --archive: {files}")
            _replay(options.store, options.key, options.archive)
            told.checks.append("replay")
    except Cannot as cannot:
        status, why = cannot.args
        print(f"croupier audit: {why}", file=sys.stderr)
        return int(status)
    except Found as found:
        if options.json:
            print_json(Unsound(sound=False, first=Discrepancy(*found.args)))
        else:
            stream, seq, kind, why = found.args
            where = f"{stream}, entry {seq}" if seq else stream or "the journal"
            print(f"Not sound. {where}: {kind}: {why}.")
        return DISCREPANCY
    if options.json:
        print_json(told)
    else:
        print(f"Sound: {told.entries} entries in {told.streams} streams, {told.rounds} rounds.")
        print(f"Checked: {', '.join(told.checks)}.")
        if options.report is not None:
            print(f"The report {options.report} is signed, and its figures are those of the journal.")
        for award in told.unpaid:
            where = f"{award.table}, round {award.round}, box {award.box}"
            print(f"Locked and not yet paid: award {award.award} of {where}.")
        for away in told.archived:
            print(f"Archived and not looked at: {away.stream} up to entry {away.entries} ({away.file}).")
        for lost in told.lost:
            which = f"{lost.stream}, entries {lost.first} to {lost.last}"
            print(f"Lost in a restore: {which} (house, entry {lost.restored}, because: {lost.reason}).")
    return SOUND


def _evidence(told: EvidenceSound | ShiftSound, *, as_json: bool) -> int:
    if as_json:
        print_json(told)
        return SOUND
    known = ", ".join(f"{stream} up to entry {seq}" for stream, seq in told.signed.items()) or "none of these entries"
    if isinstance(told, ShiftSound):
        print(f"Sound: shift {told.shift} ({told.name}), {told.entries} entries in {told.streams} streams.")
        print(f"Its report is signed with {told.key}, and its figures are those of the entries.")
        if told.checkpoints:
            are = "1 checkpoint is" if told.checkpoints == 1 else f"{told.checkpoints} checkpoints are"
            print(f"{are} signed with this key; the last entries known are {known}.")
        else:
            print("No checkpoint is inside: only the report shows which house wrote these entries.")
        return _own(told.own)
    value = told.value if told.figure == "rounds" else f"{'-' * (told.value < 0)}{dollars(abs(told.value))}"
    print(
        f"Sound: {told.figure} of {', '.join(told.tables)} is {value}, as {told.behind} of {told.entries} entries say."
    )
    print(f"From {printed_time(told.since)} to {printed_time(told.until)}.")
    if told.checkpoint:
        print(f"Checkpoint {told.checkpoint} is signed with {told.key} and knows {known}.")
    else:
        print("No checkpoint is inside: nothing shows which house wrote these entries.")
    return _own(told.own)


def _own(lines: int) -> int:
    if lines:
        print(f"Your own checkpoint log agrees ({lines} lines).")
    return SOUND


def _replay(store: str, key: str | None, archives: Sequence[str]) -> None:
    """`Found` at the first entry that is not what is decided again."""
    from croupier.floor.live.replay import replay
    from croupier.floor.live.replay_store import Differs
    from croupier.floor.store import keys
    from croupier.floor.store.addresses import read_address
    from croupier.floor.store.opening import read_store

    try:
        address = read_address(store)
        beside = Path(f"{address if isinstance(address, Path) else address.database}.key")
        ring = keys.load(Path(key or os.environ.get("CROUPIER_KEY") or beside))
        if not isinstance(address, Path) or address.is_dir():
            with read_store(address) as reader:
                count = reader.count()  # what a server writes meanwhile is not looked at
                entries = ((number, entry) for number, entry in reader.every_entry() if number <= count)
                rows = filter(None, map(reader.snapshot, reader.heads()))
                replay(_journal(store, entries, reader.every_deck(), rows, archives), ring)
        else:
            replay(_journal(store, read_numbered(address), read_decks(address), (), archives), ring)
    except Differs as differs:
        raise Found(differs.stream, differs.seq, "replay", differs.why) from None
    except UnknownVersion as error:
        raise Cannot(UNUSABLE, str(error)) from None
    except Unreadable as error:
        raise Cannot(UNREADABLE, str(error)) from None
    except StoreUnusable as error:
        raise Cannot(UNUSABLE, error.why) from None


def _journal(
    store: str,
    entries: "Iterable[tuple[int, Entry]]",
    decks: "Iterable[DeckRow]",
    rows: "Iterable[SnapshotRow]",
    archives: Sequence[str],
) -> "Journal":
    """All of it in the order of commits. What the house said of a table when it was archived is compared like any
    snapshot."""
    from croupier.floor.live.replay import Journal

    files = [Path(file) for file in archives]
    merged = merge(*map(read_numbered, files), entries, key=lambda each: each[0]) if files else entries
    source = source_of(store)
    told = [each for _, event in Changes(source).archived() for each in event["streams"]]
    source.close()
    bases = [SnapshotRow(each["stream"], each["seq"], each["state"].encode()) for each in told]
    return Journal((entry for _, entry in merged), chain(*map(read_decks, files), decks), chain(rows, bases))
