"""Pages as files: their addresses, how they travel, what a browser may do with them, and both languages."""

import gzip
import re
from pathlib import Path

import pytest

from croupier.floor.server import pages
from croupier.floor.server.api.matrix import SHELLS
from tests.server.conftest import Running

WEB = Path(__file__).parents[2] / "web"
WORDS = WEB / "src" / "lib" / "words"
CHAPTERS = sorted(file.stem for file in (WORDS / "en").glob("*.ts"))
LANGUAGES = sorted(folder.name for folder in WORDS.iterdir() if folder.is_dir() and folder.name != "en")


def test_addresses_are_the_routers() -> None:
    router = (WEB / "src" / "lib" / "router.svelte.ts").read_text(encoding="utf-8")
    assert re.findall(r'path: "([^"]+)"', router) == list(SHELLS)


def test_every_address_has_the_shell(server: Running) -> None:
    for path in SHELLS:
        reply = server.ask("GET", re.sub(r"{(\w+)}", "x", path), headers={"Cookie": "croupier=long-gone"})
        assert reply.status == 200
        assert reply.headers["content-type"] == "text/html; charset=utf-8"
        assert reply.headers["set-cookie"].startswith("croupier=; Path=/; Max-Age=0")
        policy = reply.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "require-trusted-types-for 'script'" in policy
    good = server.ask("GET", "/", headers={"Cookie": f"croupier={server.token('Ann')}"})
    assert (good.status, "set-cookie" in good.headers) == (200, False)
    assert server.ask("GET", "/nowhere").status == 404
    assert server.ask("GET", "/table/x/y").status == 404


def test_what_installs_the_page(server: Running) -> None:
    manifest = server.ask("GET", "/manifest.webmanifest")
    assert (manifest.status, manifest.headers["content-type"]) == (200, "application/manifest+json")
    policy = server.ask("GET", "/").headers["content-security-policy"]
    assert "manifest-src 'self'; worker-src 'self'" in policy


def test_an_unknown_address_gets_a_page_that_says_so(server: Running) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/nowhere", "/table/x/y"):
        reply = server.ask("GET", path, headers=browser)
        assert (reply.status, reply.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert "default-src 'none'" in reply.headers["content-security-policy"]
    for method, path in (("GET", "/v1/nowhere"), ("GET", "/page/nowhere.js"), ("POST", "/nowhere")):
        reply = server.ask(method, path, headers=browser)
        assert (reply.status, reply.headers["content-type"]) == (404, "application/json")


def test_files_travel_compressed_and_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = {"index.html": b"shell", "a-1.js": b"script", "a-1.js.gz": gzip.compress(b"script"), "a-1.js.br": b"br"}
    monkeypatch.setattr(pages, "_room", lambda: room)
    for accepts, encoding, body in [
        ("", None, b"script"),
        ("gzip, deflate", "gzip", room["a-1.js.gz"]),
        ("gzip;q=1.0, br", "br", b"br"),
    ]:
        reply = pages.page_file("a-1.js", accepts)
        headers = dict(reply.headers)
        assert (reply.body, headers.get("content-encoding")) == (body, encoding)
        assert headers["cache-control"].endswith("immutable")
        assert headers["vary"] == "accept-encoding"
    assert dict(pages.shell("br").headers).get("cache-control") is None
    assert pages.shell("").body == b"shell"


def test_without_a_build_there_is_a_plain_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_room", dict)
    assert b"floor.js" in pages.shell("br").body
    assert pages.page_file("floor.js", "").media_type.startswith("text/javascript")
    assert "build" in pages.missing()


def messages(language: str, chapter: str) -> dict[str, str]:
    text = (WORDS / language / f"{chapter}.ts").read_text(encoding="utf-8")
    return dict(re.findall(r'^  "([^"]+)":\s+"((?:[^"\\]|\\.)*)",$', text, re.MULTILINE))


def values(message: str) -> set[str]:
    """The names in an ICU message; what stands in the braces of an option is a message again."""
    found, at = set(), 0
    while (start := message.find("{", at)) >= 0:
        depth, at = 1, start + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(message[at], 0)
            at += 1
        name, _, rest = message[start + 1 : at - 1].partition(",")
        found.add(name.strip())
        options = rest.partition(",")[2]
        while "{" in options:
            end = options.index("{")
            inner, depth = end + 1, 1
            while depth:
                end += 1
                depth += {"{": 1, "}": -1}.get(options[end], 0)
            found |= values(options[inner:end])
            options = options[end + 1 :]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_language_says_the_same_things(chapter: str, language: str) -> None:
    """The compiler sees a missing key; this test sees that both sentences have the same values."""
    english, translated = messages("en", chapter), messages(language, chapter)
    assert english and english.keys() == translated.keys()
    for key, sentence in english.items():
        assert values(sentence) == values(translated[key]), key
        assert sentence.count("<b>") == translated[key].count("<b>"), key
