"""Decks of real cards and who deals (contract 22, R-115), at live tables."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.journal.entry import decode_body
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.demands import DEALERS, DECKS
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from tests.floors import house_table, poker_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, UNA, House

DEA = Who("dea", Role.DEALER)
HAND = house_table("hand", dealing="shoe", run_by="dealer", cards="by-hand", boxes=7)
READ = poker_table("read", dealing="shoe", run_by="dealer", cards="reader", device="dan")
SEALED = house_table("sealed", dealing="shoe", run_by="dealer")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", HAND + READ + SEALED)
    yield house
    house.store.close()


def demand(house: House, **settings: str) -> None:
    names = {"decks": DECKS, "dealers": DEALERS}
    house.floor.staff.note_settings({names[key]: value for key, value in settings.items()})
    house.store.flush()


def refused(house: House, who: Who, table: str, do: str) -> dict[str, Any]:
    error: dict[str, Any] = house.act(who, table, do)["error"]
    return error


def forbidden(house: House, who: Who, table: str, do: str) -> Problem:
    with pytest.raises(Problem) as raised:
        house.act(who, table, do)
    assert raised.value.code is Code.FORBIDDEN
    return raised.value


def test_a_deck_comes_in_is_checked_shuffled_and_goes_out(house: House) -> None:
    assert refused(house, DAN, "hand", "shuffled by=hand")["says"]["code"] == "deck-missing"
    house.act(DAN, "hand", "deck in R-7 colour=red")
    assert refused(house, DAN, "hand", "deck in R-8")["says"]["code"] == "deck-in-already"
    house.turn(60_000)
    forbidden(house, DAN, "hand", "deck checked")
    forbidden(house, ANN, "hand", "deck in R-9")
    house.act(PIA, "hand", "deck checked")
    house.act(DAN, "hand", "shuffled by=machine")
    deck = house.view("hand", DAN)["you"]["deck"]
    assert (deck["deck"], deck["colour"], deck["by"], deck["checked_by"]) == ("R-7", "red", "dan", "pia")
    assert (deck["shuffled"], deck["shuffled_by"], deck["rounds"]) == ("machine", "dan", 0)
    assert deck["since"] < deck["checked_at"]
    assert house.view("hand", UNA)["you"]["deck"] == deck
    assert "deck" not in house.view("hand", ANN)["you"]
    house.restart()
    assert house.view("hand", DAN)["you"]["deck"] == deck
    assert refused(house, DAN, "hand", "deck out")["says"]["code"] == "deck-out-reason"
    house.act(DAN, "hand", 'deck out reason="a corner is bent"')
    assert "deck" not in house.view("hand", DAN)["you"]


def test_a_sealed_table_has_no_real_deck(house: House) -> None:
    assert refused(house, DAN, "sealed", "deck in R-7")["says"]["code"] == "deck-sealed"


@pytest.mark.parametrize("words", ["deck", "deck in", "deck in !", "deck in a colour", "shuffled", "shuffled by=foot"])
def test_unreadable_words_say_what_can_be_said(house: House, words: str) -> None:
    with pytest.raises(Problem) as raised:
        house.act(DAN, "hand", words)
    assert raised.value.code is Code.UNREADABLE and raised.value.says is not None


def test_a_house_that_records_decks_deals_from_checked_ones_only(house: House) -> None:
    demand(house, decks="recorded")
    house.act(ANN, "hand", "1 sits Ann 500")
    house.act(ANN, "hand", "1 ante 100")
    assert "close" not in {each["do"] for each in house.view("hand", DAN)["you"]["may"]}
    assert refused(house, DAN, "hand", "close")["says"]["code"] == "deck-missing"
    house.act(DAN, "hand", "deck in R-7")
    assert refused(house, DAN, "hand", "close")["says"]["code"] == "deck-unchecked"
    house.act(PIA, "hand", "deck checked")
    assert "close" in {each["do"] for each in house.view("hand", DAN)["you"]["may"]}
    house.act(DAN, "hand", "close")
    for do in ("deck out reason=worn", "shuffled by=hand"):
        assert refused(house, DAN, "hand", do)["says"]["code"] == "deck-in-use"


def test_poker_starts_with_a_checked_deck_only(house: House) -> None:
    demand(house, decks="recorded")
    for seat, who in enumerate((ANN, BEN), 1):
        house.act(who, "read", f"{seat} sits {who.name} 100")
    assert refused(house, DAN, "read", "start")["says"]["code"] == "deck-missing"
    house.act(DAN, "read", "deck in B-1")
    house.act(PIA, "read", "deck checked")
    assert "done" in house.act(DAN, "read", "start")


@pytest.mark.parametrize("incident", ["foreign-card", "deck-count", "unshuffled"])
def test_a_deck_declared_foreign_short_or_unshuffled_is_out(house: House, incident: str) -> None:
    demand(house, decks="recorded")
    house.act(DAN, "hand", "deck in R-7")
    house.act(PIA, "hand", "deck checked")
    house.act(ANN, "hand", "1 sits Ann 500")
    house.act(ANN, "hand", "1 ante 100")
    house.act(DAN, "hand", "close")
    house.act(DAN, "hand", "dealt")
    assert "done" in house.act(SAM, "hand", f"incident {incident}", reason="cameras")
    assert "deck" not in house.view("hand", DAN)["you"]
    table = house.floor.books.decided.tables["hand"]
    assert table.real_deck is None


def test_a_dealer_has_the_table_until_relieved(house: House) -> None:
    house.act(ANN, "hand", "1 sits Ann 500")
    house.act(ANN, "hand", "1 ante 100")
    house.act(DAN, "hand", "takes-over")
    why = forbidden(house, DEA, "hand", "close")
    assert why.says is not None and (why.says.code, [str(each) for each in why.cites]) == ("dealer-has-it", ["R-115"])
    assert [each["do"] for each in house.view("hand", DEA)["you"]["may"]] == ["takes-over"]
    forbidden(house, PIA, "hand", "takes-over")
    forbidden(house, ANN, "hand", "takes-over")
    house.turn(1_000)
    house.act(DEA, "hand", "takes-over")
    forbidden(house, DAN, "hand", "close")
    house.act(DEA, "hand", "close")
    told = house.floor.ask.dealers("hand")
    assert told.dealer == "dea"
    assert [(each.name, each.until is None) for each in told.items] == [("dan", False), ("dea", True)]
    assert told.items[0].until == told.items[1].since
    assert house.view("hand", PIA)["you"]["dealer"]["name"] == "dea"
    house.restart()
    assert house.floor.ask.dealers("hand") == told


def test_the_pit_steps_in_and_it_is_recorded(house: House) -> None:
    house.act(ANN, "hand", "1 sits Ann 500")
    house.act(ANN, "hand", "1 ante 100")
    house.act(DAN, "hand", "takes-over")
    house.act(PIA, "hand", "close")
    (entry,) = house.store.entries("table/hand", house.store.heads()["table/hand"].seq, 1)
    body = decode_body(entry.body)
    assert body.by == "pia" and b'{"type":"stepped-in","by":"pia","dealer":"dan"}' in bytes(body.then)
    assert house.floor.ask.dealers("hand").dealer == "dan"


def test_a_house_that_assigns_dealers_hears_nobody_else(house: House) -> None:
    demand(house, dealers="assigned")
    house.act(ANN, "hand", "1 sits Ann 500")
    house.act(ANN, "hand", "1 ante 100")
    for do in ("close", "takes-over"):
        why = forbidden(house, DAN, "hand", do)
        assert why.says is not None and why.says.code == "dealer-assigned"
    assert house.view("hand", DAN)["you"]["may"] == []
    with pytest.raises(Problem):
        house.floor.perform(DAN, "assign-1", cmd.AssignDealer("dan"), at="table/hand")
    house.answered(house.floor.perform(PIA, "assign-2", cmd.AssignDealer("dan"), at="table/hand"))
    assert house.floor.ask.dealers("hand").items[0].by == "pia"
    assert "done" in house.act(DAN, "hand", "takes-over")
    forbidden(house, DEA, "hand", "takes-over")
    assert "done" in house.act(DAN, "hand", "close")


def test_a_system_run_table_has_no_dealer(tmp_path: Path) -> None:
    house = House(tmp_path / "store", house_table("auto"))
    ticket = house.floor.perform(PIA, "assign-1", cmd.AssignDealer("dan"), at="table/auto")
    assert house.answered(ticket)["error"]["says"]["code"] == "system-deals"
    house.store.close()
