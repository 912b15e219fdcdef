"""Places of players who have lost their last socket: kept for a while, then freed for others.

Only memory knows who has a socket; the server stores which players with a place have had one. After a restart their
time starts again, so that nobody loses a place because the house stood still.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from croupier.floor.live.state import events as ev
from croupier.floor.live.state.clocks import NEVER, Say
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.table import LiveTable

AGAIN = 1_000
"""Milliseconds until the system looks again at a place that still plays a round."""


class Absences:
    def __init__(
        self, books: FloorState, now: Callable[[], int], say: Say, out_of_the_queue: Callable[[str, str], None]
    ) -> None:
        self._books = books
        self._now = now
        self._say = say
        self._out_of_the_queue = out_of_the_queue
        self.kept = 300_000
        """Milliseconds."""
        self._sockets: Counter[str] = Counter()
        self._due: dict[str, int] = {}
        """By player without a socket: when their places become free."""

    def came(self, player: str) -> None:
        """A player has opened a socket, for whatever page."""
        self._sockets[player] += 1
        self._due.pop(player, None)

    def went(self, player: str) -> None:
        self._sockets[player] -= 1
        if not self._sockets[player]:
            del self._sockets[player]
            self._due[player] = self._now() + self.kept

    def has_socket(self, player: str) -> bool:
        return player in self._sockets

    def had_sockets(self, players: Iterable[str]) -> None:
        """Notes the players who had sockets when the house stopped."""
        self._due.update(dict.fromkeys(players, self._now() + self.kept))

    def paused(self, gap: int) -> None:
        """Extends all deadlines by `gap`: nobody could come back while the process stood still."""
        self._due = {player: due + gap for player, due in self._due.items()}

    def next_due(self) -> int:
        return min(self._due.values(), default=NEVER)

    def fire(self) -> int:
        now, acts = self._now(), 0
        for player in sorted(player for player, due in self._due.items() if due <= now):
            del self._due[player]
            said, stays = self._free(player)
            acts += said
            if stays:
                self._due[player] = now + AGAIN
        return acts

    def _free(self, player: str) -> tuple[int, bool]:
        """Frees the player's places. Returns the number of acts, and whether the player still has a place somewhere."""
        acts, stays = 0, False
        for name in sorted(self._books.tables):
            table = self._books.tables[name]
            if table.game.closed:
                continue
            if any(each.player == player for each in table.queue):
                self._out_of_the_queue(name, player)
                acts += 1
            places = family_of(table.book).places_of(table.game, player)
            if not places:
                continue
            if not _has_nothing_in_a_round(table, player) or not self._leaves(name, table, player, places):
                stays = True
                continue
            acts += len(places)
        return acts, stays

    def _leaves(self, name: str, table: LiveTable, player: str, places: tuple[int, ...]) -> bool:
        """Leaves a table. With the last box the chips go to the wallet."""
        if not family_of(table.book).house_banked:
            return self._say(name, f"{places[0]} leaves", (), ()) is None
        *others, last = places
        said = [self._say(name, f"{box} frees", (), ()) is None for box in others]
        return all(said) and self._say(name, f"{last} frees", (), (ev.PlayerLeaves(player),)) is None


def _has_nothing_in_a_round(table: LiveTable, player: str) -> bool:
    game = table.game
    if game.suspended is not None:
        return False
    return family_of(table.book).nothing_at_stake(game, player)
