"""Imports point down, the lower half is pure, and money never meets a float.

The source is read, not imported, so a fault is found even in a module that does not load.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "croupier"

LEVELS = (
    {
        *("cards", "best_values", "money", "limits", "actors", "annotated", "citation", "plain_letters"),
        *("enums", "errors", "extras", "json_answers", "sentences", "toml_text", "values", "version"),
    },
    {"rulebook", "rulebooks", "hands"},
    {"games", "jackpot"},
    {"views", "journal", "ledger"},
    {"store", "audit"},
    {"floor", "maths", "envs"},
    {
        "roundfile",
        "sim",
        "reports",
        "rulings_desk",
        "histories",
        "players",
        "settlement_sheet",
        "telling",
        "playing",
        "traceability",
    },
    {"live", "joining", "training"},
    {"server", "library"},
    {"cli", "__main__", "__init__"},
)
PURE = 3  # up to this level: no IO, no clock, no chance, no concurrency, no float

STRANGERS = {("games", "jackpot"), ("jackpot", "games")}  # on one level, and yet they do not know each other
SHARED_BY_GAMES = {"common", "draft", "house"}  # whatever else is a package in games is a game

ENGINES = {"sqlite", "reader", "format", "safety", "reserve", "lock", "writer", "simulated"}  # modules of store

IMPURE = {
    *("asyncio", "concurrent", "multiprocessing", "threading", "subprocess", "socket", "http", "urllib"),
    *("os", "io", "pathlib", "shutil", "tempfile", "glob", "sqlite3", "apsw"),
    *("random", "secrets", "uuid", "time"),
}
ALLOWED = {
    "cards": {"random"},  # where chance is defined
    "best_values": {"pathlib"},  # where a table is read that ships with it
    "extras": {"pathlib"},  # where it looks whether this is a checkout
    "rulebook.load": {"io", "pathlib"},  # where the documents are read
    "rulebook.readers.house_rulings": {"pathlib"},  # where the standing rulings are read
}


class Module(NamedTuple):
    name: str  # "games.three_card.machine"; a package goes by its own name, croupier itself is "__init__"
    is_package: bool
    tree: ast.Module

    @property
    def top(self) -> str:
        return self.name.split(".")[0]


class Import(NamedTuple):
    line: int
    target: str  # "random", "croupier.cards"; for `from a import b` it is "a.b", which may name a function


def parse(name: str, text: str, *, is_package: bool = False) -> Module:
    return Module(name, is_package, ast.parse(text, filename=name))


def modules() -> list[Module]:
    found = []
    for file in sorted(SOURCE.rglob("*.py")):
        parts = file.relative_to(SOURCE).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package and len(parts) > 1 else parts)
        found.append(parse(name, file.read_text(encoding="utf-8"), is_package=is_package))
    return found


def imports(module: Module) -> Iterator[Import]:
    """Every import in the module, also inside functions and for types only, relative ones made absolute."""
    path = ["croupier"] if module.name == "__init__" else ["croupier", *module.name.split(".")]
    package = path if module.is_package else path[:-1]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            origin = [*base, *([node.module] if node.module else [])]
            for alias in node.names:
                yield Import(node.lineno, ".".join([*origin, alias.name]))


def level_of(top: str) -> int | None:
    return next((level for level, tops in enumerate(LEVELS) if top in tops), None)


def own_imports(module: Module, tops: set[str]) -> Iterator[tuple[int, list[str]]]:
    """The imports of croupier's own modules, as paths below croupier: ["games", "house", "betting", …]."""
    for line, target in imports(module):
        root, *path = target.split(".")
        if root == "croupier":
            yield line, path if path and path[0] in tops else ["__init__"]


def meets_other_game(module: Module, path: list[str], packages: set[str]) -> bool:
    if module.name == "games":
        return False  # it lists them all
    if module.top != "games" or path[0] != "games" or len(path) == 1:
        return False
    is_game = f"games.{path[1]}" in packages and path[1] not in SHARED_BY_GAMES
    return is_game and path[1] != module.name.split(".")[1]


def layer_faults(found: list[Module]) -> list[str]:
    tops = {module.top for module in found}
    packages = {module.name for module in found if module.is_package}
    faults = [
        f"{top} has no level: place it in LEVELS in tests/test_layers.py"
        for top in sorted(tops)
        if level_of(top) is None
    ]
    for module in found:
        here = level_of(module.top)
        for line, path in own_imports(module, tops):
            there = level_of(path[0])
            if here is None or there is None:
                continue
            what = f"{module.name}:{line} imports {'.'.join(path)}"
            if there > here:
                faults.append(f"{what}, which is upwards: level {here} to level {there}")
            if (module.top, path[0]) in STRANGERS:
                faults.append(f"{what}, and these two must not know each other")
            if meets_other_game(module, path, packages):
                faults.append(f"{what}, and games share only {', '.join(sorted(SHARED_BY_GAMES))}")
    return faults


def cycles(found: list[Module]) -> list[str]:
    """Modules of one level may use each other, but not in a ring."""
    tops = {module.top for module in found}
    uses: dict[str, set[str]] = {top: set() for top in tops}
    for module in found:
        uses[module.top] |= {path[0] for _, path in own_imports(module, tops)} & tops - {module.top}
    while free := {top for top in uses if not uses[top] or top not in set().union(*uses.values())}:
        uses = {top: used - free for top, used in uses.items() if top not in free}
    return [f"{top} is in a ring of imports: it uses {', '.join(sorted(uses[top]))}" for top in sorted(uses)]


def purity_faults(found: list[Module]) -> list[str]:
    return [
        f"{module.name}:{line} imports {target}, but levels 0 to {PURE} have no IO, clock, chance or waiting"
        for module in pure(found)
        for line, target in imports(module)
        if target.split(".")[0] in IMPURE - ALLOWED.get(module.name, set())
    ]


def float_faults(found: list[Module]) -> list[str]:
    faults = []
    for module in pure(found):
        for node in ast.walk(module.tree):
            match node:
                case ast.Constant(value=float(value)):
                    what = f"the float {value}"
                case ast.Call(func=ast.Name(id="float")):
                    what = "float(…)"
                case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                    if "pathlib" in ALLOWED.get(module.name, set()):
                        continue  # there it joins paths
                    what = "true division; use divmod, // or Fraction(a, b)"
                case _:
                    continue
            faults.append(f"{module.name}:{node.lineno} has {what}")
    return faults


def engine_faults(found: list[Module]) -> list[str]:
    """Only `store` knows which engine it has; the audit reads the file by itself, so that it believes nobody."""
    faults = []
    for module in found:
        if module.top in {"store", "audit"}:
            continue
        faults += [
            f"{module.name}:{line} imports {target}; ask store.opening for a store"
            for line, target in imports(module)
            if target.split(".")[0] == "apsw" or any(target.startswith(f"croupier.store.{name}") for name in ENGINES)
        ]
        faults += [
            f"{module.name}:{node.lineno} says {node.value!r}; ask the store for its kind"
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "sqlite" in node.value.lower()
        ]
    return faults


def pure(found: list[Module]) -> list[Module]:
    return [module for module in found if (level := level_of(module.top)) is not None and level <= PURE]


@pytest.fixture(scope="module")
def source() -> list[Module]:
    found = modules()
    assert found, f"no module under {SOURCE}"
    return found


def expect_none(faults: list[str]) -> None:
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def test_imports_point_down(source: list[Module]) -> None:
    expect_none(layer_faults(source))


def test_no_rings(source: list[Module]) -> None:
    expect_none(cycles(source))


def test_only_the_store_knows_its_engine(source: list[Module]) -> None:
    expect_none(engine_faults(source))


def test_lower_half_is_pure(source: list[Module]) -> None:
    expect_none(purity_faults(source))


def test_money_never_meets_a_float(source: list[Module]) -> None:
    expect_none(float_faults(source))


WORLD = [
    parse(name, "", is_package=is_package)
    for name, is_package in [
        *[("cards", False), ("errors", False), ("hands", False), ("rulebook", True), ("games.common", False)],
        *[("games", True), ("games.house", True), ("games.poker", True), ("games.casino_stud", True)],
        *[("jackpot", True), ("views", True), ("store", True), ("floor", True), ("cli", True)],
    ]
]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("cards", "from croupier.errors import Refused", None),
        ("cards", "from croupier.hands import rank", "upwards"),
        ("cards", "from .hands import rank", "upwards"),
        ("cards", "from . import hands", "upwards"),
        ("cards", "import croupier.floor.desk", "upwards"),
        ("cards", "def f():\n    from croupier import views", "upwards"),
        ("views.model", "from ..store import base", "upwards"),
        ("views.model", "from .house import show", None),
        ("floor", "from croupier.games.poker.machine import decide", None),
        ("jackpot.meter", "from croupier.games import GAMES", "must not know each other"),
        ("games.common", "from croupier import jackpot", "must not know each other"),
        ("games.poker.pots", "from croupier.games.house.betting import limits", None),
        ("games.poker.pots", "from croupier.games.common import LineSettled", None),
        ("games.poker.pots", "from .betting import cap", None),
        ("games.poker.pots", "from ..casino_stud.settle import settle", "games share only"),
        ("games.house.rulings", "from croupier.games import casino_stud", "games share only"),
        ("games.common", "from croupier.games.poker import pots", "games share only"),
        ("drinks", "", "drinks has no level"),
    ],
)
def test_finds_layer_faults(name: str, text: str, fault: str | None) -> None:
    faults = layer_faults([*WORLD, parse(name, text)])
    if fault is None:
        assert not faults
    else:
        assert len(faults) == 1
        assert fault in faults[0]


def test_games_lists_the_games() -> None:
    assert not layer_faults([*WORLD, parse("games", "from .poker import machine", is_package=True)])


def test_finds_rings() -> None:
    ring = [parse("cards", "from croupier import errors"), parse("errors", "from croupier.cards import Card")]
    assert [fault.split()[0] for fault in cycles(ring)] == ["cards", "errors"]
    assert not cycles([*ring[:1], *WORLD])
    assert len(cycles([*ring, parse("hands", "import croupier.cards"), *WORLD])) == 2


@pytest.mark.parametrize(
    ("name", "text", "faulty"),
    [
        ("store.opening", "from croupier.store.sqlite import open_sqlite", False),
        ("audit.reading", "import apsw", False),
        ("cli.users", "from croupier.store.opening import open_store", False),
        ("cli.users", "def f():\n    from croupier.store.sqlite import open_sqlite", True),
        ("cli.users", "from croupier.store import reader", True),
        ("cli.journal", "import apsw", True),
        ("server.house", 'health = {"store": "sqlite"}', True),
    ],
)
def test_finds_engines(name: str, text: str, faulty: bool) -> None:
    assert bool(engine_faults([parse(name, text)])) == faulty


@pytest.mark.parametrize(
    ("name", "text", "faulty"),
    [
        ("cards", "import random", False),
        ("hands", "import random", True),
        ("hands", "from os.path import join", True),
        ("hands", "from datetime import datetime, time", False),
        ("rulebook.load", "from pathlib import Path", False),
        ("rulebook.load", "import time", True),
        ("rulebook.model", "from pathlib import Path", True),
        ("floor.desk", "import asyncio, time", False),
    ],
)
def test_finds_impure_imports(name: str, text: str, faulty: bool) -> None:
    assert bool(purity_faults([parse(name, text)])) == faulty


@pytest.mark.parametrize(
    ("name", "text", "faulty"),
    [
        ("money", "share, odd = divmod(pot, 2); half = pot // 2", False),
        ("money", "share = pot / 2", True),
        ("money", "pot /= 2", True),
        ("jackpot.meter", "rate = 0.01", True),
        ("ledger.sheets", "float(cents)", True),
        ("ledger.sheets", "assert not isinstance(cents, float)", False),
        ("rulebook.load", "file = folder / name", False),
        ("rulebook.load", "edge = 0.5", True),
        ("maths.report", "edge = won / 2.0", False),
    ],
)
def test_finds_floats(name: str, text: str, faulty: bool) -> None:
    assert bool(float_faults([parse(name, text)])) == faulty
