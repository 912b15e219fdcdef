"""`croupier audit`: whether a journal is what was written, and whether what was written can be."""

import argparse
import sys
from collections.abc import Sequence

from croupier.audit.program import audited
from croupier.audit.reading import Cannot, Found
from croupier.cli.json_output import print_json

SOUND, DISCREPANCY = 0, 1


def main(argv: Sequence[str]) -> int:
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
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")
    options = parser.parse_args(argv)
    try:
        told = audited(options.store, options.checkpoints, options.key)
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
    return SOUND
