"""Imports point down and never in a circle, the lower half is pure, and money never meets a float.

The source is read, not imported, so a fault is found even in a module that does not load.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "croupier"

LEVELS = (
    {
        *(
            "rules.cards",
            "rules.best_values",
            "rules.money",
            "base.limits",
            "base.actors",
            "base.typed_fields",
            "base.citation",
            "base.plain_letters",
        ),
        *(
            "base.errors",
            "base.extras",
            "base.json_answers",
            "base.sentences",
            "base.toml_text",
            "base.values",
            "extension_points",
            "version",
        ),
    },
    {"rules.rulebook", "rules.rulebooks", "rules.hands"},
    {"rules.games", "rules.jackpot"},
    {"floor.journal", "floor.ledger"},
    {"rules.added_books", "floor.store", "floor.audit"},
    {"rounds.dealing", "numbers.maths", "numbers.simulation"},
    {
        "rounds.roundfile",
        "proofs.simulated_at_the_desk",
        "proofs.sim",
        "numbers.reports",
        "rulings_desk",
        "rounds.histories",
        "rounds.players",
        "rounds.settlement_sheet",
        "rounds.telling",
        "rounds.playing",
        "proofs.traceability",
    },
    {"floor.live", "doors.joining", "floor.training"},
    {"floor.server", "doors.library"},
    {"doors.cli", "environments", "__main__", "__init__"},
)
"""Packages and modules below croupier, lowest first; a name with a dot stands for a part of a package."""
PURE = 3  # up to this level: no IO, no clock, no chance, no concurrency, no float

GAMES, JACKPOT = "rules.games", "rules.jackpot"
STRANGERS = {(GAMES, JACKPOT), (JACKPOT, GAMES)}  # on one level, and yet they do not know each other
DATA = {"rules.rulebooks"}  # a folder without modules
SHARED_BY_GAMES = {"common", "draft", "house"}  # whatever else is a package in games is a game

IMPORTED_LATE = {"numbers.maths"}
"""Packages in which only imports that run when a module loads count between their parts.

Each solver imports its kernels inside a function, because compiling them takes seconds, and a kernel takes its
constants from the solver's package. `maths.odds.solver` names types of every part, for type checkers only. Modules
are in no circle there either: that test counts every import.
"""
ENGINES = {  # modules of store
    *("sqlite", "reader", "format", "safety", "reserve", "lock", "writer", "simulated", "opened"),
    *("postgres", "postgres_reader", "postgres_connection", "postgres_lease"),
}

IMPURE = {
    *("asyncio", "concurrent", "multiprocessing", "threading", "subprocess", "socket", "http", "urllib"),
    *("os", "io", "pathlib", "shutil", "tempfile", "glob", "sqlite3", "apsw"),
    *("random", "secrets", "uuid", "time"),
}
ALLOWED = {
    "rules.cards": {"random"},  # where chance is defined
    "rules.best_values": {"pathlib"},  # where a table is read that ships with it
    "base.extras": {"pathlib"},  # where it looks whether this is a checkout
    "rules.rulebook.load": {"io", "pathlib"},  # where the documents are read
    "rules.rulebook.readers.house_rulings": {"pathlib"},  # where the standing rulings are read
}


class Module(NamedTuple):
    name: str  # "rules.games.three_card.machine"; a package goes by its own name, croupier itself is "__init__"
    is_package: bool
    tree: ast.Module


class Import(NamedTuple):
    line: int
    target: str  # "random", "croupier.rules.cards"; for `from a import b` it is "a.b", which may name a function
    on_load: bool  # it runs when the module is loaded: it is not inside a function, and not for type checkers alone


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
    for node, on_load in _nodes(module.tree, on_load=True):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, on_load)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            origin = [*base, *([node.module] if node.module else [])]
            for alias in node.names:
                yield Import(node.lineno, ".".join([*origin, alias.name]), on_load)


def _nodes(tree: ast.AST, *, on_load: bool) -> Iterator[tuple[ast.AST, bool]]:
    for node in ast.iter_child_nodes(tree):
        late = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or (
            isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        )
        yield node, on_load
        yield from _nodes(node, on_load=on_load and not late)


def level_of(name: str) -> int | None:
    """The level of a module: that of its longest part that LEVELS names."""
    while name:
        for level, names in enumerate(LEVELS):
            if name in names:
                return level
        name = name.rpartition(".")[0]
    return None


def own_imports(module: Module, names: set[str]) -> Iterator[tuple[int, str, bool]]:
    """The modules of croupier that this one imports, without "croupier."; croupier itself is "__init__"."""
    for line, target, on_load in imports(module):
        root, _, path = target.partition(".")
        if root == "croupier":
            while path and path not in names:
                path = path.rpartition(".")[0]
            yield line, path or "__init__", on_load


def is_part(name: str, of: str) -> bool:
    return name == of or name.startswith(f"{of}.")


def meets_other_game(module: Module, path: str, packages: set[str]) -> bool:
    if module.name == GAMES:
        return False  # it lists them all
    if not is_part(module.name, GAMES) or not path.startswith(f"{GAMES}."):
        return False
    here, there = (name.removeprefix(f"{GAMES}.").split(".")[0] for name in (module.name, path))
    is_game = f"{GAMES}.{there}" in packages and there not in SHARED_BY_GAMES
    return is_game and there != here


def layer_faults(found: list[Module]) -> list[str]:
    names = {module.name for module in found}
    packages = {module.name for module in found if module.is_package}
    listed = set().union(*LEVELS)
    faults = [
        f"{name} has no level: place it in LEVELS in tests/test_layers.py"
        for name in sorted(names)
        if level_of(name) is None and not (name in packages and any(is_part(each, name) for each in listed))
    ]
    for module in found:
        here = level_of(module.name)
        for line, path, _ in own_imports(module, names):
            there = level_of(path)
            if here is None or there is None:
                continue
            what = f"{module.name}:{line} imports {path}"
            if there > here:
                faults.append(f"{what}, which is upwards: level {here} to level {there}")
            if any(is_part(module.name, one) and is_part(path, other) for one, other in STRANGERS):
                faults.append(f"{what}, and these two must not know each other")
            if meets_other_game(module, path, packages):
                faults.append(f"{what}, and games share only {', '.join(sorted(SHARED_BY_GAMES))}")
    return faults


def unknown_names(found: list[Module]) -> list[str]:
    names = {module.name for module in found}
    lists = {"LEVELS": set().union(*LEVELS), "IMPORTED_LATE": IMPORTED_LATE, "ALLOWED": set(ALLOWED)}
    return [
        f"{which} in tests/test_layers.py names {name}, which does not exist"
        for which, listed in lists.items()
        for name in sorted(listed - names - DATA)
    ]


def circle(uses: Mapping[str, Iterable[str]]) -> list[str]:
    """Names of which each uses the next and the last is the first; nothing where there is no circle."""
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        return [*reversed(error.args[1])]
    return []


def module_circles(found: list[Module]) -> list[str]:
    """Counts every import, also late ones: which of two modules one reads first must not depend on the reader."""
    names = {module.name for module in found}
    ring = circle(
        {module.name: {path for _, path, _ in own_imports(module, names)} - {module.name} for module in found}
    )
    return [f"modules import each other in a circle: {' > '.join(ring)}"] if ring else []


def package_circles(found: list[Module]) -> list[str]:
    """At every level: the parts of one package, modules and packages, use each other in one direction only."""
    names = {module.name for module in found}
    packages = {module.name for module in found if module.is_package}
    parts: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module in found:
        for _, path, on_load in own_imports(module, names):
            here, there = (f"{name}.__init__" if name in packages else name for name in (module.name, path))
            shared, one, other = apart(here, there)
            if one != other and (on_load or shared not in IMPORTED_LATE):
                parts[shared][one].add(other)
    rings = {package or "croupier": circle(uses) for package, uses in parts.items()}
    return [
        f"parts of {package} import each other in a circle: {' > '.join(ring)}"
        for package, ring in rings.items()
        if ring
    ]


def apart(one: str, other: str) -> tuple[str, str, str]:
    """The package that both are in, and the part of it that each of them is in."""
    here, there = one.split("."), other.split(".")
    shared = 0
    while here[shared : shared + 1] == there[shared : shared + 1] != []:
        shared += 1
    return ".".join(here[:shared]), ".".join(here[shared : shared + 1]), ".".join(there[shared : shared + 1])


def purity_faults(found: list[Module]) -> list[str]:
    return [
        f"{module.name}:{line} imports {target}, but levels 0 to {PURE} have no IO, clock, chance or waiting"
        for module in pure(found)
        for line, target, _ in imports(module)
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
        if module.name.startswith(("floor.store", "floor.audit")):
            continue
        faults += [
            f"{module.name}:{line} imports {target}; ask store.opening for a store"
            for line, target, _ in imports(module)
            if target.split(".")[0] == "apsw"
            or any(target.startswith(f"croupier.floor.store.{name}") for name in ENGINES)
        ]
        faults += [
            f"{module.name}:{node.lineno} says {node.value!r}; ask the store for its kind"
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "sqlite" in node.value.lower()
        ]
    return faults


def pure(found: list[Module]) -> list[Module]:
    return [module for module in found if (level := level_of(module.name)) is not None and level <= PURE]


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


def test_every_name_exists(source: list[Module]) -> None:
    expect_none(unknown_names(source))


def test_no_circle_of_modules(source: list[Module]) -> None:
    expect_none(module_circles(source))


def test_no_circle_of_packages(source: list[Module]) -> None:
    expect_none(package_circles(source))


def test_only_the_store_knows_its_engine(source: list[Module]) -> None:
    expect_none(engine_faults(source))


def test_lower_half_is_pure(source: list[Module]) -> None:
    expect_none(purity_faults(source))


def test_money_never_meets_a_float(source: list[Module]) -> None:
    expect_none(float_faults(source))


WORLD = [
    parse(name, "", is_package=is_package)
    for name, is_package in [
        *[
            ("rules.cards", False),
            ("base.errors", False),
            ("rules.hands", False),
            ("rules.rulebook", True),
            ("rules.games.common", False),
        ],
        *[
            ("rules.games", True),
            ("rules.games.house", True),
            ("rules.games.poker", True),
            ("rules.games.casino_stud", True),
        ],
        *[
            ("rules.jackpot", True),
            ("floor.ledger", True),
            ("floor.store", True),
            ("rounds.dealing", True),
            ("doors.cli", True),
        ],
    ]
]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("rules.cards", "from croupier.base.errors import Refused", None),
        ("rules.cards", "from croupier.rules.hands import rank", "upwards"),
        ("rules.cards", "from .hands import rank", "upwards"),
        ("rules.cards", "from . import hands", "upwards"),
        ("rules.cards", "import croupier.rounds.dealing.desk", "upwards"),
        ("rules.cards", "def f():\n    from croupier.floor import ledger", "upwards"),
        ("floor.ledger.sheets", "from ..store import base", "upwards"),
        ("floor.ledger.sheets", "from .house import show", None),
        ("rounds.dealing", "from croupier.rules.games.poker.machine import decide", None),
        ("rules.jackpot.meter", "from croupier.rules.games import GAMES", "must not know each other"),
        ("rules.games.common", "from croupier.rules import jackpot", "must not know each other"),
        ("rules.games.poker.pots", "from croupier.rules.games.house.betting import limits", None),
        ("rules.games.poker.pots", "from croupier.rules.games.common import LineSettled", None),
        ("rules.games.poker.pots", "from .betting import cap", None),
        ("rules.games.poker.pots", "from ..casino_stud.settle import settle", "games share only"),
        ("rules.games.house.rulings", "from croupier.rules.games import casino_stud", "games share only"),
        ("rules.games.common", "from croupier.rules.games.poker import pots", "games share only"),
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
    assert not layer_faults([*WORLD, parse("rules.games", "from .poker import machine", is_package=True)])


def test_finds_names_that_do_not_exist() -> None:
    assert f"LEVELS in tests/test_layers.py names {WORLD[-1].name}, which does not exist" in unknown_names(WORLD[:-1])


CARDS, ERRORS = (
    parse("rules.cards", "from croupier.base import errors"),
    parse("base.errors", "from croupier.rules.cards import Card"),
)
LATE = parse("base.errors", "def f():\n    from croupier.rules.cards import Card")
TYPES = parse("base.errors", "if TYPE_CHECKING:\n    from croupier.rules.cards import Card")


@pytest.mark.parametrize("back", [ERRORS, LATE, TYPES])
def test_finds_circles_of_modules(back: Module) -> None:
    (fault,) = module_circles([CARDS, back, parse("rules.hands", "import croupier.rules.cards")])
    assert set(fault.split(": ")[1].split(" > ")) == {"rules.cards", "base.errors"}
    assert not module_circles([CARDS, parse("base.errors", "")])


def test_finds_circles_of_packages() -> None:
    packages = [
        parse(name, "", is_package=True)
        for name in ("floor.store", "numbers.maths", "numbers.maths.odds", "numbers.maths.tools")
    ]
    there, back = (
        parse("numbers.maths.odds.sheet", "from croupier.numbers.maths.tools import kept"),
        "from croupier.numbers.maths import odds",
    )
    again = parse("numbers.maths.tools.shipped", back)
    kept, late = (
        parse("numbers.maths.tools.disk_cache", ""),
        parse("numbers.maths.tools.shipped", f"def f():\n    {back}"),
    )
    assert not package_circles([*packages, there, kept])
    assert not package_circles([*packages, there, kept, late])
    (fault,) = package_circles([*packages, there, kept, again])
    assert fault.startswith(f"parts of {packages[1].name} import each other in a circle")
    assert not module_circles([*packages, there, kept, again])


def test_a_late_import_counts_between_packages() -> None:
    packages = [parse(name, "", is_package=True) for name in ("floor.store", "floor.audit")]
    there = parse("floor.store.base", "from croupier.floor.audit import reading")
    back = parse("floor.audit.facts", "def f():\n    from croupier.floor import store")
    assert len(package_circles([*packages, parse("floor.audit.reading", ""), there, back])) == 1


@pytest.mark.parametrize(
    ("name", "text", "faulty"),
    [
        ("floor.store.opening", "from croupier.floor.store.sqlite import open_sqlite", False),
        ("floor.audit.reading", "import apsw", False),
        ("doors.cli.users", "from croupier.floor.store.opening import open_store", False),
        ("doors.cli.users", "def f():\n    from croupier.floor.store.sqlite import open_sqlite", True),
        ("doors.cli.users", "from croupier.floor.store import reader", True),
        ("doors.cli.journal", "import apsw", True),
        ("floor.server.running_floor", 'health = {"store": "sqlite"}', True),
    ],
)
def test_finds_engines(name: str, text: str, faulty: bool) -> None:
    assert bool(engine_faults([parse(name, text)])) == faulty


@pytest.mark.parametrize(
    ("name", "text", "faulty"),
    [
        ("rules.cards", "import random", False),
        ("rules.hands", "import random", True),
        ("rules.hands", "from os.path import join", True),
        ("rules.hands", "from datetime import datetime, time", False),
        ("rules.rulebook.load", "from pathlib import Path", False),
        ("rules.rulebook.load", "import time", True),
        ("rules.rulebook.model", "from pathlib import Path", True),
        ("rounds.dealing.desk", "import asyncio, time", False),
    ],
)
def test_finds_impure_imports(name: str, text: str, faulty: bool) -> None:
    assert bool(purity_faults([parse(name, text)])) == faulty


@pytest.mark.parametrize(
    ("name", "text", "faulty"),
    [
        ("rules.money", "share, odd = divmod(pot, 2); half = pot // 2", False),
        ("rules.money", "share = pot / 2", True),
        ("rules.money", "pot /= 2", True),
        ("rules.jackpot.meter", "rate = 0.01", True),
        ("floor.ledger.sheets", "float(cents)", True),
        ("floor.ledger.sheets", "assert not isinstance(cents, float)", False),
        ("rules.rulebook.load", "file = folder / name", False),
        ("rules.rulebook.load", "edge = 0.5", True),
        ("numbers.maths.report", "edge = won / 2.0", False),
    ],
)
def test_finds_floats(name: str, text: str, faulty: bool) -> None:
    assert bool(float_faults([parse(name, text)])) == faulty
