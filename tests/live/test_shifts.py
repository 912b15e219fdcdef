"""Shifts and their reports (contract 22): two people close one, every figure leads to its entries, the audit agrees.

After every test the fixture of this folder audits and replays the journal.
"""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.base.json_answers import JsonObject
from croupier.doors.cli.report import main as report_main
from croupier.floor.audit.program import audited
from croupier.floor.audit.reading import Found
from croupier.floor.journal.entry import decode_body
from croupier.floor.live.history.printed_report import printed
from croupier.floor.live.history.shift_report import CONTEXT, report_text
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.events import Pieces
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import house_game, poker_game
from croupier.floor.store import keys
from croupier.floor.store.keys import signed_by
from croupier.rules.games.poker.table import Phase
from croupier.rules.money import Cents, cents
from tests.floors import house_table, jackpot_link, poker_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, House

FLOOR = "".join(
    (
        jackpot_link("grand"),
        house_table("tcp-1", dealing="shoe", run_by="dealer", link="grand", jackpot_bet="5", float="kept"),
        poker_table("nl", dealing="shoe", run_by="dealer", rake_percent="5", rake_cap="10"),
    )
)
_IDS = count()
LEDGER = {"win": "tray", "variance": "variance"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def give(house: House, who: Who, command: cmd.Command, at: str = "house") -> JsonObject:
    return house.answered(house.floor.perform(who, f"shift-{next(_IDS):06d}", command, "as usual", at=at))


def slip(house: House, kind: Any, dollars: int) -> None:
    at, number = "table/tcp-1", house.floor.books.decided.tables["tcp-1"].slips_counted + 1
    if "error" in give(house, DAN, cmd.AskChips(kind, (Pieces(Cents(100), dollars),)), at):
        return  # more than the tray holds
    give(house, PIA, cmd.ApproveChips(kind, number), at)
    if kind not in ("drop", "count"):
        give(house, DAN, cmd.AcknowledgeChips(kind, number), at)


def round_of_three_card(house: House) -> None:
    game = house_game(house.floor.books.decided.tables["tcp-1"])
    if game.round.over:
        house.act(DAN, "tcp-1", "next")
    if not game.table.players:
        house.act(ANN, "tcp-1", "1 sits Ann 500")
    for who, do in ((ANN, "1 ante 10"), (ANN, "1 jackpot 5"), (DAN, "close"), (DAN, "1 play"), (DAN, "settle")):
        house.act(who, "tcp-1", do)


def round_of_poker(house: House) -> None:
    for seat, who in enumerate((ANN, BEN), 1):
        if seat not in poker_game(house.floor.books.decided.tables["nl"]).seats:
            house.act(who, "nl", f"{seat} sits {who.name} 100")
    house.act(DAN, "nl", "start")
    while (round_ := poker_game(house.floor.books.decided.tables["nl"]).round) is not None and not round_.over:
        turn = round_.turn
        if round_.phase is not Phase.BETTING:
            house.act(DAN, "nl", "settle")
        elif turn is not None:
            house.act(DAN, "nl", f"{turn} {'call' if round_.price > round_.bets.get(turn, 0) else 'check'}")


def close(house: House, number: int) -> None:
    give(house, PIA, cmd.CloseShift(number))
    assert "done" in give(house, SAM, cmd.CloseShift(number))


def values(figures: Any) -> dict[str, str]:
    """The figures that the audit adds up too."""
    left_out = ("expected", "won", "sigma", "bands", "table", "game")
    found = {name: getattr(figures, name) for name in figures.__struct_fields__ if name not in left_out}
    return {name: "" if each.value is None else str(each.value) for name, each in found.items()}


def cents_of(value: object) -> int:
    text = str(value)
    return -cents(text[1:]) if text.startswith("-") else cents(text)


def test_two_people_close_a_shift(house: House) -> None:
    with pytest.raises(Problem) as raised:
        give(house, DAN, cmd.OpenShift("day"))
    assert raised.value.code is Code.FORBIDDEN
    assert give(house, PIA, cmd.OpenShift("day")) == {"shift": 1}
    assert give(house, SAM, cmd.OpenShift("night"))["error"]["says"]["code"] == "shift-open"
    assert give(house, PIA, cmd.CloseShift(1)) == {"shift": 1}
    assert house.floor.shifts.told().items[0].state == "closing"
    with pytest.raises(Problem) as raised:
        give(house, PIA, cmd.CloseShift(1))
    assert raised.value.code is Code.SECOND_PERSON
    give(house, SAM, cmd.CloseShift(1))
    assert give(house, SAM, cmd.CloseShift(1))["error"]["says"]["code"] == "shift-closed"
    with pytest.raises(Problem) as raised:
        give(house, SAM, cmd.CloseShift(2))
    assert raised.value.code is Code.NOT_FOUND
    assert give(house, SAM, cmd.OpenShift("night")) == {"shift": 2}
    told = house.floor.shifts.told()
    assert [(each.name, each.state, each.closed_by, each.second) for each in told.items] == [
        ("night", "open", "", ""),
        ("day", "closed", "pia", "sam"),
    ]
    house.restart()
    assert house.floor.shifts.told() == told


def test_every_entry_falls_into_one_shift_and_every_figure_leads_to_its_entries(house: House) -> None:
    give(house, PIA, cmd.OpenShift("day"))
    slip(house, "opening", 1000)
    round_of_three_card(house)
    slip(house, "fill", 100)
    close(house, 1)
    round_of_three_card(house)  # between the shifts: it belongs to the next one
    give(house, PIA, cmd.OpenShift("night"))
    round_of_poker(house)
    slip(house, "count", 900)
    close(house, 2)
    reports = [house.floor.shift_reports.told(number) for number in (1, 2)]
    assert sum(each.entries for each in reports) == house.store.count()
    assert [each.total.rounds.value for each in reports] == [1, 2]
    first = reports[0].total
    assert (first.fills.value, first.credits.value, first.drop.value) == ("100.00", "0.00", "500.00")
    assert first.contributions.value == "3.00"
    assert first.bands.keys() == {"1", "2", "3"} and first.expected.value is not None
    assert first.win.entries
    for stream, seq in first.win.entries:
        (entry,) = house.store.entries(stream, seq, 1)
        assert any(each.account == "tray/tcp-1" for each in decode_body(entry.body).post)
    assert [line.detail for line in reports[0].slips] == ["opening", "fill"]
    assert len(reports[1].slips) == 1 and "variance" in reports[1].slips[0].detail
    assert reports[1].total.rake.value == f"{house.balance('rake/nl') / 100:.2f}"


def test_a_report_is_signed_printed_and_made_again_from_the_store(
    house: House, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    give(house, PIA, cmd.OpenShift("day"))
    slip(house, "opening", 1000)
    house.act(DAN, "tcp-1", "takes-over")
    round_of_three_card(house)
    close(house, 1)
    report = house.floor.shift_reports.told(1)
    assert signed_by(bytes.fromhex(report.public_key), CONTEXT + report_text(report), bytes.fromhex(report.signature))
    lines = printed(report, "csv").decode().splitlines()
    assert lines[0] == "scope,name,figure,value,entries"
    assert any(line.startswith("table,tcp-1,drop,500.00,table/tcp-1:") for line in lines)
    page = printed(report, "html").decode()
    assert "Shift 1: day" in page and "dealer-took-over dan" in page
    house.store.close()
    store, ring, file = tmp_path / "store", tmp_path / "ring.key", tmp_path / "report.json"
    keys.create(ring, house.ring)
    assert report_main([str(store), "--shift", "1", "--key", str(ring)]) == 0
    told = capfdbinary.readouterr().out
    assert json.loads(told) == json.loads(msgspec.json.encode(report))
    assert report_main([str(store), "--shift", "2"]) == 1
    file.write_bytes(told)
    audited(str(store), report=str(file))
    changed = json.loads(told)
    changed["total"]["win"]["value"] = "0.01"
    file.write_text(json.dumps(changed))
    with pytest.raises(Found) as found:
        audited(str(store), report=str(file))
    assert "signature" in found.value.args[3]
    forged = msgspec.convert(changed, type(report))
    forged.signature = house.ring.sign(CONTEXT + report_text(forged)).hex()
    file.write_bytes(msgspec.json.encode(forged))
    with pytest.raises(Found) as found:
        audited(str(store), report=str(file))
    assert found.value.args[2] == "report" and "says 0.01" in found.value.args[3]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    day=st.lists(
        st.one_of(
            st.sampled_from([("tcp", 0), ("nl", 0), ("shift", 0), ("leave", 0)]),
            st.tuples(st.sampled_from(["fill", "credit", "drop", "count"]), st.integers(1, 300)),
        ),
        max_size=9,
    )
)
def test_the_reports_of_the_house_and_of_the_audit_and_the_ledger_agree(
    tmp_path_factory: pytest.TempPathFactory, day: list[tuple[str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("day")
    house = House(folder / "store", FLOOR)
    give(house, PIA, cmd.OpenShift("first"))
    slip(house, "opening", 2000)
    shifts = 1
    for what, amount in day:
        match what:
            case "tcp":
                round_of_three_card(house)
            case "nl":
                round_of_poker(house)
            case "shift":
                close(house, shifts)
                shifts += 1
                give(house, SAM, cmd.OpenShift(f"shift {shifts}"))
            case "leave":
                if house.balance("stack/tcp-1/Ann"):
                    house.act(ANN, "tcp-1", "1 leaves")
            case _:
                slip(house, what, amount)
    reports = [house.floor.shift_reports.told(number + 1) for number in range(shifts)]
    moved = {"opening": 1, "fill": 1, "credit": -1, "drop": -1}
    done = [each for each in house.floor.ask.float_of("tcp-1").slips if each.state == "done"]
    slips = sum(moved.get(each.kind, 0) * cents_of(each.amount) for each in done)
    total = {name: sum(cents_of(getattr(each.total, name).value) for each in reports) for name in ("rake", *LEDGER)}
    held = {name: house.balance(f"{account}/tcp-1") for name, account in LEDGER.items()}
    assert held == {"win": total["win"] + slips - total["variance"], "variance": total["variance"]}
    assert house.balance("rake/nl") == total["rake"]
    house.store.close()
    found = audited(str(folder / "store")).shifts
    assert [each.total for each in found] == [values(each.total) for each in reports]
    assert [each.tables for each in found] == [{of.table: values(of) for of in each.tables} for each in reports]
    assert [each.games for each in found] == [{of.game: values(of) for of in each.games} for each in reports]
