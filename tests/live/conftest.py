"""Whatever happens in a house, its journal is sound afterwards, and decided again it is the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.audit.program import audited
from croupier.floor.live.replay import Journal, replay
from croupier.floor.store.opening import read_store
from tests.live import houses


@pytest.fixture(autouse=True)
def every_journal_is_sound(tmp_path: Path) -> Iterator[None]:
    """Asked of a program that imports nothing of the floor (`Found` says what is not), and of one that decides
    everything again (`Differs`)."""
    houses.RINGS.clear()
    yield
    for database in tmp_path.rglob("floor.db"):
        folder = database.parent
        assert audited(str(folder)).sound
        if folder not in houses.RINGS:
            continue
        with read_store(folder) as reader:
            entries = [entry for _, entry in reader.every_entry()]
            snapshots = filter(None, map(reader.snapshot, reader.heads()))
            assert replay(Journal(entries, reader.every_deck(), snapshots), houses.RINGS[folder]) == len(entries)
