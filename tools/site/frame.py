"""The page around a text: menu, contents, the way back."""

import html
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from posixpath import relpath

from tools.site.pages import GROUPS, Page
from tools.site.render import Heading, Rendered

MOST_CONTENTS, MOST_OPEN = 40, 12


def framed(rendered: Rendered, menu: Mapping[str, Sequence[Page]], version: str) -> str:
    page = rendered.page
    folder = str(PurePosixPath(page.url).parent)
    top, below, rest = rendered.body.partition("</h1>")
    title = "croupier" if page.url == "index.html" else f"{html.escape(page.title)} · croupier"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="stylesheet" href="{relpath("style.css", folder)}">
<link rel="icon" href="data:,">
</head>
<body data-root="{relpath(".", folder)}/">
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="name" href="{relpath("index.html", folder)}">croupier</a>
<details class="drawer"><summary>Menu</summary><div>{_menu(page, menu, folder)}</div></details>
<label class="search"><span>Search</span>
<input type="search" placeholder="Paragraph, ruling, command …" autocomplete="off"></label>
</header>
<div class="columns">
<nav class="menu" aria-label="Pages">{_menu(page, menu, folder)}</nav>
<main id="text">
<div id="found" hidden></div>
{top}{below}{_contents(rendered.headings)}{rest}
<footer>croupier {html.escape(version)}, made of its sources, rulebooks and rulings desk.
Nothing on these pages comes from elsewhere.</footer>
</main>
</div>
<script src="{relpath("search-index.js", folder)}" defer></script>
<script src="{relpath("search.js", folder)}" defer></script>
</body>
</html>
"""


def _menu(page: Page, menu: Mapping[str, Sequence[Page]], folder: str) -> str:
    lines = []
    for group in GROUPS:
        lines.append(f"<p>{group}</p><ul>")
        for each in menu[group]:
            here = ' aria-current="page"' if each.url in (page.url, page.under) else ""
            lines.append(f'<li><a href="{relpath(each.url, folder)}"{here}>{html.escape(each.title)}</a></li>')
        lines.append("</ul>")
    return "".join(lines)


def _contents(headings: Sequence[Heading]) -> str:
    """Of a page with several parts; what stands deeper only where that does not make it long."""
    deepest = 3 if sum(heading.level in (2, 3) for heading in headings) <= MOST_CONTENTS else 2
    wanted = [heading for heading in headings if 2 <= heading.level <= deepest]
    if sum(heading.level == 2 for heading in wanted) < 3:
        return ""
    items = "".join(
        f'<li class="level{each.level}"><a href="#{each.anchor}">{html.escape(each.words)}</a></li>' for each in wanted
    )
    shown = " open" if len(wanted) <= MOST_OPEN else ""
    return f'<details class="contents"{shown}><summary>On this page</summary><ul>{items}</ul></details>'
