"""A real house on its first day: the holder of the code from the terminal becomes its shift manager."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting

REAL = """
[store]
url = "real"
[house]
name = "Real House"
[[table]]
name = "tcp-1"
rulebook = "three-card-poker"
boxes = 3
ante = ["5", "50"]
"""


@pytest.mark.parametrize("size", ["S", "L"])
def test_the_first_manager_opens_the_house(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening(REAL, (), "serve")
    visit = visiting(house, size=size)
    page = visit.go("/")
    expect(page.get_by_role("heading", name="Who runs the house?")).to_be_visible()
    page.get_by_label("Your name").fill("R.Tan")
    page.get_by_label("Code from the terminal").fill("wrong")
    password = page.get_by_label("Password, 10 characters or more")
    password.fill("too short")
    expect(page.get_by_text("One more character")).to_be_visible()
    password.fill("long enough")
    expect(page.get_by_text("Long enough", exact=True)).to_be_visible()
    assert visit.serious() == []
    page.get_by_role("button", name="Open the house").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not the code")
    assert visit.complaints.pop().endswith("401 (Unauthorized)")
    page.get_by_label("Code from the terminal").fill(house.line["setup"]["code"])
    visit.shot(f"first-run-{size}")
    page.get_by_role("button", name="Open the house").click()
    page.wait_for_url("**/pit")
    visit.go("/")
    expect(page.get_by_role("heading", name="The floor.")).to_be_visible()
    assert page.get_by_text("play chips").count() == 0
    assert page.get_by_text("Demo").count() == 0


def test_a_real_house_has_no_guests(opening: Opening, visiting: Visiting) -> None:
    house = opening(REAL, (), "serve")
    setup = {"code": house.line["setup"]["code"], "name": "Kim", "password": "ten letters"}
    assert house.ask("POST", "/v1/setup", setup)[0] == 201
    visit = visiting(house)
    page = visit.go("/")
    page.get_by_role("button", name="Seat me now").click()
    page.wait_for_url("**/signin?to=*")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_role("button", name="Play as a guest")).to_have_count(0)
    assert visit.serious() == []
