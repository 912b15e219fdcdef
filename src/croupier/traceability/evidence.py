"""Code and scenarios together: what speaks for each book."""

from collections.abc import Iterable

from croupier.rulebook.readers.coverage import Evidence, Site
from croupier.traceability.scenarios import Tried, absences, proofs
from croupier.traceability.source import Cited

DECIDES = ("croupier.games.", "croupier.jackpot.", "croupier.floor.")
"""Where things are decided. Code that tells about them cites paragraphs too, but that carries nothing out."""


def evidence(book: str, cited: Iterable[Cited], tries: Iterable[Tried] | None) -> Evidence:
    """`tries` are the scenarios of this book; None where no scenarios at all are at hand."""
    sites: dict[str, tuple[Site, ...]] = {}
    for one in cited:
        if book in one.books and one.site.module.startswith(DECIDES):
            sites[one.clause] = (*sites.get(one.clause, ()), one.site)
    if tries is None:
        return Evidence(sites, scenarios_known=False)
    tries = list(tries)
    return Evidence(sites, proofs(tries), absences(tries))
