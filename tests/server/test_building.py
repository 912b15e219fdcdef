"""How the pages get into a wheel, and what happens where they cannot be built."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]
NOT_COPIED = shutil.ignore_patterns("node_modules", "__pycache__")


def test_a_wheel_contains_the_pages(tmp_path: Path) -> None:
    assert subprocess.call([sys.executable, "web/build.py"], cwd=ROOT) == 0
    wheel = next(iter(WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])))
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        shell = archive.read("croupier/floor/server/room/index.html").decode()
    room = [name.removeprefix("croupier/floor/server/room/") for name in names if "/server/room/" in name]
    assert {"stamp", "index.html.br", "index.html.gz"} <= set(room)
    scripts = [name for name in room if name.endswith(".js")]
    assert any(name in shell for name in scripts)
    assert all(f"{name}{ending}" in room for name in scripts for ending in (".br", ".gz"))
    assert not [name for name in names if "node_modules" in name]


@pytest.mark.slow
def test_without_the_registry_nothing_fails_and_it_is_said(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=NOT_COPIED)
    unreachable = {
        **os.environ,
        "npm_config_registry": "http://127.0.0.1:9/",
        "npm_config_cache": str(tmp_path / "npm"),
    }
    build = [sys.executable, str(tmp_path / "web" / "build.py")]
    done = subprocess.run(build, capture_output=True, text=True, env=unreachable, check=False)
    assert done.returncode == 1
    assert "the npm registry did not give the packages" in done.stderr
    room = tmp_path / "src" / "croupier" / "floor" / "server" / "room"
    assert [file.name for file in room.iterdir()] == ["missing.txt"]
    assert "the npm registry did not give the packages" in (room / "missing.txt").read_text()


def test_only_the_sources_count(tmp_path: Path) -> None:
    """What is built stays as long as they do not change."""
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=NOT_COPIED)
    digest = f"import runpy; print(runpy.run_path({str(tmp_path / 'web' / 'build.py')!r})['digest']())"

    def now() -> str:
        return subprocess.run([sys.executable, "-c", digest], capture_output=True, text=True, check=True).stdout

    before = now()
    (tmp_path / "web" / "node_modules").mkdir()
    (tmp_path / "web" / "node_modules" / "any.js").write_text("")
    assert now() == before
    (tmp_path / "web" / "src" / "more.ts").write_text("")
    assert now() != before
