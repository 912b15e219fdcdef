"""Poker tables in every state that the design draws, from stacked shoes: for tests and for pictures.

`python -m tests.browser.poker_states --to shots` makes the pictures; names in the end choose among them.
"""

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import launched
from tests.browser.houses import MANUAL, House
from tests.browser.poker_tables import Poker, floor, shoe
from tests.browser.visits import SIZES, Visit

NAMES = {1: "Ben", 2: "Carla", 3: "Deniz", 4: "Ann", 5: "Farid", 6: "Mei", 7: "Goro", 8: "Hana", 9: "Ivo"}
STACKS = {1: 320, 2: 905, 3: 140, 4: 1480, 5: 610, 6: 2215, 7: 995, 8: 430, 9: 730}
KINGS = shoe("3c 3d,Kc 9c,Ks Qs,5h 5c,Ah 8h,6c 6d,7c 7d,8c 8d,Td Ts", "Kh 9s 4d Jc 2h", "2c 2d 2s")
"""Seat 3 has two pairs, seat 4 a pair of kings, seats 1 and 6 less than that."""
TO_THE_TURN = (
    *("4 call", "5 fold", "6 raise 140", "7 fold", "8 fold", "9 fold", "1 call", "2 fold", "3 allin", "4 call"),
    *("4 check", "6 bet 150", "1 allin", "4 call", "6 call", "4 check", "6 bet 200"),
)
LONG = (
    *("Ann", "Bartholomew.Featherstonehaugh-Sm", "Clementina-Wilhelmina.Montgomery", "Dee"),
    *("Ekaterina_Konstantinovna.Dostoev", "Ferdinand-Maximilian.von-und-zu-", "Guadalupe.Hernandez-Villavicenci"),
    *("Hans", "Ivo"),
)
RICH = (1_000_000, 1_000_000, 40, 1_000_000, 90, 1_000_000, 200, 1_000_000, 1_000_000)


class At:
    """Somebody who looks at a table, and everybody else there."""

    def __init__(self, chromium: Browser, house: House, table: str, size: str = "L", who: str = "Ann") -> None:
        self.table = Poker(house, table)
        self.visit = Visit(chromium, house, who=who, size=size)

    @property
    def page(self) -> Page:
        return self.visit.page

    def open(self, *, coach: bool = False) -> Page:
        if coach:
            settings = json.dumps({"coach": True})
            self.visit.context.add_init_script(f"localStorage.setItem('croupier.settings', '{settings}')")
        page = self.visit.go(f"/table/{self.table.table}")
        expect(page.locator(".felt")).to_be_visible()
        return page

    def nine(self) -> Poker:
        for seat, name in NAMES.items():
            self.table.sit(seat, name, STACKS[seat])
        return self.table

    def few(self, chips: int = 400) -> Poker:
        for seat, name in ((2, "Ben"), (4, "Ann"), (6, "Cy")):
            self.table.sit(seat, name, chips)
        return self.table


def empty(at: At) -> Page:
    """Nobody is there yet."""
    return at.open()


def sits(at: At) -> Page:
    """A seat was pressed: how much to bring."""
    at.table.sit(2, "Ben", 900)
    page = at.open()
    page.get_by_role("button", name="Seat 4").click()
    return page


def unlooked(at: At) -> Page:
    """Asked before having looked."""
    table = at.few()
    table.start()
    page = at.open()
    table.say("2 call")
    expect(page.get_by_role("button", name="Raise")).to_be_visible()
    return page


def decides(at: At) -> Page:
    """The turn: two all-in, a side pot, 200 to call."""
    table = at.nine()
    table.start(KINGS)
    table.say("4 look", *TO_THE_TURN)
    page = at.open()
    expect(page.get_by_role("button", name="Raise to 400")).to_be_visible()
    return page


def counts(at: At) -> Page:
    """The same with the coach opened."""
    table = at.nine()
    table.start(KINGS)
    table.say("4 look", *TO_THE_TURN)
    page = at.open(coach=True)
    line = page.locator(".coach.line")
    expect(line).to_be_visible(timeout=60_000)
    if at.visit.page.viewport_size and at.visit.page.viewport_size["width"] < 1100:
        line.click()
    expect(page.get_by_text("It advises nothing here.")).to_be_visible()
    return page


def waits(at: At) -> Page:
    """Somebody else is to act; an act is chosen beforehand."""
    table = at.nine()
    table.start(KINGS)
    page = at.open()
    table.say("4 look", "4 call", "5 raise 40")
    expect(page.get_by_text("Mei is to act")).to_be_visible()
    page.get_by_role("button", name="Call 30").click()
    return page


def crowded(at: At) -> Page:
    """Nine players in, bets of 100,000 in front of them, three pots."""
    table = at.table
    for seat, (name, chips) in enumerate(zip(LONG, RICH, strict=True), start=1):
        table.sit(seat, name, chips)
    table.start(shoe("Ah 3d,Kc 9c,Ks Qs,5h 5c,Ad 8h,6c 6d,7c 7d,8c 8d,Td Ts", "Kh 9s 4d Jc 2h", "2c 2d 2s"))
    table.say(
        "1 look", "4 raise 200", "5 allin", "6 call", "7 allin", "8 call", "9 call", "1 call", "2 call", "3 allin"
    )
    table.say("2 bet 100000", "4 call", "6 call", "8 call", "9 call")
    page = at.open()
    expect(page.get_by_role("button", name="Raise to 200,000")).to_be_visible()
    return page


def four_pots(at: At) -> Page:
    """A fourth pot: they are one line, opened by a tap."""
    page = crowded(at)
    at.table.say("1 call", "2 check", "4 check", "6 check", "8 check", "9 check")
    page.get_by_role("button", name="4 pots").click()
    return page


def shown(at: At) -> Page:
    """Showdown; the pots are given out."""
    page = decides(at)
    at.table.say("4 call", "4 check", "6 check")
    expect(page.get_by_text("Next round in 6")).to_be_visible()
    expect(page.locator(".pod.won")).to_have_count(2)
    return page


def explained(at: At) -> Page:
    page = shown(at)
    page.keyboard.press("e")
    expect(page.get_by_text("You win two side pots", exact=True)).to_be_visible()
    return page


def seat_opened(at: At) -> Page:
    """What does not fit on a plate."""
    page = crowded(at)
    page.get_by_role("button", name="Seat 2, ").click()
    return page


def shows(at: At) -> Page:
    """Showing one's cards while the betting goes on is asked twice."""
    page = decides(at)
    page.get_by_role("button", name="Seat 4, ").click()
    page.get_by_role("button", name="Show my cards").click()
    return page


def sizes(at: At) -> Page:
    """Own bet sizes, and the order of one's cards."""
    page = decides(at)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Bet sizes and cards").click()
    expect(page.get_by_role("switch", name="Higher card first")).to_be_visible()
    return page


def no_chips(at: At) -> Page:
    """All lost, and the next round is played."""
    table = at.table
    for seat, name, chips in ((1, "Ben", 400), (3, "Ann", 100), (5, "Cy", 400)):
        table.sit(seat, name, chips)
    table.start(shoe("8s 3d,Qc Qd,Ah As", "Kd 9s 4d Jc 2h", "2c 2d 2s"))
    table.say("1 raise 120", "3 allin", "5 fold")
    table.start()
    page = at.open()
    expect(page.get_by_text("You have no chips at this table.")).to_be_visible()
    return page


def missed(at: At) -> Page:
    """Away for an orbit: missed-blind button; coming back costs."""
    table = at.few()
    table.start()
    page = at.open()
    table.say("2 fold", "4 fold", "6 away")
    for _ in range(3):
        table.start()
        while (turn := table.turn) is not None:
            table.say(f"{turn} fold")
    expect(page.get_by_role("button", name="Missed-blind button, Cy")).to_be_visible()
    return page


def away(at: At) -> Page:
    table = at.few()
    table.start()
    page = at.open()
    table.say("4 away", "2 fold")
    expect(page.get_by_role("button", name="Come back")).to_be_visible()
    return page


def voided(at: At) -> Page:
    """The shift manager has ruled so."""
    table = at.few()
    table.start()
    page = at.open()
    table.house.act("sam", table.table, "incident other ruling=void")
    expect(page.get_by_text("Round void", exact=True)).to_be_visible()
    return page


def suspended(at: At) -> Page:
    table = at.few()
    table.start()
    page = at.open()
    table.house.act("pia", table.table, "suspend")
    expect(page.get_by_text("The table is suspended", exact=True)).to_be_visible()
    return page


STATES: dict[str, Callable[[At], Page]] = {
    each.__name__: each
    for each in (
        *(empty, sits, unlooked, decides, counts, waits, crowded, four_pots, shown, explained, seat_opened, shows),
        *(sizes, no_chips, missed, away, voided, suspended),
    )
}
SHUFFLED = ("unlooked", "sits", "away", "missed")
"""From the shuffler of version 7; the others need a stacked shoe in the order of version 6."""


def table_for(state: str) -> str:
    return "nl-7" if state in SHUFFLED else "nl-6"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.poker_states", description=__doc__)
    parser.add_argument("states", nargs="*", metavar="STATE", help=", ".join(STATES))
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in SIZES.values()))
    parser.add_argument("--to", type=Path, default=Path("shots"), help="a folder")
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    sizes = [tuple(int(pixels) for pixels in size.split("x")) for size in options.sizes.split(",")]
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name in options.states or STATES:
            with tempfile.TemporaryDirectory() as folder:
                house = House(Path(folder), floor(), MANUAL)
                try:
                    _photograph(At(browser, house, table_for(name)), name, sizes, options.to)
                finally:
                    house.close()
        browser.close()


def _photograph(at: At, name: str, sizes: list[tuple[int, ...]], folder: Path) -> None:
    page = STATES[name](at)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(600)
        file = folder / f"poker-{name}-{width}.png"
        page.screenshot(path=file)
        print(file, *at.visit.complaints, sep="\n  ")
    at.visit.close()


if __name__ == "__main__":
    main()
