"""How smooth a table is while seven boxes are dealt to, by the browser's own trace: `python bench/dealing.py`.

Frames are those that the browser drew from the first card's flight to the last one's landing; a frame counts as late
when it came more than 50 ms after the one before. The page is the built one, at a real floor on this machine.
"""

import argparse
import json
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import launched
from tests.browser.house_states import dealt
from tests.browser.houses import FLOOR, MANUAL, House
from tests.browser.visits import SIZES, Visit

LATE = 50.0
"""Milliseconds."""
BOXES = {"Ben": (1, 2), "Cy": (3, 5), "Dee": (6, 7), "Ann": (4,)}
MOVING = "document.getAnimations().some((each) => each.playState === 'running')"


def seven_boxes(house: House) -> None:
    hands = ["Jc 6h 2s", "Th 6d 2d", "Qc Jd 6s", "9h 8s 7d", "5h 5c 9d", "Ah 8d 4c", "Kh 8c 3d", "Ks 9c 3s"]
    house.stack("tcp-1", dealt(*hands))
    for player, boxes in BOXES.items():
        for place, box in enumerate(boxes):
            house.act(player, "tcp-1", f"{box} sits {player} {0 if place else 2000}")
            house.act(player, "tcp-1", f"{box} ante 25")


def frames(trace: bytes) -> list[float]:
    """Milliseconds between two frames that were drawn while cards moved."""
    events = json.loads(trace)["traceEvents"]
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    marks = {event["name"]: event["ts"] for event in events if event.get("cat", "").startswith("blink.user_timing")}
    within = [at for at in drawn if marks["dealing"] <= at <= marks["dealt"]]
    return [(after - before) / 1000 for before, after in pairwise(within)]


def measure(browser: Browser, house: House, size: str) -> list[float]:
    visit = Visit(browser, house, who="Ann", size=size)
    page: Page = visit.go("/table/tcp-1")
    expect(page.locator(".says")).to_be_visible()
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
    browser.start_tracing(page=page, categories=categories)
    page.evaluate(
        f"""() => {{
            window.dealt = new Promise((done) => {{
                const wait = () => ({MOVING} ? begun() : requestAnimationFrame(wait));
                const begun = () => {{ performance.mark('dealing'); requestAnimationFrame(going); }};
                const going = () => ({MOVING} ? requestAnimationFrame(going) : done(performance.mark('dealt')));
                wait();
            }});
        }}"""
    )
    house.advance(20_000)
    page.evaluate("window.dealt.then(() => 0)")
    trace = browser.stop_tracing()
    visit.close()
    return frames(trace)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python bench/dealing.py", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print("size  deals  frames  median ms  longest ms  over 50 ms")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for size in SIZES:
            found: list[float] = []
            for _ in range(options.rounds):
                with tempfile.TemporaryDirectory() as folder:
                    house = House(Path(folder), FLOOR, MANUAL)
                    try:
                        seven_boxes(house)
                        found += measure(browser, house, size)
                    finally:
                        house.close()
            late = sum(1 for each in found if each > LATE)
            share = 100 * late / len(found)
            figures = f"{len(found):6}  {median(found):9.1f}  {max(found):10.1f}  {share:8.1f} %"
            print(f"{size:4}  {options.rounds:5}  {figures}")
        browser.close()


if __name__ == "__main__":
    main()
