"""What the site consists of: pages in Markdown by group, in the order of the menu."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


class Page(NamedTuple):
    url: str
    title: str
    group: str
    text: str
    source: str = ""
    """The file it was made of, from the root of the project: links in it are read from there."""
    book: str = ""
    """Numbers of paragraphs on it are those of this book."""
    under: str = ""
    """The page in the menu that leads here, for one that does not stand there itself."""


GROUPS = {
    "Begin": (
        ("docs/index.md", "Overview"),
        ("docs/tutorials/trainer.md", "For trainers"),
        ("docs/tutorials/inspector.md", "For inspectors"),
        ("docs/tutorials/mathematician.md", "For mathematicians"),
        ("docs/tutorials/developer.md", "For developers"),
        ("docs/tutorials/operator.md", "For operators"),
        ("docs/tutorials/house-rules.md", "For other casinos"),
    ),
    "Use": (
        ("commands", "Command line"),
        ("docs/round-files.md", "Round files"),
        ("docs/json.md", "JSON"),
        ("docs/library.md", "Library"),
        ("docs/api.md", "Programs"),
        ("docs/environments.md", "Environments that learn"),
        ("docs/benchmarks.md", "Benchmarks"),
        ("reference", "API reference"),
        ("tour", "A tour in Python"),
        ("examples", "Examples"),
    ),
    "Documents": (
        ("documents", "Books, manuals, sheets"),
        ("docs/rulings.md", "House rulings"),
    ),
    "Floor": (
        ("docs/floor.md", "Running a house"),
        ("docs/journal.md", "The journal"),
        ("docs/training.md", "Training"),
        ("docs/runbook.md", "Runbook"),
        ("docs/capacity.md", "Capacity"),
        ("docs/jackpot-requirements.md", "Jackpot requirements"),
    ),
    "Project": (
        ("ARCHITECTURE.md", "Architecture"),
        ("CONTRIBUTING.md", "Contributing"),
        ("docs/release.md", "Releases"),
        ("SECURITY.md", "Security"),
        ("changelog", "Changelog"),
    ),
}
"""Files, and names of what `generated` makes. Any other file of docs/ comes at the end of `Use`."""


def written() -> Iterator[Page]:
    """The pages that somebody wrote."""
    listed = {source for entries in GROUPS.values() for source, _ in entries}
    for group, entries in GROUPS.items():
        for source, title in entries:
            if source.endswith(".md"):
                yield _read(source, title, group)
    for file in sorted(DOCS.rglob("*.md")):
        source = file.relative_to(ROOT).as_posix()
        if source not in listed:
            page = _read(source, "", "Use")
            yield page._replace(title=page.text.partition("\n")[0].removeprefix("# "))


def _read(source: str, title: str, group: str) -> Page:
    text = (ROOT / source).read_text(encoding="utf-8")
    return Page(url_of(source), title, group, text, source)


def url_of(source: str) -> str:
    """docs/floor.md is floor.html, ARCHITECTURE.md architecture.html."""
    return source.removeprefix("docs/").removesuffix(".md").lower() + ".html"
