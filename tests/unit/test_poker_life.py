"""Between the rounds of a poker table: opened, a changed sign, suspended, the day's end, closed."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from croupier.base.actors import Actor, Rank
from croupier.base.citation import printed
from croupier.base.errors import Refused, Unreadable
from croupier.base.limits import LONGEST_NAME, LONGEST_REASON
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.cards import DECK, Card, Deck, seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import Act, Incident, ReportIrregularity, Street
from croupier.rules.games.poker.life import MOST
from croupier.rules.games.poker.machine import advance, decide
from croupier.rules.games.poker.table import Phase, PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

BOOK = at_the_table("poker@7", Device.SHOE)
BOSS = Actor(Rank.SHIFT_MANAGER, "the Shift Manager")
SIGN = PokerTable(Device.SHOE, 9, Cents(1_00), Cents(40_00), Cents(400_00))
SEATS = {1: ("Ann", Cents(200_00)), 2: ("Ben", Cents(200_00)), 4: ("Cyd", Cents(200_00))}


def dealer(*commands: cmd.PokerCommand, book: str = "poker@7") -> PokerDealer:
    state = open_table(SIGN, SEATS, 1, first_orbit=False)
    opened = PokerDealer(at_the_table(book, Device.SHOE), state, ShuffledDecks(seeded_chance("life")))
    for command in commands:
        opened.act(command)
    return opened


def refused(table: PokerDealer, command: cmd.PokerCommand, why: str, *cites: str) -> None:
    before, deck = table.state, table.deck
    with pytest.raises(Refused, match=why) as refusal:
        table.act(command)
    assert printed(refusal.value.cites) == list(cites)
    assert table.state is before
    assert table.deck is deck


def phase(table: PokerDealer) -> Phase:
    assert table.state.round is not None
    return table.state.round.phase


def to_act(table: PokerDealer) -> int:
    assert table.state.round is not None and table.state.round.turn is not None
    return table.state.round.turn


def fold(table: PokerDealer) -> None:
    while table.state.playing:
        table.act(cmd.TakeAction(to_act(table), Act.FOLD))


def test_a_table_is_opened_by_an_event() -> None:
    events, state = advance(BOOK, None, cmd.OpenTable(SIGN, SEATS, 2))
    assert events == (ev.TableOpened(SIGN, SEATS, 2, first_orbit=True),)
    assert state == open_table(SIGN, SEATS, 2, first_orbit=True)
    with pytest.raises(Refused, match="already open"):
        decide(BOOK, state, cmd.OpenTable(SIGN, SEATS, 2))


@pytest.mark.parametrize(
    ("opening", "why"),
    [
        (cmd.OpenTable(replace(SIGN, seats=1), {}, 1), "2 to 21 seats"),
        (cmd.OpenTable(replace(SIGN, seats=22), {}, 1), "2 to 21 seats"),
        (cmd.OpenTable(replace(SIGN, small_blind=Cents(0)), {}, 1), "must be more than 0"),
        (cmd.OpenTable(replace(SIGN, stake_high=Cents(MOST + 1)), {}, 1), "at most"),
        (cmd.OpenTable(replace(SIGN, stake_low=Cents(500_00)), {}, 1), "must not be above"),
        (cmd.OpenTable(replace(SIGN, stake_low=Cents(-1)), {}, 1), "must not be above"),
        (cmd.OpenTable(replace(SIGN, rake_basis_points=-1), {}, 1), "0 to 5 % of the pot"),
        (cmd.OpenTable(replace(SIGN, rake_cap=Cents(-1)), {}, 1), "its cap not below 0"),
        (cmd.OpenTable(SIGN, {0: ("Ann", Cents(1))}, 1), "seats are numbered 1 to 9"),
        (cmd.OpenTable(SIGN, {}, 0), "the button must be"),
        (cmd.OpenTable(replace(SIGN, rake_basis_points=5_01), {}, 1), "0 to 5 % of the pot"),
        (cmd.OpenTable(SIGN, {10: ("Ann", Cents(1))}, 1), "seats are numbered 1 to 9"),
        (cmd.OpenTable(SIGN, {1: ("A" * (LONGEST_NAME + 1), Cents(1))}, 1), "name must have 1 to"),
        (cmd.OpenTable(SIGN, {1: ("Ann", Cents(-1))}, 1), "a stack must be 0"),
        (cmd.OpenTable(SIGN, {1: ("Ann", Cents(1)), 2: ("Ann", Cents(1))}, 1), "one seat"),
        (cmd.OpenTable(SIGN, {}, 10), "the button must be"),
    ],
)
def test_an_impossible_table_is_not_opened(opening: cmd.OpenTable, why: str) -> None:
    with pytest.raises(Refused, match=why):
        decide(BOOK, None, opening)


def test_a_changed_sign_keeps_the_rake_within_the_documents_bound() -> None:
    table = dealer()
    refused(table, cmd.ChangeSign(replace(SIGN, rake_basis_points=5_01)), "0 to 5 % of the pot", "4.1")
    table.act(cmd.ChangeSign(replace(SIGN, rake_basis_points=5_00)))


def test_a_table_at_the_limits_opens() -> None:
    sign = replace(SIGN, seats=21, stake_high=MOST, small_blind=MOST, rake_basis_points=5_00)
    assert decide(BOOK, None, cmd.OpenTable(sign, {21: ("A" * LONGEST_NAME, MOST)}, 21))
    free = replace(SIGN, stake_low=Cents(0), stake_high=Cents(0), rake_basis_points=0, rake_cap=Cents(0))
    assert decide(BOOK, None, cmd.OpenTable(free, {1: ("Ann", Cents(0))}, 1))


def test_a_changed_sign_counts_from_the_next_round() -> None:
    dear = replace(SIGN, small_blind=Cents(2_00))
    table = dealer(cmd.StartRound(), cmd.ChangeSign(dear))
    assert table.state.table == SIGN
    fold(table)
    assert table.state.table == dear
    table.act(cmd.StartRound())
    assert table.state.round is not None
    assert max(table.state.round.posts.values()) == 4_00
    table.act(cmd.ChangeSign(SIGN))
    table.act(ReportIrregularity(Incident.FOREIGN_CARD, BOSS))
    assert table.state.table == SIGN


def test_a_sign_leaves_seats_and_chips_as_they_are() -> None:
    refused(dealer(), cmd.ChangeSign(replace(SIGN, seats=3)), "seat 4 is taken")
    refused(dealer(), cmd.ChangeSign(replace(SIGN, chip=Cents(5_00))), "another table")


def test_a_suspended_table_hears_incidents_only() -> None:
    table = dealer(cmd.StartRound(), cmd.SuspendTable("a dispute"))
    assert table.state.round is not None and table.state.round.turn is not None
    for command in (cmd.TakeAction(table.state.round.turn, Act.FOLD), cmd.LeaveTable(1), cmd.EndDay()):
        refused(table, command, "the table waits: a dispute")
    table.act(ReportIrregularity(Incident.FACE_UP, BOSS))
    assert phase(table) is Phase.DEALING, "the card comes when the table goes on"
    table.act(cmd.ResumeTable())
    assert phase(table) is Phase.BETTING
    assert table.state.round.discarded
    refused(table, cmd.ResumeTable(), "not suspended")
    fold(table)


@pytest.mark.parametrize("why", ["", " ", "x" * (LONGEST_REASON + 1)])
def test_a_suspension_has_a_reason(why: str) -> None:
    refused(dealer(), cmd.SuspendTable(why), "give a reason")
    assert dealer(cmd.SuspendTable("x" * LONGEST_REASON)).state.suspended


def test_the_end_of_the_day_forgets_what_players_left_with() -> None:
    table = dealer(cmd.LeaveTable(4))
    refused(table, cmd.SitDown(4, "Cyd", Cents(100_00)), "at least that", "3.6.2", "R-65")
    table.act(cmd.EndDay())
    table.act(cmd.SitDown(4, "Cyd", Cents(100_00)))
    table.act(cmd.StartRound())
    refused(table, cmd.EndDay(), "end the day when it is over", "1.36")


def test_a_closed_table_has_paid_everybody_out() -> None:
    table = dealer(cmd.StartRound())
    refused(table, cmd.CloseTable(), "close the table when it is over", "1.36")
    fold(table)
    events = table.act(cmd.CloseTable())
    assert sum(event.stack for event in events if isinstance(event, ev.PlayerLeft)) == 600_00
    assert not table.state.seats
    for command in (cmd.StartRound(), cmd.SitDown(1, "Ann", Cents(100_00)), cmd.ResumeTable(), cmd.CloseTable()):
        refused(table, command, "the table is closed")


# --- Decks ----------------------------------------------------------------------------------------------------


class Listed:
    """Whole decks in the order of the deck, and what was left of them after a reshuffle."""

    def __init__(self) -> None:
        self.left: Sequence[Card] = ()

    def next_deck(self) -> Deck:
        return Deck(DECK)

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        self.left = before.cards[drawn:]
        return Deck((*listed, *(card for card in rest if card not in listed)))


def test_a_reshuffled_shoe_begins_a_deck_with_the_cards_left() -> None:
    decks = Listed()
    table = PokerDealer(BOOK, open_table(SIGN, SEATS, 1, first_orbit=False), decks)
    table.act(cmd.StartRound())
    early = ReportIrregularity(Incident.EARLY_CARD, BOSS, street=Street.FLOP, shoe=(DECK[51],))
    before = table.state.round
    assert before is not None
    with pytest.raises(Unreadable, match=f"names {before.dealt[0]}, which is not in the shoe"):
        table.act(replace(early, shoe=before.dealt[:1]))
    assert table.state.round is before, "what cannot be read changes nothing"
    table.act(early)
    assert decks.left == DECK[len(before.dealt) :]
    assert table.drawn == 0
    for act in (Act.CALL, Act.CALL, Act.CHECK):
        table.act(cmd.TakeAction(to_act(table), act))
    assert table.state.round is not None
    assert table.state.round.burnt[-1] == DECK[51]
    assert table.drawn == 4


def test_cards_that_wait_for_somebody_to_deal_them_are_dealt_when_they_are_due() -> None:
    state = open_table(SIGN, SEATS, 1, first_orbit=False)
    table = PokerDealer(BOOK, state, ShuffledDecks(seeded_chance("life")), deals_by_hand=True)
    with pytest.raises(Refused, match="no cards are due") as refusal:
        table.deal()
    assert refusal.value.cites == (BOOK.cite(Poker.HOLE_CARDS_DEALT),)
    table.act(cmd.StartRound())
    assert phase(table) is Phase.DEALING
    table.deal()
    assert phase(table) is Phase.BETTING
    with pytest.raises(Refused, match=r"no cards are due$"):
        table.deal()


@pytest.mark.parametrize("stack, is_short", [(Cents(1_99), True), (Cents(2_00), False), (Cents(2_01), False)])
def test_only_a_stack_below_the_blind_posts_a_short_one(stack: Cents, is_short: bool) -> None:
    state = open_table(SIGN, {1: SEATS[1], 2: SEATS[2], 4: ("Cyd", stack)}, 1, first_orbit=False)
    events, _ = advance(BOOK, state, cmd.StartRound())
    (big,) = [event for event in events if isinstance(event, ev.BlindPosted) and event.seat == 4]
    assert big.live == min(stack, SIGN.big_blind)
    assert ("R-31" in printed(big.cites)) is is_short
