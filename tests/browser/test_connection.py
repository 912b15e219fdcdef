"""What becomes of a page when its floor goes away, comes back, or ends its session."""

import signal
import socket

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import FLOOR, MANUAL, House
from tests.browser.visits import SIZES, Visit


@pytest.fixture
def fixed() -> tuple[str, ...]:
    """A port that stays the same when a house is opened again."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return (*MANUAL, "--port", str(listening.getsockname()[1]))


def only_sockets(visit: Visit) -> None:
    """A browser writes down that nobody answered; nothing else was complained about."""
    nobody = ("WebSocket connection to", "net::ERR_CONNECTION_")
    assert all(any(words in complaint for words in nobody) for complaint in visit.complaints), visit.complaints
    visit.complaints.clear()


@pytest.mark.parametrize("size", SIZES)
def test_lost_and_back(opening: Opening, visiting: Visiting, fixed: tuple[str, ...], size: str) -> None:
    house = opening(FLOOR, fixed)
    visit = visiting(house, who="Ann", size=size)
    page = visit.go("/")
    expect(page.get_by_role("article")).to_have_count(6)
    house.close(signal.SIGKILL)
    expect(page.get_by_text("The connection is lost.").first).to_be_visible()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    assert visit.serious() == []
    visit.shot(f"lost-{size}")
    again = opening(FLOOR, fixed)
    expect(page.get_by_text("You see the floor as it is now.").first).to_be_visible()
    again.act("Ben", "cs-1", "4 sits Ben 300")
    expect(page.get_by_role("article", name="Casino Stud, Table cs-1")).to_contain_text("6 of 7 free")
    expect(page.get_by_text("10,000.00")).to_be_visible()
    only_sockets(visit)


def test_restarting(opening: Opening, visiting: Visiting, fixed: tuple[str, ...]) -> None:
    house = opening(FLOOR, fixed)
    visit = visiting(house)
    page = visit.go("/")
    expect(page.get_by_role("article")).to_have_count(6)
    house.close(signal.SIGTERM)
    expect(
        page.get_by_text("The floor is restarting.").or_(page.get_by_text("The connection is lost.")).first
    ).to_be_visible()
    visit.shot("restarting")
    opening(FLOOR, fixed)
    expect(page.get_by_text("You see the floor as it is now.").first).to_be_visible()
    only_sockets(visit)


def test_an_act_that_found_nobody_is_sent_again_with_its_id(
    opening: Opening, visiting: Visiting, fixed: tuple[str, ...]
) -> None:
    """Pressed before the floor was there again: done once, as soon as it is."""
    house = opening(FLOOR, fixed)
    visit = visiting(house, who="Ann")
    page = visit.go("/")
    page.get_by_role("article", name="Table tcp-1").get_by_role("button", name="Sit down").click()
    button = page.get_by_role("button", name="Sit down with 200")
    expect(button).to_be_enabled()
    visit.context.set_offline(True)
    page.evaluate("document.querySelector('dialog form').requestSubmit()")
    visit.context.set_offline(False)
    page.wait_for_url("**/table/tcp-1")
    assert house.view("tcp-1")["players"]["Ann"]["stack"] == "200.00"
    assert house.ask("GET", "/v1/me", who="Ann")[1]["wallet"] == "9800.00"


@pytest.mark.parametrize("size", ["S", "L"])
def test_signed_out_elsewhere(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    visit = visiting(house, who="Ann", size=size)
    page = visit.go("/")
    expect(page.get_by_text("10,000.00")).to_be_visible()
    assert house.ask("DELETE", "/v1/sessions", who="Ann")[0] == 200
    dialog = page.get_by_role("dialog", name="You are signed out here.")
    expect(dialog).to_be_visible()
    assert visit.serious() == []
    visit.shot(f"ended-{size}")
    dialog.get_by_role("button", name="Go on watching").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.get_by_role("article")).to_have_count(6)


def test_a_session_that_is_over_leaves_no_trace(house: House, visiting: Visiting) -> None:
    """The next day: the page opens for nobody, without a word about it."""
    visit = visiting(house)
    visit.context.add_cookies([{"name": "croupier", "value": "long-gone", "url": house.address}])
    page = visit.go("/")
    expect(page.get_by_role("article")).to_have_count(6)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert visit.context.cookies() == []
