"""Between the rounds of a house-banked table: opened, boxes taken and freed, signs, suspensions, the end."""

from collections.abc import Sequence
from itertools import count

import pytest
from msgspec.structs import replace

from croupier.base.actors import Actor, Rank
from croupier.base.citation import printed
from croupier.base.errors import Refused
from croupier.base.limits import LONGEST_NAME, LONGEST_REASON, MOST_CENTS
from croupier.floor.journal.codec import StateCodec
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import DECK, Card, Deck, parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState, HouseTable, Limits, Phase, Policy
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook

MOST = Cents(MOST_CENTS)
STUD = HOUSE_GAMES["casino-stud"]
BOOK = at_the_table("casino-stud@2", Device.SHOE)
BOSS = Actor(Rank.SHIFT_MANAGER, "the Shift Manager")
SIGN = {Spot.ANTE: Limits(Cents(10_00), Cents(1000_00))}
TABLE = HouseTable(Device.SHOE, SIGN, {1: "Ann", 3: "Ben"}, Cents(5_00), places=9)
ANTE = cmd.PlaceBet(1, Spot.ANTE, Cents(10_00))
DOWN = cmd.ReportIrregularity(cmd.Incident.JACKPOT_DOWN, BOSS, policy=Policy.DISALLOW)


def dealer(*commands: cmd.HouseCommand) -> HouseDealer:
    opened = HouseDealer(STUD, BOOK, TABLE, None, ShuffledDecks(seeded_chance("life")))
    for command in commands:
        opened.act(command)
    return opened


def refused(table: HouseDealer, command: cmd.HouseCommand, why: str, *cites: str) -> None:
    before, deck = table.state, table.deck
    with pytest.raises(Refused, match=why) as refusal:
        table.act(command)
    assert printed(refusal.value.cites) == list(cites)
    assert table.state is before
    assert table.deck is deck


# --- Opening --------------------------------------------------------------------------------------------------


def test_no_command_works_before_the_table_is_opened() -> None:
    with pytest.raises(Refused, match="has not been opened"):
        STUD.run(BOOK, None, cmd.OpenRound())
    opened, state = STUD.run(BOOK, None, cmd.OpenTable(TABLE))
    assert opened == (ev.TableOpened(TABLE),)
    assert state.number == 1
    assert state.round.phase is Phase.BETTING
    with pytest.raises(Refused, match="already open"):
        STUD.run(BOOK, state, cmd.OpenTable(TABLE))


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (HouseTable(Device.SHOE, SIGN, {}, places=10), "1 to 9 boxes of this game, not 10"),
        (HouseTable(Device.SHOE, SIGN, {}, places=0), "1 to 9 boxes"),
        (HouseTable(Device.SHOE, SIGN, {8: "Ann"}, places=7), "there is no box 8"),
        (HouseTable(Device.SHOE, SIGN, {1: " "}), "name must have 1 to"),
        (HouseTable(Device.SHOE, SIGN, {1: "A" * (LONGEST_NAME + 1)}), "name must have 1 to"),
        (HouseTable(Device.SHOE, {Spot.BONUS: SIGN[Spot.ANTE]}, {}), "no bonus limits; it has limits for ante"),
        (HouseTable(Device.SHOE, {Spot.ANTE: Limits(Cents(2), Cents(1))}, {}), "must not be above"),
        (HouseTable(Device.SHOE, {Spot.ANTE: Limits(Cents(0), Cents(MOST + 1))}, {}), "at most"),
        (HouseTable(Device.SHOE, SIGN, {}, Cents(MOST + 1)), "jackpot bet must be more than 0 and at most"),
        (HouseTable(Device.SHOE, SIGN, {}, Cents(0)), "jackpot bet must be more than 0 and at most"),
    ],
)
def test_an_impossible_sign_opens_no_table(table: HouseTable, why: str) -> None:
    with pytest.raises(Refused, match=why):
        STUD.run(BOOK, None, cmd.OpenTable(table))


def test_a_table_at_the_limits_opens() -> None:
    limits = {Spot.ANTE: Limits(Cents(0), MOST)}
    table = HouseTable(Device.SHOE, limits, {9: "A" * LONGEST_NAME}, MOST, places=9)
    assert STUD.run(BOOK, None, cmd.OpenTable(table))[0] == (ev.TableOpened(table),)


# --- A version that drops a bet -------------------------------------------------------------------------------


THREE = HOUSE_GAMES["three-card-poker"]
ALL = HouseTable(Device.SHOE, {**SIGN, Spot.PAIR_PLUS: SIGN[Spot.ANTE]}, {1: "Ann"}, Cents(5_00))


def book_without(*spots: Spot) -> Rulebook:
    book = at_the_table("three-card-poker@3", Device.SHOE)
    gone = {clause for spot in spots for clause in THREE.told_by(spot)}
    return replace(book, clauses={name: at for name, at in book.clauses.items() if name not in gone})


def test_a_table_takes_no_bet_that_its_book_has_dropped() -> None:
    _, state = THREE.run(at_the_table("three-card-poker@3", Device.SHOE), None, cmd.OpenTable(ALL))
    later = book_without(Spot.PAIR_PLUS, Spot.JACKPOT)
    for spot, why in (
        (Spot.PAIR_PLUS, "does not offer pair-plus; its sign offers ante$"),
        (Spot.JACKPOT, "no progressive jackpot"),
    ):
        with pytest.raises(Refused, match=why) as refusal:
            THREE.run(later, state, cmd.PlaceBet(1, spot, Cents(10_00)))
        assert printed(refusal.value.cites) == ["3.3"]
    assert THREE.run(later, state, ANTE)[0]


def test_a_sign_loses_what_its_book_has_dropped() -> None:
    _, state = THREE.run(at_the_table("three-card-poker@3", Device.SHOE), None, cmd.OpenTable(ALL))
    later = book_without(Spot.PAIR_PLUS, Spot.JACKPOT)
    (changed,), _ = THREE.run(later, state, cmd.ChangeSign(places=5))
    assert isinstance(changed, ev.SignChanged)
    assert (changed.limits, changed.jackpot_bet, changed.places) == (SIGN, None, 5)
    for table, why in (
        (replace(ALL, jackpot_bet=None), "no pair-plus limits; it has limits for ante"),
        (replace(ALL, limits=SIGN), "jackpot"),
    ):
        with pytest.raises(Refused, match=why):
            THREE.run(later, None, cmd.OpenTable(table))


def test_nobody_deals_cards_that_are_not_due() -> None:
    table = dealer(ANTE)
    before = table.state
    with pytest.raises(Refused) as refusal:
        table.deal()
    assert printed(refusal.value.cites) == ["3.10"]
    assert table.state is before


# --- Boxes ----------------------------------------------------------------------------------------------------


def test_a_free_box_is_taken_and_plays_at_once() -> None:
    table = dealer(cmd.TakeBox(2, "Cyd"), cmd.PlaceBet(2, Spot.ANTE, Cents(10_00)), cmd.CloseBets())
    assert list(table.round.boxes) == [1, 2, 3]
    assert table.round.boxes[2].cards


def test_a_box_is_taken_once() -> None:
    table = dealer()
    refused(table, cmd.TakeBox(1, "Cyd"), "box 1 is taken by Ann; free boxes: 2, 4, 5", "3.7")
    free = dealer(cmd.FreeBox(1))
    refused(free, cmd.TakeBox(3, "Cyd"), "box 3 is taken by Ben; free boxes: 1, 2, 4, 5, 6, 7, 8, 9$", "3.7")
    refused(table, cmd.TakeBox(1, "Ann"), "box 1 is taken by Ann", "3.7")
    refused(table, cmd.TakeBox(10, "Cyd"), "boxes are numbered 1 to 9")
    refused(table, cmd.TakeBox(2, ""), "name")


def test_a_box_is_freed_with_nothing_on_it() -> None:
    table = dealer(ANTE)
    refused(table, cmd.FreeBox(1), "box 1 still has ante on it; withdraw it first")
    refused(table, cmd.FreeBox(2), "box 2 is empty; occupied boxes: 1, 3")
    table.act(cmd.FreeBox(3))
    assert list(table.round.boxes) == list(table.state.table.players) == [1]


def test_boxes_stay_as_they_are_while_cards_are_out() -> None:
    table = dealer(ANTE, cmd.CloseBets())
    refused(table, cmd.TakeBox(2, "Cyd"), "while bets are open or when the round is over", "3.9")
    refused(table, cmd.FreeBox(3), "while bets are open or when the round is over", "3.9")


def test_what_is_taken_when_the_round_is_over_counts_from_the_next() -> None:
    table = dealer(ANTE, cmd.CloseBets(), cmd.MakeDecision(1, STUD_FOLD))
    before = table.round
    table.act(cmd.TakeBox(2, "Cyd"))
    table.act(cmd.FreeBox(1))
    assert table.round is before
    table.act(cmd.OpenRound())
    assert {box.number: box.player for box in table.round.boxes.values()} == {2: "Cyd", 3: "Ben"}


STUD_FOLD = next(decision for decision, move in STUD.decisions.items() if move.spot is None)


def test_who_has_walked_away_comes_back_by_taking_a_box() -> None:
    table = dealer(cmd.WalkAway(1))
    refused(table, ANTE, "walked away", "5.5", "R-49", "R-78")
    table.act(cmd.TakeBox(1, "Ann"))
    table.act(ANTE)
    assert table.state.table.departed == ()


def test_who_has_sat_down_between_rounds_may_leave_again() -> None:
    """The round that is over knows nothing of them, and of Ann on box 1, who has given it up."""
    table = dealer(ANTE, cmd.CloseBets(), cmd.MakeDecision(1, STUD_FOLD), cmd.FreeBox(1))
    refused(table, cmd.WalkAway(1), "box 1 is empty; occupied boxes: 3")
    for command in (cmd.TakeBox(1, "Cyd"), cmd.TakeBox(2, "Eve"), cmd.WalkAway(1), cmd.WalkAway(2)):
        table.act(command)
    assert table.state.table.departed == ("Cyd", "Eve")
    refused(table, cmd.WalkAway(1), "Cyd has walked away", "5.5", "R-49", "R-78")
    table.act(cmd.TakeBox(1, "Cyd"))
    table.act(cmd.OpenRound())
    assert table.round.departed == ("Eve",)


def test_who_has_left_is_written_down_in_one_order() -> None:
    """Equal tables are equal bytes, in every order of leaving and in every process."""
    names = ("Ann", "Ben", "Cyd", "Dee", "Eve", "Fay")
    written = set()
    for order in ((1, 2, 3, 4, 5, 6), (4, 6, 2, 1, 5, 3)):
        table = HouseDealer(
            STUD, BOOK, replace(TABLE, players=dict(enumerate(names, 1))), None, Misprinted(parse_cards("As Ks") * 26)
        )
        for box in order:
            table.act(cmd.WalkAway(box))
        assert table.state.table.departed == table.round.departed == names
        written.add(StateCodec(HouseState).encode(table.state))
    assert len(written) == 1


def test_who_is_gone_and_has_no_box_is_forgotten() -> None:
    table = dealer(cmd.WalkAway(1), cmd.FreeBox(1))
    assert table.state.table.departed == ()


# --- Signs and rounds -----------------------------------------------------------------------------------------


def test_a_changed_sign_counts_from_the_next_round() -> None:
    table = dealer(cmd.ChangeSign(limits={Spot.ANTE: Limits(Cents(50_00), Cents(60_00))}, settles_by_hand=True))
    table.act(ANTE)
    for command in (cmd.CloseBets(), cmd.MakeDecision(1, STUD_FOLD), cmd.OpenRound()):
        table.act(command)
    table.act(cmd.PlaceBet(1, Spot.ANTE, Cents(70_00)))
    assert table.round.boxes[1].bets[Spot.ANTE].amount == 60_00
    assert table.round.table.settles_by_hand
    assert table.round.table.jackpot_bet == TABLE.jackpot_bet


def test_a_sign_can_stop_offering_the_jackpot() -> None:
    jackpot = cmd.PlaceBet(1, Spot.JACKPOT, Cents(5_00))
    table = dealer(cmd.ChangeSign(jackpot_bet=Cents(0)), ANTE, jackpot)
    for command in (cmd.CloseBets(), cmd.MakeDecision(1, STUD_FOLD), cmd.OpenRound()):
        table.act(command)
    refused(table, jackpot, "this table has no progressive jackpot", "3.3")
    refused(table, DOWN, "this table has no progressive jackpot", "3.3")
    table.act(cmd.ChangeSign(jackpot_bet=Cents(10_00)))
    assert table.state.table.jackpot_bet == 10_00
    refused(table, cmd.ChangeSign(jackpot_bet=Cents(-1)), "more than 0 and at most")


def test_a_sign_leaves_the_boxes_that_are_taken() -> None:
    refused(dealer(), cmd.ChangeSign(places=2), "box 3 is taken")
    assert dealer(cmd.ChangeSign(places=3)).state.table.places == 3


def test_all_boxes_are_disallowed_also_one_taken_since() -> None:
    table = dealer(ANTE, cmd.CloseBets(), DOWN, cmd.OpenRound(), cmd.TakeBox(2, "Cyd"))
    refused(table, cmd.PlaceBet(2, Spot.ANTE, Cents(10_00)), "box 2 takes no bets", "5.18.2", "5.18.2(b)")


def test_a_failure_is_in_the_events() -> None:
    table = dealer()
    assert table.act(DOWN)[-1] == ev.PolicyNamed(Policy.DISALLOW, ())
    table.act(cmd.ReportIrregularity(cmd.Incident.JACKPOT_UP, BOSS))
    assert table.state.failure is None


# --- Suspended, closed, the day's end -------------------------------------------------------------------------


def test_a_suspended_table_hears_incidents_only() -> None:
    table = dealer(ANTE, cmd.CloseBets(), cmd.SuspendTable("a chair is broken"))
    for command in (cmd.Look(1), cmd.MakeDecision(1, STUD_FOLD), cmd.OpenRound(), cmd.SuspendTable("again")):
        refused(table, command, "the table waits: a chair is broken")
    table.act(cmd.ReportIrregularity(cmd.Incident.OTHER, BOSS))
    table.act(cmd.ResumeTable())
    refused(table, cmd.ResumeTable(), "not suspended")
    table.act(cmd.MakeDecision(1, STUD_FOLD))
    assert table.round.over


def test_cards_wait_while_the_table_does() -> None:
    """A ruling can leave the next cards due: they come when the table goes on."""
    game, book = HOUSE_GAMES["progressive-holdem"], at_the_table("progressive-holdem@6", Device.SHOE)
    table = HouseDealer(game, book, TABLE, None, ShuffledDecks(seeded_chance("waits")))
    flop = next(iter(game.decisions))
    for command in (ANTE, cmd.PlaceBet(3, Spot.ANTE, Cents(10_00)), cmd.CloseBets(), cmd.MakeDecision(1, flop)):
        table.act(command)
    table.act(cmd.SuspendTable("a dispute"))
    table.act(cmd.ReportIrregularity(cmd.Incident.PLAYER_COUNT, BOSS, boxes=(3,)))
    assert table.round.phase is Phase.DEALING
    table.act(cmd.ResumeTable())
    assert table.round.turned == 3


@pytest.mark.parametrize("why", ["", "  ", "x" * (LONGEST_REASON + 1)])
def test_a_suspension_has_a_reason(why: str) -> None:
    refused(dealer(), cmd.SuspendTable(why), "give a reason")
    assert dealer(cmd.SuspendTable("x" * LONGEST_REASON)).state.suspended


def test_a_table_closes_with_nothing_on_it() -> None:
    table = dealer(ANTE)
    refused(table, cmd.CloseTable(), "when its round is over or nothing is bet", "3.2")
    refused(table, cmd.EndDay(), "when its round is over or nothing is bet", "3.2")
    table.act(cmd.WithdrawBet(1, Spot.ANTE))
    table.act(cmd.SuspendTable("for the night"))
    table.act(cmd.CloseTable())
    for command in (ANTE, cmd.OpenRound(), cmd.ResumeTable(), cmd.CloseTable(), cmd.OpenTable(TABLE)):
        refused(table, command, "the table is closed")


def test_a_table_closes_when_its_round_is_over() -> None:
    table = dealer(ANTE, cmd.CloseBets(), cmd.ReportIrregularity(cmd.Incident.FOREIGN_CARD, BOSS))
    assert table.round.over
    table.act(cmd.EndDay())
    table.act(cmd.CloseTable())
    assert table.state.closed


def test_the_end_of_the_day_forgets_who_walked_away() -> None:
    table = dealer(cmd.WalkAway(1), cmd.EndDay(), ANTE)
    assert table.round.departed == ()


# --- Rules and dealer -----------------------------------------------------------------------------------------


def test_the_rules_take_one_command_and_add_nothing() -> None:
    _, state = STUD.run(BOOK, None, cmd.OpenTable(TABLE))
    for command in (ANTE, cmd.CloseBets()):
        _, state = STUD.run(BOOK, state, command)
    assert state.round.phase is Phase.DEALING
    assert state.round.dealt == ()


class Misprinted:
    """First a deck of these cards, and then whole ones."""

    def __init__(self, first: Sequence[Card]) -> None:
        self._first, self._numbers = tuple(first), count()

    def next_deck(self) -> Deck:
        return Deck(self._first) if next(self._numbers) == 0 else shuffled_deck(seeded_chance(1))

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        raise AssertionError(rest)


@pytest.mark.parametrize(
    ("cards", "why", "cited"),
    [
        (parse_cards("As Ks") * 26, "out of a single deck twice", "2.2.1"),
        ((*DECK[:3], "XX", *DECK[4:]), "not a card of the deck", "5.8.1"),
    ],
)
def test_a_failed_deal_changes_nothing(cards: tuple[Card, ...], why: str, cited: str) -> None:
    table = HouseDealer(STUD, BOOK, TABLE, None, Misprinted(cards))
    table.act(ANTE)
    refused(table, cmd.CloseBets(), why, cited)
    assert table.round.phase is Phase.BETTING


def test_a_refused_act_loses_no_card() -> None:
    table = dealer(ANTE, cmd.CloseBets())
    refused(table, cmd.CloseBets(), "bets are closed", "5.11", "3.9")
    dealt = table.round.dealt
    assert dealt == table.deck.cards[: len(dealt)]
    assert set(table.deck.cards) == set(DECK)
