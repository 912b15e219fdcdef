"""`croupier journal`: what a store has written down, shown and exported."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from croupier.doors.cli import main
from croupier.floor.journal.chain import check_follows
from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Entry
from croupier.floor.ledger.accounts import CAGE, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.store.base import Batch
from croupier.floor.store.checkpoint_file import book_of
from croupier.floor.store.opening import open_store
from croupier.floor.store.reader import database_of
from tests.store.batches import Ahead
from tests.store.processes import lines_of, writing

Journal = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def journal(capsys: pytest.CaptureFixture[str]) -> Journal:
    def call(*arguments: object) -> tuple[int, list[str], str]:
        try:
            status = main(["journal", *map(str, arguments)])
        except SystemExit as left:
            status = int(str(left.code))
        told = capsys.readouterr()
        return status, told.out.splitlines(), told.err

    return call


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store = open_store(tmp_path / "floor")
    ahead = Ahead(store)
    for number in range(12):
        act = ahead.act(
            f"act-{number}", f"table/{number % 2}", post=transfer(CAGE, wallet("Ann"), 50), round=number // 4
        )
        store.submit(act, lambda _: None)
    store.submit(ahead.act("opened", "link/grand"), lambda _: None)
    store.submit(Batch(decks=(DeckRow("table/1", 1, 0, 0, b"r" * 32, b"sealed"),)), lambda _: None)
    store.close()
    book_of(tmp_path / "floor").write_bytes(b'{"number":1}\n{"numb')
    return tmp_path / "floor"


def read(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


def test_show_prints_a_line_for_each_entry_and_one_for_what_moved(journal: Journal, folder: Path) -> None:
    status, lines, _ = journal("show", folder, "--table", "1", "--limit", 1)
    assert status == 0
    assert lines == [
        "table/1 1  1970-01-01 00:00:01.000  Ann  1 ante 50.00",
        "    cage -0.50, wallet/Ann 0.50",
    ]


@pytest.mark.parametrize("of", ["store", "export"])
@pytest.mark.parametrize(
    ("options", "found"),
    [
        ([], [(f"table/{number % 2}", number // 2 + 1) for number in range(12)] + [("link/grand", 1)]),
        (["--table", "0", "--from", "4"], [("table/0", 4), ("table/0", 5), ("table/0", 6)]),
        (["--table", "0", "--from", "4", "--limit", "2"], [("table/0", 4), ("table/0", 5)]),
        (["--table", "1", "--round", "2"], [("table/1", 5), ("table/1", 6)]),
        (["--round", "2", "--limit", "3"], [("table/0", 5), ("table/1", 5), ("table/0", 6)]),
        (["--link", "grand"], [("link/grand", 1)]),
        (["--table", "0", "--from", "99"], []),
    ],
)
def test_show_finds_what_is_asked_for(
    journal: Journal, folder: Path, tmp_path: Path, of: str, options: list[str], found: list[tuple[str, int]]
) -> None:
    source = folder
    if of == "export":
        source = tmp_path / "day.jsonl.gz"
        assert journal("export", folder, "--to", source)[0] == 0
    status, lines, _ = journal("show", source, *options, "--json")
    assert status == 0
    assert [(line["stream"], line["seq"]) for line in read(lines)] == found
    assert all(set(line) == {"stream", "seq", "at", "epoch", "hash", "body"} for line in read(lines))
    assert all(line["body"]["by"] == "Ann" for line in read(lines))


@pytest.mark.parametrize("name", ["day.jsonl", "day.jsonl.gz"])
def test_an_export_holds_all_that_is_needed_to_check_it(
    journal: Journal, folder: Path, tmp_path: Path, name: str
) -> None:
    target = tmp_path / name
    assert journal("export", folder, "--to", target) == (0, [f"{target}: 13 entries"], "")
    text = gzip.decompress(target.read_bytes()) if name.endswith(".gz") else target.read_bytes()
    opening, *lines = read(text.decode().splitlines())
    assert opening == {"croupier": "journal", "format": 1}
    last: dict[str, Entry] = {}
    for line in lines[:13]:
        entry = Entry(
            line["stream"], line["seq"], line["at"], line["epoch"], line["body"].encode(), bytes.fromhex(line["hash"])
        )
        check_follows(last.get(entry.stream), entry)
        last[entry.stream] = entry
    deck = {"stream": "table/1", "round": 1, "deck": 0, "first": 0, "root": "72" * 32, "sealed": b"sealed".hex()}
    assert lines[13:] == [{"deck": deck}, {"checkpoint": '{"number":1}'}]
    assert journal("export", folder, "--to", target)[0] == 0  # once more, over the first
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["floor", "floor.checkpoints.jsonl", name])


def test_an_export_next_to_a_running_server_is_of_one_moment(journal: Journal, tmp_path: Path) -> None:
    target = tmp_path / "day.jsonl"
    with writing(tmp_path / "floor") as process:
        lines_of(process, 300)
        assert journal("export", tmp_path / "floor", "--to", target)[0] == 0
        lines_of(process, 100)  # it goes on
    _, *lines = read(target.read_text().splitlines())
    ids = [json.loads(line["body"])["id"] for line in lines]
    assert len(ids) >= 299
    assert ids == [f"act-{number}" for number in range(1, len(ids) + 1)]


def test_what_is_refused(journal: Journal, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "day.jsonl"
    assert journal("show", folder, "--table", "9")[0] == 1
    assert journal("show", folder, "--table", "No")[0] == 2
    assert journal("show", folder, "--from", "0")[0] == 2
    assert journal("show", folder, "--table", "1", "--link", "grand")[0] == 2
    assert journal("show", tmp_path / "nowhere")[0] == 2
    assert journal("show", tmp_path)[0] == 3
    assert journal("show", database_of(folder))[0] == 2
    assert journal("export", tmp_path, "--to", target)[0] == 3
    assert journal("export", folder)[0] == 2
    assert journal("export", folder, "--to", tmp_path / "no" / "where")[0] == 2
    before = database_of(folder).read_bytes()
    status, _, why = journal("export", folder, "--to", database_of(folder))
    assert (status, "name another file" in why) == (2, True)
    assert database_of(folder).read_bytes() == before
    assert not target.exists()


def test_damage_is_named(journal: Journal, folder: Path) -> None:
    connection = apsw.Connection(str(database_of(folder)))
    connection.execute("UPDATE entry SET body = CAST('not at all' AS BLOB) WHERE stream = 'table/1' AND seq = 3")
    connection.close()
    for options in ([], ["--json"], ["--round", "1"]):
        status, _, why = journal("show", folder, "--table", "1", *options)
        assert (status, "table/1, entry 3" in why) == (4, True)
    content = bytearray(database_of(folder).read_bytes())
    content[8_192 : 9 * 8_192] = b"\xff" * 8 * 8_192
    database_of(folder).write_bytes(content)
    assert journal("show", folder)[0] == 4


def test_an_export_that_was_cut_or_is_newer_says_so(journal: Journal, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "day.jsonl.gz"
    journal("export", folder, "--to", target)
    target.write_bytes(target.read_bytes()[:-40])
    assert journal("show", target)[0] == 4
    newer = tmp_path / "newer.jsonl"
    newer.write_text('{"croupier": "journal", "format": 2}\n')
    assert journal("show", newer)[0] == 3
    newer.write_text('{"croupier": "journal", "format": 1}\n{"body": 5}\n')
    status, _, why = journal("show", newer)
    assert (status, "line 2" in why) == (4, True)


@pytest.mark.parametrize(
    "more",
    [
        (b'"seq":1,', b'"seq":1,"zzz":1,'),
        (b'"seq":1,', b'"seq":77,"seq":1,'),
        (b'"format":1}', b'"format":1,"of":"another house"}'),
        (b'"format":1}\n', b'"format":1}\n{}\n'),
        (b'"format":1}\n', b'"format":1}\n{"foo":1}\n'),
    ],
)
def test_an_export_that_says_more_is_not_sound(
    journal: Journal, folder: Path, tmp_path: Path, more: tuple[bytes, bytes]
) -> None:
    target = tmp_path / "day.jsonl"
    journal("export", folder, "--to", target)
    text = target.read_bytes()
    target.write_bytes(b"".join(json.dumps(json.loads(line)).encode() + b"\n" for line in text.splitlines()))
    assert journal("show", target)[0] == 0  # the same in other characters is the same
    target.write_bytes(text.replace(*more, 1))
    assert journal("show", target)[0] == 4
