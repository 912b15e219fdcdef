"""Sounds: none unless somebody asked for them."""

from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting

LISTEN = """
window.heard = 0;
window.AudioContext = class extends AudioContext {
  createBufferSource() { window.heard += 1; return super.createBufferSource(); }
};
"""


def test_off_until_switched_on(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ben", "tcp-1", "2 sits Ben 500")
    visit = visiting(house, who="Ann")
    visit.context.add_init_script(LISTEN)
    page = visit.go("/table/tcp-1")
    expect(page.get_by_text("Ben").first).to_be_visible()
    house.act("Ben", "tcp-1", "2 ante 20")
    expect(page.get_by_text("Ante 20").first).to_be_visible()
    assert page.evaluate("heard") == 0
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Sound").click()
    page.keyboard.press("Escape")
    house.act("Ben", "tcp-1", "2 pair-plus 15")
    page.wait_for_function("heard > 0")
