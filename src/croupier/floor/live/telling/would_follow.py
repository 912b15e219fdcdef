"""What a ruling would do at a table: for the dealer before sending it, for the pit before deciding.

It names no card: in the dry run the hidden cards are stand-ins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from croupier.base.citation import Citation, printed
from croupier.base.sentences import Sentence, capital, joined, says, word
from croupier.base.values import Value
from croupier.floor.live.answers.incidents import FollowsTold
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.house.table import Policy
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.games.poker.dealing import STREET
from croupier.rules.money import dollars


def rulings(events: Sequence[Value]) -> list[str]:
    found = [event.ruled.ruling for event in events if isinstance(event, _RULED)]
    return list(dict.fromkeys(found))


def cited(events: Sequence[Value]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(cite for event in events if isinstance(event, _RULED) for cite in event.ruled.cites))


def follows(events: Sequence[Value]) -> list[FollowsTold]:
    told = [one for event in events for one in _told(event)]
    return [each for number, each in enumerate(told) if each not in told[:number]]


def _told(event: Value) -> Iterator[FollowsTold]:
    said = _SAID.get(type(event))
    if said is None:
        return
    sentence = said if isinstance(said, Sentence) else said(event)
    yield told(str(event.__struct_config__.tag), sentence, printed(getattr(event, "cites", ())), _places(event))


def told(event: str, said: Sentence, cites: list[str], places: Sequence[int] = ()) -> FollowsTold:
    return FollowsTold(event, capital(str(said)), SentenceTold.of(said), cites, list(places))


def _places(event: Value) -> tuple[int, ...]:
    boxes = getattr(event, "boxes", None)
    if isinstance(boxes, tuple):
        return boxes
    place = getattr(event, "box", None) or getattr(event, "seat", None)
    return () if place is None else (place,)


def _options(event: house_ev.OptionsGiven) -> Sentence:
    if len(event.boxes) == 1:
        return says("follows.options-one", box=event.boxes[0])
    return says("follows.options-several", boxes=joined(event.boxes))


def _decides_again(event: house_ev.DecisionsTakenBack) -> Sentence:
    if len(event.boxes) == 1:
        return says("follows.decides-again", box=event.boxes[0])
    return says("follows.decide-again", boxes=joined(event.boxes))


def _policy(event: house_ev.PolicyNamed) -> Sentence:
    match event.policy:
        case Policy.CLOSE:
            return says("follows.closes")
        case Policy.DISALLOW if event.boxes:
            return says("follows.no-bets-on", boxes=joined(event.boxes))
        case Policy.DISALLOW:
            return says("follows.no-bets")
        case Policy.WITHOUT_JACKPOT:
            return says("follows.without-jackpot")
        case None:
            return says("follows.policy-open")


def _taken_back(event: poker_ev.StreetTakenBack) -> Sentence:
    street = word("street", STREET[event.street])
    if event.dealt_again:
        return says("follows.dealt-again", street=street)
    return says("follows.not-dealt-again", street=street)


_RULED = (house_ev.IrregularityRuled, poker_ev.IrregularityRuled)
_SAID: Mapping[type, Sentence | Callable[[Any], Sentence]] = {
    house_ev.OptionsGiven: _options,
    house_ev.BoxTakenOut: lambda event: says("follows.box-out", box=event.box),
    house_ev.BetReturned: lambda event: says("follows.bet-back", spot=word("spot", event.spot), box=event.box),
    house_ev.SettlementUndone: says("follows.settlement-undone"),
    house_ev.RoundVoided: says("follows.bets-back"),
    house_ev.CardsNamed: word("ruling", "corrected"),
    house_ev.CardsLie: word("ruling", "corrected"),
    house_ev.DecisionsTakenBack: _decides_again,
    house_ev.PaymentRecorded: lambda event: says(
        "follows.payment-recorded", paid=dollars(event.paid), box=event.box, due=dollars(event.due)
    ),
    house_ev.HandExamined: lambda event: says("follows.looked-at", box=event.box),
    house_ev.CardsChangedPlaces: says("follows.cards-change-places"),
    house_ev.FaceUpCardExposed: says("follows.face-up-card"),
    house_ev.DealerRevealed: says("follows.dealer-turned-up"),
    house_ev.SettlementAwaited: says("told.payments-wait"),
    house_ev.RoundSettled: says("follows.settled"),
    house_ev.RestrictionsLifted: says("told.bets-taken-again"),
    house_ev.PolicyNamed: _policy,
    poker_ev.RoundVoided: says("follows.chips-back"),
    poker_ev.PlayerLeft: lambda event: says("follows.leaves", seat=event.seat),
    poker_ev.ExposedCardDiscarded: lambda event: says("follows.card-set-aside", seat=event.seat),
    poker_ev.FaceUpCardFound: says("follows.next-card"),
    poker_ev.StreetTakenBack: _taken_back,
    poker_ev.ShoeReshuffled: says("follows.reshuffled"),
    poker_ev.SettlementAwaited: says("told.payments-wait"),
    poker_ev.PotsGivenOut: says("follows.pots"),
    poker_ev.CardsLie: word("ruling", "corrected"),
    poker_ev.BettingTakenBack: says("told.betting-again"),
    poker_ev.PotsGivenOutAgain: says("told.pots-again"),
}
