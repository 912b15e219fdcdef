"""What somebody who comes every evening has: bets that are kept, ready with others, layouts, auto-bet, notices."""

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.house_states import QUEEN_HIGH, STRAIGHT, dealt
from tests.browser.houses import House
from tests.browser.played import stud_round_folded, three_card_round
from tests.browser.test_house_rounds import staked, until_staked, until_written
from tests.browser.test_sounds import LISTEN
from tests.browser.visits import SHOTS, SIZES, Visit

PAUSE = 6_000
"""Milliseconds after which the next round takes bets."""
BETTING = 20_000


def seated(house: House, chips: int = 500) -> None:
    house.act("Ann", "tcp-1", f"3 sits Ann {chips}")


def bets(house: House, **amounts: str) -> None:
    for spot, amount in amounts.items():
        house.act("Ann", "tcp-1", f"3 {spot.replace('_', '-')} {amount}")


def decided(house: House, decision: str = "play") -> None:
    """Bets are closed, and Ann's box 3 decides."""
    house.advance(BETTING)
    house.act("Ann", "tcp-1", "3 look")
    house.act("Ann", "tcp-1", f"3 {decision}")


def again(page: Page) -> None:
    """The settlement has been shown."""
    expect(page.locator("[data-action=again]")).to_be_visible()


def test_a_round_that_somebody_sits_out_keeps_the_bets(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seated(house)
    house.act("Ben", "tcp-1", "5 sits Ben 500")
    page = visiting(house, who="Ann", reduced_motion="reduce").go("/table/tcp-1")
    expect(page.locator("[data-spot='3 ante']")).to_be_visible()
    house.stack("tcp-1", dealt(STRAIGHT, QUEEN_HIGH))
    bets(house, ante="50", pair_plus="25")
    decided(house)
    again(page)
    house.advance(PAUSE)
    expect(page.get_by_role("button", name="Same again")).to_contain_text("75.00")
    house.act("Ben", "tcp-1", "5 ante 10")
    house.advance(BETTING)
    house.act("Ben", "tcp-1", "5 fold")
    page.locator("[data-action=again]").click()
    house.advance(PAUSE)
    until_staked(page, house, "tcp-1", "3", {"ante": "50.00", "pair-plus": "25.00"})


def test_who_is_ready_reads_for_whom_the_table_waits(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seated(house)
    for name, box in (("Ben", 1), ("Cy", 5)):
        house.act(name, "tcp-1", f"{box} sits {name} 500")
        house.act(name, "tcp-1", f"{box} ante 10")
    visit = visiting(house, who="Ann")
    page = visit.go("/table/tcp-1")
    page.get_by_role("button", name="Ante 10").click()
    until_written(page)
    page.get_by_role("button", name="Ready").click()
    expect(page.get_by_text("Ready, waiting for Ben and Cy.")).to_be_visible()
    house.act("Ben", "tcp-1", "1 ready")
    expect(page.get_by_text("Ready, waiting for Cy.")).to_be_visible()
    expect(page.locator("[data-box='1'] .tag")).to_have_text("ready")
    assert visit.serious() == []
    page.locator("[data-spot='3 ante']").click()  # a spot takes it back
    expect(page.get_by_text("Ready, waiting")).to_have_count(0)
    until_written(page)
    assert "ready" not in house.view("tcp-1")["round"]["boxes"]["3"]
    page.get_by_role("button", name="Ready").click()
    house.act("Cy", "tcp-1", "5 ready")
    expect(page.get_by_role("button", name="Look at your cards")).to_be_visible()


# --- Layouts ----------------------------------------------------------------------------------------------------------


def after_a_round(house: House, visit: Visit, decision: str = "play", chips: int = 1000) -> Page:
    """Ann has bet 50 and 25 on box 3 once, and bets are open again."""
    seated(house, chips)
    page = visit.go("/table/tcp-1")
    expect(page.locator("[data-spot='3 ante']")).to_be_visible()
    house.stack("tcp-1", dealt(STRAIGHT, QUEEN_HIGH))
    bets(house, ante="50", pair_plus="25")
    decided(house, decision)
    again(page)
    house.advance(PAUSE)
    expect(page.get_by_role("radiogroup", name="Chip")).to_be_visible()
    return page


def layouts(page: Page) -> Locator:
    page.get_by_role("button", name="Layouts").click()
    sheet = page.get_by_role("dialog", name="Layouts")
    expect(sheet).to_be_visible()
    return sheet


@pytest.mark.parametrize("size", SIZES)
def test_twice_the_last_bets(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    visit = visiting(house, who="Ann", size=size, reduced_motion="reduce")
    page = after_a_round(house, visit)
    page.get_by_title("Twice the last bets").click()
    until_staked(page, house, "tcp-1", "3", {"ante": "100.00", "pair-plus": "50.00"})
    visit.shot(f"twice-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_a_layout_gets_a_name_and_a_key(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    visit = visiting(house, who="Ann", size=size, reduced_motion="reduce")
    page = after_a_round(house, visit)
    sheet = layouts(page)
    expect(sheet.get_by_text("Ante 50 · Pair Plus 25")).to_be_visible()
    sheet.get_by_role("button", name="Save the current bets").click()
    sheet.get_by_label("A name for Ante 50 · Pair Plus 25").fill("Both sides")
    assert visit.serious() == []
    sheet.get_by_role("button", name="Save", exact=True).click()
    expect(sheet.get_by_role("button", name="Both sides", exact=True)).to_be_visible()
    visit.shot(f"layouts-{size}")
    assert visit.serious() == []
    page.keyboard.press("Escape")
    page.keyboard.press("7")
    until_staked(page, house, "tcp-1", "3", {"ante": "50.00", "pair-plus": "25.00"})
    page.reload()  # the browser keeps both
    sheet = layouts(page)
    sheet.get_by_role("button", name="Last round", exact=True).click()
    sheet.get_by_role("button", name="×2: twice the last round").click()
    sheet.get_by_role("button", name="Bet once").click()
    until_staked(page, house, "tcp-1", "3", {"ante": "100.00", "pair-plus": "50.00"})
    sheet = layouts(page)
    sheet.get_by_role("button", name="Remove Both sides").click()
    expect(sheet.get_by_role("button", name="Both sides", exact=True)).to_have_count(0)


def test_a_layout_that_the_chips_do_not_cover_is_not_laid(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    page = after_a_round(house, visiting(house, who="Ann", reduced_motion="reduce"))
    kept = {
        "three-card-poker": {"named": [None, {"name": "Large", "spots": {"ante": 100_000, "pair-plus": 50_000}}, None]}
    }
    page.evaluate("(kept) => localStorage.setItem('croupier.layouts', JSON.stringify(kept))", kept)
    page.keyboard.press("8")
    sheet = page.get_by_role("dialog", name="Layouts")
    sheet.get_by_role("button", name="Large", exact=True).click()
    expect(sheet.get_by_text("These bets are more than your chips.")).to_be_visible()
    expect(sheet.get_by_role("button", name="Bet once")).to_be_disabled()
    assert staked(house, "tcp-1", "3") == {}


# --- Auto-bet ---------------------------------------------------------------------------------------------------------


def auto_bet(house: House, visit: Visit, rounds: int = 5, loss: str = "", chips: int = 1000) -> Page:
    """Ann has folded once, and lets 75 a round be put down."""
    page = after_a_round(house, visit, "fold", chips)
    sheet = layouts(page)
    sheet.get_by_role("button", name=f"{rounds} rounds", exact=True).click()
    if loss:
        sheet.get_by_role("button", name="other").click()
        sheet.get_by_role("textbox", name="or when I have lost").fill(loss)
    visit.shot("auto-bet")
    sheet.get_by_role("button", name=f"Bet {rounds} rounds").click()
    expect(page.locator("[data-auto=runs]")).to_contain_text(f"1 of {rounds}")
    return page


def lies(page: Page, house: House) -> None:
    until_staked(page, house, "tcp-1", "3", {"ante": "50.00", "pair-plus": "25.00"})
    until_written(page)


def test_auto_bet_puts_the_chips_down_and_nothing_else(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    visit = visiting(house, who="Ann", reduced_motion="reduce")
    page = auto_bet(house, visit)
    row = page.locator("[data-auto]")
    lies(page, house)
    assert "ready" not in house.view("tcp-1")["round"]["boxes"]["3"]
    expect(row).to_contain_text("0.00 of −200.00")
    house.advance(BETTING)
    expect(page.get_by_role("button", name="Look at your cards").first).to_be_visible()
    house.act("Ann", "tcp-1", "3 fold")
    expect(row).to_contain_text("−75.00 of −200.00")
    assert visit.serious() == []
    house.advance(PAUSE)
    lies(page, house)
    expect(row).to_contain_text("2 of 5")
    row.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-auto=you]")).to_contain_text("You have stopped it.")


def test_auto_bet_stops_after_its_rounds(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    page = auto_bet(house, visiting(house, who="Ann", size="S", reduced_motion="reduce"), loss="1000")
    for number in range(1, 6):
        expect(page.locator("[data-auto=runs]")).to_contain_text(f"{number} of 5")
        lies(page, house)
        decided(house, "fold")
        if number < 5:
            expect(page.locator("[data-auto]")).to_contain_text(f"−{75 * number}.00")
            house.advance(PAUSE)
    expect(page.locator("[data-auto=rounds]")).to_contain_text("All 5 rounds are played. 5 of 5 · −375.00")
    house.advance(PAUSE)
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    assert staked(house, "tcp-1", "3") == {}


def test_auto_bet_stops_before_the_loss_could_be_larger(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    page = auto_bet(house, visiting(house, who="Ann", reduced_motion="reduce"), loss="149")
    lies(page, house)
    decided(house, "fold")
    expect(page.locator("[data-auto=loss]")).to_contain_text("Another round could take the loss past 149.00.")


def test_auto_bet_stops_when_a_decision_is_missed(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    page = auto_bet(house, visiting(house, who="Ann", reduced_motion="reduce"))
    lies(page, house)
    house.advance(BETTING)
    expect(page.get_by_role("button", name="Look at your cards").first).to_be_visible()
    house.advance(120_000)
    expect(page.locator("[data-auto=missed]")).to_contain_text("A decision was missed.")


def test_auto_bet_stops_when_the_chips_do_not_cover_it(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    page = auto_bet(house, visiting(house, who="Ann", reduced_motion="reduce"), chips=200)
    lies(page, house)
    decided(house, "fold")
    expect(page.locator("[data-auto=runs]")).to_contain_text("−75.00")
    house.advance(PAUSE)
    expect(page.locator("[data-auto=purse]")).to_contain_text("The bets are more than your chips.")
    assert staked(house, "tcp-1", "3") == {}


def test_auto_bet_stops_when_the_limits_change(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    page = auto_bet(house, visiting(house, who="Ann", reduced_motion="reduce"))
    lies(page, house)
    sign = {"id": "limits-1", "sign": {"ante": ["20", "1000"]}}
    assert house.ask("POST", "/v1/tables/tcp-1/sign", sign, who="sam")[0] == 200
    decided(house, "fold")
    house.advance(PAUSE)
    expect(page.locator("[data-auto=limits]")).to_contain_text("The limits of the table have changed.")
    assert staked(house, "tcp-1", "3") == {}


def test_auto_bet_stops_when_the_connection_is_lost(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    visit = visiting(house, who="Ann", reduced_motion="reduce")
    page = auto_bet(house, visit)
    lies(page, house)
    visit.context.set_offline(True)
    house.close()
    expect(page.locator("[data-auto=lost]")).to_contain_text("The connection was lost.")
    visit.complaints.clear()


# --- Notices of a turn, pace and sound --------------------------------------------------------------------------------

DEVICE = """
Object.assign(window, { away: false, trembled: [], notices: [], awake: 0 });
navigator.vibrate = (long) => trembled.push(long);
navigator.wakeLock.request = async () => { awake += 1; return { release: async () => void (awake -= 1) }; };
Object.defineProperty(document, "visibilityState", { get: () => (away ? "hidden" : "visible") });
window.Notification = class {
  static permission = "default";
  static requestPermission = async () => (Notification.permission = "granted");
  constructor(title, { body }) { this.text = `${title}: ${body}`; notices.push(this.text); }
  close() { notices.splice(notices.indexOf(this.text), 1); }
};
"""
"""What a phone would do, written down; `away` hides the page."""


def test_a_turn_is_told_to_somebody_who_looks_elsewhere(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    visit = visiting(house, who="Ann", size="S", reduced_motion="reduce")
    visit.context.add_init_script(DEVICE)
    page = visit.go("/table/tcp-1")
    expect(page.get_by_text("This table opens with you.")).to_be_visible()
    assert page.evaluate("awake") == 0
    seated(house)
    page.wait_for_function("() => awake === 1")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Turn notices").click()
    expect(page.get_by_role("switch", name="Turn notices")).to_be_checked()
    visit.shot("menu-regular")
    page.keyboard.press("Escape")
    house.stack("tcp-1", dealt(STRAIGHT, QUEEN_HIGH))
    bets(house, ante="50")
    page.evaluate("away = true")
    house.advance(BETTING)
    expect(page).to_have_title(re.compile(r"^\(\d+\) Your decision$"))
    page.wait_for_function("() => notices.length")
    assert page.evaluate("notices") == ["Your decision, box 3: 3 Card Poker, tcp-1"]
    assert page.evaluate("trembled") == [80]
    house.act("Ann", "tcp-1", "3 look")
    house.act("Ann", "tcp-1", "3 play")
    expect(page).to_have_title(re.compile("^3 Card Poker, tcp-1"))
    page.wait_for_function("() => notices.length === 0")
    house.act("Ann", "tcp-1", "3 leaves")
    house.advance(PAUSE)
    page.wait_for_function("() => awake === 0")


def test_quick_is_half_the_time(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seated(house)
    page = visiting(house, who="Ann").go("/table/tcp-1")
    pace = "getComputedStyle(document.documentElement).getPropertyValue('--pace').trim()"
    assert page.evaluate(pace) == "1"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Quick").click()
    assert float(page.evaluate(pace)) == 0.5
    page.reload()
    assert float(page.evaluate(pace)) == 0.5


@pytest.mark.parametrize("answer", ["Hear it", "No"])
def test_sound_is_offered_after_the_first_payment_until_it_is_answered(
    opening: Opening, visiting: Visiting, answer: str
) -> None:
    house = opening()
    seated(house)
    visit = visiting(house, who="Ann", size="S", reduced_motion="reduce")
    visit.context.add_init_script(LISTEN)
    page = visit.go("/table/tcp-1")
    expect(page.locator("[data-spot='3 ante']")).to_be_visible()
    offer = page.get_by_text("Sound for cards and chips?")
    bets(house, ante="50")
    decided(house, "fold")
    again(page)
    expect(offer).to_have_count(0)
    house.advance(PAUSE)
    house.stack("tcp-1", dealt(STRAIGHT, QUEEN_HIGH))
    bets(house, ante="50")
    decided(house)
    expect(offer).to_be_visible()
    visit.shot("sound")
    assert visit.serious() == []
    page.get_by_role("button", name=answer).click()
    expect(offer).to_have_count(0)
    assert (page.evaluate("heard") > 0) == (answer == "Hear it")
    page.reload()
    again(page)
    expect(offer).to_have_count(0)


# --- A round shared ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_round_is_shared_by_its_link_and_a_picture(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    three_card_round(house)
    visit = visiting(house, who="Ann", size=size, permissions=["clipboard-read", "clipboard-write"])
    page = visit.go("/history/tcp-1/1")
    page.get_by_role("button", name="Share").click()
    sheet = page.get_by_role("dialog", name="Share this round")
    picture = sheet.get_by_role("img")
    expect(picture).to_have_accessible_name(re.compile(r"Straight, Nine high\. .*Queen high\. \+285\.00$"))
    sheet.get_by_role("button", name="Copy the link").click()
    expect(sheet.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{house.address}/history/tcp-1/1"
    with page.expect_download() as download:
        sheet.get_by_role("button", name="Save the picture").click()
    saved = download.value.path().read_bytes()
    assert download.value.suggested_filename == "tcp-1-1.png"
    assert struct.unpack(">8s8xII", saved[:24]) == (b"\x89PNG\r\n\x1a\n", 1200, 630)
    assert visit.serious() == []
    visit.shot(f"share-{size}")
    if SHOTS:
        (Path(SHOTS) / "share.png").write_bytes(saved)


def test_a_folded_hand_is_not_in_the_picture(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    stud_round_folded(house)
    page = visiting(house, who="Ann").go("/history/cs-1/1")
    page.get_by_role("button", name="Share").click()
    picture = page.get_by_role("dialog", name="Share this round").get_by_role("img")
    expect(picture).to_have_accessible_name(re.compile(r"round 1\. Folded\. .*−10\.00$"))


# --- Installed --------------------------------------------------------------------------------------------------------

INSTALLED = """
const asked = window.matchMedia.bind(window);
window.matchMedia = (query) => query.includes("standalone") ? { matches: true } : asked(query);
"""


def test_a_visit_installs_no_worker(house: House, visiting: Visiting) -> None:
    page = visiting(house, who="Ann").go("/")
    expect(page.get_by_role("heading").first).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((reply) => reply.json())")
    assert (manifest["name"], manifest["display"]) == ("Test House", "standalone")
    assert page.evaluate("(icon) => fetch(icon).then((reply) => reply.ok)", manifest["icons"][0]["src"])


def test_an_installed_page_keeps_its_shell_and_nothing_of_the_floor(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    visit = visiting(house, who="Ann")
    visit.context.add_init_script(INSTALLED)
    page = visit.go("/")
    page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    page.reload()  # through the worker, which keeps what it hands on
    expect(page.get_by_role("heading").first).to_be_visible()
    kept = page.evaluate(
        """async () => {
            const cache = await caches.open("croupier-shell");
            return (await cache.keys()).map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert "/" in kept and all(path == "/" or path.startswith("/page/") for path in kept)
    house.close()
    page.reload()
    expect(page.locator("#room > *").first).to_be_attached()
    visit.complaints.clear()
