"""`croupier report`: the report of a shift, from a store or an exported journal."""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from croupier.base.errors import Unreadable
from croupier.floor.journal.entry import Entry, decode_body
from croupier.floor.live.answers.money import ShiftReport
from croupier.floor.live.history.expected import Expectations
from croupier.floor.live.history.printed_report import printed
from croupier.floor.live.history.shift_report import ReportMaker, sign
from croupier.floor.live.people.shifts import Shift, evolve
from croupier.floor.live.state.fold import HOUSE_CODEC, HOUSE_STREAM
from croupier.floor.live.state.house_events import RulebookAdded, SettingsNoted
from croupier.floor.store import keys
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.export import read_numbered
from croupier.floor.store.opening import read_store
from croupier.rules.added_books import add_text

DONE, NO_SUCH_SHIFT, UNREADABLE, UNUSABLE = 0, 1, 2, 3


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier report",
        description="Prints the report of a shift: every figure, with the entries behind it.",
        epilog="Exit status: 0 done, 1 there is no such shift, 2 arguments or input cannot be read, "
        "3 the store cannot be used.",
    )
    parser.add_argument("store", metavar="STORE", help="a store's folder (a server may be running), or an export")
    parser.add_argument("--shift", metavar="N", type=int, required=True, help="the number of the shift")
    parser.add_argument("--key", metavar="FILE", help="the key ring that signs it (default: the one next to the store)")
    parser.add_argument(
        "--format", choices=("json", "csv", "html", "pdf"), default="json", help="what is written (default: json)"
    )
    parser.add_argument("--to", metavar="FILE", help="write to this file instead of the standard output")
    return parser


def main(argv: Sequence[str]) -> int:
    options = arguments().parse_args(argv)
    try:
        found = _report(Path(options.store), options.shift)
        if found is None:
            print(f"croupier report: {options.store} has no shift {options.shift}", file=sys.stderr)
            return NO_SUCH_SHIFT
        _sign(found, options.key, options.store)
        content = msgspec.json.encode(found) + b"\n" if options.format == "json" else printed(found, options.format)
    except StoreUnusable as error:
        print(f"croupier report: {error}", file=sys.stderr)
        return UNUSABLE
    except (Unreadable, OSError) as error:
        print(f"croupier report: {error}", file=sys.stderr)
        return UNREADABLE
    if options.to is not None:
        Path(options.to).write_bytes(content)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    return DONE


def _report(store: Path, number: int) -> ShiftReport | None:
    if store.is_dir():
        with read_store(store) as reader:
            entries = _by_stream(entry for _, entry in reader.every_entry())
    else:
        entries = _by_stream(entry for _, entry in read_numbered(store))
    shifts: Mapping[int, Shift] = {}
    settings: Mapping[str, str] = {}
    for entry in entries.get(HOUSE_STREAM, ()):
        body = decode_body(entry.body)
        for event in HOUSE_CODEC.decode(body.v, body.then):
            shifts = evolve(shifts, event)
            if isinstance(event, SettingsNoted):
                settings = event.settings
            elif isinstance(event, RulebookAdded):
                add_text(event.text, f"the journal's own {event.book}")
    shift = shifts.get(number)
    return None if shift is None else ReportMaker(Expectations()).made(shift, _of(shift, entries), settings)


def _by_stream(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    found: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[entry.stream].append(entry)
    return found


def _of(shift: Shift, entries: Mapping[str, Sequence[Entry]]) -> Iterable[Entry]:
    upto = None if shift.closed is None else {each.stream: each.seq for each in shift.closed.upto}
    for stream, some in sorted(entries.items()):
        last = some[-1].seq if upto is None else upto.get(stream, 0)
        yield from (entry for entry in some if shift.after.get(stream, 0) < entry.seq <= last)


def _sign(report: ShiftReport, key: str | None, store: str) -> None:
    """Uses the named ring, or the one next to the store if there is one."""
    if key is not None:
        sign(report, keys.load(Path(key)))
        return
    with suppress(StoreUnusable, OSError):
        sign(report, keys.load(Path(f"{store.rstrip('/')}.key")))
