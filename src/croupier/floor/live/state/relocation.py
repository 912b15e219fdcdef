"""Poker: moves a player from another table of this floor, which knows when, and with what, they left (R-109)."""

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.floor.live.state.table import RELOCATED_WITHIN, LiveTable, poker_game
from croupier.floor.live.state.work import Work
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import SitDown
from croupier.rules.money import dollars


def check(work: Work, table: LiveTable, command: SitDown) -> tuple[Citation, ...]:
    """Refuses a player who does not come from the named table. Returns the paragraphs that allow the move."""
    cites = (work.book(table).cite(Poker.RELOCATED_JOINS_FREE), ruling(109))
    player, came_from = command.player, command.came_from
    if came_from is None:
        raise Refused(says("relocated-say-from", player=player), cites)
    there = work.all_tables().get(came_from)
    left = None if there is None else there.departures.get(player)
    if left is None or work.at - left.at > RELOCATED_WITHIN:
        raise Refused(says("relocated-not-from-there", player=player, table=came_from), cites)
    if left.small_blind < poker_game(table).table.small_blind:
        raise Refused(says("relocated-from-lower-blinds", table=came_from), cites)
    if left.stack < command.stake:
        raise Refused(says("relocated-with-more", player=player, table=came_from, amount=dollars(left.stack)), cites)
    return cites
