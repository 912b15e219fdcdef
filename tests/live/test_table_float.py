"""The float of a table (contract 22): slips with their signatures, and the count against the ledger.

After every test the fixture of this folder audits and replays the journal.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.base.json_answers import JsonObject
from croupier.floor.audit.evidence import audited_evidence
from croupier.floor.audit.program import audited
from croupier.floor.live.history.evidence import FigureAsked
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.events import ChipsKind, Pieces
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.rules.money import Cents, dollars
from tests.floors import house_table, poker_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, House

DEA = Who("dea", Role.DEALER)
KEPT = house_table("kept", dealing="shoe", run_by="dealer", boxes=7, float="kept")
POKER = poker_table("nl", dealing="shoe", run_by="dealer", float="kept", rake_percent="5", rake_cap="10")
FREE = house_table("free", dealing="shoe", run_by="dealer")
_IDS = count()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", KEPT + POKER + FREE)
    yield house
    house.store.close()


def give(house: House, who: Who, command: cmd.Command, table: str = "kept", **more: Any) -> JsonObject:
    ticket = house.floor.perform(who, f"slip-{next(_IDS):06d}", command, "as usual", at=f"table/{table}", **more)
    return house.answered(ticket)


def ask(house: House, kind: ChipsKind, dollars: int, who: Who = DAN, table: str = "kept") -> int:
    pieces = (Pieces(Cents(100), dollars),) if dollars else ()
    answer: int = give(house, who, cmd.AskChips(kind, pieces), table)[kind]
    return answer


def move(house: House, kind: ChipsKind, dollars: int, table: str = "kept") -> int:
    """With all signatures."""
    number = ask(house, kind, dollars, table=table)
    assert "done" in give(house, PIA, cmd.ApproveChips(kind, number), table)
    if kind not in ("drop", "count"):
        assert "done" in give(house, DAN, cmd.AcknowledgeChips(kind, number), table)
    return number


def refusal(answer: JsonObject) -> str:
    code: str = answer["error"]["says"]["code"]
    return code


def play(house: House) -> int:
    """One round; returns what the house won, in cents."""
    before = house.balance("tray/kept")
    if not house.floor.books.decided.tables["kept"].game.table.players:  # type: ignore[union-attr]
        house.act(ANN, "kept", "1 sits Ann 500")
    elif house.floor.books.decided.tables["kept"].game.round.over:  # type: ignore[union-attr]
        house.act(DAN, "kept", "next")
    house.act(ANN, "kept", "1 ante 10")
    house.act(DAN, "kept", "close")
    house.act(DAN, "kept", "1 play")
    house.act(DAN, "kept", "settle")
    return house.balance("tray/kept") - before


def test_chips_move_when_everybody_has_signed(house: House) -> None:
    number = ask(house, "opening", 1000)
    assert house.balance("tray/kept") == 0
    assert refusal(give(house, DAN, cmd.AcknowledgeChips("opening", number))) == "slip-not-approved"
    give(house, PIA, cmd.ApproveChips("opening", number))
    assert house.balance("tray/kept") == 0
    assert refusal(give(house, SAM, cmd.ApproveChips("opening", number))) == "slip-approved"
    give(house, DAN, cmd.AcknowledgeChips("opening", number))
    assert (house.balance("tray/kept"), house.balance("cage")) == (100_000, -4 * 1_000_000 - 100_000)
    assert refusal(give(house, DAN, cmd.AcknowledgeChips("opening", number))) == "slip-acknowledged"
    move(house, "fill", 200)
    move(house, "credit", 50)
    assert house.balance("tray/kept") == 115_000
    told = house.floor.ask.float_of("kept")
    assert (told.tray, told.opened, [slip.state for slip in told.slips]) == ("1150.00", True, ["done"] * 3)
    assert (told.slips[0].by, told.slips[0].approved_by, told.slips[0].acknowledged_by) == ("dan", "pia", "dan")
    house.restart()
    assert house.floor.ask.float_of("kept") == told


def test_who_may_sign(house: House) -> None:
    with pytest.raises(Problem) as raised:
        give(house, ANN, cmd.AskChips("fill", ()))
    assert raised.value.code is Code.FORBIDDEN
    number = ask(house, "opening", 1000, PIA)
    for who, command in (
        (DAN, cmd.ApproveChips("opening", number)),
        (PIA, cmd.AcknowledgeChips("opening", number)),
    ):
        with pytest.raises(Problem) as raised:
            give(house, who, command)
        assert raised.value.code is Code.FORBIDDEN
    with pytest.raises(Problem) as raised:
        give(house, PIA, cmd.ApproveChips("opening", number))
    assert raised.value.code is Code.SECOND_PERSON
    for command in (cmd.ApproveChips("fill", number), cmd.ApproveChips("opening", number + 1)):
        with pytest.raises(Problem) as raised:
            give(house, SAM, command)
        assert raised.value.code is Code.NOT_FOUND
    give(house, SAM, cmd.ApproveChips("opening", number))
    house.act(DAN, "kept", "takes-over")
    with pytest.raises(Problem) as raised:
        give(house, DEA, cmd.AcknowledgeChips("opening", number))
    assert raised.value.code is Code.FORBIDDEN and raised.value.cites == ("R-115",)
    give(house, DAN, cmd.AcknowledgeChips("opening", number))
    assert house.balance("tray/kept") == 100_000


def test_a_table_opens_with_its_float(house: House) -> None:
    house.act(ANN, "kept", "1 sits Ann 500")
    house.act(ANN, "kept", "1 ante 10")
    assert refusal(house.act(DAN, "kept", "close")) == "float-not-opened"
    assert refusal(give(house, DAN, cmd.AskChips("fill", (Pieces(Cents(100), 1),)))) == "float-not-opened"
    assert refusal(give(house, DAN, cmd.AskChips("opening", ()))) == "chips-none"
    move(house, "opening", 1000)
    assert refusal(give(house, DAN, cmd.AskChips("opening", (Pieces(Cents(100), 1),)))) == "float-opened"
    assert refusal(give(house, DAN, cmd.AskChips("credit", (Pieces(Cents(100), 1001),)))) == "tray-has-less"
    assert "done" in house.act(DAN, "kept", "close")
    assert refusal(give(house, DAN, cmd.AskChips("fill", ()), "free")) == "float-not-kept"


def test_a_count_finds_the_variance(house: House) -> None:
    move(house, "opening", 1000)
    won = play(house)
    held = 100_000 + won
    move(house, "drop", 100)
    number = ask(house, "count", held // 100 - 100 - 7)
    assert house.balance("variance/kept") == 0
    give(house, PIA, cmd.ApproveChips("count", number))
    assert house.balance("variance/kept") == held % 100 + 700
    assert house.balance("tray/kept") == (held // 100 - 107) * 100
    slip = house.floor.ask.float_of("kept").slips[0]
    assert (slip.by, slip.approved_by, slip.kind) == ("dan", "pia", "count")
    (table,) = [each for each in house.floor.figures.told(None).tables if each.table == "kept"]
    assert table.hold == f"{won / 100:.2f}", "chips of slips are no win"


def test_a_table_closes_with_a_count(house: House) -> None:
    move(house, "opening", 1000)
    play(house)
    house.answered(house.floor.perform(PIA, "closing-1", cmd.CloseTable("kept"), at="table/kept"))
    assert not house.floor.books.decided.tables["kept"].game.closed
    assert house.balance("stack/kept/Ann") == 0
    assert refusal(house.act(BEN, "kept", "2 sits Ben 100")) == "table-closing"
    house.restart()
    move(house, "count", house.balance("tray/kept") // 100)
    assert house.floor.books.decided.tables["kept"].game.closed
    with pytest.raises(Problem) as raised:
        ask(house, "fill", 10)
    assert raised.value.code is Code.CLOSED


def test_a_table_without_a_float_yet_closes_at_once(house: House) -> None:
    house.answered(house.floor.perform(PIA, "closing-1", cmd.CloseTable("kept"), at="table/kept"))
    assert house.floor.books.decided.tables["kept"].game.closed


def test_the_drop_of_poker_empties_the_rake_box(house: House) -> None:
    move(house, "opening", 1000, "nl")
    for seat, who in enumerate((ANN, BEN), 1):
        house.act(who, "nl", f"{seat} sits {who.name} 100")
    house.act(DAN, "nl", "start")
    first, then = (1, 2) if house.floor.books.decided.tables["nl"].game.round.turn == 1 else (2, 1)  # type: ignore[union-attr]
    for do in (f"{first} allin", f"{then} call", "settle"):
        house.act(DAN, "nl", do)
    raked = house.balance("rake/nl")
    assert raked
    move(house, "drop", raked // 100 - 1, "nl")
    assert (house.balance("rake/nl"), house.balance("variance/nl")) == (0, 100 + raked % 100)
    assert house.balance("tray/nl") == 100_000


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    day=st.lists(
        st.one_of(
            st.just(("play", 0)),
            st.tuples(st.sampled_from(["fill", "credit", "drop"]), st.integers(1, 300)),
            st.tuples(st.just("count"), st.integers(-20, 20)),
        ),
        max_size=8,
    )
)
def test_the_tray_by_ledger_is_the_tray_by_count_plus_variance(
    tmp_path_factory: pytest.TempPathFactory, day: list[tuple[Any, int]]
) -> None:
    folder = tmp_path_factory.mktemp("day")
    house = House(folder / "store", KEPT)
    move(house, "opening", 2000)
    tray = 200_000
    for what, amount in day:
        if what == "play":
            tray += play(house)
        elif what == "count":
            counted = max(tray // 100 + amount, 0)
            before = house.balance("variance/kept")
            move(house, "count", counted)
            assert tray == counted * 100 + house.balance("variance/kept") - before
            tray = counted * 100
        else:
            move(house, what, amount)
            tray += amount * (100 if what == "fill" else -100)
        assert house.balance("tray/kept") == tray
        assert not sum(house.floor.books.shown.balances.values())
    house.store.close()
    audited(str(folder / "store"))


def test_slips_are_no_win_whatever_reason_is_written(house: House) -> None:
    """Figures and evidence leave out what slips moved. They look at the event, so a reason that reads like its tag
    hides nothing."""
    move(house, "opening", 1000)
    won = play(house)
    house.act(PIA, "kept", "suspend", reason="chips-moved")
    house.act(PIA, "kept", "resume")
    move(house, "fill", 200)
    told = next(each for each in house.floor.figures.told(None).tables if each.table == "kept")
    assert told.hold == dollars(won)
    evidence = house.floor.evidence.made(FigureAsked("hold", "kept"), "una", None)
    assert audited_evidence(evidence.file).value == won
