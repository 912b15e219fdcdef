"""What the floor says in English is known to every other language of the pages."""

from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.lines import Line


def test_a_german_page_speaks_german(opening: Opening, visiting: Visiting) -> None:
    """The dealer's call, a refusal with amounts, the house's rules; nothing of it in English."""
    house = opening()
    house.act("Ann", "tcp-1", "3 sits Ann 60")
    visit = visiting(house, who="Ann", locale="de-DE")
    line = Line(visit.page)
    page = visit.go("/table/tcp-1")
    expect(page.locator(".says")).to_contain_text("„Ihre Einsätze, bitte“")
    page.get_by_role("radio", name="25").first.click()
    line.blind()
    house.act("Ann", "tcp-1", "3 pair-plus 50")
    page.locator("[data-spot='3 ante']").click()
    refused = "nicht genug Chips: Ann hat 10,00 in Chips an tcp-1, und das hier kostet 25,00"
    expect(page.locator(".refused")).to_contain_text(refused)
    page.get_by_role("tab", name="Aushang").click()
    expect(page.get_by_text("Eine verlorene Verbindung hält keine Uhr an")).to_be_visible()
    expect(page.locator("[lang=en]")).to_have_count(0)
    visit.shot("german-refused")
