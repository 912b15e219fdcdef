"""Nobody pays the big blind more often than his neighbours, as long as everybody stays."""

from collections import Counter
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.cards import seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerRound, PokerState, PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

TABLE = PokerTable(Device.SHOE, 9, Cents(1_00), Cents(40_00), Cents(400_00))
RICH = Cents(1_000_00)

taken_seats = st.sets(st.integers(1, 9), min_size=2).map(sorted)


def opened(seats: list[int], button: int, book: str = "poker@7") -> PokerDealer:
    state = open_table(TABLE, {seat: (f"Player-{seat}", RICH) for seat in seats}, button, first_orbit=False)
    chance = seeded_chance("button")
    return PokerDealer(at_the_table(book, Device.SHOE), state, ShuffledDecks(chance))


def round_of(state: PokerState) -> PokerRound:
    assert state.round is not None
    return state.round


def play_round(dealer: PokerDealer) -> PokerRound:
    """Everybody folds to the big blind."""
    dealer.act(cmd.StartRound())
    while dealer.state.playing:
        turn = round_of(dealer.state).turn
        assert turn is not None
        dealer.act(cmd.TakeAction(turn, Act.FOLD))
    return round_of(dealer.state)


def rounds(dealer: PokerDealer, number: int) -> Iterator[PokerRound]:
    for _ in range(number):
        yield play_round(dealer)


@given(taken_seats, st.integers(1, 9), st.integers(1, 4), st.sampled_from(["poker@6", "poker@7"]))
def test_everybody_posts_each_blind_equally_often(seats: list[int], button: int, orbits: int, book: str) -> None:
    played = list(rounds(opened(seats, button, book), orbits * len(seats)))
    for posted in ([each.big_blind for each in played], [each.small_blind for each in played]):
        assert Counter(posted) == dict.fromkeys(seats, orbits)
    assert Counter(each.button for each in played) == dict.fromkeys(seats, orbits)


@given(taken_seats, st.integers(1, 9))
def test_the_button_begins_where_it_is_put_or_at_the_next_player(seats: list[int], button: int) -> None:
    first = play_round(opened(seats, button))
    assert first.button == next((seat for seat in seats if seat >= button), seats[0])


@given(taken_seats, st.integers(1, 9), st.data())
def test_the_button_passes_who_has_left_for_good(seats: list[int], button: int, data: st.DataObject) -> None:
    """No dead button for them (R-63)."""
    dealer = opened(seats, button)
    there = set(seats)
    for _ in range(12):
        round_ = play_round(dealer)
        assert {round_.button, round_.big_blind} <= there
        assert set(round_.order) == there
        if len(there) > 2 and data.draw(st.booleans()):
            gone = data.draw(st.sampled_from(sorted(there)))
            dealer.act(cmd.LeaveTable(gone))
            there.remove(gone)


@given(st.sets(st.integers(1, 9), min_size=3).map(sorted), st.integers(1, 9), st.data())
def test_who_is_away_and_comes_back_has_paid_as_often_as_the_others(
    seats: list[int], button: int, data: st.DataObject
) -> None:
    """Away for a while and back: they have put in no less than an orbit's blinds for every orbit that they played."""
    dealer = opened(seats, button)
    wanderer = data.draw(st.sampled_from(seats))
    paid = played = 0
    for number in range(8 * len(seats)):
        if number == len(seats):
            dealer.act(cmd.GoAway(wanderer))
        if number == len(seats) + data.draw(st.integers(1, 2 * len(seats))) and dealer.state.seats[wanderer].away:
            dealer.act(cmd.ComeBack(wanderer))
        round_ = play_round(dealer)
        paid += round_.posts.get(wanderer, 0)
        played += wanderer in round_.order
    orbits = played // len(seats)
    assert paid >= orbits * (TABLE.small_blind + TABLE.big_blind) - TABLE.big_blind
