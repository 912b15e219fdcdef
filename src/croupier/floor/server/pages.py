"""The files of the pages, read once. A browser may run our own scripts and no others.

`web/build.py` builds `web/` into the folder `room` next to this module. If it was not built, there is still the plain
page of the folder `page`, which shows the floor.
"""

import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from croupier.base.sentences import says
from croupier.floor.server.app import Reply
from croupier.floor.server.edge.problems import Code, Problem

MAY_RUN: Final = (
    "content-security-policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html croupier-worker",
)
"""No inline style or script. Only the components' own templates, which Svelte's policy names, become markup, and only
`/worker.js` becomes a worker."""
FOR_GOOD: Final = ("cache-control", "public, max-age=31536000, immutable")
"""For file names that contain a hash of their content."""
TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""Made when the pages are built; the smallest first."""


@cache
def _room() -> dict[str, bytes]:
    """By name, with the compressed ones; empty if the pages were not built."""
    room = files("croupier.floor.server") / "room"
    if not (room / "index.html").is_file():
        return {}
    return _read(room) | _read(room / "page")


@cache
def _plain() -> dict[str, bytes]:
    return _read(files("croupier.floor.server") / "page")


def _read(folder: Traversable) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def are_built() -> bool:
    return bool(_room())


def missing() -> str:
    """Why there are no pages; empty if there are."""
    if are_built():
        return ""
    why = files("croupier.floor.server") / "room" / "missing.txt"
    told = why.read_text(encoding="utf-8").strip() if why.is_file() else "they have not been built in this checkout"
    return f"{told}; python web/build.py in a checkout builds them"


def shell(accepts: str) -> Reply:
    """The answer to every address of a page."""
    if not are_built():
        return _answer(_plain(), "floor.html", accepts, MAY_RUN)
    return _answer(_room(), "index.html", accepts, MAY_RUN)


def page_file(name: str, accepts: str) -> Reply:
    if name in _room() and name != "index.html":
        return _answer(_room(), name, accepts, FOR_GOOD)
    return _answer(_plain(), name, accepts)


def worker(accepts: str) -> Reply:
    """The service worker of an installed page. Its address has no hash, so a browser asks for it each time."""
    return _answer(_room(), "worker.js", accepts, MAY_RUN, ("cache-control", "no-cache"))


def manifest(house: str) -> Reply:
    """What a browser needs to install the page as an app with the name of the house."""
    icons = [name for name in _room() if name.startswith("icon") and name.endswith(".svg")]
    told = {
        "name": house,
        "short_name": house[:12],
        "start_url": "/",
        "display": "standalone",
        "background_color": "#131210",
        "theme_color": "#131210",
        "icons": [{"src": f"/page/{name}", "sizes": "any", "type": "image/svg+xml"} for name in icons],
    }
    return Reply(200, json.dumps(told).encode(), (("cache-control", "no-cache"),), "application/manifest+json")


def _answer(held: dict[str, bytes], name: str, accepts: str, *more: tuple[str, str]) -> Reply:
    kind = TYPES.get(name.rpartition(".")[2])
    if name not in held or kind is None:
        raise Problem(Code.NOT_FOUND, says("no-such-file"))
    headers = (("vary", "accept-encoding"), *more)
    understood = {encoding.partition(";")[0].strip().lower() for encoding in accepts.split(",")}
    for encoding, ending in ENCODINGS.items():
        if encoding in understood and name + ending in held:
            return Reply(200, held[name + ending], (*headers, ("content-encoding", encoding)), kind)
    return Reply(200, held[name], headers, kind)
