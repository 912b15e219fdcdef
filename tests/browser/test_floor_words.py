"""What the floor says is said in every language of the pages."""

from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.browser.houses import House
from tests.browser.lines import Line


def test_a_german_page_speaks_german(house: House, visiting: Visiting) -> None:
    """The dealer's call, a refusal with amounts, the house's rules; nothing of it in English."""
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


def test_the_pit_is_shown_in_german(house: House, visiting: Visiting) -> None:
    """What cannot be read of what somebody has typed, and the journal; nothing of it in English."""
    for place, who in enumerate(("Ann", "Ben"), 1):
        house.act(who, "poker-6", f"{place} sits {who} 300")
    house.advance(10_000)
    sam = visiting(house, who="sam", locale="de-DE")
    page = sam.go("/pit")
    page.get_by_role("button", name="Tisch öffnen", exact=True).click()
    page.get_by_label("Name").fill("tcp-9")
    page.get_by_label("Mindestens").first.fill("12,5")
    page.get_by_role("button", name="tcp-9 öffnen").click()
    expect(page.get_by_role("alert")).to_contain_text("'12,5' ist kein Betrag")
    sam.complaints.clear()  # the browser notes what was refused
    page = sam.go("/pit/journal/poker-6")
    expect(page.locator(".title")).to_contain_text("Der Button liegt auf Platz 1, Ann")
    expect(page.locator(".then")).to_contain_text("Ann handelt zuerst")
    expect(page.locator("[lang=en]")).to_have_count(0)
