"""Finds paragraphs and rulings by their words."""

import re
from collections.abc import Iterable, Iterator, Sequence

from croupier.base.values import Value
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.coverage import clauses_by_paragraph
from croupier.rules.rulebook.readers.house_rulings import StandingRuling


class Passage(Value):
    """A paragraph of a book, with its clauses, or a standing ruling, which is in no book."""

    book: str | None
    number: str
    text: str
    clauses: tuple[str, ...] = ()

    @property
    def searched(self) -> str:
        return " ".join((self.number, self.text, *self.clauses))


def passages(books: Iterable[Rulebook], rulings: Iterable[StandingRuling]) -> Iterator[Passage]:
    for book in books:
        clauses = clauses_by_paragraph(book)
        for number, text in book.paragraphs.items():
            explained = book.informative.get(number)
            said = text if explained is None else f"{text} ({explained})"
            yield Passage(book.key, number, said, tuple(clauses.get(number, ())))
    for ruling in rulings:
        yield Passage(None, ruling.number, ruling.text)


def search(words: Sequence[str], among: Iterable[Passage]) -> list[Passage]:
    """Those in which every word stands, or begins a word; capitals do not matter."""
    wanted = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words]
    return [passage for passage in among if all(word.search(passage.searched) for word in wanted)]


def words_of(passages: Iterable[Passage]) -> set[str]:
    return {word.lower() for passage in passages for word in re.findall(r"\w[\w'-]+", passage.searched)}
