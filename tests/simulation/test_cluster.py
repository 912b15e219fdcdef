"""A run on a real Dask cluster: scheduler and workers as processes of their own, one of them killed."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

import croupier

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra cluster"),
]
SIMULATE = (sys.executable, "-m", "croupier", "simulate")
SOURCE = Path(croupier.__file__).parent


class Started(NamedTuple):
    process: subprocess.Popen[str]
    said: str
    """The line that it is ready with."""


@contextmanager
def started(words: list[str], ready: str, folder: Path, source: Path | None = None) -> Iterator[Started]:
    """A process of Dask, with the croupier of this test or with another one."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:], "--host", "127.0.0.1", "--no-dashboard"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, **({} if source is None else {"PYTHONPATH": str(source)})},
    )
    assert process.stderr is not None
    try:
        lines: list[str] = []
        while not lines or ready not in lines[-1]:
            lines.append(process.stderr.readline())
            assert lines[-1], lines
        yield Started(process, lines[-1])
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    with started(["dask_scheduler", "--port", "0"], "Scheduler at", tmp_path) as found:
        yield found.said.split()[-1]


def worker(address: str, folder: Path, source: Path | None = None) -> AbstractContextManager[Started]:
    return started(["dask_worker", address, "--no-nanny", "--nthreads", "1"], "Registered to", folder, source)


def test_a_killed_worker_and_a_strange_one(scheduler: str, tmp_path: Path) -> None:
    asked = [*SIMULATE, "three-card-poker", "--rounds", "2e7", "--jackpot-bet", "5", "--seed", "3", "--json"]
    with ExitStack() as cluster:
        killed = cluster.enter_context(worker(scheduler, tmp_path)).process
        cluster.enter_context(worker(scheduler, tmp_path))
        out = tmp_path / "run"
        run = subprocess.Popen([*asked, "--on", scheduler, "--out", str(out)], stdout=subprocess.PIPE)
        while run.poll() is None and len(list(out.glob("parts/*.json"))) < 5:
            pass
        killed.send_signal(signal.SIGKILL)
        assert killed.wait() == -signal.SIGKILL
        assert len(list(out.glob("parts/*.json"))) < 64
        found = json.loads(run.communicate()[0])
        assert run.returncode == 0
    here = json.loads(subprocess.run([*asked, "--jobs", "1"], check=True, capture_output=True).stdout)
    assert found.pop("run")["cluster"] == scheduler
    here.pop("run")
    assert found == here

    strange = tmp_path / "strange"
    shutil.copytree(SOURCE, strange / "croupier")
    with (strange / "croupier/numbers/simulation/verdict.py").open("a") as file:
        file.write("# another program\n")
    with worker(scheduler, tmp_path, strange):
        refused = subprocess.run([*asked, "--on", scheduler], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "planned with kernels" in refused.stderr


def test_nobody_there() -> None:
    asked = [*SIMULATE, "three-card-poker", "--rounds", "10", "--on", "tcp://127.0.0.1:1"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in found.stderr
