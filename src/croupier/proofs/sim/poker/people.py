"""Who sits at a poker table, what each has and owes: kept by a spectator who writes down what people do.

Nothing comes from the engine but the sign at the table. What a player has missed, whether they wait and since when is
written down here when it happens, and the engine's own account must say the same.
"""

from copy import copy

from croupier.proofs.sim.poker.broken import Broken
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.table import PokerState, PokerTable


class Sitter:
    """A player and their place."""

    def __init__(self, player: str, stack: int, *, new: bool = False, relocated: bool = False) -> None:
        self.player = player
        self.stack = stack
        self.away = False
        self.leaving = False
        self.new = new
        """Has sat down and not been dealt in yet."""
        self.relocated = relocated
        self.owes_small = False
        self.owes_big = False
        self.turns = 0
        """Turns of the big blind missed in a row."""
        self.waits = False
        self.since = 0
        """How far the button had come when they last missed a blind or were made to wait."""

    @property
    def there(self) -> bool:
        return self.stack > 0 and not self.away and not self.leaving

    @property
    def can_miss(self) -> bool:
        """Away, and a blind that comes to them is missed: not of a new player, nor of one without chips (R-65)."""
        return self.away and self.stack > 0 and not self.new

    def settle_up(self) -> None:
        """They are dealt in, and nothing is owed any more."""
        self.new = self.relocated = self.owes_small = self.owes_big = self.waits = False
        self.turns = 0

    def account(self) -> tuple[object, ...]:
        owes = (self.owes_small, self.owes_big, self.turns, self.new, self.relocated, self.waits)
        return (self.player, self.stack, self.away, self.leaving, *owes)


class People:
    def __init__(self, table: PokerTable, players: dict[int, tuple[str, int]]) -> None:
        self.table = table
        self.seats = {number: Sitter(player, stack) for number, (player, stack) in sorted(players.items())}
        self.left_with: dict[str, int] = {}
        self.before: dict[int, Sitter] = {}
        """As they were when the round began."""

    def on(self, number: int) -> Sitter | None:
        """Who sits there and has not left."""
        sitter = self.seats.get(number)
        return None if sitter is None or sitter.leaving else sitter

    # --- What they do between rounds ----------------------------------------------------------------------------

    def may_sit_down(self, command: cmd.SitDown) -> bool:
        table = self.table
        if command.seat in self.seats or not 1 <= command.seat <= table.seats:
            return False
        if any(sitter.player == command.player for sitter in self.seats.values()):
            return False
        if command.relocated and command.player in self.left_with:
            return False  # from another table, and not back to this one
        took = self.left_with.get(command.player, 0)
        if command.stake <= 0 or (command.stake % table.chip and command.stake != took):
            return False
        enough = command.stake >= max(table.stake_low, took)
        return command.relocated or (enough and command.stake <= max(table.stake_high, took))

    def may_top_up(self, sitter: Sitter, amount: int) -> bool:
        if amount <= 0 or amount % self.table.chip:
            return False
        least = self.table.stake_low if sitter.stack == 0 else 0
        return amount >= least and sitter.stack + amount <= self.table.stake_high

    def sit_down(self, command: cmd.SitDown) -> None:
        new = Sitter(command.player, command.stake, new=True, relocated=command.relocated)
        self.seats = dict(sorted([*self.seats.items(), (command.seat, new)]))

    def leave(self, number: int) -> int:
        """The seat is free; what the player takes along."""
        sitter = self.seats.pop(number)
        self.left_with[sitter.player] = sitter.stack
        return sitter.stack

    # --- A round -------------------------------------------------------------------------------------------------

    def remember(self) -> None:
        self.before = {number: copy(sitter) for number, sitter in self.seats.items()}

    def undo(self) -> None:
        """A void round has not been dealt (R-7, R-62); who went away in it is away, and who left has left."""
        for number, sitter in self.seats.items():
            away, leaving = sitter.away, sitter.leaving
            vars(sitter).update(vars(self.before[number]))
            sitter.away, sitter.leaving = away, leaving

    # --- The engine's account ------------------------------------------------------------------------------------

    def compare(self, state: PokerState) -> None:
        if list(state.seats) != list(self.seats):
            raise Broken(f"seats {list(state.seats)} are taken and not {list(self.seats)}")
        for number, seat in state.seats.items():
            owes = (seat.missed_small, seat.missed_big, seat.missed_turns, seat.newcomer, seat.relocated, seat.waits)
            told = (seat.player, seat.stack, seat.away, seat.leaving, *owes)
            if told != self.seats[number].account():
                raise Broken(f"seat {number} is {_words(told)} and should be {_words(self.seats[number].account())}")
        if dict(state.left_with) != self.left_with:
            raise Broken(f"left with: {state.left_with} and not {self.left_with}")


_FIELDS = ("player", "stack", "away", "leaving", "missed small", "missed big", "turns", "new", "relocated", "waits")


def _words(account: tuple[object, ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(_FIELDS, account, strict=True) if value is not False)
