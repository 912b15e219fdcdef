"""For inspectors: the entries behind a figure, and what people decided by discretion."""

from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.said import Said, Sentence

DepartureKind = Literal["departure", "void", "correction", "change", "look"]


class FigureEntry(Said):
    """An entry behind a figure. `hash` binds it to every entry before it in its stream."""

    stream: str
    seq: int
    at: Time
    by: str
    do: str
    rulebook: str
    round: int
    cites: Cites
    hash: str
    amount: Money | UnsetType = UNSET
    """Its share of the figure; left out where rounds are counted."""


class FigureEntries(Said):
    """A figure of some tables and a period, and the entries that make it up, newest first.

    The amounts of all pages add up to `sum`. With `rounds`, `entries` is the figure.
    """

    figure: str
    tables: list[str]
    since: Time
    until: Time
    entries: int
    items: list[FigureEntry]
    cites: Cites
    """The paragraphs that these items cite, each once."""
    before: int | None
    sum: Money | UnsetType = UNSET


class DeskSays(Said):
    """What the rules derive from a report. Without `moves`, it depends on face-down cards."""

    ruling: str
    text: str
    says: Sentence
    cites: Cites
    moves: Money | None = None
    """Chips that go to the table's players at once."""


class Departure(Said):
    """One entry for an inspector: a ruling that departs from the desk, a void round, a correction, a change made by two
    people, an opened deck."""

    kind: DepartureKind
    stream: str
    seq: int
    at: Time
    hash: str
    by: str
    """Who ruled, asked for the change, or looked."""
    reason: str
    cites: Cites
    reason_missing: bool = False
    """It was decided by discretion, without a written reason."""
    table: str = ""
    rulebook: str = ""
    round: int = 0
    found: str = ""
    """The kind of incident, and in words."""
    text: str = ""
    says: Sentence | UnsetType = UNSET
    reported_by: str = ""
    reported: str = ""
    """What the reporter wrote."""
    ruling: str = ""
    ruled: str = ""
    ruled_says: Sentence | UnsetType = UNSET
    desk: list[DeskSays] = []
    """What the desk rules on the same report; several answers where the paragraph leaves a choice."""
    moved: Money | UnsetType = UNSET
    """Chips that this entry moved to the table's players."""
    difference: Money | UnsetType = UNSET
    """How much more this ruling moved to players at once than the desk's would have. Missing if the desk leaves a
    choice, or if its answer depends on face-down cards."""
    approved_by: str = ""
    change: str = ""
    """What was changed: `deposit`, `role`, `contribution` …"""
    of: str = ""
    """Whose account, or which link."""
    value: str = ""


class PairTold(Said):
    """How often one person approved another's requests."""

    asked: str
    approved: str
    times: int


class Departures(Said):
    """Newest first. `counts`: by kind, of the whole period."""

    since: Time
    until: Time
    rulings: int
    counts: dict[str, int]
    returned: Money
    """What void rounds paid back."""
    pairs: list[PairTold]
    items: list[Departure]
    before: int | None


class BetCompared(Said):
    """What one bet paid by its own book, and what it would have paid by the other."""

    bet: str
    paid: Money
    other: Money
    cites: Cites
    """Of the other book."""


class PlaceCompared(Said):
    """A box or seat that the other book would have paid differently."""

    table: str
    round: int
    place: int
    player: str
    bets: list[BetCompared]
    difference: Money


class ApartRound(Said):
    """A round that cannot be compared. `act` is the act that the other book forbids."""

    table: str
    round: int
    act: str = ""
    why: str = ""
    says: Sentence | UnsetType = UNSET
    cites: Cites = []


class EdgeCompared(Said):
    """The House's exact edge of a bet as a share with four decimals."""

    bet: str
    edge: str
    other: str


class BooksCompared(Said, kw_only=True):
    """What rounds would have paid by another book, with the same cards, bets and decisions. `left_out`: rounds in which
    a replay by their own book does not pay what the journal says, such as rounds with a correction or an award of a
    link. `win` is the House's win; at poker, the rake.
    """

    since: Time
    until: Time
    tables: list[str]
    books: list[str] = []
    against: str
    changes: dict[str, str]
    rounds: int
    places: int
    more: bool
    """The period has older rounds, which were not played again."""
    differ: int
    difference: Money
    """How much more players would have got."""
    win: Money
    other_win: Money
    items: list[PlaceCompared]
    forbidden: list[ApartRound]
    left_out: list[ApartRound]
    edges: list[EdgeCompared]
