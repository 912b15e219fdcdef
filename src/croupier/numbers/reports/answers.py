"""What `croupier odds --json` prints, as records: a sheet, a sweep, and all-in equity."""

from typing import Annotated, Generic, Literal, NewType, TypeVar

from msgspec import UNSET, Meta, UnsetType, field

from croupier.base.json_answers import Answer, Record

Exact = Annotated[str, Meta(pattern=r"^-?[0-9]+/[0-9]+$", description="an exact value, num/den")]
Rounded = Annotated[str, Meta(pattern=r"^-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?$", description="a rounded decimal")]
Dollars = Annotated[str, Meta(pattern=r"^-?[0-9]+\.[0-9]{2}$")]


class Document(Record):
    """What a laboratory files the sheet by."""

    number: str
    revision: str
    rules: str
    version: int
    effective: str


class Line(Record):
    """A row of the results of a bet against the dealer."""

    bet: str
    when: str
    pays: str
    combinations: int
    probability: Exact
    contribution: Exact


class SideBetLine(Record):
    hand: str
    pays: int | Literal["push"]
    paid: Exact
    combinations: int
    probability: Exact
    contribution: Exact


class WithAnte(Record):
    """Perfect play of a box that has the Ante and this bet."""

    ev: Exact
    average_bet: Exact
    element_of_risk: Exact
    variance: Exact
    standard_deviation: Rounded
    fold: Exact
    distribution: dict[Exact, Exact]


class SideBet(Record):
    ev: Exact
    house_edge: Exact
    variance: Exact
    standard_deviation: Rounded
    stake: Dollars
    deals: int
    distribution: dict[Exact, Exact]
    lines: list[SideBetLine]
    with_ante: WithAnte | UnsetType = UNSET


class Award(Record):
    hand: str
    share: Exact
    fixed: Dollars
    with_fixed: int
    combinations: int
    deals: int
    probability: Exact
    per_dollar: Exact
    dollars: Exact
    at_meter: Exact | UnsetType = UNSET


class Folding(Record):
    """The jackpot bet of a box that folds as its name says."""

    per_dollar: Exact
    fixed: Exact
    break_even: Exact | None
    game_ev: Exact
    bet_at_meter: Exact | UnsetType = UNSET


class Forfeited(Record):
    per_dollar: Exact
    fixed: Exact
    folds_less_below_ante: Exact | None


class LongRun(Record):
    contribution: Exact
    reset: Dollars
    meter: Exact
    hold: Exact
    made_up: Exact
    exact: bool


class Jackpot(Record, kw_only=True):
    bet: Dollars
    per_dollar: Exact
    fixed: Exact
    break_even: Exact | None
    linear_from: Exact
    others: int
    awards: list[Award]
    meter: Dollars | UnsetType = UNSET
    ev: Exact | UnsetType = UNSET
    envy: dict[str, Exact] | UnsetType = UNSET
    folding: dict[str, Folding]
    forfeited_by_folding: Forfeited
    long_run: LongRun | UnsetType = UNSET


class Spread(Record):
    per: Literal["ante", "bet", "stake"]
    house_edge: Exact
    staked: Exact
    returned: Exact | None = field(name="return")
    hit_frequency: Exact
    level: Exact
    lost: Exact
    highest: Exact
    lowest: Exact
    variance: Exact
    standard_deviation: Rounded
    skewness: Rounded
    volatility_index: Rounded
    normal_from: int | None
    hold_bands: dict[str, dict[str, tuple[Rounded, Rounded]]]


class Liability(Record):
    stakes: dict[str, Dollars]
    meter: Dollars
    boxes: int
    box: Dollars
    box_by_bet: dict[str, Exact]
    box_hand: str
    table_at_most: Dollars


class Risk(Record):
    meter: Dollars
    spreads: dict[str, Spread]
    mean_bets_between: dict[str, Exact]
    win_a_round: Exact | UnsetType = UNSET
    rounds_an_hour: int | UnsetType = UNSET
    liability: Liability | UnsetType = UNSET


class Habit(Record):
    play: str
    mistake: bool
    ev: Exact
    cost: Exact


class PayoutLimit(Record):
    bet: str
    cap: Dollars
    paid_in_full_up_to: Dollars


class Check(Record):
    what: str
    counted: str
    expected: str
    holds: bool


# How a game is played: from a hand on, by the dealer's card, or by the hole cards


class Threshold(Record):
    play_from: str
    regular: bool
    hands_folded: int
    margins: dict[str, Exact]


class Reach(Record):
    bet_from: str
    lowest_bet: str
    highest_folded: str
    between: int


class AgainstUpCard(Record):
    holding_its_rank: Reach
    not_holding_it: Reach


ByUpCard = NewType("ByUpCard", dict[str, AgainstUpCard])


class HoleCards(Record):
    flop: Exact
    fold: Exact


class Holding(Record):
    of_all: Exact
    bet: Exact
    always_betting_costs: Exact
    never_betting_costs: Exact


class HoleGrid(Record):
    folded: list[str]
    values: dict[str, HoleCards]
    turn: dict[str, Holding] | UnsetType = UNSET
    river: dict[str, Holding] | UnsetType = UNSET


# What a changed game has in addition to its own figures


class Change(Record):
    approved: str
    changed: str


class BetApart(Record):
    ev: Exact


class LongRunApart(Record):
    meter: Exact
    hold: Exact


class JackpotApart(Record):
    per_dollar: Exact
    fixed: Exact
    break_even: Exact | None
    long_run: LongRunApart | UnsetType = UNSET


class Difference(Record):
    ev: Exact
    house_edge: Exact
    element_of_risk: Exact
    average_bet: Exact
    variance: Exact
    bets: dict[str, BetApart]
    jackpot: JackpotApart | None


Strategy = TypeVar("Strategy")
AnyStrategy = Threshold | ByUpCard | HoleGrid


class Odds(Answer, Generic[Strategy], kw_only=True):
    SCHEMA = "odds"
    document: Document
    program: str
    game: str
    book: str
    book_sha256: str
    ante: Dollars
    deals: int
    ev: Exact
    house_edge: Exact
    element_of_risk: Exact
    average_bet: Exact
    variance: Exact
    standard_deviation: Rounded
    distribution: dict[Exact, Exact]
    frequencies: dict[str, Exact]
    contributions: dict[str, Exact]
    lines: list[Line]
    bets: dict[str, SideBet]
    jackpot: Jackpot | None
    risk: Risk | UnsetType = UNSET
    strategy: Strategy
    habits: list[Habit]
    payout_limit: PayoutLimit | UnsetType = UNSET
    checks: list[Check]
    changes: dict[str, Change] | UnsetType = UNSET
    approved: "Odds[Strategy] | UnsetType" = UNSET
    difference: Difference | UnsetType = UNSET


ODDS = (Odds[Threshold], Odds[ByUpCard], Odds[HoleGrid])
"""By the strategies of the games: a schema cannot tell several records of one key apart."""


class SweptBet(Record):
    house_edge: Exact


class LinearJackpot(Record):
    per_dollar: Exact
    fixed: Exact
    break_even: Exact | None


class Point(Record):
    values: dict[str, str]
    approved: bool
    house_edge: Exact
    element_of_risk: Exact
    average_bet: Exact
    variance: Exact
    standard_deviation: Rounded
    folded: Exact
    bets: dict[str, SweptBet]
    jackpot: LinearJackpot | None


class Sweep(Answer):
    SCHEMA = "sweep"
    book: str
    book_sha256: str
    swept: dict[str, tuple[str, ...]]
    changed: dict[str, str]
    points: list[Point]


class Player(Record):
    """Amounts are dollars; they are there with --put."""

    hand: str
    equity: Exact
    win: Exact
    tie: Exact
    uncalled: Exact | UnsetType = UNSET
    before_rake: Exact | UnsetType = UNSET
    after_rake: Exact | UnsetType = UNSET
    net: Exact | UnsetType = UNSET


class Raked(Record):
    pot: Exact
    rake: Exact
    before: list[Exact]
    after: list[Exact]
    break_even: Exact


class Pot(Record):
    amount: Exact
    rake: Exact
    players: list[str]
    parts: list[Exact]


class Equity(Answer):
    SCHEMA = "equity"
    board: str
    deals: int
    players: list[Player]
    rake: Raked | UnsetType = UNSET
    pots: list[Pot] | UnsetType = UNSET
