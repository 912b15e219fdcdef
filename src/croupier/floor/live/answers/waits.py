"""What waits for staff."""

from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, Time
from croupier.floor.live.answers.said import Said, Sentence
from croupier.floor.live.answers.tables import WaitsBecause

Kind = Literal["incident", "stands", "award", "change", "cash", "chips", "link", "outside"]


class WaitTold(Said, kw_only=True):
    """One thing that staff must do or look at.

    `change` is about a link, or about an account if it names no link; `cash` is about a wallet or a debt; `chips` is a
    slip of a table's float, whose number it has; `link` is a jackpot that is down; `outside` is a table whose win of
    the shift is more than three standard deviations from the expected win: the wait ends when the win is inside
    again."""

    kind: Kind
    since: Time
    rank: str
    """The lowest role that can end the wait."""
    holds: bool
    """Meanwhile a table plays no further round."""
    text: str
    says: Sentence
    cites: Cites = []
    table: str = ""
    round: int | UnsetType = UNSET
    places: list[int] = []
    link: str = ""
    player: str = ""
    number: int | UnsetType = UNSET
    """Of the incident, the award or the change."""
    by: str = ""
    """Who reported it or asked for it."""
    reason: str = ""
    """What that person wrote."""
    stands: WaitsBecause | UnsetType = UNSET
    """Why the table stands still."""


class Waits(Said):
    """First what holds up a table, then the oldest."""

    items: list[WaitTold]
