"""The consoles: a dealer runs a table with a real deck, the pit decides, two people change a link, verify an award."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import STAFFED, House
from tests.browser.visits import Visit

TABLET = {"width": 1180, "height": 820}
PHONE = {"width": 844, "height": 390}


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(STAFFED)


def button(page: Page, name: str, *, exact: bool = False) -> None:
    page.get_by_role("button", name=name, exact=exact).click()


def step(page: Page, name: str) -> None:
    """The one large button."""
    page.locator("aside .step").filter(has_text=name).click()


def say_yes(house: House, page: Page, player: str) -> None:
    """The player is asked whether the dealer may bring chips from the wallet."""
    expect(page.get_by_text(f"{player} is asked and has a minute to say yes.", exact=True)).to_be_visible()
    (ask,) = house.ask("GET", "/v1/me/asked", who=player)[1]["items"]
    yes = {"id": f"yes-{ask['table']}-{ask['asked']}", "yes": True}
    assert house.ask("POST", f"/v1/me/asked/{ask['asked']}", yes, who=player)[0] == 200


def sit(house: House, page: Page, box: int, player: str, chips: str = "500") -> None:
    page.get_by_role("region", name=f"Box {box}, free").get_by_role("button").click()
    page.get_by_label("Player").fill(player)
    page.get_by_label("Chips to bring from the wallet").fill(chips)
    button(page, f"Seat {player}")
    say_yes(house, page, player)
    expect(page.get_by_role("region", name=f"Box {box}, {player}")).to_be_visible()


def bet(page: Page, box: int, player: str, spot: str, amount: str) -> None:
    page.get_by_role("region", name=f"Box {box}, {player}").get_by_role("button", name=player).click()
    sheet = page.get_by_role("dialog")
    form = sheet.locator("form").filter(has_text=spot)
    form.get_by_role("textbox").fill(amount)
    form.get_by_role("button", name="Enter").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name=f"{spot}, box {box}: {amount}")).to_be_visible()


def calm(visit: Visit, name: str) -> None:
    """Nothing serious, nothing outside the window; a picture where somebody wants one."""
    assert visit.serious() == []
    assert not visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"), name
    visit.shot(name)


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_a_round_dealt_by_hand_with_an_incident_decided_in_the_pit(
    house: House, visiting: Visiting, size: dict[str, int]
) -> None:
    dan, pia = visiting(house, who="dan", viewport=size), visiting(house, who="pia")
    page, pit = dan.go("/dealer/tcp-1"), pia.go("/pit")
    sit(house, page, 1, "Ben")
    sit(house, page, 3, "Ann")
    bet(page, 1, "Ben", "Ante", "25")
    bet(page, 3, "Ann", "Ante", "50")
    bet(page, 3, "Ann", "Pair Plus", "25")
    calm(dan, f"dealer-betting-{size['width']}")
    step(page, "No more bets")
    step(page, "Dealt")

    # what is not the dealer's to decide waits for the pit, and the table with it
    page.keyboard.press("i")
    button(page, "The burn was left out")
    expect(page.get_by_text("This waits for the Pit Supervisor, and the table with it.")).to_be_visible()
    calm(dan, f"dealer-incident-{size['width']}")
    button(page, "Report; the Pit Supervisor decides")
    expect(page.get_by_text("Waits for the Pit Supervisor.").first).to_be_visible()
    card = pit.get_by_role("region", name="Waiting for a decision")
    expect(card.get_by_text("75.00 goes to Ann.")).to_be_visible()
    expect(card.get_by_role("button", name="Rule so: It can be put right")).to_be_disabled()
    card.get_by_label("Reason, shown to dan and kept in the journal").fill("seen on the recording")
    calm(pia, "pit-decision")
    card.get_by_role("button", name="Rule so: It can be put right").click()
    expect(card).to_be_hidden()
    ruled = house.view("tcp-1")["round"]["incidents"][-1]
    assert (ruled["by"], ruled["ruling"], ruled["reason"]) == ("pia", "options", "seen on the recording")
    for player, box in (("Ben", 1), ("Ann", 3)):
        page.get_by_role("region", name=f"Box {box}, {player}").get_by_role("button", name="Continues").click()

    # decisions on the players' request, then the cards as they are turned up: tapped, typed, scanned
    page.get_by_role("region", name="Box 1, Ben").get_by_role("button", name="Fold").click()
    page.get_by_role("region", name="Box 3, Ann").get_by_role("button", name="Play").click()
    for card_name in ("Queen of diamonds", "Nine of clubs", "Four of spades"):
        button(page, card_name, exact=True)
    calm(dan, f"dealer-cards-{size['width']}")
    house.act("Ann", "tcp-1", "3 look")  # a view that comes in between takes no card away
    expect(page.get_by_text("Dealer · complete")).to_be_visible()
    page.keyboard.press("Backspace")
    page.keyboard.type("4s")
    page.get_by_role("button", name=re.compile("^Enter")).click()
    expect(page.get_by_text("Dealer · entered")).to_be_visible()
    for scanned in ("9H", "8S", "7D"):
        page.keyboard.type(scanned)
        page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    page.keyboard.press("Enter")

    # what to pay to whom, box by box; then everything is settled at once
    expect(page.get_by_text("Box 1 has folded.")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_text("Box 3, Straight, Nine high, wins.")).to_be_visible()
    ann = page.get_by_role("region", name="Box 3, Ann")
    expect(ann.get_by_text("+125")).to_be_visible()
    calm(dan, f"dealer-settle-{size['width']}")
    step(page, "Paid")
    step(page, "Settle")
    step(page, "Next round")
    expect(page.get_by_text("3 Card Poker · round 2 · by hand")).to_be_visible()
    assert house.view("tcp-1")["players"]["Ann"]["stack"] == "775.00"
    assert house.view("tcp-1")["round"]["number"] == 2


def test_an_incident_in_three_taps_is_ruled_as_it_was_shown(house: House, visiting: Visiting) -> None:
    for do in ("1 sits Ben 500", "3 sits Ann 500", "1 ante 25", "3 ante 50", "close", "dealt"):
        house.act("dan", "tcp-1", do)
    dan = visiting(house, who="dan", viewport=TABLET)
    page = dan.go("/dealer/tcp-1")
    button(page, "Incident")
    button(page, "The dealer exposed cards during the deal")
    button(page, "Box 3")
    expect(page.get_by_text("Box 3 may continue or have its bets back.", exact=False)).to_be_visible()
    button(page, "2", exact=True)
    rules = page.get_by_role("region", name="The rules say")
    for text in ("The round is void.", "25.00 goes to Ben.", "50.00 goes to Ann."):
        expect(rules.get_by_text(text)).to_be_visible()
    calm(dan, "dealer-preview")
    assert house.view("tcp-1")["round"]["status"] == "open", "nothing is sent before the last tap"
    button(page, "Report: The round is void")
    expect(page.locator("aside .step").filter(has_text="Next round")).to_be_visible()
    assert house.view("tcp-1")["round"]["status"] == "void"
    button(page, "Incident")
    expect(page.get_by_role("dialog").get_by_text("Only what can happen now is listed.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_what_a_device_reads_stays_a_back(house: House, visiting: Visiting) -> None:
    for do in ("2 sits Ann 500", "2 ante 50", "close"):
        house.act("dan", "tcp-r", do)
    dan = visiting(house, who="dan", viewport=TABLET)
    page = dan.go("/dealer/tcp-r")
    expect(page.get_by_text("7 cards come from the shoe.").first).to_be_visible()
    for number, card in enumerate(("2C", "AS", "9H", "KS", "8H", "QS", "3D"), 1):
        page.keyboard.type(card)
        if number < 7:
            expect(page.get_by_text(re.compile(f"^({7 - number} cards come|One card comes)")).first).to_be_visible()
    expect(page.get_by_text("Please look at your cards.", exact=False)).to_be_visible()
    content = page.content()
    assert not any(name in content for name in ("Ace of", "King of", "Nine of")), "a hidden card is in the page"
    hand = page.get_by_role("region", name="Box 2, Ann").get_by_role("img")
    expect(hand).to_have_attribute("aria-label", "Ann: 3 face-down cards")


def test_sealed_tables_hear_of_nothing_that_happens_to_cards(house: House, visiting: Visiting) -> None:
    for do in ("1 sits Ann 500", "1 ante 50", "1 jackpot 5", "close"):
        house.act("dan", "cs-1", do)
    page = visiting(house, who="dan", viewport=TABLET).go("/dealer/cs-1")
    button(page, "Incident")
    kinds = page.get_by_role("dialog").locator(".kind")
    expect(kinds).to_have_count(3)
    told = [text.split("\n")[0] for text in kinds.all_inner_texts()]
    assert told == [
        "The jackpot system fails",
        "A technical interruption",
        "Something that no paragraph names",
    ]


def test_a_change_is_approved_by_somebody_else(house: House, visiting: Visiting) -> None:
    sam, sue = visiting(house, who="sam"), visiting(house, who="sue", size="M")
    page = sam.go("/pit/jackpots/grand")
    button(page, "Change: Contribution")
    page.get_by_label("New: Contribution").fill("50")
    ask = page.get_by_role("button", name="Ask for this change")
    expect(ask).to_be_disabled()
    page.get_by_label("Reason, kept in the journal").fill("as agreed in the monthly review")
    calm(sam, "pit-link")
    ask.click()
    expect(page.get_by_role("button", name="You asked: somebody else approves")).to_be_disabled()
    other = sue.go("/pit/jackpots/grand")
    expect(other.get_by_text("sam asks: Contribution 50%.")).to_be_visible()
    expect(other.get_by_text("“as agreed in the monthly review”")).to_be_visible()
    calm(sue, "pit-link-second")
    button(other, "Approve as sue")
    expect(other.get_by_text("Parameters, version 2")).to_be_visible()
    expect(page.get_by_text("Parameters, version 2")).to_be_visible()
    expect(page.get_by_text("sam, sue")).to_be_visible()
    status, told = house.ask("GET", "/v1/links/grand/changes", who="sam")
    assert (status, told["parameters"]["contribution"]) == (200, "0.50")


def test_an_award_is_verified_with_what_was_looked_at(house: House, visiting: Visiting) -> None:
    for do in ("4 sits Dee 500", "4 ante 50", "4 jackpot 5", "close", "4 bet", "settle"):
        house.act("dan", "cs-1", do)
    pia = visiting(house, who="pia")
    page = pia.go("/pit/floor")
    expect(page.get_by_text("Award to verify")).to_be_visible()
    page.get_by_role("link", name="Verify").click()
    expect(page.locator(".ok:not(.bad):not(.none)")).to_have_count(5)
    pay = page.get_by_role("button", name="Verify and pay 12,500.30")
    expect(pay).to_be_disabled()
    calm(pia, "pit-award")
    page.get_by_label("What you looked at, kept in the journal").fill("cards and coin on the layout")
    pay.click()
    expect(page.get_by_text("Paid to Dee")).to_be_visible()
    page.goto("/pit/floor")
    expect(page.get_by_role("row", name="cs-1").get_by_text("Round over")).to_be_visible()
    assert house.view("cs-1")["players"]["Dee"]["stack"] == "13045.30"
    assert house.view("cs-1")["round"]["phase"] == "settled"


def test_each_rank_sees_what_the_matrix_gives_it(house: House, visiting: Visiting) -> None:
    def sections(who: str) -> list[str]:
        page = visiting(house, who=who).go("/pit/floor")
        nav = page.get_by_role("navigation", name="Pit")
        expect(nav.get_by_role("link", name="Floor")).to_be_visible()
        expect(page.get_by_role("button", name="tcp-1")).to_be_visible()
        return nav.get_by_role("link").all_inner_texts()

    everybody = ["Waits", "Floor", "Jackpots", "Journal"]
    assert sections("dan") == everybody
    assert sections("pia") == [*everybody, "Cage", "People", "Shift"]
    assert sections("sam") == [*everybody, "Inspect", "Cage", "People", "Shift"]
    una = visiting(house, who="una")
    page = una.go("/pit/floor")
    expect(page.get_by_role("button", name="tcp-1")).to_be_visible()
    assert page.get_by_role("button", name="Open a table").count() == 0
    button(page, "tcp-1")
    assert page.get_by_role("dialog").get_by_role("button", name="Hold the table").count() == 0
    ann = visiting(house, who="Ann")
    ann.go("/pit")
    expect(ann.page.get_by_text("This page is not for you.")).to_be_visible()


def test_tables_are_opened_held_changed_and_closed(house: House, visiting: Visiting) -> None:
    pia = visiting(house, who="pia")
    page = pia.go("/pit/floor")
    button(page, "Open a table")
    page.get_by_label("Name").fill("tcp-9")
    for more in ("Side bet and jackpot", "Clocks", "Dealing, payments, guests"):
        page.get_by_text(more, exact=True).click()
    page.get_by_label("Pair Plus, least").fill("5")
    page.get_by_label("Most").nth(1).fill("250")
    page.locator("label", has_text="Jackpot").locator("select").select_option("link")
    page.get_by_label("Jackpot bet").fill("5")
    page.get_by_label("Decision").fill("40s")
    page.get_by_role("switch", name="Anybody may look on").click()
    calm(pia, "pit-open")
    button(page, "Open tcp-9")
    expect(page.get_by_role("dialog")).to_be_hidden()
    _, told = house.ask("GET", "/v1/tables/tcp-9/sign", who="pia")
    sign = told["sign"]
    assert sign["limits"]["pair-plus"] == ["5.00", "250.00"]
    assert sign["clock"]["decision"] == 40_000
    _, lobby = house.ask("GET", "/v1/tables", who="pia")
    assert [each["spectators"] for each in lobby["items"] if each["name"] == "tcp-9"] == [False]
    button(page, "tcp-9")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Least").first.fill("20")
    sheet.get_by_role("button", name="Change the limits").click()
    expect(sheet.get_by_text("The sign is changed; it counts from the next round on.")).to_be_visible()
    calm(pia, "pit-table")
    sheet.get_by_role("button", name="Hold the table").click()
    expect(sheet.get_by_role("button", name="The table goes on")).to_be_visible()
    sheet.get_by_role("button", name="The table goes on").click()
    sheet.get_by_role("button", name="Close the table").click()
    sheet.get_by_role("button", name="Close tcp-9 for good").click()
    expect(sheet.get_by_text("The table closes with this round.")).to_be_visible()
    assert house.view("tcp-9", "pia")["state"] == "closed"
    page.keyboard.press("Escape")
    expect(page.get_by_role("row", name="tcp-9").get_by_text("Closed")).to_be_visible()


def test_the_journal_is_replayed_step_by_step(house: House, visiting: Visiting) -> None:
    house.act("Ben", "tcp-1", "1 sits Ben 500")
    house.act("Ann", "tcp-1", "3 sits Ann 500")
    for do in ("1 ante 25", "3 ante 50", "close", "dealt", "1 fold", "3 play"):
        house.act("dan", "tcp-1", do)
    for do in ("dealer Qd 9c 4s", "3 hand 9h 8s 7d", "settle"):
        house.act("dan", "tcp-1", do)
    for who, size in (("sam", "L"), ("una", "M"), ("pia", "S")):
        visit = visiting(house, who=who, size=size)
        page = visit.go("/pit/journal/tcp-1/1")
        expect(page.get_by_text(re.compile("^Step 12 of 12"))).to_be_visible()
        calm(visit, f"pit-journal-{size}")
        page.keyboard.press("Home")
        expect(page.get_by_text(re.compile("^Step 1 of 12"))).to_be_visible()
        for _ in range(6):
            page.keyboard.press("ArrowRight")
        detail = page.get_by_role("complementary", name="This entry")
        expect(detail.get_by_text("dealt", exact=True)).to_be_visible()
        # what nobody has turned up by then may be shown by now, but for the folded hand, which stays a back
        stage = page.get_by_role("img", name="Dealt", exact=False)
        expect(stage).to_be_visible()
        if size != "S":
            hand = stage.locator("[data-box='1'] [role=img]").first
            expect(hand).to_have_attribute("aria-label", re.compile("3 face-down cards"))
        page.keyboard.press("End")
        expect(detail.get_by_text("Hash")).to_have_count(0 if who == "pia" else 1)


def test_people_and_money(house: House, visiting: Visiting) -> None:
    sam = visiting(house, who="sam", size="M")
    page = sam.go("/pit/people")
    page.get_by_label("Name").fill("lea")
    page.get_by_label("Password").fill("correct horse battery")
    button(page, "Add", exact=True)
    expect(page.get_by_text("lea is added.")).to_be_visible()
    button(page, "Change lea")
    page.get_by_role("dialog").get_by_role("button", name="May no longer sign in").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="May sign in again")).to_be_visible()
    calm(sam, "pit-people")
    page.keyboard.press("Escape")
    page.goto("/pit/cage")
    page.get_by_label("Player").fill("Walter")
    button(page, "Add as a walk-in")
    expect(page.get_by_text("Walter is added.")).to_be_visible()
    page.get_by_label("Amount").fill("300")
    page.get_by_label("Reason, kept in the journal").fill("cash")
    button(page, "Pay in")
    expect(page.get_by_text("300.00 paid in.")).to_be_visible()
    calm(sam, "pit-cage")
    status, told = house.ask("GET", "/v1/players/Walter/account", who="sam")
    assert (status, told["wallet"]) == (200, "300.00")


def test_a_poker_table_is_run_from_the_console(house: House, visiting: Visiting) -> None:
    dan = visiting(house, who="dan", viewport=TABLET)
    page = dan.go("/dealer/nl-1")
    for seat, player in ((1, "Ann"), (3, "Ben")):
        page.get_by_role("region", name=f"Seat {seat}, free").get_by_role("button").click()
        page.get_by_label("Player").fill(player)
        page.get_by_label("Chips to bring from the wallet").fill("100")
        button(page, f"Seat {player}")
        say_yes(house, page, player)
        expect(page.get_by_role("region", name=f"Seat {seat}, {player}")).to_be_visible()
    step(page, "Start the round")
    expect(page.get_by_text("Betting round")).to_be_visible()
    calm(dan, "dealer-poker")
    turn = house.view("nl-1")["round"]["turn"]
    player = {1: "Ann", 3: "Ben"}[turn]
    page.get_by_role("group", name=f"Seat {turn}, {player}").get_by_role("button", name="Fold").click()
    step(page, "Pushed")
    expect(page.locator("aside .step").filter(has_text="Start the round")).to_be_visible()
    pia = visiting(house, who="pia")
    journal = pia.go("/pit/journal/nl-1/1")
    oval = journal.locator(".oval .pod")
    expect(oval.filter(has_text="Ann").first).to_be_visible()
    expect(oval.filter(has_text="Ben").first).to_be_visible()
    calm(pia, "pit-journal-poker")
    journal.keyboard.press("Home")
    expect(journal.get_by_text(re.compile("^Step 1 of "))).to_be_visible()
    journal.keyboard.press("ArrowRight")
    pia.still()
    pia.shot("pit-journal-poker-2")


def test_a_player_says_whether_the_dealer_may_bring_chips(house: House, visiting: Visiting) -> None:
    page = visiting(house, who="Cy").go("/table/nl-1")
    act = {"id": "asks-for-cy-1", "do": "5 sits Cy 100"}
    assert house.ask("POST", "/v1/tables/nl-1/acts", act, who="dan")[0] == 202
    prompt = page.get_by_role("alertdialog", name="dan wants to bring chips from your wallet to the table:")
    expect(prompt).to_contain_text("5 sits Cy 100.00")
    prompt.get_by_role("button", name="Yes").click()
    expect(prompt).to_be_hidden()
    assert house.view("nl-1")["seats"]["5"]["player"] == "Cy"
