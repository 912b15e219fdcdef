"""Poker played through the page: two browsers at one table, both versions, from sitting down to the pots."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visiting
from tests.browser.houses import House
from tests.browser.lines import Line
from tests.browser.poker_tables import BANK, DECISION, Poker, shoe
from tests.browser.visits import Visit

PATIENCE = 30_000
"""Milliseconds within which the picture has caught up, also on a machine that does other things."""


def action(visit: Visit, name: str) -> None:
    """Presses what is offered in the rail as soon as a press counts, and waits until the floor has taken it."""
    page, table = visit.page, visit.page.url.rpartition("/")[2]
    button = page.locator("footer .actions").get_by_role("button", name=re.compile(rf"^{name}"))
    expect(button).to_be_enabled()
    settled(page)
    before = visit.house.view(table)["version"]
    button.click()
    for _ in range(PATIENCE // 50):
        if visit.house.view(table)["version"] > before:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{name} was not taken")


def settled(page: Page) -> None:
    """For a quarter of a second after the options have changed no press counts."""
    expect(page.locator("footer .actions [aria-disabled]")).to_have_count(0)


def sees(page: Page, words: str) -> None:
    expect(page.get_by_text(words).first).to_be_visible()


def sits_down(visit: Visit, table: str, seat: int, amount: int) -> Page:
    page = visit.go(f"/table/{table}")
    page.get_by_role("button", name=f"Seat {seat}", exact=False).click()
    field = page.get_by_label("Chips to bring").first
    field.fill(str(amount))
    page.get_by_role("button", name=f"Sit down with {amount}").click()
    expect(page.get_by_role("button", name=f"Seat {seat}, You")).to_be_visible()
    return page


def own_cards(page: Page) -> str:
    return page.locator(".mine").get_attribute("aria-label") or ""


def test_a_round_of_version_6_with_two_browsers(poker_house: House, visiting: Visiting) -> None:
    """Sitting down, looking, raising, checking, the showdown, and the pot explained."""
    house, table = poker_house, "nl-6"
    ann, ben = visiting(house, who="Ann"), visiting(house, who="Ben", size="S")
    a, b = sits_down(ann, table, 1, 200), sits_down(ben, table, 4, 300)
    house.stack(table, shoe("7c 7d,Ah Kh", "Kd 9s 4d Jc 2h", "2c 2d 2s"))  # the other of two is dealt first
    house.advance(6_000)
    # the button posts the small blind among two, and acts first
    expect(a.get_by_role("button", name="Look at your cards").first).to_be_visible()
    assert own_cards(a) == "Your cards: 2 face-down cards"
    action(ann, "Look at your cards")
    expect(a.locator(".mine")).to_have_attribute("aria-label", "Your cards: Ace of hearts, King of hearts")
    assert own_cards(b) == "Your cards: 2 face-down cards"
    b.get_by_role("button", name="Look at your cards").first.click()
    expect(b.locator(".mine")).to_have_attribute("aria-label", re.compile("Seven of clubs"))
    a.get_by_label(re.compile("^Raise to, 20 to 200")).first.fill("40")
    action(ann, "Raise to 40")
    action(ben, "Call")
    expect(a.get_by_role("img", name=re.compile("On the table: King of diamonds, Nine of spades"))).to_be_visible()
    for _ in range(3):  # who has not the button acts first from here on
        action(ben, "Check")
        action(ann, "Check")
    sees(a, "Next round in 6")
    expect(a.get_by_role("button", name=re.compile("Seat 1, You · Ann, .*wins"))).to_be_visible()
    assert house.view(table)["round"]["pots"][0]["won"] == {"1": "76.00"}
    a.keyboard.press("e")
    sees(a, "You win the pot")
    sees(a, "You: Pair of Kings")
    expect(a.locator(".arith")).to_contain_text("Rake, 5 %, at most 25.00")
    expect(a.locator(".arith .tot").last).to_have_text("76.00")
    assert ann.serious() == [] and ben.serious() == []


def test_a_round_of_version_7_from_the_shuffler(poker_house: House, visiting: Visiting) -> None:
    """Five cards lie face down and are turned up in place; a bet by its preset; the other folds."""
    house, table = poker_house, "nl-7"
    ann, ben = visiting(house, who="Ann", size="M"), visiting(house, who="Ben")
    a, b = sits_down(ann, table, 2, 500), sits_down(ben, table, 5, 500)
    house.advance(6_000)
    board = a.locator(".board")
    expect(board).to_have_attribute("aria-label", "On the table: 5 face-down cards")
    action(ann, "Call")
    action(ben, "Check")
    expect(board).to_have_attribute("aria-label", re.compile(r", 2 face-down cards$"))
    turned = house.view(table)["round"]["board"].split()
    assert turned[3:] == ["??", "??"] and "??" not in turned[:3]
    action(ben, "Look at your cards")
    b.get_by_role("button", name="Pot 20").click()
    action(ben, "BET 20")
    sees(a, "Call")
    action(ann, "Fold")
    sees(b, "Next round in 6")
    assert house.view(table)["seats"]["5"]["stack"] == "509.00"  # ten of Ann's, less a chip of rake
    # what was never turned up is never told
    expect(b.locator(".board")).to_have_attribute("aria-label", re.compile(r"^On the table: [^,]+, [^,]+, [^,]+$"))


def test_the_run_of_hands_opens_replays(poker_house: House, visiting: Visiting) -> None:
    """The hands at this table with what each brought, newest first; a press replays one."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Ann")):
        poker.sit(seat, name, 400)
    for acts in (("1 raise 40", "3 fold"), ("3 fold",)):
        poker.start()
        poker.say(*acts)
    page = visiting(house, who="Ann").go(f"/table/{table}")
    page.get_by_role("tab", name="My rounds").click()
    run = page.locator(".rounds a")
    expect(run).to_have_count(2)
    expect(run.nth(0)).to_contain_text("Round 2")
    expect(run.nth(0)).to_contain_text("−5.00")
    expect(run.nth(1)).to_contain_text("−10.00")
    run.nth(1).click()
    expect(page).to_have_url(f"{house.address}/history/{table}/1")
    expect(page.get_by_text("Ben raises to 40.00").first).to_be_visible()


def test_all_in_with_side_pots(poker_house: House, visiting: Visiting) -> None:
    """Three stacks, three pots: what each can win is what it could match."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    poker.sit(6, "Cy", 300)
    ann, ben = visiting(house, who="Ann"), visiting(house, who="Ben", size="S")
    a, b = sits_down(ann, table, 1, 100), sits_down(ben, table, 3, 200)
    house.stack(table, shoe("Qc Qd,8s 3d,Ah As", "Kd 9s 4d Jc 2h", "2c 2d 2s"))  # seats 3, 6 and then 1
    house.advance(6_000)
    expect(a.locator("[data-action=fold]")).to_be_enabled()
    settled(a)
    a.keyboard.press("a")
    expect(a.locator("[data-action=raise]")).to_be_focused()
    expect(a.locator("[data-action=raise]")).to_contain_text("All-in 100")
    settled(a)
    a.keyboard.press("Enter")
    expect(a.locator(".pod.me .allin")).to_be_visible()
    b.locator("[data-action=size]").click()
    b.locator(".presets").get_by_role("button", name="All-in 200").click()
    action(ben, "All-in 200")
    expect(b.get_by_text("You are all-in.")).to_be_visible()
    poker.say("6 call")
    sees(a, "Next round in 6")
    round_ = house.view(table)["round"]
    assert [(pot["amount"], pot["won"]) for pot in round_["pots"]] == [
        ("300.00", {"1": "285.00"}),
        ("200.00", {"3": "190.00"}),
    ]
    assert [poker.stack(seat) for seat in (1, 3, 6)] == ["285.00", "190.00", "100.00"]
    expect(a.get_by_role("button", name=re.compile("Main pot"))).to_contain_text("You 285")
    expect(b.get_by_role("button", name=re.compile("Side pot 1"))).to_contain_text("You 190")
    assert ann.serious() == [] and ben.serious() == []


def test_a_split_pot_and_its_odd_chip(poker_house: House, visiting: Visiting) -> None:
    """Both play the board; the odd chip goes left of the button (4.5)."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    for seat, name in ((2, "Ben"), (5, "Cy")):
        poker.sit(seat, name, 100)
    ann = visiting(house, who="Ann")
    page = sits_down(ann, table, 1, 100)
    house.stack(table, shoe("2c 3c,2d 3d,2h 3h", "As Ks Qs Js Ts", "4c 4d 4h"))  # seats 2, 5 and then 1
    house.advance(6_000)
    expect(page.locator("[data-action=fold]")).to_be_enabled()
    settled(page)
    page.keyboard.press("r")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    sees(page, "You raise to 21.00")
    poker.say("2 fold", "5 call")
    for _ in range(3):
        poker.say("5 check")
        action(ann, "Check")
    sees(page, "Next round in 6")
    pot = house.view(table)["round"]["pots"][0]
    assert (pot["amount"], pot["rake"], pot["won"]) == ("47.00", "2.00", {"1": "22.00", "5": "23.00"})
    page.keyboard.press("e")
    sees(page, "You share the pot")
    expect(page.locator(".arith")).to_contain_text("22.00")
    expect(page.locator(".arith")).to_contain_text("Odd chips")
    assert ann.serious() == []
    ann.shot("poker-odd-chip")


def test_time_runs_out(poker_house: House, visiting: Visiting) -> None:
    """Amber with a word, then the bank, then the house rule; twice in a row and the seat is away (R-41)."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    poker.sit(5, "Ben", 400)
    ann = visiting(house, who="Ann")
    page = sits_down(ann, table, 2, 400)
    house.advance(6_000)
    expect(page.get_by_role("button", name=re.compile("Call"))).to_be_visible()
    house.advance(DECISION - 4_000)
    poker.say("5 look")  # time stands in the page too, until a view comes
    sees(page, "4 s, then your time bank of 60 s")
    house.advance(4_000 + BANK)
    sees(page, "You fold")
    assert poker.turn is None
    house.advance(6_000)
    poker.say("5 call")
    house.advance(DECISION)
    sees(page, "You check")
    expect(page.get_by_role("button", name="Come back")).to_be_visible()
    assert house.view(table)["seats"]["2"]["away"] is True


def test_keys_alone(poker_house: House, visiting: Visiting) -> None:
    """A whole round without a mouse: look, raise to an amount, call, check, fold, explain."""
    house, table = poker_house, "nl-7"
    poker = Poker(house, table)
    poker.sit(2, "Ann", 400)
    poker.sit(5, "Ben", 400)
    ann = visiting(house, who="Ann")
    page = ann.go(f"/table/{table}")
    house.advance(6_000)
    expect(page.get_by_role("button", name="Look at your cards").first).to_be_visible()
    settled(page)
    page.keyboard.press("l")
    expect(page.get_by_label(re.compile("^Raise to, 20 to 400")).first).to_be_visible()
    settled(page)
    page.keyboard.press("r")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("60")
    page.keyboard.press("Enter")
    sees(page, "You raise to 60.00")
    poker.say("5 call", "5 bet 30")
    expect(page.get_by_role("button", name=re.compile("^Call"))).to_be_enabled()
    settled(page)
    page.keyboard.press("c")
    expect(page.locator("[data-action=call]")).to_be_focused()
    page.keyboard.press("Enter")
    sees(page, "You call 30.00")
    poker.say("5 check")
    expect(page.locator("[data-action=check]")).to_be_enabled()
    settled(page)
    page.keyboard.press("k")
    sees(page, "You check")
    poker.say("5 bet 40")
    expect(page.get_by_role("button", name="Fold")).to_be_enabled()
    settled(page)
    page.keyboard.press("f")
    sees(page, "You fold")
    sees(page, "Next round in 6")
    page.keyboard.press("e")
    sees(page, "Ben won")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Ben won")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_preselected_acts(poker_house: House, visiting: Visiting) -> None:
    """Said when the turn comes; dropped when the price has changed; never out of turn."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Ann"), (5, "Cy")):
        poker.sit(seat, name, 400)
    ann = visiting(house, who="Ann")
    page = ann.go(f"/table/{table}")
    house.advance(6_000)  # seat 1 has the button and acts first, then 3 and 5
    wish = page.get_by_role("button", name="Call 5", exact=True)
    wish.click()
    expect(wish).to_have_attribute("aria-pressed", "true")
    poker.say("1 raise 30")
    expect(page.get_by_text("The price has changed").or_(page.get_by_role("button", name="Fold"))).to_be_visible()
    assert poker.turn == 3
    action(ann, "Call")
    poker.say("5 call")
    assert poker.turn == 3
    action(ann, "Check")
    page.get_by_role("button", name="Check or fold").click()
    poker.say("5 bet 50", "1 call")
    sees(page, "You fold")
    assert house.view(table)["round"]["players"]["3"]["folded"] is True


def test_showing_early_is_asked_twice(poker_house: House, visiting: Visiting) -> None:
    house, table = poker_house, "nl-7"
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Ann"), (5, "Cy")):
        poker.sit(seat, name, 400)
    ann = visiting(house, who="Ann")
    page = ann.go(f"/table/{table}")
    house.advance(6_000)
    poker.say("3 look")
    page.get_by_role("button", name="Seat 3, You").click()
    page.get_by_role("button", name="Show my cards").click()
    ask = page.get_by_role("alertdialog", name="Show my cards")
    expect(ask).to_contain_text("your hand is folded")
    expect(ask.get_by_role("button", name="Cancel")).to_be_focused()
    ask.get_by_role("button", name="Cancel").click()
    assert house.view(table)["round"]["players"]["3"]["folded"] is False
    page.get_by_role("button", name="Seat 3, You").click()
    page.get_by_role("button", name="Show my cards").click()
    page.get_by_role("button", name="Show them").click()
    sees(page, "Your hand is folded by rule")
    assert house.view(table)["round"]["players"]["3"]["folded"] is True


def test_chips_and_seats_wait_for_the_end_of_a_round(poker_house: House, visiting: Visiting) -> None:
    """Sitting down and topping up are possible between rounds; what is chosen before that stays in the page."""
    house, table = poker_house, "nl-7"
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Cy")):
        poker.sit(seat, name, 400)
    house.advance(6_000)
    ann = visiting(house, who="Ann")
    page = ann.go(f"/table/{table}")
    page.get_by_role("button", name="Seat 5").click()
    page.get_by_label("Chips to bring").first.fill("250")
    page.get_by_role("button", name="Sit down with 250").click()
    sees(page, "You sit down on seat 5 when this round is over.")
    assert "5" not in house.view(table)["seats"]
    poker.say("1 fold")
    expect(page.get_by_role("button", name="Seat 5, You")).to_be_visible()
    assert poker.stack(5) == "250.00"
    page.locator("[data-action=top-up]").click()
    page.get_by_label("Chips to bring").first.fill("50")
    page.get_by_role("button", name="Bring 50").click()
    expect(page.get_by_role("button", name=re.compile(r"Seat 5, You · Ann, 300"))).to_be_visible()
    assert poker.stack(5) == "300.00"


def test_the_plaque_is_what_the_table_asks_for(poker_house: House, visiting: Visiting) -> None:
    """Check or call; a raise is dark and says what it costs from here, with what lies in front counted."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Ann"), (5, "Cy")):
        poker.sit(seat, name, 400)
    ann = visiting(house, who="Ann")
    page = ann.go(f"/table/{table}")
    house.advance(6_000)
    poker.say("1 raise 30", "3 look")
    plaque = page.locator("footer .plaque")
    expect(plaque).to_have_text(re.compile("Call 25.*pots 70"))
    expect(page.locator("[data-action=raise]")).to_have_text(re.compile("Raise to 50.*45 from you"))
    action(ann, "Call")
    poker.say("5 call")
    expect(plaque).to_have_text("Check")
    expect(page.locator("[data-action=raise]")).to_have_text(re.compile("BET 10.*10 from you"))


def test_own_sizes_and_their_keys(poker_house: House, visiting: Visiting) -> None:
    """Half the pots and the pots have keys; three own sizes stand in place of the floor's; cards lie sorted on wish."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Ann")):
        poker.sit(seat, name, 400)
    ann = visiting(house, who="Ann")
    page = ann.go(f"/table/{table}")
    poker.start(shoe("2c Kh,7c 7d", "Kd 9s 4d Jc 2h", "3c 3d 3s"))
    poker.say("1 call", "3 look", "3 check")  # 20 in the pot, and Ann acts first
    raises = page.locator("[data-action=raise]")
    expect(raises).to_be_enabled()
    settled(page)
    for key, words in (("h", "BET 10"), ("p", "BET 20"), ("a", "All-in 390")):
        page.keyboard.press(key)
        expect(raises).to_contain_text(words)
        expect(raises).to_be_focused()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Bet sizes and cards").click()
    page.get_by_label("Size 1", exact=True).fill("75")
    page.get_by_label("What size 2 counts").select_option("blind")
    page.get_by_label("Size 2", exact=True).fill("6")
    page.get_by_role("switch", name="Higher card first").click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".mine")).to_have_attribute("aria-label", re.compile("King of hearts, Two of clubs"))
    assert page.locator(".presets").inner_text().split("\n") == ["75 % 15", "6 BB 60", "All-in 390"]
    page.keyboard.press("2")
    expect(raises).to_contain_text("BET 60")
    page.reload()
    page.locator(".presets").get_by_role("button", name="75 % 15").click()
    action(ann, "BET 15")
    assert house.view(table)["round"]["players"]["3"]["bet"] == "15.00"
    assert ann.serious() == []


def test_out_of_chips(poker_house: House, visiting: Visiting) -> None:
    """A player without chips reads so in the next round too, and may bring more; the range stays as it was opened."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    for seat, name, chips in ((1, "Ben", 400), (3, "Ann", 100), (5, "Cy", 400)):
        poker.sit(seat, name, chips)
    poker.start(shoe("8s 3d,Qc Qd,Ah As", "Kd 9s 4d Jc 2h", "2c 2d 2s"))  # seats 3, 5 and then 1
    poker.say("1 raise 120", "3 allin", "5 fold")
    ann = visiting(house, who="Ann")
    page = ann.go(f"/table/{table}")
    sees(page, "You have no chips at this table.")
    poker.start()
    expect(page.locator("footer")).to_contain_text("You have no chips at this table.")
    page.locator("[data-action=top-up].plaque").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("min", "1000")
    page.get_by_label("Chips to bring").first.fill("200")
    poker.say(f"{poker.turn} fold")
    expect(slider).to_have_attribute("min", "1000")
    page.get_by_role("button", name="Bring 200").click()
    expect(page.get_by_role("button", name=re.compile("Seat 3, You · Ann, 200"))).to_be_visible()


def test_nothing_left_to_bring(poker_house: House, visiting: Visiting) -> None:
    """Neither here nor in the purse: the page says so, and offers the way out."""
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    poker.sit(1, "Ben", 400)
    poker.sit(3, "Ned", 100)
    poker.start(shoe("8s 3d,Ah As", "Kd 9s 4d Jc 2h", "2c 2d 2s"))
    poker.say("1 raise 120", "3 allin")
    ned = visiting(house, who="Ned")
    page = ned.go(f"/table/{table}")
    sees(page, "your purse has less than the 10.00 that this table asks for")
    page.locator("[data-action=leave].plaque").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name="Seat 3", exact=False)).not_to_contain_text("Ned")
    assert "3" not in house.view(table)["seats"]


def test_a_spectator_has_no_rail(poker_house: House, visiting: Visiting) -> None:
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Cy")):
        poker.sit(seat, name, 400)
    house.advance(6_000)
    nobody = visiting(house, size="M")
    page = nobody.go(f"/table/{table}")
    expect(page.get_by_role("button", name="Seat 1, Ben")).to_be_visible()
    expect(page.locator("footer")).to_have_count(0)
    assert nobody.serious() == []


def test_in_german(poker_house: House, visiting: Visiting) -> None:
    house, table = poker_house, "nl-6"
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Ann")):
        poker.sit(seat, name, 400)
    ann = visiting(house, who="Ann", locale="de-DE")
    page = ann.go(f"/table/{table}")
    house.advance(6_000)
    poker.say("1 raise 30")
    sees(page, "Ben erhöht auf 30,00")
    action(ann, "Mitgehen")
    sees(page, "Sie gehen mit 20,00 mit")
    sees(page, "Der Flop:")


def test_a_lost_connection_in_a_decision(poker_house: House, visiting: Visiting) -> None:
    """The seat is safe, the press is sent once, and the page shows what was missed."""
    house, table = poker_house, "nl-6"
    ann, poker, line = three(house, table, visiting)
    page = ann.page
    poker.say("1 raise 30", "3 look")
    expect(page.locator("[data-action=call]")).to_be_enabled()
    settled(page)
    line.swallow()
    page.locator("[data-action=call]").click()
    line.cut()
    sees(page, "Your place is safe, your press is kept.")
    expect(page.locator("[data-action=fold]")).to_be_disabled()
    expect(page.locator("[data-action=call]")).to_contain_text("pressed, not yet confirmed")
    assert ann.serious() == []
    ann.shot("poker-lost")
    assert house.view(table)["round"]["turn"] == 3
    line.mend()
    sees(page, "Your Call arrived.")
    assert house.view(table)["round"]["players"]["3"]["bet"] == "30.00"
    assert house.view(table)["round"]["turn"] == 5
    ann.shot("poker-back")


def test_back_and_still_asked(poker_house: House, visiting: Visiting) -> None:
    """First whether it is still your decision, then what was missed; no button is pressed for anybody."""
    house, table = poker_house, "nl-6"
    ann, poker, line = three(house, table, visiting)
    page = ann.page
    expect(page.get_by_role("button", name="Seat 1, Ben")).to_be_visible()
    line.cut()
    poker.say("1 raise 30")
    sees(page, "Your place is safe.")
    line.mend()
    sees(page, "It is still your decision.")
    sees(page, "Ben raises to 30.00")
    expect(page.locator("[data-action=call]")).to_be_enabled()
    assert house.view(table)["round"]["turn"] == 3


def test_back_too_late(poker_house: House, visiting: Visiting) -> None:
    """What the house rule did is said, with its paragraph; no reproach."""
    house, table = poker_house, "nl-6"
    ann, poker, line = three(house, table, visiting)
    page = ann.page
    poker.say("1 raise 30")
    expect(page.locator("[data-action=call]")).to_be_enabled()
    line.cut()
    sees(page, "Reconnecting")
    house.advance(DECISION + BANK)
    line.mend()
    sees(page, "Your hand was folded when your time ended.")
    expect(page.get_by_role("button", name="House ruling R-41").first).to_be_visible()
    assert ann.serious() == []
    ann.shot("poker-late")


def three(house: House, table: str, visiting: Visiting) -> tuple[Visit, Poker, Line]:
    """Ben, Ann and Cy sit; Ben has the button and acts first. Ann's line can be cut, and Cy stays."""
    poker = Poker(house, table)
    for seat, name in ((1, "Ben"), (3, "Ann"), (5, "Cy")):
        poker.sit(seat, name, 400)
    ann, cy = visiting(house, who="Ann"), visiting(house, who="Cy")
    line = Line(ann.page)
    ann.go(f"/table/{table}")
    cy.go(f"/table/{table}")
    house.advance(6_000)
    return ann, poker, line
