"""What 1.x promises to programs: names that stay. `tests/golden/promised` lists them; a release may add to them.

`--update` writes what is new into the lists. Taking a line out of them is a decision, made by hand.
"""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.doors.cli import COMMANDS
from croupier.doors.cli.completion import spoken
from croupier.doors.cli.schemas import SCHEMAS, json_schema
from croupier.floor.server.api import openapi
from croupier.floor.server.edge.limits import Limits

PROMISED = Path(__file__).parent / "golden" / "promised"


def library() -> Iterator[str]:
    """Every name, and of functions every parameter."""
    for name in croupier.__all__:
        yield name
        found = getattr(croupier, name)
        if inspect.isfunction(found):
            yield from (f"{name}({parameter})" for parameter in inspect.signature(found).parameters)
        elif inspect.isclass(found):
            yield from (f"{name}.{member}" for member in dir(found) if not member.startswith("_"))


def api() -> Iterator[str]:
    """Every route with its answers, and every key of what is sent and answered."""
    told = openapi.made(demo=True, limits=Limits())
    for path, item in told["paths"].items():
        for method, operation in item.items():
            if isinstance(operation, dict) and "responses" in operation:
                yield from (f"{method.upper()} {path} {status}" for status in operation["responses"])
    yield from _keys(told["components"]["schemas"])


def answers() -> Iterator[str]:
    """Every key of every answer of the terminal."""
    for name in SCHEMAS:
        yield from (f"{name}: {key}" for key in _keys(json_schema(name)["$defs"]))


def commands() -> Iterator[str]:
    """Every command and option."""
    yield from COMMANDS
    for command, takes in spoken():
        yield from (f"{command} {option}" for option in takes.options)


def _keys(schemas: dict[str, Any]) -> Iterator[str]:
    for name, schema in schemas.items():
        for part in (schema, *schema.get("anyOf", ()), *schema.get("allOf", ())):
            yield from (f"{name}.{key}" for key in part.get("properties", {}))


LISTS: dict[str, Callable[[], Iterator[str]]] = {
    "library": library,
    "api": api,
    "answers": answers,
    "commands": commands,
}


@pytest.mark.parametrize("kind", LISTS)
def test_nothing_that_was_promised_is_gone(kind: str, request: pytest.FixtureRequest) -> None:
    file = PROMISED / f"{kind}.txt"
    promised = file.read_text(encoding="utf-8").split("\n")[:-1] if file.exists() else []
    now = {*LISTS[kind]()}
    if request.config.getoption("--update"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in sorted({*promised, *now})), encoding="utf-8")
    assert len(promised) > 10
    assert [line for line in promised if line not in now] == []
