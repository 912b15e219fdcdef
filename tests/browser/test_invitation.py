"""A house among friends: a phone on the network comes in with the link of the host, over plain http."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import browser
from tests.browser.conftest import Opening
from tests.browser.houses import House

ELSEWHERE = "192.168.7.7"
"""How the phone names this machine; the browser is told where that is."""


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(None, ("--lan", "--no-bots"))


def test_a_friend_comes_in_with_a_name_and_sits_down(house: House, chromium: Browser) -> None:
    (link, *_) = house.line["invitations"]
    code = link.rpartition("/")[2]
    port = house.address.rpartition(":")[2]
    program, rules = browser().program, f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"
    abroad = chromium.browser_type.launch(executable_path=program, args=[rules])
    phone = abroad.new_context(viewport={"width": 390, "height": 844})
    page = phone.new_page()
    try:
        page.goto(f"http://{ELSEWHERE}:{port}/invite/{code}")
        page.get_by_label("Your name").fill("Grandma Mary")
        page.get_by_role("button", name="Come in").click()
        expect(page.get_by_text("Hold'em")).to_be_visible()
        cookies = phone.cookies()
        assert [(each["domain"], each["secure"], each["httpOnly"]) for each in cookies] == [(ELSEWHERE, False, True)]
        me = page.evaluate("fetch('/v1/me').then((answer) => answer.json())")
        assert me["called"]["name"] == "Grandma Mary"
        page.goto(f"http://{ELSEWHERE}:{port}/table/cards")
        page.get_by_role("button", name=re.compile("Sit down")).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
    finally:
        abroad.close()


def test_nobody_comes_in_or_watches_without_the_invitation(house: House) -> None:
    assert house.ask("POST", "/v1/guests", None)[0] == 403
    assert house.ask("POST", "/v1/guests?invitation=wrong", None)[0] == 403
    assert house.ask("GET", "/v1/tables/poker", None)[0] in (401, 403)
