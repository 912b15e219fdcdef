"""What holds for every page, at every width, in both languages, with text twice as large and in forced colours."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.browser.house_states import QUEEN_HIGH, STRAIGHT, dealt
from tests.browser.houses import House
from tests.browser.visits import Visit

PAGES = {
    "/": "Ann",
    "/signin": "",
    "/account": "Ann",
    "/name": "Ann",
    "/table/tcp-1": "Ann",
    "/table/cs-1": "Ben",
    "/table/pth-1": "",
    "/table/poker-6": "Ann",
    "/table/poker-7": "",
    "/table/nowhere": "Ann",
    "/dealer/tcp-2": "dan",
    "/pit": "pia",
    "/pit/floor": "sam",
    "/pit/jackpots/grand": "sam",
    "/pit/journal/tcp-1/1": "una",
    "/pit/cage": "pia",
    "/pit/people": "sam",
    "/pit/shifts": "una",
    "/sign/table/tcp-1": "",
    "/sign/table/poker-7": "",
    "/sign/jackpot/grand": "",
    "/figures": "Ann",
    "/history": "Ann",
    "/history/tcp-1/1": "Ann",
    "/verify/tcp-1/1": "Ann",
    "/training": "dan",
    "/dealer/tcp-1": "Ann",  # who is not let in
}
DEMO = {
    "en-GB": "Demo: play chips, nothing to pay, nothing to win",
    "de-DE": "Demo: Spielchips, nichts zu zahlen, nichts zu gewinnen",
}
WIDTHS = ((820, 1180), (390, 844), (360, 740))
BESIDE = """() => [...document.querySelectorAll("body *")].filter((each) => {
    const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || each.closest(".sr, svg") || !each.checkVisibility({checkOpacity: true})) return false;
    for (let around = each.parentElement; around; around = around.parentElement)
        if (["auto", "scroll"].includes(getComputedStyle(around).overflowX) && around.scrollWidth > around.clientWidth)
            return false;
    const box = each.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1);
}).map((each) => `${each.className}: ${each.textContent.trim().slice(0, 40)}`)"""
"""Words that are outside the window and cannot be scrolled into it."""


@pytest.fixture(scope="module")
def busy(house: House) -> Iterator[House]:
    """A floor in the middle of an evening: a round is over and the next asks Ann; poker asks her too."""
    for who, do in (("Ann", "3 sits Ann 2000"), ("Ben", "1 sits Ben 2000"), ("Cy", "5 sits Cy 2000")):
        house.act(who, "tcp-1", do)
    for decided in (True, False):
        house.stack("tcp-1", dealt("Jc 6h 2s", STRAIGHT, "Ah Jd 4c", QUEEN_HIGH))
        bets = (("Ben", "1 ante 25"), ("Cy", "5 ante 100"), ("Ann", "3 ante 50"), ("Ann", "3 pair-plus 25"))
        for who, do in bets:
            house.act(who, "tcp-1", do)
        house.advance(20_000)
        house.act("Ann", "tcp-1", "3 look")
        if decided:
            for who, do in (("Ann", "3 play"), ("Ben", "1 fold"), ("Cy", "5 play")):
                house.act(who, "tcp-1", do)
            house.advance(6_000)
    house.act("Ben", "cs-1", "4 sits Ben 500")
    for who, seat in (("Ann", 2), ("Ben", 5), ("Cy", 7)):
        house.act(who, "poker-6", f"{seat} sits {who} 200")
    house.advance(6_000)
    yield house


def comes(visit: Visit, path: str, locale: str) -> None:
    page = visit.go(path)
    mark = page.get_by_text(DEMO[locale]).first
    expect(mark).to_be_attached()
    expect(page.locator("[title]", has=mark).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    visit.still()
    assert page.title() not in ("", "croupier")


@pytest.mark.parametrize("path", PAGES)
def test_every_page(busy: House, visiting: Visiting, path: str) -> None:
    who = PAGES[path]
    token = busy.token(who) if who else ""
    name = path.strip("/").replace("/", "-") or "lobby"
    found: list[str] = []

    def look(visit: Visit, how: str, *, axe: bool = False) -> None:
        found.extend(f"{how}: beside the window: {each}" for each in visit.page.evaluate(BESIDE))
        if visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{how}: the page scrolls sideways")
        if axe:
            found.extend(f"{how}: {each}" for each in visit.serious())
        visit.shot(f"every-{name}-{how}")

    def resize(visit: Visit, width: int, height: int) -> None:
        visit.page.set_viewport_size({"width": width, "height": height})
        visit.still()

    english = visiting(busy, who=who, token=token)
    comes(english, path, "en-GB")
    look(english, "1440", axe=True)
    for width, height in WIDTHS:
        resize(english, width, height)
        look(english, str(width))
    german = visiting(busy, who=who, token=token, locale="de-DE", viewport={"width": 390, "height": 844})
    comes(german, path, "de-DE")
    look(german, "de-390", axe=True)
    resize(german, 320, 640)
    look(german, "de-320")
    resize(german, 390, 844)
    german.page.evaluate("document.documentElement.style.fontSize = '200%'")
    german.still()
    look(german, "de-390-200")
    resize(german, 1440, 900)
    look(german, "de-1440-200")
    german.page.evaluate("document.documentElement.style.fontSize = ''")
    german.page.emulate_media(forced_colors="active")
    look(german, "de-1440-forced")
    assert not found, "\n".join(found)
