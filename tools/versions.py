"""Tests on every Python that croupier claims and this machine has.

    python -m tools.versions                 the quick tests, on each
    python -m tools.versions 3.13 -k poker   on one; what else stands here goes to pytest

Interpreters are looked for on PATH (python3.12), in pyenv and where uv keeps its own. Each gets an environment of
its own in .versions, made by run.py with the same pins as every other. Browsers and other slow tests are left to
`run.py test`.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENTS = ROOT / ".versions"
QUICK = ("-q", "-m", "not slow", "-n", "auto", "--maxprocesses", "8")
CLAIM = re.compile(r"Programming Language :: Python :: (3\.\d+)")
ASK = "import sys; print('%d.%d' % sys.version_info[:2]) if sys.implementation.name == 'cpython' else None"


def claimed() -> list[str]:
    """The versions that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [found[1] for line in project["classifiers"] if (found := CLAIM.fullmatch(line))]


def interpreters(versions: list[str]) -> dict[str, str]:
    """The first interpreter of each version that starts."""
    found: dict[str, str] = {}
    for version in versions:
        for program in candidates(version):
            asked = subprocess.run([program, "-c", ASK], capture_output=True, text=True, check=False)
            if asked.returncode == 0 and asked.stdout.strip() == version:
                found[version] = program
                break
    return found


def candidates(version: str) -> Iterator[str]:
    if version == "{}.{}".format(*sys.version_info):
        yield sys.executable
    if program := shutil.which(f"python{version}"):
        yield program
    homes = (os.environ.get("PYENV_ROOT") or "~/.pyenv", os.environ.get("UV_PYTHON_INSTALL_DIR") or "~/.local/share/uv")
    for home in homes:
        yield from map(str, sorted(Path(home).expanduser().glob(f"*/*{version}*/bin/python{version}"), reverse=True))


def tested(version: str, program: str, arguments: list[str]) -> int:
    environment = ENVIRONMENTS / version
    here = os.environ | {"CROUPIER_VENV": str(environment)}
    made = subprocess.call([program, "run.py", "install", "test"], cwd=ROOT, env=here)
    if made != 0:
        return made
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    return subprocess.call([str(python), "-m", "pytest", *QUICK, *arguments], cwd=ROOT, env=here)


def main(arguments: list[str]) -> int:
    wanted = [word for word in arguments if word in claimed()] or claimed()
    found = interpreters(wanted)
    results = dict.fromkeys(wanted, "not on this machine")
    for version, program in found.items():
        print(f"\nPython {version}: {program}", flush=True)
        status = tested(version, program, [word for word in arguments if word not in wanted])
        results[version] = "passed" if status == 0 else f"failed with {status}"
    print()
    for version, result in results.items():
        print(f"Python {version}: {result}")
    return 1 if not found or any(results[version] != "passed" for version in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
