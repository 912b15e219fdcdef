"""Limits at the edge: figures, buckets and windows, by the real clock."""

import math
import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping

from croupier.base.errors import Unreadable
from croupier.base.limits import LONGEST_REASON
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.server.edge.problems import Code, Later, SentAway
from croupier.floor.server.edge.wire import is_user_name

Clock = Callable[[], float]


class Limits(Value):
    """The keys of `[limits]`; times in seconds."""

    body: int = 16_384
    frame: int = 16_384
    acts: int = 20
    acts_burst: int = 40
    acts_waiting: int = 64
    watched: int = 16
    sockets_a_session: int = 4
    sockets: int = 5_000
    headers: float = 5.0
    body_time: float = 10.0
    sign_in_name: int = 1
    """The number of wrong tries for a name after which the next one has to wait."""
    sign_in_address: int = 5
    """The same for an address; above 20 it is also the number of guests a minute."""
    training: int = 90
    reason: int = LONGEST_REASON
    anonymous: int = 20
    """Requests a second from an address without a session; pages ten times as many."""
    sockets_an_address: int = 50
    """For people without a session."""
    acts_an_address: int = 1_000
    """Per second: a casino's players may share one address."""
    refused_acts: int = 600
    """Per minute and user, and ten times as many per address."""
    lookups: int = 2
    """How many lookups (old rounds, previews, figures) run at once for staff. Players and strangers have one thread
    each."""


GUESTS = 20
"""Guests a minute from one address, unless `sign-in-address` says more."""
_TIMES = ("headers", "body_time")
_TIME = re.compile(r"([0-9]{1,6})(ms|s|m)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0}
MOST = {"body": 1_048_576, "frame": 1_048_576, "reason": LONGEST_REASON}
"""Upper bounds that no file can exceed."""


def read_limits(section: Mapping[str, object]) -> Limits:
    """`[limits]` of a floor file or configuration."""
    figures: dict[str, int | float] = {}
    for key, value in section.items():
        name = key.replace("-", "_")
        if "_" in key or name not in Limits.__struct_fields__:
            known = ", ".join(field.replace("_", "-") for field in Limits.__struct_fields__)
            raise Unreadable(f"limits: {key} is not a limit; there are {known}")
        if name in _TIMES:
            match = _TIME.fullmatch(value) if isinstance(value, str) else None
            if match is None or not int(match[1]):
                raise Unreadable(f'limits.{key}: write a time such as "5s"')
            figures[name] = int(match[1]) * _SECONDS[match[2]]
        else:
            most = MOST.get(name, 1_000_000)
            if type(value) is not int or not 1 <= value <= most:
                raise Unreadable(f"limits.{key}: write a whole number from 1 to {most}")
            figures[name] = value
    return Limits(**figures)  # type: ignore[arg-type]


class Bucket:
    """A rate a second, and a burst."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._full, self._at = burst, clock()

    def _fill(self) -> None:
        now = self._clock()
        self._full = min(self._burst, self._full + (now - self._at) * self._rate)
        self._at = now

    @property
    def is_empty(self) -> bool:
        self._fill()
        return self._full < 1

    def take(self) -> bool:
        if self.is_empty:
            return False
        self._full -= 1
        return True


class Buckets:
    """One bucket for each user or address. The least recently used ones are forgotten."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic, remembered: int = 20_000) -> None:
        self._rate, self._burst, self._clock, self._remembered = rate, burst, clock, remembered
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, self._clock)
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()

    def is_empty(self, key: str) -> bool:
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.is_empty


class Window:
    """At most this many of one kind in the last minute; refused ones do not count."""

    def __init__(self, most: int, span: float = 60.0, clock: Clock = time.monotonic, remembered: int = 20_000) -> None:
        self._most, self._span, self._clock, self._remembered = most, span, clock, remembered
        self._seen: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, key: str) -> int:
        """Seconds until the next one is allowed; 0 means now."""
        now = self._clock()
        seen = self._seen.get(key)
        while seen and seen[0] <= now - self._span:
            seen.popleft()
        if seen is None or len(seen) < self._most:
            return 0
        return max(1, int(seen[0] + self._span - now + 0.999))

    def count(self, key: str) -> None:
        seen = self._seen.setdefault(key, deque())
        seen.append(self._clock())
        self._seen.move_to_end(key)
        while len(self._seen) > self._remembered:
            self._seen.popitem(last=False)


class _Wrong:
    """Wrong tries for one name or address."""

    __slots__ = ("last", "times", "until")

    def __init__(self) -> None:
        self.times, self.last, self.until = 0, 0.0, 0.0


class SignIns:
    """Wrong tries make their own name and address wait: 1, 2, 4 … 60 seconds. A right one ends that."""

    LONGEST = 60
    FORGOTTEN = 900.0
    """Seconds after the last wrong try."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic, remembered: int = 20_000) -> None:
        self._clock, self._remembered = clock, remembered
        self._free = {"name": limits.sign_in_name, "address": limits.sign_in_address}
        self._wrong: OrderedDict[tuple[str, str], _Wrong] = OrderedDict()
        self._guests = Window(max(GUESTS, limits.sign_in_address), clock=clock)

    def wait(self, address: str, name: str | None = None) -> int:
        """Seconds until another try is accepted; 0 means now."""
        now = self._clock()
        found = [self._wrong[key] for key in _keys(address, name) if key in self._wrong]
        return max((math.ceil(each.until - now) for each in found if each.until > now), default=0)

    def check(self, address: str, name: str | None = None) -> None:
        if wait := self.wait(address, name):
            raise too_many_tries(wait)

    def failed(self, address: str, name: str | None = None) -> None:
        now = self._clock()
        for key in _keys(address, name):
            wrong = self._wrong.setdefault(key, _Wrong())
            if now - wrong.last > self.FORGOTTEN:
                wrong.times = 0
            wrong.times, wrong.last = wrong.times + 1, now
            beyond = wrong.times - self._free[key[0]]
            if beyond >= 0:
                wrong.until = now + min(self.LONGEST, 2 ** min(beyond, 10))
            self._wrong.move_to_end(key)
        while len(self._wrong) > self._remembered:
            self._wrong.popitem(last=False)

    def succeeded(self, address: str, name: str) -> None:
        for key in _keys(address, name):
            self._wrong.pop(key, None)

    def guest(self, address: str) -> None:
        if wait := self._guests.wait(address):
            raise too_many_tries(wait)
        self._guests.count(address)


def _keys(address: str, name: str | None) -> list[tuple[str, str]]:
    named = [("name", name.lower())] if name is not None and is_user_name(name) else []
    return [("address", address), *named]


def too_many_tries(seconds: int) -> Later:
    return Later(Code.TOO_FAST, says("too-many-tries", seconds=seconds), seconds)


class ActLimits:
    """Limits acts and refused acts by user and by address: more sessions make nobody faster."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self._most = limits.acts
        self._users = Buckets(limits.acts, limits.acts_burst, clock)
        self._addresses = Buckets(limits.acts_an_address, limits.acts_an_address * 2, clock)
        refused = limits.refused_acts
        self._refused_users = Buckets(refused / 60, refused, clock)
        self._refused_addresses = Buckets(refused / 6, refused * 10, clock)

    def take(self, user: str, address: str) -> None:
        if not self._users.take(user) or not self._addresses.take(address):
            raise Later(Code.TOO_FAST, says("acts-too-fast", most=self._most), 1)
        if self._refused_users.is_empty(user) or self._refused_addresses.is_empty(address):
            raise Later(Code.TOO_FAST, says("too-many-refused"), 10)

    def refused(self, user: str, address: str) -> None:
        self._refused_users.take(user)
        self._refused_addresses.take(address)


PAGES_FOR_A_REQUEST = 10
"""A page has many files, and each costs little."""


class Strangers:
    """Limits what people without a session ask for, by address."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        rate = limits.anonymous
        self._requests = Buckets(rate, rate, clock)
        self._pages = Buckets(rate * PAGES_FOR_A_REQUEST, rate * PAGES_FOR_A_REQUEST, clock)
        self._sockets = Buckets(rate, limits.sockets_an_address * 2, clock)
        self._most = rate

    def ask(self, address: str) -> None:
        self._check(self._requests.take(address))

    def look(self, address: str) -> None:
        """Counts the request of a page."""
        self._check(self._pages.take(address))

    def connect(self, address: str) -> None:
        """Counts an opened or attempted socket."""
        self._check(self._sockets.take(address))

    def _check(self, in_time: bool) -> None:
        if not in_time:
            raise SentAway(Code.TOO_FAST, says("strangers-too-fast", most=self._most), 1)


class Turnstile:
    """Serves strangers one after the other, from all addresses together, so players are served in between."""

    PAUSE = 0.002
    LONGEST = 2.0

    def __init__(self, clock: Clock = time.monotonic, longest: float = LONGEST) -> None:
        """A stranger who would wait longer than `longest` seconds is refused."""
        self._clock, self._longest, self._next = clock, longest, 0.0

    def wait(self) -> float:
        """Seconds until the next turn."""
        now = self._clock()
        turn = max(now, self._next)
        if turn - now > self._longest:
            raise SentAway(Code.UNAVAILABLE, says("lookups-busy"), 2)
        self._next = turn + self.PAUSE
        return turn - now
