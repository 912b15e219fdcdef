"""Every state of the poker table, at every size: axe, one plaque at most, nothing beyond the edge, no tiny words."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.houses import House
from tests.browser.poker_states import STATES, At, table_for
from tests.browser.visits import SIZES

NARROW = (320, 640)
"""Nothing overflows here either."""


def overflows(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def plaques(page: Page) -> int:
    """Those that can be pressed: what lies under a sheet does not count."""
    return page.locator(".plaque:not([disabled])").count()


def too_small(page: Page) -> list[str]:
    """Words below 11 px as they reach the eye; 11 px is for tags that repeat something."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("main *, footer *, aside *")].filter((each) => {
             const words = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
             if (!words || each.closest("svg, .sr, [aria-hidden=true] svg")) return false;
             const box = each.getBoundingClientRect();
             if (!box.width || !each.offsetHeight) return false;
             const scale = box.height / each.offsetHeight;
             return parseFloat(getComputedStyle(each).fontSize) * scale < 10.9;
           }).map((each) => `${each.className} ${each.textContent}`.slice(0, 60))"""
    )
    return found


def cut(page: Page) -> list[str]:
    """Chips and words that do not fit their plate, and plates that lie on another, with text twice as large."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(50)
    found: list[str] = page.evaluate(
        """() => {
             const plates = [...document.querySelectorAll(".stage .pod .plate")];
             const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
             const boxes = plates.map((plate) => plate.getBoundingClientRect());
             const beside = plates.flatMap((plate, at) => [...plate.querySelectorAll("b")]
               .filter((figure) => !within(figure.getBoundingClientRect(), boxes[at]))
               .map((figure) => `cut: ${figure.textContent}`));
             const covers = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
               && one.top < other.bottom - 1 && other.top < one.bottom - 1;
             return beside.concat(boxes.flatMap((one, at) => boxes.slice(at + 1)
               .flatMap((other, next) => covers(one, other) ? [`covered: ${at} ${at + 1 + next}`] : [])));
           }"""
    )
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


@pytest.mark.parametrize("state", STATES)
def test_state(chromium: Browser, poker_house: House, state: str) -> None:
    at = At(chromium, poker_house, table_for(state))
    page = STATES[state](at)
    try:
        for size, (width, height) in {**SIZES, "narrow": NARROW}.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(50)
            assert not overflows(page), size
            assert plaques(page) <= 1, size
            assert too_small(page) == [], size
            assert cut(page) == [], size
            at.visit.shot(f"poker-{state}-{size}")
            if size in "SL":
                assert at.visit.serious() == [], size
        assert at.visit.complaints == []
    finally:
        at.visit.close()
