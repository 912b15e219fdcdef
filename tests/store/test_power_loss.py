"""A short run of `tests/power_loss`, and whether it would notice."""

from pathlib import Path

import apsw
import pytest

from tests.power_loss.losses import Loss, fail_at_each, lose_power


@pytest.mark.slow
def test_what_was_acknowledged_survives_power_loss(tmp_path: Path) -> None:
    """Seeded, so that an image that fails is found again."""
    assert lose_power(250, tmp_path, seed=12).losses == []


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_settings_that_we_refuse_lose_what_was_acknowledged(tmp_path: Path, synchronous: str) -> None:
    assert lose_power(60, tmp_path, 12, synchronous).losses


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "error", "every"), [("write", apsw.FullError, 29), ("write", apsw.IOError, 31), ("sync", apsw.IOError, 2)]
)
def test_a_disk_that_fails_once_stops_the_store(tmp_path: Path, kind: str, error: type[apsw.Error], every: int) -> None:
    assert fail_at_each(kind, error, tmp_path, seed=3, every=every) > 8


def test_going_on_after_a_failure_would_be_noticed(tmp_path: Path) -> None:
    with pytest.raises(Loss):
        fail_at_each("sync", None, tmp_path, seed=3)
