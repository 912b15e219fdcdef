"""Which browser the tests drive: the one named in CROUPIER_CHROMIUM, one on PATH, or one from the npm registry.

`python -m tests.browser.chromium` fetches what is missing; `run.py test` does that first. A browser that is not there
is an error of every test that needs one, never a reason to skip it.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.browser.pages_build import BUILD

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules"
AXE = PACKAGES / "axe-core" / "axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
UNPACK = """
const { createReadStream, createWriteStream } = require("node:fs");
const { pipeline } = require("node:stream/promises");
const { createBrotliDecompress } = require("node:zlib");
const [from, to] = process.argv.slice(1);
pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
"""


class Browser(NamedTuple):
    program: str
    environment: dict[str, str]


class NoBrowser(Exception):
    """What to do about it, in a sentence."""


def browser() -> Browser:
    named = os.environ.get("CROUPIER_CHROMIUM") or next((found for name in NAMES if (found := shutil.which(name))), "")
    if named:
        return Browser(named, {})
    folder = _folder()
    if not (folder / "chromium").exists():
        raise NoBrowser("there is no Chromium; python -m tests.browser.chromium fetches one, or name it in "
                        "CROUPIER_CHROMIUM")  # fmt: skip
    libraries = os.pathsep.join([str(folder / "al2023" / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]).strip(":")
    return Browser(str(folder / "chromium"), {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_PATH": str(folder / "fonts")})


def fetch() -> None:
    """Axe, and a browser where there is none."""
    has_one = _has_one()
    if AXE.exists() and has_one:
        return
    print("croupier: fetching what looks at the pages, which takes a moment …", file=sys.stderr, flush=True)
    omit = ["--omit=optional"] if has_one else []
    BUILD.npm("ci", "--ignore-scripts", *omit, folder=HERE, trouble="the npm registry did not give the browser")
    if not has_one:
        _unpack()


def _has_one() -> bool:
    try:
        browser()
    except NoBrowser:
        return False
    return True


def _folder() -> Path:
    """Outside the checkout, so that several share it."""
    version = json.loads((HERE / "package.json").read_text())["optionalDependencies"]["@sparticuz/chromium"]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "croupier" / f"chromium-{version}"


def _unpack() -> None:
    packed, folder, node = PACKAGES / "@sparticuz" / "chromium" / "bin", _folder(), BUILD.node()
    if not packed.exists() or node is None:
        raise NoBrowser("the npm registry has a Chromium for Linux on x64 only; install one, or name it in "
                        "CROUPIER_CHROMIUM")  # fmt: skip
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        target = Path(made) / "chromium"
        target.mkdir()
        for archive in packed.glob("*.br"):
            file = target / archive.stem
            subprocess.run([node, "-e", UNPACK, str(archive), str(file)], check=True)
            if file.suffix == ".tar":
                with tarfile.open(file) as tar:
                    tar.extractall(target / _into(file), filter="data")
                file.unlink()
        (target / "chromium").chmod(0o755)
        settings = target / "fonts" / "fonts.conf"
        settings.write_text(settings.read_text().replace("/tmp/fonts", str(folder / "fonts")))
        if not folder.exists():  # somebody else may have been faster
            target.rename(folder)


def _into(archive: Path) -> str:
    return "" if archive.stem == "swiftshader" else archive.stem


if __name__ == "__main__":
    try:
        fetch()
    except (NoBrowser, BUILD.NotBuilt) as error:
        sys.exit(f"croupier: {error}")
