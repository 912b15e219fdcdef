"""Makes a release, or rehearses one.

    .venv/bin/python -m tools.release 0.2.0 --rehearse     in a copy that is thrown away: the checkout stays as it is
    .venv/bin/python -m tools.release 0.2.0                in the checkout, files in dist/; nothing is sent anywhere

Fragments of changelog.d become a section of CHANGELOG.md. The version is set; the sdist is built, and the wheel from
the unpacked sdist. Both are built again and compared; `tools.wheel_check` tries the wheel in environments of its own.
docs/release.md says what comes before and after.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tools import sbom
from tools.changelog import Wrong, gather
from tools.wheel_check import Unfit, check

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
VERSION_FILE = Path("src") / "croupier" / "version.py"
ROOM = Path("src") / "croupier" / "floor" / "server" / "room"  # the built pages, which git does not have


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Make a release, or rehearse one.")
    parser.add_argument("version", help="such as 0.2.0: newer than the last one")
    parser.add_argument("--rehearse", action="store_true", help="in a copy that is thrown away")
    parser.add_argument("--light", action="store_true", help="check the wheel without its extras, which are large")
    options = parser.parse_args(argv)
    try:
        rising(version_of(ROOT), options.version)
        if options.rehearse:
            with tempfile.TemporaryDirectory(prefix="croupier-release-") as folder:
                copy = Path(folder) / "croupier"
                copied(ROOT, copy)
                release(copy, options.version, light=options.light)
            print("rehearsed: nothing in the checkout has changed")
        else:
            clean(ROOT)
            release(ROOT, options.version, light=options.light)
            print(f"Read the diff, then: git commit -am 'release: {options.version}' && git tag v{options.version}")
    except (Wrong, Unfit) as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    return 0


def release(root: Path, version: str, *, light: bool) -> None:
    before = version_of(root)
    gathered = gather(root, version, datetime.now(UTC).date())
    print(f"changelog: {gathered} fragments under {version}", flush=True)
    file = root / VERSION_FILE
    file.write_text(file.read_text(encoding="utf-8").replace(f'"{before}"', f'"{version}"'), encoding="utf-8")
    sdist, wheel = built(root)
    print(f"built: {sdist.name}, {wheel.name} ({wheel.stat().st_size // 1000} KB)", flush=True)
    if changed := not_reproducible(root, sdist, wheel):
        raise Wrong(f"a second build differs in {', '.join(changed)}")
    print("built again: the same to the byte", flush=True)
    print(f"documentation: {documentation(root, version).name}", flush=True)
    listed = sbom.write(root, version, root / "dist" / f"croupier-{version}.cdx.json")
    print(f"bill of materials: {listed} packages", flush=True)
    check(wheel, version, light=light)


def version_of(root: Path) -> str:
    found = re.search(r'__version__ = "([^"]+)"', (root / VERSION_FILE).read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def rising(before: str, version: str) -> None:
    if numbers(version) <= numbers(before):
        raise Wrong(f"expected a version after {before}, got {version}")


def numbers(version: str) -> tuple[int, ...]:
    found = VERSION.fullmatch(version)
    if found is None:
        raise Wrong(f"expected a version of three numbers such as 0.2.0, got {version}")
    return tuple(map(int, found.groups()))


def built(root: Path) -> tuple[Path, Path]:
    """Builds the wheel from the sdist, so that somebody who has only the sdist can build it too."""
    dist = root / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    hatchling(root, "sdist", dist)
    (sdist,) = dist.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        hatchling(Path(folder) / sdist.name.removesuffix(".tar.gz"), "wheel", dist)
    (wheel,) = dist.glob("*.whl")
    return sdist, wheel


def not_reproducible(root: Path, *files: Path) -> list[str]:
    """The files that a second build makes differently."""
    with tempfile.TemporaryDirectory() as folder:
        first = {file.name: file.read_bytes() for file in files}
        again = Path(folder) / "again"
        shutil.copytree(root / "dist", again)
        try:
            built(root)
            return [file.name for file in files if not file.exists() or file.read_bytes() != first[file.name]]
        finally:
            shutil.rmtree(root / "dist", ignore_errors=True)
            shutil.copytree(again, root / "dist")


def documentation(root: Path, version: str) -> Path:
    """The site as one file."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / f"croupier-{version}-docs"
        done = subprocess.run(
            [sys.executable, "-m", "tools.site", str(site)], cwd=root, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise Wrong(f"the documentation cannot be built:\n{done.stderr or done.stdout}")
        return Path(shutil.make_archive(str(root / "dist" / site.name), "zip", folder, site.name))


def hatchling(source: Path, target: str, dist: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(dist)],
        cwd=source, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise Wrong(f"the {target} cannot be built:\n{done.stderr or done.stdout}")


def clean(root: Path) -> None:
    done = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True)
    if done.stdout:
        raise Wrong(f"expected a checkout without changes, got\n{done.stdout.rstrip()}")


def copied(root: Path, copy: Path) -> None:
    """All that git knows or would add, and the pages, so that they are not built again."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in names:
        if name and (root / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy / name)
    if (root / ROOM).exists():
        shutil.copytree(root / ROOM, copy / ROOM)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
