"""The shapes of what `croupier odds --json` prints: a sheet, a sweep, and all-in equity."""

from typing import Annotated, Generic, Literal, NewType, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field

Exact = Annotated[str, Meta(pattern=r"^-?[0-9]+/[0-9]+$", description="an exact value, num/den")]
Rounded = Annotated[str, Meta(pattern=r"^-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?$", description="a rounded decimal")]
Dollars = Annotated[str, Meta(pattern=r"^-?[0-9]+\.[0-9]{2}$")]


class Document(Struct, forbid_unknown_fields=True):
    """What a laboratory files the sheet by."""

    number: str
    revision: str
    rules: str
    version: int
    effective: str


class Line(Struct, forbid_unknown_fields=True):
    """A row of the results of a bet against the dealer."""

    bet: str
    when: str
    pays: str
    combinations: int
    probability: Exact
    contribution: Exact


class SideBetLine(Struct, forbid_unknown_fields=True):
    hand: str
    pays: int | Literal["push"]
    paid: Exact
    combinations: int
    probability: Exact
    contribution: Exact


class WithAnte(Struct, forbid_unknown_fields=True):
    """Perfect play of a box that has the Ante and this bet."""

    ev: Exact
    average_bet: Exact
    element_of_risk: Exact
    variance: Exact
    standard_deviation: Rounded
    fold: Exact
    distribution: dict[Exact, Exact]


class SideBet(Struct, forbid_unknown_fields=True):
    ev: Exact
    house_edge: Exact
    variance: Exact
    standard_deviation: Rounded
    stake: Dollars
    deals: int
    distribution: dict[Exact, Exact]
    lines: list[SideBetLine]
    with_ante: WithAnte | UnsetType = UNSET


class Award(Struct, forbid_unknown_fields=True):
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


class Folding(Struct, forbid_unknown_fields=True):
    """The jackpot bet of a box that folds as its name says."""

    per_dollar: Exact
    fixed: Exact
    break_even: Exact | None
    game_ev: Exact
    bet_at_meter: Exact | UnsetType = UNSET


class Forfeited(Struct, forbid_unknown_fields=True):
    per_dollar: Exact
    fixed: Exact
    folds_less_below_ante: Exact | None


class LongRun(Struct, forbid_unknown_fields=True):
    contribution: Exact
    reset: Dollars
    meter: Exact
    hold: Exact
    made_up: Exact
    exact: bool


class Jackpot(Struct, forbid_unknown_fields=True):
    bet: Dollars
    per_dollar: Exact
    fixed: Exact
    break_even: Exact | None
    linear_from: Exact
    others: int
    awards: list[Award]
    folding: dict[str, Folding]
    forfeited_by_folding: Forfeited
    meter: Dollars | UnsetType = UNSET
    ev: Exact | UnsetType = UNSET
    envy: dict[str, Exact] | UnsetType = UNSET
    long_run: LongRun | UnsetType = UNSET


class Spread(Struct, forbid_unknown_fields=True):
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


class Liability(Struct, forbid_unknown_fields=True):
    stakes: dict[str, Dollars]
    meter: Dollars
    boxes: int
    box: Dollars
    box_by_bet: dict[str, Exact]
    box_hand: str
    table_at_most: Dollars


class Risk(Struct, forbid_unknown_fields=True):
    meter: Dollars
    spreads: dict[str, Spread]
    mean_bets_between: dict[str, Exact]
    win_a_round: Exact | UnsetType = UNSET
    rounds_an_hour: int | UnsetType = UNSET
    liability: Liability | UnsetType = UNSET


class Habit(Struct, forbid_unknown_fields=True):
    play: str
    mistake: bool
    ev: Exact
    cost: Exact


class PayoutLimit(Struct, forbid_unknown_fields=True):
    bet: str
    cap: Dollars
    paid_in_full_up_to: Dollars


class Check(Struct, forbid_unknown_fields=True):
    what: str
    counted: str
    expected: str
    holds: bool


# How a game is played: from a hand on, by the dealer's card, or by the hole cards


class Threshold(Struct, forbid_unknown_fields=True):
    play_from: str
    regular: bool
    hands_folded: int
    margins: dict[str, Exact]


class Reach(Struct, forbid_unknown_fields=True):
    bet_from: str
    lowest_bet: str
    highest_folded: str
    between: int


class AgainstUpCard(Struct, forbid_unknown_fields=True):
    holding_its_rank: Reach
    not_holding_it: Reach


ByUpCard = NewType("ByUpCard", dict[str, AgainstUpCard])


class HoleCards(Struct, forbid_unknown_fields=True):
    flop: Exact
    fold: Exact


class Holding(Struct, forbid_unknown_fields=True):
    of_all: Exact
    bet: Exact
    always_betting_costs: Exact
    never_betting_costs: Exact


class HoleGrid(Struct, forbid_unknown_fields=True):
    folded: list[str]
    values: dict[str, HoleCards]
    turn: dict[str, Holding] | UnsetType = UNSET
    river: dict[str, Holding] | UnsetType = UNSET


Strategy = TypeVar("Strategy")


class Sheet(Struct, Generic[Strategy], forbid_unknown_fields=True, kw_only=True):
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


# What a changed game has in addition to its own figures


class Change(Struct, forbid_unknown_fields=True):
    approved: str
    changed: str


class BetApart(Struct, forbid_unknown_fields=True):
    ev: Exact


class LongRunApart(Struct, forbid_unknown_fields=True):
    meter: Exact
    hold: Exact


class JackpotApart(Struct, forbid_unknown_fields=True):
    per_dollar: Exact
    fixed: Exact
    break_even: Exact | None
    long_run: LongRunApart | UnsetType = UNSET


class Difference(Struct, forbid_unknown_fields=True):
    ev: Exact
    house_edge: Exact
    element_of_risk: Exact
    average_bet: Exact
    variance: Exact
    bets: dict[str, BetApart]
    jackpot: JackpotApart | None


class Odds(Sheet[Strategy], Generic[Strategy], forbid_unknown_fields=True, kw_only=True):
    croupier: str
    schema: str
    changes: dict[str, Change] | UnsetType = UNSET
    approved: Sheet[Strategy] | UnsetType = UNSET
    difference: Difference | UnsetType = UNSET


ODDS = (Odds[Threshold], Odds[ByUpCard], Odds[HoleGrid])


class SweptBet(Struct, forbid_unknown_fields=True):
    house_edge: Exact


class SweptJackpot(Struct, forbid_unknown_fields=True):
    per_dollar: Exact
    fixed: Exact
    break_even: Exact | None


class Point(Struct, forbid_unknown_fields=True):
    values: dict[str, str]
    approved: bool
    house_edge: Exact
    element_of_risk: Exact
    average_bet: Exact
    variance: Exact
    standard_deviation: Rounded
    folded: Exact
    bets: dict[str, SweptBet]
    jackpot: SweptJackpot | None


class Sweep(Struct, forbid_unknown_fields=True):
    croupier: str
    schema: str
    book: str
    book_sha256: str
    swept: dict[str, list[str]]
    changed: dict[str, str]
    points: list[Point]


class Player(Struct, forbid_unknown_fields=True):
    """Amounts are dollars; they are there with --put."""

    hand: str
    equity: Exact
    win: Exact
    tie: Exact
    uncalled: Exact | UnsetType = UNSET
    before_rake: Exact | UnsetType = UNSET
    after_rake: Exact | UnsetType = UNSET
    net: Exact | UnsetType = UNSET


class Raked(Struct, forbid_unknown_fields=True):
    pot: Exact
    rake: Exact
    before: list[Exact]
    after: list[Exact]
    break_even: Exact


class Pot(Struct, forbid_unknown_fields=True):
    amount: Exact
    rake: Exact
    players: list[str]
    parts: list[Exact]


class Equity(Struct, forbid_unknown_fields=True):
    croupier: str
    schema: str
    board: str
    deals: int
    players: list[Player]
    rake: Raked | UnsetType = UNSET
    pots: list[Pot] | UnsetType = UNSET
