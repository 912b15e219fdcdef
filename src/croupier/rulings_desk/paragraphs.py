"""What a paragraph or a standing ruling says, in short."""

from croupier.citation import Citation, is_ruling
from croupier.rulebook.model import Rulebook
from croupier.rulebook.readers import house_rulings
from croupier.sentences import Sentence, says


def summary(book: Rulebook, cite: Citation) -> str:
    return house_rulings.told(cite) if is_ruling(cite) else book.paragraphs[cite]


def rule(book: Rulebook, cite: Citation) -> Sentence:
    """Pages in other languages have their own words for each paragraph."""
    return says("rule", book=book.key, paragraph=cite, text=summary(book, cite))
