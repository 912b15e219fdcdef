"""Paragraph, clause, code and scenario hold together, for every rulebook.

Four sets are compared: the numbered paragraphs; those mapped to a clause or explained; the clauses that code cites,
found by reading the source; the clauses that a scenario proves: one that is named for the clause, goes as it expects,
and makes the rules cite it when it is played. `croupier rules coverage` counts the same. Books are found, not named.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.proofs.traceability.evidence import DECIDES, evidence
from croupier.proofs.traceability.scenarios import (
    Scenarios,
    ScenarioTried,
    proofs,
    read_scenarios,
    scenario,
    tried,
    tried_with,
)
from croupier.proofs.traceability.source import (
    Clauses,
    RulingCited,
    books_served,
    citations,
    clause_classes,
    own_modules,
    rulings_cited,
)
from croupier.rules.rulebook.load import BOOKS, books_in, faults, load
from croupier.rules.rulebook.model import Rulebook, game_of
from croupier.rules.rulebook.readers.coverage import (
    Evidence,
    Live,
    Place,
    Proof,
    Site,
    places,
    uncited,
    unproved,
    unreasoned,
)

ROOT = Path(__file__).parents[1]
MODULES = own_modules()
CITED = citations(MODULES)
SCENARIOS = read_scenarios(ROOT / "tests" / "scenarios")


@cache
def found(key: str) -> Evidence:
    return evidence(key, CITED, tries(key))


@cache
def tries(key: str) -> list[ScenarioTried]:
    return tried_with(SCENARIOS, key)


RULINGS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")


def expect_none(found: Iterable[str]) -> None:
    if sentences := list(found):
        pytest.fail("\n".join(sentences), pytrace=False)


# What can be wrong


def uncited_clauses(book: Rulebook, found: Evidence) -> Iterator[str]:
    return (f"{book.key} {paragraph}: no code cites {clause}" for clause, paragraph in uncited(book, found))


def unproved_clauses(book: Rulebook, found: Evidence) -> Iterator[str]:
    """One clause at two places, for shoe and shuffler, wants a scenario with each."""
    return (f"{book.key} {paragraph}: no scenario proves {clause}" for clause, paragraph in unproved(book, found))


def live_faults(book: Rulebook, found: Evidence) -> Iterator[str]:
    return (
        f"{book.key} {number}: live tables do nothing about it, for no reason" for number in unreasoned(book, found)
    )


def enumeration_faults(enums: Iterable[Clauses], books: Iterable[Rulebook]) -> Iterator[str]:
    """Code and rulebooks know the same clauses; a member may be missing from one version of a game, not from all."""
    versions: dict[str, list[Rulebook]] = {}
    for book in books:
        versions.setdefault(book.game, []).append(book)
    known: dict[str, set[str]] = {game: set() for game in versions}
    for enum in enums:
        for game in {game_of(key) for key in books_served(f"croupier.rules.games.{enum.package}")} & set(versions):
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


@pytest.mark.parametrize("key", BOOKS)
def test_every_clause_is_cited(key: str) -> None:
    expect_none(uncited_clauses(load(key), found(key)))


@pytest.mark.parametrize("key", BOOKS)
def test_every_clause_is_proved(key: str) -> None:
    expect_none(unproved_clauses(load(key), found(key)))


@pytest.mark.parametrize("key", BOOKS)
def test_live_tables_carry_out_what_is_not_explained(key: str) -> None:
    expect_none(live_faults(load(key), found(key)))


@pytest.mark.parametrize("key", BOOKS)
def test_every_scenario_lets_happen_what_it_is_named_for(key: str) -> None:
    expect_none(fault for one in tries(key) for fault in one.faults())


def test_every_ruling_that_the_rules_cite_is_cited_in_some_scenario() -> None:
    produced = {number for key in BOOKS for one in tries(key) for number in one.cited}
    decided = [one for one in rulings_cited(MODULES) if one.module.startswith(DECIDES)]
    # what two tables of a link do to each other is in tests/properties/test_link.py; a round file has the cards as they
    # lay, so what was entered otherwise is in tests/live
    games = ("croupier.rules.games.house.", "croupier.rules.games.poker.")
    elsewhere = (
        "croupier.rules.jackpot.",
        *(f"{game}{module}" for game in games for module in ("corrections", "card_corrections")),
    )
    cited = {one.number: one for one in decided if not one.module.startswith(elsewhere)}
    expect_none(
        f"{one.module}:{one.line} cites R-{number}, which no scenario brings about"
        for number, one in sorted(cited.items())
        if f"R-{number}" not in produced
    )


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
        sites={name: (Site("croupier.rules.games.house.decisions", "play", (1,)),) for name in BOOK.clauses},
        proofs={place: (Proof(f"three-card-poker/{place.clause}--acted-out"),) for place in places(BOOK)},
    )
    assert not list(uncited_clauses(BOOK, everything))
    assert not list(unproved_clauses(BOOK, everything))
    sites = {name: sites for name, sites in everything.sites.items() if name != FOLD.clause}
    others = {place: proofs for place, proofs in everything.proofs.items() if place != FOLD}
    less = Evidence(sites, others)
    assert list(uncited_clauses(BOOK, less)) == ["three-card-poker@3 3.12.1: no code cites fold-forfeits"]
    assert list(unproved_clauses(BOOK, less)) == ["three-card-poker@3 3.12.1: no scenario proves fold-forfeits"]
    in_passing = Evidence(everything.sites, {**others, FOLD: (Proof("three-card-poker/deal"),)})
    assert len(list(unproved_clauses(BOOK, in_passing))) == 1


def test_notices_a_paragraph_that_live_tables_leave_out() -> None:
    known = found(BOOK.key).live
    assert known is not None
    less = Evidence(live={number: lives for number, lives in known.items() if number != FOLD.paragraph})
    assert less.lives(FOLD.paragraph) == (Live.NOTHING,)
    assert list(live_faults(BOOK, less)) == [
        "three-card-poker@3 3.12.1: live tables do nothing about it, for no reason"
    ]


FOLDS = """# Ann folds.
rulebook = "three-card-poker@3"
shoe = "2c 9h Qs 6d 7d 5h 3c"
actions = ["1 ante 10", "close", "1 fold"]
[table]
ante = ["10", "100"]
[boxes]
1 = "Ann"
[expect.boxes.1.bets.ante]
result = "lose"
"""


def test_a_scenario_proves_what_it_brings_about() -> None:
    assert FOLD in proofs([tried(scenario("three-card-poker/fold-forfeits", FOLDS))])
    named_for_another = tried(scenario("three-card-poker/face-up-in-shoe", FOLDS))
    assert not named_for_another.proves()
    assert list(named_for_another.faults()) == [
        "three-card-poker/face-up-in-shoe: playing it does not cite face-up-in-shoe; "
        "let it happen, or declare it [absent]"
    ]
    goes_otherwise = tried(scenario("three-card-poker/fold-forfeits", FOLDS.replace("lose", "win")))
    assert goes_otherwise.wrong
    assert not goes_otherwise.proves()


def test_what_is_absent_is_declared_and_counts_for_nothing() -> None:
    declared = f'{FOLDS}[absent]\ncites = ["face-up-in-shoe"]\n'
    one = tried(scenario("three-card-poker/face-up-in-shoe--never", declared))
    assert not list(one.faults())
    assert not one.proves()
    assert one.shows_absent() == [Place("face-up-in-shoe", "5.13")]
    wrong = tried(scenario("three-card-poker/fold-forfeits", f'{FOLDS}[absent]\ncites = ["3.12.1"]\n'))
    assert wrong.wrong == ("3.12.1 was to be cited nowhere and was",)


def test_a_new_book_is_open_until_scenarios_prove_it(tmp_path: Path) -> None:
    """A version 4 is put beside version 3, in a copy of croupier, and named nowhere."""
    copy = tmp_path / "croupier"
    shutil.copytree(ROOT / "src" / "croupier", copy, ignore=shutil.ignore_patterns("__pycache__"))
    v3 = copy / "rules" / "rulebooks" / "three-card-poker" / "v3.toml"
    text = v3.read_text(encoding="utf-8")
    v3.with_name("v4.toml").write_text(text.replace("three-card-poker@3", "three-card-poker@4"), encoding="utf-8")
    assert "three-card-poker@4" in books_in(copy / "rules" / "rulebooks")
    command = [sys.executable, "-m", "croupier", "rules", "coverage", "--json"]
    where = {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(command, cwd=ROOT, env={**os.environ, **where}, capture_output=True, check=True, text=True)
    counts = json.loads(told.stdout)
    assert set(counts) == {"croupier", "schema", *BOOKS, "three-card-poker@4"}
    assert counts["three-card-poker@3"]["open"] == 0
    assert counts["three-card-poker@4"]["open"] == counts["three-card-poker@3"]["proved"] > 0


CLAUSES = """
class ThreeCard:
    FOLD_FORFEITS = "fold-forfeits"
    ENVY_BONUS = "envy-bonus"
"""


def test_notices_a_citation_that_goes_away() -> None:
    """The citation is the registration: with the line goes the coverage."""
    module = "croupier.rules.games.three_card.settle"
    cites = "def settle(book):\n    return loses(book.cite(ThreeCard.FOLD_FORFEITS))\n"
    modules = {"croupier.rules.games.three_card.clauses": CLAUSES, module: cites}
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
    cited = list(rulings_cited({"croupier.rules.games.house.decisions": "x = (ruling(1),\n     ruling(98))\n"}))
    assert [one.number for one in cited] == [1, 98]
    assert list(ruling_faults(cited, "- **R-1** *Money.*")) == [
        "croupier.rules.games.house.decisions:2 cites R-98, which docs/rulings.md does not have"
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
        ("three-card-poker/fold-forfeit", ("", ""), "'fold-forfeit' is not a clause"),
        ("three-card-poker/fold-loses-ante", ("", ""), "'fold-loses-ante' is not a clause"),
        ("three-card-poker/3.99", ("", ""), "'3.99' is not a clause, paragraph or ruling"),
        ("three-card-poker/fold-forfeits", ('"3.8"', '"3.88"'), "'3.88' is not a clause"),
        ("three-card-poker/fold-forfeits", ('"3.4"', '"drinks"'), "'drinks' is not a clause"),
        ("three-card-poker/fold-forfeits", ('"3.8"', '"R-3"'), "there is no R-3"),
        ("three-card-poker/fold-forfeits", ("# A fold loses the Ante.\n", ""), "begin with a comment"),
        ("casino-stud/fold-forfeits", ("", ""), "belongs in the folder three-card-poker"),
    ],
)
def test_notices_scenarios_astray(name: str, change: tuple[str, str], fault: str | None) -> None:
    planted = scenario(name, PLANTED.replace(*change))
    found = list(scenario_faults(Scenarios(None, 1, (planted,)), "- **R-1** *Money.*"))
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
    assert "three-card-poker/fold-forfeits: rulebook: none is named" in found[0]
    assert "three-card-poker/deal: it expects nothing" in found[1]
