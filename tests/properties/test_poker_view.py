"""What a poker table looks like from each chair, case by case; test_poker_lives looks at all the rest."""

from collections.abc import Sequence

import msgspec
import pytest

from croupier.base.actors import PUBLIC, Viewer
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.cards import parse_cards, seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.table import Phase, PokerTable, open_table
from croupier.rules.games.poker.view import LastAct, PokerView, RoundView, view
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

ANN, BEN, CAL = Viewer("Ann"), Viewer("Ben"), Viewer("Cal")
HIDDEN = (None, None)


class Evening:
    """Ann, Ben and Cal; Ann has the button."""

    def __init__(self, shoe: str, device: Device = Device.SHOE, *, by_hand: bool = False) -> None:
        table = PokerTable(device, 9, Cents(1_00), Cents(10_00), Cents(400_00), settles_by_hand=by_hand)
        players = {1: ("Ann", Cents(100_00)), 2: ("Ben", Cents(100_00)), 3: ("Cal", Cents(50_00))}
        state = open_table(table, players, 1, first_orbit=False)
        order = parse_cards(shoe)
        self.dealer = PokerDealer(at_the_table("poker@7", device), state, ShuffledDecks(seeded_chance(1), order))
        self.happened: list[PokerEvent] = []

    def play(self, *commands: cmd.PokerCommand) -> None:
        for command in commands:
            self.happened += self.dealer.act(command)

    def seen_by(self, viewer: Viewer) -> PokerView:
        return view(self.dealer.state, viewer, self.happened)

    def round_seen_by(self, viewer: Viewer) -> RoundView:
        seen = self.seen_by(viewer).round
        assert seen is not None
        return seen


def act(seat: int, act: Act, amount: int | None = None) -> cmd.TakeAction:
    return cmd.TakeAction(seat, act, None if amount is None else Cents(amount))


# burnt 2c; Ben Ad Ac, Cal Kd Kc, Ann Qd Qc; flop, turn and river each with its burn
DEAL = "2c Ad Kd Qd Ac Kc Qc 3c 4d 8h 9s 3d Jc 3h Th"
CHECKED_DOWN = [act(seat, Act.CHECK) for _ in range(3) for seat in (2, 3, 1)]
CALLED_ROUND = [act(1, Act.CALL), act(2, Act.CALL), act(3, Act.CHECK)]


def test_players_see_their_own_cards_only_after_looking() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound())
    for viewer in (ANN, BEN, CAL, PUBLIC):
        assert {hand.cards for hand in evening.round_seen_by(viewer).hands.values()} == {HIDDEN}
    evening.play(cmd.LookAtCards(2))
    assert evening.round_seen_by(BEN).hands[2].cards == parse_cards("Ad Ac")
    for viewer in (ANN, CAL, PUBLIC):
        hand = evening.round_seen_by(viewer).hands[2]
        assert hand.cards == HIDDEN
        assert hand.looked


def test_the_sets_of_a_shuffler_are_face_down() -> None:
    evening = Evening("4d 8h 9s Jc Th Ad Ac Kd Kc Qd Qc", Device.SHUFFLER)
    evening.play(cmd.StartRound())
    assert evening.round_seen_by(PUBLIC).board == (None,) * 5
    evening.play(*CALLED_ROUND)
    assert evening.round_seen_by(PUBLIC).board == (*parse_cards("4d 8h 9s"), None, None)


def test_burnt_cards_are_counted_and_not_shown() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), *CALLED_ROUND)
    seen = evening.round_seen_by(PUBLIC)
    assert seen.burnt == 2
    assert b"2c" not in msgspec.json.encode(seen)
    assert b"3c" not in msgspec.json.encode(seen)


def test_only_who_is_asked_has_options() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound())
    asked = evening.seen_by(ANN)
    assert asked.seat == 1
    assert asked.options is not None
    assert asked.options.may == (Act.CALL, Act.RAISE, Act.FOLD)
    assert [evening.seen_by(viewer).options for viewer in (BEN, CAL, PUBLIC)] == [None] * 3


def test_before_the_payments_the_pot_is_whole_and_only_shown_hands_are_open() -> None:
    evening = Evening(DEAL, by_hand=True)
    evening.play(cmd.StartRound(), *CALLED_ROUND, *CHECKED_DOWN[:6])
    evening.play(act(2, Act.BET, 10_00), act(3, Act.CALL), act(1, Act.FOLD), cmd.LookAtCards(3))
    for viewer, cal in ((PUBLIC, HIDDEN), (ANN, HIDDEN), (BEN, HIDDEN), (CAL, parse_cards("Kd Kc"))):
        seen = evening.round_seen_by(viewer)
        assert (seen.phase, seen.turn, seen.over, seen.results) == (Phase.SETTLING, None, False, ())
        assert [pot.amount for pot in seen.pots] == [26_00]
        assert {hand.bet for hand in seen.hands.values()} == {0}
        assert seen.shown == (2,)
        assert [seen.hands[seat].cards for seat in (1, 2, 3)] == [(), parse_cards("Ad Ac"), cal]
        assert evening.seen_by(viewer).options is None
    evening.play(cmd.Settle())
    assert evening.round_seen_by(PUBLIC).over


def test_bets_pots_and_what_each_did_last() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), act(1, Act.RAISE, 6_00), act(2, Act.FOLD))
    seen = evening.round_seen_by(PUBLIC)
    assert (seen.turn, seen.price, seen.pots) == (3, 6_00, ())
    assert [seen.hands[seat].bet for seat in (1, 2, 3)] == [6_00, 1_00, 2_00]
    assert seen.hands[1].last == LastAct(Act.RAISE, Cents(6_00), all_in=False)
    assert seen.hands[2].last == LastAct(Act.FOLD, Cents(0), all_in=False)
    assert seen.hands[3].last == LastAct(None, Cents(2_00), all_in=False)
    evening.play(act(3, Act.CALL))
    seen = evening.round_seen_by(PUBLIC)
    assert [pot.amount for pot in seen.pots] == [13_00]
    assert seen.hands[1].last is None
    assert seen.hands[2].last == LastAct(Act.FOLD, Cents(0), all_in=False)
    evening.play(act(3, Act.ALL_IN))
    assert evening.round_seen_by(PUBLIC).hands[3].all_in


def test_who_had_to_show_is_seen_and_who_had_not_is_not() -> None:
    """Ben shows first; Cal's kings are beaten and thrown away unseen (R-45); Ann has a straight and shows it."""
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), *(cmd.LookAtCards(seat) for seat in (1, 2, 3)), *CALLED_ROUND, *CHECKED_DOWN)
    public = evening.round_seen_by(PUBLIC)
    assert public.over
    assert public.shown == (2, 1)
    assert [public.hands[seat].cards for seat in (1, 2, 3)] == [parse_cards("Qd Qc"), parse_cards("Ad Ac"), HIDDEN]
    assert evening.round_seen_by(CAL).hands[3].cards == parse_cards("Kd Kc")


@pytest.mark.parametrize("shows", [False, True])
def test_a_hand_need_not_be_shown_and_may_be(shows: bool) -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), cmd.LookAtCards(3), act(1, Act.FOLD), act(2, Act.FOLD))
    if shows:
        evening.play(cmd.ShowHand(3))
    seen = evening.round_seen_by(PUBLIC)
    assert seen.hands[3].cards == (parse_cards("Kd Kc") if shows else HIDDEN)
    assert seen.hands[2].cards == ()
    assert evening.round_seen_by(CAL).hands[3].cards == parse_cards("Kd Kc")


def test_who_folds_still_knows_what_he_held_and_nobody_else_does() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), cmd.LookAtCards(1), act(1, Act.FOLD))
    assert evening.round_seen_by(ANN).hands[1].cards == parse_cards("Qd Qc")
    assert evening.round_seen_by(BEN).hands[1].cards == ()


def test_a_hand_exposed_too_early_has_been_seen_by_all() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), cmd.ShowHand(2))
    assert evening.round_seen_by(PUBLIC).hands[2].cards == parse_cards("Ad Ac")


def test_the_next_one_on_a_seat_does_not_see_the_hand_of_the_last() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), cmd.LookAtCards(2), act(1, Act.FOLD), act(2, Act.CALL), act(3, Act.CHECK))
    evening.play(act(2, Act.FOLD), cmd.LeaveTable(2), cmd.SitDown(2, "Dot", Cents(100_00)))
    assert evening.round_seen_by(Viewer("Dot")).hands[2].cards == ()
    assert evening.round_seen_by(BEN).hands[2].player == evening.round_seen_by(PUBLIC).hands[2].player == "Ben"


def test_who_has_left_still_knows_what_they_held() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), cmd.LookAtCards(2), act(1, Act.FOLD), cmd.LeaveTable(2))
    assert evening.round_seen_by(BEN).hands[2].cards == parse_cards("Ad Ac")
    evening.play(cmd.SitDown(5, "Ben", Cents(99_00)), cmd.SitDown(2, "Dot", Cents(100_00)))
    assert evening.round_seen_by(BEN).hands[2].cards == parse_cards("Ad Ac")
    for viewer in (Viewer("Dot"), ANN, PUBLIC):
        assert evening.round_seen_by(viewer).hands[2].cards == ()


def test_a_player_who_has_left_still_sees_the_open_cards() -> None:
    evening = Evening(DEAL)
    evening.play(cmd.StartRound(), *CALLED_ROUND, cmd.LeaveTable(1))
    assert evening.seen_by(ANN).round is not None


def cards_in(seen: PokerView) -> Sequence[bytes]:
    return [card for card in map(str.encode, parse_cards(DEAL)) if b'"%b"' % card in msgspec.json.encode(seen)]


def test_before_the_first_round_there_is_nothing_to_see() -> None:
    evening = Evening(DEAL)
    assert evening.seen_by(ANN).round is None
    assert not cards_in(evening.seen_by(ANN))
