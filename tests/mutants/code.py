"""The code behind a citation: statements that have an effect, and the conditions that lead to them.

The citation is the registration (`proofs.traceability.source`). Where a statement only gathers citations, the code
behind it is what uses them: later in the function, in the callers of a function that returns nothing else, in the
functions that look into a table; and failing that, its neighbours.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import croupier.rounds.roundfile.at_the_poker_table
import croupier.rounds.roundfile.run  # noqa: F401 (everything that plays a round)
from croupier.proofs.traceability.evidence import DECIDES
from croupier.proofs.traceability.source import accesses, books_served, clause_classes, own_modules
from croupier.rules.games import GAMES

Function = ast.FunctionDef | ast.AsyncFunctionDef
RECORDS = {"append", "_because"}
"""Calls that put a citation on record and do nothing else."""
DEEP = 4
"""From a citation to its effect there are no more steps than this."""
HELD_AS = {"Bet": "goes_back"}
"""Records that hold a function, and the field by which it is called."""
GATHERS = {"cite", "cite_all", "ruling", "tuple", "fromkeys", "map", "dict"}


class Behind(NamedTuple):
    """A statement behind a clause, in a book's game."""

    clause: str
    books: tuple[str, ...]
    module: str
    statement: ast.stmt


class Code:
    """The modules that decide when a round is played, parsed once; everything found are nodes of these trees."""

    def __init__(self) -> None:
        modules = own_modules()
        assert all(GAMES.values())  # a game is imported when its record is first asked for
        self.clauses = {clauses.name: clauses for clauses in clause_classes(modules)}
        self.trees = {
            name: ast.parse(text)
            for name, text in modules.items()
            if name.startswith(DECIDES) and not name.endswith(".clauses") and name in sys.modules
        }
        self.functions = {
            (name, node.name): node
            for name, tree in self.trees.items()
            for node in ast.walk(tree)
            if isinstance(node, Function)
        }
        self.near: set[ast.stmt] = set()
        """Statements next to a citation."""
        self.calls: dict[str, list[ast.stmt]] = {}
        self.reads: dict[str, list[ast.stmt]] = {}
        self.parents: dict[ast.AST, ast.AST] = {}
        self.module_of: dict[ast.AST, str] = {}
        for name, tree in self.trees.items():
            for node in ast.walk(tree):
                self.module_of[node] = name
                for child in ast.iter_child_nodes(node):
                    self.parents[child] = node
        self.citing = {function for _, function in self.cited()}
        for node in self.parents:
            if isinstance(node, ast.Call) and self.function(node) is not None:
                self.calls.setdefault(_called(node), []).append(self.statement(node))
            name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
            if name and isinstance(getattr(node, "ctx", None), ast.Load) and self.function(node) is not None:
                self.reads.setdefault(name, []).append(self.statement(node))
        self._helped: dict[tuple[str, str], dict[Function, None]] = {}

    def behind(self) -> Iterator[Behind]:
        for module, tree in self.trees.items():
            for _, scope, found in accesses(tree, self.clauses):
                for access in found:
                    clause = access.clauses.members[access.member]
                    enum = access.clauses.package
                    own = set(books_served(module)) & set(books_served(f"croupier.rules.games.{enum}"))
                    statements = (
                        self.effects(self.statement(access.node))
                        if isinstance(scope, Function)
                        else self.users_of_table(access.node, scope)
                    )
                    for statement in dict.fromkeys(statements):
                        there = self.module_of[statement]
                        if books := tuple(book for book in books_served(there) if book in own):
                            yield Behind(clause, books, there, statement)

    def cited(self) -> Iterator[tuple[str, Function]]:
        """Each clause with the functions that name it."""
        for tree in self.trees.values():
            for _, _, found in accesses(tree, self.clauses):
                for access in found:
                    if (function := self.function(access.node)) is not None:
                        yield access.clauses.members[access.member], function

    # Around a node

    def outward(self, node: ast.AST) -> Iterator[ast.AST]:
        while (node := self.parents.get(node, node)) in self.parents:
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        if isinstance(node, ast.stmt):
            return node
        return next(outer for outer in self.outward(node) if isinstance(outer, ast.stmt))

    def function(self, node: ast.AST) -> Function | None:
        """The innermost one."""
        return next((outer for outer in self.outward(node) if isinstance(outer, Function)), None)

    def scope(self, node: ast.AST) -> str:
        """The function's name with its classes, as a reader would look for it."""
        names = [outer.name for outer in (node, *self.outward(node)) if isinstance(outer, Function | ast.ClassDef)]
        return ".".join(reversed(names))

    def enclosing_tests(self, statement: ast.stmt) -> Iterator[ast.If | ast.While]:
        """The conditions under which it is reached; those that only choose citations are none."""
        for outer in self.outward(statement):
            if isinstance(outer, Function):
                return
            if isinstance(outer, ast.If | ast.While) and not only_cites(outer):
                yield outer

    def beside(self, statement: ast.stmt) -> list[ast.stmt]:
        """The other statements of the same block, and if there are none, of the block around it."""
        inner: ast.AST = statement
        for outer in self.outward(statement):
            for field in ("body", "orelse", "finalbody"):
                block = getattr(outer, field, None)
                if isinstance(block, list) and inner in block:
                    others = [one for one in block if one is not inner and has_effect(one)]
                    if others:
                        self.near.update(others)
                        return others
            if isinstance(outer, Function):
                break
            inner = outer
        return []

    # What uses a citation

    def effects(self, statement: ast.stmt, seen: frozenset[ast.stmt] = frozenset()) -> list[ast.stmt]:
        if statement in seen:
            return []
        if not isinstance(statement, EFFECTS):
            return self._around(statement)
        gathers_only = only_cites(statement)
        found: list[ast.stmt] = [] if gathers_only else [statement]
        if len(seen) < DEEP:
            seen |= {statement}
            users = [user for name in _gathered_in(statement) for user in self.loads(statement, name)]
            inside = self.function(statement)
            if isinstance(statement, ast.Return) and inside is not None and not returns_nothing(inside):
                users = [*self.calls.get(inside.name, []), *self.users_by_table(inside.name)]
            found += [effect for user in users for effect in self.effects(user, seen)]
        return list(dict.fromkeys(found)) or self.beside(statement)

    def helpers(self, parts: Iterable[ast.AST]) -> list[ast.stmt]:
        """The statements of functions that are called there, from the same module, and cite nothing themselves."""
        found = {helper: None for part in parts for name in _calls(part) for helper in self._helping(part, name)}
        return [
            node for helper in found for node in ast.walk(helper) if isinstance(node, ast.stmt) and node is not helper
        ]

    def _helping(self, part: ast.AST, name: str) -> dict[Function, None]:
        """A helper, and those that help it."""
        key = (self.module_of[part], name)
        if key not in self._helped:
            self._helped[key] = {}
            helper = self.functions.get(key)
            if helper is not None and helper not in self.citing and not only_cites(helper):
                further = {one: None for inner in _calls(helper) for one in self._helping(helper, inner)}
                self._helped[key] = {helper: None, **further}
        return self._helped[key]

    def _around(self, statement: ast.stmt) -> list[ast.stmt]:
        """Of a condition or a loop that names a clause itself: its body."""
        body: list[ast.stmt] = getattr(statement, "body", [])
        return [one for one in body if has_effect(one)] or self.beside(statement)

    def loads(self, statement: ast.stmt, name: str) -> list[ast.stmt]:
        """Where the same function (or for `self.x` the same class) reads a name."""
        attribute = name.startswith("self.")
        inside: ast.AST | None = self.function(statement)
        if attribute:
            inside = next((outer for outer in self.outward(statement) if isinstance(outer, ast.ClassDef)), inside)
        assert inside is not None
        found = [
            self.statement(node)
            for node in ast.walk(inside)
            if isinstance(node, ast.Attribute if attribute else ast.Name)
            and isinstance(node.ctx, ast.Load)
            and ast.unparse(node) == name
        ]
        return [one for one in dict.fromkeys(found) if one is not statement]

    def users_by_table(self, function: str) -> list[ast.stmt]:
        """Of a function that stands in a table, or is held by a record there."""
        return [
            user
            for tree in self.trees.values()
            for table in tree.body
            if isinstance(table, ast.Assign | ast.AnnAssign)
            for node in ast.walk(table)
            if isinstance(node, ast.Name) and node.id == function
            for user in self.users_of_held(node) or self.readers_of(table)
        ]

    def users_of_held(self, node: ast.Name) -> list[ast.stmt]:
        record = self.parents.get(node)
        field = HELD_AS.get(_called(record)) if isinstance(record, ast.Call) else None
        return [] if field is None else self.calls.get(field, [])

    def readers_of(self, table: ast.stmt) -> list[ast.stmt]:
        names = [target.id for target in ast.walk(table) if isinstance(target, ast.Name) and _stored(target)]
        return [user for name in names for user in self.reads.get(name, ())]

    def users_of_table(self, node: ast.AST, table: ast.stmt) -> list[ast.stmt]:
        """What a table's entry is made by, if that is a function, and who looks it up if not."""
        makers = {_called(outer) for outer in self.outward(node) if isinstance(outer, ast.Call)}
        made = [
            statement
            for function in ast.walk(self.trees[self.module_of[node]])
            if isinstance(function, Function) and function.name in makers
            for statement in ast.walk(function)
            if isinstance(statement, ast.stmt) and has_effect(statement)
        ]
        return made or [effect for user in self.readers_of(table) for effect in self.effects(user)]


def only_cites(node: ast.AST) -> bool:
    """A statement that gathers citations and does nothing else."""
    match node:
        case ast.Assign(targets=[ast.Attribute(attr="reasons")]):
            return True
        case ast.Assign(value=value) | ast.Return(value=ast.expr() as value):
            return gathers(value)
        case ast.AnnAssign(value=ast.expr() as value) | ast.AugAssign(value=value):
            return gathers(value)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name), args=args)):
            return name in RECORDS and any(gathers(arg) for arg in args)
        case ast.If(body=body, orelse=orelse):
            return all(only_cites(one) for one in (*body, *orelse))
        case ast.Match(cases=cases):
            return all(only_cites(one) for case in cases for one in case.body)
        case ast.FunctionDef():
            returned = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
            return bool(returned) and all(map(gathers_or_nothing, returned))
    return False


def gathers_or_nothing(value: ast.expr) -> bool:
    """Citations, or the empty tuple."""
    match value:
        case ast.Tuple(elts=[]):
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return gathers_or_nothing(body) and gathers_or_nothing(orelse)
    return gathers(value)


def gathers(value: ast.expr) -> bool:
    """Made of citations only, and of at least one."""
    return _all_citations(value) and any(_is_citation(node) for node in ast.walk(value))


def _is_citation(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return _called(node) in ("cite", "cite_all", "ruling")
    return isinstance(node, ast.Attribute) and node.attr.isupper()


def _all_citations(value: ast.expr) -> bool:
    match value:
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            return all(map(_all_citations, elts))
        case ast.Dict(values=values):
            return all(map(_all_citations, values))
        case ast.Starred(value=inner):
            return _all_citations(inner)
        case ast.IfExp(body=body, orelse=orelse):
            return _all_citations(body) and _all_citations(orelse)
        case ast.BoolOp(values=values):
            return all(map(_all_citations, values))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _all_citations(left) and _all_citations(right)
        case ast.Subscript(value=inner):
            return _all_citations(inner)
        case ast.Call():
            return _called(value) in GATHERS
        case ast.Constant(value=None):
            return True
        case ast.Attribute(attr=name):
            return name.isupper() or "cites" in name or name == "because"
        case ast.Name():
            return True
    return False


def _gathered_in(statement: ast.stmt) -> Iterable[str]:
    match statement:
        case ast.Assign(targets=targets):
            return [ast.unparse(name) for target in targets for name in ast.walk(target) if _is_local(name)]
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return [ast.unparse(target)] if _is_local(target) else []
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=gathered, attr="append"))):
            return [ast.unparse(gathered)]
        case ast.If(body=body, orelse=orelse):
            return [name for one in (*body, *orelse) for name in _gathered_in(one)]
        case ast.Match(cases=cases):
            return [name for case in cases for one in case.body for name in _gathered_in(one)]
    return []


EFFECTS = ast.Raise | ast.Return | ast.Expr | ast.Assign | ast.AugAssign | ast.AnnAssign


def has_effect(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return False
    return isinstance(statement, EFFECTS) and not only_cites(statement)


def returns_nothing(function: Function) -> bool:
    return isinstance(function.returns, ast.Constant) and function.returns.value is None


def _calls(part: ast.AST) -> Iterator[str]:
    return (_called(node) for node in ast.walk(part) if isinstance(node, ast.Call))


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_local(target: ast.AST) -> bool:
    """A name of the function, or `self.cites` and the like, which are gathered over a whole class."""
    if isinstance(target, ast.Attribute):
        return "cites" in target.attr
    return isinstance(target, ast.Name)


def _stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)
