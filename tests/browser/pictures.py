"""The pictures of the README, made from running floors: `python -m tests.browser.pictures` writes docs/room.

Names behind it choose among them.
"""

import base64
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser import house_states, poker_tables
from tests.browser.animation import Shot, animated, write
from tests.browser.conftest import launched
from tests.browser.houses import FLOOR, MANUAL, House
from tests.browser.pages_build import ROOT
from tests.browser.visits import Visit

FOLDER = ROOT / "docs" / "room"
WIDE, TABLET, PHONE = (1440, 900), (1180, 820), (390, 844)
MOVING = 8
"""The fewest shots before a still page counts as the end: at first nothing has begun to move."""
STILL = 1_500
"""Milliseconds until everything is where it belongs."""


NOTHING = base64.b64decode("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")
"""One transparent pixel in place of the felt's grain, which makes a picture four times as large."""


class Studio:
    """A floor, and the person who looks at it."""

    def __init__(self, browser: Browser, folder: Path, floor: str | None, options: tuple[str, ...]) -> None:
        self.browser, self.house = browser, House(folder, floor, options)
        self._visits: list[Visit] = []

    def visit(self, size: tuple[int, int], **more: Any) -> Visit:
        viewport = {"width": size[0], "height": size[1]}
        return self._smooth(Visit(self.browser, self.house, viewport=viewport, **more))

    def table(self, name: str, size: tuple[int, int]) -> house_states.Table:
        made = house_states.Table(self.browser, self.house, name, *size)
        self._smooth(made.visit)
        return made

    def _smooth(self, visit: Visit) -> Visit:
        self._visits.append(visit)
        visit.context.route("**/grain-*", lambda route: route.fulfill(body=NOTHING, content_type="image/gif"))
        return visit

    def close(self) -> None:
        for visit in self._visits:
            visit.close()
        self.house.close()


def lobby(studio: Studio) -> Page:
    page = studio.visit(WIDE, who="Ann").go("/")
    expect(page.get_by_role("article", name="Table tcp-1")).to_contain_text("an hour", timeout=120_000)
    return page


def sitting_down(studio: Studio) -> Page:
    page = studio.visit(PHONE).go("/")
    page.get_by_role("button", name="Seat me now").click()
    expect(page.get_by_role("button", name="Sit down with 200")).to_be_visible()
    return page


def decision_on_a_phone(studio: Studio) -> Page:
    return house_states.three_card_decides(studio.table("tcp-1", PHONE))


def payment(studio: Studio) -> Page:
    return house_states.three_card_opened(studio.table("tcp-1", WIDE))


def round_on_a_phone(studio: Studio) -> list[Shot]:
    """From the last decision until the chips are home."""
    table = studio.table("tcp-1", PHONE)
    page = house_states.three_card_decides(table)
    table.act("Ben", "1 fold")
    table.act("Cy", "5 play")
    page.wait_for_timeout(STILL)
    taken = [(time.monotonic(), page.screenshot())]
    page.get_by_role("button", name="Play 50").click()
    while page.locator("[data-cursor=end]").count() == 0 or len(taken) < MOVING:
        taken.append((time.monotonic(), page.screenshot()))
    page.wait_for_timeout(STILL)
    taken.append((time.monotonic(), page.screenshot()))
    lasts = [min(round(1000 * (after - at)), STILL) for (at, _), (after, _) in pairwise(taken)]
    return [Shot(png, each) for (_, png), each in zip(taken, [*lasts, 2 * STILL], strict=True)]


def holdem(studio: Studio) -> Page:
    return house_states.holdem_turn(studio.table("pth-1", PHONE))


def poker(studio: Studio) -> Page:
    table = poker_tables.Poker(studio.house)
    people = {1: ("Ann", 1840), 2: ("Ben", 960), 3: ("Mei", 1215), 4: ("Cy", 2030), 6: ("Dee", 190)}
    for seat, (name, chips) in {**people, 8: ("Raj", 745)}.items():
        table.sit(seat, name, chips)
    page = studio.visit(WIDE, who="Ann").go("/table/nl-7")
    table.start("Jd Th 9c As 3h Kc 7s 6c 2d Ad 4h Kd Qs Jc 5d Ah Kh")
    expect(page.get_by_text("Mei").first).to_be_visible()
    table.say("1 look", "4 raise 30", "6 call", "8 fold", "1 call", "2 fold", "3 call")
    table.say("3 check", "4 bet 60", "6 allin", "1 call", "3 fold", "4 call")
    table.say("4 bet 150")
    page.reload()  # and every motion is over
    expect(page.get_by_role("button", name="Fold").first).to_be_visible()
    return page


PICTURES: dict[str, tuple[str | None, tuple[str, ...], Callable[[Studio], Page]]] = {
    "lobby": (None, ("--seed", "1"), lobby),
    "sit": (FLOOR, MANUAL, sitting_down),
    "decision-phone": (FLOOR, MANUAL, decision_on_a_phone),
    "payment": (FLOOR, MANUAL, payment),
    "holdem-phone": (FLOOR, MANUAL, holdem),
    "poker": (poker_tables.floor(), MANUAL, poker),
}


ANIMATIONS: dict[str, tuple[str | None, tuple[str, ...], Callable[[Studio], list[Shot]]]] = {
    "round-phone": (FLOOR, MANUAL, round_on_a_phone),
}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or [*PICTURES, *ANIMATIONS]
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name in wanted:
            floor, options, *_ = PICTURES.get(name) or ANIMATIONS[name]
            with tempfile.TemporaryDirectory() as folder:
                studio = Studio(browser, Path(folder), floor, options)
                try:
                    if name in ANIMATIONS:
                        write(FOLDER / f"{name}.png", animated(browser, ANIMATIONS[name][2](studio), PHONE[0]))
                    else:
                        page = PICTURES[name][2](studio)
                        page.wait_for_timeout(STILL)
                        page.screenshot(path=FOLDER / f"{name}.png")
                finally:
                    studio.close()
            print(FOLDER / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
