"""What code and scenarios say about the books; what is missing is said on stderr."""

import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.proofs.traceability.evidence import evidence
from croupier.proofs.traceability.scenarios import Scenarios, ScenarioTried, find_folder, read_scenarios, tried_with
from croupier.proofs.traceability.source import books_served, citations, own_modules
from croupier.rules.rulebook.load import BOOKS
from croupier.rules.rulebook.readers.coverage import Evidence


def scenarios_in(folder: str | None, books: Collection[str] = (), *, needed: bool = False) -> Scenarios:
    """The scenarios of a folder, or of the checkout; all, or those of some books.

    An installed croupier has none; it says so only if the whole request needs them.
    """
    if folder is not None and not Path(folder).is_dir():
        raise Unreadable(f"--scenarios: there is no folder {folder}")
    scenarios = read_scenarios(Path(folder) if folder is not None else find_folder(), books)
    if not scenarios.files and (needed or scenarios.folder is not None):
        where = f"in {scenarios.folder}" if scenarios.folder else "in tests/scenarios"
        words = (
            f"no scenarios were found {where}, so it is not known what is proved; --scenarios DIR says where they are"
        )
        print(f"croupier rules: {words}", file=sys.stderr)
    elif scenarios.files and not scenarios.read:
        words = f"none of the {scenarios.files} scenarios in {scenarios.folder} names {' or '.join(books)}"
        print(f"croupier rules: {words}", file=sys.stderr)
    for sentence in scenarios.unreadable:
        print(f"croupier rules: not counted: {sentence}", file=sys.stderr)
    return scenarios


def tried_for(books: Sequence[str], scenarios: Scenarios) -> dict[str, list[ScenarioTried]]:
    tries = {book: tried_with(scenarios, book) for book in books}
    for one in (one for played in tries.values() for one in played if one.wrong):
        print(f"croupier rules: not counted: {one.scenario.name}: {one.wrong[0]}", file=sys.stderr)
    return tries


def evidence_for(books: Sequence[str], folder: str | None) -> dict[str, Evidence]:
    every = {*books} == {*BOOKS}
    scenarios = scenarios_in(folder, () if every else books, needed=every)
    cited = citations(
        {name: text for name, text in own_modules().items() if not {*books}.isdisjoint(books_served(name))}
    )
    return {
        book: evidence(book, cited, played if scenarios.files else None)
        for book, played in tried_for(books, scenarios).items()
    }
