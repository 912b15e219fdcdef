"""Code, scenarios and live tables together: what speaks for each book."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from croupier.proofs.traceability.scenarios import Tried, absences, proofs
from croupier.proofs.traceability.source import Cited
from croupier.rules.rulebook.load import SHIPPED
from croupier.rules.rulebook.readers.coverage import Evidence, Live, Site

DECIDES = ("croupier.rules.games.", "croupier.rules.jackpot.", "croupier.rounds.dealing.")
"""Where things are decided. Code that tells about them cites paragraphs too, but that carries nothing out."""


def evidence(book: str, cited: Iterable[Cited], tries: Iterable[Tried] | None) -> Evidence:
    """`tries` are the scenarios of this book; None if no scenarios are available."""
    sites: dict[str, tuple[Site, ...]] = {}
    for one in cited:
        if book in one.books and one.site.module.startswith(DECIDES):
            sites[one.clause] = (*sites.get(one.clause, ()), one.site)
    live = live_tables().get(book)
    if tries is None:
        return Evidence(sites, scenarios_known=False, live=live)
    tries = list(tries)
    return Evidence(sites, proofs(tries), absences(tries), live=live)


LIVE = SHIPPED / "live.toml"
"""What live tables did about each paragraph when the scenarios were acted out at them (tests/live/acted_out.py)."""


@cache
def live_tables() -> Mapping[str, Mapping[str, tuple[Live, ...]]]:
    """By book and paragraph."""
    books = tomllib.loads(LIVE.read_text(encoding="utf-8"))
    return {
        book: {number: tuple(map(Live, words.split(", "))) for number, words in found.items()}
        for book, found in books.items()
    }
