"""How much travels until a table is seen for the first time, compressed, with an empty cache."""

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import Visiting
from tests.browser.houses import House

ALL, SCRIPT, STYLE, FONT = 250_000, 92_000, 20_000, 36_000


@pytest.mark.parametrize(
    "path", ["/", "/table/tcp-1", "/table/cs-1", "/table/pth-1", "/table/poker-6", "/table/poker-7"]
)
def test_a_first_view_is_light(house: House, visiting: Visiting, path: str) -> None:
    visit = visiting(house, who="Ann")
    done: list[Request] = []

    def finished(request: Request) -> None:  # playwright wants a function of ours
        done.append(request)

    visit.context.on("requestfinished", finished)
    page = visit.go(path)
    expect(page.get_by_role("heading").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    kinds: dict[str, int] = {}
    for request in done:
        sizes = request.sizes()
        for kind, size in (
            (request.resource_type, sizes["responseBodySize"]),
            ("all", sizes["responseBodySize"] + sizes["responseHeadersSize"]),
        ):
            kinds[kind] = kinds.get(kind, 0) + size
    assert kinds["script"] < SCRIPT, kinds
    assert kinds["stylesheet"] < STYLE, kinds
    assert kinds["font"] < FONT, kinds
    assert kinds["all"] < ALL, kinds
    for request in done:
        response = request.response()
        if response and request.resource_type in ("script", "stylesheet", "document"):
            assert response.headers.get("content-encoding") in ("br", "gzip"), request.url
