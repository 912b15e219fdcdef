"""Waiting: why a table stands still, the list for a place, a place that is offered, places that were lost."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import FLOOR, House
from tests.browser.visits import SIZES, Visit

SINCE = "2026-01-01T00:00:00Z"
REASONS: dict[str, tuple[dict[str, Any], str]] = {
    "players-lost": ({"places": [5]}, "The table waits for box 5."),
    "incident": ({"rank": "pit-supervisor"}, "The table waits for a ruling. The Pit Supervisor was asked"),
    "award": ({}, "A jackpot award is being verified. Your bets are safe."),
    "dealer": ({}, "No dealer at this table since"),
    "device": ({}, "The card reader does not answer. Nothing is dealt until it does."),
    "link-change": ({}, "Jackpot bets are closed for a moment while a change takes effect."),
    "suspended": (
        {"notice": {"code": "table-suspended", "values": {"why": "a glass broke"}}},
        "The table is suspended: a glass broke. Your chips stay at your place or go to your purse.",
    ),
    "stopping": ({}, "The house closes after this round. Chips go to your purse by themselves."),
}
"""Every reason of the contract, with what the floor tells of it, and what people read."""


def stand(visit: Visit, why: str) -> None:
    """From here on every table shown to this visit stands still for that reason."""
    stands = {"why": why, "since": SINCE, "until": None, **REASONS[why][0]}

    def told(message: str | bytes) -> str | bytes:
        frame = json.loads(message)
        shown = [frame[key] for key in ("table", "sign") if key in frame]
        for table in shown + frame.get("lobby", {}).get("tables", []):
            table["stands"] = stands
        return json.dumps(frame)

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(lambda message: page.send(told(message)))

    visit.context.route_web_socket("**/v1/live", between)


def fill(house: House, table: str = "tcp-1") -> None:
    """Ben takes every box."""
    for box in range(1, 8):
        house.act("Ben", table, f"{box} sits Ben {100 if box == 1 else 0}")


def is_focused(page: Page, name: str) -> None:
    expect(page.get_by_role("button", name=name)).to_be_focused()


@pytest.mark.parametrize("why", REASONS)
def test_a_table_that_stands_still_says_why_everywhere(house: House, visiting: Visiting, why: str) -> None:
    sentence = REASONS[why][1]
    visit = visiting(house, who="Ann", size="S")
    stand(visit, why)
    page = visit.go("/table/tcp-1")
    expect(page.locator(".noticerow").filter(has_text=sentence)).to_be_visible()
    assert visit.serious() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.shot(f"stands-{why}-S")
    page = visit.go("/")
    card = page.get_by_role("article", name="3 Card Poker, Table tcp-1")
    expect(card).to_contain_text(sentence)
    card.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("dialog")).to_contain_text(sentence)
    page = visit.go("/sign/table/tcp-1")
    expect(page.get_by_role("main")).to_contain_text(sentence)
    visit.shot(f"sign-stands-{why}")


@pytest.mark.parametrize("why", REASONS)
def test_in_german(house: House, visiting: Visiting, why: str) -> None:
    visit = visiting(house, who="Ann", viewport={"width": 320, "height": 640}, locale="de-DE")
    stand(visit, why)
    page = visit.go("/table/tcp-1")
    expect(page.locator(".noticerow")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.shot(f"stands-{why}-de")


def test_who_lost_the_connection_is_named(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    ann = visiting(house, who="Ann")
    house.act("Ann", "tcp-1", "5 sits Ann 500")
    house.act("Ann", "tcp-1", "5 ante 50")
    house.advance(25_000)
    page = ann.go("/table/tcp-1")
    expect(page.get_by_role("button", name="Look at your cards")).to_be_visible()
    watcher = visiting(house)
    page = watcher.go("/table/tcp-1")
    expect(page.get_by_role("main")).to_be_visible()
    ann.page.close()
    row = page.locator(".noticerow").filter(has_text="The table waits for box 5.")
    expect(row).to_contain_text("Ann lost the connection. Play resumes in 605 s at the latest.")
    assert watcher.serious() == []
    watcher.shot("stands-L")


@pytest.mark.parametrize("size", SIZES)
def test_a_full_table_is_watched_from_its_list(opening: Opening, visiting: Visiting, size: str) -> None:
    """Sit down in the lobby leads to the table and its list; another table with a free box is the plaque."""
    second = FLOOR[FLOOR.index("[[table]]") :].split("[[table]]")[1].replace("tcp-1", "tcp-9")
    house = opening(f'{FLOOR}\n[[table]]{second}title = "Table 14"\n')
    fill(house)
    visit = visiting(house, who="Ann", size=size)
    page = visit.go("/")
    page.get_by_role("article", name="Table tcp-1").get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/tcp-1")
    expect(page.get_by_text("First of 1 waiting")).to_be_visible()
    expect(page.get_by_text("All 7 boxes are taken.")).to_be_visible()
    expect(page.get_by_role("button", name="Sit at table 14")).to_contain_text("7 boxes free · from 10")
    assert house.view("tcp-1", "Ann")["you"]["waits"] == 1
    if size == "L":
        expect(page.get_by_role("region", name="Waiting list of table tcp-1")).to_contain_text("You")
    assert visit.serious() == []
    visit.still()
    visit.shot(f"waiting-{size}")
    page.get_by_role("button", name="Leave the list").click()
    expect(page.get_by_role("button", name="Wait for a place")).to_be_visible()
    assert house.view("tcp-1", "Ann")["you"]["waits"] is None
    page.get_by_role("button", name="Sit at table 14").click()
    page.wait_for_url("**/table/tcp-9")
    expect(page.get_by_role("button", name="Ready").or_(page.get_by_text("Place your bet")).first).to_be_visible()
    assert house.view("tcp-9")["players"]["Ann"]["stack"] == "200.00"


@pytest.mark.parametrize("size", SIZES)
def test_a_place_is_offered(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    fill(house)
    visit = visiting(house, who="Ann", size=size)
    page = visit.go("/table/tcp-1")
    page.get_by_role("button", name="Wait for a place").click()
    expect(page.get_by_text("First of 1 waiting")).to_be_visible()
    assert house.ask("POST", "/v1/tables/tcp-1/waiting", {"id": "cy-waits"}, who="Cy")[0] == 200
    house.act("Ben", "tcp-1", "3 frees")
    expect(page.get_by_role("heading", name="Box 3 is yours for 20 seconds")).to_be_visible()
    expect(page.get_by_role("button", name="Pass")).to_contain_text("Cy is next")
    expect(page.get_by_role("button", name="Sit down with 200")).to_contain_text("9,800.00 stays in your purse")
    is_focused(page, "Sit down with 200")
    expect(page.locator(".offered")).to_contain_text("yours, 20 s")
    expect(page).to_have_title("Box 3 is yours for 20 seconds")
    assert visit.serious() == []
    visit.still()
    visit.shot(f"offered-{size}")
    page.get_by_role("button", name="Sit down with 200").click()
    expect(page.get_by_role("heading", name="Box 3 is yours")).to_have_count(0)
    expect(page.get_by_text("9,800.00").or_(page.get_by_text("200.00")).first).to_be_visible()
    assert house.view("tcp-1")["players"]["Ann"]["stack"] == "200.00"


def test_a_place_that_is_passed_on_or_not_taken(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    fill(house)
    page = visiting(house, who="Ann").go("/table/tcp-1")
    page.get_by_role("button", name="Wait for a place").click()
    expect(page.get_by_text("First of 1 waiting")).to_be_visible()
    assert house.ask("POST", "/v1/tables/tcp-1/waiting", {"id": "cy-waits"}, who="Cy")[0] == 200
    house.act("Ben", "tcp-1", "3 frees")
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_text("Second of 2 waiting")).to_be_visible()
    assert house.view("tcp-1", "Cy")["you"]["offered"]["place"] == 3
    house.act("Ben", "tcp-1", "4 frees")
    expect(page.get_by_role("heading", name="Box 4 is yours")).to_be_visible()
    house.advance(20_500)
    expect(page.get_by_text("You are last on the list.")).to_be_visible()


def test_sitting_down_during_a_round(opening: Opening, visiting: Visiting) -> None:
    """Pressed in the lobby while cards are out: the table is watched, and the place taken when the round is over."""
    house = opening()
    house.act("Ben", "tcp-1", "3 sits Ben 500")
    house.act("Ben", "tcp-1", "3 ante 50")
    house.advance(25_000)
    visit = visiting(house, who="Ann", size="S")
    page = visit.go("/")
    page.get_by_role("article", name="Table tcp-1").get_by_role("button", name="Sit down").click()
    page.get_by_role("dialog").get_by_label("Chips you take to the table").fill("300")
    button = page.get_by_role("button", name="Sit down with 300")
    expect(button).to_contain_text("as soon as this round is over")
    button.click()
    page.wait_for_url("**/table/tcp-1?sit=30000")
    expect(page.get_by_text("You sit down by yourself as soon as this round is over.")).to_be_visible()
    visit.shot("sits-later-S")
    house.act("Ben", "tcp-1", "3 fold")
    house.advance(10_000)
    page.wait_for_url("**/table/tcp-1")
    expect(page.get_by_text("You sit down by yourself")).to_have_count(0)
    assert house.view("tcp-1")["players"]["Ann"]["stack"] == "300.00"


def test_a_watcher_sits_down_after_the_round(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    house.act("Ben", "tcp-1", "3 sits Ben 500")
    house.act("Ben", "tcp-1", "3 ante 50")
    house.advance(25_000)
    page = visiting(house, who="Ann").go("/table/tcp-1")
    page.get_by_role("button", name="Sit down after this round").click()
    expect(page.get_by_text("You sit down by yourself as soon as this round is over.")).to_be_visible()
    page.get_by_role("button", name="Leave the list").click()
    expect(page.get_by_role("button", name="Sit down after this round")).to_be_visible()
    assert house.view("tcp-1", "Ann")["you"]["waits"] is None


def test_places_that_were_lost_are_told_once(opening: Opening, visiting: Visiting) -> None:
    house = opening(FLOOR.replace('places-kept = "off"', 'places-kept = "60s"'))
    visit = visiting(house, who="Ann", size="S")
    page = visit.go("/sign/table/tcp-1")
    expect(page.get_by_text("60 s after a lost connection the place is freed")).to_be_visible()
    house.act("Ann", "tcp-1", "4 sits Ann 500")
    page = visit.go("/table/tcp-1")
    expect(page.get_by_role("button", name="Ante, empty")).to_be_visible()
    visit.page.goto("about:blank")
    house.advance(61_000)
    assert house.view("tcp-1")["players"] == {}
    page = visit.go("/")
    row = page.locator(".noticerow").filter(has_text="You lost your place at table tcp-1.")
    expect(row).to_contain_text("place 4 was given up. 500.00 went to your purse.")
    assert visit.serious() == []
    visit.shot("freed-S")
    row.get_by_role("button", name="Close").click()
    expect(row).to_have_count(0)
    page.reload()
    expect(page.get_by_role("article").first).to_be_visible()
    expect(page.get_by_text("You lost your place")).to_have_count(0)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize(("width", "height"), [(844, 390), (320, 640)])
def test_small_and_sideways(opening: Opening, visiting: Visiting, width: int, height: int, language: str) -> None:
    """What can be pressed is on the page without scrolling."""
    house = opening()
    fill(house)
    assert house.ask("POST", "/v1/tables/tcp-1/waiting", {"id": "ann-waits"}, who="Ann")[0] == 200
    visit = visiting(house, who="Ann", viewport={"width": width, "height": height}, locale=language)
    page = visit.go("/table/tcp-1")
    expect(page.locator("[data-action=unwait]")).to_be_in_viewport(ratio=1)
    visit.shot(f"waiting-{width}-{language}")
    house.act("Ben", "tcp-1", "3 frees")
    for action in ("pass", "sit"):
        expect(page.locator(f"[data-action={action}]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.still()
    visit.shot(f"offered-{width}-{language}")


def test_a_poker_table_has_a_list_too(opening: Opening, visiting: Visiting) -> None:
    house = opening(FLOOR.replace("seats = 9", "seats = 2", 1))
    for seat, who in enumerate(("Ben", "Cy"), 1):
        house.act(who, "poker-6", f"{seat} sits {who} 100")
    visit = visiting(house, who="Ann", size="S")
    page = visit.go("/table/poker-6")
    expect(page.get_by_text("All 2 seats are taken.")).to_be_visible()
    page.get_by_role("button", name="Wait for a place").click()
    expect(page.get_by_text("First of 1 waiting")).to_be_visible()
    house.act("Cy", "poker-6", "2 leaves")
    expect(page.get_by_role("heading", name="Seat 2 is yours for 20 seconds")).to_be_visible()
    visit.still()
    expect(page.locator(".offered")).to_contain_text("yours, 20 s")
    visit.shot("offered-poker-S")
    page.get_by_role("button", name="Sit down with 200").click()
    expect(page.get_by_role("heading", name="Seat 2 is yours")).to_have_count(0)
    assert house.view("poker-6")["seats"]["2"]["player"] == "Ann"
