"""Signs: live, in both directions, without anybody who would press anything; a jackpot won turns the sign gold."""

import signal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import FLOOR, House

LANDSCAPE, PORTRAIT = {"width": 1440, "height": 900}, {"width": 820, "height": 1180}
VERIFIED = FLOOR.replace('contribution = "0.60"', 'contribution = "0.60"\nverify-above = "400.00"').replace(
    'name = "tcp-1"', 'name = "tcp-1"\ntitle = "Table 9"'
)
WINS = "2c As 4d Qd Ks Kh 9c Qs 3c 4s"
TABLES = ("tcp-1", "cs-1", "pth-1", "poker-6")


def fits(page: Page) -> bool:
    """Nothing has to be scrolled to."""
    root = "document.documentElement"
    return bool(page.evaluate(f"{root}.scrollWidth <= innerWidth && {root}.scrollHeight <= innerHeight + 1"))


@pytest.mark.parametrize("turned", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
@pytest.mark.parametrize("table", TABLES)
def test_a_table_sign_is_one_screen(house: House, visiting: Visiting, table: str, turned: dict[str, int]) -> None:
    visit = visiting(house, viewport=turned)
    page = visit.go(f"/sign/table/{table}")
    expect(page.get_by_text(f"Table {table}")).to_be_visible()
    expect(page.get_by_text("Rules: version")).to_be_visible()
    assert fits(page)
    assert visit.serious() == []
    assert page.locator("button, a, input, select").count() == 0
    visit.shot(f"sign-table-{table}-{turned['width']}")


def test_a_table_sign_says_limits_and_pay_tables(house: House, visiting: Visiting) -> None:
    page = visiting(house, viewport=LANDSCAPE).go("/sign/table/tcp-1")
    expect(page.get_by_role("main")).to_contain_text("Ante10 – 1,000")
    expect(
        page.get_by_role("table", name="Pair Plus, to 1").get_by_role("row", name="Straight Flush 40")
    ).to_be_visible()
    expect(
        page.get_by_role("table", name="Jackpot").get_by_role("row", name="A K Q of spades 125,000.00")
    ).to_be_visible()
    expect(page.get_by_text("Dealer plays with Queen high or better. Ante and Play pay 1 to 1.")).to_be_visible()


def win(house: House) -> None:
    house.stack("tcp-1", WINS)
    for who, do in (
        *(("Ann", "1 sits Ann 1000"), ("Ben", "2 sits Ben 500"), ("Ann", "1 ante 50"), ("Ann", "1 jackpot 5")),
        *(("Ben", "2 ante 10"), ("Ben", "2 jackpot 5")),
    ):
        house.act(who, "tcp-1", do)
    house.advance(25_000)
    house.act("Ann", "tcp-1", "1 play")
    house.act("Ben", "tcp-1", "2 play")


@pytest.mark.parametrize("turned", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
def test_a_jackpot_won_appears_on_the_sign(opening: Opening, visiting: Visiting, turned: dict[str, int]) -> None:
    house = opening(VERIFIED)
    visit = visiting(house, viewport=turned)
    page = visit.go("/sign/link/grand")
    expect(page.get_by_role("img", name="Jackpot 125,000.00")).to_be_visible()
    expect(page.get_by_text("Linked over 3 tables · coin 5")).to_be_visible()
    assert fits(page)
    assert visit.serious() == []
    visit.shot(f"sign-jackpot-{turned['width']}")
    win(house)
    expect(page.get_by_role("heading", name="Jackpot at table 9", exact=True)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("125,006.00")
    expect(page.get_by_role("img", name="Ace of spades, King of spades, Queen of spades")).to_be_visible()
    expect(page.get_by_text("Every other coin on the table: 250")).to_be_visible()
    expect(page.get_by_text("Being verified. Starts again at 50,000.00")).to_be_visible()
    assert fits(page)
    assert visit.serious() == []
    visit.shot(f"sign-jackpot-won-{turned['width']}")
    body = {"id": "verified-1", "reason": "seen"}
    status, told = house.ask("POST", "/v1/links/grand/awards/1/verification", body, who="pia")
    assert status == 200, told
    expect(page.get_by_text("Paid. Starts again at 50,000.00")).to_be_visible()
    house.advance(120_000)
    for do in ("1 sits Cy 100", "1 ante 10", "1 jackpot 5"):
        house.act("Cy", "cs-1", do)
    house.advance(25_000)  # the next coin moves the meter, and the win is over
    expect(page.get_by_role("img", name="Jackpot 50,003.00")).to_be_visible()


def test_a_sign_comes_back_by_itself_and_keeps_its_last_figure(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    visit = visiting(house, viewport=LANDSCAPE)
    page = visit.go("/sign/link/grand")
    expect(page.get_by_role("img", name="Jackpot 125,000.00")).to_be_visible()
    port = house.address.rpartition(":")[2]
    house.close(signal.SIGTERM)
    expect(page.get_by_text("this sign comes back by itself")).to_be_visible()
    expect(page.get_by_text("As of 00:00:00")).to_be_visible()
    expect(page.get_by_role("img", name="Jackpot 125,000.00")).to_be_visible()
    visit.shot("sign-stale")
    again = opening(FLOOR, ("--clock", "manual", "--port", port))
    expect(page.get_by_text("this sign comes back by itself")).to_have_count(0)
    again.act("Ann", "tcp-1", "1 sits Ann 1000")
    for do in ("1 ante 50", "1 jackpot 5"):
        again.act("Ann", "tcp-1", do)
    again.advance(25_000)
    expect(page.get_by_role("img", name="Jackpot 125,003.00")).to_be_visible()
    visit.complaints = [each for each in visit.complaints if "ERR_CONNECTION_REFUSED" not in each]
