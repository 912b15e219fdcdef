"""Bookkeeping: an event makes the next state. Nothing is decided here."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.base.citation import Citation
from croupier.rules.cards import Card
from croupier.rules.games.common import is_place
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.commands import Of
from croupier.rules.games.house.table import Box, Decision, Exposed, HouseRound, Phase, Stake, Standing

# named once: a member of an enumeration is found several times slower than a name
_DEALING, _DECIDING, _SETTLING, _AWARDING, _SETTLED = list(Phase)[1:-1]
_FOLD = Decision.FOLD


def evolve(round_: HouseRound, event: ev.RoundEvent) -> HouseRound:
    return _EVOLVE[type(event)](round_, event)


def _bet_placed(round_: HouseRound, event: ev.BetPlaced) -> HouseRound:
    box = round_.boxes[event.box]
    before = box.bets.get(event.spot)
    cut = event.cites if event.excess else before.cut if before else ()
    bets = {**box.bets, event.spot: Stake(event.total, event.unnoticed, cut)}
    placed = {**round_.placed, event.box: round_.placed.get(event.box, 0) + 1}
    return replace(round_, boxes={**round_.boxes, event.box: replace(box, bets=bets)}, placed=placed)


def _bet_withdrawn(round_: HouseRound, event: ev.BetWithdrawn) -> HouseRound:
    box = round_.boxes[event.box]
    bets = {spot: stake for spot, stake in box.bets.items() if spot is not event.spot}
    return replace(round_, boxes={**round_.boxes, event.box: replace(box, bets=bets)})


def _bet_returned(round_: HouseRound, event: ev.BetReturned) -> HouseRound:
    box = round_.boxes[event.box]
    bets = {**box.bets, event.spot: replace(box.bets[event.spot], returned=event.cites)}
    return replace(round_, boxes={**round_.boxes, event.box: replace(box, bets=bets)})


def _bets_closed(round_: HouseRound, _: ev.BetsClosed) -> HouseRound:
    return replace(round_, phase=_DEALING)


def _cards_called(round_: HouseRound, _: ev.CardsCalled) -> HouseRound:
    return replace(round_, phase=_DEALING)


def _cards_dealt(round_: HouseRound, event: ev.CardsDealt) -> HouseRound:
    boxes = round_.boxes
    if event.hands:
        dealt = {number: replace(boxes[number], cards=cards) for number, cards in event.hands.items()}
        boxes = {**boxes, **dealt}
    return replace(
        round_,
        boxes=boxes,
        phase=_DECIDING,
        stage=round_.stage if event.stage is None else event.stage,
        dealt=round_.dealt + event.cards,
        burnt=round_.burnt + event.burnt,
        dealer=round_.dealer + event.dealer,
        community=round_.community + event.community,
        up=event.up or round_.up,
    )


def _cards_named(round_: HouseRound, event: ev.CardsNamed) -> HouseRound:
    """Where the table waits to pay, what is said again is looked at again."""
    named = _with_cards(round_, dict(zip(event.before, event.cards, strict=True)))
    if not all(map(is_place, event.before)):
        named = replace(named, named_again=named.named_again + 1)
    if round_.phase is not _SETTLING:
        return named
    shown = round_.dealer_shown and event.of is not Of.DEALER
    return replace(named, phase=_DECIDING, dealer_shown=shown)


def _cards_lie(round_: HouseRound, event: ev.CardsLie) -> HouseRound:
    """What was read has left the device all the same."""
    round_ = replace(round_, phase=_DECIDING, named_again=round_.named_again + 1)
    if event.of is Of.BOARD:
        return replace(round_, community=event.cards + round_.community[len(event.cards) :])
    if event.of is Of.UP:
        (read,), (card,) = event.read, event.cards
        return replace(round_, dealer=tuple(card if each == read else each for each in round_.dealer), up=card)
    if event.box is not None:
        box = replace(round_.boxes[event.box], cards=event.cards)
        return replace(round_, boxes={**round_.boxes, event.box: box})
    up = round_.up if round_.up is None or round_.up in event.cards else event.cards[-1]
    return replace(round_, dealer=event.cards, up=up, dealer_shown=False)


def _decisions_taken_back(round_: HouseRound, event: ev.DecisionsTakenBack) -> HouseRound:
    """Who has folded is in the round as before."""
    boxes = dict(round_.boxes)
    for number in event.boxes:
        box = boxes[number]
        *before, last = box.decisions
        standing = Standing.IN_PLAY if last is _FOLD else box.standing
        bets = {spot: stake for spot, stake in box.bets.items() if spot.value != last.value}
        boxes[number] = replace(box, decisions=tuple(before), standing=standing, bets=bets)
    return replace(round_, boxes=boxes, phase=_DECIDING)


def _payment_recorded(round_: HouseRound, event: ev.PaymentRecorded) -> HouseRound:
    return replace(round_, pushed={**round_.pushed, event.box: event.paid})


def _community_turned(round_: HouseRound, event: ev.CommunityTurned) -> HouseRound:
    return replace(round_, turned=event.turned)


def _decisions_asked(round_: HouseRound, event: ev.DecisionsAsked) -> HouseRound:
    return replace(round_, stage=event.stage, phase=_DECIDING)


def _hand_examined(round_: HouseRound, event: ev.HandExamined) -> HouseRound:
    box = round_.boxes[event.box]
    looked = replace(box, looked=True, by_right=box.by_right or event.by_right)
    return replace(round_, boxes={**round_.boxes, event.box: looked})


def _decision_made(round_: HouseRound, event: ev.DecisionMade) -> HouseRound:
    box = round_.boxes[event.box]
    decisions = (*box.decisions, event.decision)
    if event.decision is _FOLD:
        box = replace(box, decisions=decisions, standing=Standing.FOLDED)
    elif event.spot is None:
        box = replace(box, decisions=decisions)
    else:
        box = replace(box, decisions=decisions, bets={**box.bets, event.spot: Stake(event.amount)})
    return replace(round_, boxes={**round_.boxes, event.box: box})


def with_player(players: tuple[str, ...], player: str) -> tuple[str, ...]:
    """Sorted by name: the journal must not depend on the order of a set."""
    return tuple(sorted({*players, player}))


def _player_walked_away(round_: HouseRound, event: ev.PlayerWalkedAway) -> HouseRound:
    return replace(round_, departed=with_player(round_.departed, event.player))


def _considered_folded(round_: HouseRound, event: ev.ConsideredFolded) -> HouseRound:
    box = round_.boxes[event.box]
    decisions = (*box.decisions, Decision.FOLD)
    box = replace(box, standing=Standing.FOLDED, because=event.cites, decisions=decisions)
    return replace(round_, boxes={**round_.boxes, event.box: box})


def _hand_hidden(round_: HouseRound, event: ev.HandHidden) -> HouseRound:
    return replace(round_, boxes={**round_.boxes, event.box: replace(round_.boxes[event.box], shown=False)})


def _dealer_revealed(round_: HouseRound, _: ev.DealerRevealed) -> HouseRound:
    return replace(round_, dealer_shown=True)


def _settlement_awaited(round_: HouseRound, _: ev.SettlementAwaited) -> HouseRound:
    return replace(round_, phase=_SETTLING)


def _settled(round_: HouseRound, settled: Mapping[int, ev.BoxSettled]) -> dict[int, Box]:
    boxes = dict(round_.boxes)
    for number, box in settled.items():
        boxes[number] = replace(boxes[number], lines=box.lines, awards=box.awards, opened=box.opens_hand)
    return boxes


def _round_settled(round_: HouseRound, event: ev.RoundSettled) -> HouseRound:
    phase = _AWARDING if event.claims else _SETTLED
    return replace(round_, boxes=_settled(round_, event.boxes), claims=event.claims, phase=phase)


def _jackpot_paid(round_: HouseRound, event: ev.JackpotPaid) -> HouseRound:
    box = round_.boxes[event.box]
    box = replace(box, lines=(*box.lines, event.line), share=not event.fixed_instead)
    claims = round_.claims[1:]
    phase = _AWARDING if claims else _SETTLED
    return replace(round_, boxes={**round_.boxes, event.box: box}, claims=claims, phase=phase)


def _settlement_undone(round_: HouseRound, _: ev.SettlementUndone) -> HouseRound:
    boxes = {
        number: replace(box, lines=(), awards=(), opened=False, share=False) for number, box in round_.boxes.items()
    }
    return replace(round_, boxes=boxes, claims=(), phase=_DECIDING, undone=True)


def _round_voided(round_: HouseRound, event: ev.RoundVoided) -> HouseRound:
    boxes = _settled(round_, event.boxes)
    return replace(round_, boxes=boxes, phase=Phase.VOID, void=event.cites, claims=(), choosing={})


def _irregularity_ruled(round_: HouseRound, event: ev.IrregularityRuled) -> HouseRound:
    exposed = round_.exposed
    if cards := event.exposed_boxes + event.exposed_dealer:
        exposed = (*exposed, Exposed(event.exposed_in, cards, dealer=bool(event.exposed_dealer)))
    return replace(round_, incidents=(*round_.incidents, event.ruled), exposed=exposed)


def _options_given(round_: HouseRound, event: ev.OptionsGiven) -> HouseRound:
    return replace(round_, choosing={**round_.choosing, **dict.fromkeys(event.boxes, event.cites)})


def _others(round_: HouseRound, box: int) -> dict[int, tuple[Citation, ...]]:
    """Who has still to choose."""
    return {number: cites for number, cites in round_.choosing.items() if number != box}


def _option_chosen(round_: HouseRound, event: ev.OptionChosen) -> HouseRound:
    box = replace(round_.boxes[event.box], committed=True, left_choosing=event.left)
    return replace(round_, choosing=_others(round_, event.box), boxes={**round_.boxes, event.box: box})


def _face_up_card_exposed(round_: HouseRound, event: ev.FaceUpCardExposed) -> HouseRound:
    return replace(round_, up=event.card)


def _box_taken_out(round_: HouseRound, event: ev.BoxTakenOut) -> HouseRound:
    box = replace(round_.boxes[event.box], standing=Standing.RETURNED, because=event.cites)
    return replace(round_, boxes={**round_.boxes, event.box: box}, choosing=_others(round_, event.box))


def _restrictions_lifted(round_: HouseRound, _: ev.RestrictionsLifted) -> HouseRound:
    return replace(round_, table=replace(round_.table, jackpot_refused=(), boxes_refused={}))


def _cards_changed_places(round_: HouseRound, event: ev.CardsChangedPlaces) -> HouseRound:
    changed = _with_cards(round_, {event.first: event.second, event.second: event.first})
    if not (is_place(event.first) or is_place(event.second)):
        return changed
    # a card that nobody has turned up may be where faces are needed: dealt by hand, the round waits for it again
    shown = round_.dealer_shown and not any(map(is_place, changed.dealer))
    phase = _DECIDING if round_.phase is _SETTLING else round_.phase
    return replace(changed, phase=phase, dealer_shown=shown)


def _with_cards(round_: HouseRound, other: Mapping[Card, Card]) -> HouseRound:
    """Wherever one of the cards is, the other takes its place."""

    def changed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(other.get(card, card) for card in cards)

    return replace(
        round_,
        boxes={number: replace(box, cards=changed(box.cards)) for number, box in round_.boxes.items()},
        dealt=changed(round_.dealt),
        burnt=changed(round_.burnt),
        dealer=changed(round_.dealer),
        community=changed(round_.community),
        up=None if round_.up is None else other.get(round_.up, round_.up),
    )


_EVOLVE: dict[type, Callable[[HouseRound, Any], HouseRound]] = {
    ev.BetPlaced: _bet_placed,
    ev.BetWithdrawn: _bet_withdrawn,
    ev.BetReturned: _bet_returned,
    ev.BetsClosed: _bets_closed,
    ev.CardsCalled: _cards_called,
    ev.CardsDealt: _cards_dealt,
    ev.CardsNamed: _cards_named,
    ev.CardsLie: _cards_lie,
    ev.DecisionsTakenBack: _decisions_taken_back,
    ev.PaymentRecorded: _payment_recorded,
    ev.CommunityTurned: _community_turned,
    ev.DecisionsAsked: _decisions_asked,
    ev.HandExamined: _hand_examined,
    ev.DecisionMade: _decision_made,
    ev.PlayerWalkedAway: _player_walked_away,
    ev.ConsideredFolded: _considered_folded,
    ev.HandHidden: _hand_hidden,
    ev.DealerRevealed: _dealer_revealed,
    ev.SettlementAwaited: _settlement_awaited,
    ev.RoundSettled: _round_settled,
    ev.JackpotPaid: _jackpot_paid,
    ev.SettlementUndone: _settlement_undone,
    ev.RoundVoided: _round_voided,
    ev.IrregularityRuled: _irregularity_ruled,
    ev.OptionsGiven: _options_given,
    ev.OptionChosen: _option_chosen,
    ev.FaceUpCardExposed: _face_up_card_exposed,
    ev.BoxTakenOut: _box_taken_out,
    ev.RestrictionsLifted: _restrictions_lifted,
    ev.CardsChangedPlaces: _cards_changed_places,
}


class Draft:
    """Collects the events of one command and shows the state they lead to."""

    __slots__ = ("events", "round")

    def __init__(self, round_: HouseRound) -> None:
        self.round = round_
        self.events: list[ev.RoundEvent] = []

    def emit(self, event: ev.RoundEvent) -> None:
        self.events.append(event)
        self.round = _EVOLVE[type(event)](self.round, event)


class Trial(Draft):
    """A draft of an act that is only tried: the round stays as it was."""

    __slots__ = ()

    def emit(self, event: ev.RoundEvent) -> None:
        self.events.append(event)
