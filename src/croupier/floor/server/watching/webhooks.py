"""Webhooks: public events, posted to other programs in order and at least once.

Each webhook has a thread of its own, so that nobody waits for its receiver: no act, and no other webhook. The store
keeps what has been delivered with whatever it writes next; after a crash the last events before it come again.
"""

import hashlib
import hmac
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, get_args
from urllib.parse import urlsplit

import msgspec

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.floor.live.answers.events import Kind, PublicEvent
from croupier.floor.live.history.public_events import Place
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.process.logs import LOG
from croupier.floor.server.running_floor import RunningFloor
from croupier.floor.store.base import MetaRow, ReadFailed, noted_number
from croupier.rounds.roundfile.read import check_keys, shown

AT_ONCE = 100
"""Events that are posted together, at most."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0
"""Seconds before the next try; each one that fails doubles them."""
ANSWERS_WITHIN = 10.0
"""Seconds for the connection, and for the answer."""
ENDS_WITHIN = 1.0
SHORTEST_SECRET = 16
MOST = 16
KINDS: tuple[str, ...] = get_args(Kind)


class Webhook(Value):
    url: str
    secret: str
    kinds: frozenset[str] = frozenset(KINDS)

    @property
    def host(self) -> str:
        """For logs: the rest of an address may be a secret."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def note(self) -> str:
        """The key of the number of the last event that was delivered."""
        return f"webhook {hashlib.sha256(self.url.encode()).hexdigest()}"

    def wants(self, event: PublicEvent) -> bool:
        return not self.kinds.isdisjoint((event.kind, *event.also))

    def signature(self, at: int, body: bytes) -> str:
        digest = hmac.new(self.secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
        return f"t={at},v1={digest}"

    def connection(self) -> HTTPConnection:
        parts = urlsplit(self.url)
        assert parts.hostname is not None, "read_webhooks checks that"
        if parts.scheme == "https":
            return HTTPSConnection(parts.hostname, parts.port or 443, timeout=ANSWERS_WITHIN)
        return HTTPConnection(parts.hostname, parts.port or 80, timeout=ANSWERS_WITHIN)

    @property
    def target(self) -> str:
        parts = urlsplit(self.url)
        return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def read_webhooks(sections: Sequence[Mapping[str, Any]]) -> tuple[Webhook, ...]:
    """Every `[[webhook]]` of a floor file or configuration."""
    if len(sections) > MOST:
        raise Unreadable(f"[[webhook]]: expected at most {MOST}, got {len(sections)}")
    hooks = tuple(_webhook(f"[[webhook]] {number}", data) for number, data in enumerate(sections, 1))
    if len({hook.url for hook in hooks}) < len(hooks):
        raise Unreadable("[[webhook]]: expected a url of its own for each; list all its kinds under events")
    return hooks


def _webhook(where: str, data: Mapping[str, Any]) -> Webhook:
    check_keys(where, data, {"url", "secret", "events"})
    url, secret, events = data.get("url"), data.get("secret"), data.get("events", "all")
    if not isinstance(url, str) or not _is_address(url):
        raise Unreadable(f'{where}: url: expected an address such as "https://display.example/events", or with http')
    if not isinstance(secret, str) or len(secret) < SHORTEST_SECRET:
        raise Unreadable(f"{where}: secret: expected a string of {SHORTEST_SECRET} characters or more")
    if events == "all":
        return Webhook(url, secret)
    if not isinstance(events, list) or not events or any(each not in KINDS for each in events):
        raise Unreadable(f'{where}: events: expected "all" or a list of {", ".join(KINDS)}; got {shown(events)}')
    return Webhook(url, secret, frozenset(events))


def _is_address(url: str) -> bool:
    if not url.isascii() or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    plain = "@" not in parts.netloc and not parts.fragment and port != 0
    return parts.scheme in ("http", "https") and bool(parts.hostname) and plain


class Webhooks:
    """Those of the process that decides."""

    def __init__(self, running: RunningFloor, hooks: Sequence[Webhook]) -> None:
        reading = threading.Lock()
        self._senders = [_Sender(running, hook, reading) for hook in hooks]
        if hooks:
            running.floor.books.listeners.append(lambda _: self._tell())

    def _tell(self) -> None:
        for sender in self._senders:
            sender.news.set()

    def begin(self) -> None:
        """This process decides from now on."""
        for sender in self._senders:
            sender.start()

    def end(self) -> None:
        """Before the store closes. What is not delivered yet is after the next start."""
        for sender in self._senders:
            sender.end()
        until = time.monotonic() + ENDS_WITHIN
        for sender in self._senders:
            if sender.is_alive():
                sender.join(max(0.0, until - time.monotonic()))


class _NotTaken(Exception):
    """The receiver answered with another status than 2xx, or was not asked any more."""


class _Sender(threading.Thread):
    def __init__(self, running: RunningFloor, hook: Webhook, reading: threading.Lock) -> None:
        """With `reading`, only one webhook at a time reads from the store."""
        super().__init__(name="webhook", daemon=True)
        self._hook, self._store, self._events, self._reading = hook, running.store, running.events, reading
        self.news = threading.Event()
        self._ended = threading.Event()
        self._connection: HTTPConnection | None = None

    def end(self) -> None:
        self._ended.set()
        self.news.set()
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with suppress(OSError):
                socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)

    def run(self) -> None:
        place: Place | None = None
        failures = 0
        while not self._ended.is_set():
            try:
                place = self._deliver(self._begin() if place is None else place)
                if failures:
                    LOG.say("info", "webhook delivers again", to=self._hook.host)
                failures = 0
            except Exception as error:
                if self._ended.is_set():
                    return
                wait = min(FIRST_WAIT * 2 ** min(failures, 20), LONGEST_WAIT)
                failures += 1
                if isinstance(error, OSError | HTTPException | ReadFailed | _NotTaken):
                    why = str(error) if isinstance(error, _NotTaken) else type(error).__name__
                    LOG.say("warning", "webhook waits", to=self._hook.host, why=why, seconds=wait)
                else:
                    LOG.failed("webhook", error)
                self._ended.wait(wait)

    def _begin(self) -> Place:
        """Where the process that decided before was; the first time, before everything."""
        delivered = noted_number(self._store.meta(), self._hook.note)
        with self._reading:
            return self._events.place(min(delivered, self._events.newest.seq))

    def _deliver(self, place: Place) -> Place:
        """The next events; waits for some if there are none."""
        self.news.clear()
        if self._ended.is_set():
            return place
        with self._reading:
            try:
                some, after = self._events.read(place, AT_ONCE)
            except Problem as problem:
                if problem.code is not Code.NOT_FOUND or place.seq >= (oldest := self._events.oldest()):
                    raise
                LOG.say("warning", "webhook leaves out archived events", to=self._hook.host, until=oldest)
                return self._events.place(oldest)
        wanted = [event for event in some if self._hook.wants(event)]
        if wanted:
            self._post(msgspec.json.encode({"events": wanted}))
        if some:
            self._store.remember(MetaRow(self._hook.note, str(after.seq)))
        else:
            self.news.wait()
        return after

    def _post(self, body: bytes) -> None:
        headers = {
            "Content-Type": "application/json",
            "Croupier-Signature": self._hook.signature(int(time.time()), body),
            "Connection": "close",
        }
        self._connection = connection = self._hook.connection()
        try:
            connection.connect()
            if self._ended.is_set():
                raise _NotTaken("the house stops")
            connection.request("POST", self._hook.target, body, headers)
            status = connection.getresponse().status
        finally:
            connection.close()
        if not 200 <= status < 300:
            raise _NotTaken(f"status {status}")
