"""The files of the page, read once; a browser may run our own scripts and nobody else's."""

from functools import cache
from importlib.resources import files

from croupier.server.app import Reply
from croupier.server.problems import Code, Problem

MAY_RUN = (
    "content-security-policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
)
TYPES = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@cache
def _page() -> dict[str, bytes]:
    folder = files("croupier.server") / "page"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name.rpartition(".")[2] in TYPES}


def page_file(name: str) -> Reply:
    body = _page().get(name)
    if body is None:
        raise Problem(Code.NOT_FOUND, "the page has no such file")
    return Reply(200, body, (MAY_RUN,), TYPES[name.rpartition(".")[2]])
