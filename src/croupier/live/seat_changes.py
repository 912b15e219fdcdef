"""A player changes seats between two rounds of poker: for the rules they leave, and are moved to another (5.4.1)."""

from croupier.actors import Actor, Rank
from croupier.errors import Refused
from croupier.games.poker import commands as cmd
from croupier.games.poker.clauses import Poker
from croupier.games.poker.presence import check_between_rounds, seat_taken
from croupier.games.poker.table import PokerState
from croupier.rulebook.model import Rulebook
from croupier.sentences import says

THE_HOUSE = Actor(Rank.SHIFT_MANAGER, "system")
"""Lets players of its own tables change seats."""


def as_commands(book: Rulebook, state: PokerState, seat: int, to: int) -> tuple[cmd.LeaveTable, cmd.SitDown]:
    """What the rules are told. Whoever is away or owes blinds comes back and pays first, so that nobody moves away
    from what is due; who has just sat down joins on the new seat as they would have on the old one (5.4)."""
    here = seat_taken(book, state, seat)
    check_between_rounds(book, state, says("playing-move-after"), Poker.RELOCATED_JOINS_FREE)
    if here.away or here.missed or here.waits:
        raise Refused(says("move-when-nothing-is-owed", seat=seat), (book.cite(Poker.MISSED_BLINDS_BOTH_PAID),))
    relocated = here.relocated or not here.newcomer
    return cmd.LeaveTable(seat), cmd.SitDown(to, here.player, here.stack, relocated, THE_HOUSE)
