"""Journals that must fold for ever: one of every release, and the hash of the states that it folds to.

    python -m tests.live.golden_journals RELEASE

plays an evening of all five rulebooks, with links, incidents, read cards and a restart, and keeps it. What a release
has written is never written again; a change of meaning raises the journal's number and is read by
`floor/journal/upcast`.
"""

import hashlib
import sys
import tempfile
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.base.values import Value
from croupier.floor.live.floor import Floor
from croupier.floor.live.state.ports import Ports
from croupier.floor.live.state.table import LiveTable
from croupier.floor.store import keys
from croupier.floor.store.base import Batch
from croupier.floor.store.export import read_decks, read_export, write_export
from croupier.floor.store.simulated import SimulatedDisk
from croupier.rules.cards import parse_cards, seeded_chance
from croupier.rules.games.poker.table import PokerState
from tests.conftest import GOLDEN
from tests.live.evenings import FLOOR, Evening
from tests.live.houses import ANN, DAN, HandClock, House

JOURNALS = GOLDEN / "journals"
STEPS, RESTART = 1_600, 700
ROYAL = parse_cards("2c As Qd Ks 7c Qs 2h")
WON = (
    (ANN, "1 sits Ann 500"),
    (ANN, "1 ante 10"),
    (ANN, "1 jackpot 5"),
    (DAN, "close"),
    (ANN, "1 play"),
    (DAN, "settle"),
)
"""An award that waits to be verified."""


class Folded(Value):
    """What a journal comes to. The key ring is of no use for anything else."""

    ring: str
    entries: int
    tables: dict[str, str]
    links: dict[str, str]
    balances: str


def essence(value: Any) -> Any:
    """A state without what says nothing: a field that was added since, with its default, changes no hash."""
    if isinstance(value, msgspec.Struct):
        found = {}
        for field in msgspec.structs.fields(value):
            said = getattr(value, field.name)
            default = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
            if said != default:
                found[field.encode_name] = essence(said)
        return {type(value).__name__: found}
    if isinstance(value, Mapping):
        return {str(key): essence(each) for key, each in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted((essence(each) for each in value), key=str)
    if isinstance(value, (list, tuple)):
        return [essence(each) for each in value]
    return value


def hash_of(value: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(essence(value), order="sorted")).hexdigest()


def folded(path: Path, ring: str) -> Folded:
    """The journal in this file, opened as a house opens it."""
    disk = SimulatedDisk()
    store = disk.open()
    entries = list(read_export(path))
    for epoch, written in groupby(entries, lambda entry: entry.epoch):
        while store.epoch < epoch:
            store.close()
            store = disk.open()
        store.submit(Batch(entries=tuple(written)), lambda error: None)
    store.submit(Batch(decks=tuple(read_decks(path))), lambda error: None)
    store.flush()
    floor = Floor(store, Ports(HandClock(), seeded_chance("none"), keys.parsed(ring), lambda run: run()))
    assert floor.load() == len(entries)
    books = floor.books.shown
    return Folded(
        ring,
        len(entries),
        {name: hash_of(_as_kept_then(table)) for name, table in sorted(books.tables.items())},
        {name: hash_of(link) for name, link in sorted(books.links.items())},
        hash_of({str(account): held for account, held in sorted(books.balances.items()) if held}),
    )


def _as_kept_then(table: LiveTable) -> LiveTable:
    """Without what earlier releases did not keep: how players left (R-109), what was decided on a board (R-111)."""
    game = table.game
    if isinstance(game, PokerState) and game.round is not None:
        game = replace(game, round=replace(game.round, decided_on=0, collected={}))
    return replace(table, departures={}, game=game)


def write(release: str) -> Path:
    target = JOURNALS / f"{release}.jsonl.gz"
    if target.exists():
        raise SystemExit(f"{target} is there already: what a release has written is never written again")
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "store", FLOOR, seed=12)
        evening = Evening([house], f"golden {release}")
        royal = [card for card in evening.shoes["tcp-1"][0] if card not in ROYAL]
        evening.shoes["tcp-1"][0] = (*ROYAL, *royal)
        evening.stack()
        for who, do in WON:
            evening.act(who, "tcp-1", do)
        evening.awards_are_verified()
        for number in range(STEPS):
            evening.step()
            if number == RESTART:
                evening.restart()
        house.store.close()
        write_export(house.folder, Path(folder) / "no-book", target)
        ring = house.ring.secret_text()
    told = msgspec.json.encode(folded(target, ring))
    (JOURNALS / f"{release}.json").write_bytes(msgspec.json.format(told) + b"\n")
    return target


if __name__ == "__main__":
    print(write(*sys.argv[1:]))
