"""The pit's first page: one list of what waits, and a card from which an incident is ruled."""

import secrets
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import STAFFED, House
from tests.browser.visits import Visit

SPILT = "A drink was spilt over the layout; the cards of box 3 are wet."
CHIMES = """
window.heard = 0;
window.AudioContext = class extends AudioContext {
  createOscillator() { window.heard += 1; return super.createOscillator(); }
};
"""


@pytest.fixture
def house(opening: Opening) -> House:
    """Cards lie at tcp-1."""
    house = opening(STAFFED)
    for do in ("1 sits Ben 500", "3 sits Ann 500", "1 ante 25", "3 ante 50", "close", "dealt"):
        house.act("dan", "tcp-1", do)
    return house


def post(house: House, who: str, path: str, **body: Any) -> None:
    status, told = house.ask("POST", path, {"id": secrets.token_hex(8), **body}, who=who)
    assert status in (200, 202), told


def row(page: Page, text: str) -> Locator:
    return page.get_by_role("region", name="Waits").get_by_role("listitem").filter(has_text=text)


def calm(visit: Visit, name: str) -> None:
    assert visit.serious() == []
    assert not visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"), name
    visit.shot(name)


@pytest.mark.parametrize("size", ["S", "M", "L"])
def test_an_incident_is_ruled_from_the_card_alone(house: House, visiting: Visiting, size: str) -> None:
    house.act("dan", "tcp-1", "incident other", reason=SPILT)
    sam = visiting(house, who="sam", size=size)
    page = sam.go("/pit")
    expect(row(page, SPILT)).to_contain_text("You may")
    card = page.get_by_role("region", name="Waiting for a decision")
    expect(card.get_by_text(SPILT)).to_be_visible()
    expect(card).to_contain_text("dan, 00:00:00")
    inset = card.get_by_role("region", name="The round until the report")
    expect(inset).to_contain_text("as the pit may see it")
    slider = inset.get_by_role("slider")
    at_the_report = slider.input_value()
    inset.get_by_role("button", name="One step back").click()
    expect(slider).to_have_value(str(int(at_the_report) - 1))
    calm(sam, f"waits-card-{size}")
    rule = card.get_by_role("button", name="Rule so").first
    expect(rule).to_be_disabled()
    card.get_by_label("Reason, shown to dan and kept in the journal").fill("wiped, all cards are whole")
    rule.click()
    expect(card).to_be_hidden()
    decided = page.get_by_role("region", name="Decided").get_by_role("listitem").filter(has_text="wiped")
    expect(decided).to_have_count(1)
    expect(decided).to_contain_text("told dan, not read yet")
    post(house, "dan", "/v1/incidents/1/understanding")
    expect(decided).to_contain_text("told dan, read 00:00:00")


def test_the_replay_shows_the_pit_no_closed_card(house: House, visiting: Visiting) -> None:
    """The box holds clubs only, and the dealer's card that lies open is none."""
    for do in ("4 sits Dee 500", "4 ante 50", "close"):
        house.act("dan", "cs-1", do)
    house.act("Dee", "cs-1", "incident other", reason="my glass fell over")
    page = visiting(house, who="sam").go("/pit")
    inset = page.get_by_role("region", name="The round until the report")
    expect(inset).to_contain_text("as the pit may see it")
    expect(inset.get_by_label("King of hearts")).to_have_count(1)
    assert "clubs" not in inset.inner_html()


def test_title_badge_and_one_sound_tell_of_a_new_row(house: House, visiting: Visiting) -> None:
    pia = visiting(house, who="pia")
    pia.context.add_init_script(CHIMES)
    page = pia.go("/pit/cage")
    expect(page.get_by_role("link", name="Waits", exact=True)).to_be_visible()
    expect(page).to_have_title("Pit")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Sound").click()
    page.keyboard.press("Escape")
    before = page.evaluate("heard")
    house.act("dan", "tcp-1", "incident no-burn", reason="I forgot it")
    expect(page).to_have_title("1 waits · Pit")
    expect(page.get_by_role("link", name="Waits 1")).to_be_visible()
    page.wait_for_function(f"heard === {before + 1}")
    house.act("Ann", "tcp-1", "incident other", reason="my glass fell over")  # the shift manager's: no sound here
    expect(page).to_have_title("2 wait · Pit")
    assert page.evaluate("heard") == before + 1


def test_each_sees_what_they_may_and_whom_the_house_asks(house: House, visiting: Visiting) -> None:
    post(house, "sam", "/v1/links/grand/changes", change={"contribution": "0.70"}, reason="agreed for July")
    house.act("pia", "nl-1", "suspend", reason="the felt is torn")
    house.act("Ann", "tcp-1", "incident other", reason="<b>my glass</b> fell over")
    house.advance(200_000)
    for who, mine, everything in (("pia", 1, 3), ("dan", 0, 2), ("una", 3, 3)):
        visit = visiting(house, who=who)
        page = visit.go("/pit")
        listed = page.get_by_role("region", name="Waits").get_by_role("listitem").get_by_role("link")
        expect(listed).to_have_count(mine)
        page.get_by_role("button", name="All", exact=True).click()
        expect(listed).to_have_count(everything)
        expect(row(page, "<b>my glass</b> fell over")).to_contain_text("Asked: Shift Manager")
        calm(visit, f"waits-{who}")
    assert page.get_by_role("button", name="Rule so").count() == 0, "the auditor looks on"


def test_a_change_is_approved_and_a_table_goes_on_from_the_list(house: House, visiting: Visiting) -> None:
    post(house, "sam", "/v1/links/grand/changes", change={"contribution": "0.70"}, reason="agreed for July")
    house.act("pia", "nl-1", "suspend", reason="the felt is torn")
    sue = visiting(house, who="sue")
    page = sue.go("/pit")
    page.get_by_role("button", name="Let it go on").click()
    expect(row(page, "the felt is torn")).to_have_count(0)
    expect(row(page, "Contribution: 0.70, now 0.60")).to_contain_text("“agreed for July” sam")
    page.get_by_role("button", name="Approve as sue").click()
    expect(row(page, "Contribution")).to_have_count(0)
    expect(page.get_by_text("Nothing waits for anybody.")).to_be_visible()
    assert house.ask("GET", "/v1/links/grand/changes", who="sam")[1]["parameters"]["contribution"] == "0.70"


@pytest.mark.parametrize(("size", "locale"), [("S", "de-DE"), ("M", "en-GB"), ("L", "en-GB"), ("L", "de-DE")])
def test_a_table_outside_its_band_waits(opening: Opening, visiting: Visiting, size: str, locale: str) -> None:
    """A thread finds it some seconds after the round, and the row leads to the figures."""
    house = opening(STAFFED)
    house.act("Ann", "tcp-1", "1 sits Ann 900")
    pia = visiting(house, who="pia", size=size, locale=locale)
    page = pia.go("/pit")
    for _ in range(30):
        house.act("Ann", "tcp-1", "1 ante 30")
        for do in ("close", "dealt", "1 fold", "settle", "next"):
            house.act("dan", "tcp-1", do)
    german = locale == "de-DE"
    name = "Was wartet" if german else "What waits"
    told = "Gewonnen 900" if german else "Won 900.00, expected 30.36: outside three standard deviations"
    card = page.get_by_role("region", name=name)
    expect(card).to_contain_text(told)
    calm(pia, f"waits-outside-{size}-{locale}")
    card.get_by_role("link", name="Zu den Zahlen" if german else "See its figures").press("Enter")
    expect(page).to_have_url(f"{house.address}/pit/floor")
    expect(
        page.get_by_role("region", name="tcp-1: außerhalb des Bandes" if german else "tcp-1: outside the band")
    ).to_be_visible()
