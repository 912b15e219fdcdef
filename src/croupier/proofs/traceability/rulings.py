"""The evidence for a standing ruling: code that cites it, clauses cited with it, scenarios that bring it up."""

from collections.abc import Iterable, Mapping, Sequence

from croupier.base.values import Value
from croupier.proofs.traceability.evidence import DECIDES
from croupier.proofs.traceability.scenarios import ScenarioTried
from croupier.proofs.traceability.source import books_served, own_modules, ruling_sites
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.readers.coverage import Proof, Site


class RulingSite(Value):
    site: Site
    beside: Mapping[str, Mapping[str, tuple[str, ...]]]
    """Clauses cited in the same statement: clause to book to paragraphs."""


class RulingScenarios(Value):
    """Scenarios that go as they expect, each in one of the lists."""

    prove: tuple[Proof, ...]
    """Named for the ruling, or expecting it, and citing it when they are played."""
    act_out: tuple[Proof, ...]
    """Named for it, but nothing cites it."""
    cite: tuple[Proof, ...]
    """Others that cite it on their way."""


class RulingEvidence(Value):
    decides: tuple[RulingSite, ...]
    tells: tuple[RulingSite, ...]
    """Code that tells of what was decided."""
    scenarios: RulingScenarios | None
    """None if there are none to play."""


def ruling_evidence(number: str, books: Sequence[str], tries: Iterable[ScenarioTried] | None) -> RulingEvidence:
    sites = [
        RulingSite(site, _places(clauses, books_served(site.module, books)))
        for site, clauses in ruling_sites(own_modules(), number)
    ]
    return RulingEvidence(
        decides=tuple(one for one in sites if one.site.module.startswith(DECIDES)),
        tells=tuple(one for one in sites if not one.site.module.startswith(DECIDES)),
        scenarios=None if tries is None else _scenarios(number, tries),
    )


def _scenarios(number: str, tries: Iterable[ScenarioTried]) -> RulingScenarios:
    prove: list[Proof] = []
    act_out: list[Proof] = []
    cite: list[Proof] = []
    for one in tries:
        scenario = one.scenario
        speaks = number == scenario.proof.subject or number in scenario.cites()
        if one.wrong or not scenario.expects:
            continue
        if number in one.cited:
            (prove if speaks else cite).append(scenario.proof)
        elif speaks:
            act_out.append(scenario.proof)
    return RulingScenarios(*(tuple(dict.fromkeys(found)) for found in (prove, act_out, cite)))


def _places(clauses: Iterable[str], books: Iterable[str]) -> dict[str, dict[str, tuple[str, ...]]]:
    known = [load(book) for book in books]
    return {
        clause: {
            book.key: tuple(dict.fromkeys(book.clauses[clause].values())) for book in known if clause in book.clauses
        }
        for clause in clauses
        if any(clause in book.clauses for book in known)
    }
