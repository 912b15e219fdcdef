"""Who decides, as one process sees it: from following over taking the lease to deciding, and how that ends.

1. It does nothing and knows no clock. It takes what was observed, with the time in milliseconds of a clock that never
   jumps, and `next` says what to do.
2. Time decides only when a process tries to take the lease. Whether it may write is decided by the epoch, in the store.
3. A process counts only time in which it saw for itself that the lease did not move. So neither a database server that
   was away nor a process that stood still costs anybody the lease.
"""

from collections.abc import Mapping
from typing import Literal

from croupier.base.values import Value
from croupier.floor.store.lease import Claim, LeaseRow

TTL = 6_000
"""How long an owner may be silent before another process takes the lease."""
BEATS = 4
"""Beats in that time."""
LOOK = 250
"""Between two looks at the lease of another process, and between two tries when the server is away."""
GRACE = 500
"""How long the feed is closed, and the owner's session over, before its lease is taken. An owner whose connections were
cut makes new ones sooner."""
SEEN_AT_ONCE = 4 * LOOK
"""The most time between two looks that counts as seen: after a longer gap this process may have stood still itself."""


class Look(Value):
    """Read the lease."""


class Take(Value):
    """Try to take the lease, if it is still as seen."""

    seen: LeaseRow


class Promote(Value):
    """The lease is ours: fold what is committed, rule what was interrupted, and decide from now on."""

    row: LeaseRow
    handed_over: bool
    """The last owner stopped in good order and sent its clocks, so nothing was interrupted."""


class Beat(Value):
    epoch: int


class Release(Value):
    """Free the lease; everything decided is durable."""

    epoch: int
    heir: str


class End(Value):
    """This process does not go on as it is."""

    why: Literal["fenced", "newer", "behind", "stopped"]
    """Another process has the lease; the owner is of a newer release; the store has lost an epoch; it was told to."""


Do = Look | Take | Promote | Beat | Release | End
Role = Literal["follows", "takes", "promotes", "decides", "hands-over", "ends"]
OWNS = ("promotes", "decides", "hands-over")


class Election:
    def __init__(self, claim: Claim, ttl: int = TTL) -> None:
        self.claim = claim
        self.ttl = ttl
        self.role: Role = "follows"
        self.row = LeaseRow("", "", 0, 0, 0)
        """The newest state of the lease that this process has seen."""
        self._end: End | None = None
        self._asked: int | None = None
        """When the last look, take, beat or release began, until its outcome is known."""
        self._again = 0
        """When the next one is due."""
        self._confirmed = 0
        """Since when the lease was certainly ours the last time: when the last successful take or beat began."""
        self._pulse = 0
        # What a process that follows has seen
        self._looked: int | None = None
        """The last look, if none has failed since."""
        self._still = 0
        """For how long it has seen the lease unmoved."""
        self._free_since: int | None = None
        """Since when it has seen that the owner's session is over."""
        self._feed_open = False
        self._feed_closed: int | None = None
        self._offer: int | None = None
        """The epoch of the owner who hands over to this process."""
        # What an owner does at its end
        self._promoting = False
        self._heir: str | None = None

    def answers(self, now: int) -> bool:
        """Whether it may answer acts: it decides, and the lease was its own less than `ttl` ago."""
        return self.role == "decides" and now - self._confirmed < self.ttl

    @property
    def owner_lives(self) -> bool:
        """Whether the newest look found an owner with a session."""
        return self._looked is not None and not self.row.free and self._free_since is None

    # --- What to do -----------------------------------------------------------------------------------------------

    def next(self, now: int) -> Do | None:
        """What to do now. The outcome of a look, take, beat or release must be told before the next one."""
        if self._end is not None:
            return self._end
        if self._promoting:
            self._promoting = False
            return Promote(self.row, self._offer == self.row.epoch - 1)
        if self._asked is not None or now < self._again:
            return None
        self._asked = now
        if self.role == "hands-over" and self._heir is not None:
            return Release(self.row.epoch, self._heir)
        if self.role in OWNS:
            return Look() if self._hangs(now) else Beat(self.row.epoch)
        if self._may_take(now):
            self.role = "takes"
            return Take(self.row)
        return Look()

    def wake_at(self, now: int) -> int:
        """When `next` has to be asked again, unless something is observed before."""
        return now if self._end is not None or self._promoting else max(now, self._again)

    def _hangs(self, now: int) -> bool:
        """A process whose event loop stands still must not keep the lease."""
        return self.role == "decides" and now - self._pulse >= self.ttl

    def _may_take(self, now: int) -> bool:
        if self._looked is None:
            return False
        if self._offer == self.row.epoch:
            return True
        if self.row.free:
            return not self.row.address or self._still >= GRACE
        if self._still >= self.ttl:
            return True
        if self._feed_open or self._free_since is None:
            return False
        assert self._feed_closed is not None
        return now - max(self._feed_closed, self._free_since) >= GRACE

    # --- What was observed: outcomes ------------------------------------------------------------------------------

    def saw(self, now: int, row: LeaseRow, *, held: bool) -> None:
        """The outcome of a look."""
        self._asked, self._again = None, now + LOOK
        if row.epoch < self.row.epoch:
            self._ends("behind")
        elif self.role in OWNS:
            if row.epoch != self.row.epoch:
                self._ends("fenced")
        elif row.protocol > self.claim.protocol:
            self._ends("newer")
        else:
            self._follow(now, row, held=held)

    def _follow(self, now: int, row: LeaseRow, *, held: bool) -> None:
        if self._feed_closed is None:
            self._feed_closed = now
        if (row.epoch, row.beat) != (self.row.epoch, self.row.beat):
            self._still = 0
        elif self._looked is not None:
            self._still += min(now - self._looked, SEEN_AT_ONCE)
        if row.epoch != self.row.epoch:
            self.feed(now, is_open=False)  # it was the feed of the owner before
        if row.epoch != self.row.epoch or held or self._looked is None:
            self._free_since = None
        if not held and self._free_since is None:
            self._free_since = now
        self.row, self._looked = row, now
        if self._may_take(now):
            self._again = now

    def away(self, now: int) -> None:
        """The database server did not answer. What was asked may have been done, or may be done later."""
        self._asked, self._again = None, now + LOOK
        self._looked = self._free_since = None
        if self.role == "takes":
            self.role = "follows"  # if it was done, the session that did it is over, and the lease can be taken again

    def took(self, now: int, row: LeaseRow | None) -> None:
        """The outcome of a take."""
        assert self._asked is not None and self.role == "takes"
        if row is None:
            self.role, self._looked, self._again = "follows", None, now
        else:
            self.role, self.row, self._confirmed = "promotes", row, self._asked
            self._promoting = True
            self._again = self._asked + self.ttl // BEATS
        self._asked = None

    def beaten(self, now: int, *, ok: bool) -> None:
        """The outcome of a beat."""
        assert self._asked is not None
        if ok:
            self._confirmed, self._again = self._asked, max(now, self._asked + self.ttl // BEATS)
        else:
            self._ends("fenced")
        self._asked = None

    def released(self) -> None:
        self._ends("stopped")

    # --- What was observed: of this process -----------------------------------------------------------------------

    def promoted(self, now: int) -> None:
        """It decides from now on."""
        if self.role == "promotes":
            self.role, self._pulse = "decides", now

    def pulse(self, now: int) -> None:
        """Its event loop runs."""
        self._pulse = now

    def refused(self) -> None:
        """The store has refused a commit: the lease is another's."""
        self._ends("fenced")

    def feed(self, now: int, *, is_open: bool) -> None:
        """The connection to the owner's feed was opened or lost."""
        self._feed_open = is_open
        if not is_open:
            self._feed_closed = now

    def offered(self, epoch: int) -> None:
        """The owner writes nothing more, has sent its clocks, and leaves the lease to this process."""
        self._offer = epoch
        self._again = 0

    def stop(self) -> None:
        """The process was told to stop. An owner goes on with its lease until `flushed`."""
        if self.role == "decides":
            self.role = "hands-over"
        elif self.role != "hands-over":
            self._ends("stopped")

    def flushed(self, heir: str) -> None:
        """Everything decided is durable; the lease goes to `heir`, or is free for anybody."""
        self._heir, self._again = heir, 0

    def _ends(self, why: Literal["fenced", "newer", "behind", "stopped"]) -> None:
        if self._end is None:
            self._end, self.role = End(why), "ends"


def heir(followers: Mapping[str, tuple[int, int]], protocol: int) -> str:
    """Of processes with the number of their last entry and their protocol: the one to hand over to, which is the one
    furthest on. Never one of an older release. Empty if there is none."""
    able = [(number, name) for name, (number, theirs) in followers.items() if theirs >= protocol]
    return max(able)[1] if able else ""
