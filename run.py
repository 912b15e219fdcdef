"""Run croupier from a checkout; nothing but Python is needed.

    python3 run.py play three-card-poker     any croupier command
    python3 run.py open                      the demo floor in a browser: builds the pages first
    python3 run.py test                      style, types and every test; further arguments go to pytest

The first start makes .venv and installs what requirements/ pins; later ones go straight to the command. The pages are
built for whoever wants to see them (open, serve, test), when their sources have changed; nothing else waits for them.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

if not (3, 11) <= sys.version_info < (3, 15):
    sys.exit(
        f"croupier needs Python 3.11 to 3.14; this is {sys.version.split()[0]} at {sys.executable}.\n"
        "Start run.py with one of those, for example: python3.12 run.py --help"
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")

WITH_PAGES = ("open", "serve")

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("tests.browser.pages_check",),
    ("pytest", "-n", "auto", "--maxprocesses", "8"),
)


def prepare(group: str) -> None:
    """Bring .venv to what requirements/<group>.txt and pyproject.toml say, unless its stamp says it is."""
    place = f"{ROOT} {sys.version_info.major}.{sys.version_info.minor}"
    sources = ("pyproject.toml", "requirements/run.txt", "requirements/test.txt")
    digest = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in sources)).hexdigest()
    found = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.exists() and PYTHON.exists() else []
    if "test" in found:
        group = "test"  # it contains everything that running needs
    if found == [place, digest, group]:
        return

    print(f"croupier: installing into {VENV}, which takes a moment …", file=sys.stderr, flush=True)
    STAMP.unlink(missing_ok=True)  # so that an interrupted installation starts afresh
    venv, pip = installer()
    if found[:1] != [place]:
        install([sys.executable, "-m", *venv, "--clear", str(VENV)])
    install([*pip, "--require-hashes", "-r", str(ROOT / "requirements" / f"{group}.txt")])
    install([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)])
    STAMP.write_text(f"{place}\n{digest}\n{group}\n", encoding="utf-8")


def installer() -> tuple[list[str], list[str]]:
    """How this Python makes an environment, and how it installs into ours."""
    if importlib.util.find_spec("ensurepip"):
        venv, pip = ["venv"], [str(PYTHON), "-m", "pip"]
    elif importlib.util.find_spec("pip"):  # Debian keeps ensurepip in a package of its own
        venv, pip = ["venv", "--without-pip"], [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    else:
        sys.exit("croupier: this Python has no pip. On Debian and Ubuntu: sudo apt install python3-venv")
    return venv, [*pip, "install", "--quiet", "--no-user", "--no-input", "--disable-pip-version-check"]


def build_pages() -> bool:
    """Whether there are pages. Where a machine has no node the package index has; `open` says what is missing."""
    build = [str(PYTHON), str(ROOT / "web" / "build.py")]
    if subprocess.call([*build, "--needs-node"]) == 0:
        print("croupier: fetching node from the package index, which takes a moment …", file=sys.stderr, flush=True)
        node = str(ROOT / "requirements" / "node.txt")
        subprocess.call([*installer()[1], "--require-hashes", "-r", node])
    return subprocess.call(build) == 0


def install(command: list[str]) -> None:
    if subprocess.call(command) != 0:
        sys.exit(
            "croupier: the installation failed; the lines above say why.\n"
            "It needs a package index: pip's usual settings for mirrors, proxies and certificates apply.\n"
            "Then start the same command again. If it keeps failing, delete .venv first."
        )


def test(arguments: list[str]) -> int:
    """Run every check, also after a failing one; the last gets the arguments."""
    failed = [] if build_pages() else ["the pages"]
    if subprocess.call([PYTHON, "-m", "tests.browser.chromium"], cwd=ROOT) != 0:
        failed.append("the browser")
    for check in CHECKS:
        command = [*check, *arguments] if check is CHECKS[-1] else [*check]
        print("$", *command, flush=True)
        if subprocess.call([PYTHON, "-m", *command], cwd=ROOT) != 0:
            failed.append(" ".join(check))
    print("failed: " + "; ".join(failed) if failed else "all checks passed")
    return 1 if failed else 0


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["test"]:
        prepare("test")
        return test(arguments[1:])
    prepare("run")
    if arguments[:1] and arguments[0] in WITH_PAGES and not {"-h", "--help"} & set(arguments):
        build_pages()
    command = [str(BIN / "croupier"), *arguments]
    if not WINDOWS:
        os.execv(command[0], command)
    return subprocess.call(command)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
