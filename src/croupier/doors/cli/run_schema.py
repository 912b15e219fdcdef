"""The shape of what `croupier run --json` prints; docs/round-files.md is its contract."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

Cites = list[str]
Amount = str
"""Decimal, with two places."""


class Incident(Struct, forbid_unknown_fields=True):
    incident: str
    ruling: str
    cites: Cites
    box: int | UnsetType = UNSET


class Bet(Struct, forbid_unknown_fields=True):
    staked: Amount
    returned: Amount | UnsetType = UNSET
    paid: Amount | UnsetType = UNSET
    result: Literal["win", "lose", "push", "returned"] | UnsetType = UNSET
    cites: Cites | UnsetType = UNSET


class Award(Struct, forbid_unknown_fields=True):
    award: str
    paid: Amount
    cites: Cites
    source: int | UnsetType = field(name="from", default=UNSET)


class Box(Struct, forbid_unknown_fields=True):
    player: str
    decisions: list[str]
    bets: dict[str, Bet]
    hand: str | UnsetType = UNSET
    awards: list[Award] | UnsetType = UNSET
    net: Amount | UnsetType = UNSET


class Dealer(Struct, forbid_unknown_fields=True):
    hand: str | UnsetType = UNSET
    qualifies: bool | UnsetType = UNSET
    up: str | UnsetType = UNSET


class Meter(Struct, forbid_unknown_fields=True):
    before: Amount
    after: Amount


class Waiting(Struct, forbid_unknown_fields=True):
    what: str = field(name="for")
    box: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    award: Literal["held"] | UnsetType = UNSET
    may: list[str] | UnsetType = UNSET
    call: Amount | UnsetType = UNSET
    bet: Amount | UnsetType = UNSET
    raise_to: Amount | UnsetType = field(name="raise-to", default=UNSET)


class OnRequest(Struct, forbid_unknown_fields=True):
    """An action that staff said for a player, and the paragraph by which they did."""

    action: int
    text: str
    cites: Cites


Status = Literal["settled", "void", "open"]


class HouseRound(Struct, forbid_unknown_fields=True):
    status: Status
    boxes: dict[str, Box]
    incidents: list[Incident]
    void_cites: Cites | UnsetType = UNSET
    waiting: list[Waiting] | UnsetType = UNSET
    dealer: Dealer | UnsetType = UNSET
    board: str | UnsetType = UNSET
    burnt: str | UnsetType = UNSET
    jackpot: Meter | UnsetType = UNSET
    unlisted: str | UnsetType = UNSET
    on_request: list[OnRequest] | UnsetType = UNSET


class Pot(Struct, forbid_unknown_fields=True):
    amount: Amount
    rake: Amount
    eligible: list[int]
    won: dict[str, Amount]
    cites: Cites


class PokerRound(Struct, forbid_unknown_fields=True):
    status: Status
    button: int
    posts: dict[str, Amount]
    board: str
    burnt: str
    discarded: str
    pots: list[Pot]
    uncalled: dict[str, Amount]
    shown: list[int]
    hands: dict[str, str]
    stacks: dict[str, Amount]
    incidents: list[Incident]
    void_cites: Cites | UnsetType = UNSET
    waiting: list[Waiting] | UnsetType = UNSET
    unlisted: str | UnsetType = UNSET
    on_request: list[OnRequest] | UnsetType = UNSET


class Digests(Struct, forbid_unknown_fields=True):
    file: str
    rulebook: str | UnsetType = UNSET
    rulebooks: dict[str, str] | UnsetType = UNSET


class Error(Struct, forbid_unknown_fields=True):
    action: int
    text: str
    why: str
    cites: Cites
    left_to: Literal["dealer", "pit-supervisor", "shift-manager"] | UnsetType = UNSET
    """Who may say it, if the speaker's rank was too low (R-101, R-107)."""


class Run(Struct, forbid_unknown_fields=True, kw_only=True):
    file: str
    croupier: str
    digests: Digests
    seed: int | UnsetType = UNSET
    error: Error | UnsetType = UNSET


class HouseRun(Run, forbid_unknown_fields=True, kw_only=True):
    rulebook: str
    rounds: list[HouseRound]


class PokerRun(Run, forbid_unknown_fields=True, kw_only=True):
    rulebook: str
    rounds: list[PokerRound]


class LinkedTable(Struct, forbid_unknown_fields=True):
    rulebook: str
    rounds: list[HouseRound]


class LinkedAward(Struct, forbid_unknown_fields=True):
    table: str
    round: int
    box: int
    share: str
    value: Amount
    amount: Amount


class LinkedRun(Run, forbid_unknown_fields=True, kw_only=True):
    tables: dict[str, LinkedTable]
    awards: list[LinkedAward]


class UnreadableFile(Struct, forbid_unknown_fields=True):
    file: str
    unreadable: str
