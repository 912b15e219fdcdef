"""Layouts to pay at a house-banked table: everything is turned up and decided, and the dealer is about to pay."""

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.floor.training.arranged_deck import order
from croupier.floor.training.layout_cards import best_hand, wishes
from croupier.floor.training.layout_play import played
from croupier.floor.training.linked_desk import LinkedDesk
from croupier.floor.training.settings import JACKPOT_BET, SMALL_TABLE, names
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.following import FloorEvent, Jackpot, jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.commands import Settle
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState, HouseTable, Limits
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook

BOXES = (2, 3, 3, 3, 4)
LIMITS = tuple(Limits(cents(low), cents(high)) for low, high in (("5", "500"), ("10", "1000"), ("25", "2000")))
METERS = tuple(map(cents, ("61234.50", "125000", "248713.20")))
RESET = cents("50000")
FEEDS = Fraction("0.60")
LINKED_IN = 12
"""One layout in this many has a winner that another table's winner precedes."""


class HouseLayout(Value):
    """Before the payments and after them."""

    book: str
    device: Device
    before: HouseState
    after: HouseState
    meter: Cents
    """As displayed when the first claim's turn came."""
    cites: tuple[Citation, ...]
    """The citations of every line and award, and of the close."""
    across: bool = False
    """A hand at another table of the link was dealt before, and is paid first."""


def house_layout(book: str, device: Device, chance: random.Random) -> HouseLayout:
    at_table = at_the_table(book, device)
    if chance.randrange(LINKED_IN) == 0:
        return _behind_another(at_table, device, chance)
    game, table = HOUSE_GAMES[at_table.game], _sign(at_table, device, chance)
    boxes = list(table.players)
    deck = order(book, device, boxes, wishes(game, at_table, boxes, chance), chance)
    dealer = HouseDealer(game, at_table, table, _jackpot(chance), ShuffledDecks(chance, deck))
    closed = played(dealer, chance)
    before, meter = dealer.state, dealer.displayed
    assert meter is not None
    events = dealer.act(Settle())
    return HouseLayout(book, device, before, dealer.state, meter, _cited((*closed, *events)))


def _behind_another(book: Rulebook, device: Device, chance: random.Random) -> HouseLayout:
    """Somebody here and somebody at another table have won the whole meter; the hand there was dealt first."""
    game, table = HOUSE_GAMES[book.game], _sign(book, device, chance)
    boxes = list(table.players)
    best = best_hand(game, book, boxes[0])
    here, there = (order(book.key, device, each, best, chance) for each in (boxes, boxes[:1]))
    dealer = LinkedDesk(game, book, table, _jackpot(chance), (here, there), boxes[0])
    dealer.deal_there()
    closed = played(dealer, chance, stays=boxes[0])
    before = dealer.state
    events = (*dealer.act(Settle()), *dealer.settle_there())
    (paid,) = (event for event in events if isinstance(event, ev.JackpotPaid))
    assert paid.meter is not None
    return HouseLayout(book.key, device, before, dealer.state, paid.meter, _cited((*closed, *events)), across=True)


def _sign(book: Rulebook, device: Device, chance: random.Random) -> HouseTable:
    game = HOUSE_GAMES[book.game]
    most = min(SMALL_TABLE, game.most_boxes[device])
    boxes = sorted(chance.sample(range(1, most + 1), min(most, chance.choice(BOXES))))
    limits = chance.choice(LIMITS)
    return HouseTable(
        device=device,
        limits={spot: limits for spot in game.bets_in(book) if spot is not Spot.JACKPOT},
        players=dict(zip(boxes, names(chance, len(boxes)), strict=True)),
        jackpot_bet=JACKPOT_BET,
        places=most,
        settles_by_hand=True,
    )


def _jackpot(chance: random.Random) -> Jackpot:
    return jackpot_at(displayed=chance.choice(METERS), reset=RESET, contribution=FEEDS)


def _cited(events: Sequence[FloorEvent]) -> tuple[Citation, ...]:
    found: dict[Citation, None] = {}
    for event in events:
        match event:
            case ev.BetsClosed():
                found |= dict.fromkeys(event.cites)
            case ev.RoundSettled():
                for box in event.boxes.values():
                    found |= dict.fromkeys(cite for line in box.lines for cite in line.cites)
                    found |= dict.fromkeys(cite for award in box.awards for cite in award.cites)
            case ev.JackpotPaid():
                found |= dict.fromkeys(event.line.cites)
    return tuple(found)


def spots(book: Rulebook, state: HouseState) -> Iterator[tuple[int, str, Cents | None]]:
    """Every spot to ask about: each bet, and each award that a box could win, won or not."""
    game = HOUSE_GAMES[book.game]
    decided = [move.spot for move in game.decisions.values() if move.spot is not None]
    order = [Spot.ANTE, *decided, *(spot for spot in game.spots if spot not in (Spot.ANTE, Spot.JACKPOT))]
    for number, box in state.round.boxes.items():
        for spot in (spot for spot in order if spot in box.bets):
            yield number, spot, box.bets[spot].amount
        for award, on in awards_known(book).items():
            if on in box.bets:
                yield number, award, None
        if Spot.JACKPOT in box.bets:
            yield number, Spot.JACKPOT, box.bets[Spot.JACKPOT].amount


def awards_known(book: Rulebook) -> Mapping[str, Spot]:
    """Awards of the pay tables that have no spot of their own, each with the bet that it needs."""
    known = {f"{spot}-bonus": spot for spot in Spot if f"{spot}-bonus" in book.paytables}
    if book.jackpot is not None and any(row.envy is not None for row in book.jackpot.rows.values()):
        known["envy"] = Spot.JACKPOT
    return known
