"""Several tables in one window: one large, the others as tiles, and the next decision comes forward."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import House
from tests.browser.visits import SIZES

BETTING = 20_000


def seated(house: House) -> None:
    for table in ("tcp-1", "cs-1"):
        house.act("Ann", table, "3 sits Ann 500")


def bets_closed(house: House, table: str) -> None:
    """Ann's bets lie, and her box is asked."""
    house.act("Ann", table, "3 ante 10")
    house.act("Ann", table, "3 ready")


@pytest.mark.parametrize("size", SIZES)
def test_the_other_table_is_a_tile(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    seated(house)
    visit = visiting(house, who="Ann", size=size, reduced_motion="reduce")
    page = visit.go("/table/tcp-1")
    tile = page.locator("[data-tile=cs-1]")
    expect(tile).to_be_visible()
    bets_closed(house, "cs-1")
    expect(tile).to_contain_text("you,")
    visit.shot(f"own-tables-{size}")
    assert visit.serious() == []
    expect(page.locator("[data-spot='3 ante']")).to_be_visible()  # bets are a decision, which nothing interrupts
    page.keyboard.press("`")
    expect(page).to_have_url(f"{house.address}/table/cs-1")
    expect(page.locator("[data-tile=tcp-1]")).to_be_visible()


def test_tiles_of_a_phone_held_sideways_cover_no_cards(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seated(house)
    bets_closed(house, "tcp-1")
    visit = visiting(house, who="Ann", viewport={"width": 844, "height": 390}, reduced_motion="reduce")
    page = visit.go("/table/tcp-1")
    expect(page.get_by_role("button", name="Look at your cards")).to_be_visible()
    tile = page.locator("[data-tile=cs-1]").bounding_box()
    assert tile and tile["y"] + tile["height"] <= 390
    for cards in ("[data-dealer] .hand", "[data-own] .hand", ".says"):
        box = page.locator(cards).first.bounding_box()
        assert box and box["y"] + box["height"] <= tile["y"], cards


def test_the_next_decision_comes_forward_when_the_large_table_is_done(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seated(house)
    page = visiting(house, who="Ann", reduced_motion="reduce").go("/table/tcp-1")
    bets_closed(house, "tcp-1")
    look = page.get_by_role("button", name="Look at your cards")
    expect(look).to_be_visible()
    bets_closed(house, "cs-1")
    tile = page.locator("[data-tile=cs-1]")
    expect(tile).to_contain_text("you,")
    expect(look).to_be_visible()
    expect(page).to_have_url(f"{house.address}/table/tcp-1")
    house.act("Ann", "tcp-1", "3 look")
    page.get_by_role("button", name="Fold").click()
    expect(page).to_have_url(f"{house.address}/table/cs-1")
    expect(page.locator("[data-tile=tcp-1]")).to_be_visible()


def test_nobody_is_called_away_from_an_amount(opening: Opening, visiting: Visiting) -> None:
    """Chips are being counted at the large table: what was typed stays, and the other table waits."""
    house = opening()
    house.act("Ann", "cs-1", "3 sits Ann 500")
    page = visiting(house, who="Ann", reduced_motion="reduce").go("/table/poker-6")
    page.get_by_role("button", name="Seat 4", exact=False).click()
    field = page.get_by_label("Chips to bring").first
    field.fill("150")
    bets_closed(house, "cs-1")
    expect(page.locator("[data-tile=cs-1]")).to_contain_text("you,")
    expect(field).to_have_value("150")
    page.get_by_role("button", name="Sit down with 150").click()
    expect(page).to_have_url(f"{house.address}/table/cs-1")
    assert house.view("poker-6")["seats"]["4"]["stack"] == "150.00"


def test_a_tile_tells_nothing_before_the_table_would(opening: Opening, visiting: Visiting) -> None:
    """Cards that nobody has looked at stay face down on the tile too, and its player counts as present there."""
    house = opening()
    seated(house)
    page = visiting(house, who="Ann", reduced_motion="reduce").go("/table/tcp-1")
    bets_closed(house, "cs-1")
    tile = page.locator("[data-tile=cs-1]")
    expect(tile.get_by_role("img", name="Your cards")).to_be_visible()
    assert house.view("cs-1")["players"]["Ann"]["connected"] is True
    shown = tile.get_by_role("img", name="Your cards").get_attribute("aria-label") or ""
    assert "face-down" in shown
