"""Why a table waits, as a code that pages, lobby and pit show alike."""

from croupier.floor.live.answers.tables import WaitsBecause
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.table import LiveTable, house_state
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Phase


def waits_for(table: LiveTable) -> WaitsBecause | None:
    """What the table's own state waits for; None if it waits for its players or for nothing."""
    game = table.game
    if game.closed:
        return None
    if game.suspended is not None:
        return "incident" if any(each.suspends for each in table.waiting) else "suspended"
    return family_of(table.book).waits_for(table, game)


def waits_for_link(table: LiveTable) -> bool:
    """Whether bets must stay open: an approved change of the link waits, and there is a jackpot bet among them."""
    state = house_state(table)
    if state is None or state.round.phase is not Phase.BETTING or state.suspended is not None:
        return False
    return any(Spot.JACKPOT in box.bets for box in state.round.boxes.values())
