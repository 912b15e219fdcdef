"""Whatever happens in a house, its journal is sound afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.audit.program import audited


@pytest.fixture(autouse=True)
def every_journal_is_sound(tmp_path: Path) -> Iterator[None]:
    """Asked of a program that imports nothing of the floor; `Found` says what is not."""
    yield
    for database in tmp_path.rglob("floor.db"):
        assert audited(str(database.parent))["sound"]
