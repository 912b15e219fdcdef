"""What the floor says is said in every language of the pages."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import STAFFED, House
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
    page = sam.go("/pit/floor")
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


ENGLISH = re.compile(r"\b(the|is|was|were|and|of|by|not|rules|reported|void|cards|bets)\b", re.IGNORECASE)
"""Words that no German sentence has."""


def english_in(page: Page) -> list[str]:
    """The lines of the page that read as English and are not marked as such."""
    unmarked = """() => {
        const whole = document.body.cloneNode(true);
        whole.querySelectorAll("[lang=en], noscript, script, style, svg, select").forEach((each) => each.remove());
        whole.querySelectorAll("button, p, li, h2, div, dd, td").forEach((each) => each.append("\\n"));
        return whole.textContent;
    }"""
    return [line.strip() for line in page.evaluate(unmarked).splitlines() if ENGLISH.search(line)]


def test_an_incident_is_told_in_german_from_the_report_to_the_ruling(opening: Opening, visiting: Visiting) -> None:
    """At the table, on the console and in the pit. Only what people wrote themselves is English, and is marked so."""
    house = opening(STAFFED)
    for do in ("1 sits Ben 500", "3 sits Ann 500", "1 ante 25", "3 ante 50", "close", "dealt"):
        house.act("dan", "tcp-1", do)
    ann, dan, pia = (visiting(house, who=who, locale="de-DE") for who in ("Ann", "dan", "pia"))
    table, console, pit = ann.go("/table/tcp-1"), dan.go("/dealer/tcp-1"), pia.go("/pit")
    house.act("dan", "tcp-1", "incident no-burn", reason="nothing was set aside")
    voice = table.locator(".sr[aria-live=polite]")
    expect(voice).to_contain_text("Gemeldet: das Brennen wurde ausgelassen. Es entscheidet der Pit Supervisor")
    expect(console.get_by_text("Das Brennen wurde ausgelassen. Gefragt vor")).to_be_visible()
    expect(pit.get_by_role("heading", name="Das Brennen wurde ausgelassen. Lässt es sich berichtigen?")).to_be_visible()
    expect(pit.locator("[lang=en]")).to_have_text(["nothing was set aside"] * 2)  # in the list and on the card
    assert [english_in(page) for page in (table, console, pit)] == [[], [], []]
    house.decide("pia", 1, "incident no-burn", reason="seen on the recording")
    ruled = "Das Brennen wurde ausgelassen: die Runde ist ungültig"
    expect(voice).to_contain_text(ruled)
    expect(table.locator("footer")).to_contain_text("Das Brennen wurde ausgelassen.")
    expect(pit.get_by_role("listitem").filter(has_text="Die Runde ist ungültig")).to_be_visible()
    expect(pit.locator("[lang=en]").first).to_have_text("seen on the recording")
    assert [english_in(page) for page in (table, console, pit)] == [[], [], []]
    page = pia.go("/pit/journal/tcp-1/1")
    expect(page.get_by_text(ruled).first).to_be_visible()
    pia.shot("german-incident")
