"""Everything is decided again: what was written is what the rules say, and whatever is not is found."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli.audit import main as audit
from croupier.floor.journal.chain import ZERO, chained
from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Entry, decode_body
from croupier.floor.live.replay import Journal, replay
from croupier.floor.live.replay_store import Differs
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import floor_state
from croupier.floor.store import keys
from croupier.floor.store.export import write_export
from croupier.floor.store.opening import read_store
from tests.live.evenings import FLOOR, Evening
from tests.live.houses import ANN, DAN, SAM, House

STEPS, PLANTED = 400, 40


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a journal of all five rulebooks and a restart in its middle, and its key ring."""
    folder = tmp_path_factory.mktemp("evening") / "store"
    house = House(folder, FLOOR, seed=7)
    evening = Evening([house], "replayed")
    evening.stack()
    for number in range(STEPS):
        evening.step()
        if number == STEPS // 2:
            evening.restart()
            house.answered(house.floor.perform(SAM, "token-1", cmd.MakeToken("a display", "0" * 64)))
            house.answered(house.floor.perform(SAM, "token-2", cmd.RevokeToken(1)))
    house.store.close()
    keys.create(Path(f"{folder}.key"), house.ring)
    return folder


def entries_of(folder: Path) -> tuple[list[Entry], list[DeckRow]]:
    with read_store(folder) as reader:
        return [entry for _, entry in reader.every_entry()], list(reader.every_deck())


def test_an_evening_is_decided_again(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit([str(evening), "--replay", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sound"] and told["checks"][-1] == "replay" and told["entries"] > 200


def test_so_is_one_that_ends_with_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor_state, "ENTRIES_A_SNAPSHOT", 1)
    house = House(tmp_path / "store", FLOOR, seed=11)
    evening = Evening([house], "snapshots")
    for _ in range(30):
        evening.step()
    with read_store(house.folder) as reader:
        entries = [entry for _, entry in reader.every_entry()]
        snapshots = [row for row in map(reader.snapshot, reader.heads()) if row is not None]
        assert any((row.stream, row.seq) == (entries[-1].stream, entries[-1].seq) for row in snapshots)
        assert replay(Journal(entries, reader.every_deck(), snapshots), house.ring) == len(entries)


def test_so_is_an_exported_one(evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export = tmp_path / "evening.jsonl.gz"
    write_export(evening, tmp_path / "no-book", export)
    assert audit([str(export), "--replay", "--key", f"{evening}.key"]) == 0
    assert "replay" in capsys.readouterr().out


def test_without_its_key_ring_nothing_is_decided_again(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = tmp_path / "evening.jsonl"
    write_export(evening, tmp_path / "no-book", export)
    assert audit([str(export), "--replay"]) == 3
    assert "key ring" in capsys.readouterr().err


def rewritten(entries: list[Entry], number: int, body: bytes) -> list[Entry]:
    """One entry says something else, and all hashes behind it are right."""
    changed = list(entries)
    stream, before = entries[number].stream, ZERO
    for place, entry in enumerate(entries):
        if entry.stream != stream:
            continue
        says = body if place == number else entry.body
        changed[place] = chained(before, stream, entry.seq, entry.at, entry.epoch, says)
        before = changed[place].hash
    return changed


def fields_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [found for key, each in value.items() for found in fields_of(each, (*path, key))]
    if isinstance(value, list):
        return [found for key, each in enumerate(value) for found in fields_of(each, (*path, key))]
    return [path]


def otherwise(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case None:
            return 1
        case _:
            return f"{value}x"


NOT_DECIDED = ("v", "id", "by", "rank", "session", "reason", "do", "command", "asked", "snapshot")
"""What somebody was and said when they came, and what names a row beside the journal, which the audit compares; what
follows from it is decided, and the chain protects it. So does it protect how a refusal was put into words."""


def test_whatever_else_it_says_is_a_difference(evening: Path) -> None:
    """One value of one entry, wherever it stands in what followed: events, postings, answer, version, citations."""
    chance = random.Random(5)
    ring = keys.load(Path(f"{evening}.key"))
    entries, decks = entries_of(evening)
    found, missed = 0, []
    while found < PLANTED:
        number = chance.randrange(len(entries))
        if entries[number].stream == "house" or entries[number].seq == 1 or b'"time-taken"' in entries[number].body:
            continue  # who comes, what is opened and how long somebody takes is decided by nobody here
        said = json.loads(entries[number].body)
        field = chance.choice([key for key in said if key not in NOT_DECIDED])
        paths = [path for path in fields_of(said[field], (field,)) if "says" not in path or field != "answer"]
        if not paths or (paths == [(field,)] and said[field] == []):
            continue
        path = chance.choice(paths)
        holder = said
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = otherwise(holder[path[-1]])
        body = json.dumps(said, separators=(",", ":")).encode()
        found += 1
        try:
            replay(Journal(rewritten(entries, number, body), decks), ring)
            missed.append((entries[number].stream, entries[number].seq, decode_body(entries[number].body).do, path))
        except Differs as differs:
            assert (differs.stream, differs.seq) == (entries[number].stream, entries[number].seq), differs
    assert missed == []


def test_an_entry_too_many_or_too_few_is_a_difference(evening: Path) -> None:
    ring = keys.load(Path(f"{evening}.key"))
    entries, decks = entries_of(evening)
    with pytest.raises(Differs):
        replay(Journal([*entries[:200], *entries[201:]], decks), ring)
    with pytest.raises(Differs):
        replay(Journal([*entries[:200], entries[100], *entries[200:]], decks), ring)


def test_version_2_cited_nothing_where_staff_bet_for_a_player(tmp_path: Path) -> None:
    """The answer and the entry cite the paragraph now; what was written without it holds, in its version alone."""
    house = House(tmp_path / "store", FLOOR, seed=3)
    house.act(ANN, "tcp-1", "1 sits Ann 500")
    assert house.act(ANN, "tcp-1", "1 ante 10")["done"]["cites"] == []
    house.act(ANN, "tcp-1", "1 withdraw ante")
    assert house.act(DAN, "tcp-1", "1 ante 10")["done"]["cites"] == ["5.22"]
    house.store.close()
    entries, decks = entries_of(house.folder)
    (number,) = (place for place, entry in enumerate(entries) if decode_body(entry.body).by == "dan for Ann")
    said = json.loads(entries[number].body)
    assert said["cites"] == ["5.22"]
    said["cites"] = said["answer"][1]["done"]["cites"] = []
    with pytest.raises(Differs):
        replay(Journal(rewritten(entries, number, json.dumps(said).encode()), decks), house.ring)
    older = rewritten(entries, number, json.dumps({**said, "v": 2}).encode())
    assert replay(Journal(older, decks), house.ring) == len(entries)
