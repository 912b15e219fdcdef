"""Code and scenarios together: what speaks for each book."""

from collections.abc import Iterable

from croupier.rulebook.coverage import Evidence, Site
from croupier.traceability.scenarios import Scenarios, proofs
from croupier.traceability.source import Cited


def evidence(book: str, cited: Iterable[Cited], scenarios: Scenarios) -> Evidence:
    sites: dict[str, tuple[Site, ...]] = {}
    for one in cited:
        if book in one.books:
            sites[one.clause] = (*sites.get(one.clause, ()), one.site)
    return Evidence(sites, proofs(scenarios, book))
