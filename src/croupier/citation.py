"""A citation: the paragraph, or the standing ruling, that decided something."""

from croupier.values import Value

STANDING_RULINGS = "rulings"
"""The book of the house's standing rulings (docs/rulings.md)."""


class Citation(Value, order=True):
    book: str
    paragraph: str

    def numbers(self) -> tuple[str, ...]:
        """The paragraph as printed; a lettered item is read with the paragraph that opens it."""
        opening, letter, _ = self.paragraph.partition("(")
        return (opening, self.paragraph) if letter else (self.paragraph,)


def ruling(number: int) -> Citation:
    """A standing decision of the Shift Manager, cited beside the paragraph it reads."""
    return _RULINGS[number]


_RULINGS = {number: Citation(STANDING_RULINGS, f"R-{number}") for number in range(1, 200)}


def printed(cites: tuple[Citation, ...]) -> list[str]:
    """Paragraph numbers in the order cited, each once."""
    return list(dict.fromkeys(number for cite in cites for number in cite.numbers()))
