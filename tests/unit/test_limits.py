"""Each limit at the limit: the last that is taken, and the first that is refused. None of them cites a paragraph."""

from collections.abc import Callable
from typing import Any

import pytest

from croupier.base import limits
from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused, Unreadable
from croupier.base.toml_text import read_toml
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.following import jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.histories.phh import read_phh
from croupier.rounds.roundfile.house_script import read_house_script
from croupier.rounds.roundfile.poker_script import read_poker_script
from croupier.rounds.roundfile.read import Script, read_script
from croupier.rules.cards import seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import check_name
from croupier.rules.games.house import commands as house
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits, Policy
from croupier.rules.games.poker import commands as poker
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.events import ShoeReshuffled
from croupier.rules.games.poker.table import PokerTable, open_table
from croupier.rules.money import Cents, cents, dollars, fraction
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

SHIFT_MANAGER = Actor(Rank.SHIFT_MANAGER, "the Shift Manager")
DOWN, UP = house.Incident.JACKPOT_DOWN, house.Incident.JACKPOT_UP


def house_desk() -> HouseDealer:
    table = HouseTable(
        device=Device.SHOE,
        limits={Spot.ANTE: Limits(Cents(1), Cents(limits.MOST_CENTS))},
        players={1: "Ann", 2: "Ben"},
        jackpot_bet=Cents(5_00),
    )
    jackpot = jackpot_at(displayed=Cents(1000_00), reset=Cents(1000_00), contribution=fraction("0.60"))
    book, decks = at_the_table("three-card-poker@3", Device.SHOE), ShuffledDecks(seeded_chance("limits"))
    return HouseDealer(HOUSE_GAMES["three-card-poker"], book, table, jackpot, decks)


def poker_desk() -> PokerDealer:
    table = PokerTable(Device.SHOE, 9, Cents(1_00), Cents(40_00), Cents(400_00))
    state = open_table(table, {seat: (f"P{seat}", Cents(400_00)) for seat in (1, 2, 3)}, 1, first_orbit=False)
    return PokerDealer(at_the_table("poker@7", Device.SHOE), state, ShuffledDecks(seeded_chance("limits")))


def refused(act: Callable[[Any], object], command: object) -> str:
    with pytest.raises(Refused) as refusal:
        act(command)
    assert not refusal.value.cites
    return refusal.value.why


# --- A round --------------------------------------------------------------------------------------------------


def test_bets_on_a_box() -> None:
    dealer = house_desk()
    ante, take_back = house.PlaceBet(1, Spot.ANTE, Cents(10_00)), house.WithdrawBet(1, Spot.ANTE)
    for number in range(limits.BETS_ON_A_BOX):
        dealer.act(ante)
        if number % 2:
            dealer.act(take_back)
    assert refused(dealer.act, ante) == "box 1 has reached the limit of 25000 bets in this round"
    dealer.act(house.FreeBox(1))
    dealer.act(house.TakeBox(1, "Cid"))
    assert "the limit of 25000 bets" in refused(dealer.act, ante)
    dealer.act(house.PlaceBet(2, Spot.ANTE, Cents(10_00)))
    dealer.act(house.CloseBets())
    dealer.act(house.MakeDecision(2, Decision.FOLD))
    dealer.act(house.OpenRound())
    dealer.act(ante)


def test_a_bet_below_the_minimum_can_be_withdrawn_at_the_limit() -> None:
    dealer = house_desk()
    for _ in range(limits.BETS_ON_A_BOX):
        dealer.act(house.PlaceBet(1, Spot.ANTE, Cents(1)))
    dealer.act(house.WithdrawBet(1, Spot.ANTE))


@pytest.mark.parametrize("unnoticed", [False, True])
def test_a_bet_adds_up_to_one_amount(unnoticed: bool) -> None:
    dealer = house_desk()
    dealer.act(house.PlaceBet(1, Spot.ANTE, Cents(limits.MOST_CENTS), unnoticed))
    more = house.PlaceBet(1, Spot.ANTE, Cents(1), unnoticed)
    assert refused(dealer.act, more) == "a bet can be at most 9999999999999.99; place less"


def test_a_bet_with_a_decision_is_one_amount() -> None:
    dealer = house_desk()
    dealer.act(house.PlaceBet(1, Spot.ANTE, Cents(10_00)))
    dealer.act(house.CloseBets())
    play = house.MakeDecision(1, Decision.PLAY, Cents(limits.MOST_CENTS + 1))
    assert refused(dealer.act, play) == "a bet can be at most 9999999999999.99; place less"
    dealer.act(house.MakeDecision(1, Decision.PLAY, Cents(limits.MOST_CENTS)))


def test_incidents_of_a_round() -> None:
    dealer = house_desk()
    dealer.act(house.PlaceBet(1, Spot.ANTE, Cents(10_00)))
    dealer.act(house.CloseBets())
    goes_on = house.ReportIrregularity(house.Incident.OTHER, SHIFT_MANAGER)
    for _ in range(limits.INCIDENTS):
        dealer.act(goes_on)
    heard = "this round has reached the limit of 1000 incidents; only a void can still be reported"
    assert refused(dealer.act, goes_on) == heard
    dealer.act(house.ReportIrregularity(DOWN, SHIFT_MANAGER, policy=Policy.WITHOUT_JACKPOT))
    dealer.act(house.ReportIrregularity(house.Incident.OTHER, SHIFT_MANAGER, void=True))
    for _ in range(limits.LAST_INCIDENTS - 2):
        dealer.act(house.ReportIrregularity(UP, SHIFT_MANAGER))
    assert "1020 incidents" in refused(dealer.act, house.ReportIrregularity(UP, SHIFT_MANAGER))
    dealer.act(house.OpenRound())
    dealer.act(goes_on)


def test_incidents_at_poker() -> None:
    dealer = poker_desk()
    dealer.act(poker.StartRound())
    goes_on = poker.ReportIrregularity(poker.Incident.OTHER, SHIFT_MANAGER)
    for _ in range(limits.INCIDENTS):
        dealer.act(goes_on)
    assert "the limit of 1000 incidents" in refused(dealer.act, goes_on)
    dealer.act(poker.ReportIrregularity(poker.Incident.OTHER, SHIFT_MANAGER, void=True))
    assert not dealer.state.playing


def test_reshuffles_are_incidents() -> None:
    """Each street that comes too early is an incident, so that there are no more reshuffles than those."""
    dealer = poker_desk()
    dealer.act(poker.StartRound())
    early = poker.ReportIrregularity(poker.Incident.EARLY_CARD, SHIFT_MANAGER, street=poker.Street.FLOP)
    for number in range(limits.INCIDENTS):
        assert any(isinstance(event, ShoeReshuffled) for event in dealer.act(early))
        assert dealer.state.round is not None and len(dealer.state.round.incidents) == number + 1
    assert "the limit of 1000 incidents" in refused(dealer.act, early)


def test_attempts_out_of_turn() -> None:
    dealer = poker_desk()
    dealer.act(poker.StartRound())
    assert dealer.state.round is not None and dealer.state.round.turn == 1
    early = poker.ActOutOfTurn(2, Act.CALL)
    for _ in range(limits.OUT_OF_TURN):
        dealer.act(early)
    assert refused(dealer.act, early) == "seat 2 has acted out of turn 1000 times in this round; wait for your turn"
    dealer.act(poker.ActOutOfTurn(3, Act.CHECK))


def test_players_of_a_day() -> None:
    dealer = poker_desk()
    for number in range(limits.PLAYERS_A_DAY):
        dealer.act(poker.SitDown(5, f"guest-{number}", Cents(400_00)))
        dealer.act(poker.LeaveTable(5))
    whole_day = "2000 players have left this table today; nobody else can sit down until the day ends"
    assert refused(dealer.act, poker.SitDown(5, "one more", Cents(400_00))) == whole_day
    dealer.act(poker.SitDown(5, "guest-0", Cents(400_00)))


def test_reasons() -> None:
    dealer = house_desk()
    longest = "x" * limits.LONGEST_REASON
    dealer.act(house.ReportIrregularity(house.Incident.OTHER, SHIFT_MANAGER, reason=longest))
    too_long = house.ReportIrregularity(house.Incident.OTHER, SHIFT_MANAGER, reason=longest + "x")
    assert refused(dealer.act, too_long) == "a reason can have at most 500 characters; this one has 501"
    table = poker_desk()
    table.act(poker.StartRound())
    table.act(poker.ReportIrregularity(poker.Incident.OTHER, SHIFT_MANAGER, reason=longest))
    refused(table.act, poker.ReportIrregularity(poker.Incident.OTHER, SHIFT_MANAGER, reason=longest + "x"))


# --- Names and amounts ----------------------------------------------------------------------------------------


def test_names() -> None:
    longest = "N" * limits.LONGEST_NAME
    check_name(longest)
    dealer = poker_desk()
    dealer.act(poker.SitDown(5, longest, Cents(400_00)))
    why = "a player's name must have 1 to 64 printable characters"
    assert refused(dealer.act, poker.SitDown(6, longest + "N", Cents(400_00))) == why
    assert refused(dealer.act, poker.SitDown(6, " ", Cents(400_00))) == why
    assert refused(dealer.act, poker.SitDown(6, "a\nb", Cents(400_00))) == why


def test_amounts() -> None:
    assert cents("9999999999999.99") == limits.MOST_CENTS
    assert cents("0" * 27 + "9999999999999") == 999_999_999_999_900
    with pytest.raises(
        ValueError, match=r"10000000000000 is more than any table takes; write at most 9999999999999\.99"
    ):
        cents("10000000000000")
    assert dollars(limits.MOST_CENTS) == "9999999999999.99"


# --- Files ----------------------------------------------------------------------------------------------------

HOUSE = 'rulebook = "three-card-poker@3"\n[table]\nante = ["10", "1000"]\n[boxes]\n1 = "Ann"\n'
POKER = 'rulebook = "poker@7"\n[table]\nsmall-blind = "1"\n[seats]\n1 = ["Ann", "200"]\n2 = ["Ben", "200"]\n'


def unreadable(read: Callable[[Any], object], what: object) -> str:
    with pytest.raises(Unreadable) as error:
        read(what)
    return str(error.value)


def saying(text: str, *actions: str) -> Script:
    script = read_script(text)
    return Script(script.book, script.device, (), actions, script.table, script.sections)


def test_actions_of_a_file() -> None:
    assert len(read_script(f"actions = {['close'] * limits.ACTIONS}\n{HOUSE}").actions) == limits.ACTIONS
    told = unreadable(read_script, f"actions = {['close'] * (limits.ACTIONS + 1)}\n{HOUSE}")
    assert told == "actions: a file has at most 250,000, this one has 250,001"


def test_rounds_of_a_file() -> None:
    read_house_script(saying(HOUSE, *["next"] * (limits.ROUNDS - 1)))
    told = unreadable(read_house_script, saying(HOUSE, *["next"] * limits.ROUNDS))
    assert told == "actions: a file has at most 25,000 rounds, this one has 25,001"
    read_poker_script(saying(POKER, *["start"] * limits.ROUNDS))
    assert "at most 25,000 rounds" in unreadable(read_poker_script, saying(POKER, *["start"] * (limits.ROUNDS + 1)))


def test_names_in_a_file() -> None:
    longest = "N" * limits.LONGEST_NAME
    for text, read in ((HOUSE, read_house_script), (POKER, read_poker_script)):
        read(read_script(text.replace("Ann", longest)))
        assert "1 to 64 printable characters" in unreadable(read, read_script(text.replace("Ann", longest + "N")))


def test_bytes_of_a_file() -> None:
    padding = "#" * (limits.FILE_BYTES - len(HOUSE))
    read_script(HOUSE + padding)
    for more in ("#", "é"):
        told = unreadable(read_script, HOUSE + padding[len(more) :] + more * 2)
        assert told == "the file cannot be read as TOML: it has more than 8,000,000 bytes"


@pytest.mark.parametrize("part", ["a", '"a"', "'a'", '"."'])
@pytest.mark.parametrize("dot", [".", " . ", "\t."])
@pytest.mark.parametrize("around", ["{} = 1", "[{}]", "[[{}]]", "x = {{ {} = 1 }}"])
def test_parts_of_a_key(part: str, dot: str, around: str) -> None:
    read_toml(around.format(dot.join([part] * limits.PARTS_OF_A_KEY)))
    for parts in (limits.PARTS_OF_A_KEY + 1, 50_000):
        with pytest.raises(ValueError, match="the dotted key in line 2 has more than 16 parts"):
            read_toml("\n" + around.format(dot.join([part] * parts)))


def test_parts_of_a_key_in_a_history() -> None:
    (found,) = read_phh(".".join(["a"] * 50_000) + " = 1")
    assert "the dotted key in line 1 has more than 16 parts" in str(found)


@pytest.mark.parametrize("action", ["{} ante 10", "1 {}", "incident {}", "incident exposed {}", "1 ante {}"])
def test_explanations_are_short(action: str) -> None:
    """However long the nonsense, what is said about it is not."""
    told = unreadable(read_house_script, saying(HOUSE, action.format("x" * 100_000)))
    assert len(told) < 600


def test_the_message_about_an_unknown_key_is_short() -> None:
    assert len(unreadable(read_script, f"{'k' * 100_000} = 1\n{HOUSE}")) < 300
