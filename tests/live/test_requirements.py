"""No requirement of progressive jackpots is without a test, and no test counts that would not notice."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.live.linked import LinkedHouse
from tests.live.requirements import REQUIREMENTS, Held, document
from tests.live.test_link_restarts import Watched

PAGE = Path(__file__).parents[2] / "docs" / "jackpot-requirements.md"
TRIED = [(each.number, held) for each in REQUIREMENTS for held in each.held]


def test_each_requirement_has_a_test() -> None:
    assert [each.number for each in REQUIREMENTS] == [f"PJ-{number:02d}" for number in range(1, 26)]
    assert all(each.held for each in REQUIREMENTS)


def test_the_page_says_so(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        PAGE.write_text(document(), encoding="utf-8", newline="\n")
    assert PAGE.read_text(encoding="utf-8") == document(), "--update writes it again"


@pytest.mark.parametrize(("number", "held"), TRIED, ids=[f"{number}-{held.test.__name__}" for number, held in TRIED])
def test_a_broken_requirement_is_noticed(
    number: str, held: Held, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp(number) / "store"
    with arguments(held.test, folder) as given:
        held.fault(monkeypatch)
        try:
            held.test(**given, **held.case)
        except (Exception, pytest.fail.Exception):
            return
    pytest.fail(f"{number} is broken, and {held.test.__name__} does not notice", pytrace=False)


@contextmanager
def arguments(test: Callable[..., None], folder: Path) -> Iterator[dict[str, Any]]:
    """What pytest would hand to the test; houses are closed afterwards, whatever the fault has made of them."""
    wanted = inspect.signature(test).parameters
    given: dict[str, Any] = {}
    if "house" in wanted:
        given["house"] = LinkedHouse(folder)
    if "watched" in wanted:
        given["watched"] = Watched(folder)
        given["watched"].changes({"verify-above": "50000"})
    for name in ("tmp_path", "folder"):
        if name in wanted:
            given[name] = folder.parent if name == "tmp_path" else folder
    try:
        yield given
    finally:
        for house in given.values():
            if isinstance(house, LinkedHouse):
                with suppress(Exception):
                    house.store.close()
