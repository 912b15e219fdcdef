"""What `croupier run --json` prints, as records; docs/round-files.md is its contract."""

from typing import Generic, Literal, TypeVar

from msgspec import UNSET, UnsetType, field

from croupier.base.json_answers import Cites, Record

Amount = str
"""Decimal, with two places."""


class Incident(Record):
    incident: str
    ruling: str
    cites: Cites
    box: int | UnsetType = UNSET


class Bet(Record):
    staked: Amount
    returned: Amount | UnsetType = UNSET
    paid: Amount | UnsetType = UNSET
    result: Literal["win", "lose", "push", "returned"] | UnsetType = UNSET
    cites: Cites | UnsetType = UNSET


class Award(Record, kw_only=True):
    award: str
    source: int | UnsetType = field(name="from", default=UNSET)
    paid: Amount
    cites: Cites


class Box(Record, kw_only=True):
    player: str
    hand: str | UnsetType = UNSET
    decisions: list[str]
    bets: dict[str, Bet]
    awards: list[Award] | UnsetType = UNSET
    net: Amount | UnsetType = UNSET


class Dealer(Record):
    hand: str | UnsetType = UNSET
    qualifies: bool | UnsetType = UNSET
    up: str | UnsetType = UNSET


class Meter(Record):
    before: Amount
    after: Amount


class Waiting(Record, kw_only=True):
    box: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    what: str = field(name="for")
    of: Literal["board"] | UnsetType = UNSET
    due: int | UnsetType = UNSET
    award: Literal["held"] | UnsetType = UNSET
    may: list[str] | UnsetType = UNSET
    call: Amount | UnsetType = UNSET
    bet: Amount | UnsetType = UNSET
    raise_to: Amount | UnsetType = field(name="raise-to", default=UNSET)


class OnRequest(Record):
    """An action that staff said for a player, and the paragraph by which they did."""

    action: int
    text: str
    cites: Cites


Status = Literal["settled", "void", "open"]


class HouseRound(Record, kw_only=True):
    status: Status
    void_cites: Cites | UnsetType = UNSET
    waiting: list[Waiting] | UnsetType = UNSET
    boxes: dict[str, Box]
    dealer: Dealer | UnsetType = UNSET
    board: str | UnsetType = UNSET
    burnt: str | UnsetType = UNSET
    jackpot: Meter | UnsetType = UNSET
    incidents: list[Incident]
    unlisted: str | UnsetType = UNSET
    """Of scripts only: a table tells nobody what nobody has seen (R-45)."""
    on_request: list[OnRequest] | UnsetType = UNSET


class Pot(Record):
    amount: Amount
    rake: Amount
    eligible: list[int]
    won: dict[str, Amount]
    cites: Cites


class PokerRound(Record, kw_only=True):
    status: Status
    void_cites: Cites | UnsetType = UNSET
    waiting: list[Waiting] | UnsetType = UNSET
    button: int
    posts: dict[str, Amount]
    board: str
    burnt: str
    discarded: str
    pots: list[Pot]
    uncalled: dict[str, Amount]
    shown: list[int]
    hands: dict[str, str]
    mucked: list[int] | UnsetType = UNSET
    """Given up at the showdown without being shown, at a table dealt by hand."""
    stacks: dict[str, Amount]
    incidents: list[Incident]
    unlisted: str | UnsetType = UNSET
    on_request: list[OnRequest] | UnsetType = UNSET


class Digests(Record, kw_only=True):
    rulebook: str | UnsetType = UNSET
    rulebooks: dict[str, str] | UnsetType = UNSET
    file: str


class Error(Record):
    action: int
    text: str
    why: str
    cites: Cites
    left_to: str | UnsetType = UNSET
    """The rank that may say it, if the speaker's rank was too low (R-101, R-107)."""


Round = TypeVar("Round")


class Run(Record, Generic[Round], kw_only=True):
    file: str
    rulebook: str
    croupier: str
    digests: Digests
    seed: int | UnsetType = UNSET
    rounds: list[Round]
    error: Error | UnsetType = UNSET


HouseRun, PokerRun = Run[HouseRound], Run[PokerRound]


class LinkedTable(Record):
    rulebook: str
    rounds: list[HouseRound]


class LinkedAward(Record):
    table: str
    round: int
    box: int
    share: str
    value: Amount
    amount: Amount


class LinkedRun(Record, kw_only=True):
    file: str
    croupier: str
    digests: Digests
    seed: int | UnsetType = UNSET
    tables: dict[str, LinkedTable]
    awards: list[LinkedAward]
    error: Error | UnsetType = UNSET
