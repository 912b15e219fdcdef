"""A process that writes to a store until it is killed: `python -m tests.store.writes STORE [FAULT]`.

It prints `ready`, and from then on the number of each act whose commit it was told of.
"""

import itertools
import sys

from croupier.floor.ledger.accounts import CAGE, wallet
from croupier.floor.ledger.postings import Posting
from croupier.floor.store.addresses import read_address
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.faults import parse_fault
from croupier.floor.store.opening import open_store
from tests.store.batches import Ahead

STREAMS = 3


def main(address: str, fault: str = "") -> int:
    try:
        store = open_store(read_address(address))
    except StoreUnusable as refused:
        print(refused.code, flush=True)
        return 3
    store.arm(parse_fault(fault) if fault else None)
    print("ready", flush=True)
    ahead = Ahead(store)
    for number in itertools.count(store.count() + 1):

        def done(error: Exception | None, number: int = number) -> None:
            print(number if error is None else f"failed {error}", flush=True)

        bought = [Posting(CAGE, -100), Posting(wallet("Ann"), 100)]
        store.submit(ahead.act(f"act-{number}", f"table/{number % STREAMS}", post=bought), done)
        if number % 50 == 0:
            try:
                store.flush()
            except Exception as error:
                print(f"stopped {error}", flush=True)
                return 5
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
