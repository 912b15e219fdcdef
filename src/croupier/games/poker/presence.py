"""Who sits there, and who still has a hand."""

from croupier.citation import ruling
from croupier.errors import Refused
from croupier.games.poker.clauses import Poker
from croupier.games.poker.table import SETTLING, PokerRound, PokerState, Seat
from croupier.rulebook.model import Rulebook


def seat_taken(book: Rulebook, state: PokerState, number: int) -> Seat:
    seat = state.seats.get(number)
    cites = (book.cite(Poker.SEATED_PLAYERS_ONLY),)
    if seat is None:
        taken = ", ".join(map(str, state.seats)) or "none"
        raise Refused(f"seat {number} is empty; occupied: {taken}", cites)
    if seat.leaving:
        why = f"{seat.player} has left seat {number} and is paid out when the round is over"
        raise Refused(why, (*cites, ruling(66)))
    return seat


def check_between_rounds(book: Rulebook, state: PokerState, why: str, clause: str) -> None:
    """Refuse what belongs between two rounds; the pause before the payments still belongs to the round (R-93)."""
    if state.round is not None and state.round.phase is SETTLING:
        cites = (book.cite(clause), book.cite(Poker.ROUND_ENDS_WHEN_SETTLED), ruling(93))
        raise Refused("the payments of this round are still to come; settle it first", tuple(dict.fromkeys(cites)))
    if state.playing:
        raise Refused(why, (book.cite(clause),))


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
