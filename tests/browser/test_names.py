"""A player of the demo chooses how others see them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.visits import SIZES


@pytest.mark.parametrize("size", SIZES)
def test_a_guest_is_seen_as_chosen(opening: Opening, visiting: Visiting, size: str) -> None:
    """Tried while typing, refused with what would be accepted, used, and shown on plates and in the table's voice."""
    house = opening()
    guest = visiting(house, size=size)
    page = guest.go("/")
    page.get_by_role("button", name="Seat me now").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="guest-1: your name and picture").click()
    field = page.get_by_label("Name at the table")
    field.fill("Dealer Dan")
    told = page.locator("#name-told")
    expect(told).to_contain_text("could be taken for somebody who works here")
    use = page.get_by_role("button", name="Use it")
    expect(use).to_be_disabled()
    field.fill("sam")
    expect(told).to_contain_text("The name sam is taken")
    field.fill("N")
    expect(told).to_contain_text("a name has 2 to 32 letters", ignore_case=True)
    field.fill("Night Owl")
    expect(told).to_contain_text("available")
    page.get_by_role("button", name="Picture 8").click()
    assert guest.serious() == []
    guest.shot(f"name-{size}")
    use.click()
    expect(page.get_by_text("Others see you like this from now on.")).to_be_visible()
    told = house.ask("GET", "/v1/tables/tcp-1")[1]["table"]
    assert "called" not in told
    # at two tables, watched by Ann
    page.goto("/table/poker-6")
    page.get_by_role("button", name="Seat 4", exact=False).click()
    page.get_by_label("Chips to bring").first.fill("100")
    page.get_by_role("button", name="Sit down with 100").click()
    expect(page.get_by_role("button", name="Seat 4, You · Night Owl")).to_be_visible()
    ann = visiting(house, who="Ann", size=size)
    seen = ann.go("/table/poker-6")
    expect(seen.get_by_role("button", name="Seat 4, Night Owl, 100")).to_be_visible()
    house.act("Ann", "poker-6", "2 sits Ann 100")
    house.advance(6_000)
    expect(seen.get_by_role("button", name="Seat 4, Night Owl, 9")).to_be_visible()
    if size == "L":
        expect(seen.get_by_role("complementary")).to_contain_text("Night Owl posts")
    assert "guest-1" not in seen.locator("body").inner_text()
    assert ann.serious() == []
    ann.shot(f"name-poker-{size}")


def test_a_chosen_name_at_a_layout(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    chosen = {"id": "name-0001", "name": "Bartholomew Featherstonehaugh-Sm", "picture": 12}
    assert house.ask("POST", "/v1/me/name", chosen, who="Ben")[0] == 200
    house.act("Ben", "tcp-1", "2 sits Ben 300")
    house.act("Ben", "tcp-1", "2 ante 50")
    for size in SIZES:
        ann = visiting(house, who="Ann", size=size)
        page = ann.go("/table/tcp-1")
        expect(page.get_by_text("Bartholomew", exact=False).first).to_be_visible()
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert ann.serious() == []
        ann.shot(f"name-layout-{size}")


def test_in_german_with_large_text(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    visit = visiting(house, who="Ann", size="S", locale="de-DE")
    page = visit.go("/name")
    page.get_by_label("Name am Tisch").fill("x")
    expect(page.locator("#name-told")).to_contain_text("Ein Name hat 2 bis 32 Buchstaben")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    visit.shot("name-de-200")
    assert visit.serious() == []
