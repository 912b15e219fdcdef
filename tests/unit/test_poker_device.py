"""What no round can show: a device that gives out wrong cards, and a table whose sign takes too much."""

import pytest

from croupier.base.errors import Refused, Unreadable
from croupier.rounds.roundfile.poker_script import read_poker_script
from croupier.rounds.roundfile.read import read_script
from croupier.rules.cards import DECK, Card
from croupier.rules.games.poker.commands import DealCards, LeaveTable, StartRound
from croupier.rules.games.poker.dealing import cards_due
from croupier.rules.games.poker.machine import advance
from croupier.rules.games.poker.table import PokerState, PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

BOOK = at_the_table("poker@7", Device.SHOE)
PLAYERS = {1: ("Ann", Cents(200_00)), 2: ("Ben", Cents(200_00))}


@pytest.fixture
def dealing() -> PokerState:
    """A round has started, and its five cards are due: one to burn and two hands."""
    table = PokerTable(Device.SHOE, 9, Cents(1_00), Cents(40_00), Cents(400_00))
    _, state = advance(BOOK, open_table(table, PLAYERS, 1, first_orbit=False), StartRound())
    assert cards_due(BOOK, state) == 5
    return state


@pytest.mark.parametrize(
    ("cards", "cites"),
    [
        ((*DECK[:4], DECK[0]), ("2.2.1",)),
        ((*DECK[:4], Card("1s")), ("5.2.1",)),
        (DECK[:4], ()),
        (DECK[:6], ()),
    ],
)
def test_wrong_cards_are_refused(dealing: PokerState, cards: tuple[Card, ...], cites: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refusal:
        advance(BOOK, dealing, DealCards(cards))
    assert refusal.value.cites == cites


def test_no_card_comes_a_second_time_and_none_before_it_is_due(dealing: PokerState) -> None:
    _, dealt = advance(BOOK, dealing, DealCards(DECK[:5]))
    assert cards_due(BOOK, dealt) == 0
    with pytest.raises(Refused, match="no cards are due"):
        advance(BOOK, dealt, DealCards(DECK[5:6]))


def test_the_last_player_wins_even_during_the_deal() -> None:
    table = PokerTable(Device.SHOE, 9, Cents(1_00), Cents(40_00), Cents(400_00))
    three = {**PLAYERS, 3: ("Cho", Cents(200_00))}
    _, state = advance(BOOK, open_table(table, three, 1, first_orbit=False), StartRound())
    _, state = advance(BOOK, state, LeaveTable(1))
    assert cards_due(BOOK, state) == 7, "two are left, who wait for their cards"
    _, state = advance(BOOK, state, LeaveTable(2))
    assert state.round is not None and state.round.over
    assert state.seats[3].stack == 201_00


@pytest.mark.parametrize("book", ["poker@6", "poker@7"])
def test_more_rake_than_the_bound_is_unreadable(book: str) -> None:
    sign = '[table]\nsmall-blind = "1"\nrake-percent = "{}"\n[seats]\n1 = ["Ann", "200"]\n2 = ["Ben", "200"]\n'
    text = f'rulebook = "{book}"\n{sign}'
    read_poker_script(read_script(text.format("5")))
    with pytest.raises(Unreadable, match="at most 5 is allowed"):
        read_poker_script(read_script(text.format("5.01")))
