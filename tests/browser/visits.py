"""Somebody at a page: what the browser complains about and asks for is written down and looked at in the end."""

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.chromium import AXE
from tests.browser.houses import House

SIZES = {"S": (390, 844), "M": (820, 1180), "L": (1440, 900)}
SHOTS = os.environ.get("CROUPIER_SHOTS", "")
"""A folder for pictures of what the tests see; none are made without it."""


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
        """What axe finds that keeps somebody from using the page as it is now."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{each['id']}: {each['help']} – {[node['target'] for node in each['nodes']][:5]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]

    def shot(self, name: str) -> None:
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(SHOTS) / f"{name}.png")

    def strangers(self) -> list[str]:
        """Requests to anybody but this house."""
        return [url for url in self.requests if not url.startswith((self.house.address, "blob:"))]

    def close(self) -> None:
        self.context.close()
