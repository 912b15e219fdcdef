"""Showdowns to pay: pots and side pots with all hands turned up, before rake and shares."""

import random
from collections.abc import Sequence

from croupier.base.actors import Viewer
from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.floor.training.arranged_deck import order
from croupier.floor.training.settings import names
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.players.poker import at_random, caller
from croupier.rules.cards import DECK, Card
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import PokerCommand, Settle, StartRound
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.table import SETTLING, PokerState, PokerTable, open_table
from croupier.rules.games.poker.view import view
from croupier.rules.games.reconstruction import Place
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device
from croupier.rulings_desk.example_tables import MOST_SEATS

SMALL_BLINDS = tuple(map(cents, ("1", "2", "5")))
CAPS = (None, cents("10"), cents("25"))
RAKES = (300, 400, 500, 500)
"""In basis points."""
ACTS = 400
"""More acts than any round has."""


class Showdown(Value):
    """Before the payments and after them."""

    book: str
    device: Device
    before: PokerState
    after: PokerState
    cites: tuple[Citation, ...]


def showdown(book: str, device: Device, chance: random.Random) -> Showdown:
    """Plays rounds until one ends with hands turned up and something to compute."""
    while True:
        found = _played(book, device, chance)
        if found is not None:
            return found


def _played(book: str, device: Device, chance: random.Random) -> Showdown | None:
    at_table = at_the_table(book, device)
    seats = sorted(chance.sample(range(1, MOST_SEATS + 1), chance.choice((3, 4, 4, 5))))
    small = chance.choice(SMALL_BLINDS)
    table = PokerTable(
        device,
        MOST_SEATS,
        small,
        Cents(40 * small),
        Cents(400 * small),
        rake_basis_points=chance.choice(RAKES),
        rake_cap=chance.choice(CAPS),
        settles_by_hand=True,
    )
    called = names(chance, len(seats))
    stacks = {seat: (name, Cents(small * chance.randrange(40, 160))) for seat, name in zip(seats, called, strict=True)}
    button = chance.choice(seats)
    place = seats.index(button) + 1
    clockwise = seats[place:] + seats[:place]
    deck = order(book, device, clockwise, _wishes(clockwise, chance), chance)
    state = open_table(table, stacks, button, first_orbit=False)
    dealer = PokerDealer(at_table, state, ShuffledDecks(chance, deck))
    events = list(dealer.act(StartRound()))
    for _ in range(ACTS):
        round_ = dealer.state.round
        assert round_ is not None
        if round_.turn is None:
            break
        events += dealer.act(_act(dealer.state, round_.turn, chance))
    before = dealer.state
    assert before.round is not None and before.round.phase is SETTLING
    if len(before.round.live()) < 2:
        return None
    events += dealer.act(Settle())
    after = dealer.state
    assert after.round is not None
    worth_it = len(after.round.pots) > 1 or any(len(pot.won) > 1 for pot in after.round.pots) or after.round.uncalled
    return Showdown(book, device, before, after, _cited(events)) if worth_it else None


def _act(state: PokerState, seat: int, chance: random.Random) -> PokerCommand:
    seen = view(state, Viewer(state.seats[seat].player))
    command = (at_random if chance.randrange(3) == 0 else caller)(seen, chance)
    assert command is not None, "it is their turn"
    return command


def _wishes(seats: Sequence[int], chance: random.Random) -> dict[Place, Sequence[Card]]:
    """Sometimes two hands of the same ranks, which will share."""
    if chance.randrange(2):
        return {}
    one, two = chance.sample(list(seats), 2)
    ranks = chance.sample("23456789TJQKA", 2)
    suits = {rank: chance.sample("cdhs", 2) for rank in ranks}
    first, second = ([Card(rank + suits[rank][which]) for rank in ranks] for which in (0, 1))
    assert {*first, *second} <= set(DECK)
    return {one: first, two: second}


def _cited(events: Sequence[PokerEvent]) -> tuple[Citation, ...]:
    found: dict[Citation, None] = {}
    for event in events:
        match event:
            case ev.BetReturned() | ev.HandShown():
                found |= dict.fromkeys(event.cites)
            case ev.PotsGivenOut():
                found |= dict.fromkeys(cite for pot in event.pots for cite in pot.cites)
    return tuple(found)
