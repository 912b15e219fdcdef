"""What the floor says in English is known to every other language of the pages."""

import re

from playwright.sync_api import expect

from tests.browser import floor_words
from tests.browser.conftest import Opening, Visiting
from tests.browser.lines import Line


def test_every_sentence_has_an_entry() -> None:
    known = floor_words.catalogue("de")
    missing = {f"{where}: {text}" for text, where in floor_words.sentences().items() if text not in known}
    assert missing == set(), "expected in words/en/floor.ts and words/de/floor.ts"


def test_the_english_is_the_key() -> None:
    english, german = floor_words.catalogue("en"), floor_words.catalogue("de")
    assert all(key == said for key, said in english.items())
    assert list(english) == list(german)


def test_what_varies_is_told_in_each_language() -> None:
    """A letter that the translation names must be one of the English; one it leaves out is left out on purpose."""
    letters = re.compile(r"\{(\w)\}")
    for key, said in floor_words.catalogue("de").items():
        assert set(letters.findall(said)) <= set(letters.findall(key)), key
        assert said != key or " " not in key.replace("{a} ", ""), f"not translated: {key}"


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
