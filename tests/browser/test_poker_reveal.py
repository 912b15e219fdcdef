"""From the last bet to the stacks, step by step: no word, figure, colour or announcement comes before its card."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visiting
from tests.browser.houses import House
from tests.browser.poker_tables import Poker, floor, shoe
from tests.browser.visits import Visit

BOARD = "Kd 9s 4d Jc 2h"
HANDS = "Qc Qd,8s 3d,Ah As"
"""Of the seats 3, 6 and 1: Ann wins the main pot, Ben the side pot."""
RECORDS = """(probes) => {
    const known = () => (document.title + document.documentElement.outerHTML
        + JSON.stringify([{...localStorage}, {...sessionStorage}])).replaceAll(location.host, "");
    window.firsts = {};
    window.words = new Set();
    let frame = 0;
    const look = () => {
        frame += 1;
        const now = known();
        for (const [name, sought] of probes) {
            if (!(name in firsts) && new RegExp(sought, "s").test(now)) firsts[name] = frame;
        }
        if (!("river" in firsts)) for (const word of now.split(/[^\\w+-]+/)) words.add(word);
    };
    const all = {subtree: true, childList: true, attributes: true, characterData: true};
    new MutationObserver(look).observe(document, all);
    look();
}"""
SEEN = {
    "gather": "Main pot, 300 ",
    "flop": "King of diamonds, Nine of spades, Four of diamonds",
    "turn": "Jack of clubs",
    "river": "Two of hearts|Ten of clubs",
    "showdown": "Game Marker: Showdown",
    "show 3": "Queen of clubs",
    "show 6": "Eight of spades",
    "show 1": "Ace of hearts",
    "rake": "rake 15",
    "push 1": "285 in play chips to You",
    "push 2": "190 in play chips to Ben",
    "over": "Next round in 6",
}
"""What a visitor sees, hears or keeps of each step, from any source."""
RESULTS = {
    "who has won": r'class="[^"]*\b(?:won|gain)\b',
    "a figure": r"\+\s?(?:285|190)|You win|wins ",
    "stacks": r"(?:Ann|Ben), [1-9]|\b285\.00",
    "names": "Pair of|One Pair",
    "beaten": r'class="[^"]*\b(?:faded|win)\b',
}


def all_in(visit: Visit, hands: str = HANDS, board: str = BOARD) -> tuple[Page, Poker]:
    """Everybody but the last has put all of their chips in; Ann sits there and has not looked."""
    poker = Poker(visit.house, "nl-6")
    for seat, name, chips in ((1, "Ann", 100), (3, "Ben", 200), (6, "Cy", 300)):
        poker.sit(seat, name, chips)
    page = visit.go("/table/nl-6")
    poker.start(shoe(hands, board, "5c 5d 5s"))
    expect(page.locator("[aria-live=assertive]")).to_contain_text("To you")
    poker.say("1 allin", "3 allin")
    expect(page.get_by_role("button", name=re.compile("Seat 3, Ben, 0 .*all-in"))).to_be_visible()
    visit.still()
    page.evaluate(RECORDS, [*SEEN.items(), *RESULTS.items()])
    return page, poker


def as_told(poker: Poker) -> list[str]:
    """The floor's order in the names of this file."""
    names, streets = [], iter(("flop", "turn", "river"))
    for step in poker.house.view(poker.table)["round"]["order"]:
        match step:
            case {"does": "street"}:
                names.append(next(streets))
            case {"does": "show", "seat": seat}:
                names.append(f"show {seat}")
            case {"does": "push", "pot": pot}:
                names.append(f"push {pot}")
            case {"does": "gather" | "rake" | "over" as does}:
                names.append(does)
    names.insert(names.index("river") + 1, "showdown")
    return names


@pytest.mark.parametrize(("size", "more"), [("S", {}), ("L", {}), ("M", {"reduced_motion": "reduce"})])
def test_everything_in_the_floors_order(
    poker_house: House, visiting: Visiting, size: str, more: dict[str, str]
) -> None:
    page, poker = all_in(visiting(poker_house, who="Ann", size=size, **more))
    poker.say("6 call")
    expect(page.get_by_text("Next round in 6").first).to_be_visible()
    firsts = page.evaluate("firsts")
    told = [name for name in as_told(poker) if name != "rake" or name in firsts]  # a slow machine may go past it
    assert told == sorted(told, key=lambda name: firsts[name])
    last = max(firsts[name] for name in told if name.startswith("show "))
    assert {name: firsts[name] for name in ("who has won", "a figure", "stacks") if firsts[name] <= last} == {}
    assert firsts["beaten"] >= last, "a hand is beaten when the better one is open"
    assert firsts["names"] > firsts["river"]
    expect(page.locator("[aria-live=polite]")).to_contain_text("You win the main pot, 285 in play chips.")
    expect(page.get_by_role("button", name=re.compile("Seat 1, You · Ann, 285 "))).to_be_visible()


def test_a_tap_opens_the_cards_and_another_ends_it(poker_house: House, visiting: Visiting) -> None:
    page, poker = all_in(visiting(poker_house, who="Ann", size="S"))
    poker.say("6 call")
    felt, cursor = page.locator("main.stage"), page.locator("[data-cursor]")
    expect(cursor).to_have_attribute("data-cursor", "runs")
    expect(page.get_by_text("Tap the felt to skip ahead.")).to_be_visible()
    felt.click(position={"x": 195, "y": 120})
    expect(page.locator(".board")).to_have_attribute("aria-label", re.compile("Two of hearts"))
    expect(page.get_by_role("button", name=re.compile("Seat 3, Ben, .*Queen of clubs"))).to_be_visible()
    page.keyboard.press("Space")
    expect(cursor).to_have_attribute("data-cursor", "end")
    expect(page.get_by_text("Next round in 6")).to_be_visible()


def words_before_the_river(chromium: Browser, folder: Path, hands: str, board: str) -> set[str]:
    folder.mkdir()
    house = House(folder, floor())
    try:
        visit = Visit(chromium, house, who="Ann", reduced_motion="reduce")
        page, poker = all_in(visit, hands, board)
        poker.say("6 call")
        expect(page.get_by_role("img", name=re.compile("Jack of clubs, (Two|Ten) of "))).to_be_visible()
        visit.still()
        words: list[str] = page.evaluate("[...words]")
        visit.close()
        return set(words)
    finally:
        house.close()


def test_two_worlds_are_alike_until_the_river(chromium: Browser, tmp_path: Path) -> None:
    """Same flop and turn, other hands and another river: nothing in the page differs before it is open."""
    one = words_before_the_river(chromium, tmp_path / "one", HANDS, BOARD)
    other = words_before_the_river(chromium, tmp_path / "other", "7c 7d,Ac Ad,8h 3h", "Kd 9s 4d Jc Tc")
    assert "Jack" in one
    assert {word for word in one ^ other if not re.fullmatch(r"\w*[0-9a-f]{8,}\w*", word)} == set()
