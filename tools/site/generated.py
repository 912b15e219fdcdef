"""Pages that nobody writes: each is asked of what it describes."""

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from croupier.doors.cli import COMMANDS, main
from croupier.doors.library.books import Book, rulebook, rulebooks
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.rulebook.readers.coverage import chapter_of
from croupier.rules.rulebook.readers.weave import CHAPTERS
from croupier.rulings_desk.manual import manual
from tools.changelog import fragments, section
from tools.notebook import as_markdown, read
from tools.site.api import reference
from tools.site.pages import ROOT, Page

Made = Callable[[str], None]


def generated(tell: Made, manual_of: Callable[[str], str] = manual) -> Iterator[Page]:
    tell("command line, library, examples")
    yield Page("commands.html", "Command line", "Use", commands())
    yield Page("reference.html", "API reference", "Use", reference())
    yield Page("tour.html", "A tour in Python", "Use", as_markdown(read()))
    yield Page("examples.html", "Examples", "Use", examples())
    yield Page("changelog.html", "Changelog", "Project", changelog())
    yield Page("documents.html", "Books, manuals, sheets", "Documents", documents())
    for key in rulebooks():
        tell(f"{key}: book and manual")
        under = {"group": "Documents", "book": key, "under": "documents.html"}
        yield Page(f"books/{key}.html", f"{rulebook(key).title}: the rules", text=book(key), **under)
        yield Page(f"manuals/{key}.html", f"{rulebook(key).title}: rulings manual", text=manual_of(key), **under)


def commands() -> str:
    lines = ["# Command line", "", "`croupier COMMAND --help` says the same.", ""]
    for command, words in COMMANDS.items():
        lines += [f"## croupier {command}", "", f"{words[0].upper()}{words[1:]}.", "", *_fenced(_help(command)), ""]
    return "\n".join(lines)


def _help(command: str) -> str:
    told, width = io.StringIO(), os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "100"
    try:
        with contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
            main([command, "--help"])
    finally:
        if width is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = width
    return told.getvalue()


def examples() -> str:
    lines = ["# Examples", "", "Programs to copy, from `examples/`; a test runs them all.", ""]
    for file in sorted((ROOT / "examples").glob("*.py")):
        lines += [f"## {file.name}", "", *_fenced(file.read_text(encoding="utf-8"), "python"), ""]
    return "\n".join(lines)


def changelog() -> str:
    released = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    introduction, older, rest = released.partition("\n## ")
    coming = section("Not released yet", datetime.now(UTC).date(), fragments(ROOT / "changelog.d"))
    heading, _, changes = coming.partition("\n")
    return f"{introduction}\n{heading.rpartition(' (')[0]}\n{changes}{older}{rest}"


def documents() -> str:
    lines = [
        "# Books, manuals, sheets",
        "",
        "What croupier knows of each approved document: its paragraphs in our own words, what is ruled when something "
        "has gone wrong, and what the game comes to. All of it is asked of the program when this site is built. What "
        "no paragraph decides stands in the [house rulings](rulings.html), and is cited by number.",
        "",
    ]
    for key in rulebooks():
        found = rulebook(key)
        game = found.rules.game
        lines += [
            f"## {found.title}, version {found.rules.version}",
            "",
            f"`{key}`, in force from {day(found)}.",
            "",
            f"- [The rules](books/{key}.html), {len(found)} paragraphs",
            f"- [Rulings manual](manuals/{key}.html)",
            *([f"- [PAR sheet](par/{game}.html) of the version in force"] if game in HOUSE_GAMES else []),
            "",
        ]
    return "\n".join(lines)


def day(found: Book) -> str:
    return f"{found.effective.day} {found.effective:%B %Y}"


def book(key: str) -> str:
    found = rulebook(key)
    lines = [
        f"# {found.title}, version {found.rules.version}",
        "",
        f"The document `{key}`, in force from {day(found)}, paragraph by paragraph in our own words. "
        f"`croupier rules {key} NUMBER` also tells which code and which scenarios act it out. "
        f"[What is ruled](../manuals/{key}.html) when something has gone wrong.",
        "",
    ]
    chapter = ""
    for number, paragraph in found.items():
        if chapter_of(number) != chapter:
            chapter = chapter_of(number)
            lines += ["", f"## {chapter} {CHAPTERS.get(chapter, '')}".rstrip(), ""]
        clauses = "".join(f" `{clause}`" for clause in paragraph.clauses)
        lines += [f"- **{number}** {paragraph.summary}{clauses}"]
        if (why := found.rules.informative.get(number)) is not None:
            lines += [f"  *No code: {why}.*"]
    return "\n".join(lines) + "\n"


def par_sheets(folder: Path, tell: Made) -> None:
    """Whole pages, which carry their own style."""
    folder.mkdir(parents=True)
    for game in HOUSE_GAMES:
        tell(f"{game}: PAR sheet")
        with contextlib.redirect_stderr(io.StringIO()) as told:
            if main(["odds", game, "--report", str(folder / f"{game}.html")]) != 0:
                raise RuntimeError(told.getvalue())


def _fenced(text: str, kind: str = "text") -> list[str]:
    return [f"````{kind}", text.rstrip(), "````"]
