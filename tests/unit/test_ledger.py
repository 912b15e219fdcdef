"""Accounts, postings and checks by example; the properties have the rest."""

import msgspec
import pytest

from croupier.floor.ledger import accounts as acc
from croupier.floor.ledger.accounts import CAGE, HOUSE, Account, may_be_negative
from croupier.floor.ledger.postings import Posting, Unbalanced, difference, house_postings, transfer
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device
from tests.oracle.balances import (
    check_layout_clear,
    check_meter,
    check_nobody_below_zero,
    check_sum,
    posted,
)

ANN = acc.stack("tcp-1", "Ann")
LAYOUT, TRAY = acc.layout("tcp-1"), acc.tray("tcp-1")


def test_only_cage_house_and_tray_may_be_negative() -> None:
    everything = [
        *(CAGE, HOUSE, acc.wallet("Ann"), ANN, LAYOUT, TRAY, acc.rake("p-1")),
        *(acc.meter("grand"), acc.reserve("grand"), acc.overflow("grand"), acc.award("grand")),
    ]
    assert [account for account in everything if may_be_negative(account)] == ["cage", "house", "tray/tcp-1"]
    assert acc.kind(acc.wallet("tray/x")) == "wallet", "a player may be called anything"


def test_a_posting_is_a_difference() -> None:
    before, after = {ANN: -10_00, LAYOUT: 10_00}, {ANN: 10_00, LAYOUT: 0, TRAY: -10_00}
    assert difference(before, after) == (Posting(LAYOUT, -10_00), Posting(ANN, 20_00), Posting(TRAY, -10_00))
    assert difference(after, after) == ()


def test_chips_that_appear_stop_the_program() -> None:
    with pytest.raises(Unbalanced, match=r"0\.01 too much: layout/tcp-1 10\.00, stack/tcp-1/Ann -9\.99"):
        difference({}, {ANN: -9_99, LAYOUT: 10_00})


def test_a_transfer_of_nothing_is_none() -> None:
    assert transfer(CAGE, ANN, 0) == ()
    assert posted({}, transfer(CAGE, ANN, 5)) == {CAGE: -5, ANN: 5}


def test_what_must_hold_of_balances() -> None:
    check_nobody_below_zero({CAGE: -1, HOUSE: -1, TRAY: -1, ANN: 0})
    with pytest.raises(Unbalanced, match=r"stack/tcp-1/Ann holds -0\.01"):
        check_nobody_below_zero({ANN: -1})
    check_sum({CAGE: -1, ANN: 1})
    with pytest.raises(Unbalanced, match="must hold nothing"):
        check_sum({ANN: 1})
    check_layout_clear({LAYOUT: 0}, "tcp-1")
    with pytest.raises(Unbalanced, match=r"0\.01 is on the layout of tcp-1 between rounds"):
        check_layout_clear({LAYOUT: 1}, "tcp-1")
    check_meter({acc.meter("grand"): 5}, "grand", 5)
    with pytest.raises(Unbalanced, match=r"grand shows 0\.06, and its account holds 0\.05"):
        check_meter({acc.meter("grand"): 5}, "grand", 6)


def test_an_account_is_written_as_a_pair() -> None:
    assert msgspec.json.encode(Posting(Account("cage"), -5)) == b'["cage",-5]'


def test_a_new_player_of_a_box_gets_nothing_of_the_round_before() -> None:
    """Ann loses, goes, and Ben has her box; the round that is over stays as it was until the next one opens."""
    sign = {Spot.ANTE: Limits(Cents(10_00), Cents(1000_00))}
    book, decks = at_the_table("three-card-poker@3", Device.SHOE), ShuffledDecks(seeded_chance("ledger"))
    table = HouseTable(Device.SHOE, sign, {1: "Ann"})
    dealer = HouseDealer(HOUSE_GAMES["three-card-poker"], book, table, None, decks)
    fold = (cmd.PlaceBet(1, Spot.ANTE, Cents(10_00)), cmd.CloseBets(), cmd.MakeDecision(1, Decision.FOLD))
    balances: dict[Account, int] = {}
    for command in (*fold, cmd.FreeBox(1), cmd.TakeBox(1, "Ben"), cmd.OpenRound(), *fold):
        before = dealer.state
        events = [event for event in dealer.act(command) if not isinstance(event, LinkEvent)]
        moved = house_postings("tcp-1", before, events, dealer.state)
        assert bool(moved) == (command in fold and not isinstance(command, cmd.CloseBets))
        balances = posted(balances, moved)
    assert balances == {ANN: -10_00, acc.stack("tcp-1", "Ben"): -10_00, LAYOUT: 0, TRAY: 20_00}
