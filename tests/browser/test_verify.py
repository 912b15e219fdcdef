"""Verify your cards: the page works the hashes out itself, with the seal that it kept."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import House
from tests.browser.visits import SIZES, Visit

STRAIGHT = "2c 9h 4d Qd 8s Kh 9c 7d 3c 4s"


def seated(house: House) -> None:
    house.stack("tcp-1", STRAIGHT)
    house.act("Ann", "tcp-1", "1 sits Ann 1000")
    house.act("Ben", "tcp-1", "2 sits Ben 500")


def play(house: House) -> None:
    for who, do in (("Ann", "1 ante 50"), ("Ben", "2 ante 10")):
        house.act(who, "tcp-1", do)
    house.advance(25_000)
    for who, do in (("Ann", "1 look"), ("Ann", "1 play"), ("Ben", "2 fold")):
        house.act(who, "tcp-1", do)


def watched(visit: Visit, house: House) -> Page:
    """Somebody who was at the table before the bets, and looks at the proof after the round."""
    page = visit.go("/table/tcp-1")
    expect(page.get_by_role("main")).to_be_visible()
    page.wait_for_function("localStorage.getItem('croupier.seals')")
    play(house)
    return visit.go("/verify/tcp-1/1")


@pytest.mark.parametrize("size", SIZES)
def test_cards_fit_the_seal_that_the_page_kept(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    seated(house)
    visit = visiting(house, who="Ann", size=size)
    page = watched(visit, house)
    expect(page.get_by_role("heading", name="Your cards were fixed before you bet.")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("before any bet, fits all 3")
    assert page.get_by_role("tab").count() == 6  # her own, and the dealer's; Ben's folded hand is not shown
    expect(page.get_by_text("Nine of hearts, card 2 to leave the shoe")).to_be_visible()
    page.get_by_role("tab", name="Seven of diamonds").click()
    expect(page.get_by_text("Seven of diamonds, card 8 to leave the shoe")).to_be_visible()
    root = house.ask("GET", "/v1/tables/tcp-1/rounds/1/proof", who="Ann")[1]["root"]
    expect(page.get_by_label("From the card to the seal").locator("li").last).to_contain_text(root[-8:])
    page.get_by_role("button", name="How to check it elsewhere").last.click()
    expect(page.get_by_text("croupier verify proof.json")).to_be_visible()
    assert visit.serious() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.shot(f"verify-{size}")


def changed(route: Route, change: str) -> None:
    answer = route.fetch()
    told: dict[str, Any] = answer.json()
    if change == "salt":
        told["cards"][2]["salt"] = "00" + told["cards"][2]["salt"][2:]
    elif change == "card":
        told["cards"][2]["card"] = "Ac"
    else:
        told["root"] = told["root"][::-1]
    route.fulfill(response=answer, body=json.dumps(told))


@pytest.mark.parametrize("change", ["salt", "card"])
def test_differing_cards_are_reported_without_an_accusation(opening: Opening, visiting: Visiting, change: str) -> None:
    house = opening()
    seated(house)
    visit = visiting(house, who="Ann", size="S")
    visit.page.route("**/proof", lambda route: changed(route, change))
    page = watched(visit, house)
    expect(page.get_by_role("heading", name="These figures do not agree.")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("show it to the pit")
    assert page.get_by_role("tab").filter(has_text="differs").count() == 1
    page.get_by_role("tab").filter(has_text="differs").click()
    expect(page.get_by_text("not the seal", exact=True)).to_be_visible()
    assert visit.serious() == []
    visit.shot(f"verify-fails-{change}")


def test_a_root_that_was_exchanged_afterwards_does_not_help(opening: Opening, visiting: Visiting) -> None:
    """The page compares with what it kept, whatever the house says later."""
    house = opening()
    seated(house)
    visit = visiting(house, who="Ann")
    visit.page.route("**/proof", lambda route: changed(route, "root"))
    page = watched(visit, house)
    expect(page.get_by_role("heading", name="Your cards were fixed before you bet.")).to_be_visible()


def test_the_page_says_if_it_did_not_see_a_seal(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seated(house)
    play(house)
    visit = visiting(house, who="Ann")
    page = visit.go("/verify/tcp-1/1")
    expect(page.get_by_role("status")).to_contain_text("This page did not see the seal itself before the bets")
    with page.expect_download() as download:
        page.get_by_role("link", name="Proof as JSON").first.click()
    assert download.value.suggested_filename == "proof-tcp-1-1.json"
    onlooker = visiting(house).go("/verify/tcp-1/1")
    expect(onlooker.get_by_role("heading", name="These cards were fixed before the bets.")).to_be_visible()
    nowhere = visiting(house, who="Ann")
    page = nowhere.go("/verify/tcp-1/9")
    expect(page.get_by_role("heading", name="There is no proof here.")).to_be_visible()
    nowhere.complaints = [each for each in nowhere.complaints if "404" not in each]
