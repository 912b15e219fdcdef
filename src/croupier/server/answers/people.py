"""Users, their sessions, and what is theirs."""

from croupier.server.answers.said import Said
from croupier.server.sent import Money, Time


class UserName(Said):
    name: str
    role: str


class SessionBegun(Said):
    token: str
    user: UserName
    idle: int
    until: Time


class UserTold(Said):
    name: str
    role: str
    disabled: bool


class User(Said):
    user: UserTold


class Users(Said):
    items: list[UserTold]
    before: str | None


class Ended(Said):
    ended: int | bool


class AtTable(Said):
    table: str
    places: list[int]
    stack: Money


class Me(Said):
    name: str
    role: str
    wallet: Money
    owed: Money
    tables: list[AtTable]
    demo: bool


class PlayerName(Said):
    name: str


class PlayerAdded(Said):
    player: PlayerName
    again: bool = False
