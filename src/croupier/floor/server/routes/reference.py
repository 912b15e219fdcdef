"""Reference data that never changes: rulebooks in short, and the House's standing rulings."""

import gzip
from functools import cache
from hashlib import sha256

import msgspec

from croupier.base.sentences import says
from croupier.floor.live.views.names import named
from croupier.floor.server.app import Reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.readers.coverage import chapter_of
from croupier.rules.rulebook.readers.house_rulings import standing_rulings
from croupier.rules.rulebook.readers.weave import CHAPTERS

AN_HOUR = ("cache-control", "public, max-age=3600")


def rulebook(key: str, accepts: str, known: str) -> Reply:
    if key not in BOOKS:
        raise Problem(Code.NOT_FOUND, says("no-such-rulebook", known=", ".join(BOOKS)))
    return _answer(_rulebook(key), accepts, known)


def rulings(accepts: str, known: str) -> Reply:
    return _answer(_rulings(), accepts, known)


def _answer(body: bytes, accepts: str, known: str) -> Reply:
    """Sends nothing if the browser already has it; `known` is the tag that it sent."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = (AN_HOUR, ("etag", tag), ("vary", "accept-encoding"))
    if tag in known:
        return Reply(304, b"", headers)
    if "gzip" in accepts:
        return Reply(200, _smaller(body), (*headers, ("content-encoding", "gzip")))
    return Reply(200, body, headers)


@cache
def _smaller(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


@cache
def _rulebook(key: str) -> bytes:
    book = load(key)
    chapters = dict.fromkeys(map(chapter_of, book.paragraphs))
    told = {
        "book": book.key,
        "named": named(book),
        "title": book.title,
        "effective": book.effective.isoformat(),
        "chapters": [{"chapter": chapter, "title": CHAPTERS.get(chapter, "")} for chapter in chapters],
        "paragraphs": [{"paragraph": number, "summary": text} for number, text in book.paragraphs.items()],
    }
    return msgspec.json.encode(told)


@cache
def _rulings() -> bytes:
    return msgspec.json.encode(
        {
            "items": [
                {"ruling": each.number, "title": each.title, "chapter": each.chapter, "text": each.text}
                for each in standing_rulings().values()
            ]
        }
    )
