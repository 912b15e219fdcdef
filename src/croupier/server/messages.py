"""Every message that a client may send, by HTTP or on the socket."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from croupier.limits import LONGEST_REASON
from croupier.server.wire import Count, Id, Message, Money, Name, Password, Text, Thing

Role = Literal["player", "dealer", "pit-supervisor", "shift-manager", "auditor"]
Reason = Annotated[str, Meta(max_length=LONGEST_REASON, description="plain text")]
Secret = Annotated[str, Meta(max_length=1_000)]
"""Compared with something, so that only the right one is accepted anyway."""


class SetUp(Message):
    code: Secret
    name: Name
    password: Password


class SignIn(Message):
    name: Secret
    password: Secret


class NewPassword(Message):
    old: Secret
    new: Password


class NewUser(Message):
    name: Name
    role: Role
    password: Password


class ChangedUser(Message):
    role: Role | UnsetType = UNSET
    disabled: bool | UnsetType = UNSET
    password: Password | UnsetType = UNSET


class Act(Message):
    id: Id
    do: Text
    moment: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    reason: Reason = ""


class Report(Message):
    do: Text


class Decision(Message):
    id: Id
    do: Text
    reason: Reason


class NewTable(Message):
    id: Id
    table: dict[str, Any]


class NewSign(Message):
    id: Id
    sign: dict[str, Any]


class Closing(Message):
    id: Id
    reason: Reason = ""


class WalkIn(Message):
    id: Id
    name: Name


class Chips(Message):
    """What is brought to the cage, or taken from it."""

    id: Id
    amount: Money
    reason: Reason


class Verification(Message):
    id: Id
    reason: Reason


class Suspension(Message):
    id: Id
    policy: Annotated[str, Meta(max_length=64)]
    reason: Reason


class Resumption(Message):
    id: Id
    reason: Reason = ""


class Change(Message):
    id: Id
    change: dict[str, Any]
    reason: Reason


class Approval(Message):
    id: Id
    reason: Reason = ""


class Withdrawal(Message):
    id: Id
    reason: Reason = ""


class Advance(Message):
    advance: Annotated[int, Meta(ge=0, le=366 * 24 * 3600 * 1000, description="milliseconds")]


class Shoe(Message):
    cards: Text


# The socket: one object with one key a frame.


class TableAct(Act, kw_only=True):
    table: Thing


class WatchTable(Message):
    table: Thing
    since: Count | UnsetType = UNSET


class WatchLink(Message):
    link: Thing


class WatchPit(Message):
    pit: Literal[True]


class WatchLobby(Message):
    lobby: Literal[True]


Watched = WatchTable | WatchLink | WatchPit | WatchLobby
