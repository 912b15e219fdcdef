"""The audit needs nobody's word: it imports nothing of ours, and finds what somebody changed."""

import ast
import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import apsw
import msgspec
import pytest

import croupier.audit
from croupier.cli import main
from tests.journals import Written, evening, written
from tests.tamper import tampered

SOURCES = sorted(Path(croupier.audit.__file__).parent.glob("*.py"))
ALL = ["chain", "heads", "checkpoints", "postings", "balances", "rounds", "deals", "awards", "meters"]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return written(tmp_path_factory.mktemp("sound"), evening(3, 400))


@pytest.fixture
def files(tmp_path: Path, sound: Written) -> Iterator[Written]:
    """A copy that may be changed."""
    copy = Written(*(tmp_path / path.name for path in sound))
    copy.store.mkdir()
    for name in (*(f"demo/{each.name}" for each in sound.store.iterdir()), "demo.checkpoints.jsonl", "demo.export"):
        (tmp_path / name).write_bytes((sound.store.parent / name).read_bytes())
    copy.key.write_bytes(sound.key.read_bytes())
    copy.key.chmod(0o600)
    yield copy


def told(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, dict[str, object]]:
    status = main(["audit", *map(str, arguments), "--json"])
    return status, json.loads(capsys.readouterr().out or "{}")


def changed(files: Written, *statements: str) -> None:
    connection = apsw.Connection(str(files.store / "floor.db"))
    connection.execute("PRAGMA ignore_check_constraints = ON")
    for statement in statements:
        connection.execute(statement)
    connection.close()


def imported(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level <= 1, f"{source.name} reaches outside of the audit"
            if not node.level:
                yield str(node.module).partition(".")[0]


def test_it_imports_nothing_of_what_it_audits() -> None:
    used = {name for source in SOURCES for name in imported(source)}
    assert used - sys.stdlib_module_names == {"apsw", "msgspec", "nacl"}


def code_lines(source: Path) -> int:
    """Without blank lines, comments and what is said about the code."""
    text = source.read_text("utf-8")
    said: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            said |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(
        number not in said and not line.strip().startswith(("#", "\n")) and bool(line.strip()) for number, line in lines
    )


def test_somebody_can_read_it_in_an_hour() -> None:
    assert sum(map(code_lines, SOURCES)) <= 600


def test_a_sound_store(capsys: pytest.CaptureFixture[str], sound: Written) -> None:
    status, result = told(capsys, sound.store, "--key", sound.key)
    assert status == 0
    assert result["sound"] is True
    assert result["checks"] == ALL
    assert result["streams"] == 7
    assert result["rounds"]
    entries = apsw.Connection(str(sound.store / "floor.db")).execute("SELECT count(*) FROM entry").get
    assert result["entries"] == entries


def test_an_export_says_the_same(capsys: pytest.CaptureFixture[str], sound: Written, tmp_path: Path) -> None:
    status, result = told(capsys, sound.export, "--key", sound.key)
    packed = tmp_path / "export.gz"
    packed.write_bytes(gzip.compress(sound.export.read_bytes()))
    assert (status, result) == told(capsys, packed)
    assert (status, result["checks"]) == (0, [check for check in ALL if check != "heads"])


def test_people_are_told_in_words(capsys: pytest.CaptureFixture[str], files: Written) -> None:
    assert main(["audit", str(files.store)]) == 0
    assert capsys.readouterr().out.startswith("Sound: ")
    changed(files, "UPDATE entry SET at = at + 1 WHERE stream = 'house'")
    assert main(["audit", str(files.store)]) == 1
    assert capsys.readouterr().out.startswith("Not sound. house, entry 1: chain: ")


OF_A_TABLE = "stream = 'table/tcp-1' AND seq = 7"


@pytest.mark.parametrize(
    ("statement", "where", "kind"),
    [
        (f"UPDATE entry SET body = CAST(replace(body, 'sam', 'sue') AS BLOB) WHERE {OF_A_TABLE}", 7, "chain"),
        (f"UPDATE entry SET body = CAST('[]' AS BLOB) WHERE {OF_A_TABLE}", 7, "chain"),
        (f"UPDATE entry SET round = round + 1 WHERE {OF_A_TABLE}", 7, "format"),
        (f"DELETE FROM entry WHERE {OF_A_TABLE}", 7, "gap"),
        (f"UPDATE entry SET seq = seq + 1000 WHERE {OF_A_TABLE}", 7, "gap"),
        ("UPDATE stream SET seq = seq - 1 WHERE stream = 'table/tcp-1'", None, "heads"),
        ("UPDATE balance SET amount = amount + 1 WHERE account = 'cage'", 0, "balances"),
        (
            "INSERT INTO posting (stream, seq, line, account, amount) VALUES ('table/tcp-1', 7, 9, 'cage', 5)",
            7,
            "postings",
        ),
        (
            "UPDATE deck SET root = hash FROM entry WHERE entry.stream = 'house' AND deck.stream = 'table/tcp-1'",
            1,
            "deals",
        ),
    ],
)
def test_the_first_discrepancy_is_named(
    capsys: pytest.CaptureFixture[str], files: Written, statement: str, where: int | None, kind: str
) -> None:
    changed(files, statement)
    status, result = told(capsys, files.store)
    first = result["first"]
    assert isinstance(first, dict)
    assert (status, result["sound"], first["kind"]) == (1, False, kind)
    assert where in (None, first["seq"])
    assert first["stream"] == ("" if kind == "balances" else "table/tcp-1")


def test_a_book_of_somebody_else(capsys: pytest.CaptureFixture[str], files: Written) -> None:
    """Who signs anew with a key of their own is found by whoever knows the right one."""
    ring = msgspec.json.decode(files.key.read_bytes())
    ring["signing"] = "11" * 32
    files.key.write_bytes(msgspec.json.encode(ring))
    status, result = told(capsys, files.store, "--key", files.key)
    assert (status, result["first"]["kind"]) == (1, "checkpoints")  # type: ignore[index]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["{store}-that-is-not-there"], 2),
        (["{store}/.."], 2),
        (["{book}"], 2),
        (["{store}", "--checkpoints", "{store}/nothing"], 2),
        (["{store}", "--key", "{store}/nothing"], 3),
        (["{store}", "--key", "{book}"], 3),
    ],
)
def test_what_cannot_be_audited(
    capsys: pytest.CaptureFixture[str], files: Written, arguments: list[str], status: int
) -> None:
    given = [argument.format(store=files.store, book=files.book) for argument in arguments]
    assert main(["audit", *given]) == status
    assert capsys.readouterr().err.startswith("croupier audit: ")


def test_a_store_of_a_newer_format(capsys: pytest.CaptureFixture[str], files: Written) -> None:
    changed(files, "PRAGMA user_version = 99")
    assert main(["audit", str(files.store)]) == 3
    assert "format 99" in capsys.readouterr().err


def test_a_key_ring_that_others_can_read(capsys: pytest.CaptureFixture[str], files: Written) -> None:
    files.key.chmod(0o644)
    assert main(["audit", str(files.store), "--key", str(files.key)]) == 3
    assert "chmod 600" in capsys.readouterr().err


def test_whatever_is_changed_is_found(sound: Written) -> None:
    _, missed = tampered(sound, 150, 2)
    assert not missed
