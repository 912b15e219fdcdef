"""What seldom happens at a house table, on the page of the player concerned: a choice, too much, an award that waits,
the time bank; and the games with longer decisions by keys alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.house_states import QUEEN_HIGH, STRAIGHT, dealt
from tests.browser.houses import STAFFED, House
from tests.browser.lines import Line
from tests.browser.visits import Visit


@pytest.fixture
def staffed(opening: Opening) -> House:
    return opening(STAFFED)


def at(visit: Visit, table: str) -> Page:
    page = visit.go(f"/table/{table}")
    expect(page.locator(".says")).to_be_visible()
    return page


def test_boxes_choose_after_a_dealing_error(staffed: House, visiting: Visiting) -> None:
    """5.10: the deal can be put right, and each box goes on or has its bets back. One goes on, one does not."""
    for do in ("1 sits Ben 500", "3 sits Ann 500", "1 ante 25", "3 ante 50", "3 pair-plus 25", "close", "dealt"):
        staffed.act("dan", "tcp-1", do)
    ann, ben = visiting(staffed, who="Ann"), visiting(staffed, who="Ben", size="S", locale="de-DE")
    page, other = at(ann, "tcp-1"), at(ben, "tcp-1")
    staffed.act("dan", "tcp-1", "incident no-burn")
    expect(page.locator("footer")).to_contain_text("play goes on as soon as the pit has decided")
    ann.shot("choice-waits")
    assert ann.serious() == []
    staffed.decide("pia", 1, "incident no-burn reconstructable=true")
    expect(page.locator("footer")).to_contain_text("The burn was left out.")
    expect(page.get_by_role("button", name="Continue")).to_be_enabled()
    expect(page.get_by_role("button", name="Bets back")).to_contain_text("75.00")
    assert ann.serious() == [] and ben.serious() == []
    ann.shot("choice-L")
    ben.shot("choice-S")
    page.get_by_role("button", name="Bets back").click()
    expect(page.locator("[data-own='3']")).to_contain_text("Bets came back")
    other.get_by_role("button", name="Weiterspielen").click()
    expect(other.get_by_role("button", name="Karten ansehen", exact=True)).to_be_visible()
    boxes = staffed.view("tcp-1")["round"]["boxes"]
    assert (boxes["1"]["standing"], boxes["3"]["standing"]) == ("in-play", "returned")
    assert staffed.view("tcp-1")["players"]["Ann"]["stack"] == "500.00"
    ann.shot("choice-made-L")


def test_the_excess_of_a_bet_goes_back_to_its_player(staffed: House, visiting: Visiting) -> None:
    """5.1, with a bet from another window that the page does not know yet."""
    staffed.act("dan", "tcp-1", "3 sits Ann 2000")
    ann = visiting(staffed, who="Ann")
    line = Line(ann.page)
    page = at(ann, "tcp-1")
    page.get_by_role("radio", name="500 chip").click()
    line.blind()
    staffed.act("Ann", "tcp-1", "3 pair-plus 20")
    page.locator("[data-spot='3 pair-plus']").click()
    expect(page.get_by_text("Pair Plus counts to its limit; 20.00 come back to you.")).to_be_visible()
    expect(page.get_by_role("button", name="Paragraph 5.1", exact=True)).to_be_visible()
    assert ann.serious() == []
    ann.shot("excess")
    assert staffed.view("tcp-1")["round"]["boxes"]["3"]["bets"]["pair-plus"]["staked"] == "500.00"


@pytest.mark.parametrize("size", ["S", "L"])
def test_an_award_is_verified_while_its_winner_looks(staffed: House, visiting: Visiting, size: str) -> None:
    for do in ("4 sits Dee 500", "4 ante 50", "4 jackpot 5", "close", "4 bet"):
        staffed.act("dan", "cs-1", do)
    dee, pia = visiting(staffed, who="Dee", size=size), visiting(staffed, who="pia", size=size)
    page = at(dee, "cs-1")
    staffed.act("dan", "cs-1", "settle")
    expect(page.get_by_text("Your award is being verified by the pit", exact=False)).to_be_visible()
    assert dee.serious() == []
    dee.shot(f"award-verifying-{size}")
    pit = pia.go("/pit/floor")
    expect(pit.get_by_text("Award to verify")).to_be_visible()
    assert pia.serious() == []
    pia.shot(f"award-pit-{size}")
    pit.get_by_role("link", name="Verify").click()
    pit.get_by_label("What you looked at, kept in the journal").fill("cards and coin on the layout")
    pit.get_by_role("button", name="Verify and pay 12,500.30").click()
    expect(page.get_by_text("13,045.30").first).to_be_visible()
    page.keyboard.press("e")
    page.locator("[data-payment]", has_text="12,500.30").first.click()
    expect(page.locator("dl.arith")).to_contain_text("12,500.30")
    assert dee.serious() == []
    dee.shot(f"award-paid-{size}")


@pytest.mark.parametrize("size", ["S", "L"])
def test_the_time_bank_runs(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    house.stack("tcp-1", dealt(STRAIGHT, QUEEN_HIGH))
    for do in ("3 sits Ann 500", "3 ante 50"):
        house.act("Ann", "tcp-1", do)
    house.advance(20_000)
    house.act("Ann", "tcp-1", "3 look")
    ann = visiting(house, who="Ann", size=size)
    page = at(ann, "tcp-1")
    expect(page.locator(".says")).to_contain_text("25")
    house.advance(22_000)
    at(ann, "tcp-1")  # a clock that is turned by hand tells nobody; who is back has at least five seconds
    expect(page.locator("footer")).to_contain_text("5 s, then your time bank of 60 s")
    ann.shot(f"five-seconds-{size}")
    house.advance(13_000)
    at(ann, "tcp-1")
    expect(page.locator("footer")).to_contain_text("time bank, 52 s")
    expect(page.locator(".clockbar.low")).to_be_attached()
    assert ann.serious() == []
    ann.shot(f"bank-{size}")
    page.get_by_role("button", name="Play 50").click()
    expect(page.locator("[data-own='3']").get_by_text("+150.00")).to_be_visible()


def test_casino_stud_with_keys_alone(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.stack("cs-1", dealt("Qh Qs 8d 5c 5d", "Ah Kd 9c 3c 4h"))
    house.act("Ann", "cs-1", "4 sits Ann 500")
    page = at(visiting(house, who="Ann"), "cs-1")
    expect(page.locator("[data-spot='4 ante']")).to_be_visible()
    keys = page.keyboard
    for key in ("2", "ArrowRight", "Enter", "Space", "ArrowLeft", "Enter"):
        keys.press(key)
    expect(page.locator("[data-lies].faint, [data-spot].faint")).to_have_count(0)
    expect(page.locator("[data-lies='4 ante'] .amt")).to_have_text("50")
    expect(page.locator("[data-spot='4 jackpot']")).to_have_attribute("aria-pressed", "true")
    house.advance(20_000)
    expect(page.locator("[data-action='4 look']")).to_be_enabled()
    keys.press("l")
    expect(page.get_by_text("Two Pairs, Queens and Fives")).to_be_visible()
    expect(page.locator("[data-action='4 bet']")).to_be_enabled()
    keys.press("p")
    expect(page.locator("[data-own='4']").get_by_text("+245.00")).to_be_visible()
    keys.press("e")
    expect(page.locator("[data-payment='bet']")).to_be_visible()


def test_progressive_holdem_with_keys_alone(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.stack("pth-1", "2c Td Th 3c Kc 9c Ah 4c Jh 5c 2h 7d 7c")
    house.act("Ann", "pth-1", "4 sits Ann 500")
    page = at(visiting(house, who="Ann"), "pth-1")
    expect(page.locator("[data-spot='4 ante']")).to_be_visible()
    keys = page.keyboard
    keys.press("2")
    for _ in range(6):
        if page.locator("[data-spot='4 ante']").evaluate("(each) => each === document.activeElement"):
            break
        keys.press("ArrowRight")
    keys.press("Enter")
    expect(page.locator("[data-lies].faint, [data-spot].faint")).to_have_count(0)
    expect(page.locator("[data-lies='4 ante'] .amt")).to_have_text("25")
    house.advance(20_000)
    for action, key in (("4 look", "l"), ("4 flop", "p"), ("4 check", "k"), ("4 river", "p")):
        expect(page.locator(f"[data-action='{action}']")).to_be_enabled()
        keys.press(key)
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    assert house.view("pth-1", "Ann")["round"]["boxes"]["4"]["decisions"] == ["flop", "check", "river"]
