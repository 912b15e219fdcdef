"""Rulebooks, as somebody asks for them: `croupier.rulebook("poker@7")["5.12"]`."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from difflib import get_close_matches

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.rounds.telling.words import listed
from croupier.rules.rulebook.load import BOOKS, applying, documents, load
from croupier.rules.rulebook.model import Rulebook, document_of


class Paragraph(Value):
    """One numbered paragraph: its summary in our own words, and the clauses by which code and scenarios know it."""

    book: str
    number: str
    summary: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.number}  {self.summary}"

    def __repr__(self) -> str:
        short = self.summary if len(self.summary) <= 60 else f"{self.summary[:59]}…"
        return f"<{self.book} {self.number}: {short}>"


class Book(Mapping[str, Paragraph]):
    """A rulebook: a mapping of its paragraphs by number, in the order of the document."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules

    @property
    def key(self) -> str:
        return self.rules.key

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def effective(self) -> datetime:
        return self.rules.effective

    def __getitem__(self, number: str) -> Paragraph:
        if number not in self.rules.paragraphs:
            raise KeyError(f"{self.key} has no paragraph {number!r}")
        clauses = tuple(name for name, places in self.rules.clauses.items() if number in places.values())
        return Paragraph(self.key, number, self.rules.paragraphs[number], clauses)

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules.paragraphs)

    def __len__(self) -> int:
        return len(self.rules.paragraphs)

    def __repr__(self) -> str:
        return f"<rulebook {self.key}: {self.title}, {len(self)} paragraphs, in force since {self.effective:%Y-%m-%d}>"


def rulebook(name: str, at: date | None = None) -> Book:
    """A book by its key ("poker@7"), or that of a game in force at a date, today if none is given ("poker")."""
    return Book(book_for(name, at))


def rulebooks() -> tuple[str, ...]:
    """The keys of all books."""
    return tuple(BOOKS)


def book_for(name: str, at: date | None = None) -> Rulebook:
    """The one way in which commands and programs name a book."""
    if name in BOOKS:
        return load(name)
    if name not in documents():
        raise Unreadable(_unknown(name))
    if at is None:
        moment = datetime.now(UTC)
    else:
        moment = at if isinstance(at, datetime) else datetime(at.year, at.month, at.day, tzinfo=UTC)
    return applying(name, moment)


def _unknown(name: str) -> str:
    wanted = "rulebook" if "@" in name else "rulebook or game"
    known = (*documents(), *BOOKS)
    near = [key for key in BOOKS if document_of(key) == document_of(name)] or get_close_matches(name, known, cutoff=0.6)
    hint = f"did you mean {listed(near, 'or')}?" if near else f"there are {', '.join(known)}"
    return f"there is no {wanted} {name!r}; {hint}"
