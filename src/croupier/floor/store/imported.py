"""Makes a store from an exported journal, and returns archived entries to a store.

Heads, postings, balances and the rows that answer retries follow from the entries. An export has no passwords, sessions
or training.
"""

from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import apsw
import msgspec

from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Entry
from croupier.floor.store.base import ARCHIVED, Cut, StoreFailed
from croupier.floor.store.checks import posted, told_rows
from croupier.floor.store.export import read_decks, read_numbered
from croupier.floor.store.sqlite import connect


def write_store(folder: Path, entries: Iterable[tuple[int, Entry]], decks: Iterable[DeckRow]) -> None:
    """Writes in one transaction. Entries come with their commit number, or with 0 if they are in commit order."""
    _write(folder, entries, decks)


def put_back(folder: Path, archives: Sequence[Path]) -> None:
    """Returns archived entries to a copy of the store that they left."""
    _write(folder, chain(*map(read_numbered, archives)), chain(*map(read_decks, archives)))


def _write(folder: Path, entries: Iterable[tuple[int, Entry]], decks: Iterable[DeckRow]) -> None:
    connection = connect(folder)
    try:
        with connection:
            for number, entry in entries:
                _add(connection, number, entry)
            connection.executemany(
                "INSERT OR IGNORE INTO deck VALUES (?, ?, ?, ?, ?, ?)",
                ((deck.stream, deck.round, deck.deck, deck.first, deck.root, deck.sealed) for deck in decks),
            )
            cuts = _cuts(connection)
            _post(connection, cuts)
            connection.execute(
                """INSERT OR REPLACE INTO stream SELECT stream, seq, hash, epoch FROM entry
                   WHERE (stream, seq) IN (SELECT stream, max(seq) FROM entry GROUP BY stream)"""
            )
            connection.execute(
                """INSERT OR REPLACE INTO meta SELECT 'epoch', CAST(max(epoch) AS TEXT) FROM
                   (SELECT epoch FROM stream UNION SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'epoch')"""
            )
            told = (ARCHIVED, msgspec.json.encode(cuts).decode())
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", told)
        connection.pragma("journal_mode", "DELETE")  # one file, which readers do not change
    except apsw.Error as error:
        raise StoreFailed(f"{folder} cannot be written: {error}") from None
    finally:
        connection.close()


def _add(connection: apsw.Connection, number: int, entry: Entry) -> None:
    told = told_rows(entry.body)
    row = (entry.stream, entry.seq, entry.at, entry.epoch, entry.body, entry.hash, posted(entry.body).round)
    connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (number or None, *row))
    if told.asked:
        by = told.by.partition(" for ")[0]
        answer = (by, told.id, entry.stream, entry.seq, b64decode(told.asked))
        connection.execute("INSERT INTO answer VALUES (?, ?, ?, ?, ?)", answer)


def _cuts(connection: apsw.Connection) -> dict[str, Cut]:
    """Where streams begin, by the house's entries about archives."""
    rows: Any = connection.execute("SELECT stream, min(seq) FROM entry GROUP BY stream")
    first, cuts = dict(rows.fetchall()), dict[str, Cut]()
    bodies: Any = connection.execute("SELECT body FROM entry WHERE stream = 'house' ORDER BY seq").fetchall()
    events = [event for (body,) in bodies for event in msgspec.json.decode(body).get("then", ())]
    for each in (each for event in events if event["type"] == "journal-archived" for each in event["streams"]):
        if first.get(each["stream"]) == each["seq"] + 1:
            cuts[each["stream"]] = Cut(each["seq"], each["hash"], each["epoch"], dict(each.get("carried", ())))
    return cuts


def _post(connection: apsw.Connection, cuts: dict[str, Cut]) -> None:
    """Posts in the order of the entries, and sums the balances."""
    balances: Counter[str] = Counter()
    for cut in cuts.values():
        balances.update(cut.carried)
    connection.execute("DELETE FROM posting; DELETE FROM balance")
    rows: Any = connection.execute("SELECT stream, seq, body FROM entry ORDER BY number")
    for stream, seq, body in rows.fetchall():
        for line, (account, amount) in enumerate(posted(body).post, 1):
            row = (stream, seq, line, account, amount)
            connection.execute("INSERT INTO posting (stream, seq, line, account, amount) VALUES (?, ?, ?, ?, ?)", row)
            balances[account] += amount
    connection.executemany("INSERT INTO balance VALUES (?, ?)", balances.items())
