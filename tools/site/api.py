"""The API reference, read from the source of what `import croupier` offers: signatures as written, and docstrings."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from importlib import import_module

import croupier

OPENING = """# API reference

What `import croupier` offers, made of its source. It stays: names are added, and none goes away or changes its
meaning within a major version. [Library](docs/library.md) tells how they are used.
"""
LONGEST = 100
NOT_MADE_BY_HAND = ("Refused", "Unreadable", "NotDone", "LiveFloor", "AsyncLiveFloor")
"""The functions make them."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def reference() -> str:
    lines = [OPENING]
    for name in sorted(croupier.__all__, key=lambda name: (name[0].isupper(), name)):
        if not name.startswith("_"):
            lines += [*_described(name), ""]
    return "\n".join(lines)


def _described(name: str) -> Iterator[str]:
    node = _definition(name)
    yield f"## {name}"
    yield ""
    if isinstance(node, ast.FunctionDef):
        yield from _code(_signature(node, f"croupier.{name}"))
        yield from _words(node)
        return
    yield from _words(node)
    if fields := [ast.unparse(each) for each in node.body if isinstance(each, ast.AnnAssign)]:
        yield from _code("\n".join(fields))
    for member in node.body:
        if isinstance(member, Function) and _is_offered(name, member):
            yield from _member(name, member)


def _is_offered(name: str, member: Function) -> bool:
    if member.name == "__init__":
        return name not in NOT_MADE_BY_HAND
    return not member.name.startswith("_")


def _member(name: str, member: Function) -> Iterator[str]:
    is_property = any(isinstance(each, ast.Name) and each.id == "property" for each in member.decorator_list)
    if is_property:
        kind = f": {ast.unparse(member.returns).strip(chr(39))}" if member.returns else ""
        yield from _code(f"{name}.{member.name}{kind}")
    elif member.name == "__init__":
        yield from _code(_signature(member, f"croupier.{name}"))
    else:
        yield from _code(_signature(member, f"{name}.{member.name}"))
    yield from _words(member)


def _signature(node: Function, called: str) -> str:
    """On one line, or one line for each argument."""
    arguments = node.args
    if arguments.args and arguments.args[0].arg == "self":
        arguments.args = arguments.args[1:]
    answer = (
        "" if node.returns is None or node.name == "__init__" else f" -> {ast.unparse(node.returns).strip(chr(39))}"
    )
    short = f"{called}({ast.unparse(arguments)}){answer}"
    if len(short) <= LONGEST:
        return short
    return "\n".join([f"{called}(", *(f"    {each}," for each in _each(arguments)), f"){answer}"])


def _each(arguments: ast.arguments) -> Iterator[str]:
    without = [None] * (len(arguments.args) - len(arguments.defaults))
    for argument, default in zip(arguments.args, [*without, *arguments.defaults], strict=True):
        yield _argument(argument, default)
    if arguments.vararg:
        yield f"*{ast.unparse(arguments.vararg)}"
    elif arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _argument(argument, default)
    if arguments.kwarg:
        yield f"**{ast.unparse(arguments.kwarg)}"


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(argument) if default is None else f"{ast.unparse(argument)} = {ast.unparse(default)}"


def _words(node: Function | ast.ClassDef) -> Iterator[str]:
    told = ast.get_docstring(node)
    if told:
        yield told
    yield ""


def _code(text: str) -> Iterator[str]:
    yield from ("```python", text, "```", "")


def _definition(name: str) -> ast.FunctionDef | ast.ClassDef:
    """Where it is written: what is offered may have a name of its own for programs."""
    offered = getattr(croupier, name)
    module = import_module(offered.__module__)
    tree = ast.parse(textwrap.dedent(inspect.getsource(module)))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == offered.__name__:
            return node
    raise LookupError(f"{name} is not defined in {module.__name__}")
