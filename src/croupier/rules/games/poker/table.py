"""A poker table and the round on it, as frozen values."""

from bisect import bisect_right
from collections.abc import Mapping
from enum import IntEnum, StrEnum

from croupier.base.actors import RunBy
from croupier.base.citation import Citation
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.common import Ruled
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device


class BettingRound(IntEnum):
    FIRST = 1
    SECOND = 2
    THIRD = 3
    FOURTH = 4


FIRST, SECOND, THIRD, FOURTH = BettingRound
FOLLOWING = {FIRST: SECOND, SECOND: THIRD, THIRD: FOURTH}
TURNED = {FIRST: 0, SECOND: 3, THIRD: 4, FOURTH: 5}
"""Community cards face up in each betting round."""


class Phase(StrEnum):
    DEALING = "dealing"
    """Cards are due from the device."""
    BETTING = "betting"
    SETTLING = "settling"
    """The betting is over, and the table waits for its dealer to pay (R-93). Dealt by hand, it waits first for the
    hands that are turned up (3.11.2)."""
    SETTLED = "settled"
    VOID = "void"


DEALING, BETTING, SETTLING, SETTLED, VOID = Phase


class PokerTable(Value):
    """What the sign at the table says."""

    device: Device
    seats: int
    small_blind: Cents
    stake_low: Cents
    stake_high: Cents
    chip: Cents = Cents(100)
    """The lowest chip denomination."""
    rake_basis_points: int = 500
    """The rake: 100 basis points are one percent."""
    rake_cap: Cents | None = None
    settles_by_hand: bool = False
    """The payments wait until the dealer says so (R-93)."""
    run_by: RunBy = RunBy.DEALER
    dealt_by_hand: bool = False
    """No device knows the cards: one that nobody has turned up and named is known by its place alone."""

    @property
    def big_blind(self) -> Cents:
        return Cents(2 * self.small_blind)


class Seat(Value):
    player: str
    stack: Cents
    away: bool = False
    missed_small: bool = False
    missed_big: bool = False
    """Carries the "missed Blind" button."""
    missed_turns: int = 0
    """Turns of the big blind missed in a row."""
    newcomer: bool = False
    """Has sat down and not been dealt in yet."""
    relocated: bool = False
    waits: bool = False
    """For the button to pass the seat, before paying and playing (R-64)."""
    button_passed: bool = False
    """Since the player missed a blind or began to wait."""
    leaving: bool = False
    """Has left in the middle of a round with an all-in hand; paid out when it is over (R-66)."""

    @property
    def present(self) -> bool:
        """Can be dealt in: sits there with chips."""
        return not self.away and not self.leaving and self.stack > 0

    @property
    def missed(self) -> bool:
        return self.missed_small or self.missed_big

    @property
    def settled(self) -> bool:
        """Can be dealt in, has been before, and has nothing to make up for."""
        return self.stack > 0 and self == Seat(self.player, self.stack)


class PotWon(Value):
    amount: Cents
    rake: Cents
    eligible: tuple[int, ...]
    won: Mapping[int, Cents]
    cites: tuple[Citation, ...]


class OutOfTurn(Value):
    """An action taken back and remembered: what limits the player when their turn comes (5.12, R-69)."""

    indicated: Cents
    """The total that the player would have had in front of them; nothing for a check or a fold."""
    faced: Cents = Cents(0)
    """The price of staying in at the attempt: a bet that stood then binds the player to nothing (R-97)."""
    somebody_bet: bool = False
    """Or called (R-97): any chips put in since then by those before them."""
    somebody_checked: bool = False
    somebody_folded: bool = False


class Forfeit(Value):
    """A BET out of turn that stood and stayed in the pot when its player folded."""

    betting_round: BettingRound
    chips: Cents


class Opening(Value):
    """The table as it was before the round; a void round is as if it had not been dealt (R-62)."""

    seats: Mapping[int, Seat]
    button: int
    started: bool
    orbit_from: int | None
    dead_button: int | None


class PokerRound(Value):
    opening: Opening
    button: int
    order: tuple[int, ...]
    """The seats dealt in, in the order of the deal: from the left of the button."""
    big_blind: int
    small_blind: int | None
    phase: Phase = DEALING
    betting_round: BettingRound = FIRST
    turn: int | None = None
    """The seat asked to act."""
    posts: Mapping[int, Cents] = {}
    """All that a seat put in before the cards, dead money included."""
    bets: Mapping[int, Cents] = {}
    """What each seat has in front of it in this betting round."""
    before: Mapping[int, Cents] = {}
    """What each seat put into the pot in earlier betting rounds."""
    dead_money: Mapping[int, Cents] = {}
    """What a seat has in the main pot that is not a bet."""
    forfeited: Mapping[int, Forfeit] = {}
    """What folded players left behind; it is in the pots it reaches, and nobody has to call it (R-69)."""
    price: Cents = Cents(0)
    """A player must have this much in front of them to stay in."""
    step: Cents = Cents(0)
    """The largest BET or full raise of this betting round, and at least the big blind (R-29)."""
    acted: frozenset[int] = frozenset()
    """Who has acted since the last BET, full raise or half raise (R-67)."""
    folded: frozenset[int] = frozenset()
    folded_before: frozenset[int] = frozenset()
    """Folded when this betting round began."""
    opener: int | None = None
    """Who made the first BET of the last betting round that had any choice."""
    raiser: int | None = None
    """Who made its last raise."""
    hands: Mapping[int, tuple[Card, ...]] = {}
    looked: frozenset[int] = frozenset()
    dealt: tuple[Card, ...] = ()
    deck_from: int = 0
    """How many of the dealt cards came from decks before the last reshuffle."""
    burnt: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    turned: int = 0
    uncalled: Mapping[int, Cents] = {}
    shown: tuple[int, ...] = ()
    turned_up: tuple[int, ...] = ()
    """Shown without a duty: after the round, or too early and so folded."""
    mucked: tuple[int, ...] = ()
    """Given up at the showdown without being shown, at a table dealt by hand."""
    pots: tuple[PotWon, ...] = ()
    stacks: Mapping[int, Cents] = {}
    """When the round was over, before anybody sat down, left or topped up."""
    out_of_turn: Mapping[int, OutOfTurn] = {}
    """Who has acted out of turn in this betting round and has not had their turn since (R-39)."""
    attempts: Mapping[int, int] = {}
    """How often each seat has acted out of turn in this round."""
    exposed: int = 0
    """Cards exposed in the initial deal."""
    replacing: int | None = None
    """The seat that gets the next card for an exposed one (R-71)."""
    setting_aside: bool = False
    """The next card is face up and is set aside (R-71)."""
    discarded: tuple[Card, ...] = ()
    decided_on: int = 0
    """How many board cards were open when somebody last acted."""
    collected: Mapping[int, Cents] = {}
    """The bets of this betting round, if they are in the pots and cards are due."""
    named_again: int = 0
    """How often cards were put right that had been read otherwise (R-110)."""
    incidents: tuple[Ruled, ...] = ()
    void: tuple[Citation, ...] = ()

    @property
    def board(self) -> tuple[Card, ...]:
        return self.community[: self.turned]

    @property
    def one_card_first(self) -> bool:
        """One card is due before anything else: for an exposed one, or to be set aside (R-71)."""
        return self.replacing is not None or self.setting_aside

    @property
    def over(self) -> bool:
        return self.phase is SETTLED or self.phase is VOID

    @property
    def drawn(self) -> int:
        """How many cards have left the deck, the one after the last reshuffle if there was any."""
        return len(self.dealt) - self.deck_from

    @property
    def dead(self) -> Cents:
        """Money in the pots that is not a bet."""
        return Cents(sum(self.dead_money.values()) + sum(left.chips for left in self.forfeited.values()))

    def live(self) -> list[int]:
        """Active players: dealt in and not folded."""
        return [seat for seat in self.order if seat not in self.folded]

    @property
    def nobodys_bets(self) -> dict[int, Cents]:
        """Dead money and bets left behind, by the seat they came from."""
        seats = dict.fromkeys((*self.dead_money, *self.forfeited))
        return {seat: Cents(self.put_in(seat) - self.contributed(seat)) for seat in seats}

    def put_in(self, seat: int) -> Cents:
        """Every chip of the round: bets, dead money, bets left behind."""
        bets = self.contributed(seat) + self.dead_money.get(seat, 0)
        return Cents(bets + self.forfeited[seat].chips if seat in self.forfeited else bets)

    def contributions(self) -> dict[int, int]:
        """Bets of the whole round by seat, in the order of the deal."""
        before, bets = self.before, self.bets
        return {seat: before.get(seat, 0) + bets.get(seat, 0) for seat in self.order}

    def contributed(self, seat: int) -> Cents:
        """Bets of the whole round, without dead money."""
        return Cents(self.before.get(seat, 0) + self.bets.get(seat, 0))


class PokerState(Value, tag="poker-table"):
    """The table with everybody at it, and the round being played or just over."""

    table: PokerTable
    seats: Mapping[int, Seat]
    """In rising order."""
    button: int
    """The seat with the button, or that gets it in the first round."""
    started: bool = False
    """The first round has begun."""
    orbit_from: int | None = None
    """The seat from which the first orbit began; None once the button has been around (R-36)."""
    dead_button: int | None = None
    """The empty seat to which the button goes next (5.5)."""
    left_with: Mapping[str, Cents] = {}
    """What players who have left took with them (R-65)."""
    round: PokerRound | None = None
    sign: PokerTable | None = None
    """A changed one, which counts from the next round on."""
    suspended: Why | None = None
    """Why only incidents are accepted for now, if so."""
    closed: bool = False

    @property
    def playing(self) -> bool:
        """Also in the pause before the payments."""
        round_ = self.round
        return round_ is not None and round_.phase is not SETTLED and round_.phase is not VOID

    def has_his_hand(self, seat: int) -> bool:
        """Who sits there now is who was dealt in there, and not one who has sat down since."""
        return self.round is not None and self.seats[seat].player == self.round.opening.seats[seat].player

    def clockwise_from(self, seat: int) -> list[int]:
        """Occupied seats, beginning on the left of this one and ending with it."""
        numbers = list(self.seats)
        left = bisect_right(numbers, seat)
        return numbers[left:] + numbers[:left]


def open_table(
    table: PokerTable, seats: Mapping[int, tuple[str, Cents]], button: int, *, first_orbit: bool
) -> PokerState:
    return PokerState(
        table=table,
        seats={number: Seat(player, stack) for number, (player, stack) in sorted(seats.items())},
        button=button,
        orbit_from=button if first_orbit else None,
    )
