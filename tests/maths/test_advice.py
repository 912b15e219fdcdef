"""Advice to a box of a live round: what its player sees and has bet, and nothing else."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from croupier.base.errors import Unreadable
from croupier.numbers.maths.casino_stud.options import casino_stud_options
from croupier.numbers.maths.decisions.advice import advise
from croupier.numbers.maths.decisions.boxes import Box, box_at
from croupier.numbers.maths.holdem.options import holdem_options
from croupier.numbers.maths.three_card.options import three_card_options
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.commands import CloseBets, Look, MakeDecision, PlaceBet
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table, load
from croupier.rules.rulebook.model import Device, game_of

THREE, STUD, HOLDEM = "three-card-poker@3", "casino-stud@2", "progressive-holdem@6"
ANTE, SIDE = Cents(5_000), Cents(1_000)


def dealer(key: str, players: Mapping[int, str], bets: Sequence[Spot], looks: Sequence[int]) -> HouseDealer:
    limits = {spot: Limits(Cents(500), Cents(100_000)) for spot in bets}
    table = HouseTable(Device.SHUFFLER, limits, players)
    found = HouseDealer(
        HOUSE_GAMES[game_of(key)],
        at_the_table(key, Device.SHUFFLER),
        table,
        None,
        ShuffledDecks(seeded_chance(key)),
    )
    for box in players:
        for spot in bets:
            found.act(PlaceBet(box, spot, ANTE if spot is Spot.ANTE else SIDE))
    found.act(CloseBets())
    for box in looks:
        found.act(Look(box))
    return found


def test_three_card_two_boxes_of_one_player() -> None:
    table = dealer(THREE, {1: "Ann", 2: "Ann", 3: "Bob", 4: "Cho"}, (Spot.ANTE, Spot.PAIR_PLUS), (1, 3))
    book, boxes = table.book, table.round.boxes
    seen, blind = (box_at(book, table.round, number, Cents(100)) for number in (1, 2))
    assert (seen.hand, seen.seen, seen.others) == (boxes[1].cards, (), 2)
    assert (blind.hand, blind.seen, blind.bets) == ((), boxes[1].cards, {Spot.PAIR_PLUS: SIDE})
    stakes = {Spot.ANTE: ANTE, Spot.PAIR_PLUS: SIDE}
    assert advise(book, seen).options == three_card_options(book, boxes[1].cards, stakes, others=2)
    assert advise(book, blind).options == three_card_options(book, (), stakes, seen=boxes[1].cards)
    table.act(MakeDecision(3, Decision.FOLD))
    assert box_at(book, table.round, 1).others == 1, "who has folded brings no Envy Bonus"
    for number in (3, 5):
        with pytest.raises(Unreadable, match=f"box {number} has nothing to decide"):
            box_at(book, table.round, number)


def test_a_pair_plus_alone_decides_nothing() -> None:
    table = dealer(THREE, {1: "Ann"}, (Spot.ANTE, Spot.PAIR_PLUS), (1,))
    table.act(MakeDecision(1, Decision.PLAY))
    with pytest.raises(Unreadable, match="nothing to decide"):
        box_at(table.book, table.round, 1)
    with pytest.raises(Unreadable, match="R-18"):
        advise(load(THREE), Box(ante=Cents(0), bets={Spot.PAIR_PLUS: SIDE}))


def test_casino_stud_against_the_face_up_card() -> None:
    table = dealer(STUD, {1: "Ann", 2: "Bob"}, (Spot.ANTE,), (1,))
    box = box_at(table.book, table.round, 1)
    assert table.round.up is not None
    known = casino_stud_options(table.book, table.round.boxes[1].cards, table.round.up, {Spot.ANTE: ANTE})
    assert (box.up, advise(table.book, box).options) == ((table.round.up,), known)
    assert box_at(table.book, table.round, 2).hand == ()


def test_holdem_at_all_three_decisions() -> None:
    table = dealer(HOLDEM, {1: "Ann"}, (Spot.ANTE, Spot.BONUS), (1,))
    book, stakes, hole = table.book, {Spot.ANTE: ANTE, Spot.BONUS: SIDE}, table.round.boxes[1].cards
    for decision, cards in ((Decision.FLOP, 0), (Decision.TURN, 3), (Decision.RIVER, 4)):
        box = box_at(book, table.round, 1)
        assert (len(box.board), box.turn_bet) == (cards, decision is Decision.RIVER)
        known = holdem_options(book, hole, table.round.community[:cards], stakes, turn_bet=box.turn_bet)
        assert decision in known.values
        assert advise(book, box).options == known
        table.act(MakeDecision(1, decision))
    with pytest.raises(Unreadable, match="nothing to decide"):
        box_at(book, table.round, 1)


def test_costs_and_parts() -> None:
    found = advise(
        load(HOLDEM), Box(hand=(), ante=ANTE, bets={Spot.BONUS: SIDE, Spot.JACKPOT: Cents(500)}, meter=Cents(10**8))
    )
    options = found.options
    assert set(options.parts[Decision.FOLD]) == {"dealer", "bonus", "jackpot"}
    assert options.costs[options.best] == 0
    assert options.values == {decision: sum(parts.values()) for decision, parts in options.parts.items()}
    assert options.costs[Decision.FOLD] == options.values[Decision.FLOP] - options.values[Decision.FOLD] > Fraction(0)
    with pytest.raises(Unreadable, match="no advice for poker"):
        advise(load("poker@7"), Box())
