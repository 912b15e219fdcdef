"""Who may do what at a poker table: what random tables once found to be otherwise."""

import pytest

from croupier.base.errors import Refused
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.cards import seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device


def opened(*stacks: int, stake_high: int = 400_00, chip: int = 1_00, small_blind: int = 1_00) -> PokerDealer:
    """Seats 1, 2, …; the last of them has the button."""
    table = PokerTable(Device.SHOE, 9, Cents(small_blind), Cents(1_00), Cents(stake_high), Cents(chip))
    players = {seat: (f"Player-{seat}", Cents(stack)) for seat, stack in enumerate(stacks, 1)}
    state = open_table(table, players, len(players), first_orbit=False)
    chance = seeded_chance("who may do what")
    return PokerDealer(at_the_table("poker@7", Device.SHOE), state, ShuffledDecks(chance))


def play(dealer: PokerDealer, *commands: cmd.PokerCommand) -> None:
    for command in commands:
        dealer.act(command)


def refused(dealer: PokerDealer, command: cmd.PokerCommand) -> list[str]:
    """The paragraphs and rulings by which it is."""
    with pytest.raises(Refused) as refusal:
        dealer.act(command)
    return list(refusal.value.cites)


def turn(dealer: PokerDealer) -> int:
    assert dealer.state.round is not None and dealer.state.round.turn is not None
    return dealer.state.round.turn


def test_a_player_cannot_show_the_hand_of_the_seats_former_player() -> None:
    """Seat 2 wins unseen and leaves; the next one on that seat would turn the hand up."""
    dealer = opened(100_00, 100_00, 100_00)
    play(dealer, cmd.StartRound(), cmd.TakeAction(3, Act.FOLD), cmd.TakeAction(1, Act.FOLD))
    play(dealer, cmd.LeaveTable(2), cmd.SitDown(2, "Dot", Cents(100_00)))
    assert refused(dealer, cmd.ShowHand(2)) == ["R-45"]


def test_a_player_who_left_and_came_back_may_still_show_their_hand() -> None:
    dealer = opened(100_00, 100_00, 100_00)
    play(dealer, cmd.StartRound(), cmd.TakeAction(3, Act.FOLD), cmd.TakeAction(1, Act.FOLD), cmd.LeaveTable(2))
    play(dealer, cmd.SitDown(2, "Player-2", dealer.state.left_with["Player-2"]), cmd.ShowHand(2))
    assert dealer.state.round is not None and dealer.state.round.turned_up == (2,)


@pytest.mark.parametrize("seat", [0, 10])
def test_only_seats_of_the_table_can_be_taken(seat: int) -> None:
    assert refused(opened(100_00, 100_00), cmd.SitDown(seat, "Dot", Cents(100_00)))


@pytest.mark.parametrize("stack", [100_50, 500_50])
def test_a_player_who_left_with_less_than_a_chip_may_come_back_with_it(stack: int) -> None:
    dealer = opened(stack, 100_00, 100_00)
    play(dealer, cmd.LeaveTable(1))
    assert refused(dealer, cmd.SitDown(1, "Dot", Cents(stack)))
    play(dealer, cmd.SitDown(1, "Player-1", Cents(stack)))


def test_who_has_a_short_all_in_to_answer_can_act_out_of_turn() -> None:
    """Seat 3 has raised, 4 is all-in for less than half a raise more, and 3 calls before 2 has acted."""
    dealer = opened(100_00, 100_00, 100_00, 7_00)
    play(dealer, cmd.StartRound(), cmd.TakeAction(3, Act.RAISE, Cents(6_00)), cmd.TakeAction(4, Act.ALL_IN))
    play(dealer, cmd.TakeAction(1, Act.CALL))
    assert "R-30" in refused(dealer, cmd.ActOutOfTurn(3, Act.RAISE, Cents(20_00)))
    play(dealer, cmd.ActOutOfTurn(3, Act.CALL), cmd.TakeAction(2, Act.CALL), cmd.TakeAction(3, Act.CALL))


def behind_a_check_by_who_posted() -> PokerDealer:
    """The button on 1, blinds from 2 and 3, a post by the new player on 4; 5 acts early, and 4 checks."""
    dealer = opened(100_00, 100_00, 100_00, 100_00, 100_00)
    play(dealer, cmd.StartRound(), *(cmd.TakeAction(seat, Act.FOLD) for seat in (3, 4, 5, 1)))
    play(dealer, cmd.LeaveTable(4), cmd.SitDown(4, "Dot", Cents(100_00)), cmd.StartRound())
    play(dealer, cmd.ActOutOfTurn(5, Act.RAISE, Cents(10_00)), cmd.TakeAction(4, Act.CHECK))
    assert turn(dealer) == 5
    return dealer


def test_behind_a_check_by_who_posted_to_join_one_can_still_call() -> None:
    assert options(behind_a_check_by_who_posted().state, 5).may == (Act.CALL, Act.FOLD)
    behind_a_check_by_who_posted().act(cmd.TakeAction(5, Act.CALL))
    behind_a_check_by_who_posted().act(cmd.TakeAction(5, Act.FOLD))


@pytest.mark.parametrize("act", [Act.RAISE, Act.ALL_IN])
def test_behind_a_check_by_who_posted_to_join_one_cannot_raise(act: Act) -> None:
    assert refused(behind_a_check_by_who_posted(), cmd.TakeAction(5, act, Cents(10_00))) == ["5.12.1", "R-69", "R-83"]


@pytest.mark.parametrize("amount", [None, -5_00, 0, 1, 2_00, 2_50, 3_00, 4_50, 101_00])
@pytest.mark.parametrize("act", [Act.BET, Act.RAISE])
def test_a_raise_out_of_turn_has_an_amount_that_a_raise_can_have(act: Act, amount: int | None) -> None:
    dealer = opened(100_00, 100_00, 100_00)
    dealer.act(cmd.StartRound())
    assert refused(dealer, cmd.ActOutOfTurn(1, act, None if amount is None else Cents(amount)))


@pytest.mark.parametrize("act", [Act.BET, Act.RAISE])
def test_a_raise_without_an_amount_is_refused(act: Act) -> None:
    dealer = opened(100_00, 100_00, 100_00)
    dealer.act(cmd.StartRound())
    assert refused(dealer, cmd.TakeAction(3, act)) == ["R-29"]


def test_where_blinds_are_no_whole_chips_the_smallest_bet_is() -> None:
    dealer = opened(100_00, 100_00, chip=3_00)
    play(dealer, cmd.StartRound(), cmd.TakeAction(2, Act.CALL), cmd.TakeAction(1, Act.CHECK))
    assert options(dealer.state, turn(dealer)).bet == 3_00
    assert refused(dealer, cmd.TakeAction(turn(dealer), Act.BET, Cents(2_00))) == ["R-73"]
    dealer.act(cmd.TakeAction(turn(dealer), Act.BET, Cents(3_00)))


def blind_wins(dealer: PokerDealer) -> bool:
    """The one pot of the round is won by a blind alone (1.6)."""
    assert dealer.state.round is not None
    (pot,) = dealer.state.round.pots
    return "1.6" in list(pot.cites)


def test_a_blind_wins_where_nobody_has_put_in_more() -> None:
    dealer = opened(100_00, 100_00, 100_00, 100_00)
    play(dealer, cmd.StartRound(), *(cmd.TakeAction(seat, Act.FOLD) for seat in (3, 4, 1)))
    assert blind_wins(dealer)


def test_the_small_blind_wins_where_the_big_one_leaves() -> None:
    dealer = opened(100_00, 100_00, 100_00)
    play(dealer, cmd.StartRound(), cmd.TakeAction(3, Act.FOLD), cmd.LeaveTable(2))
    assert blind_wins(dealer)


def test_a_call_that_wins_is_no_blind() -> None:
    dealer = opened(100_00, 100_00, 100_00, 100_00)
    play(dealer, cmd.StartRound(), cmd.TakeAction(3, Act.CALL))
    play(dealer, *(cmd.TakeAction(seat, Act.FOLD) for seat in (4, 1, 2)))
    assert not blind_wins(dealer)


def test_a_blind_that_wins_a_call_has_further_contributions() -> None:
    dealer = opened(100_00, 100_00, 100_00, 100_00)
    play(
        dealer, cmd.StartRound(), cmd.TakeAction(3, Act.CALL), cmd.TakeAction(4, Act.FOLD), cmd.TakeAction(1, Act.FOLD)
    )
    play(dealer, cmd.LeaveTable(3))
    assert not blind_wins(dealer)


def test_a_fold_that_leaves_all_his_chips_behind_is_a_fold() -> None:
    """Seats 3 and 4 both bet out of turn, 1 folds, and 3 leaves with everything: 4 has two folds before them."""
    dealer = opened(100_00, 100_00, 22_00, 100_00)
    play(dealer, cmd.StartRound(), cmd.TakeAction(3, Act.CALL), cmd.TakeAction(4, Act.CALL))
    play(dealer, cmd.TakeAction(1, Act.CALL), cmd.TakeAction(2, Act.CHECK), cmd.ActOutOfTurn(3, Act.ALL_IN))
    play(dealer, cmd.TakeAction(1, Act.FOLD), cmd.ActOutOfTurn(4, Act.BET, Cents(10_00)), cmd.LeaveTable(3))
    assert dealer.state.seats[3].stack == 0
    dealer.act(cmd.TakeAction(2, Act.CHECK))
    assert options(dealer.state, 4).may == (Act.BET, Act.FOLD)


def test_the_first_orbit_ends_by_where_the_button_is_not_where_it_was_due() -> None:
    """The button is due beyond the first seat; then the table begins again (R-86), and it lies before it."""
    table = PokerTable(Device.SHOE, 9, Cents(1_00), Cents(40_00), Cents(400_00), Cents(1_00))
    players = {4: ("Dan", Cents(200_00)), 8: ("Hal", Cents(200_00))}
    chance = seeded_chance("orbit")
    dealer = PokerDealer(
        at_the_table("poker@7", Device.SHOE),
        open_table(table, players, 6, first_orbit=True),
        ShuffledDecks(chance),
    )
    play(dealer, cmd.SitDown(5, "Eve", Cents(150_00)), cmd.StartRound(), cmd.TakeAction(8, Act.FOLD))
    play(dealer, cmd.GoAway(5), cmd.TakeAction(4, Act.FOLD), cmd.StartRound(), cmd.TakeAction(4, Act.FOLD))
    play(dealer, cmd.GoAway(4), cmd.ComeBack(5), cmd.SitDown(7, "Gus", Cents(200_00)), cmd.StartRound())
    assert dealer.state.button == 5
    assert dealer.state.orbit_from is not None
    play(dealer, cmd.TakeAction(5, Act.FOLD), cmd.TakeAction(7, Act.FOLD), cmd.StartRound())
    assert dealer.state.button == 7
    assert dealer.state.orbit_from is None
