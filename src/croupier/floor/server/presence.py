"""Which players have a socket, in any process of the house."""

from collections import Counter, defaultdict
from collections.abc import Iterator


class Presence:
    """Counts by process: a player whose last socket at one process is gone may still have one at another."""

    def __init__(self) -> None:
        self._watching: defaultdict[str, defaultdict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        """By process, then by table: how many of each player's sockets watch it."""
        self._sockets: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """By process: how many sockets each player has."""

    def watch(self, process: str, table: str, player: str, on: bool) -> bool:
        """Returns whether that is the player's first socket there, or was the last one."""
        return _count(self._watching[process][table], player, on)

    def come(self, process: str, player: str, on: bool) -> bool:
        """Returns whether that is the player's first socket at the process, or was the last one."""
        return _count(self._sockets[process], player, on)

    def watching(self, table: str) -> set[str]:
        return {player for tables in self._watching.values() for player in tables.get(table, ())}

    def of(self, process: str) -> tuple[list[tuple[str, str]], list[str]]:
        """The pairs of table and player with a socket at that process, and the players."""
        tables = self._watching[process]
        return [(table, player) for table, players in tables.items() for player in players], [*self._sockets[process]]

    def leave(self, process: str) -> Iterator[tuple[str, str]]:
        """The process is gone: forgets its sockets. Yields the tables, and then the players, that it takes along."""
        for table in self._watching.pop(process, {}):
            yield "table", table
        for player in self._sockets.pop(process, ()):
            yield "player", player


def _count(counted: Counter[str], player: str, on: bool) -> bool:
    counted[player] += 1 if on else -1
    if not counted[player]:
        del counted[player]
        return True
    return on and counted[player] == 1
