"""House tables in every state that the design draws, from stacked shoes: for tests and for pictures.

`python -m tests.browser.house_states --to shots` makes the pictures; names in the end choose among them.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import launched
from tests.browser.houses import FLOOR, MANUAL, House
from tests.browser.visits import Visit

STRAIGHT = "9h 8s 7d"
QUEEN_HIGH = "Qd 9c 4s"


def dealt(*hands: str, burn: str = "2c", after: str = "") -> str:
    """The shoe for these hands, one card at a time, the dealer's last; the shoe's first card is burnt."""
    each = [hand.split() for hand in hands]
    cards = [hand[number] for number in range(len(each[0])) for hand in each]
    return " ".join([burn, *cards, *after.split()])


class Table:
    """Somebody at a house table, and the others there."""

    def __init__(self, chromium: Browser, house: House, table: str, width: int, height: int, who: str = "Ann") -> None:
        self.house, self.table, self.who = house, table, who
        self.visit = Visit(chromium, house, who=who, viewport={"width": width, "height": height})

    def act(self, who: str, *acts: str) -> None:
        for each in acts:
            self.house.act(who, self.table, each)

    def sit(self, box: int, amount: str = "2000", **others: int) -> None:
        self.act(self.who, f"{box} sits {self.who} {amount}")
        for other, at in others.items():
            self.act(other, f"{at} sits {other} 2000")

    def open(self) -> Page:
        page = self.visit.go(f"/table/{self.table}")
        expect(page.locator(".says")).to_be_visible()
        return page


def three_card_bets(at: Table) -> Page:
    """Box 3 has bet, 1 and 5 are taken."""
    at.sit(3, Ben=1, Cy=5)
    at.act("Ben", "1 ante 25")
    at.act("Cy", "5 ante 100", "5 pair-plus 10")
    at.act("Ann", "3 ante 50", "3 pair-plus 25", "3 jackpot 5")
    return at.open()


def three_card_dealt(at: Table) -> Page:
    at.house.stack(at.table, dealt("Jc 6h 2s", STRAIGHT, "Ah Jd 4c", QUEEN_HIGH))
    page = three_card_bets(at)
    at.house.advance(20_000)
    expect(page.get_by_role("button", name="Look at your cards")).to_be_visible()
    return page


def three_card_decides(at: Table) -> Page:
    page = three_card_dealt(at)
    at.act("Ann", "3 look")
    at.act("Ben", "1 look")
    expect(page.get_by_role("button", name="Play 50")).to_be_visible()
    return page


def three_card_settled(at: Table) -> Page:
    page = three_card_decides(at)
    at.act("Ann", "3 play")
    at.act("Ben", "1 fold")
    at.act("Cy", "5 play")
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    return page


def three_card_opened(at: Table) -> Page:
    page = three_card_settled(at)
    page.keyboard.press("e")
    page.locator("[data-payment='pair-plus']").click()
    return page


def three_card_two_boxes(at: Table) -> Page:
    at.house.stack(at.table, dealt("Jc 6h 2s", "Th 6d 2d", "Qc Jd 6s", "5h 5c 9d", "Ah 8d 4c", "Ks 9c 3s"))
    at.sit(3, Ben=1, Cy=2, Dee=5)
    at.act("Ann", "4 sits Ann 0", "3 ante 50", "3 pair-plus 25", "3 jackpot 5", "4 ante 50")
    at.act("Ben", "1 ante 25")
    at.act("Cy", "2 ante 50")
    at.act("Dee", "5 ante 100", "5 pair-plus 10")
    page = at.open()
    at.house.advance(20_000)
    at.act("Ann", "3 look")
    at.act("Ben", "1 play")
    expect(page.get_by_role("button", name="Play 50 on box 3")).to_be_visible()
    return page


def stud_decides(at: Table) -> Page:
    at.house.stack(at.table, dealt("2h 4s 6c 8h Ts", "Qh Qs 8d 5c 5d", "Ah Kd 9c 3c 3h", "Jc 9h 7s 2d 4h", burn="2c"))
    at.sit(4, Ben=2, Cy=5)
    at.act("Ann", "4 ante 50", "4 jackpot 5")
    at.act("Ben", "2 ante 25")
    at.act("Cy", "5 ante 100", "5 jackpot 5")
    page = at.open()
    at.house.advance(20_000)
    at.act("Ann", "4 look")
    at.act("Cy", "5 bet")
    expect(page.get_by_role("button", name="BET 100")).to_be_visible()
    return page


def holdem_turn(at: Table) -> Page:
    at.sit(4, Ben=2, Cy=6)
    at.act("Ann", "4 ante 25", "4 bonus 10", "4 jackpot 5")
    at.act("Ben", "2 ante 50", "2 bonus 10")
    at.act("Cy", "6 ante 100")
    page = at.open()
    at.house.advance(20_000)
    at.act("Ann", "4 look", "4 flop")
    at.act("Ben", "2 fold")
    at.act("Cy", "6 flop")
    at.act("Ann", "4 turn")
    at.act("Cy", "6 check")
    expect(page.get_by_role("button", name="River 25")).to_be_visible()
    return page


def empty(at: Table) -> Page:
    return at.open()


State = Callable[[Table], Page]
STATES: dict[str, tuple[str, State]] = {
    "3cp-betting": ("tcp-1", three_card_bets),
    "3cp-look": ("tcp-1", three_card_dealt),
    "3cp-decision": ("tcp-1", three_card_decides),
    "3cp-settled": ("tcp-1", three_card_settled),
    "3cp-settlement": ("tcp-1", three_card_opened),
    "3cp-two-boxes": ("tcp-1", three_card_two_boxes),
    "3cp-empty": ("tcp-1", empty),
    "stud": ("cs-1", stud_decides),
    "holdem-turn": ("pth-1", holdem_turn),
}
SIZES = ((390, 844), (820, 1180), (1440, 900))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.house_states", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(STATES)}")
    parser.add_argument("--to", type=Path, default=Path("shots"), help="a folder")
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in SIZES))
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name in options.names or STATES:
            table, state = STATES[name]
            for size in options.sizes.split(","):
                width, height = (int(number) for number in size.split("x"))
                with tempfile.TemporaryDirectory() as folder:
                    house = House(Path(folder), FLOOR, MANUAL)
                    at = Table(browser, house, table, width, height)
                    try:
                        page = state(at)
                        page.wait_for_timeout(1200)
                        page.screenshot(path=options.to / f"{name}-{width}.png")
                        print(name, width, *at.visit.complaints, sep="\n  ")
                    finally:
                        at.visit.close()
                        house.close()
        browser.close()


if __name__ == "__main__":
    main()
