"""Why a table waits, as a code that pages, lobby and pit show alike."""

from croupier.base.sentences import says
from croupier.floor.live.answers.said import Sentence
from croupier.floor.live.answers.tables import Stands, WaitsBecause
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import ROLE_OF_RANK
from croupier.floor.live.state.table import LiveTable, house_state
from croupier.floor.live.state.times import printed_time
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


def told(table: LiveTable, why: WaitsBecause, since: int, until: int | None) -> Stands:
    """The reason with its details: whose places, which role, or which words."""
    stands = Stands(why, printed_time(since), None if until is None else printed_time(until))
    if why == "players-lost":
        family = family_of(table.book)
        lost = family.in_the_round(table.game)
        stands.places = sorted(place for player in lost for place in family.places_of(table.game, player))
    elif why == "incident":
        first = next(each for each in table.waiting if each.suspends)
        stands.rank = ROLE_OF_RANK.get(first.rank, "pit-supervisor")
    elif why == "suspended" and table.game.suspended is not None:
        stands.notice = Sentence.of(says("table-suspended", why=table.game.suspended))
    return stands
