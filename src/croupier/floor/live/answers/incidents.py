"""Incidents: what can be reported, how it would be ruled, what waits."""

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.said import Said, Sentence


class FollowsTold(Said):
    """What a ruling would do; `event` is the tag of its event."""

    event: str
    text: str
    says: Sentence
    cites: Cites
    places: list[int] = []


class OptionTold(Said):
    """An answer that the decider may give. Without `moves`, it depends on face-down cards."""

    do: str
    ruling: str
    text: str
    says: Sentence
    cites: Cites
    follows: list[FollowsTold]
    moves: dict[str, Money] | None = None
    meters: dict[str, Money] = {}


class DecidedTold(Said):
    do: str
    by: str
    rank: str
    reason: str
    at: Time
    ruling: str | None
    text: str
    says: Sentence
    """What is ruled, or that the report is dismissed."""
    cites: Cites
    alone: bool
    """The shift manager who decided it also reported it (R-107)."""
    understood: Time = ""
    """When the reporter confirmed the ruling; empty until then."""
    departs: bool = False
    """The Shift Manager ruled otherwise than the paragraph of the report says."""


class IncidentTold(Said):
    incident: int
    table: str
    round: int
    do: str
    incident_kind: str
    text: str
    says: Sentence
    """What was found."""
    by: str
    reason: str
    """What the reporter wrote."""
    at: Time
    rank: str
    cites: Cites
    options: list[OptionTold]
    decided: DecidedTold | None


class Incidents(Said):
    items: list[IncidentTold]
    before: int | None


class KeyTold(Said, rename={"from_": "from"}):
    """A key of a report: a place, a number, an amount, yes or no, one of a few words, a card or cards."""

    key: str
    takes: str
    needed: bool
    from_: list[int | str] = []
    decides: bool = False


class KindTold(Said):
    kind: str
    text: str
    says: Sentence
    cites: Cites
    rank: str
    keys: list[KeyTold]
    late: bool
    """It would be accepted, but change nothing."""


class IncidentKinds(Said):
    items: list[KindTold]
    moment: str


class PreviewTold(Said):
    do: str
    rank: str
    waits: bool
    ruling: str | None
    text: str
    says: Sentence
    cites: Cites
    follows: list[FollowsTold]
    moves: dict[str, Money] | None = None
    meters: dict[str, Money] = {}
    options: list[OptionTold] = []


class Preview(Said):
    preview: PreviewTold
