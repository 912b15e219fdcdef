"""Which scenarios prove which clause: by their name, and by the paragraphs that they expect to be cited."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import croupier
from croupier.errors import Unreadable
from croupier.roundfile.read import Script, read_script
from croupier.rulebook.coverage import Place, Proof, proved_by
from croupier.values import Value

SUFFIX = ".round.toml"
RULING = re.compile(r"R-[1-9]\d*")


class Scenario(Value):
    """A round file of tests/scenarios."""

    proof: Proof
    script: Script

    @property
    def name(self) -> str:
        return self.proof.scenario

    @property
    def expects(self) -> bool:
        return any(self.script.expect) or self.script.refused is not None

    def cites(self) -> list[str]:
        """What must be cited, in the order named; of `cites_any` no single one must."""
        refused = self.script.refused.cites if self.script.refused is not None else ()
        return list(dict.fromkeys([*refused, *_cites(self.script.expect)]))

    def proves(self) -> list[Place]:
        if not self.expects:
            return []
        return list(dict.fromkeys(proved_by(self.script.book, [self.proof.subject, *self.cites()])))

    def faults(self) -> Iterator[str]:
        """Names that its rulebook does not know."""
        book = self.script.book
        perhaps = self.script.refused.cites_any if self.script.refused is not None else ()
        for cite in (self.proof.subject, *self.cites(), *perhaps):
            if cite not in book.cited and cite not in book.paragraphs and not RULING.fullmatch(cite):
                yield f"{self.name}: {cite!r} is no clause, paragraph or ruling that {book.key} has"
        if self.name.partition("/")[0] != self.script.game:
            yield f"{self.name}: a scenario of {book.key} belongs into the folder {self.script.game}"
        if not self.expects:
            yield f"{self.name}: it expects nothing, so it proves nothing; add [expect] or [refused]"


def _cites(expected: Any) -> Iterator[str]:
    if isinstance(expected, Mapping):
        for key, value in expected.items():
            if key in ("cites", "void_cites"):
                yield from map(str, value if isinstance(value, list) else [value])
            else:
                yield from _cites(value)
    elif isinstance(expected, list | tuple):
        for item in expected:
            yield from _cites(item)


class Scenarios(Value):
    folder: Path | None
    """None where no scenarios were found; a wheel comes without them."""
    read: tuple[Scenario, ...] = ()
    unreadable: tuple[str, ...] = ()


def find_folder(start: Path | None = None) -> Path | None:
    """tests/scenarios below the current folder, else in the checkout that croupier runs from."""
    roots = [start or Path.cwd(), *Path(croupier.__file__).resolve().parents]
    return next((root / "tests" / "scenarios" for root in roots if (root / "tests" / "scenarios").is_dir()), None)


def read_scenarios(folder: Path | None) -> Scenarios:
    if folder is None:
        return Scenarios(None)
    read, unreadable = [], []
    for file in sorted(folder.rglob(f"*{SUFFIX}")):
        name = file.relative_to(folder).as_posix().removesuffix(SUFFIX)
        try:
            read.append(scenario(name, file.read_text(encoding="utf-8")))
        except (Unreadable, UnicodeDecodeError) as error:
            unreadable.append(f"{name}: {error}")
    return Scenarios(folder, tuple(read), tuple(unreadable))


def scenario(name: str, text: str) -> Scenario:
    return Scenario(Proof(name, _story(text)), read_script(text))


def _story(text: str) -> str:
    """The comment at the top."""
    comment = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        comment.append(line.lstrip("# ").rstrip())
    return " ".join(comment).strip()


def proofs(scenarios: Scenarios, book: str) -> dict[Place, tuple[Proof, ...]]:
    """Everything that is proved about one book."""
    found: dict[Place, tuple[Proof, ...]] = {}
    for one in scenarios.read:
        if one.script.book.key == book:
            for place in one.proves():
                found[place] = (*found.get(place, ()), one.proof)
    return found
