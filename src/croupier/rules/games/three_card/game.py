"""3 Card Poker in one record."""

from functools import partial

from croupier.rules.cards import Card, parse_cards
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.game import FOLDS, HouseGame, Move
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.three_card import machine, settle
from croupier.rules.games.three_card.clauses import ThreeCard
from croupier.rules.hands import three_card_value
from croupier.rules.rulebook.model import Device

# The cards and not their values, so that importing the game does not build the tables of values.
QUEEN_SIX_FOUR = parse_cards("Qs 6h 4d")
QUEEN_HIGH = parse_cards("Qs 3h 2d")


def stays_in(cards: tuple[Card, ...], _: tuple[Card, ...], daring: bool) -> bool:
    return three_card_value(cards) >= three_card_value(QUEEN_HIGH if daring else QUEEN_SIX_FOUR)


GAME = HouseGame(
    key="three-card-poker",
    bets=machine.BETS,
    decisions={Decision.PLAY: Move("plays", Spot.PLAY, stays_in), Decision.FOLD: FOLDS},
    stages=machine.STAGES,
    qualifies=machine.dealer_qualifies,
    qualifying_value=partial(qualifying_value, size=3),
    board=False,
    incidents=machine.IRREGULARITIES.incidents,
    jackpot_outlives_fold=machine.IRREGULARITIES.jackpot_outlives_fold,
    folds_by=ThreeCard.FOLD_FORFEITS,
    awards_paid_by=(House.PAID_ACROSS_TABLES,),
    most_boxes={Device.SHOE: 16, Device.SHUFFLER: 16},
    decide=machine.decide,
    advance=machine.advance,
    places=machine.places,
    faces_due=machine.faces_due,
    sheet="croupier.rounds.settlement_sheet.three_card",
    odds="croupier.numbers.maths.three_card.odds",
    kernels=None,
    simulation="croupier.numbers.simulation.three_card",
    method=(
        "For each of the 22,100 hands the dealer's hands out of the other 49 cards are counted by inclusion and "
        "exclusion: those below a value, less those with one of the player's cards, plus those with two, less those "
        "with three. A hand is played where the sum over all 18,424 dealer's hands is above that of a fold."
    ),
    makes=settle.makes,
    paid_as=settle.paid_as,
)
