"""What the floor needs to know of any table. House-banked tables and poker tables each implement it."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeVar

from msgspec import UNSET, UnsetType

from croupier.base.actors import Actor, Viewer
from croupier.base.citation import Citation
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.floor.journal.codec import EventCodec
from croupier.floor.ledger.postings import Posting
from croupier.floor.live.answers.said import StillTold
from croupier.floor.live.answers.tables import WaitsBecause
from croupier.floor.live.state.events import LiveEvent
from croupier.floor.live.state.house_events import HouseStreamEvent
from croupier.floor.live.state.table import LiveTable
from croupier.rules.cards import Card
from croupier.rules.games.house.commands import HouseCommand
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.commands import PokerCommand
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook

State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")
"""Of one family; the other one never meets them."""

GameState = HouseState | PokerState
GameCommand = HouseCommand | PokerCommand
GameEvent = HouseEvent | PokerEvent
"""Of either family, where the floor does not care which: it hands them to `family_of(table.book)`."""

TableEvent = GameEvent | LiveEvent
StreamEvent = TableEvent | LinkEvent | HouseStreamEvent
"""What an entry can hold: the stream is that of a table, a link or the house."""


class ClockDue(Value):
    """What a table waits for that has a clock."""

    kind: str
    """ "betting", "decision", "choice", "pause"; "offer" of a place to somebody who waits for one."""
    place: int | None = None
    player: str | None = None
    round: int = 0
    stage: str = ""
    """So that the next question to the same place is another one."""


class Followed(Value):
    """What the answer to an act says in addition to the act."""

    cites: tuple[Citation, ...] = ()
    excess: str = ""
    """What of a bet went back, because it was above the limit."""
    ruling: str = ""
    still: StillTold | None = None


def still_owed(due: Cents, paid: Cents, *, box: int | UnsetType = UNSET, seat: int | UnsetType = UNSET) -> StillTold:
    """The amount still to be paid, or to be asked back (R-112)."""
    apart = dollars(abs(due - paid))
    pays = paid < due
    return StillTold(
        box=box,
        seat=seat,
        due=dollars(due),
        paid=dollars(paid),
        to_pay=apart if pays else UNSET,
        to_ask_back=UNSET if pays else apart,
    )


class Family(Protocol[State, Command, Event]):
    house_banked: bool
    """Players have boxes and bet against the house; if not, they have seats and play poker."""

    next_round: Literal["next", "start"]
    """The word that begins the next round."""

    codec: EventCodec[Event | LiveEvent]
    """Of the table's stream: the events of the game and those of the floor."""

    single_deck: str
    """The clause by which each card exists once."""

    def read(self, table: LiveTable, book: Rulebook, words: list[str], actor: Actor) -> Command:
        """Reads an act of the round files' vocabulary; raises Unreadable if it is none."""

    def check_allowed(self, actor: Actor, state: State, command: Command, device: str | None) -> None:
        """Raises Forbidden unless this actor may say it."""

    def on_request(self, actor: Actor, command: Value) -> str | None:
        """The clause by which staff say it for a player; None where they do not."""

    def advance(self, book: Rulebook, state: State | None, command: Command) -> tuple[tuple[Event, ...], State]: ...

    def judge(self, book: Rulebook, state: State, command: Command) -> tuple[Event, ...]:
        """The events of an act in a round, at least those that say what it costs. Raises Refused as `advance` does. For
        trials, which do not need the state after the act."""

    def evolve(self, state: State | None, event: Event) -> State: ...

    def postings(
        self, name: str, before: State | None, events: Sequence[Event], after: State
    ) -> tuple[Posting, ...]: ...

    def put_down(self, before: State, events: Sequence[Event]) -> Mapping[str, int]:
        """By player: chips they must have before the act, whatever it pays them."""

    def asked(self, state: State) -> str:
        """The question that the table waits for, as a key: a new key is a new moment."""

    def answers(self, command: Value) -> bool:
        """Whether a player must name the moment that they answer."""

    def cards_due(self, book: Rulebook, state: State) -> int: ...

    def one_card_first(self, state: State) -> bool:
        """Whether the due card is dealt before all cards that wait for the rest of their deal."""

    def drawn(self, state: State) -> int:
        """How many cards have left the device in this round."""

    def deal(self, cards: tuple[Card, ...]) -> Command: ...

    def can_seal(self, state: State) -> bool:
        """No card of the next deal is out, so a deck can be sealed for it."""

    def next_deal(self, table: LiveTable, state: State) -> int:
        """The number of the round that is dealt next: house-banked rounds are open before they are."""

    def hands(self, state: State) -> Mapping[int, tuple[Card, ...]]:
        """The cards of each box or seat."""

    def sees(self, state: State, viewer: Viewer) -> frozenset[Card]:
        """The cards that this viewer may see."""

    def public_cards(self, state: State) -> frozenset[Card]:
        """The cards that everybody sees."""

    def over(self, state: State) -> bool:
        """Whether a round has been played and is settled or void."""

    def interrupted(self, state: State) -> bool:
        """Whether a round is open with something at stake."""

    def settled(self, state: State) -> bool:
        """The payments of this round have been made."""

    def no_cards_yet(self, state: State) -> bool:
        """The round is open and has no cards that something could be wrong with."""

    def claims_share(self, state: State) -> bool:
        """A hand of this round claims a share of the jackpot."""

    def interruption(self, actor: Actor) -> Command: ...

    def suspend(self, why: Why) -> Command: ...

    def resume(self) -> Command: ...

    def close(self) -> Command: ...

    def end_day(self) -> Command: ...

    def before_first_round(self, state: State) -> Command | None:
        """What the system does before it starts the first round, such as placing the button."""

    def places(self, state: State) -> int:
        """How many boxes or seats the table has."""

    def holders(self, state: State) -> Mapping[int, str]:
        """Who has which place."""

    def places_of(self, state: State, player: str) -> tuple[int, ...]: ...

    def holder_of(self, state: State, command: Value) -> str | None:
        """Whose place a command is about; commands of the floor name places, too."""

    def can_sit(self, state: State) -> bool:
        """Between rounds, or while bets are open."""

    def in_the_round(self, state: State) -> frozenset[str]:
        """Who has something in it and has not gone; between two rounds of poker, who would be dealt in."""

    def dealt_in(self, state: State) -> list[int]:
        """The places that are in this round."""

    def nothing_at_stake(self, state: State, player: str) -> bool:
        """The player can go without a loss."""

    def round_number(self, table: LiveTable, state: State) -> int: ...

    def questions(self, table: LiveTable, state: State) -> list[ClockDue]:
        """What an open table asks its players now, each question with a clock."""

    def after_silence(self, state: State, place: int) -> str:
        """The act that the system says for a player who has not decided in time (R-41)."""

    def goes_away(self, state: State, player: str) -> str | None:
        """The act that sits a silent player out; None where there is none, or they sit out already."""

    def waits_for(self, table: LiveTable, state: State) -> WaitsBecause | None:
        """What an open table waits for; None where it waits for its players, or for nobody."""

    def own_parts_rest_on(self, state: State) -> tuple[object, ...]:
        """Everything in the game that can allow an act to any player or end it, except the parts in
        `own_part_rests_on`."""

    def own_part_rests_on(self, state: State, player: str) -> tuple[object, ...]:
        """Everything of the player in the game that can allow them an act or end it."""

    def what_followed(self, events: Sequence[Event]) -> Followed:
        """What the answer says in addition to the act: citations, an excess, a ruling."""

    def chips_at_table(self, state: State, player: str) -> Cents | None:
        """The player's chips as the game knows them; None if only the ledger does."""
