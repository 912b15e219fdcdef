"""The list of everything that is broken: one mutant at a time, with the clauses whose scenarios must notice it."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import NamedTuple

from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.model import Rulebook
from tests.mutants.breaking import broken, helping
from tests.mutants.code import Code
from tests.mutants.figures import figures
from tests.mutants.rankings import rankings

Duty = tuple[str, frozenset[str]]
"""A book, and clauses of it: the scenarios of one of these clauses must notice. Without clauses, any of the book."""


class Mutant(NamedTuple):
    name: str
    """Where and what, the same as long as that code is the same."""
    duties: tuple[Duty, ...]
    module: str = ""
    scope: str = ""
    plant: Callable[[], None] | None = None
    """Changes the module's tree."""
    book: Rulebook | None = None
    """Or a book with another figure."""
    patch: Callable[[], None] | None = None
    """Or a function replaced."""


def mutants(code: Code) -> list[Mutant]:
    return [*_of_code(code), *_of_books(code), *_of_rankings()]


def _of_rankings() -> Iterator[Mutant]:
    for key in BOOKS:
        book = load(key)
        cards = 3 if book.procedure.cards_in_hand == 3 else 5
        for ranking in rankings(cards):
            if clauses := ranking.clauses & set(book.clauses):
                yield Mutant(f"{key}: {ranking.what}", ((key, clauses),), patch=ranking.patch)


def _of_books(code: Code) -> Iterator[Mutant]:
    for key in BOOKS:
        for figure in figures(key, code):
            yield Mutant(f"{key}: {figure.what}", ((key, figure.clauses),), book=figure.book)


class _Found(NamedTuple):
    instead: ast.AST
    claims: set[tuple[str, str]]


def _of_code(code: Code) -> Iterator[Mutant]:
    """What is shared by several clauses, or by the books of several games, must be noticed by the scenarios of one."""
    found: dict[tuple[ast.AST, str], _Found] = {}
    cited_in: dict[str, set[tuple[str, str]]] = {}
    behind = list(code.behind())
    for one in behind:
        cited_in.setdefault(one.module, set()).update((book, one.clause) for book in one.books)
    for one in behind:
        near = one.statement in code.near
        claims = cited_in[one.module] if near else {(book, one.clause) for book in one.books}
        for broke in broken(code, one.statement):
            found.setdefault((broke.node, broke.what), _Found(broke.instead, set())).claims.update(claims)
    for statement in dict.fromkeys(one.statement for one in behind):
        for broke in helping(code, statement):
            claims = cited_in[code.module_of[broke.node]]
            found.setdefault((broke.node, broke.what), _Found(broke.instead, set())).claims.update(claims)
    counted: dict[str, int] = {}
    for (node, what), one_found in found.items():
        module, scope = code.module_of[node], code.scope(node)
        text = " ".join(ast.unparse(_Silent().visit(deepcopy(node))).split())
        name = f"{module.removeprefix('croupier.')}:{scope}: {what}: {text if len(text) <= 110 else text[:109] + '…'}"
        counted[name] = counted.get(name, 0) + 1
        if counted[name] > 1:
            name = f"{name} ({counted[name]})"
        books = sorted({book for book, _ in one_found.claims})
        duties = tuple(
            (book, frozenset(clause for other, clause in one_found.claims if other == book)) for book in books
        )
        yield Mutant(name, duties, module, scope, _planter(code, node, one_found.instead))


class _Silent(ast.NodeTransformer):
    """Without the words of messages, which change more often than what is done."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        is_message = isinstance(node.func, ast.Name) and node.func.id == "says"
        return ast.Name("…", ast.Load()) if is_message else self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return ast.Name("…", ast.Load())

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        is_message = isinstance(node.value, str) and " " in node.value
        return ast.Name("…", ast.Load()) if is_message else node


def _planter(code: Code, node: ast.AST, instead: ast.AST) -> Callable[[], None]:
    parent = code.parents[node]

    def plant() -> None:
        for new in ast.walk(instead):
            if isinstance(new, ast.expr | ast.stmt) and not hasattr(new, "lineno"):
                ast.copy_location(new, node)
        for field, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, field, instead)
                return
            if isinstance(value, list) and any(one is node for one in value):
                value[next(place for place, one in enumerate(value) if one is node)] = instead
                return
        raise AssertionError("its parent does not have it")

    return plant
