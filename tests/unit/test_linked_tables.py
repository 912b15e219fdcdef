"""Several tables and one link, act by act: who is paid when, from which meter; a refused act changes nothing."""

from collections.abc import Iterator

import pytest

from croupier.base.citation import printed
from croupier.base.errors import Refused
from croupier.rounds.dealing import linked
from croupier.rounds.dealing.following import jackpot_at
from croupier.rules.cards import Card, Deck, parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseState, HouseTable, Limits, Phase
from croupier.rules.jackpot import events as link_ev
from croupier.rules.money import Cents, cents, fraction
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

SIGN = HouseTable(Device.SHOE, {Spot.ANTE: Limits(cents("10"), cents("1000"))}, {1: "Ann", 2: "Ben"}, cents("5"))
JACKPOT = jackpot_at(displayed=cents("125000"), reset=cents("50000"), contribution=fraction("0.60"))
ROYAL = "2c As Qd Ks 7c Qs 2h Js 5d Ts Kh"
"""From the shoe, for one box of Casino Stud."""
SPADES = "2c As Qd Ks 7c Qs 2h"
"""The same for 3 Card Poker."""
BOOKS = {"cs": "casino-stud@2", "tcp": "three-card-poker@3"}


class Floor:
    """Tables by name, such as cs-1 and tcp-1, whose decks begin with the cards given."""

    def __init__(self, **shoes: str) -> None:
        signs = {}
        self.decks: dict[str, Deck] = {}
        for key, shoe in shoes.items():
            name = key.replace("_", "-")
            book = at_the_table(BOOKS[name.partition("-")[0]], Device.SHOE)
            signs[name] = (HOUSE_GAMES[book.game], book, SIGN)
            self.decks[name] = shuffled_deck(seeded_chance(name), parse_cards(shoe))
        *self.opening, self.now = linked.opened(signs, JACKPOT)

    def act(self, name: str, *commands: cmd.HouseCommand) -> list[linked.Happened]:
        found: list[linked.Happened] = []
        for command in commands:
            happened, self.now = linked.act(self.now, name, command, self.cards)
            found += happened
        return found

    def cards(self, name: str, state: HouseState, due: int) -> tuple[Card, ...]:
        return self.decks[name].next_cards(len(state.round.dealt), due)

    def deals(self, *names: str) -> None:
        for name in names:
            self.act(name, cmd.PlaceBet(1, Spot.ANTE, cents("50")), cmd.PlaceBet(1, Spot.JACKPOT, cents("5")))
            self.act(name, cmd.CloseBets())

    def stays(self, name: str) -> list[linked.Happened]:
        stays = Decision.BET if name.startswith("cs") else Decision.PLAY
        return self.act(name, cmd.MakeDecision(1, stays))

    def phase(self, name: str) -> Phase:
        return self.now.tables[name].state.round.phase


def paid(happened: list[linked.Happened]) -> Iterator[tuple[str, int, Cents]]:
    for one in happened:
        for event in one.events:
            if isinstance(event, ev.JackpotPaid):
                yield one.table, event.box, event.line.paid


def test_the_deal_decides_and_not_the_claim() -> None:
    floor = Floor(cs_1=ROYAL, cs_2=ROYAL)
    floor.deals("cs-2", "cs-1")
    assert list(paid(floor.stays("cs-1"))) == []
    assert floor.phase("cs-1") is Phase.AWARDING
    assert linked.is_held(floor.now.link, "cs-1", floor.now.tables["cs-1"].state)
    happened = floor.stays("cs-2")
    assert list(paid(happened)) == [("cs-2", 1, cents("125006")), ("cs-1", 1, cents("50000"))]
    assert [one.table for one in happened] == ["cs-2", "cs-1"]
    assert floor.phase("cs-1") is floor.phase("cs-2") is Phase.SETTLED
    assert floor.now.link.displayed == cents("50000")
    for name in ("cs-1", "cs-2"):
        line = floor.now.tables[name].state.round.boxes[1].lines[-1]
        assert "R-102" in printed(line.cites)


def test_nobody_waits_where_no_hand_dealt_earlier_is_open() -> None:
    floor = Floor(cs_1=ROYAL, cs_2=ROYAL)
    floor.deals("cs-2", "cs-1")
    assert list(paid(floor.stays("cs-2"))) == [("cs-2", 1, cents("125006"))]
    assert list(paid(floor.stays("cs-1"))) == [("cs-1", 1, cents("50000"))]
    line = floor.now.tables["cs-1"].state.round.boxes[1].lines[-1]
    assert "R-102" not in printed(line.cites)


def test_a_fold_frees_in_3_card_poker_only() -> None:
    floor = Floor(tcp_1="2c 3s 4d 7h 8c 9s 2h", cs_1="2c 3s 4d 7h 8c 9s 2h Js 5d Ts Kh", tcp_2=SPADES)
    floor.deals("cs-1", "tcp-1", "tcp-2")
    assert list(paid(floor.stays("tcp-2"))) == []
    assert list(paid(floor.act("tcp-1", cmd.MakeDecision(1, Decision.FOLD)))) == []  # cs-1 is open
    assert list(paid(floor.stays("cs-1"))) == [("tcp-2", 1, cents("125009"))]


def test_a_held_table_refuses_the_next_round_and_nothing_changes() -> None:
    floor = Floor(cs_1=ROYAL, cs_2=ROYAL)
    floor.deals("cs-2", "cs-1")
    floor.stays("cs-1")
    before = floor.now
    with pytest.raises(Refused, match="box 1 is paid; it waits for a hand that was dealt earlier") as refused:
        floor.act("cs-1", cmd.OpenRound())
    assert {"3.2", "R-13", "R-102"} <= set(printed(refused.value.cites))
    assert floor.now is before
    floor.stays("cs-2")
    floor.act("cs-1", cmd.OpenRound())


def test_a_suspended_table_is_answered_when_it_goes_on() -> None:
    floor = Floor(cs_1=ROYAL, cs_2=ROYAL)
    floor.deals("cs-2", "cs-1")
    floor.stays("cs-1")
    floor.act("cs-1", cmd.SuspendTable("a spilt drink"))
    assert list(paid(floor.stays("cs-2"))) == [("cs-2", 1, cents("125006"))]
    assert linked.owed({name: one.state for name, one in floor.now.tables.items()}, floor.now.link) is None
    assert list(paid(floor.act("cs-1", cmd.ResumeTable()))) == [("cs-1", 1, cents("50000"))]


def test_what_the_link_did_stands_behind_the_event_of_the_table() -> None:
    floor = Floor(cs_1=ROYAL, cs_2=ROYAL)
    floor.deals("cs-2", "cs-1")
    floor.stays("cs-1")
    first, second = floor.stays("cs-2")
    kinds = [type(event) for event in first.events]
    settled = kinds.index(ev.RoundSettled)
    assert kinds[settled + 1 :] == [
        link_ev.HandsResolved,
        link_ev.AwardLocked,
        link_ev.AwardLocked,
        ev.JackpotPaid,
        link_ev.AwardPaid,
    ]
    assert [type(event) for event in second.events] == [ev.JackpotPaid, link_ev.AwardPaid]


def test_another_prescribed_bet_reaches_the_link_with_its_round() -> None:
    floor = Floor(cs_1=ROYAL, cs_2=ROYAL)
    floor.act("cs-1", cmd.ChangeSign(jackpot_bet=cents("10")))
    floor.deals("cs-1")
    floor.stays("cs-1")
    assert floor.now.link.tables == {"cs-1": cents("5"), "cs-2": cents("5")}
    (opened,) = floor.act("cs-1", cmd.OpenRound())
    assert isinstance(opened.events[-1], link_ev.BetPrescribed)
    assert floor.now.link.tables == {"cs-1": cents("10"), "cs-2": cents("5")}
    floor.act("cs-1", cmd.PlaceBet(1, Spot.ANTE, cents("50")), cmd.PlaceBet(1, Spot.JACKPOT, cents("10")))
    floor.act("cs-1", cmd.CloseBets())
    assert floor.now.link.displayed == cents("50006")
