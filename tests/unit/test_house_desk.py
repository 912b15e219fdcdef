"""A table, its meter and its cards move together: awards in order, everything undone to the cent."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import pytest

from croupier.base.citation import printed
from croupier.base.errors import Refused
from croupier.rounds.dealing.following import jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rounds.roundfile.house_script import read_action
from croupier.rules.cards import Card, Deck, parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.lines import LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseTable, Limits, Phase, Standing
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of

SIGN = {Spot.ANTE: Limits(Cents(10_00), Cents(1000_00)), Spot.PAIR_PLUS: Limits(Cents(5_00), Cents(500_00))}

ROYAL, ANOTHER_ROYAL = "As Ks Qs Js Ts", "Ah Kh Qh Jh Th"
STRAIGHT_FLUSH = "9c 8c 7c 6c 5c"
NOTHING = "2d 4c 6h 8s 9h"
DEALER = "Ad Kc 5d 3h 7d"


class Table:
    """A desk, spoken to in the words of round files."""

    def __init__(
        self,
        book: str,
        cards: str | list[str],
        players: Mapping[int, str],
        *,
        contribution: str = "0.60",
        jackpot: bool = True,
    ) -> None:
        self.decks: list[Deck] = []
        self._orders: Iterator[str] = iter([cards] if isinstance(cards, str) else cards)
        game = HOUSE_GAMES[game_of(book)]
        device = Device.SHUFFLER  # whole hands one after the other: easy to write down
        table = HouseTable(
            device=device,
            limits={spot: SIGN[spot] for spot in game.spots if spot in SIGN},
            players=players,
            jackpot_bet=Cents(5_00) if jackpot else None,
        )
        meter = jackpot_at(displayed=Cents(125_000_00), reset=Cents(50_000_00), contribution=Fraction(contribution))
        self.dealer = HouseDealer(game, at_the_table(book, device), table, meter if jackpot else None, self)

    def next_deck(self) -> Deck:
        order = parse_cards(next(self._orders, ""))
        self.decks.append(shuffled_deck(seeded_chance("rest"), order))
        return self.decks[-1]

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        raise AssertionError("no house game reshuffles within a round")

    def say(self, *actions: str) -> None:
        for text in actions:
            self.dealer.act(read_action(self.dealer.game, self.dealer.round.table.players, text.split(), IN_CHARGE))

    def refuse(self, action: str, *cites: str, why: str | None = None) -> None:
        before = (self.dealer.state, self.dealer.link, self.dealer.deck, len(self.decks))
        with pytest.raises(Refused, match=why) as refused:
            self.say(action)
        assert set(cites) <= set(printed(refused.value.cites))
        after = (self.dealer.state, self.dealer.link, self.dealer.deck, len(self.decks))
        assert after == before

    def line(self, box: int, spot: Spot = Spot.JACKPOT) -> LineSettled:
        (line,) = (line for line in self.dealer.round.boxes[box].lines if line.spot is spot)
        return line

    def paid(self, box: int) -> str:
        return dollars(self.line(box).paid)

    @property
    def displayed(self) -> str:
        assert self.dealer.displayed is not None
        return dollars(self.dealer.displayed)


def stud(*hands: str, contribution: str = "0.60", players: Mapping[int, str] | None = None) -> Table:
    """Casino Stud with a bet and a jackpot bet on each box, dealt and waiting for decisions."""
    names = players or dict(enumerate(["Ann", "Ben", "Cid", "Dan"][: len(hands)], 1))
    table = Table("casino-stud@2", " ".join([*hands, DEALER]), names, contribution=contribution)
    for box in names:
        table.say(f"{box} ante 10", f"{box} jackpot 5")
    table.say("close")
    return table


# --- Awards in order (R-11, R-13) -----------------------------------------------------------------------------


def test_contributions_are_in_the_meter_when_bets_close() -> None:
    table = Table("casino-stud@2", " ".join([NOTHING, DEALER]), {1: "Ann", 2: "Ben"})
    table.say("1 ante 10", "1 jackpot 5", "2 jackpot 5")
    assert table.displayed == "125000.00"
    table.say("close")
    assert table.displayed == "125003.00"  # box 2 has no Ante: its jackpot bet goes back


@pytest.mark.parametrize("decided", [("1 bet", "2 bet"), ("2 bet", "1 bet"), ("2 fold", "1 bet"), ("1 fold", "2 fold")])
def test_two_royal_flushes_are_paid_in_the_order_of_the_deal(decided: tuple[str, str]) -> None:
    table = stud(ROYAL, ANOTHER_ROYAL)
    table.say(*decided)
    assert (table.paid(1), table.paid(2)) == ("125006.00", "50000.00")
    assert table.displayed == "50000.00"


def test_a_tenth_is_taken_before_a_later_royal_flush() -> None:
    table = stud(STRAIGHT_FLUSH, ROYAL)
    table.say("2 bet", "1 bet")
    assert (table.paid(1), table.paid(2)) == ("12500.60", "112505.40")
    assert table.displayed == "50000.00"


def test_a_tenth_after_a_royal_flush_is_one_of_the_reset_value() -> None:
    table = stud(ROYAL, STRAIGHT_FLUSH)
    table.say("2 bet", "1 bet")
    assert (table.paid(1), table.paid(2)) == ("125006.00", "5000.00")
    assert table.displayed == "50000.00"  # the House makes it up


def test_what_is_carried_below_a_cent_outlives_an_award() -> None:
    table = stud(ROYAL, contribution="0.0001")
    table.say("1 bet")
    assert table.paid(1) == "125000.00"
    assert table.dealer.link is not None
    assert table.dealer.link.meter.parts * 100 == (50_000_00 * 100 + 5) * 10**12


# --- Void and invalid after the settlement (R-5, R-7, R-54) ---------------------------------------------------


def test_a_void_after_the_settlement_restores_the_meter_to_the_cent() -> None:
    table = stud(STRAIGHT_FLUSH, ROYAL, contribution="0.333333333333")
    before = table.dealer.displayed_before
    table.say("1 bet", "2 fold")
    assert table.displayed == "50000.00"
    table.say("incident dealer-count")
    assert table.dealer.round.phase is Phase.VOID
    assert table.dealer.displayed == before
    assert all(line.result is Result.RETURNED for box in table.dealer.round.boxes.values() for line in box.lines)


def test_a_winner_invalidated_after_the_settlement_gives_the_award_back() -> None:
    table = stud(ROYAL, NOTHING)
    table.say("1 bet", "2 bet", "incident player-count box=1")
    assert table.displayed == "125003.00"  # his own contribution is out again, Ben's stays
    assert table.line(1).result is Result.RETURNED
    assert table.dealer.round.boxes[1].standing is Standing.RETURNED
    assert table.dealer.round.phase is Phase.SETTLED
    assert table.line(2, Spot.ANTE).result is Result.LOSE


def test_others_are_paid_again_when_an_earlier_winner_is_invalidated() -> None:
    table = stud(STRAIGHT_FLUSH, ROYAL)
    table.say("1 bet", "2 bet")
    assert table.paid(2) == "112505.40"
    table.say("incident player-count box=1")
    assert table.paid(2) == "125003.00"
    assert table.displayed == "50000.00"


def test_a_hand_hidden_after_the_settlement_gives_the_award_back() -> None:
    table = stud(ROYAL, ANOTHER_ROYAL)
    table.say("1 bet", "2 bet")
    assert (table.paid(1), table.paid(2)) == ("125006.00", "50000.00")
    table.say("1 hides")  # nobody has established its ranking
    assert table.line(1).result is Result.LOSE
    assert table.paid(2) == "125006.00"
    assert table.displayed == "50000.00"


def test_a_folded_hand_hidden_after_the_settlement_gives_the_award_back() -> None:
    table = stud(ROYAL, NOTHING)
    table.say("1 fold", "2 fold")
    assert table.paid(1) == "125006.00"
    table.say("1 hides")
    assert table.line(1).result is Result.LOSE
    assert table.displayed == "125006.00"


def test_boxes_that_withdraw_take_their_contributions_out() -> None:
    table = stud(NOTHING, ROYAL)
    table.say("incident dealing-error", "1 withdraw")
    assert table.displayed == "125003.00"
    table.say("2 withdraw")
    assert table.displayed == "125000.00"
    assert table.dealer.round.phase is Phase.SETTLED  # not void
    assert table.dealer.displayed == table.dealer.displayed_before


def test_twice_undone_is_still_exact() -> None:
    table = stud(ROYAL, STRAIGHT_FLUSH, ANOTHER_ROYAL, contribution="0.333333333333")
    before = table.dealer.displayed_before
    table.say("1 bet", "2 bet", "3 bet", "1 hides", "incident player-count box=2", "incident dealer-count")
    assert table.dealer.round.phase is Phase.VOID
    assert table.dealer.displayed == before


# --- The next round -------------------------------------------------------------------------------------------


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    table = stud(NOTHING)
    table.refuse("next", why="not over")
    table.say("1 bet", "next")
    assert table.dealer.round.phase is Phase.BETTING
    assert not any(box.bets for box in table.dealer.round.boxes.values())


def test_the_next_round_begins_with_the_meter_as_it_stands_and_new_cards() -> None:
    table = stud(ROYAL)
    table.say("1 bet", "next")
    assert len(table.decks) == 2
    assert table.dealer.deck is table.decks[1]
    assert table.dealer.drawn == 0
    assert table.dealer.displayed_before == table.dealer.displayed
    assert table.displayed == "50000.00"


def test_once_the_next_round_has_started_nothing_is_undone() -> None:
    table = stud(ROYAL)
    table.say("1 bet", "next", "incident dealer-count", "incident player-count box=1")
    assert [ruled.ruling for ruled in table.dealer.round.incidents] == ["none", "none"]
    assert table.displayed == "50000.00"


def test_a_void_round_is_over_too() -> None:
    table = stud(NOTHING)
    table.say("incident foreign-card", "next", "1 ante 10", "close")
    assert table.dealer.round.phase is Phase.DECIDING


def test_only_the_cards_that_are_due_leave_the_device() -> None:
    table = stud(NOTHING, ROYAL)
    assert table.dealer.drawn == 15
    table.say("1 look", "1 bet", "2 fold")
    assert table.dealer.drawn == 15


def test_who_has_walked_away_is_gone_in_the_next_round_too() -> None:
    table = stud(NOTHING, ROYAL)
    table.say("1 leaves", "2 bet", "next")
    table.refuse("1 ante 10", "R-78")
    table.say("2 ante 10")


# --- The jackpot system fails (5.17 and 5.18 of Casino Stud) --------------------------------------------------


def test_a_failure_before_anyone_has_looked_voids_the_round() -> None:
    table = stud(ROYAL, NOTHING)
    table.say("incident jackpot-down policy=close")
    assert table.dealer.round.phase is Phase.VOID
    assert table.dealer.displayed == table.dealer.displayed_before


def test_a_failure_after_a_look_lets_the_round_be_paid() -> None:
    table = stud(ROYAL, NOTHING)
    table.say("1 look", "incident jackpot-down", "1 bet", "2 fold")
    assert table.paid(1) == "125006.00"  # the meter with the bets already closed
    table.refuse("next", "5.18.2", why="policy")


def test_without_a_policy_there_is_no_next_round() -> None:
    table = stud(NOTHING)
    table.say("incident jackpot-down")
    table.refuse("next", "5.18.2", why="policy=")
    table.say("incident jackpot-down policy=without-jackpot", "next")


def test_a_closed_table_opens_when_the_system_works_again() -> None:
    table = stud(NOTHING)
    table.say("incident jackpot-down policy=close")
    table.refuse("next", "5.18.2(a)", why="closed")
    table.say("incident jackpot-up", "next", "1 ante 10", "1 jackpot 5", "close")
    assert table.displayed == "125003.00"


def test_boxes_can_be_disallowed() -> None:
    table = stud(NOTHING, ROYAL)
    table.say("incident jackpot-down policy=disallow box=1", "next")
    table.refuse("1 ante 10", "5.18.2(b)", why="box 1 takes no bets")
    table.say("2 ante 10", "2 jackpot 5", "close")
    assert table.displayed == "125003.00"


def test_all_boxes_are_disallowed_if_none_is_named() -> None:
    table = stud(NOTHING, ROYAL)
    table.say("incident jackpot-down policy=disallow", "next")
    table.refuse("1 ante 10", "5.18.2(b)")
    table.refuse("2 ante 10", "5.18.2(b)")


def test_a_table_can_go_on_without_jackpot_bets() -> None:
    table = stud(NOTHING, ROYAL)
    table.say("incident jackpot-down policy=without-jackpot", "next")
    table.refuse("1 jackpot 5", "5.18.2(c)", why="jackpot system is down")
    table.say("1 ante 10", "close", "1 bet")
    assert table.displayed == "125000.00"
    table.say("next")
    table.refuse("1 jackpot 5", "5.18.2(c)")
    table.say("incident jackpot-up", "1 jackpot 5")


def test_the_policy_outlives_the_round() -> None:
    table = stud(NOTHING)
    table.say("incident jackpot-down policy=without-jackpot", "next", "1 ante 10", "close", "1 bet")
    table.say("incident jackpot-down policy=close")
    table.refuse("next", "5.18.2(a)")


# --- Refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    ["1 ante 10", "1 withdraw ante", "close", "1 continue", "1 bet 0", "incident simultaneous first=2c second=3c"],
)
def test_a_refused_act_changes_nothing(action: str) -> None:
    stud(ROYAL, NOTHING).refuse(action)


def test_a_table_without_a_meter_takes_no_jackpot_bets() -> None:
    table = Table("three-card-poker@3", "As Ks Qs 2c 7d 9h", {1: "Ann"}, jackpot=False)
    table.refuse("1 jackpot 5", why="no progressive jackpot")
    table.say("1 ante 10", "close", "1 play")
    assert table.dealer.link is None
    assert table.dealer.round.phase is Phase.SETTLED


# --- Envy Bonuses leave the meter alone (R-11, R-14) ----------------------------------------------------------


def test_an_envy_bonus_is_paid_by_the_house() -> None:
    table = Table("three-card-poker@3", "As Ks Qs 2c 7d 9h Qd 8c 3h", {1: "Ann", 2: "Ben"})
    table.say("1 ante 10", "1 jackpot 5", "2 ante 10", "2 jackpot 5", "close", "1 play", "2 play")
    assert table.paid(1) == "125006.00"
    assert [(award.award, award.paid, award.source) for award in table.dealer.round.boxes[2].awards] == [
        ("envy", 250_00, 1)
    ]
    assert table.displayed == "50000.00"
    table.say("1 hides")
    assert table.line(1).result is Result.LOSE
    assert not table.dealer.round.boxes[2].awards
    assert table.displayed == "125006.00"
