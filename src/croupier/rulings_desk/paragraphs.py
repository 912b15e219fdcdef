"""What a paragraph or a standing ruling says, in short."""

from croupier.base.citation import Citation, is_ruling
from croupier.base.sentences import Sentence, says
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers import house_rulings


def summary(book: Rulebook, cite: Citation) -> str:
    return house_rulings.told(cite) if is_ruling(cite) else book.paragraphs[cite]


def rule(book: Rulebook, cite: Citation) -> Sentence:
    """Rulebooks are English: pages in other languages quote it and mark it as English."""
    return says("rule", book=book.key, paragraph=cite, text=summary(book, cite))
