"""What a house looks at before it opens, attacked by somebody who holds the disk: what is not as it was left is named,
and the house stays closed."""

import json
import shutil
from pathlib import Path
from typing import Any

import apsw
import pytest

from croupier.doors.cli.open import main as open_demo
from croupier.doors.cli.verify import main as verify
from croupier.floor.audit.program import audited
from croupier.floor.audit.reading import Found
from croupier.floor.journal.decks import draw
from croupier.floor.live.state import floor_state as books
from croupier.floor.live.state.fold import TableFold, believed_snapshot
from croupier.floor.live.state.problems import Problem
from croupier.floor.store import keys
from croupier.floor.store.base import StoreUnusable
from croupier.rules.cards import seeded_chance
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState
from tests.as_json import as_json
from tests.server.starts import ANN, DAN, FLOOR, bring_people, house, house_with_people
from tests.tamper import BESIDE, found, tampered


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds at one table, the third with a bet; a deck is promised at both."""
    folder = tmp_path_factory.mktemp("evening")
    with house(folder) as opened:
        opened.act(ANN, "1 sits Ann 1000")
        for _ in range(2):
            assert "done" in opened.act(ANN, "1 ante 50")
            opened.act(DAN, "close")
            opened.act(ANN, "1 look")
            opened.act(ANN, "1 play")
            opened.act(DAN, "settle")
            opened.act(DAN, "next")
        opened.act(ANN, "1 ante 20")
        opened.running._write_checkpoint()
    return folder


@pytest.fixture
def left(evening: Path, tmp_path: Path) -> Path:
    """As it was left, for somebody to change."""
    shutil.copytree(evening, tmp_path / "copy")
    return tmp_path / "copy"


def change(folder: Path, *statements: str, values: tuple[Any, ...] = ()) -> int:
    with apsw.Connection(str(folder / "d" / "floor.db")) as database:
        for statement in statements:
            database.execute(statement, values)
    return database.total_changes()


def rows(folder: Path, query: str) -> list[Any]:
    return list(apsw.Connection(str(folder / "d" / "floor.db")).execute(query))


def refused(folder: Path, **more: Any) -> StoreUnusable:
    with pytest.raises(StoreUnusable) as caught, house(folder, **more):
        pass
    return caught.value


def test_an_unchanged_store_opens(left: Path) -> None:
    with house(left) as opened:
        assert opened.floor.books.tables["tcp-1"].rounds == 3


def test_damage_among_old_entries_is_named_when_they_are_folded(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long journal the store looks at the newest entries only before the house opens."""
    monkeypatch.setattr("croupier.floor.store.opened.ENTRIES_AT_ONCE", 1)
    assert change(left, "UPDATE entry SET at = at + 1 WHERE stream = 'table/tcp-1' AND seq = 3")
    found = refused(left)
    assert (found.code, found.stream, found.seq) == ("damaged", "table/tcp-1", 3)


# --- Sealed decks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE deck SET sealed = zeroblob(length(sealed))",
        "UPDATE deck SET sealed = randomblob(length(sealed))",
        "UPDATE deck SET root = zeroblob(32) WHERE stream = 'table/tcp-1' AND round = 3",
        "DELETE FROM deck",
        "DELETE FROM deck WHERE stream = 'table/tcp-1' AND round = 3",
        "DELETE FROM deck WHERE stream = 'table/p-1'",
    ],
)
def test_a_promised_deck_that_is_damaged_or_gone_is_named(left: Path, statement: str) -> None:
    assert change(left, statement)
    found = refused(left)
    assert found.code == "damaged" and found.stream.startswith("table/") and found.round
    assert found.stream in found.why and f"round {found.round}" in found.why


TRIGGER = "CREATE TRIGGER more AFTER INSERT ON posting BEGIN DELETE FROM answer; END"


def test_tables_that_are_gone_and_triggers_that_were_planted_are_named(left: Path) -> None:
    tables = [name for (name,) in rows(left, "SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert {"entry", "user", "session", "snapshot", "drill", "trainee"} <= {*tables}
    for table in tables:
        shutil.copytree(left, left.with_name(table))
        change(left.with_name(table), f"DROP TABLE {table}")
        refusal = refused(left.with_name(table))
        assert refusal.code == "damaged" and f"table {table}" in refusal.why
        assert audit_of(left.with_name(table)) == "format"
    change(left, TRIGGER)
    assert "trigger more" in refused(left).why
    assert audit_of(left) == "format"


def test_another_sealing_key_is_the_rings_fault(left: Path) -> None:
    ring = json.loads((left / "d.key").read_text())
    ring["keys"]["1"] = "ab" * 32
    (left / "d.key").write_text(json.dumps(ring))
    found = refused(left)
    assert found.code == "key" and "key 1" in found.why


def test_the_program_says_so_in_one_line(left: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(left, "DELETE FROM deck WHERE stream = 'table/tcp-1' AND round = 3")
    (left / "floor.toml").write_text(FLOOR)
    options = ["--store", str(left / "d"), "--floor", str(left / "floor.toml"), "--clock", "manual", "--json"]
    assert open_demo(options) == 4
    out, errors = capsys.readouterr()
    told = json.loads(out)
    assert (told["ready"], told["code"], told["stream"], told["round"]) == (False, "damaged", "table/tcp-1", 3)
    assert len(errors.splitlines()) == 1


def chosen_deck(folder: Path, round_: int) -> None:
    """Somebody who has the key as well puts another deck in the place of the promised one."""
    ring = keys.load(folder / "d.key")
    row = ring.seal_deck(draw(seeded_chance("chosen"), "table/tcp-1", round_))
    where = f"WHERE stream = 'table/tcp-1' AND round = {round_}"
    assert change(folder, f"UPDATE deck SET root = ?, sealed = ? {where}", values=(row.root, row.sealed)) == 1


def test_a_chosen_deck_is_not_the_promised_one(left: Path) -> None:
    chosen_deck(left, 3)
    found = refused(left)
    assert (found.code, found.stream, found.round) == ("damaged", "table/tcp-1", 3)


def test_a_proof_names_the_promise_and_fails_where_the_deck_is_another(
    left: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "proof.json"
    with house(left) as opened:
        told = as_json(opened.floor.history.proof("tcp-1", 1, ANN))
        (entry,) = opened.running.store.entries(told["promised"]["stream"], told["promised"]["seq"], 1)
        assert told["promised"]["root"] == told["root"] and told["root"].encode() in entry.body
        proof.write_text(json.dumps(told))
        assert told["cards"] and verify([str(proof)]) == 0
        assert f"entry {entry.seq}" in capsys.readouterr().out
        chosen_deck(left, 1)
        proof.write_text(json.dumps(as_json(opened.floor.history.proof("tcp-1", 1, ANN))))
        assert verify([str(proof), "--json"]) == 1
        assert "promised" in json.loads(capsys.readouterr().out)["why"]
        change(left, "DELETE FROM deck WHERE stream = 'table/tcp-1' AND round = 1")
        with pytest.raises(Problem, match="missing or does not open"):
            as_json(opened.floor.history.proof("tcp-1", 1, ANN))


def test_a_deck_at_hand_that_is_not_the_promised_one_is_not_dealt(left: Path) -> None:
    with house(left) as opened:
        books = opened.floor.books
        opened.act(DAN, "next")
        opened.act(ANN, "1 ante 20")
        number = books.tables["tcp-1"].rounds
        books.decks["tcp-1"][number] = draw(seeded_chance("other"), "table/tcp-1", number)
        books.on_failure = lambda _: None  # it would end a server, and there is none
        entries = opened.running.store.count()
        with pytest.raises(Problem):
            opened.act(DAN, "close")
        assert books.failed is not None and opened.running.store.count() == entries


# --- Snapshots and answers --------------------------------------------------------------------------------------------


def audit_of(folder: Path, *more: str) -> str:
    """The check that fails; nothing where all is sound."""
    try:
        audited(str(folder / "d"), None, *more)
    except Found as found:
        return str(found.args[2])
    return ""


@pytest.fixture
def with_snapshots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(books, "ENTRIES_A_SNAPSHOT", 2)
    with house(tmp_path) as opened:
        opened.act(ANN, "1 sits Ann 5000")
        opened.act(ANN, "1 sits Ann 5000")
    return tmp_path


def test_a_snapshot_that_was_changed_is_not_believed(with_snapshots: Path) -> None:
    assert audit_of(with_snapshots) == ""
    ((body,),) = rows(with_snapshots, "SELECT body FROM snapshot WHERE stream = 'table/tcp-1'")
    forged = body.replace(b":100000}", b":9000000}")
    assert forged != body
    change(with_snapshots, "UPDATE snapshot SET body = ? WHERE stream = 'table/tcp-1'", values=(forged,))
    assert audit_of(with_snapshots) == "snapshots"
    with house(with_snapshots) as opened:
        assert believed_snapshot(opened.running.store, "table/tcp-1") == (None, None)
        game = opened.floor.books.tables["tcp-1"].game
        assert isinstance(game, HouseState) and game.table.limits[Spot.ANTE].high == 100_000


def test_a_believed_snapshot_is_begun_with(with_snapshots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a long journal is not folded from its beginning: the entries before it are not looked at by the fold."""
    with house(with_snapshots) as opened:
        store = opened.running.store
        row, entry = believed_snapshot(store, "table/tcp-1")
        assert row is not None and entry is not None and row.seq == entry.seq > 1
        assert TableFold(store, opened.running.ring, "table/tcp-1").from_snapshot() == row.seq + 1


def test_a_snapshot_of_another_entry_is_ignored(with_snapshots: Path) -> None:
    assert change(with_snapshots, "UPDATE snapshot SET seq = seq - 1 WHERE stream = 'table/tcp-1'")
    assert audit_of(with_snapshots) == "snapshots"
    with house(with_snapshots) as opened:
        assert believed_snapshot(opened.running.store, "table/tcp-1") == (None, None)
        assert opened.floor.books.tables["tcp-1"].version > 1


@pytest.mark.parametrize("seq", ["-5", "0", "3", "5000"])
def test_a_snapshot_that_no_entry_names_is_found(left: Path, seq: str) -> None:
    assert change(left, f"INSERT INTO snapshot VALUES ('table/tcp-1', {seq}, x'7b7d')")
    assert audit_of(left) == "snapshots"
    with house(left) as opened:
        assert opened.floor.books.tables["tcp-1"].rounds == 3


@pytest.mark.parametrize("key", ["epoch", "clock"])
@pytest.mark.parametrize("value", ["x", "-1", "", "9" * 20, "１"])
def test_a_number_that_no_house_notes_is_damage(left: Path, key: str, value: str) -> None:
    change(left, "INSERT OR REPLACE INTO meta VALUES (?, ?)", values=(key, value))
    refusal = refused(left)
    assert refusal.code == "damaged" and key in refusal.why


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM answer WHERE by = 'Ann' AND id = 'retried-1'",
        "UPDATE answer SET digest = zeroblob(16) WHERE id = 'retried-1'",
        "UPDATE answer SET seq = seq - 1 WHERE id = 'retried-1'",
        "UPDATE answer SET id = 'retried-2' WHERE id = 'retried-1'",
        "INSERT INTO answer SELECT by, 'another-1', stream, seq, digest FROM answer WHERE id = 'retried-1'",
    ],
)
def test_an_answer_that_is_not_kept_as_it_was_given_is_found(left: Path, statement: str) -> None:
    with house(left) as opened:
        opened.act(DAN, "next")
        assert "again" not in opened.act(ANN, "1 ante 20", id_="retried-1")["done"]
        assert opened.act(ANN, "1 ante 20", id_="retried-1")["done"]["again"]
    assert audit_of(left) == ""
    assert change(left, statement)
    assert audit_of(left) == "answers"
    if not statement.startswith("INSERT"):  # nobody asks for an answer that no entry gave
        found = refused(left)
        assert (found.code, found.stream) == ("damaged", "table/tcp-1") and "retried-1" in found.why


# --- The book of checkpoints ------------------------------------------------------------------------------------------


def house_says(folder: Path) -> list[str]:
    return [body.decode() for (body,) in rows(folder, "SELECT body FROM entry WHERE stream = 'house' ORDER BY seq")]


def book_of_copy(folder: Path) -> Path:
    return folder / "d.checkpoints.jsonl"


def test_a_store_without_its_book_is_refused_unless_somebody_says_so(
    left: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The store may be an old copy: with its book gone nobody could tell."""
    book_of_copy(left).unlink()
    found = refused(left)
    assert found.code == "behind" and "--new-checkpoints" in found.why
    assert not book_of_copy(left).exists()
    with house(left, new_checkpoints=True) as opened:
        assert opened.running.ready_line()["new_checkpoints"] == "missing"
        assert "new checkpoints" in capsys.readouterr().err
        opened.running._write_checkpoint()
    assert any('"checkpoints-begun","why":"missing"' in body for body in house_says(left))
    with house(left, new_checkpoints=True) as opened:
        assert "new_checkpoints" not in opened.running.ready_line(), "there is nothing to go on without"


def test_an_empty_book_is_a_missing_one(left: Path) -> None:
    book_of_copy(left).write_text("")
    assert refused(left).code == "behind"


def test_a_book_that_was_cut_is_refused(left: Path) -> None:
    lines = book_of_copy(left).read_text().splitlines(keepends=True)
    assert len(lines) > 1
    book_of_copy(left).write_text(lines[0])
    found = refused(left)
    assert found.code == "behind" and "checkpoint 1" in found.why
    with house(left, new_checkpoints=True):
        pass
    assert any('"checkpoints-begun","why":"cut"' in body for body in house_says(left))


def test_a_book_that_is_a_day_older_than_the_store_is_refused(left: Path) -> None:
    """Two days pass, and somebody puts the book of the first one back. The machine's clock is not asked."""
    before = book_of_copy(left).read_bytes()
    with house(left) as opened:
        opened.running.running_floor.advance(25 * 3_600_000)
        opened.act(DAN, "next")
    now = book_of_copy(left).read_bytes()
    assert now.startswith(before) and len(now) > len(before), "time that passes is written down"
    with house(left):
        pass
    book_of_copy(left).write_bytes(before)
    change(left, "DELETE FROM meta WHERE key = 'checkpoint'")  # it would say that the book was cut
    assert "24 hours" in refused(left).why


# --- People, training, what the store remembers -----------------------------------------------------------------------


@pytest.fixture
def with_people(left: Path) -> Path:
    with house(left) as opened:
        bring_people(opened)
    assert audit_of(left, str(left / "d.key")) == ""
    return left


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("UPDATE user SET role = 'shift-manager' WHERE name = 'Ann'", "users"),
        ("UPDATE user SET password = (SELECT password FROM user WHERE name = 'Ann') WHERE name = 'sam'", "users"),
        ("UPDATE user SET made = made - 1 WHERE name = 'sam'", "users"),
        ("DELETE FROM user WHERE name = 'sam'", "users"),
        ("INSERT INTO user SELECT 'eve', role, password, made, disabled FROM user WHERE name = 'sam'", "users"),
        ("INSERT INTO session VALUES (zeroblob(32), 99, 'sam', 0, 0, 9000000000000000)", "users"),
        ("UPDATE session SET digest = zeroblob(32) WHERE user = 'sam'", "users"),
        ("UPDATE session SET user = 'sam' WHERE user = 'Ann'", "users"),
        ("UPDATE session SET until = until + 1 WHERE user = 'sam'", "users"),
        ("UPDATE meta SET value = '0' WHERE key = 'checkpoint'", "meta"),
        ("UPDATE meta SET value = replace(value, '2 ', '1 ') WHERE key = 'checkpoint'", "meta"),
        ("DELETE FROM meta WHERE key = 'checkpoint'", "meta"),
        ("UPDATE drill SET body = x'7b7d'", "training"),
        ("UPDATE drill SET number = 2", "training"),
    ],
)
def test_a_row_that_this_house_did_not_write_is_found(with_people: Path, statement: str, kind: str) -> None:
    assert change(with_people, statement)
    assert audit_of(with_people, str(with_people / "d.key")) == kind
    if kind == "users":
        assert audit_of(with_people) == kind, "entries tell it, and no key is needed"
    assert refused(with_people).code == "damaged"


@pytest.mark.parametrize(
    "statement", ["DELETE FROM meta WHERE key = 'unsafe'", "UPDATE meta SET value = 'seed' WHERE key = 'unsafe'"]
)
def test_a_used_demo_hook_stays_recorded(left: Path, statement: str) -> None:
    assert change(left, statement)
    assert audit_of(left) == "meta"
    with house(left) as opened:
        assert "manual clock" in opened.running.running_floor.unsafe


def test_every_change_outside_the_journal_is_found(tmp_path: Path) -> None:
    """As `python -m tests.tamper` does it by the thousand."""
    files = house_with_people(tmp_path)
    assert found(files, "") is None
    told, missed = tampered(files, 60, 1, BESIDE)
    assert not missed and len(told) > 15
