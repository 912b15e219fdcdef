"""Acts at a table in the words of round files, read from its journal, with the cards of the round.

Only accepted acts count: refused acts, waiting reports and the floor's own acts are no part of a round.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from croupier.base.values import Value
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.table import LiveTable
from croupier.rounds.roundfile.told_by_hand import of_cards
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Phase as HousePhase
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.money import dollars

CardsLie = house_ev.CardsLie | poker_ev.CardsLie
DEAL = "deal"
_DEALS = frozenset({"deal", "dealt", "board"})
"""Acts that take cards from the device; a board dealt by hand is turned up as it leaves the shoe."""
_NOT_TOLD = frozenset(
    {"suspend", "resume", "deal", "dealt", "dismiss", "day-ends", "deck", "shuffled", "takes-over", "must-move"}
)
_OF_THE_PIT = frozenset({"assigns", "asks", "approves", "acknowledges"})
_OF_THE_FLOOR = frozenset({"sits", "frees", "tops-up", "ready"})
_NAMED = re.compile(r"(?<==)(?:#0?(?P<place>\d+)|(?P<card>[2-9TJQKA][cdhs])\b)")


class HistoryStep(NamedTuple):
    """An accepted entry of a table's stream."""

    do: str
    events: tuple[Value, ...]
    before: LiveTable | None
    after: LiveTable


class ScriptAct(NamedTuple):
    words: str
    events: tuple[Value, ...] = ()
    of_the_table: bool = False
    """Belongs to the table's life and to no round: who comes and goes, signs, days."""
    afterwards: bool = False
    """Said after the round was over."""
    in_the_deal: bool = False
    """Said while cards were due and not dealt yet."""


def said(step: HistoryStep) -> Iterator[ScriptAct]:
    """The lines of one entry: what it placed or changed, the act, then who came or went."""
    over = step.before is not None and step.before.rounds == step.after.rounds and _over(step.before)
    for event in step.events:
        match event:
            case ev.RulebookChanged(book=book):
                yield ScriptAct(f"rulebook {book}", of_the_table=True)
            case poker_ev.ButtonPlaced(seat=seat):
                yield ScriptAct(f"button {seat}", of_the_table=True)
            case _:
                pass
    named = names_its_cards(step.after)
    if not named and step.do.split()[0] in _DEALS and any(map(_from_the_device, step.events)):
        yield ScriptAct(DEAL, step.events)
    elif _is_told(step):
        yield ScriptAct(step.do, step.events, afterwards=over, in_the_deal=not named and _dealing(step))
    elif step.events:
        yield ScriptAct("", step.events)
    for event in step.events:
        if (words := _of_the_table(event)) is not None:
            yield ScriptAct(words, of_the_table=True, afterwards=over)


def names_its_cards(table: LiveTable) -> bool:
    """Poker dealt by hand: the acts name every card that anybody has seen, so a file needs no shoe."""
    return table.sign.cards is Faces.BY_HAND and not family_of(table.book).house_banked


def _over(table: LiveTable) -> bool:
    round_ = table.game.round
    return round_ is not None and round_.over


def _dealing(step: HistoryStep) -> bool:
    before = step.before
    if before is None or before.rounds != step.after.rounds or before.game.round is None:
        return False
    return before.game.round.phase in (HousePhase.DEALING, PokerPhase.DEALING)


def stopped_in_the_deal(acts: Iterable[ScriptAct]) -> bool:
    """Whether something was said while cards were due: then the file has to say when they were dealt."""
    return any(act.in_the_deal and not of_cards(act.words) for act in acts)


def dealt_at_once(acts: Iterable[ScriptAct]) -> list[ScriptAct]:
    return [act._replace(words="") if act.words == DEAL else act for act in acts]


def _is_told(step: HistoryStep) -> bool:
    words = step.do.split()
    if words == ["dealt"] and names_its_cards(step.after):
        return True
    if step.do.startswith("(") or words[0] in _NOT_TOLD | _OF_THE_PIT or step.before is None:
        return False
    if any(isinstance(event, ev.IncidentWaits | ev.PlayerAsked) for event in step.events):
        return False
    if not family_of(step.after.book).house_banked:
        return True
    if words[1:2] == ["leaves"]:
        return any(isinstance(event, house_ev.PlayerWalkedAway) for event in step.events)
    return words[1:2] == [] or words[1] not in _OF_THE_FLOOR


def _of_the_table(event: object) -> str | None:
    match event:
        case house_ev.BoxTaken(box=box, player=player):
            return f"{box} sits {player}"
        case house_ev.BoxFreed(box=box):
            return f"{box} frees"
        case ev.MovedOn(seat=seat):
            return f"{seat} leaves"
        case ev.MovedHere(seat=seat, player=player, stake=stake, came_from=table):
            return f"{seat} relocated {player} {dollars(stake)} from={table}"
        case house_ev.DayEnded() | poker_ev.DayEnded():
            return "day-ends"
        case house_ev.SignChanged():
            limits = [f"{spot}={dollars(each.low)},{dollars(each.high)}" for spot, each in event.limits.items()]
            bet = [] if event.jackpot_bet is None else [f"jackpot-bet={dollars(event.jackpot_bet)}"]
            return " ".join(["sign", *(each for each in limits if each != Spot.JACKPOT), *bet, f"boxes={event.places}"])
        case poker_ev.SignChanged(table=table):
            return _poker_sign(table)
        case _:
            return None


def _poker_sign(table: PokerTable) -> str:
    stake = f"{dollars(table.stake_low)},{dollars(table.stake_high)}"
    cap = "" if table.rake_cap is None else f" rake-cap={dollars(table.rake_cap)}"
    rake = dollars(table.rake_basis_points)
    return f"sign small-blind={dollars(table.small_blind)} stake={stake} rake-percent={rake}{cap}"


# --- Cards ----------------------------------------------------------------------------------------------------


class Dealt(NamedTuple):
    """A round with its cards, as a file has them."""

    shoe: tuple[Card, ...]
    actions: tuple[str, ...]


def with_cards(acts: Iterable[ScriptAct]) -> Dealt:
    """The cards of sealed decks and of card readers.

    Misread cards (5.10.1) are dealt as they really were: a file has no other cards than those of its shoe.
    """
    decks: list[list[Card]] = [[]]
    lies: list[Card] = []
    """In the order of the deal, after all changes of places."""
    now: dict[Card, Card] = {}
    """Card as read -> card as corrected."""
    told: list[tuple[str, list[Card], int | None]] = []
    for act in acts:
        reshuffled = None
        named = [_read_as(found, lies, now) for found in _NAMED.finditer(act.words)]
        for event in act.events:
            if isinstance(event, poker_ev.ShoeReshuffled):
                decks.append([])
                reshuffled = len(decks) - 1
            elif isinstance(event, house_ev.CardsChangedPlaces):
                one, other = lies.index(_origin(event.first, now)), lies.index(_origin(event.second, now))
                lies[one], lies[other] = lies[other], lies[one]
            else:
                cards = _from_the_device(event)
                decks[-1] += cards
                lies += cards
        _lie_otherwise([event for event in act.events if isinstance(event, CardsLie)], lies, now)
        if act.words and not of_cards(act.words):
            told.append((act.words, named, reshuffled))
    listed = [tuple(now.get(card, card) for card in deck) for deck in decks]
    actions = [_written(words, [now.get(card, card) for card in named]) for words, named, _ in told]
    for number, (_, _, deck) in enumerate(told):
        if deck is not None and listed[deck]:
            actions[number] += f' shoe="{" ".join(listed[deck])}"'
    return Dealt(listed[0], tuple(actions))


def without_taken_back(acts: Iterable[ScriptAct]) -> list[ScriptAct]:
    """Drops a decision that named a card which was not there and that was made again (R-111)."""
    kept: list[ScriptAct] = []
    for act in acts:
        for event in act.events:
            if isinstance(event, house_ev.DecisionsTakenBack):
                for box in event.boxes:
                    last = max(number for number, each in enumerate(kept) if _decides(each, box))
                    kept[last] = kept[last]._replace(words="")
            elif isinstance(event, poker_ev.BettingTakenBack):
                turned = max(number for number, each in enumerate(kept) if _turns_up(each))
                kept[turned + 1 :] = [each._replace(words="") if _bets(each) else each for each in kept[turned + 1 :]]
        kept.append(act)
    return kept


def _turns_up(act: ScriptAct) -> bool:
    return any(isinstance(event, poker_ev.CommunityTurned) for event in act.events)


def _bets(act: ScriptAct) -> bool:
    return any(isinstance(event, poker_ev.ActionTaken | poker_ev.ActedOutOfTurn) for event in act.events)


def _decides(act: ScriptAct, box: int) -> bool:
    return any(isinstance(event, house_ev.DecisionMade) and event.box == box for event in act.events)


def names_cards(words: str) -> bool:
    return _NAMED.search(words) is not None


def _from_the_device(event: object) -> Sequence[Card]:
    match event:
        case house_ev.CardsDealt(cards=cards) | poker_ev.HoleCardsDealt(cards=cards):
            return cards
        case poker_ev.CommunityTurned(burnt=burnt, community=community):
            return (*burnt, *community)
        case poker_ev.ReplacementDealt(card=card) | poker_ev.FaceUpCardSetAside(card=card):
            return (card,)
        case _:
            return ()


def _origin(card: Card, now: dict[Card, Card]) -> Card:
    """The card that was read in its place."""
    return next((read for read, counts in now.items() if counts == card), card)


def _read_as(found: re.Match[str], lies: list[Card], now: dict[Card, Card]) -> Card:
    place = found["place"]
    return _origin(Card(found["card"]), now) if place is None else lies[int(place) - 1]


def _lie_otherwise(events: Sequence[CardsLie], lies: list[Card], now: dict[Card, Card]) -> None:
    """If two cards were swapped, gives each place the other's card."""
    moved = {read: card for event in events for read, card in zip(event.read, event.cards, strict=True)}
    missing = [card for card in moved if card not in moved.values()]
    moved |= dict(zip([card for card in moved.values() if card not in moved], missing, strict=True))
    now |= {card: moved[counts] for card in lies if (counts := now.get(card, card)) in moved}


def _written(words: str, named: Sequence[Card]) -> str:
    cards = iter(named)
    return _NAMED.sub(lambda _: next(cards), words)
