"""Tables as people see them: the lobby, the view, the sign."""

from typing import Any, Literal

from croupier.server.answers.rounds import AnyRound
from croupier.server.answers.said import Ask, Said, Sentence
from croupier.server.sent import Cites, Money, Time


class Stands(Said):
    """Why the table waits."""

    why: Literal["players-lost", "suspended", "incident", "award", "link-change", "device", "dealer", "stopping"]
    since: Time
    until: Time | None
    """At the latest, where that is known."""


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
    waiting: int = 0
    """How many people wait for a place."""
    stands: Stands | None = None
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


class PlaceOffer(Said):
    """`until` is null while a round is played in which nobody can sit down."""

    place: int
    until: Time | None


class InTheQueue(Said):
    name: str
    since: Time
    place: int = 0
    """The only one that they want, if they want no other."""
    offered: PlaceOffer | None = None


class You(Said):
    name: str
    places: list[int]
    may: list[May]
    notices: list[Notice] = []
    waits: int | None = None
    """Position in the queue for a place."""
    asked: list[Ask] = []
    """What staff want to do with your wallet, and wait for your yes."""
    offered: PlaceOffer | None = None
    """A place that is yours to take."""


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
    missed_turns: int
    """Turns of the big blind that an absent player has missed in a row; after two the pit may deem them gone."""
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
    round: AnyRound | None
    clock: ClockTold
    you: You | None
    happened: list[Happened] | None
    players: dict[str, PlayerTold] = {}
    seats: dict[str, SeatTold] = {}
    why: str = ""
    why_says: Sentence | None = None
    said: Notice | None = None
    stands: Stands | None = None
    """While the table waits for somebody or something else than its players."""
    waiting_list: list[InTheQueue] = []
    """Who waits for a place, the first one first."""


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
    smallest_chip: Money = ""
    """House-banked: offers of bets go up by it."""
    rake: dict[str, str | None] = {}
    jackpot: JackpotOnSign | None = None
    print: Print | None = None


class Sign(Said):
    sign: SignTold


class StackedTold(Said):
    table: str


class Stacked(Said):
    done: StackedTold
