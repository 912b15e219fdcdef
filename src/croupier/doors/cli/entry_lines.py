"""Entries of a journal as lines for the terminal, and as JSON."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.base.json_answers import Record
from croupier.floor.journal.entry import Body, Entry
from croupier.rules.money import dollars

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ShownEntry(Record):
    stream: str
    seq: int
    at: int
    epoch: int
    hash: str
    body: Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]


def as_json(entry: Entry) -> ShownEntry:
    return ShownEntry(entry.stream, entry.seq, entry.at, entry.epoch, entry.hash.hex(), msgspec.Raw(entry.body))


def described(entry: Entry, body: Body) -> Iterator[str]:
    """An entry in a line, and what it posts in another."""
    at = EPOCH + timedelta(microseconds=entry.at)
    what = [f"{entry.stream} {entry.seq}", f"{at:%Y-%m-%d %H:%M:%S}.{at.microsecond // 1000:03d}", body.by, body.do]
    if body.round:
        what.insert(1, f"round {body.round}")
    if body.refused:
        what.append("refused")
    if body.reason:
        what.append(f"because: {body.reason}")
    if body.cites:
        what.append(f"({', '.join(body.cites)})")
    yield _plain("  ".join(what))
    if body.post:
        yield _plain(f"    {', '.join(f'{posting.account} {dollars(posting.amount)}' for posting in body.post)}")


def _plain(text: str) -> str:
    """Nothing that a terminal would obey."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
