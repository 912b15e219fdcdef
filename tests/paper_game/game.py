"""Two Card Duel in one record."""

from croupier.rules.cards import RANKS, Card
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.game import FOLDS, HouseGame, Move
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.rulebook.model import Device
from tests.paper_game import machine, settle
from tests.paper_game.clauses import Duel


def stays_in(cards: tuple[Card, ...], _: tuple[Card, ...], daring: bool) -> bool:
    return daring or max(RANKS.index(card[0]) for card in cards) >= RANKS.index("T")


GAME = HouseGame(
    key="two-card-duel",
    bets=machine.BETS,
    decisions={Decision.BET: Move("bets", Spot.BET, stays_in), Decision.FOLD: FOLDS},
    stages=machine.STAGES,
    qualifies=settle.qualifies,
    qualifying_value=settle.qualifying_value,
    board=False,
    incidents=machine.IRREGULARITIES.incidents,
    jackpot_outlives_fold=machine.IRREGULARITIES.jackpot_outlives_fold,
    folds_by=Duel.FOLD_LOSES_ALL,
    awards_paid_by=(House.PAID_ACROSS_TABLES,),
    most_boxes={Device.SHOE: 12, Device.SHUFFLER: 12},
    decide=machine.decide,
    advance=machine.advance,
    places=machine.places,
    faces_due=machine.faces_due,
    sheet="tests.paper_game.sheet",
    odds="tests.paper_game.odds",
    kernels=None,
    simulation=None,
    method="All 1,225 dealer's hands are compared with each of the 1,326 hands, one by one.",
    describe=settle.describe,
)
