"""Code, scenarios and live tables together: what speaks for each book."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from croupier.proofs.traceability.scenarios import ScenarioTried, absences, proofs
from croupier.proofs.traceability.source import Cited
from croupier.rules.rulebook.load import SHIPPED
from croupier.rules.rulebook.readers.coverage import Evidence, Live, Site

DECIDES = ("croupier.rules.games.", "croupier.rules.jackpot.", "croupier.rounds.dealing.")
"""Where things are decided. Code that tells about them cites paragraphs too, but that carries nothing out."""


def evidence(book: str, cited: Iterable[Cited], tries: Iterable[ScenarioTried] | None) -> Evidence:
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

ACTED_OUT = "acted-out"
"""The table of that file that counts scenarios."""


@cache
def live_tables() -> Mapping[str, Mapping[str, tuple[Live, ...]]]:
    """By book and paragraph."""
    return {
        book: {number: tuple(map(Live, words.split(", "))) for number, words in found.items()}
        for book, found in _live_file().items()
        if book != ACTED_OUT
    }


@cache
def acted_out() -> Mapping[str, tuple[int, int]]:
    """By book: how many scenarios were acted out at live tables, and how many of them not to their end."""
    return {book: (int(all_), int(left)) for book, (all_, left) in _live_file()[ACTED_OUT].items()}


def _live_file() -> dict[str, dict[str, Any]]:
    return tomllib.loads(LIVE.read_text(encoding="utf-8"))
