"""The games, as records of functions; there is no base class and no registration."""

from collections.abc import Callable, Mapping

from croupier.cards import Card
from croupier.games.casino_stud import machine as casino_stud
from croupier.games.house import life
from croupier.games.house.commands import HouseCommand, Incident, RoundCommand
from croupier.games.house.dealing import Place
from croupier.games.house.events import HouseEvent, RoundEvent
from croupier.games.house.lines import Spot
from croupier.games.house.table import Decision, HouseRound, HouseState
from croupier.games.progressive_holdem import machine as progressive_holdem
from croupier.games.three_card import machine as three_card
from croupier.rulebook.model import Device, Rulebook
from croupier.values import Value


class HouseGame(Value):
    """A game against the House. `open_round`, `evolve` and a table's life are the same for all of them."""

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
    decide: Callable[[Rulebook, HouseRound, RoundCommand], tuple[RoundEvent, ...]]
    """Of one round."""
    advance: Callable[[Rulebook, HouseRound, RoundCommand], tuple[tuple[RoundEvent, ...], HouseRound]]
    """`decide`, with the state that its events lead to."""
    jackpot_outlives_fold: bool
    """Whether a box that has folded can still win the jackpot."""
    places: Callable[[Rulebook, HouseRound], tuple[Place, ...]]
    """Where the cards that are due now go; empty when none are."""

    def run(
        self, book: Rulebook, state: HouseState | None, command: HouseCommand
    ) -> tuple[tuple[HouseEvent, ...], HouseState]:
        """The whole life of a table: what comes of a command, in a round or between rounds, and the state after it."""
        return life.advance(self, book, state, command)


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
        jackpot_outlives_fold=three_card.IRREGULARITIES.jackpot_outlives_fold,
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
        jackpot_outlives_fold=casino_stud.IRREGULARITIES.jackpot_outlives_fold,
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
        jackpot_outlives_fold=progressive_holdem.IRREGULARITIES.jackpot_outlives_fold,
        places=progressive_holdem.places,
    ),
}
