"""Where the chips are, and the figures of a shift."""

from croupier.server.answers.said import Said
from croupier.server.sent import Cites, Money, Time


class Posted(Said):
    at: Time
    account: str
    amount: Money
    stream: str
    seq: int


class Account(Said):
    player: str
    wallet: Money
    stacks: dict[str, Money]
    postings: list[Posted]


class Balance(Said):
    account: str
    balance: Money


class Ledger(Said):
    at: Time
    accounts: list[Balance]
    sum: Money


class HourTold(Said):
    hour: Time
    rounds: int
    hold: Money
    rake: Money


class TableFigures(Said):
    table: str
    rounds: int
    drop: Money
    handle: Money
    hold: Money
    rake: Money
    by_hour: list[HourTold]


class TotalFigures(Said):
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
