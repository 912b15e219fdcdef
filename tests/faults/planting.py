"""Plant a fault in the source of a module before anybody has imported it.

A fault is a piece of text that is replaced by another. Both stand in one definition, or anywhere in the module if none
is named; the old text must be there exactly once, so that a fault cannot miss its mark when the rules are rewritten.
"""

import ast
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

SOURCE = Path(__file__).parents[2] / "src"


class Planted(NamedTuple):
    """A fault that a programmer might make."""

    name: str
    """What goes wrong, in a few words."""
    breaks: str
    """The paragraph or ruling that is broken: "5.4.2", "R-62"."""
    module: str
    """Below `croupier`: "rules.games.poker.opening"."""
    where: str
    """A function, a class or a method ("Walk.posts"); empty for the whole module."""
    old: str
    new: str

    @property
    def path(self) -> Path:
        return SOURCE.joinpath("croupier", *self.module.split(".")).with_suffix(".py")


class CannotPlant(Exception):
    """The fault does not fit the source any more."""


def faulty_source(fault: Planted) -> str:
    """The module's text with the fault in it."""
    text = fault.path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    start, end = _lines_of(ast.parse(text), fault)
    part = "".join(lines[start:end])
    if part.count(fault.old) != 1:
        raise CannotPlant(f"{fault.name}: {fault.old!r} is {part.count(fault.old)} times in {_place(fault)}")
    source = "".join([*lines[:start], part.replace(fault.old, fault.new), *lines[end:]])
    try:
        changed = ast.dump(ast.parse(source)) != ast.dump(ast.parse(text))
    except SyntaxError as error:
        raise CannotPlant(f"{fault.name}: {_place(fault)} is no Python any more: {error}") from None
    if not changed:
        raise CannotPlant(f"{fault.name}: nothing is changed in {_place(fault)}")
    return source


def plant(fault: Planted) -> None:
    """From now on every import of the module gets the faulty one."""
    name = f"croupier.{fault.module}"
    if name in sys.modules:
        raise CannotPlant(f"{fault.name}: {name} has been imported already")
    sys.meta_path.insert(0, _Finder(name, faulty_source(fault)))


def _lines_of(tree: ast.Module, fault: Planted) -> tuple[int, int]:
    """From which line up to which, counted from nought, the definition goes."""
    scope: ast.AST = tree
    for name in fault.where.split(".") if fault.where else ():
        found = [each for each in ast.iter_child_nodes(scope) if _is_definition(each, name)]
        if len(found) != 1:
            raise CannotPlant(f"{fault.name}: {name} is defined {len(found)} times in {_place(fault)}")
        scope = found[0]
    if not isinstance(scope, ast.FunctionDef | ast.ClassDef):
        return 0, sys.maxsize
    assert scope.end_lineno is not None
    return scope.lineno - 1, scope.end_lineno


def _is_definition(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name


def _place(fault: Planted) -> str:
    return f"{fault.module}: {fault.where}" if fault.where else fault.module


class _Finder(MetaPathFinder):
    """Finds one module, in another version than the one on disk."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None and spec.origin is not None
        spec.loader = _Loader(fullname, spec.origin, self.source)
        return spec


class _Loader(SourceFileLoader):
    """Takes neither the text from the disk nor compiled code from a cache, and leaves none there."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)
