"""The class: who knows what, a drill for those who need it, and where the trainee finds it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import STAFFED, House

BOOK = "three-card-poker@3"
SIZES = {
    "console": {"width": 1180, "height": 820},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
}


def answers_first_options(house: House, who: str, id: str) -> None:
    """A drill in which somebody takes the first option each time: some answers are right, most are not."""
    _, told = house.ask("POST", "/v1/training/drills", {"id": id, "kind": "ruling", "book": BOOK}, who=who)
    drill = told["drill"]["drill"]
    for number in range(1, 11):
        given = {"id": f"{id}-{number:02d}", "question": number, "follows": "a", "decides": "dealer"}
        status, _ = house.ask("POST", f"/v1/training/drills/{drill}/answers", given, who=who)
        assert status == 200


@pytest.mark.parametrize("size", SIZES)
def test_the_class_is_legible(house: House, visiting: Visiting, size: str) -> None:
    answers_first_options(house, "dan", f"legible-{size}")
    visit = visiting(house, who="pia", viewport=SIZES[size])
    page = visit.go("/training/class")
    row = page.get_by_role("row", name=re.compile("^dan"))
    expect(row.locator(".cell:not(.none)").first).to_be_visible()
    expect(page.get_by_role("region", name="Most missed")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.shot(f"training-class-{size}")
    assert visit.serious() == []


def test_a_drill_is_set_and_done(house: House, visiting: Visiting) -> None:
    answers_first_options(house, "dan", "set-and-done")
    trainer = visiting(house, who="sam", viewport=SIZES["console"]).go("/training/class")
    trainer.get_by_role("region", name="Most missed").get_by_role(
        "button", name=re.compile(r"^Set 5 questions")
    ).click()
    expect(trainer.get_by_role("status")).to_contain_text("Set for 1 person")
    trainer.get_by_role("checkbox", name="dan").check()
    trainer.get_by_role("combobox", name=re.compile("^Drill")).select_option("pay")
    trainer.get_by_label("Due, if you like").fill("2027-06-18")
    trainer.get_by_role("button", name="Set it for 1 person").click()
    expect(trainer.get_by_role("row", name=re.compile("^dan"))).to_contain_text("2 drills")

    visit = visiting(house, who="dan", viewport=SIZES["console"])
    page = visit.go("/training")
    first = page.get_by_role("region", name="Set for you", exact=True)
    expect(first).to_contain_text("5 questions. sam has set this.")
    expect(page.get_by_role("region", name="Also set for you")).to_contain_text("due 18 June 2027")
    visit.shot("training-set-console")
    assert visit.serious() == []
    first.get_by_role("button", name="Begin").click()
    for number in range(1, 6):
        expect(page.locator(".bar .sub")).to_contain_text(f"{number} of 5")
        for question in ("follows", "decides"):
            page.locator(f"label:has(input[name={question}])").first.click()
        page.locator(".ft .plaque").click()
        page.get_by_role("region", name="The answer").wait_for()
        page.locator(".ft .plaque").click()
    page.get_by_role("link", name="All drills").click()
    expect(page.get_by_role("region", name="Set for you", exact=True)).to_contain_text("due 18 June 2027")
    expect(page.get_by_role("region", name="Also set for you")).to_have_count(0)


def test_a_dealer_sees_only_the_own_row(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="dan", viewport=SIZES["console"], locale="de-DE")
    page = visit.go("/training")
    page.get_by_role("link", name="Meine Ergebnisse").click()
    expect(page.get_by_role("heading", name="Was du weißt")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    page.get_by_label("Regelwerk").select_option("poker@7")
    expect(page.get_by_role("columnheader", name=re.compile("^Plätze"))).to_be_visible()
    visit.shot("training-own-de")
    assert visit.serious() == []


def test_a_ruling_of_the_house_becomes_a_drill(opening: Opening, visiting: Visiting) -> None:
    house = opening(STAFFED)
    for who, do in (("Ann", "1 sits Ann 500"), ("Ann", "1 ante 50"), ("dan", "close"), ("dan", "dealt")):
        house.act(who, "tcp-1", do)
    waits = house.act("dan", "tcp-1", "incident no-burn", reason="I forgot it")
    house.decide("pia", waits["waiting"]["incident"], "incident no-burn")

    trainer = visiting(house, who="pia", viewport=SIZES["console"])
    page = trainer.go("/training/class")
    cases = page.get_by_role("region", name="From this house")
    expect(cases).to_contain_text("ruled: the round is void")
    trainer.shot("training-house-console")
    assert trainer.serious() == []
    cases.get_by_role("button", name="Set for all: The burn was left out").click()
    expect(page.get_by_role("status")).to_contain_text("Set for 1 person")

    visit = visiting(house, who="dan", viewport=SIZES["phone"], locale="de-DE")
    page = visit.go("/training")
    first = page.get_by_role("region", name="Für dich aufgegeben", exact=True)
    expect(first).to_contain_text("1 Fall aus diesem Haus")
    first.get_by_role("button", name="Beginnen").click()
    page.wait_for_selector("main .ask")
    expect(page.locator("main")).not_to_contain_text("Ann ")
    for question in ("follows", "decides"):
        page.locator(f"label:has(input[name={question}])").first.click()
    page.locator(".ft .plaque").click()
    expect(page.locator(".house")).to_contain_text("In diesem Haus wurde entschieden: Die Runde ist ungültig")
    visit.shot("training-house-phone")
    assert visit.serious() == []
