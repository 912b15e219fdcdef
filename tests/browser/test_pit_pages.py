"""The pit's pages: the win against the mathematics, search, cage and people by the first letter, shares of a link."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import STAFFED, House
from tests.browser.visits import Visit


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(STAFFED)


def fold(house: House, times: int) -> None:
    """Ann folds an Ante of 30 at a table that a dealer runs by hand."""
    house.act("Ann", "tcp-1", "1 sits Ann 900")
    for _ in range(times):
        house.act("Ann", "tcp-1", "1 ante 30")
        for do in ("close", "dealt", "1 fold", "settle", "next"):
            house.act("dan", "tcp-1", do)


def calm(visit: Visit, name: str) -> None:
    assert visit.serious() == []
    assert not visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"), name
    visit.shot(name)


def search(page: Page, letters: str) -> None:
    page.get_by_role("combobox", name="Search the house").fill(letters)


def test_the_win_is_named_and_held_against_the_mathematics(house: House, visiting: Visiting) -> None:
    fold(house, 29)
    pia = visiting(house, who="pia")
    page = pia.go("/pit/floor")
    row = page.get_by_role("row").filter(has_text="tcp-1")
    expect(row).to_contain_text("under 30 boxes")
    expect(page.get_by_text("Hold", exact=True)).to_have_count(0)
    for name in ("Win ÷ drop", "Win ÷ handle", "Expected"):
        expect(page.get_by_role("columnheader", name=name)).to_be_visible()
    expect(row).to_contain_text("96.7%")
    expect(row).to_contain_text("100.0%")
    house.act("Ann", "tcp-1", "1 ante 30")
    for do in ("close", "dealt", "1 fold", "settle"):
        house.act("dan", "tcp-1", do)
    page.reload()
    expect(row.get_by_role("img", name=re.compile("Won 900, expected 30.36: outside three sigma"))).to_be_visible()
    card = page.get_by_role("region", name="tcp-1: outside the band")
    expect(card).to_contain_text("tcp-1 has won 900. 30.36 was to be expected.")
    expect(card).to_contain_text("3.2 standard deviations above.")
    expect(card).to_contain_text("The band treats the boxes of a round as independent.")
    foot = page.get_by_role("region", name="Tables").get_by_text("so the true spread can be wider")
    expect(foot).to_be_visible()
    calm(pia, "pit-floor-band")
    german = visiting(house, who="pia", locale="de-DE").go("/pit/floor")
    expect(german.get_by_text("die wirkliche Streuung kann daher größer sein").first).to_be_visible()
    small = visiting(house, who="pia", size="S")
    expect(small.go("/pit/floor").get_by_role("row").filter(has_text="tcp-1")).to_be_visible()
    calm(small, "pit-floor-band-s")


def test_the_search_finds_with_the_keyboard_alone(house: House, visiting: Visiting) -> None:
    fold(house, 1)
    sam = visiting(house, who="sam")
    page = sam.go("/pit/floor")
    expect(page.get_by_role("button", name="Find a name, table, round, entry")).to_be_visible()
    page.keyboard.press("Control+k")
    search(page, "an")
    expect(page.get_by_role("option").first).to_contain_text("Ann")
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    calm(sam, "pit-search")
    search(page, "R 1")
    expect(page.get_by_role("option", name="tcp-1, round 1")).to_be_visible()
    search(page, "§ 5.1")
    expect(page.get_by_role("option").first).to_contain_text("§ 5.1")
    search(page, "ann")
    expect(page.get_by_role("option").first).to_contain_text("Ann")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/pit/cage/Ann$"))
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    page.keyboard.press("/")
    search(page, "T tcp-r")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("heading", name="tcp-r")).to_be_visible()


def test_the_search_of_a_dealer_names_nobody(house: House, visiting: Visiting) -> None:
    page = visiting(house, who="dan").go("/pit/floor")
    expect(page.get_by_role("button", name="Find a name, table, round, entry")).to_be_visible()
    page.keyboard.press("Control+k")
    search(page, "Ann")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
    search(page, "tcp")
    expect(page.get_by_role("option")).to_have_count(2)


def test_cage_and_people_answer_the_first_letter(house: House, visiting: Visiting) -> None:
    fold(house, 1)
    pia = visiting(house, who="pia")
    page = pia.go("/pit/cage")
    page.get_by_label("Player").fill("a")
    listed = page.get_by_role("region", name="Who fits").get_by_role("listitem")
    expect(listed.first).to_contain_text("Ann")
    listed.first.click()
    account = page.get_by_role("region", name="Ann")
    expect(account).to_contain_text("Brought to tcp-1")
    for key in ("1", "2", "00"):
        page.get_by_role("button", name=key, exact=True).click()
    expect(page.get_by_label("Amount")).to_have_value("1200")
    page.get_by_label("Reason, kept in the journal").fill("cash")
    calm(pia, "pit-cage")
    page.get_by_role("button", name="Pay in").click()
    expect(page.get_by_text("1,200.00 paid in.")).to_be_visible()
    expect(account).to_contain_text("Cash in")
    page.goto("/pit/people")
    page.get_by_role("button", name=re.compile("Staff")).click()
    expect(page.get_by_role("row").filter(has_text="dan")).to_contain_text("Dealer")
    expect(page.get_by_role("row").filter(has_text="Ann")).to_have_count(0)
    page.get_by_label("Find somebody").fill("pi")
    expect(page.get_by_role("row").nth(1)).to_contain_text("pia")
    calm(pia, "pit-people")


def test_a_link_writes_its_shares_in_per_cent(house: House, visiting: Visiting) -> None:
    page = visiting(house, who="sam").go("/pit/jackpots/grand")
    expect(page.get_by_text("60%")).to_be_visible()
    page.get_by_role("button", name="Change: Contribution").click()
    expect(page.get_by_label("New: Contribution")).to_have_value("60")
    page.get_by_label("New: Contribution").fill("62.5")
    page.get_by_label("Reason, kept in the journal").fill("as agreed")
    page.get_by_role("button", name="Ask for this change").click()
    expect(page.get_by_text("sam asks: Contribution 62.5%.")).to_be_visible()
    (change,) = house.ask("GET", "/v1/links/grand/changes", who="sam")[1]["items"]
    assert change["change_of"] == {"contribution": "0.625"}
