"""Which scenarios prove which clause: they are named for it, they are played, and playing them cites it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from croupier.base.citation import printed
from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.rounds.roundfile.check import cited, differences
from croupier.rounds.roundfile.read import RULING
from croupier.rounds.roundfile.read_tables import AnyScript, LinkedScript, read_scripts
from croupier.rounds.roundfile.run import play
from croupier.rules.rulebook.readers.coverage import Place, Proof, proved_by

SUFFIX = ".round.toml"


class Scenario(Value):
    """A round file of tests/scenarios, as it is played by one book."""

    proof: Proof
    script: AnyScript

    @property
    def name(self) -> str:
        return self.proof.scenario

    @property
    def expects(self) -> bool:
        awards = isinstance(self.script, LinkedScript) and self.script.awards is not None
        return any(self.expected()) or awards or self.script.refused is not None

    def expected(self) -> list[Mapping[str, Any]]:
        """Of the rounds at tables of its book: at a table of another, paragraphs mean something else."""
        if not isinstance(self.script, LinkedScript):
            return list(self.script.expect)
        tables = self.script.tables
        own = (name for name in self.script.expect if tables[name].book.key == self.script.book.key)
        return [round_ for name in own for round_ in self.script.expect[name]]

    def cites(self) -> list[str]:
        """What must be cited, in the order named; of `cites_any` no single one must."""
        refused = self.script.refused.cites if self.script.refused is not None else ()
        return list(dict.fromkeys([*refused, *_cites(self.expected())]))

    def speaks_of(self) -> list[Place]:
        """What it is named for, and what it expects to be cited."""
        return list(dict.fromkeys(proved_by(self.script.book, [self.proof.subject, *self.cites()])))

    def faults(self) -> Iterator[str]:
        """Names that its rulebook does not know."""
        book = self.script.book
        perhaps = self.script.refused.cites_any if self.script.refused is not None else ()
        for cite in (self.proof.subject, *self.cites(), *perhaps):
            if cite not in book.cited and cite not in book.paragraphs and not RULING.fullmatch(cite):
                yield f"{self.name}: {cite!r} is not a clause, paragraph or ruling that {book.key} has"
        if self.name.partition("/")[0] != self.script.game:
            yield f"{self.name}: a scenario of {book.key} belongs in the folder {self.script.game}"
        if not self.expects:
            yield f"{self.name}: it expects nothing, so it proves nothing; add [expect] or [refused]"


def _cites(expected: Any) -> Iterator[str]:
    if isinstance(expected, Mapping):
        for key, value in expected.items():
            if key in ("cites", "void_cites"):
                yield from map(str, value if isinstance(value, list) else [value])
            else:
                yield from _cites(value)
    elif isinstance(expected, list | tuple):
        for item in expected:
            yield from _cites(item)


class Scenarios(Value):
    folder: Path | None
    """None if no scenarios were found; a wheel has none."""
    files: int = 0
    """How many there are, whichever books they name."""
    read: tuple[Scenario, ...] = ()
    unreadable: tuple[str, ...] = ()


def find_folder(start: Path | None = None) -> Path | None:
    """tests/scenarios below the current folder, else in the checkout that croupier runs from."""
    roots = [start or Path.cwd(), *Path(__file__).parent.resolve().parents]
    return next((root / "tests" / "scenarios" for root in roots if (root / "tests" / "scenarios").is_dir()), None)


def read_scenarios(folder: Path | None, books: Collection[str] = ()) -> Scenarios:
    """All of a folder, or those that name one of the books; others are not even read as TOML."""
    if folder is None:
        return Scenarios(None)
    read: list[Scenario] = []
    unreadable = []
    files = sorted(folder.rglob(f"*{SUFFIX}"))
    for file in files:
        name = file.relative_to(folder).as_posix().removesuffix(SUFFIX)
        try:
            text = file.read_text(encoding="utf-8")
            if not books or any(book in text for book in books):
                read += scenarios_in(name, text)
        except (Unreadable, UnicodeDecodeError) as error:
            unreadable.append(f"{name}: {error}")
    return Scenarios(folder, len(files), tuple(read), tuple(unreadable))


def scenario(name: str, text: str) -> Scenario:
    (one,) = scenarios_in(name, text)
    return one


def scenarios_in(name: str, text: str) -> list[Scenario]:
    """One for each rulebook that the file names."""
    return [Scenario(Proof(name, _story(text)), script) for script in read_scripts(text)]


def _story(text: str) -> str:
    """The comment at the top."""
    comment = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        comment.append(line.lstrip("# ").rstrip())
    return " ".join(comment).strip()


class ScenarioTried(Value):
    """A scenario that has been played."""

    scenario: Scenario
    cited: tuple[str, ...]
    """Paragraphs and rulings, as printed."""
    wrong: tuple[str, ...]
    """How it differs from what it expects."""

    def proves(self) -> list[Place]:
        """The clauses it names that were cited on the way; empty if it did not go as expected."""
        if self.wrong or not self.scenario.expects:
            return []
        return [place for place in self.scenario.speaks_of() if place.paragraph in self.cited]

    def shows_absent(self) -> list[Place]:
        if self.wrong:
            return []
        return list(dict.fromkeys(proved_by(self.scenario.script.book, self.scenario.script.absent)))

    def faults(self) -> Iterator[str]:
        one, subject = self.scenario, self.scenario.proof.subject
        yield from (f"{one.name}: {sentence}" for sentence in self.wrong)
        happens = cited(one.script.book, subject, list(self.cited)) or subject in one.script.absent
        if not happens and not RULING.fullmatch(subject):
            yield f"{one.name}: playing it does not cite {subject}; let it happen, or declare it [absent]"


def tried(scenario: Scenario) -> ScenarioTried:
    try:
        played = play(scenario.script)
    except Unreadable as error:
        return ScenarioTried(scenario, (), (str(error),))
    return ScenarioTried(scenario, tuple(printed(played.cited())), tuple(differences(played)))


def tried_with(scenarios: Scenarios, book: str) -> list[ScenarioTried]:
    return [tried(one) for one in scenarios.read if one.script.book.key == book]


def proofs(tries: Iterable[ScenarioTried]) -> dict[Place, tuple[Proof, ...]]:
    """Everything that is proved about the book of these scenarios."""
    return _by_place((place, one.scenario.proof) for one in tries for place in one.proves())


def absences(tries: Iterable[ScenarioTried]) -> dict[Place, tuple[Proof, ...]]:
    return _by_place((place, one.scenario.proof) for one in tries for place in one.shows_absent())


def _by_place(found: Iterable[tuple[Place, Proof]]) -> dict[Place, tuple[Proof, ...]]:
    by_place: dict[Place, tuple[Proof, ...]] = {}
    for place, proof in found:
        by_place[place] = (*by_place.get(place, ()), proof)
    return by_place
