"""Runs the application on a socket until a signal comes or the store fails."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Protocol

import uvicorn

from croupier.base.sentences import Sentence, says
from croupier.floor.server.app import App
from croupier.floor.server.edge.connections import Socket, connection
from croupier.floor.server.process.logs import LOG, quiet_uvicorn
from croupier.floor.store.base import StoreBehind, StoreUnusable

INTERRUPTED, STORE_FAILED, STORE_UNUSABLE = 130, 5, 3
ROOM_FOR_FRAMES = 65_536
"""Above the limit the application says goodbye; far above it the connection is cut."""


class Drained(Protocol):
    """Something that stops gently."""

    def drain(self) -> None:
        """Starts no new rounds."""

    def rounds_open(self) -> bool: ...


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises OSError if the port is not available."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
        listening.setblocking(False)
    except BaseException:
        listening.close()
        raise
    return listening


def own_addresses() -> list[str]:
    """The addresses under which others on the network reach this machine, the likeliest first; or loopback."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # an address of documentation: no packet is sent, but a route is chosen
        found.append(asked.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return list(dict.fromkeys(host for host in found if not host.startswith("127."))) or ["127.0.0.1"]


def address_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def host_and_port(listening: socket.socket) -> str:
    return address_of(listening).removeprefix("http://")


def address_towards(host: str) -> str:
    """The address of this machine from which it reaches that host."""
    if not host:
        return "127.0.0.1"
    family, _, _, _, address = socket.getaddrinfo(host, 9, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect(address)  # sends nothing
        return str(asking.getsockname()[0])


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # the caller handles the signals


class Serving:
    """One run of the server."""

    def __init__(self, app: App, house: Drained, listening: socket.socket, drain: float) -> None:
        self.app, self._house, self._listening, self._drain = app, house, listening, drain
        limits = app.settings.limits
        config = uvicorn.Config(
            app,
            http=connection(limits),
            ws=Socket,
            ws_max_size=limits.frame + ROOM_FOR_FRAMES,
            ws_ping_interval=None,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=3,
        )
        self._server = _Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Future[int] | None = None
        self._draining: asyncio.Task[None] | None = None
        self.hand_over: Callable[[], Awaitable[bool]] = _to_nobody
        """Lets another process decide; returns whether there is one. Otherwise the open rounds end here."""

    def run(self, ready: Callable[[], None]) -> int:
        """Runs until the end. Returns the exit status; `ready` is called when connections are accepted."""
        quiet_uvicorn()
        _more_files()
        with asyncio.Runner(loop_factory=self._server.config.get_loop_factory()) as runner:
            return runner.run(self.serve(ready))

    async def serve(self, ready: Callable[[], None]) -> int:
        self._loop = loop = asyncio.get_running_loop()
        self._over = loop.create_future()
        with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):  # not in the main thread
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self._signal)
        self.app.start()
        serving = asyncio.ensure_future(self._server.serve(sockets=[self._listening]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.001)
        ready()
        status = await self._over
        self._server.should_exit = True
        await serving
        return status

    def stop(self) -> None:
        """Stops gently: open rounds may finish."""
        if self._draining is None:
            self._draining = asyncio.ensure_future(self._stop_gently())

    def stop_soon(self) -> None:
        """The same, from another thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.stop)

    def store_failed(self, error: Exception) -> None:
        """The store failed: nothing more can be answered."""
        LOG.failed("store", error)
        self.app.store_failed()
        status = STORE_UNUSABLE if isinstance(error, StoreBehind | StoreUnusable) else STORE_FAILED
        self._draining = asyncio.ensure_future(self._end(4503, says("store-stopped"), status))

    def _signal(self) -> None:
        if self._draining is not None:
            LOG.say("warning", "stopped at once")
            sys.stdout.flush()
            os._exit(INTERRUPTED)
        self.stop()

    async def _stop_gently(self) -> None:
        LOG.say("info", "stopping")
        if await self.hand_over():
            await self._end(1012, says("stopping-come-back"), 0)
            return
        self._house.drain()
        loop = asyncio.get_running_loop()
        end = loop.time() + self._drain
        while self._house.rounds_open() and loop.time() < end:
            await asyncio.sleep(0.02)
        await self._end(1012, says("stopping-come-back"), 0)

    async def _end(self, code: int, why: Sentence, status: int) -> None:
        await self.app.stop(code, why)
        if self._over is not None and not self._over.done():
            self._over.set_result(status)


async def _to_nobody() -> bool:
    return False


def _more_files() -> None:
    """Raises the limit of open files: thousands of sockets need more than a shell allows by default."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 16_384 if hard == resource.RLIM_INFINITY else min(16_384, hard)
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
