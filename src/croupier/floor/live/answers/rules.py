"""Rulebooks and standing rulings, as they are read."""

from croupier.floor.live.answers.said import Said


class Chapter(Said):
    chapter: str
    title: str


class Paragraph(Said):
    paragraph: str
    summary: str


class RulebookTold(Said):
    book: str
    named: str
    title: str
    effective: str
    chapters: list[Chapter]
    paragraphs: list[Paragraph]


class RulingTold(Said):
    ruling: str
    title: str
    chapter: str
    text: str


class Rulings(Said):
    items: list[RulingTold]
