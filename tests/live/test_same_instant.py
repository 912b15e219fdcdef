"""A short run of `python -m tests.live.same_instant`, and that it would notice."""

from pathlib import Path

import pytest

from croupier.rules.jackpot import awards, link
from tests.live.same_instant import Wrong, run


def test_two_tables_win_in_the_same_instant(tmp_path: Path) -> None:
    assert run(tmp_path / "store", 60).waits > 10


def test_a_floor_where_nobody_waits_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awards, "is_held", lambda *_: False)
    with pytest.raises(Wrong, match="due are"):
        run(tmp_path_factory.mktemp("wrong") / "store", 60)


def test_an_order_by_the_claims_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "in_order", lambda award: (award.number, award.box))
    with pytest.raises(Wrong, match="due are"):
        run(tmp_path_factory.mktemp("wrong") / "store", 60)
