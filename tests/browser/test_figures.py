"""A player's own figures: by game and bet, with a band, and only what the floor says."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.browser.houses import House
from tests.browser.played import an_evening
from tests.browser.visits import SIZES


@pytest.fixture(scope="module")
def played(house: House) -> House:
    """Three games; at 3 Card Poker one round is won, and thirty are folded."""
    an_evening(house)
    for _ in range(30):
        house.act("Ann", "tcp-1", "1 ante 10")
        house.advance(25_000)
        house.act("Ann", "tcp-1", "1 fold")
        house.advance(10_000)
    return house


def shown(amount: str) -> str:
    return amount.replace("-", "\N{MINUS SIGN}") if amount.startswith("-") else f"+{amount}"


@pytest.mark.parametrize("size", SIZES)
def test_my_figures(played: House, visiting: Visiting, size: str) -> None:
    game, *_ = played.ask("GET", "/v1/me/figures", who="Ann")[1]["games"]
    visit = visiting(played, who="Ann", size=size)
    page = visit.go("/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("link", name="My figures").click()
    page.wait_for_url("**/figures")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Won, in 31 rounds")
    assert game["won"] == "-25.00"
    for amount in (game["won"], game["expected"], game["luck"]):
        expect(main.locator("dl")).to_contain_text(shown(amount))
    expect(main.get_by_role("img")).to_be_visible()
    row = main.get_by_role("row").filter(has_text="Pair Plus")
    expect(row).to_contain_text("+125.00")
    expect(main.get_by_role("row").filter(has_text="Jackpot")).to_contain_text("meter")
    assert visit.serious() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.shot(f"figures-{size}")
    page.get_by_role("button", name="Casino Stud").focus()
    page.keyboard.press("Enter")
    expect(main).to_contain_text("no band with fewer than 30 boxes")
    page.get_by_role("button", name="Poker", exact=True).click()
    expect(main).to_contain_text("no expectation and no luck")
    expect(main).not_to_contain_text("Expected by the rules")
    page.get_by_role("button", name="Today").click()
    expect(page.get_by_role("button", name="Today")).to_have_attribute("aria-pressed", "true")
    main.get_by_role("link", name="My rounds").click()
    page.wait_for_url("**/history")
    page.get_by_role("link", name="My figures").click()
    page.wait_for_url("**/figures")


def test_in_german_and_held_sideways(played: House, visiting: Visiting) -> None:
    visit = visiting(played, who="Ann", locale="de-DE", viewport={"width": 844, "height": 390})
    page = visit.go("/figures")
    expect(page.get_by_role("main")).to_contain_text("Gewonnen, in 31 Runden")
    expect(page.get_by_role("img")).to_be_visible()
    assert visit.serious() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_staff_are_not_let_in(played: House, visiting: Visiting) -> None:
    page = visiting(played, who="dan").go("/figures")
    expect(page.get_by_role("heading", name="This page is not for you.")).to_be_visible()
