"""Who sits there, and who still has a hand."""

from croupier.citation import ruling
from croupier.errors import Refused
from croupier.games.poker.clauses import Poker
from croupier.games.poker.table import PokerRound, PokerState, Seat
from croupier.rulebook.model import Rulebook


def seat_taken(book: Rulebook, state: PokerState, number: int) -> Seat:
    seat = state.seats.get(number)
    if seat is None or seat.leaving:
        taken = ", ".join(map(str, state.seats)) or "none"
        raise Refused(f"nobody sits on seat {number}; taken are {taken}", (book.cite(Poker.SEATED_PLAYERS_ONLY),))
    return seat


def playing(book: Rulebook, state: PokerState, number: int) -> PokerRound:
    """The round, if this seat still has a hand in it."""
    seat_taken(book, state, number)
    round_ = state.round
    if round_ is None or round_.over:
        raise Refused("no round is being played; start one first")
    if number not in round_.order:
        raise Refused(f"seat {number} is not dealt in")
    if number in round_.folded:
        raise Refused(f"seat {number} has folded", (book.cite(Poker.FOLD_LEAVES_ROUND), ruling(9)))
    return round_
