"""Poker with a card reader: who may correct the cards, until when, and what is done again."""

import pytest
from msgspec.structs import replace

from croupier.base.actors import Actor, Rank
from croupier.base.citation import printed, ruling
from croupier.base.errors import Refused
from croupier.base.limits import NAMED_AGAIN
from croupier.base.sentences import Sentence
from croupier.rules.cards import Card, parse_cards
from croupier.rules.games.common import Ruled
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import Act, Lies
from croupier.rules.games.poker.machine import advance
from croupier.rules.games.poker.table import BETTING, SETTLED, SETTLING, PokerRound, PokerState, PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

BOOK = at_the_table("poker@7", Device.SHOE)
DAN, PIA, SUE = (Actor(rank, rank.words) for rank in (Rank.DEALER, Rank.PIT_SUPERVISOR, Rank.SHIFT_MANAGER))
HOLE = "2c Ah Kh Qh Ad Kd Qd"
"""A burnt card, then seats 2, 3 and 1 (the button is on 1), one card each in turn: aces, kings and queens."""


class Table:
    """The round with three players, as far as it was played."""

    def __init__(self, *stacks: int) -> None:
        sign = PokerTable(Device.SHOE, 9, Cents(1_00), Cents(1_00), Cents(400_00), settles_by_hand=True)
        players = zip(("Ann", "Ben", "Cy"), stacks or (200, 200, 200), strict=True)
        seats = {seat: (name, Cents(100 * stack)) for seat, (name, stack) in enumerate(players, 1)}
        self.state: PokerState = open_table(sign, seats, 1, first_orbit=False)
        self.act(cmd.StartRound())
        self.deal(HOLE)

    @property
    def round(self) -> PokerRound:
        assert self.state.round is not None
        return self.state.round

    @property
    def stacks(self) -> list[int]:
        return [seat.stack for seat in self.state.seats.values()]

    @property
    def won(self) -> list[dict[int, Cents]]:
        return [dict(pot.won) for pot in self.round.pots]

    def act(self, command: cmd.PokerCommand) -> tuple[ev.PokerEvent, ...]:
        happened, self.state = advance(BOOK, self.state, command)
        return happened

    def deal(self, cards: str) -> None:
        self.act(cmd.DealCards(parse_cards(cards)))

    def say(self, *acts: str) -> None:
        for said in acts:
            seat, act, *chips = said.split()
            self.act(cmd.TakeAction(int(seat), Act(act), Cents(100 * int(chips[0])) if chips else None))

    def name(self, *lie: Lies) -> tuple[ev.PokerEvent, ...]:
        return self.act(cmd.NameCards(lie))

    def put_right(self, by: Actor, *lie: Lies, again: bool = False, alone: bool = False) -> tuple[ev.PokerEvent, ...]:
        return self.act(cmd.CorrectEntry(lie, by, again=again, reason="looked", alone=alone))

    def refusal(self, command: cmd.PokerCommand) -> Refused:
        before = self.state
        with pytest.raises(Refused) as refusal:
            self.act(command)
        assert self.state is before
        return refusal.value

    def refuses(self, command: cmd.PokerCommand) -> tuple[str, list[str], Rank | None]:
        refused = self.refusal(command)
        assert isinstance(refused.says, Sentence)
        return refused.says.code, printed(refused.cites), refused.left_to

    def refuses_to_name(self, *lie: Lies) -> tuple[str, list[str]]:
        code, cites, left_to = self.refuses(cmd.NameCards(lie))
        assert left_to is None
        return code, cites


def hand(seat: int, cards: str) -> Lies:
    return Lies(parse_cards(cards), seat)


def board(cards: str) -> Lies:
    return Lies(parse_cards(cards))


def entry(by: Actor, *lie: Lies, again: bool = False) -> cmd.CorrectEntry:
    return cmd.CorrectEntry(lie, by, again=again)


def ruled(happened: tuple[ev.PokerEvent, ...]) -> Ruled:
    (found,) = [event.ruled for event in happened if isinstance(event, ev.IrregularityRuled)]
    return found


def turned_up(happened: tuple[ev.PokerEvent, ...]) -> list[tuple[type, int]]:
    return [(type(event), event.seat) for event in happened if isinstance(event, ev.HandShown | ev.HandTurnedUp)]


def flop() -> Table:
    table = Table()
    table.say("1 call", "2 call", "3 check")
    table.deal("3c 7c 8s 9d")
    return table


def all_check(table: Table) -> None:
    table.say("2 check", "3 check", "1 check")


def paused() -> Table:
    """All have checked to the end. Ben, who shows first, has the best hand, and nobody else has to show."""
    table = flop()
    for cards in ("4c 2s", "5c 3d"):
        all_check(table)
        table.deal(cards)
    all_check(table)
    assert table.round.phase is SETTLING and table.round.shown == (2,)
    return table


def paid() -> Table:
    table = paused()
    table.act(cmd.Settle())
    assert table.won == [{2: 6_00}] and table.stacks == [198_00, 204_00, 198_00]
    return table


# --- While the dealer puts it right alone ---------------------------------------------------------------------


def test_in_the_pause_the_dealer_names_a_hand_again() -> None:
    table = paused()
    lies, *shown = table.name(hand(3, "9s Kd"))
    assert lies == ev.CardsLie(parse_cards("Kh"), parse_cards("9s"), (ruling(110),), (3,), board=False)
    assert turned_up(tuple(shown)) == [(ev.HandTurnedUp, 3)], "a pair of nines need not be shown, but it was named"
    assert table.round.hands[3] == parse_cards("9s Kd")
    assert "9s" in table.round.dealt and "Kh" not in table.round.dealt
    table.act(cmd.Settle())
    assert table.won == [{2: 6_00}]


def test_who_has_the_better_hand_now_shows_it_and_wins() -> None:
    table = paused()
    assert turned_up(table.name(hand(3, "9h 9s"))) == [(ev.HandShown, 3)]
    table.act(cmd.Settle())
    assert table.won == [{3: 6_00}]


def test_a_corrected_board_can_make_others_show() -> None:
    table = flop()
    all_check(table)
    table.deal("4c 2s")
    all_check(table)
    table.deal("5c 3d")
    assert not turned_up(table.name(board("7c 8s 9d 2s Kc"))), "somebody has to decide first"
    all_check(table)
    assert table.round.shown == (2, 3)


def test_naming_a_hand_as_it_was_read_opens_it() -> None:
    table = paused()
    assert turned_up(table.name(hand(1, "Qh Qd"))) == [(ev.HandTurnedUp, 1)]
    assert table.round.named_again == 0
    assert table.refuses_to_name(hand(1, "Qd Qh")) == ("read-so", ["R-110"])
    assert turned_up(table.name(hand(1, "Qd Qh"), hand(3, "Kh Kd"))) == [(ev.HandTurnedUp, 3)]
    assert not turned_up(table.name(hand(1, "Qh Qs"))), "it lies open already"
    assert table.refuses_to_name(hand(2, "Ah Ad")) == ("read-so", ["R-110"])


def test_hands_that_were_taken_for_each_other_are_named_together() -> None:
    table = paused()
    lies, *_ = table.name(hand(1, "Kh Kd"), hand(3, "Qh Qd"))
    assert isinstance(lies, ev.CardsLie) and (lies.seats, lies.board) == ((1, 3), False)
    assert (table.round.hands[1], table.round.hands[3]) == (parse_cards("Kh Kd"), parse_cards("Qh Qd"))


def test_before_the_pause_no_hand_is_named() -> None:
    table = flop()
    assert table.refuses_to_name(hand(3, "9h 9s")) == ("hand-named-only-in-pause", ["R-110"])
    assert table.refuses_to_name(hand(4, "9h 9s")) == ("seat-without-hand", ["R-110"])


def test_a_folded_hand_is_never_named() -> None:
    table = flop()
    table.say("2 bet 10", "3 fold", "1 fold")
    assert table.refuses_to_name(hand(3, "9h 9s")) == ("seat-folded", ["R-110"])
    table.act(cmd.Settle())
    assert table.refuses(entry(SUE, hand(3, "9h 9s"))) == ("seat-folded", ["R-110"], None)


def test_who_is_left_alone_shows_only_what_was_named() -> None:
    table = flop()
    table.say("2 bet 10", "3 fold", "1 fold")
    table.put_right(PIA, board("7c 8s 9s"))
    assert not table.round.shown and not table.round.turned_up
    assert turned_up(table.name(hand(2, "Ah As"))) == [(ev.HandTurnedUp, 2)]


def test_after_the_payments_and_between_rounds_the_dealer_names_nothing() -> None:
    table = paid()
    assert table.refuses_to_name(hand(3, "9h 9s")) == ("named-again-only-before-payment", ["R-110"])
    sign = table.state.table
    table.state = open_table(sign, {1: ("Ann", Cents(200_00)), 2: ("Ben", Cents(200_00))}, 1, first_orbit=False)
    assert table.refuses_to_name(board("7c 8s 9s")) == ("named-again-only-before-payment", ["R-110"])
    assert table.refuses(entry(SUE, board("7c 8s 9s"))) == ("no-payments-due", ["R-110"], None)
    assert table.refuses(cmd.RecordPayment(1, Cents(1_00), DAN)) == ("not-paid-yet", ["R-112"], None)


def test_a_board_card_is_named_again_until_somebody_decides_against_it() -> None:
    table = flop()
    (lies,) = table.name(board("7c 8s 9s"))
    assert lies == ev.CardsLie(parse_cards("9d"), parse_cards("9s"), (ruling(110),), (), board=True)
    assert table.round.board == parse_cards("7c 8s 9s")
    table.say("2 check")
    assert table.refuses_to_name(board("7c 8s 9d")) == ("decided-against-it", ["R-111"])
    table.say("3 check", "1 check")
    table.deal("4c 9d")  # the card that was misread can still come
    table.name(board("7c 8s 9s Td"))
    assert table.round.board == parse_cards("7c 8s 9s Td")
    assert table.refuses_to_name(board("7c 8s 9h Td")) == ("decided-against-it", ["R-111"])


def test_a_card_that_stays_stays_in_its_place() -> None:
    table = flop()
    table.name(board("Ts 9d 7c"))
    assert table.round.board == parse_cards("7c Ts 9d")


# --- What cannot lie there ------------------------------------------------------------------------------------


def test_a_correction_names_as_many_cards_as_are_there() -> None:
    table = flop()
    assert table.refuses_to_name() == ("name-each-hand-once", ["R-110"])
    assert table.refuses_to_name(board("7c 8s 9s"), board("7c 8s 9h")) == ("name-each-hand-once", ["R-110"])
    assert table.refuses_to_name(board("7c 8s")) == ("cards-lie-there", ["R-110"])
    assert table.refuses_to_name(board("7c 8s 9d Ts")) == ("cards-lie-there", ["R-110"])
    assert table.refuses_to_name(board("7c 8s 9d")) == ("read-so", ["R-110"])
    seven, eight = parse_cards("7c 8s")
    assert table.refuses_to_name(Lies((seven, eight, eight))) == ("card-named-twice", ["R-110", "2.2.1"])
    assert table.refuses_to_name(Lies((seven, eight, Card("1s")))) == ("named-no-card", ["5.2.1"])


def test_no_card_can_be_in_two_places() -> None:
    table = paused()
    elsewhere = ("card-lies-elsewhere", ["R-110", "2.2.1"])
    command = cmd.NameCards((hand(3, "7c Kd"),))
    assert table.refuses(command) == (*elsewhere, None)
    assert not table.refusal(command).tells_cards, "everybody sees it on the board"
    command = cmd.NameCards((hand(3, "Js Jd"), hand(1, "Js Qd")))
    assert table.refuses(command) == (*elsewhere, None)
    assert not table.refusal(command).tells_cards, "who names it twice has said so"


def test_a_refusal_about_a_face_down_card_is_marked_as_revealing_cards() -> None:
    table = paused()
    for card in ("Qh", "4c"):  # Ann's, and a burnt one
        command = cmd.NameCards((hand(3, f"{card} Kd"),))
        assert table.refuses(command) == ("card-lies-elsewhere", ["R-110", "2.2.1"], None)
        assert table.refusal(command).tells_cards


def test_cards_are_not_named_again_for_ever() -> None:
    table = flop()
    for time in range(NAMED_AGAIN):
        table.name(board("7c 8s 9s" if time % 2 == 0 else "7c 8s 9d"))
    assert table.refuses_to_name(board("7c 8s 9s")) == ("named-again-too-often", [])


# --- When the pit decides -------------------------------------------------------------------------------------


def test_after_the_payments_the_pit_supervisor_has_the_pots_given_out_again() -> None:
    table = paid()
    lies = hand(3, "9h 9s")
    assert table.refuses(entry(DAN, lies)) == ("rank-decides", ["R-110", "R-5", "R-107"], Rank.PIT_SUPERVISOR)
    happened = table.put_right(PIA, lies, alone=True)
    said = ruled(happened)
    assert (said.incident, said.ruling, said.by, said.reason, said.alone) == ("entry", "corrected", PIA, "looked", True)
    assert printed(said.cites) == ["R-110", "R-5", "R-107"]
    assert turned_up(happened) == [(ev.HandShown, 3)]
    again = happened[-1]
    assert isinstance(again, ev.PotsGivenOutAgain) and printed(again.cites) == ["R-110", "R-5", "R-107"]
    assert table.won == [{3: 6_00}] and table.round.phase is SETTLED
    assert table.stacks == [198_00, 198_00, 204_00]


def test_after_the_payments_a_board_card_and_a_hand_can_be_corrected_together() -> None:
    table = paid()
    _, lies, *_ = table.put_right(SUE, board("7c 8s Kc 2s 3d"), hand(1, "Qh 9d"))
    assert isinstance(lies, ev.CardsLie) and (lies.seats, lies.board) == ((1,), True)
    assert table.won == [{3: 6_00}]
    assert table.round.board == parse_cards("7c 8s Kc 2s 3d") and table.round.hands[1] == parse_cards("Qh 9d")


def test_two_open_cards_can_be_swapped_by_a_correction() -> None:
    table = paid()
    table.put_right(PIA, board("Ah 8s 9d 2s 3d"), hand(2, "7c Ad"))
    assert (table.round.board[0], table.round.hands[2]) == ("Ah", parse_cards("7c Ad"))


def test_two_hands_that_are_left_are_compared_again() -> None:
    table = flop()
    table.say("2 check", "3 check", "1 fold")
    for cards in ("4c 2s", "5c 3d"):
        table.deal(cards)
        table.say("2 check", "3 check")
    table.act(cmd.Settle())
    assert table.won == [{2: 6_00}]
    assert turned_up(table.put_right(PIA, hand(3, "9h 9s"))) == [(ev.HandShown, 3)]
    assert table.won == [{3: 6_00}]


def test_who_is_left_alone_wins_with_any_cards() -> None:
    """Nothing is compared, neither at first nor again: the same paragraphs stand beside the pot."""
    table = flop()
    table.say("2 bet 10", "3 fold", "1 fold")
    table.act(cmd.Settle())
    before = table.round.pots
    table.put_right(PIA, hand(2, "2h 4d"))
    assert table.round.pots == before and before[0].won == {2: 6_00}


def test_the_pots_are_bounded_by_the_chips_of_then_and_the_rake_stays() -> None:
    """Ben was all-in. He has chips again since the payments, and still nothing of the side pot. The sign is new too."""
    table = Table(200, 20, 200)
    table.say("1 raise 50", "2 call", "3 call")
    for cards in ("3c 7c 8s 9d", "4c 2s", "5c 3d"):
        table.deal(cards)
        table.say("3 check", "1 check")
    table.act(cmd.Settle())
    assert table.won == [{2: 57_00}, {3: 57_00}]
    table.act(cmd.ChangeSign(replace(table.state.table, rake_basis_points=100)))
    table.put_right(PIA, hand(3, "Js Jd"))
    assert table.won == [{2: 57_00}, {1: 57_00}]
    assert table.stacks == [207_00, 57_00, 150_00]
    assert [(pot.amount, pot.rake) for pot in table.round.pots] == [(60_00, 3_00)] * 2


def test_the_rake_of_the_round_is_cited_though_the_sign_has_changed_since() -> None:
    table = paid()
    table.act(cmd.ChangeSign(replace(table.state.table, rake_basis_points=0, rake_cap=None)))
    before = table.round.pots
    table.put_right(PIA, hand(3, "9h 9s"))
    assert [pot.rake for pot in table.round.pots] == [pot.rake for pot in before]
    assert {BOOK.cite(Poker.RAKE_PERCENT_BOUND), ruling(33)} <= set(table.round.pots[0].cites)


def test_what_an_earlier_round_paid_too_much_leaves_the_stake_between_rounds() -> None:
    table = paid()
    before = table.stacks
    (given,) = table.act(cmd.GiveBack(2, Cents(1)))
    assert given == ev.StakeGivenBack(2, Cents(1), (ruling(118),))
    assert table.stacks == [before[0], before[1] - 1, before[2]]
    for amount in (0, table.stacks[1] + 1):
        assert printed(table.refusal(cmd.GiveBack(2, Cents(amount))).cites) == ["3.6.2", "R-118"]
    table.act(cmd.StartRound())
    assert printed(table.refusal(cmd.GiveBack(2, Cents(1))).cites)[0] == "3.6.1"


def test_who_has_left_since_is_counted_with() -> None:
    table = paid()
    table.act(cmd.LeaveTable(1))
    table.put_right(PIA, hand(1, "9h 9s"))
    assert table.won == [{1: 6_00}]
    assert table.state.left_with["Ann"] == 204_00


def test_in_the_pause_the_pit_leaves_a_hand_to_the_dealer() -> None:
    assert paused().refuses(entry(SUE, hand(3, "9h 9s"))) == ("name-cards-again", ["R-110"], None)


def test_so_it_does_with_a_board_card_nobody_has_decided_against() -> None:
    assert flop().refuses(entry(SUE, board("7c 8s 9s"))) == ("name-cards-again", ["R-110"], None)


def test_nothing_is_put_right_in_a_round_that_is_void() -> None:
    table = flop()
    table.say("2 check")
    table.act(cmd.ReportIrregularity(cmd.Incident.FOREIGN_CARD, SUE))
    assert table.refuses(entry(SUE, board("7c 8s 9s"))) == ("no-payments-due", ["R-110"], None)
    assert table.refuses_to_name(board("7c 8s 9s")) == ("named-again-only-before-payment", ["R-110"])


def test_a_board_card_that_was_decided_against_is_put_right_by_the_pit() -> None:
    table = flop()
    table.say("2 bet 10", "3 fold")
    assert table.refuses(entry(DAN, board("7c 8s 9s"))) == ("rank-decides", ["R-111"], Rank.PIT_SUPERVISOR)
    said, lies = table.put_right(PIA, board("7c 8s 9s"))
    assert isinstance(said, ev.IrregularityRuled) and printed(said.ruled.cites) == ["R-111"]
    assert isinstance(lies, ev.CardsLie) and printed(lies.cites) == ["R-111"]
    assert table.round.board == parse_cards("7c 8s 9s")
    assert (table.round.turn, table.round.folded) == (1, frozenset({3})), "what was decided stands"
    assert table.stacks == [198_00, 188_00, 198_00]


@pytest.mark.parametrize("after", [(), ("1 call",), ("1 fold",)])
def test_the_betting_round_is_played_again_where_the_pit_says_so(after: tuple[str, ...]) -> None:
    """Also when it is over and the next card is due, or when one hand is left."""
    table = flop()
    table.say("2 bet 10", "3 fold", *after)
    assert table.refuses(entry(DAN, board("7c 8s 9s"), again=True))[2] is Rank.PIT_SUPERVISOR
    happened = table.put_right(PIA, board("7c 8s 9s"), again=True)
    (back,) = [event for event in happened if isinstance(event, ev.BettingTakenBack)]
    assert printed(back.cites) == ["R-111"]
    assert isinstance(happened[-1], ev.BettingOpened)
    assert (table.round.phase, table.round.turn, table.round.folded) == (BETTING, 2, frozenset())
    assert table.stacks == [198_00] * 3 and table.round.board == parse_cards("7c 8s 9s")


def test_the_betting_round_of_the_turn_too_but_none_that_another_followed() -> None:
    table = flop()
    all_check(table)
    table.deal("4c 2s")
    not_again = ("betting-not-again", ["R-111"], None)
    assert table.refuses(entry(PIA, board("7c 8s 9s 2s"), again=True)) == not_again
    table.say("2 bet 10")
    assert table.refuses(entry(PIA, board("7c 8s 9s Ts"), again=True)) == not_again
    table.put_right(PIA, board("7c 8s 9d Ts"), again=True)
    assert (table.round.turn, table.round.board) == (2, parse_cards("7c 8s 9d Ts"))
    table.say("2 check")
    table.put_right(PIA, board("7c 8s 9s Ts"))
    assert (table.round.turn, table.round.board) == (3, parse_cards("7c 8s 9s Ts"))


def test_nothing_is_played_again_once_a_hand_is_turned_up() -> None:
    table = paused()
    river = board("7c 8s 9d 2s Ts")
    assert table.refuses(entry(PIA, river, again=True)) == ("betting-not-again", ["R-111"], None)
    table.put_right(PIA, river)
    assert table.round.phase is SETTLING and table.round.board[-1] == "Ts"
    table = flop()
    table.say("2 bet 10", "3 fold", "1 fold")
    table.name(hand(2, "Ah As"))
    assert table.refuses(entry(PIA, board("7c 8s 9s"), again=True)) == ("betting-not-again", ["R-111"], None)


# --- Chips that were pushed otherwise -------------------------------------------------------------------------


def test_other_chips_were_pushed_than_were_due() -> None:
    table = paid()
    seats, pots = table.state.seats, table.round.pots
    said, recorded = table.act(cmd.RecordPayment(2, Cents(5_00), DAN, "counted"))
    assert isinstance(said, ev.IrregularityRuled) and isinstance(recorded, ev.PaymentRecorded)
    one = said.ruled
    assert (one.incident, one.ruling, one.by, one.reason) == ("payment", "recorded", DAN, "counted")
    assert printed(one.cites) == printed(recorded.cites) == ["R-112"]
    assert (recorded.seat, recorded.paid, recorded.due) == (2, 5_00, 6_00)
    assert (table.state.seats, table.round.pots) == (seats, pots)
    _, recorded = table.act(cmd.RecordPayment(1, Cents(2_00), DAN))
    assert isinstance(recorded, ev.PaymentRecorded) and recorded.due == 0


def test_a_payment_is_recorded_by_the_dealer_after_the_payments_where_it_differs() -> None:
    table = paused()
    assert table.refuses(cmd.RecordPayment(2, Cents(5_00), DAN)) == ("not-paid-yet", ["R-112"], None)
    table.act(cmd.Settle())
    player = Actor(Rank.PLAYER, "Ann")
    assert table.refuses(cmd.RecordPayment(2, Cents(5_00), player)) == ("rank-decides", ["R-112"], Rank.DEALER)
    assert table.refuses(cmd.RecordPayment(4, Cents(5_00), DAN)) == ("not-paid-yet", ["R-112"], None)
    assert table.refuses(cmd.RecordPayment(2, Cents(6_00), DAN)) == ("seat-paid-what-was-due", ["R-112"], None)
    assert table.refuses(cmd.RecordPayment(1, Cents(0), DAN)) == ("seat-paid-what-was-due", ["R-112"], None)
