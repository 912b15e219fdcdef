"""Who may decide what at a poker table (R-101); a round file is always decided by somebody who may."""

import msgspec
import pytest

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.cards import seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.commands import Act, Incident, ReportIrregularity, Street
from croupier.rules.games.poker.table import PokerTable, Seat, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

PLAYER, DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER = (Actor(rank, rank.words) for rank in Rank)


def table_of(*before: cmd.PokerCommand, book: str = "poker@7") -> PokerDealer:
    table = PokerTable(Device.SHOE, 9, Cents(1_00), Cents(1_00), Cents(400_00))
    players = {seat: (f"Player-{seat}", Cents(100_00)) for seat in (1, 2, 3)}
    chance = seeded_chance("who decides")
    state = open_table(table, players, 3, first_orbit=False)
    dealer = PokerDealer(at_the_table(book, Device.SHOE), state, ShuffledDecks(chance))
    for command in before:
        dealer.act(command)
    return dealer


def flop(book: str = "poker@7") -> PokerDealer:
    called = [cmd.TakeAction(seat, act) for seat, act in ((3, Act.CALL), (1, Act.CALL), (2, Act.CHECK))]
    return table_of(cmd.StartRound(), *called, book=book)


def ruling(dealer: PokerDealer, report: ReportIrregularity) -> str:
    dealer.act(report)
    assert dealer.state.round is not None
    return dealer.state.round.incidents[-1].ruling


def refused(dealer: PokerDealer, command: cmd.PokerCommand) -> tuple[str, list[str]]:
    with pytest.raises(Refused) as refusal:
        dealer.act(command)
    return refusal.value.why, list(refusal.value.cites)


def test_a_pit_manager_ranks_between_supervisor_and_shift_manager() -> None:
    assert sorted(Rank) == [*Rank]
    assert Rank.PIT_SUPERVISOR < Rank.PIT_MANAGER < Rank.SHIFT_MANAGER


@pytest.mark.parametrize("book", ["poker@6", "poker@7"])
@pytest.mark.parametrize(
    ("report", "said"),
    [
        (ReportIrregularity(Incident.INTERRUPTION, DEALER), "void"),
        (ReportIrregularity(Incident.FOREIGN_CARD, DEALER), "void"),
        (ReportIrregularity(Incident.DECK_COUNT, DEALER), "void"),
        (ReportIrregularity(Incident.UNSHUFFLED, DEALER), "void"),
        (ReportIrregularity(Incident.EXPOSED, DEALER, cards=2), "void"),
        (ReportIrregularity(Incident.FACE_UP, DEALER), "discarded"),
        (ReportIrregularity(Incident.PLAYER_COUNT, DEALER, seat=1, reconstructable=True), "reconstructed"),
        (ReportIrregularity(Incident.HAND_LEFT_OUT, DEALER), "void"),
        (ReportIrregularity(Incident.EXTRA_HAND, DEALER, reconstructable=True), "reconstructed"),
        (ReportIrregularity(Incident.EARLY_CARD, DEALER, street=Street.TURN), "reshuffled"),
        (ReportIrregularity(Incident.TOO_MANY, DEALER, street=Street.FLOP), "reshuffled"),
    ],
    ids=lambda each: str(each.incident) if isinstance(each, ReportIrregularity) else "",
)
def test_where_the_paragraph_itself_decides_a_dealers_report_suffices(
    book: str, report: ReportIrregularity, said: str
) -> None:
    assert ruling(flop(book), report) == said


@pytest.mark.parametrize("street", [None, Street.DEAL, Street.FLOP])
def test_whether_a_deal_without_burn_can_be_put_right_is_for_the_house(street: Street | None) -> None:
    report = ReportIrregularity(Incident.NO_BURN, DEALER, street=street, reconstructable=True)
    why, cites = refused(flop(), report)
    assert "Pit Supervisor" in why
    assert cites == ["5.8" if street is Street.FLOP else "5.7", "R-101"]
    above = ReportIrregularity(Incident.NO_BURN, SUPERVISOR, street=street, reconstructable=True)
    assert ruling(flop(), above) == "reconstructed"


@pytest.mark.parametrize(("book", "paragraph"), [("poker@6", "5.14"), ("poker@7", "5.16")])
@pytest.mark.parametrize("incident", [Incident.OTHER, Incident.PLAYER_COUNT])
def test_what_no_paragraph_decides_waits_for_the_shift_manager(book: str, paragraph: str, incident: Incident) -> None:
    """Of the two a wrong number of cards that nobody has seen and that cannot be put right (R-72)."""
    for below in (DEALER, SUPERVISOR, PIT_MANAGER):
        why, cites = refused(flop(book), ReportIrregularity(incident, below, seat=1, void=True))
        assert "Shift Manager" in why
        assert (cites[0], cites[-1]) == (paragraph, "R-101")
    assert ruling(flop(book), ReportIrregularity(incident, SHIFT_MANAGER, seat=1, void=True)) == "void"


def test_a_player_reports_to_the_dealer() -> None:
    why, _ = refused(flop(), ReportIrregularity(Incident.FOREIGN_CARD, PLAYER))
    assert "Dealer" in why


def test_only_the_house_deems_a_player_gone() -> None:
    dealer = table_of()
    absent = Seat("Player-3", Cents(100_00), away=True, missed_turns=2)
    dealer.state = msgspec.structs.replace(dealer.state, seats={**dealer.state.seats, 3: absent})
    why, cites = refused(dealer, cmd.DeemGone(3, DEALER))
    assert "Pit Supervisor" in why
    assert cites == ["5.4.2", "R-38", "R-65", "R-101"]
    dealer.act(cmd.DeemGone(3, SUPERVISOR))
    assert 3 not in dealer.state.seats


def test_the_pit_supervisor_relocates_a_player() -> None:
    for by in (None, PLAYER, DEALER):
        why, cites = refused(table_of(), cmd.SitDown(5, "Eve", Cents(700_00), relocated=True, by=by))
        assert "Pit Supervisor" in why
        assert cites == ["5.4.1", "R-101", "R-109"]
    dealer = table_of(cmd.SitDown(5, "Eve", Cents(700_00), relocated=True, by=SUPERVISOR))
    assert dealer.state.seats[5].relocated
