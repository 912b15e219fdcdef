"""Hands of poker by the thousand, played by programs on the live engine, with rake.

Hand n is a pure function of the seed and n: everybody starts it with the same stake, and the button moves on by a seat
from hand to hand. So hands can be played in any order, and totals of batches are added up.
"""

from collections.abc import Iterable, Mapping

from croupier.base.actors import Viewer
from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.players.amateur import CAREFUL, LOOSE, STEADY, amateur
from croupier.rounds.players.poker import Player, at_random, caller, tight_aggressive
from croupier.rules.cards import seeded_chance
from croupier.rules.games.poker.commands import Act, StartRound, TakeAction
from croupier.rules.games.poker.table import BettingRound, PokerTable, open_table
from croupier.rules.games.poker.view import view
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

PLAYERS: Mapping[str, Player] = {
    "amateur": amateur(STEADY),
    "careful": amateur(CAREFUL),
    "loose": amateur(LOOSE),
    "tight": tight_aggressive,
    "caller": caller,
    "random": at_random,
}


class PokerPlan(Value):
    book: str
    hands: int
    seed: int
    players: tuple[str, ...]
    """By seat, names of `PLAYERS`."""
    small_blind: Cents
    stake: Cents
    rake_basis_points: int
    rake_cap: Cents | None
    batch: int = 500

    @property
    def batches(self) -> int:
        return -(-self.hands // self.batch)

    def hands_of(self, batch: int) -> range:
        return range(batch * self.batch, min((batch + 1) * self.batch, self.hands))


class PokerTotals(Value):
    """Sums over hands, by seat where there are several; money in cents."""

    hands: int
    rake: int
    nets: tuple[int, ...]
    squares: tuple[int, ...]
    entered: tuple[int, ...]
    """Hands in which the player put chips in before the flop without having to."""
    won: tuple[int, ...]
    """Hands that brought the player chips."""


def check_players(names: Iterable[str]) -> None:
    for name in names:
        if name not in PLAYERS:
            raise Unreadable(f"--players: there is no player {name!r}; there are {', '.join(PLAYERS)}")


def played_hands(plan: PokerPlan, batch: int) -> PokerTotals:
    """Plays the hands of a batch."""
    none = (0,) * len(plan.players)
    total = PokerTotals(0, 0, none, none, none, none)
    for number in plan.hands_of(batch):
        total = added(total, _hand(plan, number))
    return total


def added(one: PokerTotals, other: PokerTotals) -> PokerTotals:
    def by_seat(name: str) -> tuple[int, ...]:
        return tuple(map(sum, zip(getattr(one, name), getattr(other, name), strict=True)))

    return PokerTotals(
        one.hands + other.hands,
        one.rake + other.rake,
        by_seat("nets"),
        by_seat("squares"),
        by_seat("entered"),
        by_seat("won"),
    )


def _hand(plan: PokerPlan, number: int) -> PokerTotals:
    chance = seeded_chance(f"{plan.seed}/{number}")
    seats = len(plan.players)
    table = PokerTable(
        Device.SHOE,
        seats,
        plan.small_blind,
        plan.stake,
        plan.stake,
        plan.small_blind,
        plan.rake_basis_points,
        plan.rake_cap,
    )
    stacks = {seat: (f"Player {seat}", plan.stake) for seat in range(1, seats + 1)}
    state = open_table(table, stacks, number % seats + 1, first_orbit=False)
    dealer = PokerDealer(at_the_table(plan.book, Device.SHOE), state, ShuffledDecks(chance))
    entered: set[int] = set()
    dealer.act(StartRound())
    while dealer.state.playing:
        round_ = dealer.state.round
        assert round_ is not None and round_.turn is not None
        seat, first = round_.turn, round_.betting_round is BettingRound.FIRST
        command = PLAYERS[plan.players[seat - 1]](view(dealer.state, Viewer(f"Player {seat}")), chance)
        assert command is not None, "it is their turn"
        if first and isinstance(command, TakeAction) and command.act not in (Act.CHECK, Act.FOLD):
            entered.add(seat)
        dealer.act(command)
    assert dealer.state.round is not None
    nets = tuple(dealer.state.seats[seat].stack - plan.stake for seat in stacks)
    rake = sum(pot.rake for pot in dealer.state.round.pots)
    assert sum(nets) == -rake, f"hand {number}: players lose {-sum(nets)} cents, the rake is {rake}"
    return PokerTotals(
        1,
        rake,
        nets,
        tuple(net**2 for net in nets),
        tuple(int(seat in entered) for seat in stacks),
        tuple(int(net > 0) for net in nets),
    )
