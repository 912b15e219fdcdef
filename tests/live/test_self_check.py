"""What the jackpot makes sure of by itself: program, parameters, chain, meter; and what happens where one fails."""

from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest
from msgspec.structs import replace

from croupier.base.sentences import Sentence
from croupier.floor.live.links.self_check import EVERY
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.commands import FailLink, decode_command
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.reader import database_of
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.live.houses import ANN, DAN, PIA, SAM
from tests.live.linked import LinkedHouse

DAY = EVERY + 1


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where what is spoilt here is not found by the audit of everything else."""
    return tmp_path_factory.mktemp("spoilt") / "store"


@pytest.fixture
def house(folder: Path) -> Iterator[LinkedHouse]:
    house = LinkedHouse(folder)
    yield house
    house.store.close()


def spoil_program(house: LinkedHouse) -> None:
    house.code = "another"


def spoil_parameters(house: LinkedHouse) -> None:
    links = house.floor.books.shown.links
    grand = links["grand"]
    links["grand"] = replace(grand, parameters=replace(grand.parameters, reset=Cents(1)))


def spoil_meter(house: LinkedHouse) -> None:
    links = house.floor.books.shown.links
    grand = links["grand"]
    pot = replace(grand.meter, parts=grand.meter.parts + 1, contributions=grand.meter.contributions + 1)
    links["grand"] = replace(grand, meter=pot)


def spoil_journal(house: LinkedHouse) -> None:
    """Somebody edits the database under the running house."""
    with apsw.Connection(str(database_of(house.folder))) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute("UPDATE entry SET at = at + 1 WHERE stream = 'link/grand' AND seq = 2")


def spoil_ledger(house: LinkedHouse) -> None:
    with apsw.Connection(str(database_of(house.folder))) as database:
        database.execute("UPDATE balance SET amount = amount + 1 WHERE account = 'meter/grand'")


SPOILT = {
    "program-differs": spoil_program,
    "parameters-differ": spoil_parameters,
    "meter-differs": spoil_meter,
    "journal-broken": spoil_journal,
    "account-differs": spoil_ledger,
}


@pytest.mark.parametrize("why", SPOILT)
def test_whatever_is_spoilt_closes_the_jackpot_within_a_day(house: LinkedHouse, why: str) -> None:
    house.deals("cs-3")
    house.act(ANN, "cs-3", "1 look")
    house.turn(DAY)
    assert house.link()["state"] == "open"
    SPOILT[why](house)
    house.turn(DAY - 10_000)
    house.turn(20_000)
    assert house.link()["state"] == "suspended"
    (suspended,) = house.journal("link/grand")[-1:]
    command = decode_command(suspended.command)
    assert suspended.by == "system" and isinstance(command, FailLink)
    assert isinstance(command.why, Sentence) and command.why.code == why
    if why != "program-differs":
        assert house.link("alone")["state"] == "open"
    (incident,) = house.view("cs-3")["round"]["incidents"]
    assert (incident["incident"], incident["by"], incident["rank"]) == ("jackpot-down", "system", "system")
    assert house.said("cs-3")[-1] == ("system", "incident jackpot-down")


def test_tables_go_on_while_a_check_reads_elsewhere(house: LinkedHouse) -> None:
    reads: list[Callable[[], Callable[[], None]]] = []
    house.deals("cs-3")
    house.aside = reads.append
    spoil_journal(house)
    house.turn(DAY)
    assert house.act(ANN, "cs-3", "1 look")["done"]
    house.turn(1)
    assert len(reads) == 1, "one at a time"
    assert house.link()["state"] == "open"
    while house.link()["state"] == "open":
        reads.pop()()()
        house.turn(1)
    command = decode_command(house.journal("link/grand")[-1].command)
    assert isinstance(command, FailLink) and isinstance(command.why, Sentence)
    assert command.why.code == "journal-broken"


def test_what_the_tables_do_then_the_pit_says(house: LinkedHouse) -> None:
    house.act(ANN, "cs-3", "1 sits Ann 100")
    house.floor.acts.by_system("link/grand", cmd.FailLink("grand", "a test of the alarm"))
    house.store.flush()
    assert house.act(ANN, "cs-3", "1 jackpot 5")["error"]["code"] == "refused"
    refused = house.act(DAN, "cs-3", "next")["error"]
    assert "name the House's policy first" in refused["why"]
    done = house.floor.perform(
        PIA, "suspend-1", cmd.SuspendLink("grand", "without-jackpot"), "until it is repaired", at="link/grand"
    )
    assert house.answered(done) == {"done": {"id": "suspend-1"}}
    assert house.act(DAN, "cs-3", "next")["done"]
    house.answered(house.floor.perform(PIA, "resume-1", cmd.ResumeLink("grand"), "it was a test", at="link/grand"))
    assert house.act(ANN, "cs-3", "1 ante 10")["done"] and house.act(ANN, "cs-3", "1 jackpot 5")["done"]


def test_a_meter_that_differs_from_its_account_is_found_with_the_next_commit(house: LinkedHouse) -> None:
    house.floor.books.shown.balances["meter/grand"] += 1  # type: ignore[index]
    house.floor.books.listeners.remove(house._checked)
    house.deals("cs-3")
    house.turn(1)
    assert house.link()["state"] == "suspended"


def test_a_reconciliation_that_fails_suspends_the_link(house: LinkedHouse) -> None:
    house.deals("cs-3")
    assert as_json(house.floor.ask.reconciliation("grand")) == {
        "start": "125000.00",
        "contributions": "3.00",
        "taken_back": "0.00",
        "awards": "0.00",
        "made_up": "0.00",
        "corrections": "0.00",
        "carry_parts": 0,
        "end": "125003.00",
        "difference": "0.00",
    }
    house.floor.books.listeners.remove(house._checked)
    house.floor.books.shown.balances["meter/grand"] -= 2  # type: ignore[index]
    assert as_json(house.floor.ask.reconciliation("grand"))["difference"] == "0.02"
    house.turn(1)
    assert house.link()["state"] == "suspended"


def test_a_link_that_does_not_agree_is_not_resumed(house: LinkedHouse) -> None:
    house.answered(house.floor.perform(SAM, "suspend-1", cmd.SuspendLink("grand", "close"), "down", at="link/grand"))
    house.floor.books.decided.balances["meter/grand"] += 1  # type: ignore[index]
    refused = house.answered(house.floor.perform(SAM, "resume-1", cmd.ResumeLink("grand"), "up", at="link/grand"))
    assert "stays suspended" in refused["error"]["why"]
    house.floor.books.decided.balances["meter/grand"] -= 1  # type: ignore[index]
    assert "done" in house.answered(
        house.floor.perform(SAM, "resume-2", cmd.ResumeLink("grand"), "up", at="link/grand")
    )


def test_at_the_start_a_spoilt_store_is_not_opened(folder: Path) -> None:
    house = LinkedHouse(folder)
    house.deals("cs-3")
    house.stays("cs-3")
    house.store.close()
    spoil_ledger(house)
    with pytest.raises(StoreUnusable, match="balances are not what was posted"):
        house.start()


def test_at_the_start_a_link_that_does_not_agree_is_suspended(house: LinkedHouse) -> None:
    grand = house.floor.books.shown.links["grand"]
    pot = replace(grand.meter, parts=grand.meter.parts - 1)
    house.floor.books.shown.links["grand"] = replace(grand, meter=pot)
    house.floor.self_check.begin()
    house.store.flush()
    assert house.link()["state"] == "suspended"
