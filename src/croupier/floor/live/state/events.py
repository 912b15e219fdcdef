"""Events at a live table that no rule of its game makes: cards sealed or read, chips brought, time taken, incidents.

They are in the table's stream among the events of its game. Events outlive code: fields are only ever added, tags never
renamed.
"""

from collections.abc import Mapping
from typing import Literal

from croupier.base.actors import Rank
from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.floor.live.state.sign import Sign
from croupier.rules.cards import Card
from croupier.rules.money import Cents


class FloorTableOpened(Value, tag="floor-table-opened"):
    """First in every table's stream; the game's own part of the sign follows."""

    sign: Sign
    book: str
    """The rulebook in force at this hour, or the version that the sign names."""


class FloorSignChanged(Value, tag="floor-sign-changed"):
    """Counts from the next round on."""

    sign: Sign


class RulebookChanged(Value, tag="rulebook-changed"):
    """The next version is in force from this round on."""

    book: str


class CardsRead(Value, tag="cards-read"):
    """The table's device read these cards as they left the shoe."""

    cards: tuple[Card, ...]
    complete: bool
    """These were the last due cards: all are now on the table."""
    goes_first: bool = False
    """A single card dealt before those that wait for the rest of their deal: set aside, or replacing an exposed one."""


class MeterNoted(Value, tag="meter-noted"):
    """The table's jackpot when the round began, or when it was over."""

    value: Cents
    over: bool
    reset: Cents = Cents(0)
    contribution: int = 0
    limit: Cents | None = None
    carry: int = 0
    """Fractions of a cent beyond the value. These four are set when the round begins."""


class ChipsBrought(Value, tag="chips-brought"):
    """A player brought chips from the wallet to a house-banked table."""

    player: str
    amount: Cents


class ChipsTaken(Value, tag="chips-taken"):
    """The player left a house-banked table; their chips are in the wallet again."""

    player: str
    amount: Cents


class PlayerLeaves(Value, tag="player-leaves"):
    """The player leaves when their last round here is over; sitting down again undoes it (R-78)."""

    player: str


class BoxReady(Value, tag="box-ready"):
    """The box's player has placed all their bets; a changed bet of the box undoes it."""

    box: int


class WaitBegun(Value, tag="wait-begun"):
    """A player joined the waiting list."""

    player: str
    at: int
    place: int | None = None
    """The only place they want, if just one."""
    passed: int | None = None
    """The offered place that they did not take, if that sent them to the end of the list."""
    missed: int = 0
    """How many offers ran out."""


class PlaceOffered(Value, tag="place-offered"):
    """A free place is this player's alone until then; no place if somebody else has taken it meanwhile."""

    player: str
    place: int | None
    until: int
    """0 while nobody can sit down, because a round is played or the table is suspended."""
    rest: int = 0
    """Microseconds left of the offer in that case."""


class WaitEnded(Value, tag="wait-ended"):
    """The player sat down, gave up waiting, or let an offer pass."""

    player: str


class TimeTaken(Value, tag="time-taken"):
    """The player used this many milliseconds of the time bank."""

    player: str
    bank: int


class TimeRanOut(Value, tag="time-ran-out"):
    """A player did not answer in time, and the system acted (R-41)."""

    player: str


class IncidentWaits(Value, tag="incident-waits"):
    """An incident waits for somebody of this rank. A player's report stops no table."""

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
    """It named a card that is not there: it can only be dismissed, or decided otherwise by the Shift Manager."""
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
    """Empty if it was dismissed."""
    cites: tuple[Citation, ...] = ()
    alone: bool = False
    """The person who decided it also reported it (R-107)."""
    round: int = 0
    """The table's round when it was decided."""


class IncidentUnderstood(Value, tag="incident-understood"):
    """The reporter of the incident has read the ruling."""

    number: int
    by: str
    at: int


class RoundCorrected(Value, tag="round-corrected"):
    """An earlier round was paid on wrong cards; it stays as paid, and this correction is posted for it (R-110)."""

    round: int
    due: Mapping[str, int]
    """By player, in cents; negative for a player who got too much."""
    cites: tuple[Citation, ...]


class PlayerAsked(Value, tag="player-asked"):
    """Staff want to bring chips from the wallet of a player who can sign in. The player answers first."""

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
    """No more rounds are played here."""


class DeckCameIn(Value, tag="deck-came-in"):
    """A deck of real cards came to the table."""

    deck: str
    colour: str
    by: str
    at: int


class DeckWasChecked(Value, tag="deck-was-checked"):
    """Somebody of the pit found the deck complete and of one kind."""

    by: str
    at: int


class DeckShuffled(Value, tag="deck-shuffled"):
    how: Literal["machine", "hand"]
    by: str
    at: int
    round: int
    """The table's last round when it was shuffled."""


class DeckWentOut(Value, tag="deck-went-out"):
    """The deck left the table."""

    deck: str
    reason: str
    """As a person wrote it; empty if an incident took the deck out."""
    by: str
    at: int
    incident: str = ""
    """The kind of incident that took it out."""


class DealerTookOver(Value, tag="dealer-took-over"):
    """This dealer has the table from now on (R-115)."""

    dealer: str
    at: int
    by: str = ""
    """Who of the pit assigned the dealer; empty if the dealer took the table."""


class SteppedIn(Value, tag="stepped-in"):
    """Somebody of the pit did an act of the dealer, who still has the table (R-115)."""

    by: str
    dealer: str


ChipsKind = Literal["opening", "fill", "credit", "drop", "count"]
"""`opening` and `fill` bring chips to the tray, `credit` takes some away, `drop` empties the box, `count` counts."""


class Pieces(Value, array_like=True):
    """A number of chips of one value."""

    denomination: Cents
    pieces: int


class ChipsAsked(Value, tag="chips-asked"):
    """Somebody wrote a slip: chips to be moved, or chips counted."""

    number: int
    kind: ChipsKind
    chips: tuple[Pieces, ...]
    amount: Cents
    by: str
    reason: str
    at: int


class ChipsApproved(Value, tag="chips-approved"):
    """A second person, of the pit, approved a slip."""

    number: int
    by: str
    at: int


class ChipsMoved(Value, tag="chips-moved"):
    """The slip has all its signatures; the entry posts its chips."""

    number: int
    kind: ChipsKind
    amount: Cents
    by: str
    approved_by: str
    at: int
    acknowledged_by: str = ""
    """The dealer who got the chips or handed them out; empty for drops and counts."""
    expected: int = 0
    """What the ledger held before a count, or in the rake box before a drop of poker."""
    variance: int = 0
    """What the ledger held beyond the chips found; negative if there were too many."""
    closes: bool = False
    """The count after the last round, with which the table closes."""


class EntryTakenBack(Value, tag="entry-taken-back"):
    """The game is as it was before the last act, which the dealer had entered wrongly (R-139)."""


class MovedOn(Value, tag="moved-on"):
    """A player has left this seat for another table, by the order of the House (R-140)."""

    seat: int
    player: str
    to: str


class MovedHere(Value, tag="moved-here"):
    """The same at the other table."""

    seat: int
    player: str
    stake: Cents
    came_from: str


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
    | IncidentUnderstood
    | RoundCorrected
    | PlayerAsked
    | PlayerAnswered
    | ClosingBegun
    | DeckCameIn
    | DeckWasChecked
    | DeckShuffled
    | DeckWentOut
    | DealerTookOver
    | SteppedIn
    | ChipsAsked
    | ChipsApproved
    | ChipsMoved
    | EntryTakenBack
    | MovedOn
    | MovedHere
)
