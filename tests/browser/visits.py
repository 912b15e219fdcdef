"""Somebody at a page: what the browser complains about and asks for is written down and looked at in the end."""

import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import AXE
from tests.browser.houses import House

SIZES = {"S": (390, 844), "M": (820, 1180), "L": (1440, 900)}
SHOTS = os.environ.get("CROUPIER_SHOTS", "")
"""A folder for pictures of what the tests see; none are made without it."""
POLITE = re.compile(r'(aria-live="polite">)[^<]*')
LISTENS = """
window.spoken = [];
new MutationObserver((changes) => {
    for (const { target } of changes) {
        const live = target.parentElement?.closest("[aria-live=polite]");
        if (live?.textContent) window.spoken.push(live.textContent);
    }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


class Visit:
    """A browser of one person, with its own cookies and storage; `page` is what they look at."""

    def __init__(
        self, chromium: Browser, house: House, *, who: str = "", token: str = "", size: str = "L", **more: Any
    ) -> None:
        width, height = SIZES[size]
        more = {"viewport": {"width": width, "height": height}, "locale": "en-GB", **more}
        self.house, self.who = house, who
        self.context = chromium.new_context(base_url=house.address, **more)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.context.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        self.context.on("request", lambda request: self.requests.append(request.url))
        if who:
            token = token or house.new_session(who)
            self.context.add_cookies(
                [{"name": "croupier", "value": token, "url": house.address, "httpOnly": True, "sameSite": "Strict"}]
            )
        self.page: Page = self.context.new_page()

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def serious(self) -> list[str]:
        """What axe finds that keeps somebody from using the page, once nothing moves: what fades in is faint."""
        self.still()
        return self.serious_now()

    def serious_now(self) -> list[str]:
        """The same of a page that stands in the middle of a motion."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{each['id']}: {each['help']} – {[node['target'] for node in each['nodes']][:5]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]

    def listen(self) -> None:
        """From the next page on, what a screen reader is given by the table's voice is written down."""
        self.context.add_init_script(LISTENS)

    def spoken(self) -> str:
        """Joined, because the machine's speed decides how much is announced together."""
        return " ".join(self.page.evaluate("spoken"))

    def content(self) -> str:
        """The page but for what was spoken last."""
        return POLITE.sub(r"\1", self.page.content())

    def still(self) -> None:
        """Until everything is shown and nothing moves any more, or begins to in the next two frames. Clocks run on."""
        expect(self.page.locator("[data-cursor=runs], [data-cursor=cards]")).to_have_count(0)
        self.page.evaluate(
            """async () => {
                 const frame = () => new Promise(requestAnimationFrame);
                 for (let quiet = 0, looks = 0; quiet < 2 && looks < 60; quiet += 1, looks += 1) {
                   const moving = document.getAnimations().filter(
                     ({ playState, effect }) => playState !== "finished" && effect.getComputedTiming().endTime < 3000
                   );
                   if (moving.length) quiet = 0;
                   await Promise.allSettled(moving.map((each) => each.finished));
                   await frame();
                 }
               }"""
        )

    def shot(self, name: str) -> None:
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(SHOTS) / f"{name}.png")

    def strangers(self) -> list[str]:
        """Requests to anybody but this house."""
        return [url for url in self.requests if not url.startswith((self.house.address, "blob:"))]

    def close(self) -> None:
        self.context.close()
