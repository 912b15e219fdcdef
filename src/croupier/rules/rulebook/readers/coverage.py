"""How far a document is covered: which paragraphs are explained, cited by code, proved by a scenario."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from croupier.base.values import Value
from croupier.rules.rulebook.model import Device, Rulebook


class Place(NamedTuple):
    """A clause and its paragraph; a clause that appears twice, for shoe and shuffler, has two places."""

    clause: str
    paragraph: str


class Live(StrEnum):
    """What live tables do about a paragraph; they may both enforce it and tell it."""

    ENFORCED = "enforced"
    """They do it or refuse what is against it: an answer, a ruling, a result or an event of the game cites it."""
    TOLD = "told"
    """A view, a sign, a notice, an announcement or what is said to follow an act cites it."""
    RECORDED = "recorded"
    """The journal alone does."""
    NOTHING = "nothing"


class Site(Value):
    """A function, or a table of a module, that cites a clause."""

    module: str
    name: str
    lines: tuple[int, ...]
    excerpt: str = ""

    @property
    def where(self) -> str:
        return f"{self.module}:{self.name}"


class Proof(Value):
    """A scenario, and what its first comment says about it."""

    scenario: str
    """Its path below the folder of scenarios, such as three-card-poker/fold-forfeits--unseen."""
    story: str = ""

    @property
    def subject(self) -> str:
        """What it is named for: a clause, a paragraph or a ruling."""
        return self.scenario.rpartition("/")[2].partition("--")[0]


class Evidence(Value):
    """The evidence for one book apart from its own text."""

    sites: Mapping[str, tuple[Site, ...]] = {}
    """By clause: a clause is cited for all its places."""
    proofs: Mapping[Place, tuple[Proof, ...]] = {}
    """By place: a round from the shoe proves nothing about the shuffler. Each cited it when it was played."""
    absences: Mapping[Place, tuple[Proof, ...]] = {}
    """Scenarios that show when the clause does not apply; they count for nothing."""
    scenarios_known: bool = True
    """False where there are none to play, as in an installed wheel: what is proved is not known there."""
    live: Mapping[str, tuple[Live, ...]] | None = None
    """By paragraph, from `rulebooks/live.toml`; None if that does not know the book."""

    def proved(self, place: Place) -> bool:
        """A scenario named for the clause has been played and cited it; to come up in others is not enough."""
        return any(proof.subject in place for proof in self.proofs.get(place, ()))

    def lives(self, number: str) -> tuple[Live, ...] | None:
        """What live tables do about a paragraph; None if unknown."""
        return None if self.live is None else self.live.get(number, (Live.NOTHING,))


class Coverage(Value):
    """Paragraph numbers, each in document order."""

    paragraphs: tuple[str, ...]
    explained: tuple[str, ...]
    cited: tuple[str, ...]
    proved: tuple[str, ...] | None
    """None if unknown."""
    open: tuple[str, ...] | None
    """Mapped, but not both cited and proved."""
    live: Mapping[Live, tuple[str, ...]] | None = None
    """What live tables do about them; None if unknown."""

    def counts(self) -> dict[str, int | None]:
        lists = {field: getattr(self, field) for field in self.__struct_fields__ if field != "live"}
        return {field: None if numbers is None else len(numbers) for field, numbers in lists.items()}

    def live_counts(self) -> dict[str, int] | None:
        return None if self.live is None else {live.value: len(numbers) for live, numbers in self.live.items()}


def coverage(book: Rulebook, evidence: Evidence) -> Coverage:
    """Of a paragraph that holds several clauses each must be cited and proved."""
    mapped = clauses_by_paragraph(book)
    cited = tuple(number for number, names in mapped.items() if all(evidence.sites.get(name) for name in names))
    proved = tuple(
        number for number, names in mapped.items() if all(evidence.proved(Place(name, number)) for name in names)
    )
    return Coverage(
        paragraphs=tuple(book.paragraphs),
        explained=tuple(number for number in book.paragraphs if number in book.informative),
        cited=cited,
        proved=proved if evidence.scenarios_known else None,
        open=tuple(number for number in mapped if number not in cited or number not in proved)
        if evidence.scenarios_known
        else None,
        live=None if evidence.live is None else {live: tuple(_about(book, evidence, live)) for live in Live},
    )


def _about(book: Rulebook, evidence: Evidence, live: Live) -> Iterator[str]:
    return (number for number in book.paragraphs if live in (evidence.lives(number) or ()))


def unreasoned(book: Rulebook, evidence: Evidence) -> Iterator[str]:
    """Paragraphs about which live tables do nothing and the book does not explain why."""
    for number in book.paragraphs:
        if evidence.lives(number) in (None, (Live.NOTHING,)) and number not in book.informative:
            yield number


def uncited(book: Rulebook, evidence: Evidence) -> Iterator[Place]:
    return (place for place in places(book) if not evidence.sites.get(place.clause))


def unproved(book: Rulebook, evidence: Evidence) -> Iterator[Place]:
    return (place for place in places(book) if not evidence.proved(place))


def places(book: Rulebook) -> Iterator[Place]:
    """Every clause at each of its places, in document order."""
    return (Place(name, number) for number, names in clauses_by_paragraph(book).items() for name in names)


def clauses_by_paragraph(book: Rulebook) -> dict[str, dict[str, tuple[Device, ...]]]:
    """For each mapped paragraph, in document order, its clauses and their devices."""
    found: dict[str, dict[str, tuple[Device, ...]]] = {number: {} for number in book.paragraphs}
    for name, numbers in book.clauses.items():
        for device in book.procedure.devices:
            if device in numbers:
                clauses = found[numbers[device]]
                clauses[name] = (*clauses.get(name, ()), device)
    return {number: clauses for number, clauses in found.items() if clauses}


def proved_by(book: Rulebook, named: Iterable[str]) -> Iterator[Place]:
    """The places that a round proves which names these clauses and paragraphs; the book is bound to its device."""
    assert book.cited, f"{book.key} is not bound to a device"
    for name in named:
        if name in book.cited:
            yield Place(name, book.cited[name])
        else:
            yield from (Place(clause, name) for clause, cite in book.cited.items() if cite == name)


def chapter_of(number: str) -> str:
    return number.partition(".")[0]


def beneath(number: str, paragraphs: Iterable[str]) -> list[str]:
    """The sub-paragraphs and lettered items of a paragraph, at any depth."""
    return [other for other in paragraphs if other.startswith((f"{number}.", f"{number}("))]


def above(number: str, paragraphs: Iterable[str]) -> str | None:
    """The paragraph that a number is a part of, if it has one."""
    return max((other for other in paragraphs if beneath(other, [number])), key=len, default=None)
