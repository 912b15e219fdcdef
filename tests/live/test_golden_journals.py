"""A journal of last year opens: what every release has written folds to the states that it folded to then."""

from pathlib import Path
from typing import cast

import msgspec
import pytest

from croupier.base.sentences import ENGLISH
from croupier.floor.journal.entry import decode_body
from croupier.floor.live.replay import Journal, replay
from croupier.floor.store import keys
from croupier.floor.store.export import read_decks, read_export
from croupier.rules.rulebook.load import BOOKS
from tests.live.golden_journals import JOURNALS, Folded, folded

WRITTEN = sorted(JOURNALS.glob("*.jsonl.gz"))


def written(journal: Path) -> Folded:
    return msgspec.json.decode(journal.with_name(journal.name.replace(".jsonl.gz", ".json")).read_bytes(), type=Folded)


@pytest.mark.parametrize("journal", WRITTEN, ids=lambda path: path.name)
def test_what_a_release_has_written_folds_for_ever(journal: Path) -> None:
    assert folded(journal, written(journal).ring) == written(journal)


def test_there_is_a_journal_of_all_rulebooks() -> None:
    said = [decode_body(entry.body) for entry in read_export(WRITTEN[-1])]
    assert {body.book for body in said if body.book} == set(BOOKS)
    dos = " ".join(body.do for body in said)
    assert all(word in dos for word in ("incident ", "deal ??", "verifies award", "approves change", "dismiss"))
    assert sum(path.stat().st_size for path in JOURNALS.iterdir()) < 300_000 * len(WRITTEN)


@pytest.mark.parametrize("words", ["as they are", "replaced"])
@pytest.mark.parametrize("journal", WRITTEN, ids=lambda path: path.name)
def test_what_a_release_has_written_is_decided_again(
    journal: Path, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is decided or proved by a sentence: with every sentence of ours replaced the journal stays sound."""
    if words == "replaced":
        for code in ENGLISH:
            monkeypatch.setitem(cast(dict[str, str], ENGLISH), code, f"other words for {code}")
    entries = list(read_export(journal))
    assert replay(Journal(entries, read_decks(journal)), keys.parsed(written(journal).ring)) == len(entries)
