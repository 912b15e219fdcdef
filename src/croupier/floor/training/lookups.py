"""The drill "Which paragraph says this?", for paragraphs that only inform, or that pay and decide no ruling."""

import random
from typing import Any

from croupier.base.citation import Citation
from croupier.floor.training.rulings import OPTIONS, neighbours
from croupier.rules.rulebook.load import load

Json = dict[str, Any]


class LookupQuestion:
    """The paragraph's content and four numbers. What the other paragraphs say stays hidden."""

    def __init__(self, book: str, about: Citation, chance: random.Random) -> None:
        self.book, self.about = load(book), about
        near = neighbours(self.book, about)[: 2 * OPTIONS]
        order = list(self.book.paragraphs)
        self.paragraphs = sorted([about, *chance.sample(near, OPTIONS - 1)], key=order.index)

    def asks(self) -> Json:
        return {
            "kind": "lookup",
            "rulebook": self.book.key,
            "says": self.book.paragraphs[self.about],
            "asks": {"paragraph": [{"paragraph": cite} for cite in self.paragraphs]},
        }

    def mark(self, paragraph: str) -> Json:
        right = paragraph == self.about
        return {
            "right": right,
            "about": self.about,
            "marks": {"paragraph": {"right": right, "given": paragraph, "is": [self.about]}},
            "why": [{"paragraph": self.about, "text": self.book.paragraphs[self.about]}],
            "beside": [
                {"paragraph": cite, "text": self.book.paragraphs[cite]}
                for cite in self.paragraphs
                if cite != self.about
            ],
        }
