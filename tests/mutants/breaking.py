"""What can be broken in a statement and in the conditions that lead to it; never a citation alone."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple

from tests.mutants.code import Code, Function, gathers, only_cites, returns_nothing

LESS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
"""A limit that is off by one."""
LOST = {"wins": "stands_off", "loses": "stands_off", "stands_off": "loses", "goes_back": "loses"}
"""What a bet gets instead of what it should."""
UNRULED = {"strict", "tells_cards"}
"""Flags that have to do with Python, or with the words of a refusal."""
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


class Broken(NamedTuple):
    """A node, and what stands in its place."""

    node: ast.AST
    instead: ast.AST
    what: str


def broken(code: Code, statement: ast.stmt) -> Iterator[Broken]:
    """Everything that can be broken about one statement."""
    tests = [outer.test for outer in code.enclosing_tests(statement)]
    for test in tests:
        yield Broken(test, _turned_round(test), "turned round")
        yield from _left_out(test)
        yield from _figures(test)
    yield from _effect(code, statement)
    yield from _details(statement)
    for assigned in _feeding(code, statement, tests):
        yield from _details(assigned)


def helping(code: Code, statement: ast.stmt) -> Iterator[Broken]:
    """And about the functions that it calls for help."""
    tests = [outer.test for outer in code.enclosing_tests(statement)]
    for helper in code.helpers((statement, *tests, *_feeding(code, statement, tests))):
        if isinstance(helper, ast.If | ast.While):
            yield Broken(helper.test, _turned_round(helper.test), "turned round")
            yield from _figures(helper.test)
        elif not only_cites(helper):
            yield from _details(helper)


def _feeding(code: Code, statement: ast.stmt, tests: list[ast.expr]) -> Iterator[ast.stmt]:
    """Assignments and loops of the same function that make what is read there."""
    function = code.function(statement)
    if function is None:
        return
    read = {name for part in (statement, *tests) for name in _names(part)}
    for other in ast.walk(function):
        match other:
            case ast.Assign(targets=targets) if other is not statement and not only_cites(other):
                if read & {name for target in targets for name in _stored(target)}:
                    yield other
            case ast.For(target=target) if read & set(_stored(target)):
                yield other


def _left_out(test: ast.expr) -> Iterator[Broken]:
    """One of several conditions."""
    for node in _walk(test):
        if isinstance(node, ast.BoolOp) and not _chooses_citations(node):
            for number, operand in enumerate(node.values):
                rest = [deepcopy(other) for place, other in enumerate(node.values) if place != number]
                fewer = rest[0] if len(rest) == 1 else ast.BoolOp(type(node.op)(), rest)
                # it stays in the text, so that the function's names do not change
                never = ast.BoolOp(ast.And(), [ast.Constant(False), deepcopy(operand)])
                yield Broken(node, ast.BoolOp(ast.Or(), [never, fewer]), f"without {ast.unparse(operand)}")


def _figures(value: ast.AST) -> Iterator[Broken]:
    """Limits, numbers and sums off by one, flags turned round."""
    for node in _walk(value):
        match node:
            case ast.Compare(ops=ops):
                for number, operator in enumerate(ops):
                    if type(operator) in LESS:
                        other = deepcopy(node)
                        other.ops[number] = LESS[type(operator)]()
                        yield Broken(node, other, "limit off by one")
            case ast.keyword(arg=str(name), value=ast.Constant(value=bool(flag)) as constant) if name not in UNRULED:
                yield Broken(constant, ast.Constant(not flag), f"{name}={not flag}")
            case ast.Constant(value=int(figure)) if not isinstance(figure, bool):
                for other_figure in (figure + 1, figure - 1):
                    yield Broken(node, ast.Constant(other_figure), f"{other_figure} for {figure}")
            case ast.BinOp(op=op) if isinstance(op, ARITHMETIC) and _is_sum(node):
                yield Broken(node, ast.BinOp(deepcopy(node), ast.Add(), ast.Constant(1)), "one more")


def _details(statement: ast.stmt) -> Iterator[Broken]:
    """Of a statement, without the statements inside it."""
    if isinstance(statement, ast.If | ast.While | ast.Match | ast.With | Function):
        return
    for node in _walk(statement):
        if isinstance(node, ast.IfExp) and not _chooses_citations(node):
            yield Broken(node.test, _turned_round(node.test), "turned round")
        if isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield Broken(test, _turned_round(test), "turned round")
    yield from _figures(statement)


def _effect(code: Code, statement: ast.stmt) -> Iterator[Broken]:
    match statement:
        case ast.Return(value=ast.Call(func=ast.Name(id=name), args=args) as call) if name in LOST:
            kept = [args[0], *args[2:]] if name == "wins" else args
            other = ast.Call(ast.Name(LOST[name], ast.Load()), [deepcopy(arg) for arg in kept], [])
            yield Broken(call, other, f"{LOST[name]} for {name}")
        case ast.Return(value=ast.expr()) if (inside := code.function(statement)) and returns_nothing(inside):
            yield Broken(statement, _never(statement, ast.Return(None)), "left out")
        case ast.Raise() | ast.Expr() | ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield Broken(statement, _never(statement), "left out")


def _never(statement: ast.stmt, instead: ast.stmt | None = None) -> ast.If:
    return ast.If(ast.Constant(False), [deepcopy(statement)], [] if instead is None else [instead])


def _turned_round(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), deepcopy(test))


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Without messages, citations and annotations."""
    if isinstance(node, ast.JoinedStr | ast.Lambda) or (isinstance(node, ast.expr) and gathers(node)):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        yield from _walk(node.args[0])  # what is there if nothing is there is no figure of the rules
        return
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (isinstance(child, ast.stmt) and isinstance(node, ast.stmt)):
                yield from _walk(child)


def _chooses_citations(node: ast.AST) -> bool:
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            empty = [isinstance(part, ast.Tuple) and not part.elts for part in (body, orelse)]
            return all(done or gathers(part) for done, part in zip(empty, (body, orelse), strict=True))
        case ast.BoolOp(values=values):
            return any(map(gathers, values))
    return False


def _is_sum(node: ast.BinOp) -> bool:
    """Not of tuples, lists or citations."""
    sides = (node.left, node.right)
    if isinstance(node.op, ast.Mult | ast.FloorDiv | ast.Sub | ast.Mod):
        return not any(isinstance(side, ast.Tuple | ast.List | ast.JoinedStr) for side in sides)
    return not any(isinstance(side, ast.Tuple | ast.List) or "cites" in ast.unparse(side) for side in sides)


def _names(node: ast.AST) -> Iterator[str]:
    """What is read there, but for messages and citations."""
    return (name.id for name in _walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load))


def _stored(target: ast.AST) -> Iterator[str]:
    return (name.id for name in ast.walk(target) if isinstance(name, ast.Name))
