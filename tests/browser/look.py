"""Pictures of pages of a running demo, for people who work on them: `python -m tests.browser.look / --who Ann`.

Sizes are those of the design (390, 820, 1440) or any that are named: `--sizes 1180x820,844x390`.
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import launched
from tests.browser.houses import FLOOR, MANUAL, House
from tests.browser.visits import SIZES, Visit


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.look", description=__doc__)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="/, /table/tcp-1, …")
    parser.add_argument("--who", default="", help="signed in as: Ann, dan, pia, sam …")
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in SIZES.values()))
    parser.add_argument("--to", type=Path, default=Path("shots"), help="a folder")
    parser.add_argument("--demo", action="store_true", help="the demo's own floor with bots and a real clock")
    parser.add_argument("--wait", type=int, default=600, help="milliseconds until the picture is taken")
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), None, ()) if options.demo else House(Path(folder), FLOOR, MANUAL)
        browser = launched(playwright)
        try:
            for size in options.sizes.split(","):
                width, height = (int(number) for number in size.split("x"))
                for path in options.paths:
                    token = house.token(options.who) if options.who else ""
                    viewport = {"width": width, "height": height}
                    visit = Visit(browser, house, who=options.who, token=token, viewport=viewport)
                    visit.go(path)
                    visit.page.wait_for_timeout(options.wait)
                    file = options.to / f"{path.strip('/').replace('/', '-') or 'lobby'}-{width}.png"
                    visit.page.screenshot(path=file)
                    print(file, *visit.complaints, *visit.strangers(), sep="\n  ")
                    visit.close()
        finally:
            browser.close()
            house.close()


if __name__ == "__main__":
    main()
