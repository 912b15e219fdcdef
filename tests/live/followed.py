"""A second floor that follows a house, as another process does: by what is sent to it, or by reading the store."""

from pathlib import Path

import msgspec

from croupier.floor.live.floor import Floor
from croupier.floor.live.following import Committed, acts_after
from croupier.floor.live.state.floor_state import Change
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.ports import Ports
from croupier.floor.store.reader import Reader
from croupier.rules.cards import seeded_chance
from tests.as_json import as_json
from tests.live.houses import House

SENT = msgspec.msgpack.Decoder(Committed)


class Followed(Reader):
    """A store that this process does not write to."""

    epoch, waiting, failure, is_remote = 0, 0, None, False

    def submit(self, *_: object) -> None:
        raise AssertionError("a follower writes nothing")

    def flush(self) -> None: ...


class Follower:
    def __init__(self, house: House, folder: Path) -> None:
        self.house, self.folder = house, folder
        self.changes = 0
        house.store.flush()
        store = self.store = Followed(folder)
        self.floor = Floor(store, Ports(house.clock, seeded_chance("none"), house.ring, lambda run: run()), demo=True)
        self.floor.load()
        self.floor.ask.house = house.floor.ask.house
        self._sees(house.floor)

    def _sees(self, floor: Floor) -> None:
        self._follows = floor
        floor.books.listeners.append(self._hear)

    def _hear(self, change: Change) -> None:
        """Sends what the other process sends, and takes it as bytes."""
        sent = Committed(tuple(change.entries), change.decks, tuple(change.people))
        self.floor.following.take(SENT.decode(msgspec.msgpack.encode(sent)))
        self.changes += 1

    def catch_up(self) -> int:
        """Reads what it has missed while the house was restarted. Returns how many acts that were."""
        if self.house.floor is self._follows:
            return 0
        missed = list(acts_after(self.store, self.floor.books.number))
        for committed in missed:
            self.floor.following.take(committed)
        self._sees(self.house.floor)
        return len(missed)

    def differs(self, name: str, viewers: list[Who | None]) -> list[str]:
        """What the two show differently, of a table and of the house; clocks are sent beside the entries."""
        found = []
        for who in viewers:
            since = max(0, self.house.floor.books.shown.tables[name].version - 3)
            for what in (None, since):
                views = [
                    {**as_json(floor.ask.view(name, who, what))["table"], "clock": None}
                    for floor in (self.house.floor, self.floor)
                ]
                if views[0] != views[1]:
                    keys = [key for key in views[0] if views[0][key] != views[1].get(key)]
                    found.append(f"{who and who.name}: {keys}")
        return found
