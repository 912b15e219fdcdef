"""Why a table waits, as a code that pages, lobby and pit show alike."""

from croupier.base.actors import RunBy
from croupier.floor.live.answers.tables import WaitsBecause
from croupier.floor.live.state.table import LiveTable
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house.due import awaited
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState, Phase
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.rulebook.load import at_the_table


def waits_for(table: LiveTable) -> WaitsBecause | None:
    """What the table's own state waits for; None if it waits for its players or for nothing."""
    game = table.game
    if game.closed:
        return None
    if game.suspended is not None:
        return "incident" if any(each.suspends for each in table.waiting) else "suspended"
    if isinstance(game, HouseState):
        return _at_the_layout(table, game)
    return _at_the_table(table)


def waits_for_link(table: LiveTable) -> bool:
    """Whether bets must stay open: an approved change of the link waits, and there is a jackpot bet among them."""
    game = table.game
    if not isinstance(game, HouseState) or game.round.phase is not Phase.BETTING or game.suspended is not None:
        return False
    return any(Spot.JACKPOT in box.bets for box in game.round.boxes.values())


def _at_the_layout(table: LiveTable, state: HouseState) -> WaitsBecause | None:
    round_ = state.round
    if round_.phase is Phase.AWARDING:
        return "award"
    if state.table.run_by is not RunBy.DEALER:
        return None
    if round_.choosing or round_.phase is Phase.DECIDING:
        return "dealer" if table.sign.cards is Faces.BY_HAND and _to_be_turned_up(table, state) else None
    if round_.phase is Phase.BETTING:
        bets = (spot for box in round_.boxes.values() for spot in box.bets)
        return "dealer" if any(spot is not Spot.JACKPOT for spot in bets) else None
    if round_.phase is Phase.DEALING:
        return "device" if table.sign.cards is Faces.READER else "dealer"
    return None if table.closing else "dealer"


def _to_be_turned_up(table: LiveTable, state: HouseState) -> bool:
    book = at_the_table(table.book, table.sign.dealing)
    game = HOUSE_GAMES[book.game]
    return any(each.reason == "cards" for each in awaited(game.faces_due, game.places, book, state.round))


def _at_the_table(table: LiveTable) -> WaitsBecause | None:
    game = table.game
    assert not isinstance(game, HouseState)
    if game.table.run_by is not RunBy.DEALER:
        return None
    round_ = game.round
    if round_ is None or round_.over:
        waits = not table.closing and sum(seat.present for seat in game.seats.values()) >= 2
        return "dealer" if waits else None
    if round_.phase is PokerPhase.DEALING:
        return "device" if table.sign.cards is Faces.READER else None
    return "dealer" if round_.phase is PokerPhase.SETTLING else None
