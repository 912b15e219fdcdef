"""What happens at a live table beside the rules: cards sealed or read, chips brought, time taken, incidents waiting.

They stand in the table's stream among the events of its game. Events outlive code: fields are only ever added, tags
never renamed.
"""

from collections.abc import Mapping

from croupier.base.actors import Rank
from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.floor.live.state.sign import Sign
from croupier.rules.cards import Card
from croupier.rules.money import Cents


class FloorTableOpened(Value, tag="floor-table-opened"):
    """First in every table's stream; what the game makes of its own part of the sign follows."""

    sign: Sign
    book: str
    """The rulebook in force at this hour, or the version that the sign names."""


class FloorSignChanged(Value, tag="floor-sign-changed"):
    """From the next round on."""

    sign: Sign


class RulebookChanged(Value, tag="rulebook-changed"):
    """The next version is in force from this round on."""

    book: str


class CardsRead(Value, tag="cards-read"):
    """By the device of the table, as they left the shoe."""

    cards: tuple[Card, ...]
    complete: bool
    """With these all that were due have been read, and lie on the table."""
    goes_first: bool = False
    """One card that was due before those which wait for the rest of their deal: set aside, or for an exposed one."""


class MeterNoted(Value, tag="meter-noted"):
    """What the table's jackpot showed when the round began, or when it was over."""

    value: Cents
    over: bool
    reset: Cents = Cents(0)
    contribution: int = 0
    limit: Cents | None = None
    carry: int = 0
    """Parts of a cent that it held beyond its value. These four are told when the round begins."""


class ChipsBrought(Value, tag="chips-brought"):
    """From the wallet to a house-banked table."""

    player: str
    amount: Cents


class ChipsTaken(Value, tag="chips-taken"):
    """The player has left a house-banked table, and their chips are in the wallet again."""

    player: str
    amount: Cents


class PlayerLeaves(Value, tag="player-leaves"):
    """As soon as their last round here is over; sitting down again undoes it (R-78)."""

    player: str


class BoxReady(Value, tag="box-ready"):
    """Its player has bet all that they want to bet; a change of a bet of the box undoes it."""

    box: int


class WaitBegun(Value, tag="wait-begun"):
    """A player stands in the queue for a place."""

    player: str
    at: int
    place: int | None = None
    """The only one that they want, if they want no other."""


class PlaceOffered(Value, tag="place-offered"):
    """A place is free, and it is theirs alone until then; no place where another has taken it meanwhile."""

    player: str
    place: int | None
    until: int
    """0 while nobody can sit down, because a round is played or the table is suspended."""
    rest: int = 0
    """What is left of the offer then, in microseconds."""


class WaitEnded(Value, tag="wait-ended"):
    """They have sat down, do not want a place any more, or have let an offer pass."""

    player: str


class TimeTaken(Value, tag="time-taken"):
    """So many milliseconds of the player's time bank."""

    player: str
    bank: int


class TimeRanOut(Value, tag="time-ran-out"):
    """Nothing was heard of a player who was asked, and the system has acted (R-41)."""

    player: str


class IncidentWaits(Value, tag="incident-waits"):
    """For somebody of this rank. What a player reports stops no table."""

    number: int
    do: str
    kind: str
    by: str
    rank: Rank
    cites: tuple[Citation, ...]
    round: int
    at: int
    suspends: bool
    only_above: bool = False
    """It named a card that does not lie there: it is dismissed, or the Shift Manager rules otherwise."""
    reason: str = ""
    """What the reporter wrote."""


class IncidentDecided(Value, tag="incident-decided"):
    number: int
    do: str
    by: str
    rank: Rank
    reason: str
    at: int
    ruling: str = ""
    """Nothing where it was dismissed."""
    cites: tuple[Citation, ...] = ()
    alone: bool = False
    """Who decided it has reported it, too (R-107)."""
    round: int = 0
    """Of the table when it was decided."""


class RoundCorrected(Value, tag="round-corrected"):
    """An earlier round was paid on cards that did not lie there; it stays, and this is posted for it (R-110)."""

    round: int
    due: Mapping[str, int]
    """By player, in cents; below zero where it was paid too much."""
    cites: tuple[Citation, ...]


class PlayerAsked(Value, tag="player-asked"):
    """Staff want to bring chips from the wallet of a player who can sign in. The player says yes first."""

    number: int
    player: str
    do: str
    by: str
    rank: Rank
    until: int


class PlayerAnswered(Value, tag="player-answered"):
    number: int
    yes: bool


class ClosingBegun(Value, tag="closing-begun"):
    """No further round is played here."""


LiveEvent = (
    FloorTableOpened
    | FloorSignChanged
    | RulebookChanged
    | CardsRead
    | MeterNoted
    | ChipsBrought
    | ChipsTaken
    | PlayerLeaves
    | BoxReady
    | WaitBegun
    | PlaceOffered
    | WaitEnded
    | TimeTaken
    | TimeRanOut
    | IncidentWaits
    | IncidentDecided
    | RoundCorrected
    | PlayerAsked
    | PlayerAnswered
    | ClosingBegun
)
