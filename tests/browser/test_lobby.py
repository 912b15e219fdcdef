"""The lobby: the first thing that anybody sees."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.browser.houses import House
from tests.browser.visits import SIZES


@pytest.mark.parametrize("size", SIZES)
def test_the_lobby_loads(house: House, visiting: Visiting, size: str) -> None:
    visit = visiting(house, size=size)
    page = visit.go("/")
    expect(page.get_by_role("link", name="tcp-1")).to_be_visible()
    expect(page.get_by_text("Demo: play chips, nothing to pay, nothing to win")).to_be_attached()
    assert visit.serious() == []
    visit.shot(f"lobby-{size}")
