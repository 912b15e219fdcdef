"""The keyboard at a table: the focus never falls to the page's body, and one key presses the plaque."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting


def in_the_rail(page: Page) -> None:
    expect(page.locator("footer.rail:focus-within")).to_have_count(1)


def plaque(page: Page, words: str) -> None:
    """The plaque says so, and can be pressed."""
    expect(page.locator("footer .plaque:not([aria-disabled])")).to_contain_text(words)


def test_a_house_round_needs_one_key(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    page = visiting(house, who="Ann").go("/table/tcp-1")
    plaque(page, "box 4")
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("textbox").press("Enter")
    expect(sheet).to_have_count(0)
    plaque(page, "Ante 10")
    in_the_rail(page)
    page.keyboard.press("Enter")
    plaque(page, "Ready")
    in_the_rail(page)
    page.keyboard.press("Space")
    plaque(page, "Look")
    in_the_rail(page)
    page.keyboard.press("Enter")
    plaque(page, "Play 10")
    in_the_rail(page)
    page.keyboard.press("Space")
    plaque(page, "Same again")
    in_the_rail(page)


def test_space_skips_the_reveal_where_no_plaque_is(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "4 sits Ann 500")
    house.act("Ann", "tcp-1", "4 ante 10")
    page = visiting(house, who="Ann").go("/table/tcp-1")
    plaque(page, "Ready")
    house.advance(20_000)
    plaque(page, "Look")
    page.keyboard.press("l")
    plaque(page, "Play 10")
    page.evaluate(
        """() => {
            window.cursors = [];
            const felt = document.querySelector("[data-cursor]");
            new MutationObserver(() => window.cursors.push(felt.dataset.cursor)).observe(felt, { attributes: true });
        }"""
    )
    page.keyboard.press("p")
    expect(page.locator("[data-cursor=runs]")).to_have_count(1)
    expect(page.locator("footer .plaque")).to_have_count(0)
    page.keyboard.press("Space")
    plaque(page, "Same again")
    assert "cards" in page.evaluate("cursors")


def test_a_key_held_down_presses_once(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "4 sits Ann 500")
    page = visiting(house, who="Ann").go("/table/tcp-1")
    plaque(page, "Ante 10")
    page.keyboard.down("Enter")
    plaque(page, "Ready")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    plaque(page, "Ready")
    assert house.view("tcp-1")["round"]["phase"] == "betting"


def test_the_focus_stays_where_its_owner_put_it(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "4 sits Ann 500")
    page = visiting(house, who="Ann").go("/table/tcp-1")
    plaque(page, "Ante 10")
    spot = page.locator("[data-spot='4 pair-plus']")
    spot.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-lies='4 pair-plus'] .amt")).to_have_text("25")
    expect(spot).to_be_focused()
    house.act("Ann", "tcp-1", "4 ante 10")
    plaque(page, "Ready")
    expect(spot).to_be_focused()


def test_a_closed_menu_gives_the_focus_back(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "4 sits Ann 500")
    page = visiting(house, who="Ann").go("/table/tcp-1")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="The list of keys").click()
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.locator("kbd[title=Backspace] svg")).to_be_visible()
    assert not set("←→⌫⇧") & set(keys.inner_text())
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    expect(page.locator("body :focus")).to_have_count(1)


def test_a_poker_hand_keeps_the_focus(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    for place, who in enumerate(("Ann", "Ben", "Cy"), 1):
        house.act(who, "poker-7", f"{place} sits {who} 400")
    page = visiting(house, who="Ann").go("/table/poker-7")
    house.advance(7_000)
    plaque(page, "Look")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=look]")).to_have_count(0)
    in_the_rail(page)
    page.keyboard.press("f")
    expect(page.locator("[data-action=fold]")).to_have_count(0)
    in_the_rail(page)
