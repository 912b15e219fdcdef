"""Cards that went to wrong places: what the deal intended, what happened, and what a report of it says."""

from collections.abc import Mapping, Sequence

from msgspec import field

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Record
from croupier.base.values import Value
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.roundfile.read import shown
from croupier.rules.cards import DECK, Card, seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as house
from croupier.rules.games.house.dealing import To
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable
from croupier.rules.games.poker import commands as poker
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.table import PokerTable, open_table
from croupier.rules.games.reconstruction import Lying, Place, Reconstruction, reconstruct
from croupier.rules.money import cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of
from croupier.rulings_desk.example_tables import LIMITS, MOST_SEATS, ORDER
from croupier.rulings_desk.phases import Cast

STREETS = ("deal", "flop", "turn", "river")
BOARD = ("flop", "flop", "flop", "turn", "river")
WORDS: Mapping[str, Place] = {
    "burn": To.BURN,
    "b": To.BURN,
    "dealer": To.DEALER,
    "d": To.DEALER,
    "flop": "flop",
    "f": "flop",
    "turn": "turn",
    "t": "turn",
    "river": "river",
    "r": "river",
}
SEEN = "!"


class Deal(Value):
    """What happened, next to what should have happened."""

    intended: tuple[Place, ...]
    happened: tuple[Lying, ...]
    found: Reconstruction

    def fact(self, kind: str) -> str | None:
        """The fact for a report of this kind, in the words of round files."""
        if kind == house.Incident.MISDEALT:
            return f"hands-movable={_flag(self.found.hands_movable)}"
        if kind in RECONSTRUCTED:
            return f"reconstructable={_flag(self.found.possible)}"
        return None


RECONSTRUCTED = {
    *("no-burn", "dealing-error", "player-count", "dealer-count", "community-count"),
    *("hand-left-out", "extra-hand", "too-many"),
}


def _flag(value: bool) -> str:
    return "true" if value else "false"


def read_deal(book: str, device: Device, text: str, places: Sequence[int] = (), street: str = "deal") -> Deal:
    """`text` says where the cards went, in the order in which they left the device: "burn 1 2! d 1 2 d".

    A "!" marks a card that somebody has seen. `places` are the boxes with bets, or in Poker the seats dealt in from the
    left of the button; by default, the places that got cards.
    """
    went = [(word.removesuffix(SEEN), word.endswith(SEEN)) for word in text.replace(",", " ").split()]
    if len(went) > len(DECK):
        raise Unreadable(f"a single deck has {len(DECK)} cards; {len(went)} cannot have been dealt from it")
    on_the_layout = layout(book, device)
    happened = tuple(
        Lying(Card(f"card {number}"), _place(word, on_the_layout), seen) for number, (word, seen) in enumerate(went, 1)
    )
    given = list(places) or list(dict.fromkeys(each.place for each in happened if isinstance(each.place, int)))
    if not given:
        raise Unreadable("say where the cards went, such as: burn 1 2 dealer 1 2 dealer")
    intended = intended_places(book, device, given, street)
    return Deal(intended, happened, reconstruct(at_the_table(book, device), intended, happened))


def layout(book: str, device: Device) -> tuple[int, frozenset[Place]]:
    """The highest number of a box or seat, and the other places for cards in this game."""
    game = HOUSE_GAMES.get(game_of(book))
    if game is None:
        return MOST_SEATS, frozenset({To.BURN, *BOARD})
    board = BOARD if game.board else ()
    return game.most_boxes[device], frozenset({To.BURN, To.DEALER, *board})


def _place(word: str, on_the_layout: tuple[int, frozenset[Place]]) -> Place:
    most, others = on_the_layout
    if word in map(str, range(1, most + 1)):
        return int(word)
    known = [key for key, place in WORDS.items() if place in others]
    if word.lower() not in known:
        wanted = f"write a number from 1 to {most}, or {', '.join(known)}; {SEEN} after it: it was seen"
        raise Unreadable(f"{shown(word)} is not a place here; {wanted}")
    return WORDS[word.lower()]


def intended_places(book: str, device: Device, places: Sequence[int], street: str = "deal") -> tuple[Place, ...]:
    """The places in dealing order, from a real table with these boxes or seats."""
    if street not in STREETS:
        raise Unreadable(f"{street!r} is not part of a deal; there are {', '.join(STREETS)}")
    if game_of(book) in HOUSE_GAMES:
        return _house_places(book, device, places, STREETS.index(street))
    return _poker_places(book, device, places, STREETS.index(street))


def _house_places(key: str, device: Device, boxes: Sequence[int], stages: int) -> tuple[Place, ...]:
    game = HOUSE_GAMES[game_of(key)]
    most = game.most_boxes[device]
    _check_places("boxes", boxes, 1, most)
    players = {box: f"the player of box {box}" for box in sorted(boxes)}
    table = HouseTable(device, {Spot.ANTE: LIMITS}, players, places=most)
    dealer = HouseDealer(game, at_the_table(key, device), table, None, ShuffledDecks(seeded_chance(0), ORDER))
    for box in players:
        dealer.act(house.PlaceBet(box, Spot.ANTE, LIMITS.low))
    dealer.act(house.CloseBets())
    if stages and not game.board:
        raise Unreadable(f"{key} has no {STREETS[stages]}: all its cards come with the deal")
    stays = Cast(game, players, boxes[0], boxes[0]).stays
    for decision in stays[:stages] if len(stays) > 1 else ():
        for waiting in undecided(dealer.round):
            dealer.act(house.MakeDecision(waiting.number, Decision(decision)))
    round_ = dealer.round
    where: dict[Card, Place] = {card: box.number for box in round_.boxes.values() for card in box.cards}
    where |= dict.fromkeys(round_.burnt, To.BURN) | dict.fromkeys(round_.dealer, To.DEALER)
    where |= dict(zip(round_.community, BOARD, strict=False))
    return tuple(where[card] for card in round_.dealt)


def _poker_places(key: str, device: Device, seats: Sequence[int], streets: int) -> tuple[Place, ...]:
    _check_places("seats", seats, 2, MOST_SEATS)
    table = PokerTable(device, MOST_SEATS, cents("1"), cents("40"), cents("400"))
    stacks = {seat: (f"seat {seat}", cents("200")) for seat in seats}
    state = open_table(table, stacks, seats[-1], first_orbit=True)
    dealer = PokerDealer(at_the_table(key, device), state, ShuffledDecks(seeded_chance(0), ORDER))
    dealer.act(poker.StartRound())
    round_ = dealer.state.round
    assert round_ is not None
    while round_.betting_round <= streets:
        assert round_.turn is not None
        act = options(dealer.state, round_.turn).may[0]  # a call or a check
        dealer.act(poker.TakeAction(round_.turn, act))
        round_ = dealer.state.round
        assert round_ is not None
    where: dict[Card, Place] = {card: seat for seat, hand in round_.hands.items() for card in hand}
    where |= dict.fromkeys(round_.burnt, To.BURN) | dict(zip(round_.community, BOARD, strict=False))
    return tuple(where[card] for card in round_.dealt)


def _check_places(what: str, numbers: Sequence[int], least: int, most: int) -> None:
    given = ", ".join(map(str, numbers[:10])) + (" …" if len(numbers) > 10 else "")
    if len(set(numbers)) < len(numbers):
        raise Unreadable(f"name each of the {what} once, not {given}")
    if len(numbers) < least or not all(0 < number <= most for number in numbers):
        raise Unreadable(f"{least} to {most} {what} with numbers from 1 to {most} are dealt in, not {given}")


def deal_lines(deal: Deal, what: str) -> list[str]:
    """The deal as a small table; `what` is "box" or "seat"."""
    seen = {move.card for move in deal.found.moves if move.seen}
    rows = [("card", "went to", "belongs to", "")]
    targets = [*deal.intended, *["the device"] * (len(deal.happened) - len(deal.intended))]
    for number, (each, target) in enumerate(zip(deal.happened, targets, strict=False), 1):
        note = "" if each.place == target else "cannot move: it was seen" if each.card in seen else "moves"
        rows.append((f"{number}{SEEN if each.seen else ''}", named(each.place, what), named(target, what), note))
    for number, place in enumerate(deal.found.to_come, len(deal.happened) + 1):
        rows.append((str(number), "-", named(place, what), "still to come from the device"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


class Happened(Record):
    place: Place
    seen: bool


class CardMove(Record):
    card: str
    source: Place = field(name="from")
    target: Place | None = field(name="to")


class HandMove(Record):
    source: Place = field(name="from")
    target: Place = field(name="to")


class Dealt(Record):
    intended: list[Place]
    happened: list[Happened]
    moves: list[CardMove]
    to_come: list[Place]
    hands: list[HandMove]
    seen: list[str]
    reconstructable: bool
    hands_movable: bool


class DealAnswer(Answer):
    SCHEMA = "rule"
    deal: Dealt


def deal_as_json(deal: Deal) -> Dealt:
    found = deal.found
    return Dealt(
        intended=list(deal.intended),
        happened=[Happened(each.place, each.seen) for each in deal.happened],
        moves=[CardMove(move.card, move.source, move.target) for move in found.moves],
        to_come=list(found.to_come),
        hands=[HandMove(hand.source, hand.target) for hand in found.hands],
        seen=list(found.seen),
        reconstructable=found.possible,
        hands_movable=found.hands_movable,
    )


def named(place: Place, what: str) -> str:
    return f"{what} {place}" if isinstance(place, int) else place


def conclusion(deal: Deal, what: str) -> list[str]:
    found = deal.found
    if found.as_it_should_be:
        return ["Every card is where it belongs."]
    sentences = []
    if found.hands:
        moved = ", ".join(f"{named(hand.source, what)} to {named(hand.target, what)}" for hand in found.hands)
        sentences.append(f"Complete hands have changed places: {moved}.")
    if found.possible:
        sentences.append(f"The cards can be put back in their order{_moving(found)}.")
    else:
        was = "was" if len(found.seen) == 1 else "were"
        sentences.append(f"They cannot be put back unseen: {', '.join(found.seen)} would have to move and {was} seen.")
    return sentences


def _moving(found: Reconstruction) -> str:
    if found.hands or not found.moves:
        return ""
    return "; 1 card moves" if len(found.moves) == 1 else f"; {len(found.moves)} cards move"
