"""Runs the checks in order and reports the first discrepancy."""

from collections.abc import Sequence
from pathlib import Path

import apsw

from .archives import begins_of, with_archives
from .chain import check_chains, read_book
from .changes import Changes
from .deals import Deals
from .floats import Floats
from .links import Links
from .money import Balances, Debts, Postings
from .on_server import is_server, server_source
from .people import People
from .reading import Cannot, Found, Source, body_of, ring_of, source_in_files
from .result import Archived, Sound
from .rounds import Rounds
from .rows import Answers, Snapshots
from .rulebooks import Rulebooks
from .shifts import Shifts

CHECKS = (
    "chain",
    "heads",
    "checkpoints",
    "postings",
    "balances",
    "floats",
    "rulebooks",
    "shifts",
    "rounds",
    "deals",
    "awards",
    "meters",
    "users",
    "answers",
    "snapshots",
)


def source_of(store: str) -> Source:
    """A store's folder, an exported journal, or the address of a PostgreSQL server."""
    return server_source(store) if is_server(store) else source_in_files(store)


def audited(
    store: str,
    checkpoints: str | None = None,
    key: str | None = None,
    archives: Sequence[str] = (),
    report: str | None = None,
) -> Sound:
    """What was checked, and how much of it there is; `Found` or `Cannot` is raised. A store and its archives are one
    journal; without them it begins where the house has said that they end."""
    ring = None if key is None else ring_of(key)
    try:
        beside = None if is_server(store) else Path(f"{Path(store)}.checkpoints.jsonl")
        book_file = Path(checkpoints) if checkpoints else beside if beside is not None and beside.is_file() else None
        lines = [] if book_file is None else book_file.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise Cannot(2, f"{checkpoints}: {error.strerror}") from None
    source = None
    try:
        source = source_of(store)  # read behind the book, which a running server goes on writing
        if source.is_archive:
            raise Cannot(2, f"{store} is an archive, a part of a journal: name its store, and this file with --archive")
        changes = Changes(source)
        changes.check_keys(ring)
        source = with_archives(source, archives, changes)
        begins = begins_of(source, changes)
        inside, book = read_book(source.checkpoints, ring), read_book(lines, ring)
        entries, streams = check_chains(source, begins, (inside, book), changes)
        balances = Balances(source, begins)
        rounds = Rounds(balances, begins)
        links = Links(rounds, balances)
        shifts = Shifts()
        journal = (
            Postings(source),
            balances,
            Debts(balances),
            Floats(),
            Rulebooks(),
            rounds,
            Deals(source, ring, begins),
            links,
        )
        checks = (*journal, shifts, People(source, ring), Answers(source), Snapshots(source, rounds, links, begins))
        for entry in source.entries():
            body = body_of(entry)
            for check in checks:
                check.entry(entry, body)
        for check in checks:
            check.finish()
        if report is not None:
            shifts.compare(report)
    except apsw.Error as error:
        raise Found("", 0, "format", f"the database is damaged: {error}") from None
    finally:
        if source is not None:
            source.close()
    left_out = {"heads", "users", "answers", "snapshots"} if source.heads is None else set()
    left_out |= set() if book or inside else {"checkpoints"}
    return Sound(
        sound=True,
        entries=entries,
        streams=streams,
        rounds=rounds.over(),
        checks=[check for check in CHECKS if check not in left_out],
        unpaid=links.unpaid(),
        lost=changes.lost(),
        shifts=shifts.figures(),
        archived=[Archived(each.stream, each.seq, each.file) for each in begins.values()],
    )
