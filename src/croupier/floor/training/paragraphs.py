"""Which paragraphs each kind of drill asks about."""

from croupier.base.citation import Citation
from croupier.floor.training.rulings import asked_of
from croupier.rules.games.house.clauses import House
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook

RULING, PAY, RUN = KINDS = ("ruling", "pay", "run")
EXAM = "exam"
"""Rulings and layouts without help. Only a trainer can set one."""


def is_ruled(book: Rulebook, paragraph: str) -> bool:
    """Whether the desk can be asked about the paragraph."""
    on_request = book.clauses.get(House.BETS_ON_REQUEST, {})  # it says who may enter a bet, which no report is about
    if paragraph in book.informative or paragraph in on_request.values():
        return False
    hidden = book.clauses.get(House.HAND_NOT_SHOWN, {})
    return paragraph.startswith("5.") or paragraph in hidden.values()


def is_paid_by(book: Rulebook, paragraph: str) -> bool:
    return paragraph.startswith("4.") and paragraph not in book.informative and not is_ruled(book, paragraph)


def all_paragraphs(book: str, kind: str) -> list[Citation]:
    """The paragraphs that a drill of this kind asks about; paragraphs that only inform are never asked."""
    asked = {RULING: is_ruled, PAY: is_paid_by}.get(kind)
    return [] if asked is None else [cite for cite in asked_of(book) if asked(load(book), cite)]
