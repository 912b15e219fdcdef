"""Two worlds that differ in hidden cards alone: page, storage and traffic are the same until they are shown."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.browser.houses import House
from tests.browser.lines import Line
from tests.browser.poker_tables import Poker, floor
from tests.browser.visits import Visit

RANDOM = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b|http://127\.0\.0\.1:\d+|-[\w-]{8}\.(?:js|css|woff2)")
"""Roots of decks, ids of acts, the address, and names of files."""
OPEN = "Kd 9s 4d"
WORLDS = {
    # the shoe deals one by one, the other first, and burns a card before each street
    "nl-6": (f"7c Ah 7d Kh 2c {OPEN} 2d Jc 2s 2h", f"5s Ah 3c Kh 6h {OPEN} 8c Qd 9c Ts"),
    # the shuffler gives the five of the board first
    "nl-7": (f"{OPEN} Jc 2h 7c 7d Ah Kh", f"{OPEN} Qd Ts 5s 3c Ah Kh"),
}
HIDDEN = {"nl-6": ("7c", "7d", "Jc", "2h"), "nl-7": ("7c", "7d", "Jc", "2h")}


def seen(chromium: Browser, folder: Path, table: str, cards: str, size: str) -> tuple[dict[str, str], str]:
    """What Ann's browser has got until the flop was bet on, and what it got when all was shown."""
    folder.mkdir()
    house = House(folder, floor())
    try:
        poker = Poker(house, table)
        visit = Visit(chromium, house, who="Ann", size=size)
        visit.context.add_init_script("localStorage.setItem('croupier.settings', '{\"coach\": true}')")
        visit.listen()
        line, bodies = Line(visit.page), list[str]()

        def answered(response: Response) -> None:
            if "/v1/" in response.url and response.request.resource_type == "fetch":
                bodies.append(f"{response.url} {response.text()}")

        poker.sit(2, "Ann", 400)
        poker.sit(5, "Ben", 400)
        page = visit.go(f"/table/{table}")
        page.wait_for_load_state("networkidle")  # what the page asks for at its start is the same in every world
        visit.context.on("response", answered)
        line.hear(house, table)
        house.stack(table, cards)
        line.hear(house, table)
        poker.start()
        for act in ("2 look", "2 call", "5 look", "5 check", "5 bet 20"):
            line.hear(house, table)
            poker.say(act)
        line.hear(house, table)
        expect(page.locator(".coach .pill")).to_be_visible(timeout=60_000)
        expect(page.get_by_role("img", name=re.compile("King of diamonds, Nine of spades"))).to_be_visible()
        expect(page.locator("[aria-live=polite]")).to_contain_text("Ben bets 20.00")
        visit.still()
        storage = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        moment = f'"moment":"{house.view(table, "Ann")["moment"]}"'  # how often the coach was in time is chance
        told = sorted({body for body in bodies if "/coach" not in body or moment in body})
        assert any("/coach" in body for body in told)
        before = {
            "heard": "\n".join(sorted(set(line.heard))),  # who comes before whom, and twice, is chance
            "told": "\n".join(told),
            "storage": storage,
            "spoken": visit.spoken(),
            "page": visit.content(),
        }
        poker.say("2 call", "5 check", "2 check", "5 check", "2 check")
        expect(page.get_by_text("Next round in 6")).to_be_visible()
        visit.close()
        return {key: RANDOM.sub("", text) for key, text in before.items()}, "\n".join(line.heard)
    finally:
        house.close()


@pytest.mark.parametrize(("table", "size"), [("nl-6", "L"), ("nl-7", "S")])
def test_hidden_cards_are_nowhere(chromium: Browser, tmp_path: Path, table: str, size: str) -> None:
    one, other = WORLDS[table]
    before, after = seen(chromium, tmp_path / "one", table, one, size)
    before_too, after_too = seen(chromium, tmp_path / "other", table, other, size)
    for key, text in before.items():
        assert {*text.split("\n")} ^ {*before_too[key].split("\n")} == set(), key  # names what differs
        assert text == before_too[key], key
    assert after != after_too
    for card in HIDDEN[table]:
        assert not any(f'"{card} ' in text or f" {card}" in text for text in before.values())
    assert re.search(r'"7c 7d"', after), "and then they are shown, or the worlds would prove nothing"
