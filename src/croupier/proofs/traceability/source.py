"""Which functions cite which clause. The citation is the registration: it is found by reading the source."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from textwrap import dedent
from typing import NamedTuple

from croupier.base.values import Value
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.rulebook.load import BOOKS
from croupier.rules.rulebook.model import game_of
from croupier.rules.rulebook.readers.coverage import Site

Modules = Mapping[str, str]
"""Module name to source text."""

SHORT = 12
"""A function of at most this many lines is shown whole; of a longer one, its head and its citing lines."""


class Clauses(Value):
    """A class of clause names in some `games/<package>/clauses.py`."""

    name: str
    package: str
    members: Mapping[str, str]
    """Python name to clause name."""


class Cited(Value):
    """A clause cited at a site, and the books that the code there serves."""

    clauses: str
    clause: str
    site: Site
    books: tuple[str, ...]


class RulingCited(Value):
    number: int
    module: str
    line: int


def own_modules() -> dict[str, str]:
    """The source of croupier itself; a wheel carries it too."""
    return dict(_read("croupier", files("croupier")))


def _read(package: str, folder: Traversable) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name.isidentifier():
            yield from _read(f"{package}.{entry.name}", entry)
        elif entry.name == "__init__.py":
            yield package, entry.read_text(encoding="utf-8")
        elif entry.name.endswith(".py"):
            yield f"{package}.{entry.name.removesuffix('.py')}", entry.read_text(encoding="utf-8")


def books_served(module: str, books: Iterable[str] = BOOKS) -> tuple[str, ...]:
    """The books whose game a module is written for: all house games, one game, or any."""
    for game in HOUSE_GAMES.values():
        if module in (game.sheet, game.odds):
            return tuple(book for book in books if game_of(book) == game.key)
    below = module.removeprefix("croupier.rules.games.")
    package = "" if below == module else below.split(".")[0]
    if package == "house":
        return tuple(book for book in books if game_of(book) in HOUSE_GAMES)
    own = package.replace("_", "-")
    served = tuple(book for book in books if own and f"{game_of(book)}-".startswith(f"{own}-"))
    return served or tuple(books)


def clause_classes(modules: Modules) -> list[Clauses]:
    """Every class in a games/<package>/clauses.py."""
    return [
        Clauses(node.name, module.split(".")[-2], dict(_members(node)))
        for module, text in modules.items()
        if module.startswith("croupier.rules.games.") and module.endswith(".clauses")
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef)
    ]


def _members(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(clause))):
                yield name, clause


def citations(modules: Modules) -> list[Cited]:
    """Every `Clauses.MEMBER` outside the modules that name them: one for each function and clause."""
    enums = {clauses.name: clauses for clauses in clause_classes(modules)}
    # Most modules name none of them, and reading a module takes a thousand times as long as looking for names in it.
    named = re.compile(rf"\b(?:{'|'.join(enums)})(?:\s*\.\s*[A-Z]|\s+as\s)")
    found = []
    for module, text in modules.items():
        if module.endswith(".clauses") or not named.search(text):
            continue
        for name, scope, found_here in accesses(ast.parse(text), enums):
            by_member: dict[tuple[str, str], list[Access]] = {}
            for access in found_here:
                by_member.setdefault((access.clauses.name, access.member), []).append(access)
            for (enum, member), several in by_member.items():
                lines = tuple(sorted({access.line for access in several}))
                served = books_served(f"croupier.rules.games.{enums[enum].package}")
                found.append(
                    Cited(
                        clauses=enum,
                        clause=enums[enum].members[member],
                        site=Site(module, name, lines, excerpt(text, scope, several)),
                        books=tuple(book for book in books_served(module) if book in served),
                    )
                )
    return found


def accesses(tree: ast.Module, enums: Mapping[str, Clauses]) -> Iterator[tuple[str, ast.stmt, list["Access"]]]:
    """By function and table of a module: where it names a clause."""
    named = _local_names(tree, enums)
    for name, scope in _scopes(tree.body):
        yield name, scope, list(_accesses(scope, (scope,), named))


def rulings_cited(modules: Modules) -> Iterator[RulingCited]:
    """Every `ruling(n)`."""
    for module, text in modules.items():
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Call(func=ast.Name(id="ruling"), args=[ast.Constant(value=int(number))]):
                    yield RulingCited(number, module, node.lineno)


def ruling_sites(modules: Modules, ruling: str) -> list[tuple[Site, tuple[str, ...]]]:
    """Every function that has `ruling(n)`, and the clauses that it cites in the same statements."""
    enums = {clauses.name: clauses for clauses in clause_classes(modules)}
    number = int(ruling.removeprefix("R-"))
    found = []
    for module, text in modules.items():
        if f"ruling({number})" not in text:
            continue
        tree = ast.parse(text)
        named = _local_names(tree, enums)
        for name, scope in _scopes(tree.body):
            calls = [call for call in _statements(scope, scope) if _is_ruling(call[0], number)]
            if not calls:
                continue
            lines = tuple(sorted({node.lineno for node, _ in calls}))
            citing = [around for _, around in calls]
            beside = {
                access.clauses.members[access.member]: None
                for access in _accesses(scope, (scope,), named)
                if access.around[-1] in citing
            }
            found.append((Site(module, name, lines), tuple(beside)))
    return found


def _is_ruling(node: ast.expr, number: int) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="ruling"), args=[ast.Constant(value=int(found))]):
            return found == number
    return False


def _statements(node: ast.AST, around: ast.AST) -> Iterator[tuple[ast.expr, ast.AST]]:
    """Every expression with the statement or case that it is directly in."""
    if isinstance(node, ast.expr):
        yield node, around
    for child in ast.iter_child_nodes(node):
        yield from _statements(child, child if isinstance(child, ast.stmt | ast.match_case) else around)


class Access(NamedTuple):
    """`House.DEAL` at a line, and the statements and cases around it, outermost first."""

    clauses: Clauses
    member: str
    line: int
    around: tuple[ast.AST, ...]
    node: ast.Attribute


def _local_names(tree: ast.Module, enums: Mapping[str, Clauses]) -> dict[str, Clauses]:
    """By what names this module knows the enumerations."""
    named = dict(enums)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            named |= {alias.asname: enums[alias.name] for alias in node.names if alias.asname and alias.name in enums}
    return named


def _scopes(body: Iterable[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Functions, methods and tables of a module, by name; a function inside another belongs to the outer one."""
    for statement in body:
        match statement:
            case ast.ClassDef(name=name, body=inner):
                yield from _scopes(inner, f"{prefix}{name}.")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield f"{prefix}{name}", statement
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield f"{prefix}{name}", statement
            case _:
                yield f"{prefix}(module)", statement


def _accesses(node: ast.AST, around: tuple[ast.AST, ...], named: Mapping[str, Clauses]) -> Iterator[Access]:
    match node:
        case ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr=member) if (
            name in named and member in named[name].members
        ):
            yield Access(named[name], member, node.end_lineno or node.lineno, around, node)
    for child in ast.iter_child_nodes(node):
        inner = (*around, child) if isinstance(child, ast.stmt | ast.match_case) else around
        yield from _accesses(child, inner, named)


def excerpt(text: str, scope: ast.stmt, accesses: Iterable[Access]) -> str:
    """The function in short: its head, and what cites with the conditions that lead there."""
    lines = text.splitlines()
    whole = _span(scope)
    if len(whole) <= SHORT:
        shown = set(whole)
    else:
        shown = set(_head(scope))
        for access in accesses:
            *outer, innermost = access.around
            shown |= {number for node in outer for number in _head(node)} | _telling(innermost, access.line)
    kept = [number for number in whole if number in shown or {number - 1, number + 1} <= shown]
    told: list[str] = []
    for previous, number in zip([kept[0] - 1, *kept], kept, strict=False):
        line = lines[number - 1]
        if number > previous + 1:
            told.append(f"{line[: len(line) - len(line.lstrip())]}…")
        told.append(line)
    return dedent("\n".join(told))


def _telling(node: ast.AST, line: int) -> set[int]:
    """A short statement whole; of a long one or a block, its head and the line that cites."""
    whole = _span(node)
    return set(whole) if len(whole) <= SHORT and not getattr(node, "body", ()) else {*_head(node), line}


def _head(node: ast.AST) -> range:
    """The lines of a block before its body; with a docstring of one line."""
    whole = _span(node)
    body: list[ast.stmt] = getattr(node, "body", [])
    if not body:
        return range(whole.start, whole.start + 1)  # also a `match`, whose cases tell themselves
    end = max(_span(body[0]).start, whole.start + 1)
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(_span(body[0])) == 1:
        end = _span(body[0]).stop
    return range(whole.start, end)


def _span(node: ast.AST) -> range:
    if isinstance(node, ast.match_case):
        return range(node.pattern.lineno, _span(node.body[-1]).stop)
    assert isinstance(node, ast.stmt), node
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
