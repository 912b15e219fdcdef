"""Cards that a device reads: what is said of a hand that went on as it was dealt tells nothing about hidden hands."""

import pytest

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import parse_cards, seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits, Phase
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

BOSS = Actor(Rank.SHIFT_MANAGER, "the Shift Manager")
ANN, BEN, DEALER = parse_cards("As Ks Qs"), parse_cards("2d 3d 5h"), parse_cards("Qd 7c 2h")
SHOE = parse_cards("2c As 2d Qd Ks 3d 7c Qs 5h 2h")


def went_on_as_dealt() -> HouseDealer:
    """Box 2 has folded, and its hand lies face down; the table waits for the payments."""
    sign = {Spot.ANTE: Limits(Cents(10_00), Cents(1000_00))}
    table = HouseTable(Device.SHOE, sign, {1: "Ann", 2: "Ben"}, settles_by_hand=True, cards=Faces.READER)
    book = at_the_table("three-card-poker@3", Device.SHOE)
    read = HouseDealer(HOUSE_GAMES["three-card-poker"], book, table, None, ShuffledDecks(seeded_chance(1), SHOE))
    read.act(cmd.PlaceBet(1, Spot.ANTE, Cents(10_00)))
    read.act(cmd.PlaceBet(2, Spot.ANTE, Cents(10_00)))
    read.act(cmd.CloseBets())
    read.act(cmd.DealCards(SHOE))
    read.act(cmd.ReportIrregularity(cmd.Incident.DEALING_ERROR, BOSS))
    for command in (
        cmd.Choose(1, cmd.Choice.CONTINUE),
        cmd.Choose(2, cmd.Choice.CONTINUE),
        cmd.MakeDecision(2, Decision.FOLD),
        cmd.MakeDecision(1, Decision.PLAY),
    ):
        read.act(command)
    assert read.round.phase is Phase.SETTLING
    assert (read.round.boxes[1].cards, read.round.boxes[2].cards, read.round.dealer) == (ANN, BEN, DEALER)
    return read


def refusal(table: HouseDealer, *cards: str) -> str:
    with pytest.raises(Refused) as refused:
        table.act(cmd.NameCards(cmd.Of.HAND, parse_cards(" ".join(cards)), 1))
    assert refused.value.tells_cards, "a dealer who only reports it is not told so"
    return refused.value.why


def test_the_refusal_of_a_card_that_is_elsewhere_does_not_name_it() -> None:
    """A report that names one of the dealer's open cards is refused, wherever the other card is."""
    table = went_on_as_dealt()
    hidden, nowhere = refusal(table, "5h", "Qd", "As"), refusal(table, "6h", "Qd", "As")
    assert hidden == nowhere
    assert "one of these cards is elsewhere" in hidden
    table.act(cmd.NameCards(cmd.Of.HAND, parse_cards("As Ks 6h"), 1))
    assert set(table.round.boxes[1].cards) == set(parse_cards("As Ks 6h"))
