"""How long until somebody sees a table: a new server, a new browser, an empty cache, each time.

python bench/pages.py [repeats]

Prints for each table the time from asking for its address until it is drawn, and how many bytes travelled until then.
Needs what the browser tests need: `python -m tests.browser.chromium`.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Request, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import launched
from tests.browser.houses import House
from tests.browser.visits import Visit

TARGET = 1.0  # seconds
MOST = 250_000  # bytes
TABLES = ("tcp-1", "cs-1", "pth-1", "poker-6", "poker-7")


def first_view(browser: Browser, table: str) -> tuple[float, int]:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        visit = Visit(browser, house, who="Ann")
        finished: list[Request] = []

        def done(request: Request) -> None:
            finished.append(request)

        visit.context.on("requestfinished", done)
        start = perf_counter()
        visit.page.goto(f"/table/{table}", wait_until="commit")
        visit.page.locator(".stage").wait_for()
        taken = perf_counter() - start
        visit.page.wait_for_load_state("networkidle")
        sizes = [request.sizes() for request in finished]
        travelled = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
        visit.close()
        house.close()
        return taken, travelled


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with sync_playwright() as playwright:
        browser = launched(playwright)
        print(f"{'first view of':16}{'best, s':>10}{'median, s':>10}{'target, s':>10}{'bytes':>10}{'at most':>10}")
        for table in TABLES:
            views = [first_view(browser, table) for _ in range(repeats)]
            times = [taken for taken, _ in views]
            most = max(travelled for _, travelled in views)
            print(f"{table:16}{min(times):>10.3f}{median(times):>10.3f}{TARGET:>10.1f}{most:>10,}{MOST:>10,}")
        browser.close()


if __name__ == "__main__":
    main()
