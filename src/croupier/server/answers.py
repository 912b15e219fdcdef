"""Every message that the server sends, as types: the OpenAPI document and the pages' TypeScript are made of them.

Answers are written by those who know them; a test compares what is written with these types.
"""

from typing import Any

from msgspec import Struct

from croupier.server import training_answers as drills
from croupier.server.sent import Cites, Money, Time


class Said(Struct, omit_defaults=True):
    """The base of what is sent. Keys may be added later; keys without a default are always there."""


class Sentence(Said):
    """What a text says, for pages in other languages; amounts are text with two places, lists stand in their order."""

    code: str
    values: "dict[str, str | int | Sentence | list[str | int | Sentence]]" = {}


class ErrorTold(Said):
    code: str
    why: str
    says: Sentence | None = None
    cites: Cites = []
    id: str = ""
    moment: str = ""
    watch: dict[str, Any] | None = None
    allow: list[str] = []


class Error(Said):
    error: ErrorTold


class DoneTold(Said):
    id: str
    table: str = ""
    do: str = ""
    version: int = 0
    cites: Cites = []
    excess: Money = "0.00"
    ruling: str = ""
    again: bool = False


class Done(Said):
    done: DoneTold


class WaitingTold(Said):
    id: str
    incident: int
    table: str
    incident_kind: str
    rank: str
    cites: Cites
    again: bool = False


class Waiting(Said):
    waiting: WaitingTold


class Health(Said):
    ok: bool
    store: str
    entries: int
    tables: int
    suspended: list[str]
    checkpoint_age: int | None


class House(Said):
    name: str
    currency: str
    demo: bool
    unsafe: list[str]
    api: int
    version: str
    now: Time
    rulebooks: list[str]
    setup: bool = False
    """Nobody is there yet: whoever has the code becomes the first manager."""


class TableLine(Said):
    name: str
    rulebook: str
    game: str
    named: str
    state: str
    run_by: str
    cards: str
    spectators: bool
    places: int
    taken: list[int]
    players: int
    pace: int | None
    clock: dict[str, int | None]
    sign: int
    link: str | None
    jackpot_bet: Money | None
    round: int
    owner: str
    limits: dict[str, list[Money]] = {}
    blinds: list[Money] = []
    stake: list[Money] = []


class Tables(Said):
    items: list[TableLine]


class LobbyTold(Said):
    version: int
    tables: list[TableLine]


class Lobby(Said):
    lobby: LobbyTold


class Deal(Said):
    round: int
    roots: list[str]


class Asked(Said):
    left: int
    bank: int
    box: int = 0
    seat: int = 0


class ClockTold(Said):
    stopped: bool
    asked: list[Asked]


class Notice(Said):
    text: str
    says: Sentence
    cites: Cites


class Preset(Said):
    preset: str
    amount: Money


class May(Said, rename={"from_": "from"}):
    do: str
    kind: str
    word: str
    place: int = 0
    costs: Money = ""
    loses: Money = ""
    from_: Money = ""
    to: Money = ""
    step: Money = ""
    presets: list[Preset] = []


class You(Said):
    name: str
    places: list[int]
    may: list[May]
    notices: list[Notice] = []


class ThenTold(Said):
    """Something that followed an act; `values` are what a page needs to say it in its own words."""

    event: str
    text: str
    cites: Cites
    place: int = 0
    values: dict[str, Any] = {}
    says: Sentence | None = None


class Happened(Said):
    version: int
    at: Time
    by: str
    do: str
    then: list[ThenTold]
    cites: Cites = []


class PlayerTold(Said):
    places: list[int]
    stack: Money
    connected: bool


class SeatTold(Said):
    player: str
    stack: Money
    away: bool
    waits: bool
    missed: list[str]
    leaving: bool
    connected: bool


class Words(Said):
    spots: dict[str, str]
    decisions: dict[str, str]


class TableTold(Said):
    name: str
    rulebook: str
    game: str
    named: str
    words: Words
    version: int
    moment: str
    at: Time
    state: str
    sign: int
    deal: Deal | None
    round: dict[str, Any] | None
    clock: ClockTold
    you: You | None
    happened: list[Happened] | None
    players: dict[str, PlayerTold] = {}
    seats: dict[str, SeatTold] = {}
    why: str = ""
    why_says: Sentence | None = None
    said: Notice | None = None


class Table(Said):
    table: TableTold


class PrintLine(Said):
    table: str
    named: str
    pays: list[str]


class Print(Said):
    """What stands on the felt."""

    qualifier: str | None
    qualifies: str | None
    ante: str | None
    ante_pays_from: str | None
    lines: list[PrintLine]


class JackpotShare(Said):
    hand: str
    share: str | None
    fixed: Money | None
    envy: Money | None
    cites: Cites


class JackpotOnSign(Said):
    link: str
    funding: str
    funding_says: Sentence
    reset: Money
    limit: Money | None
    parameters: int
    order: Notice
    fold: Notice
    shares: list[JackpotShare]


class SignTold(Said):
    table: str
    sign: int
    rulebook: str
    game: str
    named: str
    words: Words
    dealing: str
    run_by: str
    cards: str
    limits: dict[str, Any]
    clock: dict[str, int | str | None]
    link: str | None
    house_rules: list[Notice]
    paytables: dict[str, list[dict[str, Any]]]
    notices: list[Notice] = []
    coach: bool = False
    settle: str = ""
    boxes: int = 0
    seats: int = 0
    blinds: list[Money] = []
    stake: list[Money] = []
    chip: Money = ""
    rake: dict[str, str | None] = {}
    jackpot: JackpotOnSign | None = None
    print: Print | None = None


class Sign(Said):
    sign: SignTold


class AwardTold(Said):
    award: int
    table: str
    round: int
    box: int
    share: str
    state: str
    value: Money | None
    amount: Money | None
    at: Time


class LinkTold(Said):
    name: str
    version: int
    at: Time
    state: str
    value: Money
    reset: Money
    at_limit: bool
    parameters: int
    tables: list[str]
    awards: list[AwardTold]


class Link(Said):
    link: LinkTold


class Links(Said):
    items: list[LinkTold]


class UserName(Said):
    name: str
    role: str


class SessionBegun(Said):
    token: str
    user: UserName
    idle: int
    until: Time


class UserTold(Said):
    name: str
    role: str
    disabled: bool


class User(Said):
    user: UserTold


class Users(Said):
    items: list[UserTold]
    before: str | None


class Ended(Said):
    ended: int | bool


class AtTable(Said):
    table: str
    places: list[int]
    stack: Money


class Me(Said):
    name: str
    role: str
    wallet: Money
    tables: list[AtTable]
    demo: bool


class RoundLine(Said):
    round: int
    status: str


class Rounds(Said):
    items: list[RoundLine]
    before: int | None


class ActTold(Said):
    version: int
    at: Time
    by: str
    do: str
    cites: Cites


class Round(Said):
    round: dict[str, Any] | None
    acts: list[ActTold]


class Step(Said):
    """An act, what followed it, and the round as it lay then; `seq` is its entry in the journal."""

    seq: int
    version: int
    at: Time
    by: str
    do: str
    cites: Cites
    then: list[ThenTold]
    round: dict[str, Any] | None
    seats: dict[str, SeatTold] = {}


class Steps(Said):
    rulebook: str
    steps: list[Step]
    sign: SignTold


class Made(Said):
    """What cards make; `paid_as` are the rows of pay tables that they are on."""

    hand: str
    ranks: list[str]
    cards: str
    text: str
    paid_as: list[str] = []


class OwnRound(Said):
    table: str
    rulebook: str
    game: str
    round: int
    at: Time
    status: str
    places: list[int]
    staked: Money
    net: Money
    hands: dict[str, str]
    made: dict[str, Made]
    stands: dict[str, str]
    dealer: Made | None = None
    award: Money = ""
    void_cites: Cites = []


class Total(Said):
    rounds: int
    staked: Money
    net: Money


class OwnRounds(Said):
    """`total` is of these items."""

    items: list[OwnRound]
    total: Total
    before: str | None


class CoachOption(Said):
    """`value` is money: what the box ends up with on average, all its bets counted."""

    do: str
    word: str
    value: str
    best: bool


class CoachPrice(Said, rename={"from_": "from"}):
    """A call costs `call` and can win `wins`; it pays for itself from a share of so many per cent."""

    call: Money
    wins: Money
    from_: str


class CoachPot(Said):
    """`share` is in whole per cent, against so many others that may hold anything."""

    amount: Money
    others: int
    share: str


class CoachTold(Said):
    """`options` at a house-banked table, `price` and `pots` at poker."""

    place: int
    moment: str
    exact: bool
    options: list[CoachOption] = []
    price: CoachPrice | None = None
    pots: list[CoachPot] = []


class CoachSays(Said):
    coach: CoachTold


class Chapter(Said):
    chapter: str
    title: str


class Paragraph(Said):
    paragraph: str
    summary: str


class RulebookTold(Said):
    book: str
    named: str
    title: str
    effective: str
    chapters: list[Chapter]
    paragraphs: list[Paragraph]


class RulingTold(Said):
    ruling: str
    title: str
    chapter: str
    text: str


class Rulings(Said):
    items: list[RulingTold]


class Proof(Said):
    table: str
    round: int
    deck: int
    root: str
    cards: list[dict[str, Any]]


class FollowsTold(Said):
    """What a ruling would do; `event` is the tag of its event."""

    event: str
    text: str
    cites: Cites
    places: list[int] = []
    policy: str | None = None


class OptionTold(Said):
    """An answer that whoever decides may give. Without `moves` it hangs on cards that lie face down."""

    do: str
    ruling: str
    text: str
    cites: Cites
    follows: list[FollowsTold]
    moves: dict[str, Money] | None = None
    meters: dict[str, Money] = {}


class DecidedTold(Said):
    do: str
    by: str
    rank: str
    reason: str
    at: Time
    ruling: str | None


class IncidentTold(Said):
    incident: int
    table: str
    round: int
    do: str
    incident_kind: str
    by: str
    at: Time
    rank: str
    cites: Cites
    options: list[OptionTold]
    decided: DecidedTold | None


class Incidents(Said):
    items: list[IncidentTold]
    before: int | None


class KeyTold(Said, rename={"from_": "from"}):
    """What may be said with a report: a place, a number, yes or no, one of a few words, or a card."""

    key: str
    takes: str
    needed: bool
    from_: list[int | str] = []
    decides: bool = False


class KindTold(Said):
    kind: str
    text: str
    cites: Cites
    rank: str
    keys: list[KeyTold]
    late: bool
    """It would be heard, and change nothing."""


class IncidentKinds(Said):
    items: list[KindTold]
    moment: str


class PreviewTold(Said):
    do: str
    rank: str
    waits: bool
    ruling: str | None
    text: str
    cites: Cites
    follows: list[FollowsTold]
    moves: dict[str, Money] | None = None
    meters: dict[str, Money] = {}
    options: list[OptionTold] = []


class Preview(Said):
    preview: PreviewTold


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


class Reconciliation(Said):
    start: Money
    contributions: Money
    taken_back: Money
    awards: Money
    made_up: Money
    corrections: Money
    carry_parts: Any
    end: Money
    difference: Money


class AskedChange(Said):
    """Of a link: asked for, waits for open hands, in force, withdrawn or lapsed. `now` is what it was before."""

    change: int
    change_of: dict[str, str]
    now: dict[str, str | None]
    by: str
    at: Time
    reason: str
    state: str
    approved_by: str = ""
    approved_at: Time = ""
    ended_at: Time = ""
    why: str = ""


class Changes(Said):
    items: list[AskedChange]
    parameters: dict[str, str]
    number: int
    tables: dict[str, Money]


class CheckTold(Said):
    """`ok` is null where there is nothing to check. Entries are streams and numbers."""

    check: str
    ok: bool | None
    text: str
    entries: list[list[Any]]
    cites: Cites


class StepTold(Said):
    step: str
    amount: Money
    share: str = ""


class CheckedAward(AwardTold):
    player: str = ""
    hand: str = ""
    rulebook: str = ""
    verify: bool = False
    verify_above: Money | None = None
    meter_now: Money = ""
    checks: list[CheckTold] = []
    arithmetic: list[StepTold] = []


class OneAward(Said):
    award: CheckedAward


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


class EntryTold(Said):
    stream: str
    seq: int
    at: Any
    epoch: int
    hash: str
    body: dict[str, Any]


class Entries(Said):
    items: list[EntryTold]
    next: int | None


class Checkpoints(Said):
    items: list[dict[str, Any]]
    before: int | None


class PlayerName(Said):
    name: str


class PlayerAdded(Said):
    player: PlayerName
    again: bool = False


class StackedTold(Said):
    table: str


class Stacked(Said):
    done: StackedTold


class ChangeAsked(Said):
    change: int
    again: bool = False


class Now(Said):
    now: Time


# The socket.


class HelloTold(Said):
    api: int
    user: UserName | None
    now: Time
    demo: bool


class Hello(Said):
    hello: HelloTold


class PitTold(Said):
    version: int
    tables: list[dict[str, Any]]
    incidents: list[IncidentTold]
    links: list[LinkTold]
    unclaimed: list[dict[str, Any]] = []


class Pit(Said):
    pit: PitTold


class Pong(Said):
    pong: int


class ByeTold(Said):
    why: str


class Bye(Said):
    bye: ByeTold


class Document(Said):
    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


GIVEN: dict[str, tuple[type[Struct], ...]] = {
    "done": (Done,),
    "answered": (Done, Waiting),
    "health": (Health,),
    "house": (House,),
    "document": (Document,),
    "tables": (Tables,),
    "links": (Links,),
    "link": (Link,),
    "table": (Table,),
    "sign": (Sign,),
    "session": (SessionBegun,),
    "user": (User,),
    "users": (Users,),
    "me": (Me,),
    "ended": (Ended,),
    "rounds": (Rounds,),
    "round": (Round,),
    "steps": (Steps,),
    "own-rounds": (OwnRounds,),
    "rulebook": (RulebookTold,),
    "rulings": (Rulings,),
    "coach": (CoachSays,),
    "proof": (Proof,),
    "deck": (Proof,),
    "incidents": (Incidents,),
    "incident": (IncidentTold,),
    "incident-kinds": (IncidentKinds,),
    "preview": (Preview,),
    "account": (Account,),
    "change": (ChangeAsked,),
    "reconciliation": (Reconciliation,),
    "changes": (Changes,),
    "award": (OneAward,),
    "figures": (Figures,),
    "entries": (Entries,),
    "ledger": (Ledger,),
    "checkpoints": (Checkpoints,),
    "now": (Now,),
    "stacked": (Stacked,),
    "player": (PlayerAdded,),
    "training": (drills.Training,),
    "drill": (drills.Drill,),
    "marked": (drills.Marked,),
}
"""The schemas of good answers, by the word in the matrix; `live` and `metrics` are not JSON."""

FROM_SERVER = (Hello, Sign, Table, Link, Pit, Lobby, Done, Waiting, Error, Pong, Bye)
