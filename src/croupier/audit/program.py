"""The checks in their order; the first discrepancy is told."""

from pathlib import Path
from typing import Any

import apsw

from .chain import check_chains, read_book
from .changes import Changes
from .deals import Deals
from .links import Links
from .money import Balances, Debts, Postings
from .people import People
from .reading import Cannot, Found, body_of, ring_of, source_of
from .rounds import Rounds
from .rows import Answers, Snapshots

CHECKS = (
    "chain",
    "heads",
    "checkpoints",
    "postings",
    "balances",
    "rounds",
    "deals",
    "awards",
    "meters",
    "users",
    "answers",
    "snapshots",
)


def audited(store: str, checkpoints: str | None = None, key: str | None = None) -> dict[str, Any]:
    """What was checked, and how much of it there is; `Found` or `Cannot` is raised."""
    ring = None if key is None else ring_of(key)
    try:
        book_file = Path(checkpoints or f"{Path(store)}.checkpoints.jsonl")
        lines = book_file.read_bytes().split(b"\n")[:-1] if checkpoints or book_file.is_file() else []
    except OSError as error:
        raise Cannot(2, f"{checkpoints}: {error.strerror}") from None
    try:
        source = source_of(store)  # read behind the book, which a running server goes on writing
        changes = Changes(source)
        changes.check_keys(ring)
        inside, book = read_book(source.checkpoints, ring), read_book(lines, ring)
        entries, streams = check_chains(source, (inside, book), changes)
        balances = Balances(source)
        rounds = Rounds(balances)
        links = Links(rounds, balances)
        journal = (Postings(source), balances, Debts(balances), rounds, Deals(source, ring), links)
        checks = (*journal, People(source, ring), Answers(source), Snapshots(source, rounds, links))
        for entry in source.entries():
            body = body_of(entry)
            for check in checks:
                check.entry(entry, body)
        for check in checks:
            check.finish()
    except apsw.Error as error:
        raise Found("", 0, "format", f"the database is damaged: {error}") from None
    left_out = {"heads", "users", "answers", "snapshots"} if source.heads is None else set()
    left_out |= set() if book or inside else {"checkpoints"}
    told: dict[str, Any] = {"sound": True, "entries": entries, "streams": streams, "rounds": rounds.over()}
    told["checks"] = [check for check in CHECKS if check not in left_out]
    return {**told, "unpaid": links.unpaid(), "lost": changes.lost()}
