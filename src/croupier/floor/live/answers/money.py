"""Where the chips are, and the figures of a shift."""

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.said import Said


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
