"""Two evenings that differ only in cards nobody has turned up: pages, storage and traffic are the same bytes."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visiting
from tests.browser.house_states import dealt
from tests.browser.houses import House
from tests.browser.lines import Line
from tests.browser.visits import Visit

OWN = "9h 8s 7d"
WORLDS = (("Jc 6h 2s", "Qd 9c 4s"), ("As Ah Ad", "Ks Kh Kd"))
"""Ben's hand and the dealer's."""
HEX = re.compile(r"\b[0-9a-f]{32,64}\b")
"""Roots of decks, and the ids that a page makes."""


def played(visit: Visit, house: House, hidden: tuple[str, str]) -> dict[str, Any]:
    """Ann looks at her hand and has not decided; Ben has folded unseen."""
    house.stack("tcp-1", dealt(OWN, hidden[0], hidden[1]))
    line = Line(visit.page)
    visit.listen()
    house.act("Ann", "tcp-1", "2 sits Ann 500")
    house.act("Ben", "tcp-1", "3 sits Ben 500")
    house.act("Ben", "tcp-1", "3 ante 25")
    page = visit.go("/table/tcp-1")
    line.hear(house, "tcp-1")
    page.get_by_role("button", name="Ante 10").click()
    expect(page.locator("[data-lies='2 ante']:not(.faint)")).to_be_visible()
    line.hear(house, "tcp-1")
    house.advance(20_000)
    line.hear(house, "tcp-1")
    page.get_by_role("group", name="Your actions").get_by_role("button", name="Look at your cards").click()
    expect(page.get_by_text("Straight, Nine high")).to_be_visible()
    line.hear(house, "tcp-1")
    house.act("Ben", "tcp-1", "3 fold")
    expect(page.get_by_role("group", name="Box 3, Ben", exact=False)).to_contain_text("folded")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Ben, box 3, unseen, folds")
    visit.still()

    def same(text: str) -> str:
        return HEX.sub("#", text).replace(house.address, "")

    return {
        "page": same(visit.content()),
        "spoken": visit.spoken(),
        "storage": same(page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")),
        "heard": sorted({same(frame) for frame in line.heard}),  # who comes before whom, and twice, is chance
        "said": [same(frame) for frame in line.said],
        "all": page.content() + visit.spoken() + "".join(line.heard),
    }


def test_a_hidden_card_is_nowhere(worlds: tuple[House, House], visiting: Visiting, chromium: Browser) -> None:
    one, other = (
        played(visiting(house, who="Ann"), house, hidden) for house, hidden in zip(worlds, WORLDS, strict=True)
    )
    assert "Nine of hearts, Eight of spades, Seven of diamonds" in one["spoken"]
    for key in ("page", "spoken", "storage", "heard", "said"):
        assert one[key] == other[key], key
    for told, hidden in ((one, WORLDS[0]), (other, WORLDS[1])):
        for card in " ".join(hidden).split():
            assert json.dumps(card)[1:-1] not in re.findall(r"\b[2-9TJQKA][shdc]\b", told["all"])
