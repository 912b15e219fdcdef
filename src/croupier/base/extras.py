"""Packages that an installation may lack, because they come with an extra: `pip install 'croupier[odds]'`.

Rules, round files and play need none of them. run.py reads this file too, before anything is installed.
"""

from collections.abc import Sequence
from pathlib import Path

EXTRAS = {
    "floor": ("apsw", "nacl", "argon2", "starlette", "uvicorn", "websockets", "httptools", "uvloop", "segno"),
    "odds": ("numpy", "numba"),
    "pdf": ("typst",),
    "postgres": ("psycopg",),
    "cluster": ("distributed",),
    "rl": ("gymnasium", "pettingzoo"),
    "frames": ("polars",),
    "xlsx": ("xlsxwriter",),
}
"""The modules that each extra brings; pyproject.toml names their packages."""

OF_COMMANDS = {
    "simulate": ("odds",),
    "open": ("floor", "odds"),  # the coach at its tables counts
    "serve": ("floor", "odds"),
    "join": ("floor",),
    "shoe": ("floor",),
    "users": ("floor",),
    "backup": ("floor",),
    "restore": ("floor",),
    "keys": ("floor",),
    "journal": ("floor",),
    "audit": ("floor",),
    "report": ("floor",),
}
"""What run.py installs for a command before it starts."""

ON_DEMAND = {"odds": ("odds",), "advise": ("odds",), "verify": ("floor",)}
"""What to install if the command turns out to need something: approved books and proofs of cards need nothing."""

LACKING = 69
"""The exit status for that: the service is not available."""


def needed(arguments: Sequence[str], store: str = "") -> tuple[str, ...]:
    """The extras of a command line, as far as one can tell without running it. `store` is CROUPIER_STORE."""
    command = next((word for word in arguments if word != "help"), "")
    found = OF_COMMANDS.get(command, ())
    for extra in ("pdf", "xlsx"):
        if any(word.endswith(f".{extra}") for word in arguments):
            found += (extra,)
    if command == "simulate" and any(word.startswith("--on") for word in arguments):
        found += ("cluster",)
    if "floor" in found and any("postgres" in word and "://" in word for word in (*arguments, store)):
        found += ("postgres",)
    return found


def lacking(what: str, module: str | None) -> str | None:
    """Words for what cannot be done without a module, if an extra brings it."""
    package = (module or "").split(".")[0]
    for extra, modules in EXTRAS.items():
        if package in modules:
            return f"{what} needs {package}, which is not installed: {how_to_get(extra)}"
    return None


def how_to_get(extra: str) -> str:
    """How to install it; in a checkout run.py does."""
    in_checkout = (Path(__file__).parents[3] / "requirements" / f"{extra}.txt").exists()
    return f"python3 run.py install {extra}" if in_checkout else f"pip install 'croupier[{extra}]'"
