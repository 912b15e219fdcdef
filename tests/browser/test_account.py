"""The own account: sessions are seen and ended, the password changes, and a second factor is turned on."""

import hmac
import time
from base64 import b32decode
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import House
from tests.browser.test_first_start import REAL
from tests.browser.visits import Visit

SIZES = {"390": (390, 844), "820": (820, 1180), "844": (844, 390), "1440": (1440, 900)}
NEW = "seven quiet tables"
DEMANDING = REAL + '\n[sessions]\nsecond-factor = ["shift-manager"]\n'


@pytest.fixture
def house(opening: Opening) -> House:
    return opening()


def floor_time(house: House) -> float:
    """The clock is turned by hand: the newest session began now."""
    house.new_session("dan")
    _, told = house.ask("GET", "/v1/sessions", who="dan")
    return max(datetime.fromisoformat(each["began"]).timestamp() for each in told["items"])


def code_at(secret: str, seconds: float) -> str:
    """RFC 6238."""
    mac = hmac.digest(b32decode(secret), (int(seconds) // 30).to_bytes(8, "big"), "sha1")
    start = mac[-1] & 15
    return f"{(int.from_bytes(mac[start : start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06d}"


def secret_on(page: Page) -> str:
    link = page.get_by_role("link", name="Open in the authenticator").get_attribute("href") or ""
    secret = (page.locator("code.secret").text_content() or "").replace(" ", "")
    assert link.startswith("otpauth://totp/") and f"secret={secret}&" in link
    return secret


def looks(visit: Visit, name: str) -> None:
    for size, (width, height) in SIZES.items():
        visit.page.set_viewport_size({"width": width, "height": height})
        visit.still()
        assert not visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"), size
        visit.shot(f"account-{name}-{size}")
    assert visit.serious() == []


def took_off(visit: Visit, *statuses: int) -> None:
    """The browser's own lines about refused requests."""
    assert [str(status) in line for status, line in zip(statuses, visit.complaints, strict=True)], visit.complaints
    visit.complaints.clear()


def test_sessions_are_ended_from_the_account(house: House, visiting: Visiting) -> None:
    for _ in range(2):
        house.new_session("pia")
    elsewhere = visiting(house, who="pia")
    elsewhere.go("/pit")
    pia = visiting(house, who="pia")
    page = pia.go("/pit")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Account and sessions").click()
    rows = page.get_by_role("region", name="Where you are signed in").get_by_role("listitem")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="This browser")).to_have_count(1)
    expect(rows.filter(has_text="This browser").get_by_role("button")).to_have_count(0)
    looks(pia, "sessions")
    rows.get_by_role("button", name="End the session of").first.press("Enter")
    expect(page.get_by_role("status").filter(has_text="The session has ended.")).to_be_visible()
    expect(rows).to_have_count(3)
    expect(elsewhere.page.get_by_role("dialog", name="You are signed out here.")).to_be_visible()
    page.get_by_role("button", name="End all others (2)").click()
    expect(page.get_by_text("All other sessions have ended.")).to_be_visible()
    expect(rows).to_have_count(1)
    expect(page.get_by_text("You are signed in nowhere else.")).to_be_visible()


def test_the_password_changes_only_with_the_old_one(house: House, visiting: Visiting) -> None:
    house.new_session("Ann")
    ann = visiting(house, who="Ann")
    page = ann.go("/account")
    form = page.get_by_role("region", name="Password")
    form.get_by_label("Old password").fill("not the password")
    form.get_by_label("New password, 10 characters or more").fill(NEW)
    form.get_by_role("button", name="Change password").click()
    expect(form.get_by_role("alert")).to_have_text("The old password is wrong")
    took_off(ann, 409)
    form.get_by_label("Old password").fill(house.password("Ann"))
    form.get_by_label("New password, 10 characters or more").press("Enter")
    expect(form.get_by_role("status")).to_have_text("Your password has changed. All other sessions have ended.")
    expect(page.get_by_role("region", name="Where you are signed in").get_by_role("listitem")).to_have_count(1)
    assert house.ask("POST", "/v1/sessions", {"name": "Ann", "password": house.password("Ann")})[0] == 401
    house.known["Ann"] = NEW
    house.new_session("Ann")


def test_a_second_factor_is_turned_on_and_asked_for(house: House, visiting: Visiting) -> None:
    sam = visiting(house, who="sam")
    page = sam.go("/account")
    form = page.get_by_role("region", name="Second factor")
    expect(form.get_by_text("Off", exact=True)).to_be_visible()
    form.get_by_label("Your password").fill("not the password")
    form.get_by_role("button", name="Set up").click()
    expect(form.get_by_role("alert")).to_have_text("The old password is wrong")
    took_off(sam, 409)
    form.get_by_label("Your password").fill(house.password("sam"))
    form.get_by_label("Your password").press("Enter")
    expect(form.get_by_role("list").get_by_role("listitem")).to_have_count(10)
    recovery = form.get_by_role("listitem").first.text_content() or ""
    secret = secret_on(page)
    looks(sam, "factor")
    form.get_by_label("3. Code from the authenticator").fill("000000")
    form.get_by_role("button", name="Turn on").click()
    expect(form.get_by_role("alert")).to_contain_text("This code is wrong")
    took_off(sam, 409)
    form.get_by_label("3. Code from the authenticator").fill(code_at(secret, floor_time(house)))
    form.get_by_label("3. Code from the authenticator").press("Enter")
    expect(form.get_by_role("status")).to_contain_text("The second factor is on.")
    expect(form.get_by_text("On", exact=True)).to_be_visible()
    page.reload()
    expect(form.get_by_text("On", exact=True)).to_be_visible()
    expect(page.get_by_text(recovery)).to_have_count(0)
    again = visiting(house)
    page = again.go("/signin")
    page.get_by_label("Name").fill("sam")
    page.get_by_label("Password").fill(house.password("sam"))
    page.get_by_label("Password").press("Enter")
    page.get_by_label("Code of your second factor").fill(recovery)
    page.get_by_label("Code of your second factor").press("Enter")
    expect(page).to_have_url(f"{house.address}/pit")
    took_off(again, 401)


def test_german_words(house: House, visiting: Visiting) -> None:
    house.new_session("dan")
    dan = visiting(house, who="dan", locale="de-DE")
    page = dan.go("/account")
    expect(page.get_by_role("heading", name="Wo Sie angemeldet sind")).to_be_visible()
    expect(page.get_by_role("button", name="Sitzung von")).to_have_count(1)
    looks(dan, "de-sessions")
    page.get_by_label("Ihr Passwort").fill(house.password("dan"))
    page.get_by_label("Ihr Passwort").press("Enter")
    expect(page.get_by_role("button", name="Einschalten")).to_be_visible()
    looks(dan, "de-factor")


def test_a_guest_has_sessions_only(house: House, visiting: Visiting) -> None:
    guest = visiting(house)
    page = guest.go("/account")
    expect(page.get_by_text("Sign in to see this page.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.get_by_text("You play as a guest. A guest has no password")).to_be_visible()
    expect(page.get_by_role("region", name="Password")).to_have_count(0)
    assert guest.serious() == []


def test_a_role_that_needs_a_second_factor_sets_it_up_first(opening: Opening, visiting: Visiting) -> None:
    house = opening(DEMANDING, (), "serve")
    house.known["sam"] = NEW
    setup = {"code": house.line["setup"]["code"], "name": "sam", "password": NEW}
    assert house.ask("POST", "/v1/setup", setup)[0] == 201
    sam = visiting(house)
    page = sam.go("/signin")
    page.get_by_label("Name").fill("sam")
    page.get_by_label("Password").fill(house.password("sam"))
    page.get_by_label("Password").press("Enter")
    expect(page).to_have_url(f"{house.address}/account")
    expect(page.get_by_text("Your role needs a second factor.")).to_be_visible()
    page.goto("/pit/floor")
    expect(page).to_have_url(f"{house.address}/account")
    expect(page.get_by_role("heading", name="Where you are signed in")).to_have_count(0)
    looks(sam, "must")
    page.get_by_label("Your password").fill(house.password("sam"))
    page.get_by_label("Your password").press("Enter")
    page.get_by_label("3. Code from the authenticator").fill(code_at(secret_on(page), time.time()))
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_role("heading", name="Where you are signed in")).to_be_visible()
    page.goto("/pit/floor")
    expect(page.get_by_role("region", name="Tables")).to_be_visible()
    assert all("403" in line or "WebSocket" in line for line in sam.complaints), sam.complaints
    sam.complaints.clear()
