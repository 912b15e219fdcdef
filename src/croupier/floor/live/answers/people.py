"""Users, their sessions, and what belongs to them."""

from typing import Literal

from croupier.base.json_answers import Money, Time
from croupier.floor.live.answers.said import Ask, Said, Sentence


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


class HouseChange(Said):
    """A request about an account, or about chips for a wallet. Another person approves or withdraws it."""

    change: int
    kind: Literal["user", "deposit", "withdrawal"]
    by: str
    at: Time
    state: Literal["asked", "approved", "withdrawn"]
    user: str = ""
    makes: bool = False
    role: str = ""
    disabled: bool | None = None
    password: bool = False
    player: str = ""
    amount: Money = "0.00"
    reason: str = ""
    ended_by: str = ""
    ended_at: Time = ""


class HouseChanges(Said):
    """Newest first; a pit supervisor sees those about chips."""

    items: list[HouseChange]


class SessionTold(Said):
    """When it began, when it was last used and when it ends at the latest; from where, and with which program."""

    session: int
    user: str
    began: Time
    seen: Time
    until: Time
    address: str
    agent: str
    current: bool


class Sessions(Said):
    """Newest first."""

    items: list[SessionTold]


class SecondFactorOffered(Said):
    """Sent once: the secret for an authenticator, and ten codes for the day it is lost."""

    uri: str
    secret: str
    recovery: list[str]


class SecondFactorOn(Said):
    """From now on signing in needs a code."""

    on: bool


class Ended(Said):
    ended: int | bool


class AtTable(Said):
    table: str
    places: list[int]
    stack: Money


class FreedPlaces(Said):
    """Places that a player lost because the connection was lost; the chips are in the wallet."""

    table: str
    places: list[int]
    at: Time
    chips: Money
    why: Literal["connection-lost"]


class Called(Said):
    """How others see a player of the demo."""

    name: str
    picture: int
    """One of the built-in pictures, from 1 on."""


class NameTried(Said):
    """Whether a name can be chosen; if not, `why` says what is wrong with it."""

    name: str
    free: bool
    why: str = ""
    says: Sentence | None = None


class Me(Said):
    name: str
    role: str
    wallet: Money
    owed: Money
    tables: list[AtTable]
    demo: bool
    password: bool = True
    """A guest has none."""
    second_factor: bool = False
    asked: list[Ask] = []
    called: Called | None = None
    """The name and picture that a player of the demo has chosen."""
    freed: list[FreedPlaces] = []
    """Places lost in the last day, until the player's next act at a table."""


class PlayerName(Said):
    name: str


class PlayerAdded(Said):
    player: PlayerName
    again: bool = False
