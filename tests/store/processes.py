"""Real processes on a store."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.floor.store.addresses import ServerAddress

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}


@contextmanager
def writing(store: Path | ServerAddress, fault: str = "") -> Iterator["subprocess.Popen[str]"]:
    """Writes until it is killed, at the end of the block if not before."""
    arguments = [
        sys.executable,
        "-m",
        "tests.store.writes",
        store.url if isinstance(store, ServerAddress) else str(store),
        *([fault] if fault else []),
    ]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT, cwd=ROOT
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def lines_of(process: "subprocess.Popen[str]", count: int | None = None) -> list[str]:
    """The next ones, or all until it ends."""
    assert process.stdout is not None
    if count is None:
        return process.stdout.read().splitlines()
    return [process.stdout.readline().strip() for _ in range(count)]
