"""Gathers the fragments of changelog.d under a version in CHANGELOG.md."""

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

KINDS = {"rules": "Rules", "added": "Added", "changed": "Changed", "fixed": "Fixed", "removed": "Removed"}
"""In the order in which they are gathered, with their headings."""

NAME = re.compile(rf"(?P<what>[a-z0-9-]+)\.(?P<kind>{'|'.join(KINDS)})\.md")


class Fragment(NamedTuple):
    file: Path
    kind: str
    words: str


class Wrong(Exception):
    """A fragment, a version or a changelog that cannot be used, in a sentence."""


def fragments(folder: Path) -> list[Fragment]:
    found = []
    for file in sorted(folder.iterdir()):
        if file.name == "README.md":
            continue
        named = NAME.fullmatch(file.name)
        if named is None:
            raise Wrong(f"{file.name}: expected a name such as odd-chip.fixed.md, of a kind {', '.join(KINDS)}")
        words = " ".join(file.read_text(encoding="utf-8").split())
        if not words:
            raise Wrong(f"{file.name}: expected a sentence or two, got nothing")
        found.append(Fragment(file, named["kind"], words))
    return found


def section(version: str, day: date, found: list[Fragment]) -> str:
    lines = [f"## {version} ({day.isoformat()})", ""]
    for kind, heading in KINDS.items():
        words = [fragment.words for fragment in found if fragment.kind == kind]
        if words:
            lines += [f"### {heading}", "", *(f"- {each}" for each in words), ""]
    return "\n".join(lines)


def gather(root: Path, version: str, day: date) -> int:
    """Write the section above those of older versions, remove the fragments, and say how many there were."""
    changelog = root / "CHANGELOG.md"
    found = fragments(root / "changelog.d")
    if not found:
        raise Wrong("changelog.d has no fragments: there is nothing to release")
    text = changelog.read_text(encoding="utf-8")
    if re.search(rf"^## {re.escape(version)}\b", text, re.MULTILINE):
        raise Wrong(f"CHANGELOG.md has a section for {version} already")
    introduction, older, rest = text.partition("\n## ")
    new = f"{introduction.rstrip()}\n\n{section(version, day, found)}"
    changelog.write_text(f"{new}{older}{rest}" if older else new, encoding="utf-8")
    for fragment in found:
        fragment.file.unlink()
    return len(found)
