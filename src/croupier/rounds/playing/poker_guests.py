"""Who sits at the poker table of an evening, and what its sign says."""

from math import gcd

from croupier.base.errors import Unreadable
from croupier.rounds.players.amateur import CAREFUL, LOOSE, STEADY, amateur
from croupier.rounds.players.poker import Player
from croupier.rounds.telling.words import money
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device

OWN_SEAT = 3
GUESTS: tuple[tuple[str, Player], ...] = (
    ("Bea", amateur(STEADY)),
    ("Max", amateur(LOOSE)),
    ("Ida", amateur(CAREFUL)),
    ("Tom", amateur(LOOSE)),
    ("Lea", amateur(STEADY)),
    ("Gus", amateur(CAREFUL)),
    ("Eva", amateur(STEADY)),
    ("Kim", amateur(LOOSE)),
    ("Ole", amateur(CAREFUL)),
)
MOST_SEATS = len(GUESTS) + 1

RAKE_CAP, LOW, HIGH = 3, 20, 100
"""In big blinds: the most that a round is raked, and the usual limits of the table stake."""


def usual_stake(small_blind: Cents) -> Cents:
    return Cents(HIGH * 2 * small_blind)


def table_for(device: Device, *, seats: int, small_blind: Cents, stake: Cents) -> PokerTable:
    """A table at which everybody begins with this stake; its chips are dollars where the blinds allow it."""
    big_blind = 2 * small_blind
    chip = Cents(gcd(100, small_blind))
    if stake % chip:
        raise Unreadable(f"a stake of {money(stake)} is not a multiple of the {money(chip)} chip")
    return PokerTable(
        device=device,
        seats=seats,
        small_blind=small_blind,
        stake_low=Cents(min(LOW * big_blind, stake)),
        stake_high=max(usual_stake(small_blind), stake),
        chip=chip,
        rake_cap=Cents(RAKE_CAP * big_blind),
    )


def guests(table: PokerTable, me: str) -> dict[int, tuple[str, Player]]:
    """By seat: a name that is not the player's, and a manner of playing."""
    own = min(OWN_SEAT, table.seats)
    free = [seat for seat in range(1, table.seats + 1) if seat != own]
    seated = zip(free, GUESTS, strict=False)
    return {seat: (name if name != me else f"{name} II", player) for seat, (name, player) in seated}
