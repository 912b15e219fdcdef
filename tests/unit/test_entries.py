"""Cards that were entered or read otherwise than they lie: who puts them right, and what is done again."""

import pytest

from croupier.base.actors import Actor, Rank
from croupier.base.citation import printed
from croupier.base.errors import Refused
from croupier.base.limits import NAMED_AGAIN
from croupier.rounds.dealing.following import FloorEvent
from croupier.rules.cards import DECK, parse_cards
from croupier.rules.games.common import Faces, Ruled
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.rulebook.model import Device
from tests.unit.test_dealt_by_hand import HOLDEM, STUD, THREE, Table

DAN, PIA, SUE = (Actor(rank, rank.words) for rank in (Rank.DEALER, Rank.PIT_SUPERVISOR, Rank.SHIFT_MANAGER))


def put_right(
    table: Table, by: Actor, *hands: cmd.NameCards, again: bool = False, alone: bool = False
) -> tuple[FloorEvent, ...]:
    return table.dealer.act(cmd.CorrectEntry(hands, by, again=again, reason="looked", alone=alone))


def refused(table: Table, by: Actor, *hands: cmd.NameCards) -> tuple[list[str], Rank | None]:
    before = table.dealer.state
    with pytest.raises(Refused) as refusal:
        put_right(table, by, *hands)
    assert table.dealer.state is before
    return printed(refusal.value.cites), refusal.value.left_to


def hand(box: int, cards: str) -> cmd.NameCards:
    return cmd.NameCards(cmd.Of.HAND, parse_cards(cards), box)


def up(card: str) -> cmd.NameCards:
    return cmd.NameCards(cmd.Of.UP, parse_cards(card))


def ruled(happened: tuple[FloorEvent, ...]) -> Ruled:
    (found,) = [event.ruled for event in happened if isinstance(event, ev.IrregularityRuled)]
    return found


def paid(first: str = "As Ah 2c", *jackpot: str) -> Table:
    table = Table(THREE)
    table.say("1 ante 50", *jackpot, "2 ante 50", "close", "dealt", "1 play", "2 play")
    table.say("dealer Kd 7c 2h", f"1 hand {first}", "2 hand 4h 5h 9c", "settle")
    return table


def test_after_the_payments_the_pit_supervisor_has_it_settled_again() -> None:
    table = paid()
    lies = hand(2, "4h 4d 9c")
    assert refused(table, DAN, lies) == (["5.10.1", "R-110", "R-5", "R-107"], Rank.PIT_SUPERVISOR)
    assert table.results(2) == {"ante": "lose", "play": "lose"}
    happened = put_right(table, PIA, lies, alone=True)
    said = ruled(happened)
    assert (said.box, said.ruling, said.by, said.alone) == (2, "corrected", PIA, True)
    assert table.results(2) == {"ante": "win", "play": "win"}
    assert table.results(1) == {"ante": "win", "play": "win"}


def test_where_a_share_of_the_meter_was_paid_the_shift_manager_decides() -> None:
    table = paid("As Ks Qs", "1 jackpot 5")
    lies = hand(1, "As Ks Js")
    for by in (DAN, PIA):
        assert refused(table, by, lies) == (["5.10.1", "R-110", "R-5", "R-107"], Rank.SHIFT_MANAGER)
    assert table.dealer.displayed == 50_000_00
    put_right(table, SUE, lies)
    assert table.results(1) == {"ante": "win", "play": "win", "jackpot": "lose"}
    assert table.dealer.displayed == 60_003_00


def test_a_correction_of_the_dealers_hand_names_no_box() -> None:
    table = paid()
    assert ruled(put_right(table, PIA, cmd.NameCards(cmd.Of.DEALER, parse_cards("Jd 7c 2h")))).box is None
    assert table.results(2) == {"ante": "win", "play": "returned"}


def test_of_a_hand_that_was_never_turned_up_nothing_was_entered() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "close", "dealt", "1 fold", "settle")
    assert refused(table, SUE, hand(1, "As Ah 3c")) == (["3.10", "R-93"], None)
    assert refused(table, SUE, up("Kd")) == (["3.10", "R-93"], None)


def test_until_the_payments_the_dealer_names_the_cards_again() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "close", "dealt", "1 play", "dealer Kd 7c 2h", "1 hand As Ah 2c")
    assert refused(table, SUE, hand(1, "As Ah 3c")) == (["5.10.1", "R-110"], None)


def test_cards_that_a_device_deals_face_down_are_entered_by_nobody() -> None:
    table = Table(THREE, Faces.SEALED)
    assert refused(table, SUE, hand(1, "As Ah 3c")) == (["3.10", "R-96"], None)


def stud() -> Table:
    table = Table(STUD)
    table.say("1 ante 50", "2 ante 50", "close", "dealt", "up Kd")
    return table


def test_a_face_up_card_is_put_right_by_the_pit_when_it_was_decided_against() -> None:
    table = stud()
    assert refused(table, SUE, up("Ks")) == (["5.10.1", "R-110"], None), "nobody has decided"
    table.say("1 bet")
    assert refused(table, SUE, up("Ks"), hand(1, "As Ah 3c 4c 5c")) == (["5.10.1", "R-110"], None)
    assert refused(table, DAN, up("Ks")) == (["R-111"], Rank.PIT_SUPERVISOR)
    said = ruled(put_right(table, PIA, up("Ks")))
    assert (said.ruling, said.box, said.reason) == ("corrected", None, "looked")
    assert table.dealer.round.up == "Ks"
    assert table.waits == ["2 decision"], "what was decided stands"


def test_nothing_is_put_right_in_a_round_that_is_void() -> None:
    table = stud()
    table.say("1 bet", "incident foreign-card")
    assert refused(table, SUE, up("Ks")) == (["5.10.1", "R-110"], None)


def test_who_has_decided_against_it_decides_again_where_the_pit_says_so() -> None:
    table = stud()
    table.say("1 fold")
    put_right(table, PIA, up("Ks"), again=True)
    assert table.waits == ["1 decision", "2 decision"]
    assert not table.dealer.round.boxes[1].decisions
    table.say("1 bet", "2 bet")
    put_right(table, PIA, up("Kc"), again=True)
    assert table.waits == ["1 decision", "2 decision"], "also when nothing is left but to turn the hands up"


def test_a_decision_of_an_earlier_stage_stands() -> None:
    table = Table(HOLDEM)
    table.say("1 ante 50", "2 ante 50", "close", "dealt", "1 flop", "2 flop", "board 9h 8h 7h", "1 turn")
    put_right(table, PIA, cmd.NameCards(cmd.Of.BOARD, parse_cards("9h 8h 6h")), again=True)
    assert [list(box.decisions) for box in table.dealer.round.boxes.values()] == [["flop"], ["flop"]]
    assert table.waits == ["1 decision", "2 decision"]


# --- While the dealer puts it right alone ---------------------------------------------------------------------


def read_stud() -> Table:
    table = Table(STUD, Faces.READER)
    table.say("1 ante 50", "2 ante 50", "close")
    table.dealer.act(cmd.DealCards(parse_cards("2c As 4h Qd Ks 5h 7c Qs 9c 2h 3d 3h 8d 6d 6h Kd")))
    return table


def test_a_read_face_up_card_can_be_corrected_at_once_and_a_hand_in_the_pause() -> None:
    table = Table(STUD, Faces.READER)
    table.say("1 ante 50")
    assert table.refuses("up Kc") == ["5.10.1", "R-93", "R-110"]
    table = read_stud()
    assert table.refuses("1 hand As Ks Qs 3d 7h") == ["5.10.1", "R-93", "R-110"]
    table.say("up Kc")
    assert table.dealer.round.up == "Kc"


def test_a_read_board_card_cannot_be_one_that_is_still_face_down() -> None:
    table = Table(HOLDEM, Faces.READER, Device.SHUFFLER)
    table.say("1 ante 50", "2 ante 50", "close")
    due = table.dealer.game.places(table.dealer.book, table.dealer.round)
    table.dealer.act(cmd.DealCards(DECK[: len(due)]))
    table.say("1 flop", "2 flop")
    first, second, third, turn, _ = table.dealer.round.community
    assert table.dealer.round.board == (first, second, third)
    for elsewhere in (turn, table.dealer.round.boxes[1].cards[0]):
        assert table.refuses(f"board {first} {second} {elsewhere}") == ["5.10.1", "2.2.1"]
    table.say(f"board {first} {second} {DECK[-1]}")
    assert table.dealer.round.board == (first, second, DECK[-1])
    assert table.dealer.round.community[3] == turn


def test_a_read_card_is_not_named_again_for_ever() -> None:
    table = read_stud()
    for time in range(NAMED_AGAIN):
        table.say("up Kc" if time % 2 else "up Ah")
    assert table.refuses("up Ah") == []


def test_no_hand_has_a_card_twice() -> None:
    table = read_stud()
    table.say("1 bet", "2 bet")
    with pytest.raises(Refused) as refusal:
        table.dealer.act(cmd.NameCards(cmd.Of.HAND, (*parse_cards("As Qs 3d 7h"), *parse_cards("As")), 1))
    assert printed(refusal.value.cites) == ["2.2.1"]


def test_a_refusal_names_a_card_that_the_dealer_has_already_named() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "2 ante 50", "close", "dealt", "1 play", "2 play", "dealer Kd 7c 2h", "1 hand As Ah 2c")
    with pytest.raises(Refused) as refusal:
        table.dealer.act(hand(2, "7c 4h 5h"))
    assert "7c" in refusal.value.why
