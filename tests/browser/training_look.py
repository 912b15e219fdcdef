"""Pictures of drills, for people who work on them: `python -m tests.browser.training_look FOLDER`."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import launched
from tests.browser.houses import FLOOR, MANUAL, House
from tests.browser.visits import Visit

SIZES = {"1180": (1180, 820), "390": (390, 844), "820": (820, 1180)}
BOOKS = ("three-card-poker@3", "casino-stud@2", "progressive-holdem@6", "poker@7")


def main() -> None:
    to = Path(sys.argv[1])
    wanted = sys.argv[2].split(",") if len(sys.argv) > 2 else list(SIZES)
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), FLOOR, MANUAL)
        browser = launched(playwright)
        try:
            for name in wanted:
                width, height = SIZES[name]
                visit = Visit(browser, house, who="dan", viewport={"width": width, "height": height})
                for book in BOOKS:
                    for kind in ("ruling", "pay", "run"):
                        shoot(visit, house, to, name, kind, book)
                print(*visit.complaints, sep="\n")
                visit.close()
        finally:
            browser.close()
            house.close()


def shoot(visit: Visit, house: House, to: Path, size: str, kind: str, book: str) -> None:
    body: Any = {"id": f"look-{size}-{kind}-{book.replace('@', '-')}", "kind": kind, "book": book}
    status, told = house.ask("POST", "/v1/training/drills", body, who="dan")
    assert status == 201, told
    visit.go(f"/training/{kind}/{told['drill']['drill']}")
    page = visit.page
    page.wait_for_selector("main .ask")
    page.wait_for_timeout(300)
    game = book.split("@", maxsplit=1)[0]
    page.screenshot(path=to / f"{kind}-{game}-{size}.png")
    if kind == "ruling":
        for question in ("paragraph", "follows", "decides"):
            options = page.locator(f"label:has(input[name={question}])")
            if options.count():
                options.first.click()
        page.locator(".ft .plaque").click()
        page.wait_for_selector(".ft .plaque:has-text('Next')")
        page.screenshot(path=to / f"answer-{game}-{size}.png")


if __name__ == "__main__":
    main()
