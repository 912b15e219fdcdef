"""Where the chips are, and the figures of a shift."""

from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.said import Said, Sentence


class Posted(Said):
    at: Time
    account: str
    amount: Money
    stream: str
    seq: int


class DebtTold(Said):
    """A round whose undone settlement took more than the player had left; `cites` names the paragraph (R-108)."""

    table: str
    round: int
    amount: Money
    cites: Cites
    at: Time


class WriteOffTold(Said):
    """Waits for the approval of another shift manager."""

    change: int
    amount: Money
    by: str
    reason: str
    at: Time


class Owing(Said):
    """What a player owes, the rounds that it came from, and write-offs that wait."""

    owed: Money
    debts: list[DebtTold]
    write_offs: list[WriteOffTold]


class DebtorTold(Said):
    player: str
    owed: Money
    debts: list[DebtTold]
    write_offs: list[WriteOffTold]


class Account(Said):
    player: str
    wallet: Money
    stacks: dict[str, Money]
    owed: Money
    debts: list[DebtTold]
    write_offs: list[WriteOffTold]
    postings: list[Posted]


class Balance(Said):
    account: str
    balance: Money


class Ledger(Said):
    at: Time
    accounts: list[Balance]
    sum: Money


class ChipsAsked(Said):
    """The number of the slip, under its kind: `{"fill": 3}`. It waits for signatures."""

    opening: int | UnsetType = UNSET
    fill: int | UnsetType = UNSET
    credit: int | UnsetType = UNSET
    drop: int | UnsetType = UNSET
    count: int | UnsetType = UNSET


class SlipTold(Said, kw_only=True):
    """Chips moved at a table, or counted there, and who signed for them."""

    slip: int
    kind: Literal["opening", "fill", "credit", "drop", "count"]
    state: Literal["asked", "approved", "done"]
    """`approved` still waits for the dealer."""
    chips: dict[str, int]
    """Pieces by value: `{"25.00": 40}`."""
    amount: Money
    by: str
    at: Time
    reason: str = ""
    approved_by: str = ""
    acknowledged_by: str = ""
    """The dealer; drops and counts need none."""
    done_at: Time = ""
    expected: Money | UnsetType = UNSET
    """Of a count, or of a drop at poker: what the ledger held."""
    variance: Money | UnsetType = UNSET
    """What the ledger held beyond the chips found; negative if there were too many."""


class FloatTold(Said):
    """The float of a table: what its tray should hold now, and its slips, newest first."""

    table: str
    kept: bool
    opened: bool
    tray: Money
    """By the ledger: what a count should find, except for bets on the layout."""
    variance: Money
    """The sum of all variances so far."""
    slips: list[SlipTold]


class HourTold(Said):
    hour: Time
    rounds: int
    hold: Money
    rake: Money


class Win(Said, kw_only=True):
    """The House's win as shares, and compared with the exact mathematics.

    `expected`, `won` and `sigma` leave out jackpot bets. They are missing for poker, and for books without mathematics.
    With too few boxes there is no `sigma`, and nothing is `outside` its band of three sigma.
    """

    hold_drop: str | None
    """Win ÷ drop, four decimals; null if there is no drop."""
    hold_handle: str | None
    expected: Money | UnsetType = UNSET
    won: Money | UnsetType = UNSET
    sigma: Money | UnsetType = UNSET
    outside: bool = False


class TableFigures(Win):
    table: str
    rounds: int
    drop: Money
    handle: Money
    hold: Money
    rake: Money
    by_hour: list[HourTold]


class TotalFigures(Win):
    rounds: int
    drop: Money
    handle: Money
    hold: Money
    rake: Money
    by_hour: list[HourTold]
    ruled: int


class ShiftRuling(Said):
    at: Time
    table: str
    round: int
    incident: str
    ruling: str
    text: str
    says: Sentence
    """What was found, and what was ruled."""
    cites: Cites
    box: int | None
    by: str | None
    rank: str | None
    reason: str


class Figures(Said):
    """Drop: chips brought to the tables. Handle: staked. Hold: what the trays won."""

    since: Time
    until: Time
    tables: list[TableFigures]
    total: TotalFigures
    rulings: list[ShiftRuling]


class ReportFigure(Said):
    """A figure of a shift report, and the entries behind it: `[stream, number]`."""

    value: str | int | None
    """Money with two decimals, a share with four, or a number of rounds; null if it is unknown."""
    entries: list[tuple[str, int]]


class ReportFigures(Said, kw_only=True):
    """`win` is what the trays won, `drop` the chips that players brought to the tables."""

    rounds: ReportFigure
    handle: ReportFigure
    drop: ReportFigure
    win: ReportFigure
    hold_drop: ReportFigure
    """Win ÷ drop."""
    hold_handle: ReportFigure
    """Win ÷ handle."""
    expected: ReportFigure
    """The expected win by the exact mathematics, without jackpot bets; null for poker."""
    won: ReportFigure
    """The win on the same bets."""
    sigma: ReportFigure
    """The standard deviation of that win."""
    bands: dict[str, list[Money]] = {}
    """The lowest and the highest win within 1, 2 and 3 sigma."""
    rake: ReportFigure
    contributions: ReportFigure
    awards: ReportFigure
    fills: ReportFigure
    credits: ReportFigure
    variance: ReportFigure


class TableReport(ReportFigures, kw_only=True):
    table: str
    game: str


class GameReport(ReportFigures, kw_only=True):
    game: str


class ReportLine(Said, kw_only=True):
    """Something that happened in the shift; `entry` is where the journal has it."""

    what: str
    """The word of the journal for it, such as `deck-went-out`."""
    at: Time
    entry: tuple[str, int]
    table: str = ""
    link: str = ""
    round: int = 0
    player: str = ""
    by: str = ""
    second: str = ""
    """Who approved it."""
    amount: Money = ""
    detail: str = ""
    """What was ruled, the deck, the dealer."""
    reason: str = ""
    cites: Cites = []


class ReportLists(Said, kw_only=True):
    """What happened in a shift."""

    incidents: list[ReportLine]
    voids: list[ReportLine]
    corrections: list[ReportLine]
    debts: list[ReportLine]
    decks: list[ReportLine]
    dealers: list[ReportLine]
    slips: list[ReportLine]
    """Opening floats, fills, credits, drops and counts."""
    changes: list[ReportLine]
    """By two people, and bars."""
    recoveries: list[ReportLine]


class ShiftReport(ReportLists, kw_only=True):
    """Everything in one shift. `signature`: the house's key signs `croupier/shift-report/1`, a newline, and this object
    without `signature` as JSON with sorted keys and no blanks."""

    shift: int
    name: str
    house: str
    currency: str
    state: Literal["open", "closing", "closed"]
    opened_by: str
    opened_at: Time
    closed_by: str
    second: str
    closed_at: Time
    reason: str
    entries: int
    """How many entries the shift has."""
    tables: list[TableReport]
    games: list[GameReport]
    total: ReportFigures
    public_key: str
    signature: str = ""


class BetFigures(Said):
    """One bet of a player: `ante` with the bets that follow it and its bonus, a side bet, or `jackpot`. A meter pays
    the jackpot bet, so it has no expected result.
    """

    bet: str
    rounds: int
    staked: Money
    won: Money
    expected: Money | UnsetType = UNSET
    luck: Money | UnsetType = UNSET


class PathPoint(Said):
    """The sums after this number of rounds."""

    rounds: int
    won: Money
    expected: Money
    sigma: Money


class GameFigures(Said):
    """A player's bets at one game. `won` = `expected` + `luck`, to the cent, all without jackpot bets.

    `expected` and `luck` are missing without the mathematics and for poker. With fewer than 30 boxes there is no
    `sigma`, and no `path`.
    """

    game: str
    rounds: int
    staked: Money
    won: Money
    bets: list[BetFigures]
    path: list[PathPoint]
    expected: Money | UnsetType = UNSET
    luck: Money | UnsetType = UNSET
    sigma: Money | UnsetType = UNSET
    outside: bool = False


class OwnFigures(Said):
    """A player's settled rounds against the exact mathematics, by game.

    An answer adds up the newest `most` rounds. `more`: the period has older ones too.
    """

    since: Time | None
    until: Time
    rounds: int
    most: int
    more: bool
    games: list[GameFigures]
