"""Poker dealt by hand, entered at the dealer's console: one press an act, one a card, and the pots one by one."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import HOUSE, House
from tests.browser.visits import Visit

TABLET: ViewportSize = {"width": 1180, "height": 820}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
FLOOR = f"""
{HOUSE}
[[table]]
name = "nl-1"
title = "Table 4"
rulebook = "poker@7"
seats = 9
small-blind = "1"
stake = ["40", "400"]
run-by = "dealer"
cards = "by-hand"
"""
CARDS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
NAMES = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
RANKS = dict(zip("23456789TJQKA", NAMES, strict=True))


@pytest.fixture
def house(opening: Opening) -> House:
    house = opening(FLOOR)
    for seat, (player, chips) in {1: ("Ann", 200), 3: ("Ben", 60), 4: ("Cy", 200), 7: ("Dee", 200)}.items():
        house.act(player, "nl-1", f"{seat} sits {player} {chips}")
    return house


class Dealer:
    """Presses buttons and nothing else, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def press(self, name: str | re.Pattern[str]) -> None:
        self.presses += 1
        self.page.get_by_role("button", name=name).click()

    def step(self, name: str) -> None:
        self.presses += 1
        self.page.locator("aside .step").filter(has_text=name).click()

    def act(self, seat: int, player: str, key: str) -> None:
        """The key of the seat that is asked."""
        expect(self.page.locator(".seat [aria-current=step]")).to_contain_text(f"{seat} {player}")
        self.presses += 1
        self.page.locator(".acts").get_by_role("button", name=re.compile(rf"^{key}")).click()

    def cards(self, *cards: str) -> None:
        for card in cards:
            self.press(re.compile(f"^{RANKS[card[0]]} of {CARDS[card[1]]}$"))


def calm(visit: Visit, name: str) -> None:
    assert visit.serious() == []
    assert not visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"), name
    visit.shot(name)


@pytest.mark.parametrize("size", [TABLET, SIDEWAYS], ids=["tablet", "sideways"])
def test_a_hand_takes_one_press_an_act_and_one_a_card(house: House, visiting: Visiting, size: ViewportSize) -> None:
    dan = visiting(house, who="dan", viewport=size)
    dealer = Dealer(dan.go("/dealer/nl-1"))
    width = size["width"]
    dealer.step("Start the round")
    dealer.step("Dealt")
    dealer.act(7, "Dee", "Call 2")
    dealer.act(1, "Ann", "Raise")  # the least, which stands on the key
    dealer.act(3, "Ben", "All-in")
    calm(dan, f"dealer-poker-{width}")
    dealer.act(4, "Cy", "Call 58")
    dealer.act(7, "Dee", "Fold")
    dealer.act(1, "Ann", "Call 56")
    calm(dan, f"dealer-poker-board-{width}")
    dealer.cards("Kh", "9s", "4d")
    dealer.act(4, "Cy", "Check")
    dealer.act(1, "Ann", "BET")
    dealer.act(4, "Cy", "Call 2")
    dealer.cards("Jc")
    dealer.act(4, "Cy", "Check")
    dealer.act(1, "Ann", "Check")
    dealer.cards("2h")
    dealer.act(4, "Cy", "Check")
    dealer.act(1, "Ann", "Check")
    # the floor's order: from the left of the button; the others may be given up once a hand is open in their pots
    dealer.cards("Ks", "Qs")
    dealer.cards("Kc")
    calm(dan, f"dealer-poker-show-{width}")
    dealer.cards("9c")
    dealer.press(re.compile("^(Ann m|M)ucks$"))
    pots = dealer.page.get_by_role("listitem").filter(has_text=re.compile("Rake|Side pot 1|Main pot"))
    expect(pots).to_have_count(3)
    calm(dan, f"dealer-poker-due-{width}")
    acts, cards, steps = 14, 5 + 2 + 2, 2
    assert dealer.presses == acts + cards + steps
    for name, then in (("Rake", "then Side pot 1"), ("Side pot 1", "then Main pot"), ("Main pot", "then settle")):
        expect(pots.and_(dealer.page.locator("[aria-current=step]"))).to_contain_text(name)
        dealer.step(then)
    dealer.step("Start the round")
    (first, _) = house.ask("GET", "/v1/tables/nl-1/rounds", who="dan")[1]["items"][::-1]
    assert first == {"round": 1, "status": "settled"}


def test_keys_amounts_and_what_is_taken_back(house: House, visiting: Visiting) -> None:
    for do in ("start", "dealt"):
        house.act("dan", "nl-1", do)
    page = visiting(house, who="dan", viewport=TABLET).go("/dealer/nl-1")
    turn = page.locator(".seat [aria-current=step]")
    expect(turn).to_contain_text("7 Dee")
    page.keyboard.press("c")
    expect(turn).to_contain_text("1 Ann")
    page.keyboard.type("24")
    expect(page.get_by_role("group", name="Amount of the BET or raise")).to_contain_text("24")
    page.keyboard.press("r")
    expect(turn).to_contain_text("3 Ben")
    assert house.view("nl-1")["round"]["price"] == "24.00"
    page.keyboard.press("Backspace")
    expect(turn).to_contain_text("1 Ann")
    assert house.view("nl-1")["round"]["price"] == "2.00"
    page.get_by_role("button", name="Add 5", exact=True).click()
    page.get_by_role("button", name="Add 25").click()
    page.locator(".acts").get_by_role("button", name=re.compile("^Raise.*30")).click()
    expect(turn).to_contain_text("3 Ben")
    assert house.view("nl-1")["round"]["price"] == "30.00"


def test_out_of_turn_is_a_press_on_the_seat(house: House, visiting: Visiting) -> None:
    for do in ("start", "dealt"):
        house.act("dan", "nl-1", do)
    page = visiting(house, who="dan", viewport=TABLET).go("/dealer/nl-1")
    page.get_by_role("button", name=re.compile("^Out of turn")).click()
    expect(page.get_by_text("Press the seat that acted out of turn.")).to_be_visible()
    page.get_by_role("region", name="Seat 3, Ben").get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("group", name="Out of turn").get_by_role("button", name="Call").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert house.view("nl-1")["round"]["turn"] == 7
    (last,) = house.ask("GET", "/v1/tables/nl-1/rounds/1", who="dan")[1]["acts"][-1:]
    assert last["do"] == "3 out-of-turn call"


def test_all_in_another_order_an_incident_and_a_correction(house: House, visiting: Visiting) -> None:
    for do in ("start", "dealt", "7 fold", "1 fold", "3 allin"):
        house.act("dan", "nl-1", do)
    dan = visiting(house, who="dan", viewport=TABLET)
    page = dan.go("/dealer/nl-1")
    dealer = Dealer(page)
    dealer.act(4, "Cy", "Call 58")
    dealer.cards("Kh", "9s", "4d")

    # too many flop cards: they go back, and the flop is asked for again
    dealer.press("Incident")
    sheet = page.get_by_role("dialog")
    for kind in ("Too many community cards were dealt", "A community card was exposed before its betting round"):
        expect(sheet.get_by_role("button", name=re.compile(kind))).to_be_visible()
    calm(dan, "dealer-poker-incident")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()

    # nobody has an option left, so hands are turned up while the board is still to come
    dealer.press("4 Cy shows first")
    dealer.cards("As", "Ah")
    expect(page.get_by_role("listitem").filter(has_text="4 Cy")).to_contain_text("entered")
    dealer.cards("Jc")
    dealer.cards("2h")
    dealer.cards("Ks", "Qs")
    assert house.view("nl-1")["round"]["shown"] == [4, 3]

    # before the pots are pushed the dealer names a hand again
    dealer.press("Correct")
    sheet.get_by_role("button", name="Seat 3, Ben").click()
    sheet.get_by_role("button", name="Change Queen of spades").click()
    sheet.get_by_role("button", name="Nine of clubs").click()
    calm(dan, "dealer-poker-correct")
    sheet.get_by_role("button", name="Enter it again").click()
    expect(page.get_by_role("listitem").filter(has_text="Pot").first).to_contain_text("to seat 3, Ben")
    assert house.view("nl-1")["round"]["due"]["seats"].keys() == {"3"}


def test_seats_change_and_the_first_moves_on_to_another_table(opening: Opening, visiting: Visiting) -> None:
    second = FLOOR[FLOOR.index("[[table]]") :].replace("nl-1", "nl-2").replace("Table 4", "Table 5")
    house = opening(f'{FLOOR}{second}must-move = "nl-1"\n')
    for seat, player in ((2, "Ann"), (5, "Ben")):
        house.act(player, "nl-2", f"{seat} sits {player} 100")
    page = visiting(house, who="dan", viewport=TABLET).go("/dealer/nl-2")
    page.get_by_role("region", name="Seat 5, Ben").get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Moves to seat 9").click()
    expect(page.get_by_role("region", name="Seat 9, Ben")).to_be_visible()
    page.get_by_role("button", name="Ann moves on to nl-1").click()
    expect(page.get_by_role("region", name="Seat 2, free")).to_be_visible()
    assert house.view("nl-1")["seats"]["1"]["player"] == "Ann"

    # a player changes seats by a press on a free one
    ann = visiting(house, who="Ann").go("/table/nl-1")
    ann.get_by_role("button", name="Seat 4 Move here").click()
    expect(ann.get_by_role("button", name="Seat 4, You · Ann", exact=False)).to_be_visible()
    assert house.view("nl-1")["seats"]["4"]["player"] == "Ann"
