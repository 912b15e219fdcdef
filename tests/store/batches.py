"""Batches for a store, chained as the floor chains them."""

from collections.abc import Sequence

from croupier.floor.journal.chain import ZERO, chained
from croupier.floor.journal.entry import Body, Entry, encode_body
from croupier.floor.ledger.postings import Posting
from croupier.floor.store.base import AnswerRow, Batch, Store

TABLE = "table/tcp-1"


class Ahead:
    """Decides ahead of the disk: knows the heads as they will be."""

    def __init__(self, store: Store) -> None:
        self.epoch = store.epoch
        self.heads = {stream: (head.seq, head.hash) for stream, head in store.heads().items()}
        self.at = 1_000_000

    def entry(self, stream: str = TABLE, *, post: Sequence[Posting] = (), round: int = 0, id: str = "") -> Entry:
        seq, hash = self.heads.get(stream, (0, ZERO))
        body = encode_body(Body(v=1, by="Ann", id=id, do="1 ante 50.00", cites=(), post=tuple(post), round=round))
        self.at += 1
        entry = chained(hash, stream, seq + 1, self.at, self.epoch, body)
        self.heads[stream] = (entry.seq, entry.hash)
        return entry

    def act(self, id: str, stream: str = TABLE, *, post: Sequence[Posting] = (), round: int = 0) -> Batch:
        """An entry and the answer under its id."""
        entry = self.entry(stream, post=post, round=round, id=id)
        return Batch(entries=(entry,), answers=(AnswerRow("Ann", id, stream, entry.seq, bytes(32)),))
