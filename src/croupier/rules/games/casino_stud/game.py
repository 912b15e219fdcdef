"""Casino Stud in one record."""

from functools import partial

from croupier.rules.cards import Card
from croupier.rules.games.casino_stud import machine, settle
from croupier.rules.games.casino_stud.clauses import CasinoStud
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.game import FOLDS, HouseGame, Move
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.hands import is_made, rank_of
from croupier.rules.rulebook.model import Device


def stays_in(cards: tuple[Card, ...], _: tuple[Card, ...], daring: bool) -> bool:
    ranks = set(map(rank_of, cards))
    return is_made(cards) or {13, 14} <= ranks or (daring and 14 in ranks)


GAME = HouseGame(
    key="casino-stud",
    bets=machine.BETS,
    decisions={Decision.BET: Move("bets", Spot.BET, stays_in), Decision.FOLD: FOLDS},
    stages=machine.STAGES,
    qualifies=machine.dealer_qualifies,
    qualifying_value=partial(qualifying_value, size=5),
    board=False,
    incidents=machine.IRREGULARITIES.incidents,
    jackpot_outlives_fold=machine.IRREGULARITIES.jackpot_outlives_fold,
    folds_by=CasinoStud.FOLD_LOSES_ANTE,
    awards_paid_by=(CasinoStud.PAID_CLOCKWISE, House.PAID_ACROSS_TABLES),
    most_boxes={Device.SHOE: 9, Device.SHUFFLER: 9},
    decide=machine.decide,
    advance=machine.advance,
    places=machine.places,
    faces_due=machine.faces_due,
    sheet="croupier.rounds.settlement_sheet.casino_stud",
    odds="croupier.numbers.maths.casino_stud.odds",
    kernels="situations",
    simulation="croupier.numbers.simulation.casino_stud",
    method=(
        "For every five cards and every dealer's card the 163,185 possible dealer's hands are counted in closed form: "
        "by ranks, for how many cards of each rank are left, corrected for hands of one suit, which can only be "
        "that of the dealer's card. The box bets where the sum over all of them is above that of a fold."
    ),
    face_up=True,
    named="Casino Stud",
    paid_as=settle.paid_as,
)
