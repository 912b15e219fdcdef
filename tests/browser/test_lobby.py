"""The lobby: the first thing that anybody sees, and two presses to a seat."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import House
from tests.browser.visits import SIZES

EVIL = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("size", SIZES)
def test_the_lobby_loads(house: House, visiting: Visiting, size: str) -> None:
    visit = visiting(house, size=size)
    page = visit.go("/")
    table = page.get_by_role("article", name="3 Card Poker, Table tcp-1")
    expect(table).to_contain_text("10 – 1,000")
    expect(table).to_contain_text("7 of 7 free")
    expect(page.get_by_role("article")).to_have_count(6)
    expect(page.get_by_text("Demo: play chips, nothing to pay, nothing to win")).to_be_attached()
    assert visit.serious() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.shot(f"lobby-guest-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_a_guest_sits_down_with_two_presses(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    visit = visiting(house, size=size)
    page = visit.go("/")
    page.get_by_role("button", name="Seat me now").click()
    sheet = page.get_by_role("dialog", name="Sit down: 3 Card Poker")
    expect(sheet).to_contain_text("Table tcp-1, box 4")
    expect(sheet).to_contain_text("of 1,000.00")
    expect(sheet).to_contain_text("The dealer plays with Queen high or better.")
    assert visit.serious() == []
    visit.shot(f"lobby-sit-{size}")
    sheet.get_by_role("button", name="Sit down with 200").click()
    page.wait_for_url("**/table/tcp-1")
    (name,) = house.view("tcp-1")["players"]
    assert name.startswith("guest-")
    assert house.view("tcp-1")["players"][name]["stack"] == "200.00"


def test_chips_to_take_along(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="Ann")
    page = visit.go("/")
    page.get_by_role("article", name="Poker, no limit, Table poker-6").get_by_role("button", name="Sit down").click()
    sheet = page.get_by_role("dialog")
    field = sheet.get_by_label("Chips you take to the table")
    for typed, told in [("39", "This table takes 40 – 400."), ("401", "takes 40 – 400"), ("two", "takes 40 – 400")]:
        field.fill(typed)
        expect(sheet).to_contain_text(told)
        expect(sheet.get_by_role("button", name="Sit down with")).to_be_disabled()
    field.fill("400")
    expect(sheet.get_by_role("button", name="Sit down with 400")).to_be_enabled()
    sheet.get_by_role("button", name="Less").click()
    expect(sheet.get_by_role("button", name="Sit down with 350")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_a_seated_player_returns_to_their_seat(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "cs-1", "4 sits Ann 300")
    page = visiting(house, who="Ann").go("/")
    expect(page.get_by_role("link", name="Back to table cs-1")).to_be_visible()
    table = page.get_by_role("article", name="Casino Stud, Table cs-1")
    expect(table.get_by_role("link", name="Back to your seat")).to_be_visible()
    expect(table).to_contain_text("6 of 7 free")


def test_the_lobby_is_live(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    page = visiting(house).go("/")
    table = page.get_by_role("article", name="Casino Stud, Table cs-1")
    expect(table).to_contain_text("7 of 7 free")
    house.act("Ben", "cs-1", "4 sits Ben 300")
    expect(table).to_contain_text("6 of 7 free")


def test_signing_in_and_out(house: House, visiting: Visiting) -> None:
    visit = visiting(house)
    page = visit.go("/signin")
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill(EVIL)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("The name or the password is wrong")
    assert visit.complaints.pop().endswith("401 (Unauthorized)")
    assert visit.serious() == []
    visit.shot("signin")
    page.get_by_label("Password").fill(house.password("Ann"))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("10,000.00")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_contain_text("Signed in as Ann, Player")
    assert visit.serious() == []
    visit.shot("menu")
    menu.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("dialog", name="Menü")).to_contain_text("Angemeldet als Ann, Spieler")
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_role("link", name="Anmelden")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate("Object.keys(localStorage)") == ["croupier.settings"]


def test_settings_are_kept(house: House, visiting: Visiting) -> None:
    page = visiting(house).go("/")
    page.get_by_role("button", name="Menu").click()
    for name in ("Four-colour deck", "Reduced motion", "Single-letter keys", "Sound"):
        switch = page.get_by_role("switch", name=name)
        before = switch.get_attribute("aria-checked")
        switch.click()
        expect(switch).not_to_have_attribute("aria-checked", before or "")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.deck") == "four"
    assert page.evaluate("document.documentElement.dataset.motion") == "reduced"


def test_a_page_that_is_not_there_and_one_that_is_not_for_you(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="Ann")
    page = visit.go("/pit")
    expect(page.get_by_role("heading", name="This page is not for you.")).to_be_visible()
    assert visit.serious() == []
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_role("article").first).to_be_visible()
    page = visiting(house).go("/history")
    expect(page.get_by_role("heading", name="Sign in to see this page.")).to_be_visible()


def test_with_keys_alone(opening: Opening, visiting: Visiting) -> None:
    """From the address to a seat, without a mouse."""
    house = opening()
    visit = visiting(house, who="Ann")
    page = visit.go("/")
    seat = page.get_by_role("button", name="Seat me now")
    expect(seat).to_be_visible()
    for _ in range(20):
        page.keyboard.press("Tab")
        if seat.evaluate("(each) => each === document.activeElement"):
            break
    assert seat.evaluate("(each) => each.matches(':focus-visible')")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    field = page.get_by_label("Chips you take to the table")
    for _ in range(5):
        page.keyboard.press("Tab")
        if field.evaluate("(each) => each === document.activeElement"):
            break
    page.keyboard.press("Control+A")
    page.keyboard.type("350")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/tcp-1")
    assert house.view("tcp-1")["players"]["Ann"]["stack"] == "350.00"


@pytest.mark.parametrize("size", SIZES)
def test_in_german(house: House, visiting: Visiting, size: str) -> None:
    visit = visiting(house, size=size, locale="de-DE")
    page = visit.go("/")
    expect(page.get_by_role("button", name="Jetzt mitspielen")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.shot(f"lobby-de-{size}")
    page.get_by_role("article", name="Tisch poker-6").get_by_role("button", name="Platz nehmen").click()
    expect(page.get_by_role("dialog")).to_contain_text("Was übrig bleibt")
    assert visit.serious() == []
    visit.shot(f"sit-de-{size}")
