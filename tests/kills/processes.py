"""Servers as processes: started, killed at a commit, started again on what is left."""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PATIENCE = 300.0
"""Seconds until a process that says nothing is taken for dead; it only ever ends a test that fails."""


class Silent(Exception):
    """A process did not say what it had to say, or did not end."""


class Server:
    """One run of `croupier open`. With `fork` the program is not reloaded: this process becomes a copy of itself that
    runs it, in a fifth of the time. `in_opening` is a fault that counts commits from the first one, before the ready
    line: it strikes while what was left behind is being recovered."""

    def __init__(
        self,
        folder: Path,
        *more: str,
        fault: str = "",
        in_opening: str = "",
        fork: bool = False,
        command: str = "open",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder, self.fault = folder, fault
        options = ["--store", str(folder / "d"), "--floor", str(folder / "floor.toml"), "--no-bots"]
        arguments = [command, *(options if command == "open" else ()), *more, "--json"]
        self.errors = folder / "errors.txt"
        added = {"CROUPIER_FAULT": fault} if fault else {}
        added |= dict(environment or {})
        reading, writing = os.pipe()
        if fork:
            self.pid = self._forked(arguments, added, in_opening, reading, writing)
        else:
            self.pid = self._started(arguments, added, in_opening, writing)
        os.close(writing)
        self._out = reading
        self._left = b""
        self._status: int | None = None
        try:
            self.line = self.next_line()
        except BaseException:
            self.kill()
            raise

    def _started(self, arguments: list[str], added: Mapping[str, str], in_opening: str, out: int) -> int:
        environment = {**os.environ, **added, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        environment.pop("CROUPIER_STORE", None)
        program = ["-m", "tests.kills.opening", in_opening] if in_opening else ["-m", "croupier"]
        with self.errors.open("ab") as errors:
            process = subprocess.Popen(
                [sys.executable, *program, *arguments], stdout=out, stderr=errors, env=environment
            )
        self._process = process  # so that it is not collected
        return process.pid

    def _forked(self, arguments: list[str], added: Mapping[str, str], in_opening: str, reading: int, out: int) -> int:
        from tests.kills import opening

        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid:
            return pid
        status = 70
        try:
            os.setpgid(0, 0)
            os.close(reading)
            os.dup2(out, 1)
            os.dup2(os.open(self.errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", 1)
            os.environ.update(added)
            status = opening.main([in_opening, *arguments])
            sys.stdout.flush()
        except SystemExit as left:  # arguments that cannot be read
            status = int(left.code or 0)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
        finally:
            os._exit(status)

    def next_line(self) -> dict[str, Any]:
        """What it says next; nothing where it has ended without a word."""
        until = time.monotonic() + PATIENCE
        while b"\n" not in self._left:
            ready, _, _ = select.select([self._out], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise Silent(f"the server says nothing: {self.complaint()}")
            read = os.read(self._out, 65_536)
            if not read:
                return {}
            self._left += read
        line, _, self._left = self._left.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        return told

    def complaint(self) -> str:
        return self.errors.read_text()[-2_000:]

    def signal(self, number: int) -> None:
        if self._status is None:
            os.kill(self.pid, number)

    def kill(self) -> int:
        self.signal(signal.SIGKILL)
        return self.ended()

    def ended(self) -> int:
        """Its exit status, as `subprocess` has it, when it has ended."""
        until = time.monotonic() + PATIENCE
        while self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
                if hasattr(self, "_process"):
                    self._process.returncode = self._status
                os.close(self._out)
            elif time.monotonic() > until:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                self._status = -signal.SIGKILL
                raise Silent(f"the server does not end: {self.complaint()}")
            else:
                time.sleep(0.002)
        return self._status

    @property
    def is_stopped(self) -> bool:
        """Stands still, as after a stop signal."""
        return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] in "tT"


def copied(source: Path, target: Path) -> None:
    """A house that is closed, with its key, its passwords and its checkpoints."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
