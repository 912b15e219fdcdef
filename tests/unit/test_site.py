"""The documentation site: whole, without a dead link, and with nothing from elsewhere."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import croupier
from croupier.doors.cli import COMMANDS
from croupier.doors.library.books import rulebook, rulebooks
from croupier.rules.rulebook.readers.house_rulings import standing_rulings
from tools.site.build import Occupied, build
from tools.site.pages import Page
from tools.site.render import Dead, Renderer

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "docs"
    golden = ROOT / "tests" / "golden" / "manual"  # which a test of their own compares with the desk
    build(folder, manual_of=lambda key: (golden / f"{key}.md").read_text(encoding="utf-8"))
    return folder


class Seen(HTMLParser):
    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.addresses: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                assert value not in self.anchors, f"{value} is there twice"
                self.anchors.add(value or "")
            elif name in ("href", "src", "srcset", "action", "data", "poster", "xlink:href"):
                self.addresses.add(value or "")


@pytest.mark.slow
def test_no_link_is_dead_and_nothing_comes_from_elsewhere(site: Path) -> None:
    pages = {file: Seen(file) for file in sorted(site.rglob("*.html"))}
    faults = []
    for file, seen in pages.items():
        for address in seen.addresses - {"data:,"}:
            path, _, anchor = unquote(address).partition("#")
            target = (file.parent / path).resolve() if path else file
            if re.match(r"(?i)[a-z]+:|//", address):
                faults.append(f"{file.name}: {address} is elsewhere")
            elif not target.is_file():
                faults.append(f"{file.name}: {address} leads nowhere")
            elif anchor and anchor not in pages[target].anchors:
                faults.append(f"{file.name}: {address} is not on that page")
    assert not faults
    assert sum(len(seen.addresses) for seen in pages.values()) > 1_000


def test_styles_and_programs_fetch_nothing(site: Path) -> None:
    for file in (*site.rglob("*.css"), *site.rglob("*.html"), site / "search.js"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\((?!data:|#)|fetch\(|XMLHttpRequest|<iframe|<link[^>]*https?:", text), file


def test_search_leads_somewhere(site: Path) -> None:
    text = (site / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(text.removeprefix("const INDEX = ").removesuffix(";\n"))
    anchors = {file.relative_to(site).as_posix(): Seen(file).anchors for file in site.rglob("*.html")}
    for _, address, _ in entries:
        page, _, anchor = address.partition("#")
        assert anchor in anchors[page], address


def test_everything_has_its_place(site: Path) -> None:
    for file in (ROOT / "docs").rglob("*.md"):
        assert (site / file.relative_to(ROOT / "docs")).with_suffix(".html").exists()
    commands, api = Seen(site / "commands.html").anchors, Seen(site / "reference.html").anchors
    assert {f"croupier-{command}" for command in COMMANDS} <= commands
    assert {name.lower() for name in croupier.__all__ if not name.startswith("_")} <= api
    assert {*standing_rulings()} <= Seen(site / "rulings.html").anchors
    for key in rulebooks():
        assert {*rulebook(key)} <= Seen(site / "books" / f"{key}.html").anchors
        assert f"books/{key}.html#" in (site / "manuals" / f"{key}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("link", ["nowhere.md", "https://example.org/"])
def test_a_dead_link_is_refused(link: str) -> None:
    page = Page("a.html", "A", "Use", f"[words]({link})", "docs/a.md")
    with pytest.raises(Dead, match=re.escape(link)):
        Renderer([page], {}).render(page)


def test_nothing_else_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "letters").touch()
    with pytest.raises(Occupied, match="expected a new folder"):
        build(tmp_path)
    assert (tmp_path / "letters").exists()
