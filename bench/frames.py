"""How smoothly a table moves: Chromium's own trace of the deal and of the settlement of seven boxes.

python bench/frames.py [repeats]

Prints for each page size and motion how many frames the page drew, the share of them that took over 50 ms, and the
longest. The share has to stay under 5 % on a machine that does nothing else; the load of this one is printed first.
Needs what the browser tests need: `python -m tests.browser.chromium`.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import launched
from tests.browser.house_states import QUEEN_HIGH, STRAIGHT, dealt
from tests.browser.houses import House
from tests.browser.visits import SIZES, Visit

LONG = 50.0  # milliseconds
MOST = 0.05
TABLE = "tcp-1"
BOXES = range(1, 8)
OWN = 4
HANDS = ("Jc 6h 2s", "Th 6d 2d", "Kc Jd 6s", STRAIGHT, "5h 5c 9d", "Ah 8d 4c", "Ad 9s 3s")
CATEGORIES = ["devtools.timeline", "blink.user_timing"]
MARKS = """() => {
  const table = document.querySelector("[data-cursor]");
  const mark = () => performance.mark(["runs", "cards"].includes(table.dataset.cursor) ? "table moves" : "table rests");
  new MutationObserver(mark).observe(table, { attributes: true, attributeFilter: ["data-cursor"] });
}"""


def traced(browser: Browser, visit: Visit, moves: Callable[[], None]) -> list[float]:
    """The milliseconds between the frames of one motion."""
    browser.start_tracing(page=visit.page, categories=CATEGORIES)
    try:
        moves()
        expect(visit.page.locator("[data-cursor=runs]")).to_have_count(1)
        expect(visit.page.locator("[data-cursor=end]")).to_have_count(1)
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
    begun = min(event["ts"] for event in events if event["name"] == "table moves")
    ended = max(event["ts"] for event in events if event["name"] == "table rests")
    frames = {
        event["ts"] for event in events if event["name"] == "FireAnimationFrame" and begun <= event["ts"] <= ended
    }
    return [(after - before) / 1000 for before, after in pairwise(sorted(frames))]


def one_round(browser: Browser, size: str) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        visit = Visit(browser, house, who="Ann", size=size)
        try:
            house.stack(TABLE, dealt(*HANDS, QUEEN_HIGH))
            house.act("Ann", TABLE, f"{OWN} sits Ann 1000")
            for number in BOXES:
                if number != OWN:
                    house.act("Ben", TABLE, f"{number} sits Ben {1000 if number == 1 else 0}")
                house.act("Ann" if number == OWN else "Ben", TABLE, f"{number} ante 25")
            page = visit.go(f"/table/{TABLE}")
            expect(page.locator("[data-cursor]")).to_be_visible()
            visit.still()
            page.evaluate(MARKS)
            deal = traced(browser, visit, lambda: house.advance(20_000))
            house.act("Ann", TABLE, f"{OWN} look")
            for number in (OWN, 1, 2, 3, 5, 6):
                house.act("Ann" if number == OWN else "Ben", TABLE, f"{number} play")
            visit.still()
            return {"deal": deal, "settlement": traced(browser, visit, lambda: house.act("Ben", TABLE, "7 play"))}
        finally:
            visit.close()
            house.close()


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'seven boxes':20}{'frames':>8}{'over 50 ms':>12}{'at most':>10}{'longest, ms':>13}")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for size in SIZES:
            rounds = [one_round(browser, size) for _ in range(repeats)]
            for motion in ("deal", "settlement"):
                frames = [lasted for each in rounds for lasted in each[motion]]
                share = sum(lasted > LONG for lasted in frames) / len(frames)
                print(f"{size + ', ' + motion:20}{len(frames):>8}{share:>12.1%}{MOST:>10.0%}{max(frames):>13.0f}")
        browser.close()


if __name__ == "__main__":
    main()
