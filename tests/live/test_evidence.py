"""The entries behind a figure add up to it, and evidence of it is checked without the house."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.audit.evidence import audited_evidence, evidence_in
from croupier.floor.audit.reading import Cannot, Found
from croupier.floor.audit.shift_evidence import audited_shift
from croupier.floor.journal.checkpoints import EMPTY, next_line
from croupier.floor.live.history.evidence import FigureAsked, Made
from croupier.floor.live.history.figures import FIGURES
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.numbers.reports.pdf import as_pdf
from croupier.rules.money import cents
from tests.as_json import as_json
from tests.live.evenings import FLOOR, TABLES, Evening
from tests.live.houses import ANN, DAN, MIDNIGHT, PIA, SAM, House

SINCE = printed_time(MIDNIGHT)
A_MINUTE = 60_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """After a random evening of all rulebooks, with voids, awards and corrections in it."""
    house = House(tmp_path_factory.mktemp("evidence") / "store", FLOOR)
    house.floor.staff.note_settings({"keys.signing": house.ring.public_key.hex()})
    evening = Evening([house], "b")  # a seed with a rake
    for name in TABLES:
        evening.sit_down(name)
    for _ in range(400):
        evening.step()
    house.floor.perform(PIA, "opens-the-shift", cmd.OpenShift("night"), at="house")
    house.store.flush()
    yield house
    house.store.close()


def checkpoint(house: House) -> bytes:
    heads = {stream: (head.seq, head.hash.hex()) for stream, head in house.store.heads().items()}
    line, _ = next_line(EMPTY, printed_time(house.clock.time), heads, house.ring.public_key, house.ring.sign)
    return line


def made(house: House, figure: str, table: str = "", **more: Any) -> Made:
    return house.floor.evidence.made(FigureAsked(figure, table, since=SINCE, **more), "una", checkpoint(house))


def _cents(text: str) -> int:
    return -cents(text[1:]) if text.startswith("-") else cents(text)


@pytest.mark.parametrize("figure", FIGURES)
def test_the_entries_add_up_to_every_figure(house: House, figure: str) -> None:
    told = as_json(house.floor.figures.told(SINCE))
    some = 0
    for table in told["tables"]:
        asked = FigureAsked(figure, table["table"], since=SINCE, until=told["until"])
        found = as_json(house.floor.evidence.entries(asked, 200, None))
        assert found["before"] is None and len(found["items"]) == found["entries"]
        some += found["entries"]
        if figure == "rounds":
            assert found["entries"] == table["rounds"] and "sum" not in found
        else:
            assert found["sum"] == table[figure]
            assert sum(_cents(item["amount"]) for item in found["items"]) == _cents(table[figure])
        for item in found["items"]:
            (entry,) = house.store.entries(item["stream"], item["seq"], 1)
            assert (entry.hash.hex(), printed_time(entry.at)) == (item["hash"], item["at"])
    assert some, "the evening has such entries"
    everything = as_json(house.floor.evidence.entries(FigureAsked(figure, since=SINCE), 1, None))
    assert everything["tables"] == sorted(TABLES) and everything["entries"] == some


def test_a_settlement_leads_to_its_paragraphs_and_pages_do_not_overlap(house: House) -> None:
    asked = FigureAsked("handle", "cs-1", since=SINCE)
    whole = as_json(house.floor.evidence.entries(asked, 200, None))
    assert whole["cites"] and all(item["cites"] for item in whole["items"])
    pages, before = [], None
    while True:
        page = as_json(house.floor.evidence.entries(asked, 2, before))
        pages += page["items"]
        assert page["sum"] == whole["sum"]
        if (before := page["before"]) is None:
            break
    assert pages == whole["items"] and len(pages) > 2


def test_the_period_is_that_of_the_question(house: House) -> None:
    ask = house.floor.evidence.entries
    whole = as_json(ask(FigureAsked("drop", since=SINCE), 200, None))["items"]
    earlier, later = whole[-1]["at"], whole[0]["at"]
    assert earlier < later
    first = as_json(ask(FigureAsked("drop", since=SINCE, until=earlier), 200, None))["items"]
    assert [item for item in whole if item["at"] <= earlier] == first
    last = as_json(ask(FigureAsked("drop", since=later), 200, None))["items"]
    assert [item for item in whole if item["at"] >= later] == last
    banked = as_json(ask(FigureAsked("drop", banked=True, since=SINCE), 200, None))
    assert banked["tables"] == [name for name in sorted(TABLES) if not name.startswith("p6") and name[:2] != "p7"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (FigureAsked("luck"), Code.UNREADABLE),
        (FigureAsked(""), Code.UNREADABLE),
        (FigureAsked("drop", "nowhere"), Code.NOT_FOUND),
        (FigureAsked("drop", since="yesterday"), Code.UNREADABLE),
        (FigureAsked("drop", until="2199-01-01T00:00:00Z"), Code.UNREADABLE),
        (FigureAsked("drop", since="2199-01-01T00:00:00Z"), Code.UNREADABLE),
    ],
)
def test_what_cannot_be_asked(house: House, asked: FigureAsked, code: Code) -> None:
    with pytest.raises(Problem) as problem:
        house.floor.evidence.entries(asked, 50, None)
    assert problem.value.code is code


@pytest.mark.parametrize("table", ["tcp-1", "cs-r", "p7-1", ""])
@pytest.mark.parametrize("figure", FIGURES)
def test_the_audit_recomputes_the_figure(house: House, figure: str, table: str) -> None:
    told = as_json(house.floor.evidence.entries(FigureAsked(figure, table, since=SINCE), 200, None))
    sound = audited_evidence(made(house, figure, table).file)
    assert sound.behind == told["entries"]
    assert sound.value == (told["entries"] if figure == "rounds" else _cents(told["sum"]))
    assert (sound.key, sound.checkpoint) == (house.ring.public_key.hex(), 1)
    heads = house.store.heads()
    assert sound.signed and all(heads[stream].seq == seq for stream, seq in sound.signed.items())


def test_evidence_of_a_later_period_begins_with_the_entry_before_it(house: House) -> None:
    whole = as_json(house.floor.evidence.entries(FigureAsked("drop", since=SINCE), 200, None))["items"]
    since = whole[0]["at"]
    file = house.floor.evidence.made(FigureAsked("drop", since=since), "una", checkpoint(house)).file
    assert len(file) < len(made(house, "drop").file)
    assert audited_evidence(file).behind == sum(item["at"] >= since for item in whole)


Lines = list[dict[str, Any]]


def _another_value(lines: Lines) -> None:
    lines[0]["value"] += 1


def _another_amount(lines: Lines) -> None:
    entry = next(line for line in lines if '["wallet/' in line.get("body", ""))
    entry["body"] = entry["body"].replace('["wallet/', '["valise/', 1)


def _one_left_out(lines: Lines) -> None:
    del lines[len(lines) // 2]


def _the_first_left_out(lines: Lines) -> None:
    """With the line that a later beginning would have."""
    first = next(at for at, line in enumerate(lines) if "body" in line)
    cut = next(at for at, line in enumerate(lines) if at > first and line.get("seq") == 4)
    last = lines[cut - 1]
    before = {"before": {"stream": last["stream"], "seq": last["seq"], "hash": last["hash"]}}
    lines[first:cut] = [before]


def _another_table(lines: Lines) -> None:
    lines[0]["tables"] = ["p6-1"]


def _another_key(lines: Lines) -> None:
    lines[0]["key"] = "00" * 32


def _another_checkpoint(lines: Lines) -> None:
    lines[-1]["checkpoint"] = lines[-1]["checkpoint"].replace('"number":1', '"number":2')


def _a_table_without_links(lines: Lines) -> None:
    lines[:] = [line for line in lines if not line.get("stream", "").startswith("link/") and "before" not in line]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (_another_value, "evidence"),
        (_another_amount, "chain"),
        (_one_left_out, "gap"),
        (_the_first_left_out, "evidence"),
        (_another_table, "evidence"),
        (_another_key, "checkpoints"),
        (_another_checkpoint, "checkpoints"),
        (_a_table_without_links, "evidence"),
    ],
)
def test_what_was_changed_is_found(house: House, change: Callable[[Lines], None], kind: str) -> None:
    lines = [json.loads(line) for line in made(house, "hold", "tcp-1").file.splitlines()]
    change(lines)
    text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)
    with pytest.raises(Found) as found:
        audited_evidence(text.encode())
    assert found.value.args[2] == kind, found.value.args


def test_an_entry_written_again_with_its_chain_is_found_by_ones_own_checkpoints(house: House, tmp_path: Path) -> None:
    book = tmp_path / "own.jsonl"
    book.write_bytes(checkpoint(house) + b"\n")
    file = made(house, "drop", "tcp-1").file
    assert audited_evidence(file, str(book)).own == 1
    other = House(tmp_path / "other", FLOOR)
    other.act(ANN, "tcp-1", "1 sits Ann 100")
    theirs = other.floor.evidence.made(FigureAsked("drop", "tcp-1"), "una", None).file
    assert audited_evidence(theirs).checkpoint == 0, "sound in itself; but nobody signed it"
    other.act(ANN, "tcp-1", "1 leaves")
    while other.store.heads()["table/tcp-1"].seq < house.store.heads()["table/tcp-1"].seq:
        other.act(ANN, "tcp-1", "1 sits Ann 100")
        other.act(ANN, "tcp-1", "1 leaves")
    theirs = other.floor.evidence.made(FigureAsked("drop", "tcp-1"), "una", None).file
    with pytest.raises(Found, match="signed another entry"):
        audited_evidence(theirs, str(book))
    other.store.close()


def test_the_pdf_carries_the_file_and_its_hash_on_every_page(house: House, tmp_path: Path) -> None:
    evidence = made(house, "hold", "tcp-1")
    path = tmp_path / "evidence.pdf"
    path.write_bytes(as_pdf(evidence.document))
    inside = evidence_in(str(path))
    assert inside == evidence.file
    assert evidence.document.footer.endswith(audited_evidence(evidence.file).digest)
    plain = tmp_path / "plain.pdf"
    plain.write_bytes(b"%PDF-1.7\n1 0 obj\nstream\nnothing\nendstream\n")
    with pytest.raises(Cannot):
        evidence_in(str(plain))
    assert evidence_in(str(tmp_path)) is None


def test_no_hidden_card_is_in_it(tmp_path: Path) -> None:
    """Two evenings that differ only in a folded hand are the same evidence, except for salts and hashes."""
    table = '[[table]]\nname = "t"\nrulebook = "three-card-poker@3"\nante = ["10", "100"]\nrun-by = "dealer"\n'
    house = House(tmp_path / "hidden", f'{table}shoe = "2c As 9h Qd Ks 8h 7c Qs 3d 2h"\n')
    for do in ("1 sits Ann 500", "1 ante 10"):
        house.act(ANN, "t", do)
    house.act(DAN, "t", "close")
    file = house.floor.evidence.made(FigureAsked("drop", "t"), "una", None)
    bodies = [json.loads(json.loads(line)["body"]) for line in file.file.splitlines()[1:]]
    dealt = [event for body in bodies for event in body.get("then", ()) if event["type"] == "cards-dealt"]
    assert dealt and all(card.startswith("#") for event in dealt for card in event["cards"])
    house.act(SAM, "t", "incident other ruling=void", reason="asked")
    house.store.close()


def test_too_long_a_period_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.live.history.evidence.MOST", 10)
    with pytest.raises(Problem) as problem:
        made(house, "drop")
    assert problem.value.code is Code.REFUSED and "at most 10" in problem.value.why


# --- A whole shift ------------------------------------------------------------------------------------------------


def shift(house: House) -> bytes:
    return house.floor.shift_evidence.made(1, "una", [checkpoint(house)])


def test_the_audit_adds_up_a_whole_shift(house: House) -> None:
    sound = audited_shift(shift(house))
    report = house.floor.shift_reports.told(1)
    assert sound.entries == report.entries == house.store.count()
    assert sound.figures["win"] == report.total.win.value and sound.figures["handle"] == report.total.handle.value
    assert (sound.streams, sound.checkpoints) == (len(house.store.heads()), 1)
    assert all(house.store.heads()[stream].seq == seq for stream, seq in sound.signed.items())


def _another_figure(lines: Lines) -> None:
    lines[1]["report"]["text"] = lines[1]["report"]["text"].replace('"value":"', '"value":"1', 1)


def _no_report(lines: Lines) -> None:
    del lines[1]


def _the_last_one_left_out(lines: Lines) -> None:
    del lines[-2]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (_another_figure, "report"),
        (_no_report, "report"),
        (_another_amount, "chain"),
        (_one_left_out, "gap"),
        (_the_last_one_left_out, "evidence"),
        (_another_checkpoint, "checkpoints"),
    ],
)
def test_what_was_changed_in_a_shift_is_found(house: House, change: Callable[[Lines], None], kind: str) -> None:
    lines = [json.loads(line) for line in shift(house).splitlines()]
    change(lines)
    text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)
    with pytest.raises(Found) as found:
        audited_shift(text.encode())
    assert found.value.args[2] == kind, found.value.args
