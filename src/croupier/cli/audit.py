"""`croupier audit`: whether a journal is what was written, and whether what was written can be."""

import argparse
import os
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from croupier.audit.program import audited
from croupier.audit.reading import Cannot, Found
from croupier.cli.json_output import print_json
from croupier.errors import Unreadable
from croupier.journal.upcast import UnknownVersion
from croupier.store.base import StoreUnusable

SOUND, DISCREPANCY, UNREADABLE, UNUSABLE = 0, 1, 2, 3


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier audit",
        description="Checks a journal from its first entry to its last, and needs nobody's word for it.",
        epilog="Exit status: 0 sound, 1 a discrepancy was found, 2 arguments or input cannot be read, "
        "3 the store cannot be used.",
    )
    parser.add_argument("store", metavar="STORE", help="a store's folder, also beside a running server, or an export")
    parser.add_argument("--checkpoints", metavar="FILE", help="the auditor's book, if it does not lie beside the store")
    parser.add_argument(
        "--key", metavar="FILE", help="the key ring: sealed decks are opened and every card is compared"
    )
    parser.add_argument(
        "--replay",
        action="store_true",
        help="decide every act again, by the rules, and compare; takes the key ring beside the store if none is named",
    )
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    try:
        told = audited(options.store, options.checkpoints, options.key)
        if options.replay:
            _replay(options.store, options.key)
            told["checks"].append("replay")
    except Cannot as cannot:
        status, why = cannot.args
        print(f"croupier audit: {why}", file=sys.stderr)
        return int(status)
    except Found as found:
        if options.json:
            print_json({"sound": False, "first": dict(zip(("stream", "seq", "kind", "why"), found.args, strict=True))})
        else:
            stream, seq, kind, why = found.args
            where = f"{stream}, entry {seq}" if seq else stream or "the journal"
            print(f"Not sound. {where}: {kind}: {why}.")
        return DISCREPANCY
    if options.json:
        print_json(told)
    else:
        print(f"Sound: {told['entries']} entries in {told['streams']} streams, {told['rounds']} rounds.")
        print(f"Checked: {', '.join(told['checks'])}.")
        for award in told["unpaid"]:
            where = f"{award['table']}, round {award['round']}, box {award['box']}"
            print(f"Locked and not yet paid: award {award['award']} of {where}.")
        for lost in told["lost"]:
            which = f"{lost['stream']}, entries {lost['first']} to {lost['last']}"
            print(f"Lost in a restore: {which} (house, entry {lost['restored']}, because: {lost['reason']}).")
    return SOUND


def _replay(store: str, key: str | None) -> None:
    """`Found` at the first entry that is not what is decided again."""
    from croupier.live.replay import Journal, replay
    from croupier.live.tape import Differs
    from croupier.store import keys
    from croupier.store.export import read_decks, read_export
    from croupier.store.reader import Reader

    path = Path(store)
    try:
        ring = keys.load(Path(key or os.environ.get("CROUPIER_KEY") or f"{path}.key"))
        if path.is_dir():
            with Reader(path) as reader:
                entries = islice((entry for _, entry in reader.every_entry()), reader.count())
                rows = filter(None, map(reader.snapshot, reader.heads()))
                replay(Journal(entries, reader.every_deck(), rows), ring)
        else:
            replay(Journal(read_export(path), read_decks(path)), ring)
    except Differs as differs:
        raise Found(differs.stream, differs.seq, "replay", differs.why) from None
    except UnknownVersion as error:
        raise Cannot(UNUSABLE, str(error)) from None
    except Unreadable as error:
        raise Cannot(UNREADABLE, str(error)) from None
    except StoreUnusable as error:
        raise Cannot(UNUSABLE, error.why) from None
