"""Rules: wherever a tag stands it opens its paragraph; the books can be read and searched."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visiting
from tests.browser.houses import House
from tests.browser.visits import SIZES


@pytest.mark.parametrize("size", SIZES)
def test_a_book_is_read_and_searched(house: House, visiting: Visiting, size: str) -> None:
    visit = visiting(house, size=size)
    page = visit.go("/")
    open_rules(page)
    drawer = page.get_by_role("dialog", name="Rules")
    drawer.get_by_role("button", name="3 Card Poker").click()
    expect(drawer.get_by_text("In force from")).to_be_visible()
    drawer.get_by_label("Find a paragraph").fill("pair plus")
    assert visit.serious() == []
    visit.shot(f"rules-book-{size}")
    tags = drawer.get_by_role("button", name="Paragraph")
    number = tags.first.get_attribute("aria-label") or ""
    tags.first.click()
    expect(drawer.get_by_role("heading", name=number, exact=True)).to_be_visible()
    assert visit.serious() == []
    visit.shot(f"rules-paragraph-{size}")
    drawer.get_by_role("button", name="Back", exact=True).click()
    expect(drawer.get_by_label("Find a paragraph")).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)


def test_summaries_say_that_they_are_english(house: House, visiting: Visiting) -> None:
    visit = visiting(house, locale="de-DE")
    page = visit.go("/")
    page.get_by_role("button", name="Regeln").click()
    drawer = page.get_by_role("dialog", name="Regeln")
    expect(drawer).to_contain_text("Zusammenfassungen der Paragraphen und Entscheidungen sind auf Englisch.")
    drawer.get_by_role("button", name="Casino Stud").click()
    expect(drawer.locator("[lang=en]").first).to_be_visible()
    assert visit.serious() == []


def open_rules(page: Page) -> None:
    """From the bar, or on a phone from the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name="Rules").click()
