"""The line between a page and its floor, which a test can cut and mend; what went over it is written down."""

import re

from playwright.sync_api import Page, WebSocketRoute

LIVE = re.compile(r"/v1/live$")


class Line:
    """To be laid before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        self.said: list[str] = []
        self._whole = True
        self._held: list[str] | None = None
        self._blind = False
        self._open: list[WebSocketRoute] = []
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
