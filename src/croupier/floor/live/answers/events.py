"""What is public, as events for programs: streamed, and posted to webhooks."""

from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.rounds import AnyRound
from croupier.floor.live.answers.said import Said

Kind = Literal["round", "award", "incident", "table", "link", "shift"]


class EventIncident(Said, kw_only=True):
    """An incident at a table: it waits for somebody of `rank`, or is ruled. A dismissed one has no ruling."""

    incident: int | UnsetType = UNSET
    """The number of one that waited; others are ruled at once."""
    found: str | UnsetType = UNSET
    """What was reported, such as `no-burn`."""
    state: Literal["waits", "ruled"]
    rank: str | UnsetType = UNSET
    ruling: str | UnsetType = UNSET
    cites: Cites


class EventAward(Said, kw_only=True):
    """A jackpot award: locked (the amount is fixed), paid or undone."""

    award: int
    table: str
    round: int
    box: int
    state: Literal["locked", "paid", "undone"]
    value: Money | UnsetType = UNSET
    """What the meter showed when the claim's turn came."""
    amount: Money | UnsetType = UNSET
    cites: Cites = []


class PublicEvent(Said, kw_only=True):
    """One thing that happened in public: an act at a table and all that followed there, a change of a link, a shift.

    `seq` rises by one from event to event. Nothing is said of cards before the rules turn them up.
    """

    seq: int
    kind: Kind
    also: list[Kind] = []
    """Further kinds of the same event: an incident that ends a round is both."""
    at: Time
    table: str | UnsetType = UNSET
    link: str | UnsetType = UNSET
    shift: int | UnsetType = UNSET
    rulebook: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    """Of the table's view after it."""
    by: str | UnsetType = UNSET
    do: str | UnsetType = UNSET
    """The act at the table, as its watchers see it."""
    cites: Cites = []
    what: list[str] = []
    """What followed, by the names that the journal has for it."""
    round: int | UnsetType = UNSET
    status: Literal["begun", "awarding", "settled", "void", "undone"] | UnsetType = UNSET
    """What became of the round, if anything did: begun; settled but for its awards; settled; void; or its settlement is
    undone."""
    result: AnyRound | UnsetType = UNSET
    """The round as everybody may see it, if it is over."""
    incidents: list[EventIncident] = []
    awards: list[EventAward] = []
    name: str | UnsetType = UNSET
    """Of the shift."""


class Events(Said):
    """What is posted to a webhook, oldest first."""

    events: list[PublicEvent]


class TokenTold(Said):
    """A token of a program, without the token itself: what it is for, who made it and when."""

    token: int
    name: str
    by: str
    at: Time


class Tokens(Said):
    """Those that are not revoked, oldest first."""

    items: list[TokenTold]


class TokenMade(Said):
    """`secret` is what the program sends as its bearer token. It is shown to whoever made it and stored nowhere."""

    made: TokenTold
    secret: str
    again: bool = False
