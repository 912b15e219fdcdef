"""Runs a command in a process of its own that is killed at its N-th change of the disk.

Changes are files that are opened for writing, named, linked or removed, and commits of a database. The process is a
copy of this one, so that nothing has to be loaded again.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw

from croupier.doors.cli import main

FILES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate"}
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def run(arguments: list[object], under: Path, kill_at: int) -> int:
    """The exit status, or -9 if it was killed."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        _, status = os.waitpid(pid, 0)
        return os.waitstatus_to_exitcode(status)
    status = 70
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        _arm(str(under), kill_at)
        status = main([str(argument) for argument in arguments])
    finally:
        os._exit(status)


def _arm(under: str, kill_at: int) -> None:
    left = kill_at

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, told: tuple[Any, ...]) -> None:
        opened = event == "open" and isinstance(told[2], int) and told[2] & WRITES
        if (opened or event in FILES) and str(told[0]).startswith(under):
            count()

    def committing() -> bool:
        count()
        return False  # go on with it

    def connected(connection: apsw.Connection) -> None:
        connection.set_commit_hook(committing)

    sys.addaudithook(hook)
    apsw.connection_hooks.append(connected)


def everywhere(arguments: list[object], under: Path, again: Callable[[], None]) -> Iterator[int]:
    """Killed at its first change, its second, and so on until it is not; `again` puts everything back in between."""
    for kill_at in range(1, 500):
        again()
        status = run(arguments, under, kill_at)
        if status != -signal.SIGKILL:
            assert status == 0, f"nobody killed it, and it ended with {status}"
            assert kill_at > 3, "it changes something"
            return
        yield kill_at
    raise AssertionError("the command does not end")
