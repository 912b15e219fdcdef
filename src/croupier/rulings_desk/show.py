"""An answer on a plain terminal of eighty columns, and as JSON."""

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base import json_answers
from croupier.base.actors import Rank
from croupier.base.citation import Citation, is_ruling, printed
from croupier.base.json_answers import Cites, Record
from croupier.rounds.playing.screen import Screen
from croupier.rules.games.irregularity import verdict
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import game_of
from croupier.rules.rulebook.readers.weave import title_of
from croupier.rulings_desk.findings import finding_of
from croupier.rulings_desk.misdeal import Dealt
from croupier.rulings_desk.model import Answer, Choice, May
from croupier.rulings_desk.paragraphs import summary
from croupier.rulings_desk.phases import phase_of

MARGIN = 11
"""Labels and paragraph numbers are to the left of this column."""


def show(screen: Screen, answer: Answer, *, in_full: bool = True) -> None:
    """Unless `in_full`, standing rulings are only named, so that a usual answer fits a screen."""
    book = load(answer.book)
    screen.title(title_of(book), f"{answer.book}, {answer.device}")
    phase = phase_of(game_of(answer.book), answer.phase)
    label(screen, "Phase", f"{phase.words}; {answer.when}" if answer.when else phase.words)
    label(screen, "Found", f"{finding_of(book, answer.incident).words} ({answer.found})")
    if answer.refused is not None:
        label(screen, "Refused", answer.refused.why, answer.refused.cites)
    else:
        label(screen, "Ruling", f"{answer.ruling.upper()}: {verdict(answer.ruling)}", answer.cites)
    for remedy in answer.remedies:
        label(screen, "", remedy)
    if answer.refused is None or answer.decided_by > Rank.DEALER:
        label(screen, "Decides", *decider(answer))
    choices(screen, "Choice", answer.choices)
    choices(screen, "Next", answer.next, cited=False)
    named = [] if in_full else [cite for cite in answer.paragraphs if is_ruling(cite)]
    for cite in answer.paragraphs:
        if cite not in named:
            label(screen, cite, summary(book, cite))
    if named:
        label(screen, "Also", f"{', '.join(named)}, standing rulings of the House (? {named[0]} tells it)")


def decider(answer: Answer) -> tuple[str, tuple[Citation, ...]]:
    if answer.decided_by > Rank.DEALER:
        cites = () if answer.below is None else answer.below.cites
        return f"the {answer.decided_by.words} or above; a dealer reports and waits", cites
    later = "; the House decides what follows" if answer.discretion else ""
    return f"a dealer's report suffices{later}", answer.discretion


def show_others(screen: Screen, others: Iterable[Answer]) -> None:
    """The answers in circumstances that neither the phase nor the report names."""
    for other in others:
        if other.refused is not None:
            said, cites = f"refused, {other.refused.why}", other.refused.cites
        else:
            said, cites = f"{other.ruling.upper()}: {verdict(other.ruling)}", other.cites
        label(screen, "But if", f"{other.when}: {said}", cites)
        for remedy in other.remedies:
            label(screen, "", remedy)


def label(screen: Screen, name: str, text: str, cites: tuple[Citation, ...] = ()) -> None:
    screen.say(f"{name:<{MARGIN}}{text}", cites, hang=MARGIN)


def choices(screen: Screen, name: str, given: Iterable[Choice], *, cited: bool = True) -> None:
    """Joins those who may choose the same."""
    together: dict[tuple[May, ...], list[str]] = {}
    for choice in given:
        together.setdefault(choice.may, []).append(choice.who)
    for may, who in together.items():
        acts = [f"{each.act} ({', '.join(printed(each.cites))})" if cited else each.act for each in may]
        label(screen, name, f"{', '.join(who)}: {' or '.join(acts)}")
        name = ""


class RefusedJson(Record):
    why: str
    cites: Cites


class Ruled(json_answers.Answer, kw_only=True):
    SCHEMA = "rule"
    deal: Dealt | UnsetType = UNSET
    """Where the cards went, if that was asked; never under `otherwise`."""
    rulebook: str
    dealing: Literal["shoe", "shuffler"]
    phase: str
    when: str | None
    found: str
    incident: str
    ruling: str | None
    cites: Cites
    remedies: list[str]
    decided_by: str
    discretion: Cites
    choices: dict[str, dict[str, Cites]]
    next: dict[str, dict[str, Cites]]
    refused: RefusedJson | None
    paragraphs: dict[str, str]
    otherwise: list["Ruled"]


def as_json(answer: Answer, others: Iterable[Answer] = (), deal: Dealt | UnsetType = UNSET) -> Ruled:
    refused = answer.refused
    return Ruled(
        deal=deal,
        rulebook=answer.book,
        dealing=answer.device.value,
        phase=answer.phase,
        when=answer.when or None,
        found=answer.found,
        incident=answer.incident,
        ruling=answer.ruling or None,
        cites=printed(answer.cites),
        remedies=list(answer.remedies),
        decided_by=answer.decided_by.words,
        discretion=printed(answer.discretion),
        choices=_choices(answer.choices),
        next=_choices(answer.next),
        refused=None if refused is None else RefusedJson(refused.why, printed(refused.cites)),
        paragraphs={cite: summary(load(answer.book), cite) for cite in answer.paragraphs},
        otherwise=[as_json(other) for other in others],
    )


def _choices(given: Iterable[Choice]) -> dict[str, dict[str, list[str]]]:
    return {choice.who: {may.act: printed(may.cites) for may in choice.may} for choice in given}
