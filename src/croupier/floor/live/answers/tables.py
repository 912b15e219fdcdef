"""Tables as people see them: the lobby, the view, the sign."""

from typing import Literal

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, JsonObject, Money, Time
from croupier.floor.live.answers.people import Called
from croupier.floor.live.answers.rounds import AnyRound
from croupier.floor.live.answers.said import Ask, Said, Sentence

WaitsBecause = Literal["players-lost", "suspended", "incident", "award", "link-change", "device", "dealer", "stopping"]


class Stands(Said):
    """Why the table waits."""

    why: WaitsBecause
    since: Time
    until: Time | None
    """At the latest, if that is known."""
    places: list[int] = []
    """The boxes or seats whose players lost the connection."""
    rank: str | UnsetType = UNSET
    """The role that was asked to rule on an incident."""
    notice: Sentence | UnsetType = UNSET
    """Why the table is suspended, in words that everybody may read."""


class TableLine(Said, kw_only=True):
    name: str
    title: str
    """The table's name for people, such as "Table 12"."""
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
    limits: dict[str, list[Money]] | UnsetType = UNSET
    blinds: list[Money] | UnsetType = UNSET
    stake: list[Money] | UnsetType = UNSET
    round: int
    stands: Stands | UnsetType = UNSET
    waiting: int
    """How many people wait for a place."""
    pace: int | None
    clock: dict[str, int | None]
    sign: int
    link: str | None
    jackpot_bet: Money | None
    owner: str


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


class Asked(Said, rename={"for_": "for"}, kw_only=True):
    """Who has to answer, or what the table waits for until its time is over."""

    box: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    for_: Literal["close", "next", "start"] | UnsetType = UNSET
    left: int
    bank: int


class ClockTold(Said):
    stopped: bool
    asked: list[Asked]


class Notice(Said):
    text: str
    says: Sentence
    cites: Cites
    incident: int | UnsetType = UNSET
    """If the ruling is on the reader's own report: the number with which to confirm it."""
    understood: Time = ""
    """When the reader confirmed it."""


class Preset(Said):
    preset: str
    amount: Money


class May(Said, rename={"from_": "from"}):
    """An act that is accepted now. With `from`, an amount from there to `to` is appended to `do`."""

    do: str
    say: str
    """The whole act, with the smallest amount: accepted as it stands, with the view's moment."""
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
    """`until` is null during a round in which nobody can sit down."""

    place: int
    until: Time | None


class InTheQueue(Said):
    name: str
    since: Time
    place: int = 0
    """The only place they want, if just one."""
    offered: PlaceOffer | UnsetType = UNSET
    missed: int = 0
    """How many offers the player let run out; after each they go to the end of the list."""


class DeckTold(Said, kw_only=True):
    """The deck of real cards in play at a table, as its staff recorded it."""

    deck: str
    colour: str = ""
    by: str
    """Who brought it in."""
    since: Time
    rounds: int
    """How many rounds have begun with it."""
    checked_by: str = ""
    """Empty until somebody of the pit has checked it."""
    checked_at: Time = ""
    shuffled: Literal["machine", "hand", ""] = ""
    """How it was shuffled last."""
    shuffled_by: str = ""
    shuffled_at: Time = ""
    shuffled_after: int = 0
    """The round after which it was shuffled last."""


class DealerTenure(Said, kw_only=True):
    """A dealer who has the table, or had it (R-115)."""

    name: str
    since: Time
    until: Time | None
    """Null while the dealer has the table."""
    by: str = ""
    """Who of the pit assigned the dealer; empty if the dealer took the table."""


class Dealers(Said):
    """Who has dealt at a table, oldest first; the last one has it now."""

    table: str
    dealer: str | None
    """Who has the table; null if nobody has taken it."""
    items: list[DealerTenure]


class You(Said):
    name: str
    places: list[int]
    may: list[May]
    notices: list[Notice]
    waits: int | None
    """Position on the waiting list."""
    asked: list[Ask] = []
    """Acts with your wallet that staff ask you to allow."""
    offered: PlaceOffer | UnsetType = UNSET
    """A place offered to you."""
    deck: DeckTold | UnsetType = UNSET
    """For staff, at a table with real cards: the deck in play."""
    dealer: DealerTenure | UnsetType = UNSET
    """For staff: the dealer who has the table."""


class ThenTold(Said):
    """A consequence of an act; a page makes its own words from `values`."""

    event: str
    text: str
    cites: Cites
    place: int | UnsetType = UNSET
    values: JsonObject = {}
    says: Sentence | UnsetType = UNSET


class Happened(Said, kw_only=True):
    version: int
    at: Time
    by: str
    do: str
    cites: Cites = []
    then: list[ThenTold]


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
    """How often in a row the big blind has passed an absent player; after two the pit may deem them gone."""
    leaving: bool
    connected: bool


class Words(Said):
    spots: dict[str, str]
    decisions: dict[str, str]


class MustMove(Said):
    """Poker: players of this table move on to another as soon as a seat is free there."""

    to: str
    order: list[str]
    """Who moves first; nobody who is away or has no chips."""


class TableTold(Said, kw_only=True):
    """`round`, `you` and `happened` are the viewer's own; everybody at the table sees all else alike."""

    name: str
    title: str
    rulebook: str
    version: int
    moment: str
    at: Time
    state: str
    why: str | UnsetType = UNSET
    why_says: Sentence | UnsetType = UNSET
    game: str
    named: str
    words: Words
    sign: int
    deal: Deal | None
    called: dict[str, Called] | UnsetType = UNSET
    """The chosen names of players here, by account. Every other name in a view is an account's."""
    players: dict[str, PlayerTold] | UnsetType = UNSET
    seats: dict[str, SeatTold] | UnsetType = UNSET
    waiting_list: list[InTheQueue]
    """The waiting list, first in line first."""
    must_move: MustMove | UnsetType = UNSET
    round: AnyRound | None
    said: Notice | None
    clock: ClockTold
    stands: Stands | UnsetType = UNSET
    """Set while the table waits for anything but its players."""
    you: You | None
    happened: list[Happened] | None


class Table(Said):
    table: TableTold


class PaysLine(Said):
    hand: str
    pays: str
    cites: Cites


class PrintLine(Said):
    table: str
    named: str
    pays: list[str]


class Print(Said):
    """What is printed on the felt."""

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


class SignTold(Said, kw_only=True):
    table: str
    title: str
    sign: int
    rulebook: str
    game: str
    named: str
    words: Words
    dealing: str
    run_by: str
    cards: str
    settle: Literal["by-hand", "at-once"]
    boxes: int | UnsetType = UNSET
    seats: int | UnsetType = UNSET
    blinds: list[Money] | UnsetType = UNSET
    stake: list[Money] | UnsetType = UNSET
    chip: Money | UnsetType = UNSET
    rake: dict[str, str | None] | UnsetType = UNSET
    limits: dict[str, list[Money]]
    displays: dict[str, Cites]
    """What everybody sees on the sign or on the cloth, and the paragraph that puts it there."""
    smallest_chip: Money | UnsetType = UNSET
    """House-banked: the step between offered bets."""
    clock: dict[str, int | None]
    coach: bool
    link: str | None
    jackpot: JackpotOnSign | UnsetType = UNSET
    house_rules: list[Notice]
    paytables: dict[str, list[PaysLine]]
    print: Print | UnsetType = UNSET
    notices: list[Notice]
    stands: Stands | UnsetType = UNSET


class Sign(Said):
    sign: SignTold


class StackedTold(Said):
    table: str
    version: int


class Stacked(Said):
    done: StackedTold
