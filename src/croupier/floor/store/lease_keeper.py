"""Keeps the lease in a thread of its own, so a process whose event loop stands still loses the lease, and learns that
it has lost it."""

import threading
import time
from collections.abc import Callable

from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.election import Beat, Do, Election, End, Look, Promote, Release, Take
from croupier.floor.store.lease import Claim, Lease, LeaseRow

LEAST_WAIT = 0.001
"""Seconds."""


Observe = Callable[[Election], None]
Outcome = Callable[[Election, int], None]
"""Tells the election at that time what came of what it had asked for."""


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


def ask(do: Look | Take | Beat | Release, lease: Lease, claim: Claim) -> Outcome:
    """Raises StoreUnusable."""
    match do:
        case Look():
            row, held = lease.look()
            return lambda election, now: election.saw(now, row, held=held)
        case Take(seen):
            taken = lease.take(seen, claim)
            return lambda election, now: election.took(now, taken)
        case Beat(epoch):
            ok = lease.beat(epoch)
            return lambda election, now: election.beaten(now, ok=ok)
        case Release(epoch, heir):
            lease.release(epoch, heir)
            return lambda election, now: election.released()


def take_at_once(lease: Lease, claim: Claim, where: str) -> LeaseRow:
    """Takes the lease for a process that does not follow. Raises StoreUnusable if another process decides."""
    election = Election(claim)
    while True:
        do = election.next(milliseconds())
        if isinstance(do, Promote):
            return do.row
        if isinstance(do, End):
            raise StoreUnusable("newer", f"{where} was used by a newer croupier; use that one")
        if do is None:
            time.sleep(max(LEAST_WAIT, (election.wake_at(milliseconds()) - milliseconds()) / 1000))
            continue
        ask(do, lease, claim)(election, milliseconds())
        if election.owner_lives:
            by = election.row.owner
            raise StoreUnusable("in-use", f"{where} is in use by another server (process {by}); stop it first")


class LeaseKeeper:
    """`hear` is called in the keeper's thread, with each Promote and with the End; `fail` if the lease cannot be read
    although the server answers."""

    def __init__(
        self,
        election: Election,
        lease: Lease,
        hear: Callable[[Promote | End], None],
        fail: Callable[[Exception], None],
    ) -> None:
        self._election, self._lease, self._hear, self._fail = election, lease, hear, fail
        self._changed = threading.Condition()
        self._leaving = False
        self._thread = threading.Thread(target=self._run, name="lease-keeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def tell(self, observe: Observe) -> None:
        """Tells the election what this process has observed, from any thread."""
        with self._changed:
            observe(self._election)
            self._changed.notify_all()

    def close(self) -> None:
        """Ends the thread; the lease stays as it is."""
        with self._changed:
            self._leaving = True
            self._changed.notify_all()
        self._thread.join()
        self._lease.close()

    def _run(self) -> None:
        while (do := self._wait()) is not None:
            if isinstance(do, Promote | End):
                self._hear(do)
                if isinstance(do, End):
                    return
                continue
            try:
                outcome = ask(do, self._lease, self._election.claim)
            except StoreUnusable as error:
                if error.code != "away":
                    self._fail(error)
                    return
                self.tell(lambda election: election.away(milliseconds()))
            except Exception as error:
                self._fail(error)
                return
            else:
                self.tell(lambda election, outcome=outcome: outcome(election, milliseconds()))  # type: ignore[misc]

    def _wait(self) -> Do | None:
        """What to do next, when it is time; None when the keeper closes."""
        with self._changed:
            while not self._leaving:
                now = milliseconds()
                if (do := self._election.next(now)) is not None:
                    return do
                self._changed.wait(max(LEAST_WAIT, (self._election.wake_at(now) - now) / 1000))
            return None
