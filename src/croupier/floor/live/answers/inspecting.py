"""What an inspector asks: the entries behind a figure, and what people decided apart from the rules."""

from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.said import Said, Sentence

DepartureKind = Literal["departure", "void", "correction", "change", "look"]


class FigureEntry(Said):
    """An entry that a figure comes from. `hash` binds it to every entry before it in its stream."""

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
    """Chips to the players of the table, at once."""


class Departure(Said):
    """One entry that an inspector looks at: a ruling apart from the desk, a void round, a correction, a change that two
    people made, a deck that somebody opened."""

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
    """Somebody decided by discretion and wrote no reason."""
    table: str = ""
    rulebook: str = ""
    round: int = 0
    found: str = ""
    """What was found, as a kind of incident, and in words."""
    text: str = ""
    says: Sentence | UnsetType = UNSET
    reported_by: str = ""
    reported: str = ""
    """What the reporter wrote."""
    ruling: str = ""
    ruled: str = ""
    ruled_says: Sentence | UnsetType = UNSET
    desk: list[DeskSays] = []
    """What the desk derives from the same report; several where the paragraph leaves a choice."""
    moved: Money | UnsetType = UNSET
    """Chips that this entry moved to the players of the table."""
    difference: Money | UnsetType = UNSET
    """What this ruling moved to players more than the desk's, at once. Left out if the desk leaves a choice, or if its
    answer depends on face-down cards."""
    approved_by: str = ""
    change: str = ""
    """What was changed: `deposit`, `role`, `contribution` …"""
    of: str = ""
    """Whose account, or which link."""
    value: str = ""


class PairTold(Said):
    """How often one person approved what another asked for."""

    asked: str
    approved: str
    times: int


class Departures(Said):
    """Newest first; `counts` are of the whole period, by kind."""

    since: Time
    until: Time
    rulings: int
    counts: dict[str, int]
    returned: Money
    """What void rounds gave back."""
    pairs: list[PairTold]
    items: list[Departure]
    before: int | None


class BetCompared(Said):
    """What came back for one bet by its own book, and what would have by the other."""

    bet: str
    paid: Money
    other: Money
    cites: Cites
    """Of the other book."""


class PlaceCompared(Said):
    """A box or seat that the other book would have paid otherwise."""

    table: str
    round: int
    place: int
    player: str
    bets: list[BetCompared]
    difference: Money


class ApartRound(Said):
    """A round that cannot be compared. `act` is what the other book forbids, and why."""

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
    """What rounds would have paid by another book: the same cards, bets and decisions.

    `left_out`: rounds that their own book, played again, does not pay as the journal does, such as rounds with a
    correction or an award of a link. `win` is the House's: at poker the rake.
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
    """What players would have got more."""
    win: Money
    other_win: Money
    items: list[PlaceCompared]
    forbidden: list[ApartRound]
    left_out: list[ApartRound]
    edges: list[EdgeCompared]
