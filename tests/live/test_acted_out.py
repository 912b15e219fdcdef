"""`rulebooks/live.toml` says what live tables did about each paragraph when the scenarios were acted out at them."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.proofs.traceability.evidence import ACTED_OUT, LIVE
from croupier.proofs.traceability.scenarios import read_scenarios
from croupier.rules.rulebook.load import BOOKS, load
from tests.live.acted_out import not_to_the_end, seen_live, written

SCENARIOS = Path(__file__).parents[1] / "scenarios"


QUICK = "three-card-poker@3"


@pytest.mark.parametrize("key", [key if key == QUICK else pytest.param(key, marks=pytest.mark.slow) for key in BOOKS])
def test_live_tables_do_what_the_books_column_says(
    tmp_path: Path, request: pytest.FixtureRequest, golden: Callable[[str, str], None], key: str
) -> None:
    scenarios = read_scenarios(SCENARIOS, [key]).read
    found, stuck = seen_live(tmp_path / "store", load(key), scenarios)
    golden(f"acted_out/{key}.txt", not_to_the_end(stuck, len(scenarios)))
    known = tomllib.loads(LIVE.read_text(encoding="utf-8"))
    if request.config.getoption("--update"):
        counts = {**known.get(ACTED_OUT, {}), key: [len(scenarios), len(stuck)]}
        known = {book: found if book == key else known.get(book, {}) for book in BOOKS}
        known[ACTED_OUT] = {book: counts[book] for book in BOOKS if book in counts}
        LIVE.write_text(written(known), encoding="utf-8", newline="\n")
    now = (found, [len(scenarios), len(stuck)])
    was = (known.get(key), known[ACTED_OUT].get(key))
    assert now == was, "if this is right: --update, then review the diff of rulebooks/live.toml"
