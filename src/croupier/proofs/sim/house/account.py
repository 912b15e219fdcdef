"""The referee's own account of a table: plain data, written down act by act."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

Cites = frozenset[str]
NONE: Cites = frozenset()


@dataclass(frozen=True, slots=True)
class Setup:
    """The head of a round file."""

    game: str
    device: str
    boxes: int
    limits: dict[str, tuple[int, int]]
    players: dict[int, str]
    by_hand: bool = False
    jackpot_bet: int | None = None
    meter: int = 0
    reset: int = 0
    contribution: str = "0"


@dataclass(slots=True)
class Bet:
    amount: int
    unnoticed: bool = False
    cut: bool = False
    """Some of what was put down was rejected (5.1)."""
    back: Cites = NONE
    """Why it goes back in any case."""


@dataclass(slots=True)
class Box:
    number: int
    player: str
    bets: dict[str, Bet] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    looked: bool = False
    decisions: list[str] = field(default_factory=list)
    folded: Cites | None = None
    """Has folded; the citations say why, if it was not its own decision."""
    out: Cites | None = None
    """Withdrawn or invalidated, and why."""
    struck: bool = False
    """Examined on purpose after it had folded: what is alive on it goes back (R-94)."""
    committed: bool = False
    hidden: bool = False

    def live(self, spot: str) -> Bet | None:
        bet = self.bets.get(spot)
        return bet if bet is not None and not bet.back else None

    @property
    def takes_part(self) -> bool:
        return any(not bet.back for bet in self.bets.values())

    @property
    def in_play(self) -> bool:
        return bool(self.cards) and self.folded is None and self.out is None


@dataclass(slots=True)
class Ruled:
    kind: str
    ruling: str
    cites: Cites
    box: int | None = None


@dataclass(slots=True)
class SimLine:
    """The required result of a bet. `must` is cited; of the paragraphs that decide bets, only `must` and `may` are."""

    staked: int
    returned: int
    paid: int
    result: str
    must: Cites
    may: Cites = NONE


@dataclass(slots=True)
class SimAward:
    name: str
    paid: int
    must: Cites
    source: int | None = None


@dataclass(slots=True)
class Settled:
    lines: dict[int, dict[str, SimLine]]
    awards: dict[int, list[SimAward]]


@dataclass(slots=True)
class Round:
    boxes: dict[int, Box]
    meter: Fraction
    """When the round starts, in cents."""
    deck: list[str]
    phase: str = "betting"
    """betting, deciding, pause, settled, void"""
    stage: int = 0
    dealt: list[str] = field(default_factory=list)
    burnt: list[str] = field(default_factory=list)
    dealer: list[str] = field(default_factory=list)
    dealer_shown: bool = False
    up: int | None = None
    """Which of the dealer's cards is face up."""
    community: list[str] = field(default_factory=list)
    turned: int = 0
    first_look: dict[str, int] = field(default_factory=dict)
    """The one hand that each player may look at (R-8)."""
    choosing: set[int] = field(default_factory=set)
    exposed_boxes: int = 0
    exposed_dealer: int = 0
    exposed: list[frozenset[int | str]] = field(default_factory=list)
    """For each exposed card the places where it may have been: boxes, "dealer", "board"."""
    incidents: list[Ruled] = field(default_factory=list)
    void: Cites = NONE
    settled: Settled | None = None
    was_paid: bool = False
    """A settlement was made, undone since or not."""
    left_since: set[str] = field(default_factory=set)
    """Players who walked away after the payments."""
    jackpot_refused: bool = False
    boxes_refused: frozenset[int] = frozenset()

    @property
    def over(self) -> bool:
        return self.phase in ("settled", "void")

    @property
    def paid(self) -> bool:
        return self.phase == "settled"

    def seen(self) -> bool:
        return any(box.looked for box in self.boxes.values())

    def playing(self) -> Iterator[Box]:
        return (box for box in self.boxes.values() if box.in_play)


@dataclass(slots=True)
class Failure:
    """The jackpot system is down, and what the House does about the rounds after it."""

    policy: str | None
    boxes: frozenset[int]
