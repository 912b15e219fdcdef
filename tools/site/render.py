"""Markdown into pages: links between them, anchors, citations that lead to their paragraph, coloured code."""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from posixpath import normpath, relpath
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from tools.site.pages import Page, url_of

RULING = re.compile(r"\bR-\d+\b")
NUMBER = re.compile(r"(?<![\d.,])\d+(?:\.\d+)+(?![\d.]*\d)")
REMOTE = re.compile(r"^[a-z]+:", re.IGNORECASE)


class Dead(Exception):
    """A link that leads nowhere."""


class Heading(NamedTuple):
    level: int
    anchor: str
    words: str


class Rendered(NamedTuple):
    page: Page
    body: str
    headings: Sequence[Heading]
    pictures: Sequence[str]
    """Files of the project that the page shows."""


class Renderer:
    def __init__(self, pages: Iterable[Page], paragraphs: Mapping[str, frozenset[str]]) -> None:
        self.by_source = {page.source: page.url for page in pages if page.source}
        self.by_source |= {"examples": "examples.html", "README.md": "index.html", "CHANGELOG.md": "changelog.html"}
        self.urls = {page.url for page in pages} | {f"par/{key.partition('@')[0]}.html" for key in paragraphs}
        self.paragraphs = paragraphs
        self.markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.markdown.add_render_rule("fence", _fence)
        self.markdown.add_render_rule("code_block", _fence)
        self.markdown.add_render_rule("table_open", lambda *_: '<div class="wide"><table>')
        self.markdown.add_render_rule("table_close", lambda *_: "</table></div>")

    def render(self, page: Page) -> Rendered:
        tokens = self.markdown.parse(page.text)
        headings: list[Heading] = []
        pictures: list[str] = []
        taken: set[str] = set()
        for before, token in zip([None, *tokens], tokens, strict=False):
            if token.type != "inline" or token.children is None:
                continue
            if before is not None and before.type == "heading_open":
                words = "".join(child.content for child in token.children)
                anchor = _free(_slug(words), taken)
                before.attrSet("id", anchor)
                headings.append(Heading(int(before.tag[1]), anchor, words))
            else:
                token.children = self._cited(page, token.children)
            for child in token.children:
                if child.type == "link_open":
                    child.attrSet("href", self._link(page, str(child.attrGet("href"))))
                elif child.type == "image":
                    pictures.append(file := _from(page.source, str(child.attrGet("src"))))
                    child.attrSet("src", _relative(page.url, f"pictures/{PurePosixPath(file).name}"))
                    child.attrSet("loading", "lazy")
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        body = body.replace("<th></th>", "<td></td>")  # a heading without words is none
        return Rendered(page, body, headings, pictures)

    def _link(self, page: Page, href: str) -> str:
        if href.startswith("#"):
            return href
        if REMOTE.match(href):
            raise Dead(f"{page.url}: {href} is not on the site; nothing remote is linked")
        path, _, anchor = href.partition("#")
        if path.endswith(".html"):
            target = normpath(str(PurePosixPath(page.url).parent / path))
        else:
            source = _from(page.source, path)
            target = self.by_source.get(source, url_of(source))
        if target not in self.urls:
            raise Dead(f"{page.source or page.url}: {href} leads to nothing on the site")
        return _relative(page.url, target) + (f"#{anchor}" if anchor else "")

    def _cited(self, page: Page, children: list[Token]) -> list[Token]:
        """R-numbers lead to their ruling, numbers of paragraphs to the book; where one is defined it is an anchor."""
        found: list[Token] = []
        in_link = False
        for child in children:
            in_link = (in_link or child.type == "link_open") and child.type != "link_close"
            defined = found[-1] if found and found[-1].type == "strong_open" else None
            if child.type != "text" or in_link:
                found.append(child)
            elif defined is not None and self._defines(page, child.content) and len(found) <= 2:
                defined.attrSet("id", child.content)
                found.append(child)
            else:
                found += self._linked(page, child.content)
        return found

    def _defines(self, page: Page, words: str) -> bool:
        if page.url == "rulings.html":
            return RULING.fullmatch(words) is not None
        return page.url.startswith("books/") and words in self.paragraphs[page.book]

    def _linked(self, page: Page, words: str) -> Iterable[Token]:
        done = 0
        for match in sorted([*RULING.finditer(words), *NUMBER.finditer(words)], key=lambda each: each.start()):
            target = self._place(page, match[0])
            if target is None:
                continue
            yield _text(words[done : match.start()])
            yield Token("link_open", "a", 1, attrs={"href": _relative(page.url, target), "class": "cite"})
            yield _text(match[0])
            yield Token("link_close", "a", -1)
            done = match.end()
        yield _text(words[done:])

    def _place(self, page: Page, cited: str) -> str | None:
        if cited.startswith("R-"):
            return f"rulings.html#{cited}"
        if page.book and cited in self.paragraphs[page.book]:
            return f"books/{page.book}.html#{cited}"
        return None


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)


def _from(source: str, path: str) -> str:
    return normpath(str(PurePosixPath(source).parent / path))


def _relative(url: str, target: str) -> str:
    path, hashed, anchor = target.partition("#")
    return f"{relpath(path, str(PurePosixPath(url).parent))}{hashed}{anchor}"


def _slug(words: str) -> str:
    return re.sub(r"[^\w]+", "-", words.lower()).strip("-") or "section"


def _free(slug: str, taken: set[str]) -> str:
    name, number = slug, 1
    while name in taken:
        number += 1
        name = f"{slug}-{number}"
    taken.add(name)
    return name


def _fence(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """The first word after the fence is the language, the second the name of the file."""
    kind, _, file = tokens[index].info.strip().partition(" ")
    caption = f"<figcaption>{html.escape(file)}</figcaption>" if file else ""
    code = _coloured(kind, tokens[index].content)
    return f'<figure class="code">{caption}<pre tabindex="0"><code>{code}</code></pre></figure>'


def _coloured(kind: str, text: str) -> str:
    if kind == "console":
        return "\n".join(
            f'<span class="typed"><b>$</b> {html.escape(line[2:])}</span>'
            if line.startswith("$ ")
            else html.escape(line)
            for line in text.rstrip().split("\n")
        )
    if kind == "python" and text.startswith(">>>"):
        kind = "pycon"
    lexer = get_lexer_by_name(kind or "text", stripall=False)
    return str(highlight(text, lexer, HtmlFormatter(nowrap=True))).rstrip("\n")
