"""A house table when something is out of the ordinary: refused, lost, voided, chosen, closed, explained, first time."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.house_states import QUEEN_HIGH, STRAIGHT, dealt
from tests.browser.houses import House
from tests.browser.lines import Line
from tests.browser.visits import SIZES

TABLE = "/table/tcp-1"


def decides(house: House, *others: str) -> None:
    """Ann has 50 on box 3 of tcp-1, has looked and is asked."""
    house.stack("tcp-1", dealt(*(["Jc 6h 2s"] * bool(others)), STRAIGHT, QUEEN_HIGH))
    house.act("Ann", "tcp-1", "3 sits Ann 500")
    for each in others:
        house.act(each, "tcp-1", f"1 sits {each} 500")
        house.act(each, "tcp-1", "1 ante 25")
    house.act("Ann", "tcp-1", "3 ante 50")
    house.advance(20_000)
    house.act("Ann", "tcp-1", "3 look")


def shown(page: Page) -> Page:
    expect(page.locator(".says")).to_be_visible()
    return page


@pytest.mark.parametrize("size", SIZES)
def test_a_payment_opens_to_its_arithmetic_and_paragraphs(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    house.stack("tcp-1", dealt(STRAIGHT, QUEEN_HIGH))
    visit = visiting(house, who="Ann", size=size)
    house.act("Ann", "tcp-1", "3 sits Ann 500")
    for bet in ("3 ante 50", "3 pair-plus 25", "3 jackpot 5"):
        house.act("Ann", "tcp-1", bet)
    house.advance(20_000)
    house.act("Ann", "tcp-1", "3 look")
    page = shown(visit.go(TABLE))
    page.get_by_role("button", name="Play 50").click()
    page.locator("[data-own='3']").get_by_role("button", name="Straight, Nine high").click()
    page.locator("[data-payment='pair-plus']").click()
    steps = page.locator("dl.arith")
    expect(steps).to_contain_text("Straight pays 5 to 1")
    expect(steps).to_contain_text("25.00 × 5 = 125.00")
    expect(steps).to_contain_text("150.00")
    expect(page.get_by_text("Staked 130").first).to_be_visible()
    why = page.locator("ul.why")
    expect(why).to_contain_text("Pair Plus pays 40 for a Straight Flush")
    assert visit.serious() == []
    visit.shot(f"settlement-{size}")
    why.get_by_role("button", name="Paragraph 4.2").click()
    expect(page.get_by_role("region", name="Rules").first).to_contain_text("Pair Plus pays 40 for a Straight Flush")
    assert visit.serious() == []
    visit.shot(f"rule-{size}")
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Rules")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_lost_connection_in_a_decision(opening: Opening, visiting: Visiting, size: str) -> None:
    """The press is kept, and sent again with its id; nothing is pressed for anybody."""
    house = opening()
    visit = visiting(house, who="Ann", size=size)
    line = Line(visit.page)
    decides(house, "Ben")
    page = shown(visit.go(TABLE))
    play = page.get_by_role("button", name="Play 50")
    expect(play).to_be_enabled()
    line.swallow()
    play.click()
    expect(play).to_contain_text("pressed, not yet confirmed")
    line.cut()
    notice = page.locator(".noticerow")
    expect(notice).to_contain_text("Your place is safe, your press is kept.")
    expect(notice).to_contain_text("The floor’s clock goes on: about 25 s, then your time bank of 60 s.")
    expect(page.get_by_role("button", name="Fold")).to_be_disabled()
    assert visit.serious() == []
    visit.shot(f"lost-{size}")
    house.act("Ben", "tcp-1", "1 fold")
    assert house.view("tcp-1")["round"]["phase"] == "deciding"
    line.mend()
    expect(notice).to_contain_text("Your Play arrived.")
    expect(notice).to_contain_text("Ben, box 1, unseen, folds")
    visit.shot(f"back-{size}")
    assert visit.serious() == []
    expect(page.locator(".says")).to_contain_text("The dealer plays: Queen high")
    assert house.view("tcp-1", "Ann")["round"]["boxes"]["3"]["decisions"] == ["play"]


def test_back_in_time_to_decide(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    visit = visiting(house, who="Ann")
    line = Line(visit.page)
    decides(house, "Ben")
    page = shown(visit.go(TABLE))
    line.cut()
    notice = page.locator(".noticerow")
    expect(notice).to_contain_text("Your place is safe.")
    house.act("Ben", "tcp-1", "1 fold")
    line.mend()
    expect(notice).to_contain_text("It is still your decision.")
    visit.shot("back-still")
    page.get_by_role("button", name="Fold").click()
    expect(page.get_by_text("Folded").first).to_be_visible()


@pytest.mark.parametrize("size", ["S", "L"])
def test_back_too_late(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    visit = visiting(house, who="Ann", size=size)
    line = Line(visit.page)
    decides(house)
    page = shown(visit.go(TABLE))
    expect(page.get_by_role("button", name="Play 50")).to_be_enabled()
    line.cut()
    notice = page.locator(".noticerow")
    expect(notice).to_contain_text("Reconnecting")
    for milliseconds in (601_000, 90_000):  # clocks stand for a while when everybody is gone
        house.advance(milliseconds)
    line.mend()
    expect(notice).to_contain_text("Box 3 was folded when your time ended.")
    expect(notice).to_contain_text("50.00 is lost.")
    expect(notice.get_by_role("button", name="House ruling R-41")).to_be_visible()
    assert visit.serious() == []
    visit.shot(f"late-{size}")


def test_too_much_is_said_with_the_most_that_fits(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "3 sits Ann 5000")
    visit = visiting(house, who="Ann")
    page = shown(visit.go(TABLE))
    page.get_by_role("radio", name="1,000 chip").click()
    page.locator("[data-spot='3 pair-plus']").click()
    expect(page.get_by_text("Pair Plus takes at most 500. Nothing was changed.")).to_be_visible()
    assert visit.serious() == []
    visit.shot("too-much")
    page.get_by_role("button", name="Place 500").click()
    expect(page.locator("[data-lies='3 pair-plus'] .amt")).to_have_text("500")
    expect(page.locator("[data-lies].faint")).to_have_count(0)
    assert house.view("tcp-1")["round"]["boxes"]["3"]["bets"]["pair-plus"]["staked"] == "500.00"


def test_a_bet_that_the_floor_refuses_goes_back(opening: Opening, visiting: Visiting) -> None:
    """The chips have gone to a bet of another window, and the page has not seen it yet."""
    house = opening()
    house.act("Ann", "tcp-1", "3 sits Ann 60")
    visit = visiting(house, who="Ann")
    line = Line(visit.page)
    page = shown(visit.go(TABLE))
    page.get_by_role("radio", name="25 chip").click()
    line.blind()
    house.act("Ann", "tcp-1", "3 pair-plus 50")
    page.locator("[data-spot='3 ante']").click()
    expect(page.locator(".refused")).to_contain_text("Nothing was changed.")
    expect(page.locator("[data-lies='3 ante']")).to_have_count(0)
    assert visit.serious() == []
    visit.shot("refused")
    assert "ante" not in house.view("tcp-1")["round"]["boxes"]["3"]["bets"]


def test_chips_that_are_gone_meanwhile_come_home(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "3 sits Ann 60")
    page = shown(visiting(house, who="Ann").go(TABLE))
    page.get_by_role("radio", name="5 chip", exact=True).click()
    page.locator("[data-spot='3 ante']").click()
    expect(page.get_by_text("Ante: 5 more to the least")).to_be_visible()
    house.act("Ann", "tcp-1", "3 pair-plus 60")
    expect(page.get_by_text("Ante takes no bet now.")).to_be_visible()
    expect(page.locator("[data-lies='3 ante']")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_of_two_boxes_the_asked_one_is_unmistakable(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    house.stack("tcp-1", dealt("Qc Jd 6s", "5h 5c 9d", "Ks 9c 3s"))
    for do in ("3 sits Ann 500", "4 sits Ann 0", "3 ante 50", "4 ante 50"):
        house.act("Ann", "tcp-1", do)
    visit = visiting(house, who="Ann", size=size)
    page = shown(visit.go(TABLE))
    house.advance(20_000)
    actions = page.get_by_role("group", name="Your actions")
    actions.get_by_role("button", name="Look at the cards of box 3").click()
    play = page.get_by_role("button", name="Play 50 on box 3")
    expect(play).to_contain_text("then box 4")
    if size == "S":
        expect(page.get_by_role("tab", name="Queen high", selected=True)).to_be_visible()
    else:
        expect(page.locator(".own.now")).to_have_attribute("data-own", "3")
        expect(page.locator("[data-own='4']")).to_contain_text("Unseen: decided blind")
    assert visit.serious() == []
    visit.shot(f"two-boxes-{size}")
    play.click()
    expect(page.get_by_role("button", name="Play 50 on box 4")).to_be_visible()
    page.keyboard.press("b")
    page.get_by_role("button", name="Fold box 4").click()
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    boxes = house.view("tcp-1", "Ann")["round"]["boxes"]
    assert (boxes["3"]["decisions"], boxes["4"]["decisions"]) == (["play"], ["fold"])
    visit.shot(f"two-boxes-settled-{size}")


def test_three_boxes(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    for do in ("2 sits Ann 500", "3 sits Ann 0", "5 sits Ann 0", "2 ante 50", "3 ante 25", "5 ante 10"):
        house.act("Ann", "tcp-1", do)
    visit = visiting(house, who="Ann")
    page = shown(visit.go(TABLE))
    house.advance(20_000)
    for box in (2, 3, 5):
        actions = page.get_by_role("group", name="Your actions")
        decide = actions.get_by_role("button", name="Decide unseen").or_(page.locator(f"[data-action='{box} fold']"))
        expect(decide.first).to_be_visible()
        if box == 2:
            visit.shot("three-boxes")
            assert visit.serious() == []
            decide.first.click()
        page.get_by_role("button", name=f"Fold box {box}").click()
    expect(page.get_by_role("button", name="Same again")).to_be_visible()


@pytest.mark.parametrize("size", ["S", "L"])
def test_a_guests_first_round(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    visit = visiting(house, size=size)
    page = visit.go(TABLE)
    expect(page.locator(".says")).to_be_visible()
    page.evaluate("fetch('/v1/guests', {method: 'POST'})")
    page.reload()
    page.get_by_role("button", name="Sit down in box 4").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down with 200").click()
    guide = page.locator(".guide")
    expect(guide).to_contain_text("1 of 4")
    expect(guide).to_contain_text("Put a chip on Ante: 10 or more.")
    expect(page.locator("[data-spot='4 ante'].ringed")).to_be_visible()
    assert visit.serious() == []
    visit.shot(f"first-bet-{size}")
    page.get_by_role("button", name="Ante 10").click()
    expect(page.locator("[data-lies='4 ante']:not(.faint)")).to_be_visible()
    house.advance(20_000)
    expect(guide).to_contain_text("Only you see them then.")
    visit.shot(f"first-look-{size}")
    page.get_by_role("group", name="Your actions").get_by_role("button", name="Look at your cards").click()
    expect(guide).to_contain_text("Play costs 10")
    visit.shot(f"first-decide-{size}")
    page.get_by_role("button", name="Play 10").click()
    expect(page.locator("[data-payment='ante']")).to_be_visible()
    visit.shot(f"first-paid-{size}")
    expect(page.locator("[data-cursor=end]")).to_have_count(1)
    house.advance(6_000)  # the next window opens, and the payments stay until the next bet
    expect(page.locator(".says")).to_contain_text("Place your Bets")
    expect(guide).to_contain_text("This is how it was paid.")
    expect(page.locator("[data-payment='ante']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-payment='ante']")).to_have_count(0)
    expect(guide).to_have_count(0)


def test_the_table_waits_closes_and_is_closed(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    decides(house)
    visit = visiting(house, who="Ann")
    page = shown(visit.go(TABLE))
    expect(page.get_by_role("button", name="Play 50")).to_be_enabled()
    house.act("pia", "tcp-1", "suspend")
    expect(page.locator("footer").get_by_text("The table waits.")).to_be_visible()
    expect(page.get_by_role("button", name="Play 50")).to_have_count(0)
    assert visit.serious() == []
    visit.shot("suspended")
    house.act("pia", "tcp-1", "resume")
    status, told = house.ask("POST", "/v1/tables/tcp-1/closing", {"id": "closing-table-1"}, who="pia")
    assert status == 200, told
    page.get_by_role("button", name="Play 50").click()
    expect(page.get_by_text("This table is closed.")).to_be_visible()
    assert visit.serious() == []
    visit.shot("closed")


def test_a_void_round_gives_everything_back(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-2", "3 sits Ann 500")
    house.act("Ann", "tcp-2", "3 ante 50")
    visit = visiting(house, who="Ann")
    page = shown(visit.go("/table/tcp-2"))
    house.act("dan", "tcp-2", "close")
    house.act("sam", "tcp-2", "incident other ruling=void")
    expect(page.locator(".says")).to_contain_text("Round void")
    expect(page.get_by_text("500.00").first).to_be_visible()
    assert visit.serious() == []
    visit.shot("void")


def test_the_coach_says_what_each_option_is_worth(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    decides(house)
    visit = visiting(house, who="Ann")
    page = shown(visit.go(TABLE))
    page.get_by_role("button", name="Coach off").click()
    coach = page.locator(".coach")
    expect(coach).to_contain_text(re.compile(r"Play \+\d"))
    expect(coach).to_contain_text("Fold −50.00")
    visit.shot("coach")
    assert visit.serious() == []


def test_an_amount_is_typed(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ann", "tcp-1", "3 sits Ann 500")
    visit = visiting(house, who="Ann", size="M")
    page = shown(visit.go(TABLE))
    page.locator("[data-spot='3 ante']").click(button="right")
    field = page.get_by_role("textbox", name="Ante, box 3")
    field.fill("5")
    expect(page.get_by_text("At least 10.")).to_be_visible()
    expect(page.get_by_role("button", name="Place 5")).to_be_disabled()
    visit.shot("typing")
    assert visit.serious() == []
    field.fill("175")
    page.get_by_role("button", name="Place 175").click()
    expect(page.locator("[data-lies='3 ante']:not(.faint) .amt")).to_have_text("175")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-lies='3 ante']")).to_have_count(0)
    expect(page.locator("[aria-live='polite']")).to_contain_text("Ante 175.00 taken back")
    assert house.view("tcp-1")["round"]["boxes"]["3"]["bets"] == {}


def test_in_german_with_four_colours_and_nothing_moving(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    decides(house, "Ben")
    visit = visiting(house, who="Ann", locale="de-DE", reduced_motion="reduce")
    page = shown(visit.go(TABLE))
    expect(page.get_by_role("button", name="Fold")).to_contain_text("50,00 sind verloren")
    expect(page.locator(".says")).to_contain_text("Ihre Entscheidung, Box 3")
    expect(page.get_by_text("Straße bis Neun")).to_be_visible()
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("switch", name="Vierfarbiges Blatt").click()
    page.get_by_role("button", name="Schließen").first.click()
    page.get_by_role("button", name="Play 50").click()
    house.act("Ben", "tcp-1", "1 fold")
    expect(page.locator(".says")).to_contain_text("Die Bank spielt: Dame hoch")
    assert page.evaluate("document.getAnimations().length") == 0
    assert visit.serious() == []
    visit.shot("german")


@pytest.mark.parametrize("viewport", [(320, 640), (360, 740), (1280, 720), (1024, 768)])
def test_nothing_overflows(opening: Opening, visiting: Visiting, viewport: tuple[int, int]) -> None:
    house = opening()
    decides(house, "Ben")
    width, height = viewport
    visit = visiting(house, who="Ann", viewport={"width": width, "height": height})
    page = shown(visit.go(TABLE))
    expect(page.get_by_role("button", name="Play 50")).to_be_in_viewport()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    visit.shot(f"decision-{width}")
    page.get_by_role("button", name="Play 50").click()
    house.act("Ben", "tcp-1", "1 fold")
    expect(page.get_by_role("button", name="Same again")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    visit.shot(f"settled-{width}")
