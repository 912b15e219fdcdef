"""`croupier keys`: changes a key of a store, while no server has it open."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from croupier.base.errors import Unreadable

DONE, REFUSED, UNREADABLE, UNUSABLE, DAMAGED, FAILED = range(6)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="croupier keys", description="The keys of a store.")
    verbs = parser.add_subparsers(dest="verb", metavar="rotate", required=True)
    rotate = verbs.add_parser(
        "rotate",
        help="encrypt with a new key from now on",
        description="Use a new key from now on. The change is an entry signed by both keys; what was sealed or signed "
        "with the old key stays readable.",
        epilog="Exit status: 0 done; 2 arguments cannot be read, or there is no such store; 3 the store or the key "
        "ring cannot be used, for example because a server has the store open; 4 the journal is damaged.",
    )
    rotate.add_argument("store", type=Path, metavar="STORE", help="a store's folder")
    which = rotate.add_mutually_exclusive_group(required=True)
    which.add_argument("--sealing", action="store_true", help="the key that seals decks")
    which.add_argument("--signing", action="store_true", help="the key that signs checkpoints")
    rotate.add_argument("--key", type=Path, metavar="FILE", help="the key ring, if it is not next to the store")
    rotate.add_argument(
        "--checkpoints", type=Path, metavar="FILE", help="the checkpoint log, if it is not next to the store"
    )
    return parser


def main(argv: Sequence[str]) -> int:
    options = arguments().parse_args(argv)
    from croupier.floor.server.operator.rotating import Which, rotate
    from croupier.floor.store.base import StoreFailed, StoreUnusable
    from croupier.floor.store.checkpoint_file import book_of
    from croupier.floor.store.opening import check_is_store

    folder = options.store.absolute()
    try:
        check_is_store(options.store)
    except Unreadable as error:
        return _say(error, UNREADABLE)
    if os.environ.get("CROUPIER_KEY_COMMAND") and options.key is None:
        return _say(
            "CROUPIER_KEY_COMMAND prints the key ring; write it into a file and name that with --key", UNREADABLE
        )
    key = options.key or Path(os.environ.get("CROUPIER_KEY") or f"{folder}.key")
    book = options.checkpoints or book_of(folder)
    try:
        asked: Which = "sealing" if options.sealing else "signing"
        which, ring = rotate(folder, key.absolute(), book.absolute(), asked)
    except StoreUnusable as error:
        return _say(error.why, DAMAGED if error.code == "damaged" else UNUSABLE)
    except (StoreFailed, OSError) as error:
        return _say(error, FAILED)
    if which != asked:
        print(
            f"A change of the {which} key that was begun before is finished; run the command again for the other key."
        )
    told = f"key {ring.newest} seals from now on" if which == "sealing" else f"signs as {ring.public_key.hex()}"
    print(f"{key}: {told}. Copy the key ring to its other place again.")
    return DONE


def _say(why: object, status: int) -> int:
    print(f"croupier keys: {why}", file=sys.stderr)
    return status
