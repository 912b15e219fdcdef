"""The operator's commands on the address of a PostgreSQL server."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.doors.cli import audit, backup, journal, users
from croupier.floor.store.addresses import ServerAddress
from croupier.floor.store.opening import read_store
from tests.server.starts import ANN, BEN, DAN, House, bring_people
from tests.store.postgres_server import cluster


class Played:
    """A house that has been played at and is closed."""

    def __init__(self, folder: Path, address: ServerAddress) -> None:
        self.folder, self.address = folder, address
        house = House(folder, store=address, is_manual=False)
        bring_people(house)
        house.act(ANN, "1 sits Ann 100")
        house.act(BEN, "2 sits Ben 100")
        house.act(ANN, "1 ante 25")
        house.act(DAN, "close")
        house.running._write_checkpoint()
        self.house = house
        self.book, self.key = str(house.running.plan.book), str(house.running.plan.key)


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Played]:
    played = Played(tmp_path, cluster().database())
    yield played
    played.house.stop()


@pytest.fixture
def closed_house(tmp_path: Path) -> Played:
    played = Played(tmp_path, cluster().database())
    played.house.stop()
    return played


def test_the_audit_reads_a_running_house_with_cards_and_checkpoints(
    open_house: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    url = open_house.address.url
    assert audit.main([url, "--checkpoints", open_house.book, "--key", open_house.key, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sound"] is True
    assert told["entries"] == open_house.house.running.store.count()
    assert {"chain", "heads", "checkpoints", "postings", "balances", "users", "answers"} <= {*told["checks"]}
    assert audit.main([url, "--key", open_house.key, "--replay"]) == 0


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ("UPDATE croupier.entry SET at = at + 1 WHERE number = 5", "chain"),
        ("UPDATE croupier.stream SET seq = seq + 1 WHERE stream = 'house'", "heads"),
        ("UPDATE croupier.balance SET amount = amount + 1 WHERE account = 'cage'", "balances"),
        ("UPDATE croupier.posting SET amount = amount - 1 WHERE number = 1", "postings"),
        ("UPDATE croupier.\"user\" SET role = 'shift-manager' WHERE name = 'Ann'", "users"),
        ("UPDATE croupier.entry SET number = 1000000 WHERE number = 3", "gap"),
        ("UPDATE croupier.entry SET epoch = 9 WHERE number = 2", "chain"),
        ("CREATE RULE quiet AS ON INSERT TO croupier.entry DO INSTEAD NOTHING", "format"),
    ],
)
def test_the_audit_finds_what_somebody_changed(
    closed_house: Played, capsys: pytest.CaptureFixture[str], change: str, kind: str
) -> None:
    cluster().execute(change, closed_house.address)
    assert audit.main([closed_house.address.url, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["first"]["kind"] == kind


def test_what_cannot_be_audited_is_said_without_the_password(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(["postgresql://floor:s3cret@127.0.0.1:1/house"]) == 3
    assert audit.main([cluster().database().url]) == 2
    assert "s3cret" not in capsys.readouterr().err


def test_the_journal_is_shown_and_exported(
    open_house: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, target = open_house.address.url, tmp_path / "day.jsonl.gz"
    assert journal.main(["show", url, "--table", "tcp-1", "--json"]) == 0
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["seq"] for each in shown] == list(range(1, len(shown) + 1))
    assert journal.main(["export", url, "-o", str(target), "--checkpoints", open_house.book]) == 0
    assert audit.main([str(target), "--key", open_house.key]) == 0
    assert journal.main(["archive", url, "--before", "2026-01-01", "-o", str(target)]) == 2


def test_a_backup_is_a_whole_store_in_a_folder(
    open_house: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "copy"
    url = open_house.address.url
    options = ["--checkpoints", open_house.book, "--key", open_house.key, "--with-keys"]
    assert backup.main([url, "--to", str(target), *options]) == 0
    assert "audited, with the key ring" in capsys.readouterr().out
    store = open_house.house.running.store
    with read_store(target) as copy:
        assert list(copy.every_entry()) == list(store.every_entry())
        assert list(copy.every_deck()) == list(store.every_deck())
        assert (copy.users(), copy.sessions(), copy.balances()) == (store.users(), store.sessions(), store.balances())
        assert (copy.drills("Ann"), copy.trainee("ann")) == (store.drills("Ann"), store.trainee("Ann"))
        assert copy.heads() == store.heads()
        assert copy.meta()["epoch"] == str(store.epoch)
    assert (target / "floor.db").stat().st_mode & 0o077 == 0
    assert audit.main([str(target), "--replay", "--key", open_house.key]) == 0


def test_users_are_changed_while_no_house_is_open(
    closed_house: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = closed_house.address.url
    monkeypatch.setattr("sys.stdin", io.StringIO("correct horse\n"))
    assert users.main(["add", url, "Zoe", "--role", "auditor", "--password-stdin"]) == 0
    capsys.readouterr()
    assert users.main(["list", url, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["users"]
    assert {"name": "Zoe", "role": "auditor", "disabled": False, "can_sign_in": True} in listed
    again = House(closed_house.folder, store=closed_house.address, is_manual=False)
    assert users.main(["list", url]) == 3
    assert "in use by another server" in capsys.readouterr().err
    again.stop()
