"""The games, as records of functions; there is no base class and no registration."""

from collections.abc import Callable, Mapping

from croupier.cards import Card
from croupier.games.casino_stud import machine as casino_stud
from croupier.games.house.commands import HouseCommand, Incident
from croupier.games.house.dealing import Place
from croupier.games.house.events import HouseEvent
from croupier.games.house.lines import Spot
from croupier.games.house.table import Decision, HouseRound
from croupier.games.progressive_holdem import machine as progressive_holdem
from croupier.games.three_card import machine as three_card
from croupier.rulebook.model import Device, Rulebook
from croupier.values import Value


class HouseGame(Value):
    """A game against the House. `open_round` and `evolve` are the same for all of them."""

    key: str
    spots: tuple[Spot, ...]
    """Bets placed in the betting window."""
    decisions: Mapping[Decision, Spot | None]
    """What a box may decide, and the bet that goes with it."""
    qualifies: Callable[[Rulebook, tuple[Card, ...]], bool] | None
    """Whether the dealer's hand does, in the games that ask for it."""
    incidents: frozenset[Incident]
    most_boxes: Mapping[Device, int]
    """More than that a single deck cannot serve."""
    decide: Callable[[Rulebook, HouseRound, HouseCommand], tuple[HouseEvent, ...]]
    advance: Callable[[Rulebook, HouseRound, HouseCommand], tuple[tuple[HouseEvent, ...], HouseRound]]
    """`decide`, with the state that its events lead to."""
    places: Callable[[Rulebook, HouseRound], tuple[Place, ...]]
    """Where the cards that are due now go; empty when none are."""


HOUSE_GAMES: Mapping[str, HouseGame] = {
    "three-card-poker": HouseGame(
        key="three-card-poker",
        spots=three_card.SPOTS,
        decisions={Decision.PLAY: Spot.PLAY, Decision.FOLD: None},
        qualifies=three_card.dealer_qualifies,
        incidents=three_card.IRREGULARITIES.incidents,
        most_boxes={Device.SHOE: 16, Device.SHUFFLER: 16},
        decide=three_card.decide,
        advance=three_card.advance,
        places=three_card.places,
    ),
    "casino-stud": HouseGame(
        key="casino-stud",
        spots=casino_stud.SPOTS,
        decisions={Decision.BET: Spot.BET, Decision.FOLD: None},
        qualifies=casino_stud.dealer_qualifies,
        incidents=casino_stud.IRREGULARITIES.incidents,
        most_boxes={Device.SHOE: 9, Device.SHUFFLER: 9},
        decide=casino_stud.decide,
        advance=casino_stud.advance,
        places=casino_stud.places,
    ),
    "progressive-holdem": HouseGame(
        key="progressive-holdem",
        spots=progressive_holdem.SPOTS,
        decisions={
            Decision.FLOP: Spot.FLOP,
            Decision.TURN: Spot.TURN,
            Decision.RIVER: Spot.RIVER,
            Decision.CHECK: None,
            Decision.FOLD: None,
        },
        qualifies=None,
        incidents=progressive_holdem.IRREGULARITIES.incidents,
        most_boxes={Device.SHOE: 20, Device.SHUFFLER: 22},
        decide=progressive_holdem.decide,
        advance=progressive_holdem.advance,
        places=progressive_holdem.places,
    ),
}
