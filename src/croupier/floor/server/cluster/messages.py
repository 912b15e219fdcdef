"""What the decider and its followers say to each other.

To followers, in the order of commits. An answer goes out before the change that it belongs to, so that `done` comes
before the view in every process. From followers: what somebody asked there that only the decider may do, and who is
connected there. The decider believes a follower nothing but the address and the session, which it looks up itself.
"""

from typing import Literal

import msgspec

from croupier.base.values import Value
from croupier.floor.live.following import Committed
from croupier.floor.live.state.clocks import ClockState
from croupier.floor.server.api.messages import TableAct
from croupier.floor.server.app import Reply, Sent
from croupier.floor.store.base import PeopleRow


class Told(Value, tag=True, array_like=True):
    """A message."""


# --- To followers -----------------------------------------------------------------------------------------------------


class Process(Value):
    """One process of the house, as `GET /v1/processes` lists it."""

    name: str
    address: str
    role: Literal["decides", "follows", "away"]
    since: int
    """Microseconds."""
    protocol: int
    number: int
    """Of the newest entry that it shows."""


class Welcome(Told):
    protocol: int
    version: str
    number: int
    """Of the newest entry. The follower reads what it lacks from the store."""
    clocks: dict[str, ClockState]
    connected: dict[str, list[str]]


class Changed(Told):
    number: int
    """Of its last entry, over all streams."""
    committed: Committed
    clocks: dict[str, ClockState]
    """Of its tables, where they have moved."""


class Answered(Told):
    question: int
    number: int
    """Of the newest entry when it was answered: the follower passes it on when it shows as much."""
    reply: Reply


class Clocks(Told):
    table: str
    state: ClockState


class Connected(Told):
    """The players with a socket that watches the table."""

    table: str
    players: list[str]


class People(Told):
    """Rows that no entry brings, such as when a session was last used."""

    rows: tuple[PeopleRow, ...]


class Checkpoint(Told):
    line: bytes


class Processes(Told):
    """Sent every half second, so that a follower hears whether the decider is there."""

    processes: tuple[Process, ...]
    away: bool
    """The database server is out of reach for the decider."""


class HandsOver(Told):
    """The decider decides nothing more. The follower that becomes the next one goes on with these clocks."""

    epoch: int
    number: int
    heir: str
    clocks: dict[str, ClockState]


ToFollower = Welcome | Changed | Answered | Clocks | Connected | People | Checkpoint | Processes | HandsOver


# --- To the decider ---------------------------------------------------------------------------------------------------


class Joins(Told):
    protocol: int
    version: str
    name: str
    address: str
    number: int


class Says(Told):
    """An act from a socket."""

    question: int
    session: bytes
    address: str
    act: TableAct


class Asks(Told):
    """A request that changes something."""

    question: int
    sent: Sent


class Watches(Told):
    """A player's first socket at that process watches the table, or the last one no longer does."""

    table: str
    player: str
    on: bool


class Comes(Told):
    """A player's first socket at that process, or the end of the last one."""

    player: str
    on: bool


class Uses(Told):
    session: bytes


class Shows(Told):
    number: int


ToDecider = Joins | Says | Asks | Watches | Comes | Uses | Shows

FOLLOWER_HEARS = msgspec.msgpack.Decoder(list[ToFollower])
DECIDER_HEARS = msgspec.msgpack.Decoder(list[ToDecider])
