"""The line between a page and its floor, which a test can cut and mend; what went over it is written down."""

import re

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.houses import House

LIVE = re.compile(r"/v1/live$")
PATIENCE = 30_000


class Line:
    """To be laid before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        self.said: list[str] = []
        self._whole = True
        self._held: list[str] | None = None
        self._blind = False
        self._open: list[WebSocketRoute] = []
        self._page = page
        page.route_web_socket(LIVE, self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        if not self._whole:
            page.close(code=4000)
            return
        floor = page.connect_to_server()
        self._open.append(page)

        def said(frame: str | bytes) -> None:
            if self._held is not None:
                self._held.append(str(frame))
                return
            self.said.append(str(frame))
            floor.send(frame)

        def heard(frame: str | bytes) -> None:
            if self._blind and str(frame).startswith('{"table"'):
                return
            self.heard.append(str(frame))
            page.send(frame)

        page.on_message(said)
        floor.on_message(heard)

    def hear(self, house: House, table: str) -> None:
        """Until the page has the newest view. Two evenings are heard alike when each view is waited for: a page that is
        slow gets fewer, and which ones is chance."""
        newest = f'"version":{house.view(table)["version"]},"moment"'
        for _ in range(PATIENCE // 50):
            if any(newest in frame for frame in self.heard):
                return
            self._page.wait_for_timeout(50)
        raise AssertionError(f"the page has not heard {newest}")

    def swallow(self) -> None:
        """What the page says from now on does not arrive; it still hears the floor."""
        self._held = []

    def blind(self, *, blind: bool = True) -> None:
        """No view comes any more: the page acts on what it saw last. Answers still come."""
        self._blind = blind

    def cut(self) -> None:
        self._whole = False
        for each in self._open:
            each.close(code=4000)
        self._open = []

    def mend(self) -> None:
        self._whole, self._held = True, None
