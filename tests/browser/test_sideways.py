"""A phone held sideways: the whole table beside a rail, nothing to scroll. And names of 32 letters on any phone."""

import secrets

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import house_states
from tests.browser.conftest import Opening, Visiting
from tests.browser.house_states import Table
from tests.browser.poker_tables import PASSWORD

SIDEWAYS = [(844, 390), (740, 360), (667, 375)]
LONG = "Maximiliana-von-Hohenzollern-Sig"


def in_sight(page: Page, what: Locator) -> None:
    """It lies within the window as a whole."""
    expect(what).to_be_visible()
    box, window = what.bounding_box(), page.viewport_size
    assert box and window
    assert box["x"] >= 0 and box["y"] >= -1, box
    assert box["x"] + box["width"] <= window["width"] + 1, (box, window)
    assert box["y"] + box["height"] <= window["height"] + 1, (box, window)


def scrolls(page: Page) -> list[str]:
    """What is higher or wider than the room it has."""
    found: list[str] = page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll("main.stage, footer.rail")]
            .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
            .map((each) => `${each.className || each.tagName} ${each.scrollWidth}x${each.scrollHeight}`)"""
    )
    return found


@pytest.mark.parametrize(("width", "height"), SIDEWAYS)
@pytest.mark.parametrize("state", ["3cp-betting", "3cp-look", "3cp-settled", "3cp-two-boxes", "stud", "holdem-turn"])
def test_a_house_table_fits(opening: Opening, chromium: Browser, state: str, width: int, height: int) -> None:
    name, make = house_states.STATES[state]
    at = Table(chromium, opening(), name, width, height)
    try:
        page = make(at)
        at.visit.still()
        assert scrolls(page) == []
        own = page.locator("[data-own]")
        expect(own).to_have_count(1)
        for spot in own.locator(".spot").all():
            in_sight(page, spot)
        in_sight(page, own.locator(".hand, .places").first)
        in_sight(page, page.locator("footer .plaque"))
        in_sight(page, page.get_by_role("button", name="Menu"))
        in_sight(page, page.locator(".says"))
        assert at.visit.serious() == []
        assert at.visit.complaints == []
    finally:
        at.visit.close()


@pytest.mark.parametrize(("width", "height"), SIDEWAYS)
def test_a_poker_table_fits(opening: Opening, visiting: Visiting, width: int, height: int) -> None:
    house = opening()
    for place, who in enumerate(("Ann", "Ben", "Cy"), 1):
        house.act(who, "poker-7", f"{place} sits {who} 400")
    visit = visiting(house, who="Ann", viewport={"width": width, "height": height})
    page = visit.go("/table/poker-7")
    house.advance(7_000)
    in_sight(page, page.locator("footer .plaque"))
    page.keyboard.press("l")
    expect(page.locator("footer [data-action=raise]")).to_be_visible()
    visit.still()
    assert scrolls(page) == []
    for seen in ("[data-action=fold]", "[data-action=call]", "[data-action=raise]", ".pod.me", ".mine"):
        in_sight(page, page.locator(seen))
    assert visit.serious() == []


def test_sitting_down_sideways_shows_its_plaque(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    visit = visiting(house, who="Ann", viewport={"width": 844, "height": 390})
    page = visit.go("/table/tcp-1")
    page.locator("footer .plaque").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    visit.still()  # it slides in
    in_sight(page, sheet)
    in_sight(page, sheet.get_by_role("button", name="Sit down with 200"))
    box = sheet.bounding_box()
    assert box and box["width"] == 360
    sheet.get_by_role("button", name="Sit down with 200").click()
    in_sight(page, page.get_by_role("button", name="Ante 10"))


def test_a_guest_is_guided_sideways(opening: Opening, visiting: Visiting) -> None:
    visit = visiting(opening(), viewport={"width": 844, "height": 390})
    page = visit.go("/")
    page.get_by_role("button", name="Seat me now").click()
    expect(page.get_by_role("button", name="Sit down with 200")).to_be_visible()
    visit.still()  # the sheet has come in from the side
    in_sight(page, page.get_by_role("button", name="Sit down with 200"))
    page.get_by_role("button", name="Sit down with 200").click()
    expect(page.get_by_role("button", name="Ante 10")).to_be_visible()
    visit.still()
    in_sight(page, page.get_by_role("button", name="Ante 10"))
    in_sight(page, page.locator(".guide"))
    visit.still()
    assert scrolls(page) == []
    assert visit.serious() == []
    expect(page.locator("footer.rail:focus-within")).to_have_count(1)


def test_turning_the_phone_keeps_the_round(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "4 sits Ann 500")
    visit = visiting(house, who="Ann", size="S")
    page = visit.go("/table/tcp-1")
    page.get_by_role("button", name="Ante 10").click()
    expect(page.locator("[data-lies='4 ante'] .amt")).to_have_text("10")
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".page.sideways")).to_be_visible()
    expect(page.locator("[data-lies='4 ante'] .amt")).to_have_text("10")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".page.sideways")).to_have_count(0)
    expect(page.locator("[data-lies='4 ante'] .amt")).to_have_text("10")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 700), (844, 390)])
def test_a_name_of_32_letters_stays_in_its_tile(opening: Opening, visiting: Visiting, width: int, height: int) -> None:
    house = opening()
    user = {"name": LONG, "password": PASSWORD, "role": "player"}
    assert house.ask("POST", "/v1/users", user, who="sam")[0] == 201
    house.known[LONG] = PASSWORD
    chips = {"id": secrets.token_hex(8), "amount": "1000.00", "reason": "a test"}
    assert house.ask("POST", f"/v1/players/{LONG}/deposits", chips, who="pia")[0] == 200
    house.act("Ann", "tcp-1", "4 sits Ann 500")
    house.act(LONG, "tcp-1", f"3 sits {LONG} 500")
    house.act(LONG, "tcp-1", "3 ante 50")
    visit = visiting(house, who="Ann", viewport={"width": width, "height": height})
    page = visit.go("/table/tcp-1")
    tile = page.locator(".tile", has_text=LONG)
    expect(tile).to_be_visible()
    for each in page.locator(".tile").all():
        box = each.bounding_box()
        name = each.locator(".pn").bounding_box() if each.locator(".pn").count() else box
        assert box and name
        assert box["x"] - 1 <= name["x"] and name["x"] + name["width"] <= box["x"] + box["width"] + 1
    cut = "name => name.scrollHeight - name.clientHeight"
    assert tile.locator(".pn").evaluate(cut) <= 0
    tile.click()
    expect(page.locator(".whole")).to_have_text(LONG)
    in_sight(page, page.locator(".whole"))
    assert visit.serious() == []
