"""What a ruling would do at a table, in words: for the dealer before it is sent, for the pit before it is decided.

No card is named: on a branch the hidden ones are stand-ins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from croupier.citation import Citation, printed
from croupier.games.house import events as house_ev
from croupier.games.house.table import Policy
from croupier.games.irregularity import VERDICTS
from croupier.games.poker import events as poker_ev
from croupier.games.poker.machine import STREET
from croupier.money import dollars

Follows = dict[str, Any]

_POLICIES = {
    Policy.CLOSE: "After this round the table is closed",
    Policy.DISALLOW: "After this round no bets are taken on {where}",
    Policy.WITHOUT_JACKPOT: "After this round the table is played without jackpot bets",
    None: "What the House does in the rounds to come is still to be said",
}


def verdict(ruling: str) -> str:
    """The ruling as a sentence."""
    words = VERDICTS[ruling]
    return f"{words[0].upper()}{words[1:]}"


def rulings(events: Sequence[Any]) -> list[str]:
    found = [event.ruled.ruling for event in events if isinstance(event, _RULED)]
    return list(dict.fromkeys(found))


def cited(events: Sequence[Any]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(cite for event in events if isinstance(event, _RULED) for cite in event.ruled.cites))


def follows(events: Sequence[Any]) -> list[Follows]:
    """Each by the tag of its event; pages in other languages have words of their own for it."""
    told = [one for event in events for one in _told(event)]
    return [each for number, each in enumerate(told) if each not in told[:number]]


def _told(event: Any) -> Iterator[Follows]:
    words = _WORDS.get(type(event))
    if words is None:
        return
    places = _places(event)
    yield {
        "event": event.__struct_config__.tag,
        "text": words if isinstance(words, str) else words(event),
        "cites": printed(getattr(event, "cites", ())),
        **({"places": list(places)} if places else {}),
        **({"policy": event.policy} if isinstance(event, house_ev.PolicyNamed) else {}),
    }


def _places(event: Any) -> tuple[int, ...]:
    boxes = getattr(event, "boxes", None)
    if isinstance(boxes, tuple):
        return boxes
    place = getattr(event, "box", None) or getattr(event, "seat", None)
    return () if place is None else (place,)


def _boxes(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"box {numbers[0]}"
    *others, last = map(str, numbers)
    return f"boxes {', '.join(others)} and {last}"


def _options(event: house_ev.OptionsGiven) -> str:
    if len(event.boxes) == 1:
        return f"Box {event.boxes[0]} may continue or have its bets back; nothing else is accepted before it has chosen"
    asked = _boxes(event.boxes)
    return f"B{asked[1:]} may continue or have their bets back; nothing else is accepted before all have chosen"


def _policy(event: house_ev.PolicyNamed) -> str:
    return _POLICIES[event.policy].format(where=_boxes(event.boxes) if event.boxes else "any box")


def _taken_back(event: poker_ev.StreetTakenBack) -> str:
    again = "and dealt again" if event.dealt_again else "and not dealt again, for one player is left"
    return f"The {STREET[event.street]} is taken back {again}; bets made on it go back"


_RULED = (house_ev.IrregularityRuled, poker_ev.IrregularityRuled)
_WORDS: Mapping[type, str | Callable[[Any], str]] = {
    house_ev.OptionsGiven: _options,
    house_ev.BoxTakenOut: lambda event: f"Box {event.box} is out of the round, and its bets go back",
    house_ev.BetReturned: lambda event: f"The {event.spot} bet on box {event.box} goes back",
    house_ev.SettlementUndone: "The settlement is undone, and what was paid is taken back",
    house_ev.RoundVoided: "The round is void: every bet goes back to whoever put it in",
    house_ev.CardsNamed: "The cards count as they lie",
    house_ev.CardsLie: "The cards count as they lie",
    house_ev.DecisionsTakenBack: lambda event: f"B{_boxes(event.boxes)[1:]} decides again, and the bet goes back",
    house_ev.PaymentRecorded: lambda event: (
        f"{dollars(event.paid)} was pushed to box {event.box} and {dollars(event.due)} was due; the settlement stands"
    ),
    house_ev.HandExamined: lambda event: f"The hand of box {event.box} counts as looked at",
    house_ev.CardsChangedPlaces: "The two cards change places, and the hands with them",
    house_ev.FaceUpCardExposed: "The exposed card is the dealer's face-up card",
    house_ev.DealerRevealed: "The dealer's hand is turned up",
    house_ev.SettlementAwaited: "Nothing is left to decide; the dealer pays",
    house_ev.RoundSettled: "The round is settled on the cards as they lie",
    house_ev.RestrictionsLifted: "All bets are taken again, as the sign says",
    house_ev.PolicyNamed: _policy,
    poker_ev.RoundVoided: "The round is void: every chip goes back to whoever put it in, blinds included",
    poker_ev.PlayerLeft: lambda event: f"Seat {event.seat} leaves the table",
    poker_ev.ExposedCardDiscarded: lambda event: (
        f"The exposed card is set aside; seat {event.seat} gets the next card for it"
    ),
    poker_ev.FaceUpCardFound: "The face-up card is set aside; the one after it is the next card",
    poker_ev.StreetTakenBack: _taken_back,
    poker_ev.ShoeReshuffled: "The rest of the shoe is shuffled again",
    poker_ev.SettlementAwaited: "Nothing is left to decide; the dealer pays",
    poker_ev.PotsGivenOut: "The pots are given out",
    poker_ev.CardsLie: "The cards count as they lie",
    poker_ev.BettingTakenBack: "The betting round is played again; its bets go back and its folds are undone",
    poker_ev.PotsGivenOutAgain: "The pots are given out again, with the cards as they lie",
}
