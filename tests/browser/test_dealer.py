"""A dealer's hour: own tables, whole layouts by taps, the ruling that comes back, corrections, spoken calls."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import HOUSE, LINK, House
from tests.browser.poker_tables import PASSWORD
from tests.browser.visits import Visit

TABLET: ViewportSize = {"width": 1180, "height": 820}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
FLOOR = f"""
{HOUSE}
{LINK}
[[table]]
name = "tcp-1"
rulebook = "three-card-poker@3"
boxes = 7
ante = ["10", "1000"]
pair-plus = ["5", "500"]
jackpot-bet = "5"
link = "grand"
run-by = "dealer"
cards = "by-hand"
[[table]]
name = "tcp-2"
rulebook = "three-card-poker@3"
boxes = 5
ante = ["10", "1000"]
run-by = "dealer"
[[table]]
name = "tcp-3"
rulebook = "three-card-poker@3"
boxes = 5
ante = ["10", "1000"]
"""
SPEAKS = """
window.calls = [];
speechSynthesis.speak = ({ text, lang }) => window.calls.push([lang, text]);
"""
SIZES_OF_TEXT = """
[...document.querySelectorAll("aside *, .bx *")]
.filter((each) => !each.closest("svg") && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize))
"""
CARDS = ("dealer Qd 9c 4s", "3 hand 9h 8s 7d")


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(FLOOR)


def seated(house: House, *boxes: int) -> None:
    """Ben has box 1, Ann all others."""
    for box in boxes:
        player = "Ben" if box == 1 else "Ann"
        house.act(player, "tcp-1", f"{box} sits {player} {500 if box in (1, 3) else 0}")


def settling(house: House) -> None:
    seated(house, 1, 3)
    bets = ("1 ante 25", "3 ante 50", "3 pair-plus 25", "close", "dealt", "1 fold", "3 play")
    for do in (*bets, *CARDS):
        house.act("dan", "tcp-1", do)


def tap(page: Page, spot: str, box: int) -> None:
    page.get_by_role("button", name=re.compile(rf"^{spot}, box {box}:")).click()


def calm(visit: Visit, name: str) -> None:
    assert visit.serious() == []
    assert not visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"), name
    visit.shot(name)


def staked(house: House) -> dict[str, dict[str, str]]:
    boxes = house.view("tcp-1")["round"]["boxes"]
    return {box: {spot: bet["staked"] for spot, bet in told["bets"].items()} for box, told in boxes.items()}


@pytest.mark.parametrize("size", [TABLET, SIDEWAYS, {"width": 390, "height": 844}], ids=["tablet", "sideways", "phone"])
def test_signing_in_leads_to_ones_tables(house: House, visiting: Visiting, size: dict[str, int]) -> None:
    seated(house, 1)
    house.act("Ben", "tcp-1", "1 ante 25")
    dan = visiting(house, viewport=size)
    page = dan.go("/signin")
    page.get_by_label("Name").fill("dan")
    page.get_by_label("Password").fill(house.password("dan"))
    page.get_by_role("button", name="Sign in").click()
    tables = page.get_by_role("region", name="Your tables").get_by_role("listitem")
    expect(tables).to_have_count(2)  # the third runs by itself
    expect(tables.first).to_contain_text("Waits for its dealer")
    calm(dan, f"dealer-tables-{size['width']}")
    page.get_by_role("link", name="Take over tcp-1").click()
    expect(page.get_by_role("region", name="Box 1, Ben")).to_be_visible()
    page.get_by_role("link", name="Your tables").click()
    expect(tables).to_have_count(2)
    expect(page.get_by_role("link", name="Deal tcp-1")).to_be_visible()
    expect(tables.first).to_contain_text("dan deals since")


def test_a_dealer_is_relieved_and_the_pit_assigns_another(house: House, visiting: Visiting) -> None:
    user = {"name": "kim", "password": PASSWORD, "role": "dealer"}
    assert house.ask("POST", "/v1/users", user, who="sam")[0] == 201
    house.known["kim"] = PASSWORD
    house.act("dan", "tcp-2", "takes-over")
    house.act("Ben", "tcp-2", "1 sits Ben 500")
    house.act("Ben", "tcp-2", "1 ante 25")
    page = visiting(house, who="kim", viewport=TABLET).go("/dealer/tcp-2")
    aside = page.get_by_role("complementary", name="What to say and do")
    expect(aside).to_contain_text("dan deals since")
    expect(page.get_by_role("button", name="No more bets")).to_have_count(0)
    aside.get_by_role("button", name="Take over").click()
    page.get_by_role("button", name="No more bets").click()
    expect(aside).to_contain_text("Please look at your cards.")
    pia = visiting(house, who="pia")
    floor = pia.go("/pit/floor")
    dealers = floor.get_by_role("region", name="Dealers")
    expect(dealers.get_by_role("listitem").filter(has_text="tcp-2")).to_contain_text("kim")
    expect(floor.get_by_role("row", name="tcp-2")).to_contain_text("kim")
    dealers.get_by_role("button", name="Assign").click()
    dealers.get_by_role("combobox").first.select_option("tcp-2")
    dealers.get_by_role("combobox").last.select_option("dan")
    calm(pia, "pit-dealers")
    dealers.get_by_role("button", name="Give the table").click()
    expect(dealers.get_by_role("listitem").filter(has_text="tcp-2")).to_contain_text("dan")
    expect(aside).to_contain_text("dan deals since")
    aside.get_by_role("button", name="Take over").click()
    expect(dealers.get_by_role("listitem").filter(has_text="tcp-2")).to_contain_text("kim")


@pytest.mark.parametrize("size", [TABLET, SIDEWAYS], ids=["tablet", "sideways"])
def test_seven_boxes_of_three_spots_in_twenty_two_taps(house: House, visiting: Visiting, size: dict[str, int]) -> None:
    seated(house, 1, 3, 2, 4, 5, 6, 7)
    dan = visiting(house, who="dan", viewport=size)
    page = dan.go("/dealer/tcp-1")
    page.get_by_role("button", name="Chip of 25").click()
    for box in range(1, 8):
        for spot in ("Jackpot", "Pair Plus", "Ante"):
            tap(page, spot, box)
    step = page.locator("aside .step")
    expect(step).to_contain_text("7 boxes, 385 in bets")
    calm(dan, f"dealer-layout-{size['width']}")
    step.click()  # at once: the last box is sent first
    expect(step).to_contain_text("Dealt")
    whole = {"ante": "25.00", "pair-plus": "25.00", "jackpot": "5.00"}
    assert staked(house) == {str(box): whole for box in range(1, 8)}


def test_a_layout_is_taken_back_repeated_and_refused_in_amber(house: House, visiting: Visiting) -> None:
    seated(house, 1, 3)
    dan = visiting(house, who="dan", viewport=TABLET)
    page = dan.go("/dealer/tcp-1")
    ante = page.get_by_role("button", name=re.compile("^Ante, box 3:"))
    ante.click()
    ante.click()
    expect(ante).to_have_accessible_name("Ante, box 3: 50")
    ante.click(delay=700)  # held
    expect(ante).to_have_accessible_name("Ante, box 3: 25")
    ante.press("Backspace")
    expect(ante).to_have_accessible_name("Ante, box 3: 0")
    page.get_by_role("button", name="Take back").click()
    expect(ante).to_have_accessible_name("Ante, box 3: 25")

    # too few chips for a bet stay on the spot, and bets are not closed over them
    page.keyboard.press("1")
    tap(page, "Ante", 1)
    note = page.locator("aside").get_by_role("status")
    expect(note).to_have_text("Ante of box 1: 5 more to the least bet.")
    expect(page.locator(".spot.refused")).to_have_count(1)
    calm(dan, "dealer-layout-short")
    page.locator("aside .step").click()
    assert house.view("tcp-1")["round"]["phase"] == "betting"
    tap(page, "Ante", 1)
    expect(note).to_have_text("Ante of box 1: 10, limits 10 to 1,000.")
    page.get_by_role("button", name="Chip of 500").click()
    tap(page, "Pair Plus", 1)
    expect(note).to_have_text("not enough chips: Ben has 490.00 in chips at tcp-1 and needs 500.00")
    expect(page.locator(".spot.refused")).to_have_text("500 500")  # the chip and the figure stay, in amber

    page.locator("aside .step").click()
    expect(page.locator("aside .step")).to_contain_text("Dealt")
    assert staked(house) == {"1": {"ante": "10.00"}, "3": {"ante": "25.00"}}
    for do in ("dealt", "1 fold", "3 fold", "settle"):
        house.act("dan", "tcp-1", do)
    page.locator("aside .step").filter(has_text="Next round").click()
    page.get_by_role("button", name="All as last round").click()
    expect(page.get_by_text("as before", exact=True)).to_have_count(2)
    page.locator("aside .step").filter(has_text="No more bets").click()
    expect(page.locator("aside .step")).to_contain_text("Dealt")
    assert staked(house) == {"1": {"ante": "10.00"}, "3": {"ante": "25.00"}}


def test_payments_are_counted_with_their_paragraphs(house: House, visiting: Visiting) -> None:
    settling(house)
    dan = visiting(house, who="dan", viewport=TABLET)
    page = dan.go("/dealer/tcp-1")
    aside = page.locator("aside")
    expect(aside).to_contain_text("Box 3, Ann: pay 275 on Ante, Play, Pair Plus and Ante Bonus.")
    page.keyboard.press("n")
    for line, paragraph in (
        ("Ante 50 at even money: 50", "§4.1"),
        ("Play 50 at even money: 50", "§4.1"),
        ("Pair Plus 25 at 5 to 1: 125", "§4.2"),
        ("Ante Bonus 50 at even money: 50", "§4.3"),
    ):
        expect(aside.locator("p").filter(has_text=line)).to_contain_text(paragraph)
    calm(dan, "dealer-settle")


@pytest.mark.parametrize("viewport", [TABLET, SIDEWAYS], ids=["tablet", "sideways"])
def test_a_wrong_entry_is_put_right_with_the_cards_in_sight(
    house: House, visiting: Visiting, viewport: ViewportSize
) -> None:
    settling(house)
    dan = visiting(house, who="dan", viewport=viewport)
    page = dan.go("/dealer/tcp-1")
    sheet = page.get_by_role("dialog")

    def change(was: str, to: str) -> None:
        page.get_by_role("button", name="Correct", exact=True).click()
        sheet.get_by_role("button", name="Box 3, Ann").click()
        sheet.get_by_role("button", name=f"Change {was}").click()
        calm(dan, "dealer-correct")
        sheet.get_by_role("button", name=to, exact=True).click()

    # before the payments the dealer enters the hand again
    change("Seven of diamonds", "Two of diamonds")
    expect(sheet).to_contain_text("Seven of diamonds becomes Two of diamonds")
    sheet.get_by_role("button", name="Enter it again").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("region", name="Box 3, Ann").locator(".do.take")).to_have_text("take125")
    assert house.view("tcp-1")["round"]["boxes"]["3"]["hand"] == "9h 8s 2d"

    # after them the pit decides; a payment that was wrong is the dealer's to record
    house.act("dan", "tcp-1", "settle")
    page.get_by_role("button", name="Incident").click()
    sheet.get_by_role("button", name="The dealer pushed more or fewer chips than were due").click()
    sheet.get_by_role("button", name="Box 3, Ann").click()
    sheet.get_by_label("What was pushed").fill("20")
    expect(sheet).to_contain_text("20.00 was pushed to box 3 and 0.00 was due")
    calm(dan, "dealer-payment")
    sheet.get_by_role("button", name="The cards were wrong, not the payment").click()
    sheet.get_by_role("button", name="Box 3, Ann").click()
    sheet.get_by_role("button", name="Change Two of diamonds").click()
    sheet.get_by_role("button", name="Seven of diamonds", exact=True).click()
    sheet.get_by_label("What you saw, kept in the journal").fill("misread the diamond")
    sheet.get_by_role("button", name="Report; the Pit Supervisor decides").click()
    expect(page.get_by_text(re.compile("Asked 0:\\d\\d ago."))).to_be_visible()

    # the ruling comes back with who, why, and what to do now
    (waiting,) = house.ask("GET", "/v1/incidents?open=true", who="pia")[1]["items"]
    assert waiting["reason"] == "misread the diamond"
    said = {"id": "decision-1", "do": waiting["options"][0]["do"], "reason": "wiped the lens and looked"}
    assert house.ask("POST", f"/v1/incidents/{waiting['incident']}/decision", said, who="pia")[0] == 200
    ruling = page.get_by_role("region", name="The ruling")
    expect(ruling).to_contain_text("pia, Pit Supervisor:")
    expect(ruling).to_contain_text("wiped the lens and looked")
    expect(ruling).to_contain_text("R-110")
    expect(ruling).to_contain_text("Pay or ask back what the new settlement shows.")
    expect(page.get_by_text("It waits for")).to_have_count(0)
    calm(dan, "dealer-ruling")
    ruling.get_by_role("button", name="Understood").click()
    expect(ruling).to_be_hidden()
    (decided,) = house.ask("GET", "/v1/incidents", who="pia")[1]["items"]
    assert decided["decided"]["understood"] != ""


def test_a_report_leaves_out_what_somebody_else_decides(house: House, visiting: Visiting) -> None:
    seated(house, 1, 3)
    for do in ("1 ante 25", "3 ante 50", "close", "dealt"):
        house.act("dan", "tcp-1", do)
    page = visiting(house, who="dan", viewport=TABLET).go("/dealer/tcp-1")
    sheet = page.get_by_role("dialog")
    page.get_by_role("button", name="Incident").click()
    expect(sheet.get_by_role("button", name="The jackpot system fails")).to_be_visible()
    expect(sheet.get_by_role("button", name="The jackpot system works again")).to_have_count(0)
    sheet.get_by_role("button", name="Something that no paragraph names").click()
    expect(sheet.get_by_text("Ruling", exact=True)).to_have_count(0)
    expect(sheet.get_by_role("button", name="Report; the Shift Manager decides")).to_be_enabled()
    sheet.get_by_role("button", name="Back").click()
    sheet.get_by_role("button", name="The burn was left out").click()
    expect(sheet.get_by_text("Can it be put right?")).to_have_count(0)

    sam = visiting(house, who="sam", viewport=TABLET).go("/dealer/tcp-1")
    sam.get_by_role("button", name="Incident").click()
    sam.get_by_role("button", name="Something that no paragraph names").click()
    expect(sam.get_by_text("Still to be said: Ruling.", exact=False)).to_be_visible()


def test_calls_are_spoken_once_and_type_grows(house: House, visiting: Visiting) -> None:
    settling(house)
    dan = visiting(house, who="dan", viewport=TABLET)
    dan.context.add_init_script(SPEAKS)
    page = dan.go("/dealer")
    page.get_by_role("switch", name="Speak the calls").click()
    page.get_by_role("switch", name="Large type").click()
    page.get_by_role("link", name="Take over tcp-1").click()
    expect(page.get_by_text("Box 1 has folded.")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_text("Box 3, Straight, Nine high, wins.")).to_be_visible()
    assert page.evaluate("calls") == [["en-GB", "Box 1 has folded."], ["en-GB", "Box 3, Straight, Nine high, wins."]]
    assert min(page.evaluate(SIZES_OF_TEXT)) >= 20
    calm(dan, "dealer-large")


def test_somebody_on_the_waiting_list_is_seated_by_a_tap(house: House, visiting: Visiting) -> None:
    seated(house, 1, 3, 2, 4, 5, 6, 7)
    assert house.ask("POST", "/v1/tables/tcp-1/waiting", {"id": "waiting-1"}, who="Cy")[0] in (200, 201)
    house.act("Ben", "tcp-1", "1 leaves")
    page = visiting(house, who="dan", viewport=TABLET).go("/dealer/tcp-1")
    page.get_by_role("region", name="Box 1, free").get_by_role("button").click()
    page.get_by_role("group", name="Next on the waiting list").get_by_role("button", name="Cy").click()
    expect(page.get_by_role("button", name="Seat Cy")).to_be_enabled()
