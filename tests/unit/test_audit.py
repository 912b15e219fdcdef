"""The audit is independent: it imports nothing of ours, and finds what somebody changed."""

import ast
import gzip
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

import croupier.floor.audit
from croupier.doors.cli import main
from croupier.floor.audit import reading
from croupier.floor.audit.links import Link
from croupier.floor.audit.reading import Found
from croupier.floor.store import format
from croupier.rules.jackpot import commands as cmd
from croupier.rules.jackpot.evolve import evolve
from croupier.rules.jackpot.link import Parameters
from croupier.rules.jackpot.machine import advance
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents
from tests.journals import Written, evening, written
from tests.properties.link_worlds import Evening
from tests.tamper import forge, tampered

SOURCES = sorted(Path(croupier.floor.audit.__file__).parent.glob("*.py"))
ALL = [
    "chain",
    "heads",
    "checkpoints",
    "postings",
    "balances",
    "floats",
    "rulebooks",
    "shifts",
    "rounds",
    "deals",
    "awards",
    "meters",
]
BESIDE = ["users", "answers", "snapshots"]
"""What lies beside the journal in a store, and not in an export."""


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
    assert used - sys.stdlib_module_names == {"apsw", "msgspec", "nacl", "psycopg"}


def code_lines(source: Path) -> int:
    """Without blank lines, comments and what is said about the code."""
    text = source.read_text("utf-8")
    said: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            said |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(number not in said and not line.strip().startswith("#") and bool(line.strip()) for number, line in lines)


def test_it_reads_the_stores_of_today() -> None:
    assert reading.DATABASE == format.FORMAT


def test_somebody_can_read_it_in_an_hour() -> None:
    of_evidence = [source for source in SOURCES if source.name.endswith("evidence.py")]
    assert sum(map(code_lines, SOURCES)) - sum(map(code_lines, of_evidence)) <= 1_500
    assert max(map(code_lines, of_evidence)) <= 200, "evidence is a file of its own, which one can read alone"


def test_a_sound_store(capsys: pytest.CaptureFixture[str], sound: Written) -> None:
    status, result = told(capsys, sound.store, "--key", sound.key)
    assert status == 0
    assert result["sound"] is True
    assert result["checks"] == ALL + BESIDE
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


def test_the_audit_prints_sentences_for_people(capsys: pytest.CaptureFixture[str], files: Written) -> None:
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


def events(body: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for event in body.get("then", []) if event["type"] == kind]


def posts_too_much(body: dict[str, Any]) -> bool:
    body["post"] = body["post"][:-1]
    return bool(body["post"])


def takes_what_is_not_there(body: dict[str, Any]) -> bool:
    body["post"] += [["stack/tcp-1/Zoe", -5], ["tray/tcp-1", 5]]
    return True


def leaves_a_chip_on_the_layout(body: dict[str, Any]) -> bool:
    body["post"] += [["layout/tcp-1", 5], ["tray/tcp-1", -5]]
    return bool(events(body, "round-settled") and not events(body, "round-settled")[0]["claims"])


def settles_twice(body: dict[str, Any]) -> bool:
    body["then"] = body.get("then", []) + events(body, "round-settled")
    return bool(events(body, "round-settled") and not events(body, "round-settled")[0]["claims"])


def skips_a_round(body: dict[str, Any]) -> bool:
    for event in events(body, "round-opened"):
        event["number"] += 1
    return bool(events(body, "round-opened"))


def turns_up_another_card(body: dict[str, Any]) -> bool:
    for opened in body.get("opened", [])[:1]:
        opened[2] = "As" if opened[2] != "As" else "Kd"
    return "opened" in body


def deals_from_the_bottom(body: dict[str, Any]) -> bool:
    for event in events(body, "cards-dealt"):
        event["cards"][0] = "#52"
    return bool(events(body, "cards-dealt"))


def promises_another_deck(body: dict[str, Any]) -> bool:
    for deck in body.get("decks", []):
        deck[3] = "00" * 32
    return "decks" in body


def changes_event(kind: str, field: str, by: int) -> Callable[[dict[str, Any]], bool]:
    def change(body: dict[str, Any]) -> bool:
        for event in events(body, kind):
            event[field] += by
        return bool(events(body, kind))

    return change


def contributes_less(body: dict[str, Any]) -> bool:
    for event in events(body, "hands-dealt"):
        for each in event["contributions"].values():
            each["meter"] -= 10**10
    return bool(events(body, "hands-dealt"))


def forgets_to_pay(body: dict[str, Any]) -> bool:
    paid = events(body, "jackpot-paid")
    for event in paid:
        event["award"] = None
    return bool(paid)


@pytest.mark.parametrize(
    ("stream", "change", "kind"),
    [
        ("table/", posts_too_much, "postings"),
        ("table/tcp-1", takes_what_is_not_there, "balances"),
        ("table/tcp-1", leaves_a_chip_on_the_layout, "balances"),
        ("table/tcp-1", settles_twice, "rounds"),
        ("table/", skips_a_round, "rounds"),
        ("table/", changes_event("round-opened", "number", -1), "rounds"),
        ("table/", turns_up_another_card, "deals"),
        ("table/", deals_from_the_bottom, "deals"),
        ("table/", promises_another_deck, "deals"),
        ("link/", changes_event("award-locked", "amount", 100), "awards"),
        ("link/", changes_event("award-locked", "value", 100), "awards"),
        ("link/", changes_event("award-locked", "box", 1), "awards"),
        ("link/", changes_event("award-paid", "amount", -100), "awards"),
        ("link/", changes_event("award-paid", "award", 1), "awards"),
        ("table/", changes_event("jackpot-paid", "share_worth", 100), "awards"),
        ("table/", forgets_to_pay, "awards"),
        ("link/", changes_event("award-locked", "from_meter", -100), "awards"),
        ("link/", changes_event("award-locked", "from_meter", 10**9), "awards"),
        ("link/", contributes_less, "meters"),
        ("link/", changes_event("hands-dealt", "deal", 1), "awards"),
        ("link/", changes_event("hands-dealt", "round", 7), "meters"),
        ("link/", changes_event("link-opened", "start", 1), "meters"),
    ],
)
def test_what_cannot_be_is_found_without_a_book(
    capsys: pytest.CaptureFixture[str],
    files: Written,
    stream: str,
    change: Callable[[dict[str, Any]], bool],
    kind: str,
) -> None:
    """Somebody has rewritten the whole tail with right hashes, postings, balances and heads."""
    where = forge(files, stream, change)
    files.book.unlink()
    status, result = told(capsys, files.store, "--key", files.key)
    first = result["first"]
    assert isinstance(first, dict)
    assert (status, first["kind"]) == (1, kind), first
    if first["stream"] == where[0] and first["seq"]:
        assert first["seq"] >= where[1]


def test_hands_dealt_earlier_are_paid_first() -> None:
    """An award that is locked while a hand dealt earlier is open at another table (R-13)."""
    bet, whole = Cents(500), cmd.Claim(1, 1, 1, Cents(0))
    opening = cmd.OpenLink(
        "grand", Cents(75_000_00), Parameters(Cents(50_000_00), PARTS // 2), {"cs-1": bet, "cs-2": bet}
    )
    commands = (
        opening,
        cmd.DealHands("cs-1", 1, {1: bet}),
        cmd.DealHands("cs-2", 1, {1: bet}),
        cmd.ResolveHands("cs-2", 1, (whole,)),
        cmd.ResolveHands("cs-1", 1),
    )
    state, happened = None, list[Any]()
    for command in commands:
        more, state = advance(state, command)
        happened += json.loads(msgspec.json.encode(more))
    assert [event["type"] for event in happened[-3:]] == ["hands-resolved", "hands-resolved", "award-locked"]
    for left_out in ([], [happened[-2]]):
        link = Link("grand")
        for event in [event for event in happened[:-1] if event not in left_out]:
            link.hears(event)
        if left_out:
            with pytest.raises(Found, match=r"award 1 is locked before its turn"):
                link.hears(happened[-1])
        else:
            link.hears(happened[-1])


def test_it_counts_a_link_as_the_link_does() -> None:
    """Shares, fixed awards, verification, undone and void rounds, limits and corrections, at many tables."""
    kinds: set[str] = set()
    for seed in range(40):
        evening_of_a_link = Evening(seed)
        evening_of_a_link.live(200)
        link, state = Link("grand"), None
        for event in evening_of_a_link.events:
            state = evolve(state, event)
            link.hears(json.loads(msgspec.json.encode(event)))
            pots = (state.meter.parts, state.overflow.parts, state.reserve.parts)
            assert (*(link.pots[pot] for pot in ("meter", "overflow", "reserve")), link.locked) == (*pots, state.locked)
            kinds.add(type(event).__name__)
    assert {"AwardUndone", "FixedPreferred", "AwardVerified", "MeterCorrected", "HandsVoided"} <= kinds


def test_a_server_may_write_meanwhile(capsys: pytest.CaptureFixture[str], files: Written) -> None:
    """What is committed during an audit, or lies in the log of a store that was killed, is no discrepancy."""
    connection = apsw.Connection(str(files.store / "floor.db"))
    connection.pragma("journal_mode", "WAL")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM entry WHERE stream = 'house'")
    status, _ = told(capsys, files.store, "--key", files.key)
    connection.execute("ROLLBACK")
    assert status == 0
    connection.close()


def test_a_book_of_somebody_else(capsys: pytest.CaptureFixture[str], files: Written) -> None:
    """A log signed again with another key is found by an auditor who knows the right one."""
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


@pytest.mark.slow
def test_whatever_is_changed_is_found(sound: Written) -> None:
    _, missed = tampered(sound, 150, 2)
    assert not missed
