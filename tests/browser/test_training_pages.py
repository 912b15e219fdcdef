"""The training room: a drill of each kind played through its pages, with a mouse and with keys alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visiting
from tests.browser.houses import House
from tests.browser.visits import Visit

CONSOLE = {"width": 1180, "height": 820}
PHONE = {"width": 390, "height": 844}
STEPS = 80
"""No run takes more."""


def started(visit: Visit, kind: str, book: str) -> Page:
    page = visit.go("/training")
    page.get_by_role("region", name=kind).get_by_role("button", name=re.compile(f"{re.escape(book)}$")).click()
    page.wait_for_url(re.compile(r"/training/\w+/\d+"))
    page.wait_for_selector("main .ask")
    return page


def choose_first(page: Page) -> None:
    """Whatever stands first, in each question that is asked."""
    for question in ("follows", "decides"):
        page.locator(f"label:has(input[name={question}])").first.click()


def test_rulings_from_the_first_to_the_result(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="dan", viewport=CONSOLE)
    page = started(visit, "What is ruled?", "3 Card Poker")
    visit.shot("training-ruling-1180")
    assert visit.serious() == []
    for number in range(1, 11):
        expect(page.locator(".bar .sub")).to_contain_text(f"{number} of 10")
        choose_first(page)
        page.locator(".ft .plaque").click()
        expect(page.get_by_role("region", name="The answer")).to_be_visible()
        if number == 1:
            visit.shot("training-answer-1180")
            assert visit.serious() == []
        page.locator(".ft .plaque").click()
    expect(page.get_by_role("heading", name=re.compile(r"\d+ of 10 ruled right"))).to_be_visible()
    visit.shot("training-result-1180")
    assert visit.serious() == []
    page.get_by_role("link", name="All drills").click()
    expect(page.get_by_role("heading", name="To look at again")).to_be_visible()
    expect(page.get_by_role("region", name="Where you left off")).to_be_visible()
    visit.shot("training-1180")
    assert visit.serious() == []


def test_a_ruling_with_keys_alone(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="pia", viewport=CONSOLE)
    page = visit.go("/training")
    start = page.get_by_role("button", name="Start: What is ruled? Casino Stud")
    start.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("main .ask")
    questions = page.locator("fieldset").count()
    page.locator("body").press("2")
    for _ in range(questions - 1):
        page.locator("body").press("1")
    expect(page.locator("input:checked")).to_have_count(questions)
    page.locator("body").press("Enter")
    expect(page.get_by_role("region", name="The answer")).to_be_visible()
    expect(page.locator(".ft .plaque")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".bar .sub")).to_contain_text("2 of 10")


def test_the_question_names_no_paragraph_and_the_answer_does(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="sam", viewport=CONSOLE)
    page = started(visit, "What is ruled?", "Progressive Hold'em")
    for number in range(1, 4):
        expect(page.get_by_role("group", name="What do you do now?").get_by_role("radio").nth(1)).to_be_visible()
        expect(page.get_by_role("group", name="Who decides it?").get_by_role("radio")).to_have_count(3)
        expect(page.locator("main.work")).not_to_contain_text("§")
        choose_first(page)
        page.locator(".ft .plaque").click()
        expect(page.get_by_role("region", name="The answer").locator(".why li").first).to_be_visible()
        page.locator(".ft .plaque").click()
        expect(page.locator(".bar .sub")).to_contain_text(f"{number + 1} of 10")


@pytest.mark.parametrize(("book", "size"), [("3 Card Poker", "console"), ("Poker, version 7", "phone")])
def test_a_layout_is_paid(house: House, visiting: Visiting, book: str, size: str) -> None:
    visit = visiting(house, who="dan", viewport=CONSOLE if size == "console" else PHONE)
    page = started(visit, "Pay this layout", book)
    visit.shot(f"training-pay-{size}")
    assert visit.serious() == []
    spots = page.get_by_text(re.compile("no answer yet")).inner_text().split()[0]
    for number in range(int(spots), 0, -1):
        page.locator("body").press("p")
        page.locator("body").press("5")
        page.locator("body").press("0")
        if number > 1:
            page.locator("body").press("Enter")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name=re.compile(r"\d+ of \d+ spots paid right"))).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("You: pay 50.00")
    visit.shot(f"training-paid-{size}")
    assert visit.serious() == []


def test_the_pad_takes_verbs_and_amounts(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="pia", viewport=CONSOLE)
    page = started(visit, "Pay this layout", "Casino Stud")
    entry = page.locator(".en").first
    lies = page.locator(".pl small").first.inner_text().split()[0]
    page.locator("body").press("t")
    expect(entry).to_have_text(f"take {lies.replace(',', '')}")
    page.locator("body").press("u")
    expect(entry).to_have_text("Push")
    page.get_by_role("button", name="Pay", exact=True).click()
    for key in ("1", "2", ".", "5"):
        page.get_by_role("button", name=key, exact=True).click()
    expect(entry).to_have_text("pay 12.5")
    page.get_by_role("button", name="Delete the last digit").click()
    expect(entry).to_have_text("pay 12.")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".en").nth(1)).to_have_class(re.compile("cur"))


@pytest.mark.parametrize(("book", "viewport"), [("3 Card Poker", CONSOLE), ("Poker, version 7", PHONE)])
def test_a_table_is_run(house: House, visiting: Visiting, book: str, viewport: dict[str, int]) -> None:
    visit = visiting(house, who="dan", viewport=viewport)
    page = started(visit, "Run a table", book)
    visit.shot(f"training-run-{viewport['width']}")
    assert visit.serious() == []
    page.get_by_role("button", name="Something is wrong").click()
    assert visit.serious() == []
    page.get_by_role("button", name="A card turned up that is not part of the deck").click()
    expect(page.get_by_role("status")).to_be_visible()
    for _ in range(STEPS):
        if page.get_by_role("heading", name=re.compile("errors found")).count():
            break
        on = page.locator(".step")
        before = page.locator(".eyebrow").first.inner_text()
        if on.is_enabled():
            on.click()
            page.wait_for_function(
                "before => document.querySelector('.head') || document.querySelector('.eyebrow')?.innerText !== before",
                arg=before,
            )
    expect(page.get_by_role("heading", name=re.compile(r"\d+ of \d+ errors found"))).to_be_visible()
    visit.shot(f"training-ran-{viewport['width']}")
    assert visit.serious() == []


def test_a_drill_goes_on_after_the_page_is_loaded_again(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="una", viewport=PHONE)
    page = started(visit, "What is ruled?", "Poker, version 6")
    choose_first(page)
    page.locator(".ft .plaque").click()
    page.get_by_role("region", name="The answer").wait_for()
    page.reload()
    expect(page.locator(".bar .sub")).to_contain_text("2 of 10")
    page.goto("/training")
    page.get_by_role("link", name=re.compile("Go on")).click()
    expect(page.locator(".bar .sub")).to_contain_text("2 of 10")


def test_in_german(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="dan", viewport=CONSOLE, locale="de-DE")
    page = visit.go("/training")
    expect(page.get_by_role("heading", name="Was wird entschieden?")).to_be_visible()
    page.get_by_role("button", name="Beginnen: Was wird entschieden? 3 Card Poker").click()
    page.wait_for_selector("main .ask")
    expect(page.get_by_role("group", name="Was tust du jetzt?")).to_be_visible()
    assert visit.serious() == []


def test_nothing_in_the_traffic_tells_the_answer(house: House, visiting: Visiting) -> None:
    visit = visiting(house, who="pia", viewport=CONSOLE)
    heard: list[Any] = []
    visit.page.on("response", lambda answer: heard.append(answer) if "/v1/training/drills" in answer.url else None)
    started(visit, "What is ruled?", "3 Card Poker")
    bodies = [answer.text() for answer in heard]
    assert bodies
    for body in bodies:
        for word in ('"about"', '"right":true', '"is"', '"seed"', '"marks"'):
            assert word not in body
