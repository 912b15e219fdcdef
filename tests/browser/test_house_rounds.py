"""Whole rounds of the house-banked games through the page: with a mouse, with keys alone, and by two people."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.house_states import QUEEN_HIGH, STRAIGHT, dealt
from tests.browser.houses import House
from tests.browser.visits import SIZES, Visit


def staked(house: House, table: str, box: str) -> dict[str, str]:
    bets = house.view(table)["round"]["boxes"][box]["bets"]
    return {name: bet["staked"] for name, bet in bets.items()}


def until_staked(page: Page, house: House, table: str, box: str, wanted: dict[str, str]) -> None:
    """Chips go to the floor when the hand has rested for a moment."""
    for _ in range(100):
        if (found := staked(house, table, box)) == wanted:
            return
        page.wait_for_timeout(100)
    assert found == wanted


def until_written(page: Page) -> None:
    """Chips stay faint until the floor has them."""
    expect(page.locator("[data-lies].faint, [data-spot].faint")).to_have_count(0)


def sit_down(page: Page, box: int) -> None:
    page.get_by_role("button", name=f"Sit down in box {box}").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down with 200").click()
    expect(page.get_by_role("radiogroup", name="Chip")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_three_card_poker_with_a_mouse(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    house.stack("tcp-1", dealt(STRAIGHT, QUEEN_HIGH))
    visit = visiting(house, who="Ann", size=size)
    page = visit.go("/table/tcp-1")
    sit_down(page, 4)
    page.get_by_role("radio", name="25 chip").click()
    page.locator("[data-spot='4 ante']").click()
    page.locator("[data-spot='4 ante']").click()
    page.get_by_role("radio", name="5 chip", exact=True).click()
    page.locator("[data-spot='4 pair-plus']").click()
    page.locator("[data-spot='4 jackpot']").click()
    until_written(page)
    until_staked(page, house, "tcp-1", "4", {"ante": "50.00", "pair-plus": "5.00", "jackpot": "5.00"})
    expect(page.get_by_text("140.00").first).to_be_visible()
    page.get_by_role("button", name="Ready").click()  # alone at the table: the cards come without waiting for the clock
    page.get_by_role("button", name="Look at your cards").click()
    expect(page.get_by_text("Straight, Nine high")).to_be_visible()
    fold = page.get_by_role("button", name="Fold")
    expect(fold).to_contain_text("60.00 is lost")
    play = page.get_by_role("button", name="Play 50")
    expect(play).to_contain_text("as much as your Ante")
    play.click()
    expect(page.locator(".says")).to_contain_text("The dealer plays: Queen high")
    expect(page.locator("[data-own='4']").get_by_text("+185.00")).to_be_visible()
    expect(page.get_by_text("385.00").first).to_be_visible()
    assert house.view("tcp-1", "Ann")["players"]["Ann"]["stack"] == "385.00"
    assert visit.serious() == []
    page.get_by_role("button", name="Same again").click()
    house.advance(6_000)
    until_written(page)
    expect(page.locator("[data-lies='4 ante'] .amt")).to_have_text("50")
    until_staked(page, house, "tcp-1", "4", {"ante": "50.00", "pair-plus": "5.00", "jackpot": "5.00"})


def test_three_card_poker_with_keys_alone(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.stack("tcp-1", dealt(STRAIGHT, QUEEN_HIGH))
    house.act("Ann", "tcp-1", "3 sits Ann 500")
    page = visiting(house, who="Ann").go("/table/tcp-1")
    expect(page.locator("[data-spot='3 ante']")).to_be_visible()
    keys = page.keyboard
    for key in ("2", "ArrowRight", "Enter", "Space", "Enter", "Backspace"):
        keys.press(key)
    expect(page.locator("[data-spot='3 ante']")).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("1")
    keys.press("Enter")
    until_written(page)
    until_staked(page, house, "tcp-1", "3", {"ante": "50.00", "pair-plus": "5.00"})
    house.advance(20_000)
    expect(page.locator("[data-action='3 look']")).to_be_enabled()
    keys.press("l")
    expect(page.get_by_text("Straight, Nine high")).to_be_visible()
    expect(page.locator("[data-action='3 play']")).to_be_enabled()
    keys.press("p")
    expect(page.locator("[data-own='3']").get_by_text("+175.00")).to_be_visible()
    keys.press("e")
    expect(page.locator("[data-payment='ante'][aria-expanded='true']")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("[data-payment='ante']")).to_have_count(0)
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_a_press_just_after_the_buttons_have_changed_hits_none(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "3 sits Ann 500")
    house.act("Ann", "tcp-1", "3 ante 50")
    page = visiting(house, who="Ann").go("/table/tcp-1")
    expect(page.locator("[data-spot='3 ante']")).to_be_visible()
    house.advance(20_000)
    look = page.get_by_role("group", name="Your actions").get_by_role("button", name="Look at your cards")
    look.click()
    page.evaluate(
        """() => new Promise((done) => {
            const look = () => {
                const fold = document.querySelector('[data-action="3 fold"]');
                if (fold) { fold.click(); done(); } else requestAnimationFrame(look);
            };
            look();
        })"""
    )
    expect(page.get_by_role("button", name="Fold")).to_be_enabled()
    assert house.view("tcp-1")["round"]["phase"] == "deciding"


@pytest.mark.parametrize("size", SIZES)
def test_casino_stud(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    house.stack("cs-1", dealt("Qh Qs 8d 5c 5d", "Ah Kd 9c 3c 4h"))
    house.act("Ann", "cs-1", "4 sits Ann 500")
    visit = visiting(house, who="Ann", size=size)
    page = visit.go("/table/cs-1")
    page.get_by_role("button", name="Ante 10").click()
    until_written(page)
    house.advance(20_000)
    page.get_by_role("group", name="Your actions").get_by_role("button", name="Look at your cards").click()
    expect(page.get_by_text("Two Pairs, Queens and Fives")).to_be_visible()
    bet = page.get_by_role("button", name="BET 20")
    expect(bet).to_contain_text("twice your Ante")
    visit.shot(f"stud-{size}")
    assert visit.serious() == []
    bet.click()
    expect(page.locator(".says")).to_contain_text("The dealer plays: Ace high")
    expect(page.locator("[data-own='4']").get_by_text("+50.00")).to_be_visible()
    assert house.view("cs-1", "Ann")["players"]["Ann"]["stack"] == "550.00"


@pytest.mark.parametrize("size", SIZES)
def test_progressive_holdem(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    house.stack("pth-1", "2c Td Th 3c Kc 9c Ah 4c Jh 5c 2h 7d 7c")
    house.act("Ann", "pth-1", "4 sits Ann 500")
    visit = visiting(house, who="Ann", size=size)
    page = visit.go("/table/pth-1")
    page.get_by_role("radio", name="25 chip").click()
    page.locator("[data-spot='4 ante']").click()
    until_written(page)
    house.advance(20_000)
    actions = page.get_by_role("group", name="Your actions")
    actions.get_by_role("button", name="Look at your cards").click()
    actions.get_by_role("button", name="Flop 50").click()
    actions.get_by_role("button", name="Turn 25").click()
    expect(page.locator(".says")).to_contain_text("River or check")
    visit.shot(f"holdem-{size}")
    assert visit.serious() == []
    actions.get_by_role("button", name="Check").click()
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    round_ = house.view("pth-1", "Ann")["round"]
    assert round_["boxes"]["4"]["decisions"] == ["flop", "turn", "check"]
    assert round_["status"] == "settled"


def test_two_people_at_one_table(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.stack("tcp-1", dealt(STRAIGHT, "Ah Jd 4c", QUEEN_HIGH))
    ann, ben = visiting(house, who="Ann"), visiting(house, who="Ben", size="S")
    house.act("Ann", "tcp-1", "2 sits Ann 500")
    house.act("Ben", "tcp-1", "5 sits Ben 500")
    for visit, ante in ((ann, "2 ante"), (ben, "5 ante")):
        page = visit.go("/table/tcp-1")
        page.get_by_role("radio", name="25 chip").click()
        page.locator(f"[data-spot='{ante}']").click()
        until_written(page)
    expect(ann.page.get_by_role("group", name="Box 5, Ben", exact=False)).to_contain_text("25")
    expect(ben.page.get_by_role("group", name="Box 2, Ann", exact=False)).to_contain_text("25")
    house.advance(20_000)
    ann.page.get_by_role("group", name="Your actions").get_by_role("button", name="Look at your cards").click()
    expect(ann.page.get_by_text("Straight, Nine high")).to_be_visible()
    expect(ben.page.get_by_text("Straight, Nine high")).to_have_count(0)
    ann.page.get_by_role("button", name="Play 25").click()
    expect(ann.page.get_by_text("Waiting for box 5.")).to_be_visible()
    ben.page.get_by_role("button", name="Decide unseen").click()
    ben.page.get_by_role("button", name="Play 25").click()
    for visit in (ann, ben):
        expect(visit.page.locator(".says")).to_contain_text("The dealer plays: Queen high")
    assert house.view("tcp-1")["round"]["boxes"]["2"]["net"] == "75.00"


def watching(visit: Visit, table: str) -> Page:
    page = visit.go(f"/table/{table}")
    expect(page.locator(".says")).to_be_visible()
    return page


@pytest.mark.parametrize("size", SIZES)
def test_a_spectator_sees_the_table_and_no_buttons(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    house.act("Ben", "tcp-1", "4 sits Ben 500")
    house.act("Ben", "tcp-1", "4 ante 50")
    visit = visiting(house, size=size)
    page = watching(visit, "tcp-1")
    expect(page.get_by_role("region", name="Box 4, Ben").get_by_role("img", name="Ante 50")).to_be_visible()
    expect(page.get_by_role("group", name="Your actions")).to_have_count(0)
    assert visit.serious() == []
    visit.shot(f"looking-on-{size}")
