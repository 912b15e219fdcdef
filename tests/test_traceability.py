"""Paragraph, clause, code and scenario hold together, for every rulebook.

Four sets are compared: the numbered paragraphs; those mapped to a clause or explained; the clauses that code cites,
found by reading the source; the clauses that a scenario proves. `croupier rules coverage` counts the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.rulebook.coverage import Evidence, Place, Proof, Site, chapter_of, places, uncited, unproved
from croupier.rulebook.load import BOOKS, faults, load
from croupier.rulebook.model import Rulebook
from croupier.traceability.evidence import evidence
from croupier.traceability.scenarios import Scenarios, read_scenarios, scenario
from croupier.traceability.source import (
    Clauses,
    RulingCited,
    books_served,
    citations,
    clause_classes,
    own_modules,
    rulings_cited,
)

COVERED: Mapping[str, str] = {
    "poker@6": "12345",
    "poker@7": "12345",
    "three-card-poker@3": "12345",
    "casino-stud@2": "12345",
    "progressive-holdem@6": "12345",
}
"""The chapters of which every clause must be cited and proved: all of all five."""

ROOT = Path(__file__).parents[1]
MODULES = own_modules()
CITED = citations(MODULES)
SCENARIOS = read_scenarios(ROOT / "tests" / "scenarios")
RULINGS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")


def expect_none(found: Iterable[str]) -> None:
    if sentences := list(found):
        pytest.fail("\n".join(sentences), pytrace=False)


# What can be wrong


def uncited_clauses(book: Rulebook, found: Evidence, chapters: str) -> Iterator[str]:
    for clause, paragraph in uncited(book, found):
        if chapter_of(paragraph) in chapters:
            yield f"{book.key} {paragraph}: no code cites {clause}"


def unproved_clauses(book: Rulebook, found: Evidence, chapters: str) -> Iterator[str]:
    """One clause at two places, for shoe and shuffler, wants a scenario with each."""
    for clause, paragraph in unproved(book, found):
        if chapter_of(paragraph) in chapters:
            yield f"{book.key} {paragraph}: no scenario proves {clause}"


def enumeration_faults(enums: Iterable[Clauses], books: Iterable[Rulebook]) -> Iterator[str]:
    """Code and rulebooks know the same clauses; a member may be missing from one version of a game, not from all."""
    versions: dict[str, list[Rulebook]] = {}
    for book in books:
        versions.setdefault(book.key.partition("@")[0], []).append(book)
    known: dict[str, set[str]] = {game: set() for game in versions}
    for enum in enums:
        for game in {key.partition("@")[0] for key in books_served(f"croupier.games.{enum.package}")} & set(versions):
            known[game] |= set(enum.members.values())
            for clause in enum.members.values():
                if not any(clause in book.clauses for book in versions[game]):
                    yield f"{enum.name} has {clause}, which no rulebook of {game} has"
    for game, own in versions.items():
        for book in own:
            for clause in book.clauses:
                if clause not in known[game]:
                    yield f"{book.key} has {clause}, which no enumeration in games has"


def ruling_faults(cited: Iterable[RulingCited], text: str) -> Iterator[str]:
    known = set(re.findall(r"^- \*\*(R-\d+)\*\*", text, re.MULTILINE))
    for one in cited:
        if f"R-{one.number}" not in known:
            yield f"{one.module}:{one.line} cites R-{one.number}, which docs/rulings.md does not have"


def scenario_faults(scenarios: Scenarios, text: str) -> Iterator[str]:
    known = set(re.findall(r"^- \*\*(R-\d+)\*\*", text, re.MULTILINE))
    yield from scenarios.unreadable
    for one in scenarios.read:
        yield from one.faults()
        for name in (one.proof.subject, *one.cites()):
            if name.startswith("R-") and name not in known:
                yield f"{one.name}: there is no {name} in docs/rulings.md"
        if not one.proof.story:
            yield f"{one.name}: begin with a comment that says what happens"


# What is


@pytest.mark.parametrize("key", BOOKS)
def test_every_paragraph_is_mapped_or_explained(key: str) -> None:
    expect_none(faults(load(key)))


@pytest.mark.parametrize("key", COVERED)
def test_every_clause_is_cited(key: str) -> None:
    expect_none(uncited_clauses(load(key), evidence(key, CITED, SCENARIOS), COVERED[key]))


@pytest.mark.parametrize("key", COVERED)
def test_every_clause_is_proved(key: str) -> None:
    expect_none(unproved_clauses(load(key), evidence(key, CITED, SCENARIOS), COVERED[key]))


def test_code_and_rulebooks_know_the_same_clauses() -> None:
    expect_none(enumeration_faults(clause_classes(MODULES), map(load, BOOKS)))


def test_every_ruling_cited_exists() -> None:
    expect_none(ruling_faults(rulings_cited(MODULES), RULINGS))


def test_every_scenario_names_what_its_book_has() -> None:
    expect_none(scenario_faults(SCENARIOS, RULINGS))


# That it would be noticed

BOOK = load("three-card-poker@3")
FOLD = Place("fold-forfeits", "3.12.1")


def test_notices_a_paragraph_left_out() -> None:
    without = {name: numbers for name, numbers in BOOK.clauses.items() if name != FOLD.clause}
    assert list(faults(replace(BOOK, clauses=without))) == ["3.12.1 is neither a clause's nor explained"]
    explained = {number: why for number, why in BOOK.informative.items() if number != "1.3"}
    assert list(faults(replace(BOOK, informative=explained))) == ["1.3 is neither a clause's nor explained"]


def test_notices_a_paragraph_both_mapped_and_explained() -> None:
    both = {**BOOK.informative, "3.12.1": "of no importance"}
    assert list(faults(replace(BOOK, informative=both))) == ["3.12.1 is both a clause's and explained away"]


def test_notices_a_clause_without_code_or_scenario() -> None:
    everything = Evidence(
        sites={name: (Site("croupier.games.house.play", "play", (1,)),) for name in BOOK.clauses},
        proofs={place: (Proof("three-card-poker/all"),) for place in places(BOOK)},
    )
    assert not list(uncited_clauses(BOOK, everything, "12345"))
    assert not list(unproved_clauses(BOOK, everything, "12345"))
    sites = {name: sites for name, sites in everything.sites.items() if name != FOLD.clause}
    proofs = {place: proofs for place, proofs in everything.proofs.items() if place != FOLD}
    less = Evidence(sites, proofs)
    assert list(uncited_clauses(BOOK, less, "1234")) == ["three-card-poker@3 3.12.1: no code cites fold-forfeits"]
    assert list(unproved_clauses(BOOK, less, "3")) == ["three-card-poker@3 3.12.1: no scenario proves fold-forfeits"]
    assert not list(unproved_clauses(BOOK, less, "5"))


CLAUSES = """
class ThreeCard:
    FOLD_FORFEITS = "fold-forfeits"
    ENVY_BONUS = "envy-bonus"
"""


def test_notices_a_citation_that_goes_away() -> None:
    """The citation is the registration: with the line goes the coverage."""
    module = "croupier.games.three_card.settle"
    cites = "def settle(book):\n    return loses(book.cite(ThreeCard.FOLD_FORFEITS))\n"
    modules = {"croupier.games.three_card.clauses": CLAUSES, module: cites}
    (cited,) = citations(modules)
    assert (cited.clause, cited.site.where, cited.site.lines) == ("fold-forfeits", f"{module}:settle", (2,))
    assert not citations({**modules, module: cites.replace("ThreeCard.FOLD_FORFEITS", "'fold-forfeits'")})


def test_notices_clauses_known_to_one_side_only() -> None:
    enums = clause_classes(MODULES)
    strange = Clauses("ThreeCard", "three_card", {"DRINKS": "drinks-are-free"})
    assert list(enumeration_faults([*enums, strange], [BOOK])) == [
        "ThreeCard has drinks-are-free, which no rulebook of three-card-poker has"
    ]
    fewer = [enum for enum in enums if enum.name != "ThreeCard"]
    missing = list(enumeration_faults(fewer, [BOOK]))
    assert "three-card-poker@3 has fold-forfeits, which no enumeration in games has" in missing


def test_notices_a_ruling_that_does_not_exist() -> None:
    cited = list(rulings_cited({"croupier.games.house.play": "x = (ruling(1),\n     ruling(98))\n"}))
    assert [one.number for one in cited] == [1, 98]
    assert list(ruling_faults(cited, "- **R-1** *Money.*")) == [
        "croupier.games.house.play:2 cites R-98, which docs/rulings.md does not have"
    ]


PLANTED = """# A fold loses the Ante.
rulebook = "three-card-poker@3"
[refused]
action = 1
cites = ["3.8", "jackpot-needs-ante"]
cites_any = ["3.4"]
"""


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        ("three-card-poker/fold-forfeits", ("", ""), None),
        ("three-card-poker/fold-forfeits--unseen", ("", ""), None),
        ("three-card-poker/3.1.3", ("", ""), None),
        ("three-card-poker/R-1--cents", ("", ""), None),
        ("three-card-poker/R-2", ("", ""), "there is no R-2"),
        ("three-card-poker/fold-forfeit", ("", ""), "'fold-forfeit' is no clause"),
        ("three-card-poker/fold-loses-ante", ("", ""), "'fold-loses-ante' is no clause"),
        ("three-card-poker/3.99", ("", ""), "'3.99' is no clause, paragraph or ruling"),
        ("three-card-poker/fold-forfeits", ('"3.8"', '"3.88"'), "'3.88' is no clause"),
        ("three-card-poker/fold-forfeits", ('"3.4"', '"drinks"'), "'drinks' is no clause"),
        ("three-card-poker/fold-forfeits", ('"3.8"', '"R-3"'), "there is no R-3"),
        ("three-card-poker/fold-forfeits", ("# A fold loses the Ante.\n", ""), "begin with a comment"),
        ("casino-stud/fold-forfeits", ("", ""), "belongs into the folder three-card-poker"),
    ],
)
def test_notices_scenarios_astray(name: str, change: tuple[str, str], fault: str | None) -> None:
    planted = scenario(name, PLANTED.replace(*change))
    found = list(scenario_faults(Scenarios(None, (planted,)), "- **R-1** *Money.*"))
    if fault is None:
        assert not found
    else:
        assert len(found) == 1
        assert fault in found[0]


def test_notices_unreadable_scenarios_and_empty_ones(tmp_path: Path) -> None:
    folder = tmp_path / "three-card-poker"
    folder.mkdir()
    (folder / "fold-forfeits.round.toml").write_text("# no rulebook\nactions = []\n")
    (folder / "deal.round.toml").write_text('# nothing expected\nrulebook = "three-card-poker@3"\n[expect]\n')
    found = list(scenario_faults(read_scenarios(tmp_path), ""))
    assert len(found) == 2
    assert "three-card-poker/fold-forfeits: rulebook: None is unknown" in found[0]
    assert "three-card-poker/deal: it expects nothing" in found[1]
