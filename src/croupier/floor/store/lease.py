"""The lease: one row that says which process of a house decides, and the port through which processes take it.

The epoch in it is what keeps the journal safe: every commit compares it, so a process that has lost the lease writes
nothing more, however late it wakes. The beat only tells the others that the owner is alive.
"""

from typing import Protocol

from croupier.base.values import Value

PROTOCOL = 1
"""The version of the feed between processes, raised when older processes can no longer follow."""


class LeaseRow(Value):
    owner: str
    """The name of the process that decides; empty while nobody does."""
    address: str
    """Where the owner feeds the others. While nobody decides: the process to which the last owner hands over."""
    epoch: int
    """Raised by each process that takes the lease; never falls."""
    beat: int
    protocol: int
    """Of the owner's feed."""

    @property
    def free(self) -> bool:
        return not self.owner


class Claim(Value):
    """A process that wants to decide, as the lease will name it."""

    name: str
    address: str
    protocol: int


class Lease(Protocol):
    """Each call is one statement, and waits as long as the database server takes. Raises `StoreUnusable` with the code
    `away` if the server is out of reach; then nobody knows whether the statement was done."""

    def look(self) -> tuple[LeaseRow, bool]:
        """The row, and whether the owner's session with the database server is alive."""
        ...

    def take(self, seen: LeaseRow, claim: Claim) -> LeaseRow | None:
        """Takes the lease with the next epoch if it is still as seen; None if somebody has moved it."""
        ...

    def beat(self, epoch: int) -> bool:
        """Whether the lease still has this epoch."""
        ...

    def release(self, epoch: int, heir: str) -> bool:
        """Frees the lease, for the process `heir` if it is named. Whether it still had this epoch."""
        ...

    def close(self) -> None: ...


class OwnLease:
    """The lease of a store that only one process can open: that process decides."""

    def __init__(self, epoch: int) -> None:
        self._row = LeaseRow("", "", epoch, 0, 0)

    def look(self) -> tuple[LeaseRow, bool]:
        return self._row, not self._row.free

    def take(self, seen: LeaseRow, claim: Claim) -> LeaseRow | None:
        self._row = LeaseRow(claim.name, claim.address, seen.epoch, 0, claim.protocol)
        return self._row

    def beat(self, epoch: int) -> bool:
        return epoch == self._row.epoch

    def release(self, epoch: int, heir: str) -> bool:
        self._row = LeaseRow("", heir, epoch, 0, self._row.protocol)
        return True

    def close(self) -> None: ...
