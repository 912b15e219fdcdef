"""Progressive Texas Hold'em in one record."""

from croupier.rules.cards import Card
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.game import FOLDS, HouseGame, Move
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.progressive_holdem import machine, settle
from croupier.rules.games.progressive_holdem.clauses import Holdem
from croupier.rules.hands import is_made, rank_of
from croupier.rules.rulebook.model import Device


def sees_the_flop(cards: tuple[Card, ...], _: tuple[Card, ...], daring: bool) -> bool:
    first, second = map(rank_of, cards)
    return first == second or max(first, second) >= (8 if daring else 11)


def bets_on(cards: tuple[Card, ...], board: tuple[Card, ...], daring: bool) -> bool:
    return is_made(cards + board) or (daring and max(map(rank_of, cards)) == 14)


GAME = HouseGame(
    key="progressive-holdem",
    bets=machine.BETS,
    decisions={
        Decision.FLOP: Move("sees the flop", Spot.FLOP, sees_the_flop),
        Decision.TURN: Move("bets the turn", Spot.TURN, bets_on),
        Decision.RIVER: Move("bets the river", Spot.RIVER, bets_on),
        Decision.CHECK: Move("checks"),
        Decision.FOLD: FOLDS,
    },
    stages=machine.STAGES,
    qualifies=None,
    qualifying_value=None,
    board=True,
    incidents=machine.IRREGULARITIES.incidents,
    jackpot_outlives_fold=machine.IRREGULARITIES.jackpot_outlives_fold,
    folds_by=Holdem.FOLD_FORFEITS,
    awards_paid_by=(House.PAID_ACROSS_TABLES,),
    most_boxes={Device.SHOE: 20, Device.SHUFFLER: 22},
    decide=machine.decide,
    advance=machine.advance,
    places=machine.places,
    faces_due=machine.faces_due,
    sheet="croupier.rounds.settlement_sheet.progressive_holdem",
    odds="croupier.numbers.maths.holdem.odds",
    kernels="boards",
    simulation="croupier.numbers.simulation.holdem",
    method=(
        "All boards, hole cards and dealer's cards are counted; each board's hole cards are swept once in order of "
        "strength, with counts by card. The best decisions are found going back: the River bet for hole cards and "
        "four community cards, the Turn bet for hole cards and flop, then the Flop bet for hole cards alone."
    ),
    named="Hold'em",
    paid_as=settle.paid_as,
)
