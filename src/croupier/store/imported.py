"""A store made of an exported journal: everything that the entries say, and nothing else.

Heads, postings, balances and the rows that answer retries follow from the entries. People, sessions and what people
learnt are not in an export.
"""

from base64 import b64decode
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from croupier.journal.decks import DeckRow
from croupier.journal.entry import Entry
from croupier.store.base import Head
from croupier.store.checks import posted, told_rows
from croupier.store.sqlite import connect


def write_store(folder: Path, entries: Iterable[Entry], decks: Iterable[DeckRow]) -> int:
    """How many entries there were. The journal must have been audited; the database is written in one transaction."""
    connection = connect(folder)
    heads: dict[str, Head] = {}
    balances: Counter[str] = Counter()
    try:
        with connection:
            for entry in entries:
                found, told = posted(entry.body), told_rows(entry.body)
                connection.execute(
                    "INSERT INTO entry (stream, seq, at, epoch, body, hash, round) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (entry.stream, entry.seq, entry.at, entry.epoch, entry.body, entry.hash, found.round),
                )
                for line, (account, amount) in enumerate(found.post, 1):
                    row = (entry.stream, entry.seq, line, account, amount)
                    connection.execute(
                        "INSERT INTO posting (stream, seq, line, account, amount) VALUES (?, ?, ?, ?, ?)", row
                    )
                    balances[account] += amount
                if told.asked:
                    by = told.by.partition(" for ")[0]
                    answer = (by, told.id, entry.stream, entry.seq, b64decode(told.asked))
                    connection.execute("INSERT INTO answer VALUES (?, ?, ?, ?, ?)", answer)
                heads[entry.stream] = Head(entry.seq, entry.hash, entry.epoch)
            for deck in decks:
                row_of_deck = (deck.stream, deck.round, deck.deck, deck.first, deck.root, deck.sealed)
                connection.execute("INSERT INTO deck VALUES (?, ?, ?, ?, ?, ?)", row_of_deck)
            for stream, head in heads.items():
                connection.execute("INSERT INTO stream VALUES (?, ?, ?, ?)", (stream, head.seq, head.hash, head.epoch))
            for row_of_balance in balances.items():
                connection.execute("INSERT INTO balance VALUES (?, ?)", row_of_balance)
            epoch = max((head.epoch for head in heads.values()), default=0)
            connection.execute("INSERT INTO meta VALUES ('epoch', ?)", (str(epoch),))
        connection.pragma("journal_mode", "DELETE")  # one file, which reading it leaves alone
    finally:
        connection.close()
    return sum(head.seq for head in heads.values())
