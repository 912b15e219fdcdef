"""A browser, floors, and people who look at them. Nobody leaves while the browser complains."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser import chromium as programs
from tests.browser import poker_tables
from tests.browser.houses import FLOOR, MANUAL, House
from tests.browser.pages_build import BUILD
from tests.browser.visits import Visit

PATIENCE = 30_000
"""Milliseconds until a page that does not show what it should is taken for wrong: a busy machine is no error."""
expect.set_options(timeout=PATIENCE)

HERE = Path(__file__).parent

Opening = Callable[..., House]
Visiting = Callable[..., Visit]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A page takes seconds, and a browser has to be there first."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Two browsers and two floors on two cores: one page may once be too slow. What fails is tried once more, in the
    open, with what was wrong on standard error, in a fresh house: at a shared one its own players would still sit where
    it seats them. What fails twice has failed."""
    if not item.path.is_relative_to(HERE):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        for report in reports:
            if report.failed:
                print(f"tried again: {item.nodeid}: {_wrong(report.longreprtext)}", file=sys.stderr)
        item.session._setupstate.teardown_exact(None)
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _wrong(text: str) -> str:
    """The line of the test that failed, and the first lines of why."""
    lines = [line for line in text.splitlines() if line.startswith((">", "E "))]
    return "\n".join(lines[:12]) or text[-600:]


def launched(playwright: Playwright) -> Browser:
    found = programs.browser()
    return playwright.chromium.launch(executable_path=found.program, env={**os.environ, **found.environment})


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser for the tests of this folder. Playwright's loop runs as long as it does, and no test that calls
    asyncio.run() can run in the same worker meanwhile: so it ends with the folder, not with the session."""
    assert BUILD.is_current(), "the pages are not those of the sources: python web/build.py"
    assert programs.AXE.exists(), "axe is missing: python -m tests.browser.chromium"
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Shared by a module's tests: a test that changes it opens its own."""
    opened = House(tmp_path_factory.mktemp("house"))
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def opening(tmp_path: Path) -> Iterator[Opening]:
    """`opening(floor, options)` opens a house of one's own; the same store if it is called again."""
    opened: list[House] = []

    def open_house(floor: str | None = FLOOR, options: tuple[str, ...] = MANUAL, command: str = "open") -> House:
        opened.append(House(tmp_path, floor, options, command=command))
        return opened[-1]

    try:
        yield open_house
    finally:
        for each in opened:
            each.close()


@pytest.fixture
def poker_house(tmp_path: Path) -> Iterator[House]:
    """One table of each version of poker, for one test: somebody who still sat at another test's table would be called
    there in the middle of this one."""
    opened = House(tmp_path, poker_tables.floor())
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[tuple[House, House]]:
    """Two floors that are the same until a test makes them differ."""
    opened: list[House] = []
    try:
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
            opened.append(House(tmp_path / name))
        yield opened[0], opened[1]
    finally:
        for each in opened:
            each.close()


@pytest.fixture
def visiting(chromium: Browser) -> Iterator[Visiting]:
    """`visiting(house, who="Ann", size="S")` makes a browser of their own. In the end nobody has complained, and nobody
    else was asked for anything; a test that expects a complaint takes it off the list."""
    visits: list[Visit] = []

    def visit(house: House, **more: Any) -> Visit:
        visits.append(Visit(chromium, house, **more))
        return visits[-1]

    yield visit
    complaints = [complaint for each in visits for complaint in each.complaints]
    strangers = [stranger for each in visits for stranger in each.strangers()]
    for each in visits:
        each.close()
    assert complaints == []
    assert strangers == []
