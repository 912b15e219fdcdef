"""Builds the site into a folder: `python3 run.py docs`, or `python -m tools.site FOLDER`."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from croupier.doors.library.books import rulebook, rulebooks
from croupier.rules.rulebook.readers.house_rulings import standing_rulings
from croupier.rulings_desk.manual import manual
from croupier.version import __version__
from tools.site.frame import framed
from tools.site.generated import generated, par_sheets
from tools.site.pages import GROUPS, ROOT, Page, written
from tools.site.render import Rendered, Renderer

STATIC = Path(__file__).parent / "static"
MARK = "made-by-croupier-docs"
"""A file in every folder that we made, so that we never remove another one."""


class Occupied(Exception):
    """The folder has something in it that we did not put there."""


def build(folder: Path, tell: Callable[[str], None] = lambda _: None, manual_of: Callable[[str], str] = manual) -> int:
    """Into a new folder, or over an older site; tells how many pages there are. Manuals take some seconds to ask."""
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise Occupied(f"{folder} has other things in it; expected a new folder, or one with an older site")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / MARK).touch()
    pages = [*written(), *generated(tell, manual_of)]
    renderer = Renderer(pages, {key: frozenset(rulebook(key)) for key in rulebooks()})
    done = [renderer.render(page) for page in pages]
    menu = _menu(pages)
    for rendered in done:
        file = folder / rendered.page.url
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(framed(rendered, menu, __version__), encoding="utf-8")
    _pictures(folder / "pictures", done)
    for static in STATIC.iterdir():
        shutil.copy(static, folder)
    index = f"const INDEX = {json.dumps(_index(done), ensure_ascii=False)};\n"
    (folder / "search-index.js").write_text(index, encoding="utf-8")
    par_sheets(folder / "par", tell)
    return len(pages)


def _menu(pages: list[Page]) -> dict[str, list[Page]]:
    order = [title for entries in GROUPS.values() for _, title in entries]
    listed = [page for page in pages if not page.under]
    listed.sort(key=lambda page: order.index(page.title) if page.title in order else len(order))
    return {group: [page for page in listed if page.group == group] for group in GROUPS}


def _pictures(folder: Path, done: list[Rendered]) -> None:
    folder.mkdir()
    for file in {picture for rendered in done for picture in rendered.pictures}:
        shutil.copy(ROOT / file, folder)


def _index(done: list[Rendered]) -> list[list[str]]:
    """What search finds: words, where they lead, and on which page."""
    entries = [[each.words, f"{r.page.url}#{each.anchor}", r.page.title] for r in done for each in r.headings]
    for key in rulebooks():
        book = rulebook(key)
        entries += [[f"{number} {book[number].summary}", f"books/{key}.html#{number}", key] for number in book]
    entries += [[f"{n} {each.text}", f"rulings.html#{n}", "House rulings"] for n, each in standing_rulings().items()]
    return entries
