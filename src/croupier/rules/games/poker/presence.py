"""Who sits there, and who still has a hand."""

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, listed, says
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.table import SETTLING, PokerRound, PokerState, Seat
from croupier.rules.rulebook.model import Rulebook


def seat_taken(book: Rulebook, state: PokerState, number: int) -> Seat:
    seat = state.seats.get(number)
    cites = (book.cite(Poker.SEATED_PLAYERS_ONLY),)
    if seat is None:
        raise Refused(says("seat-empty", seat=number, occupied=listed(state.seats)), cites)
    if seat.leaving:
        why = says("has-left-seat", player=seat.player, seat=number)
        raise Refused(why, (*cites, ruling(66)))
    return seat


def check_between_rounds(book: Rulebook, state: PokerState, why: Sentence, *clauses: str) -> None:
    """Refuse what belongs between two rounds; the pause before the payments still belongs to the round (R-93)."""
    if state.round is not None and state.round.phase is SETTLING:
        cites = (*book.cite_all(clauses), book.cite(Poker.ROUND_ENDS_WHEN_SETTLED), ruling(93))
        raise Refused(says("payments-to-come"), tuple(dict.fromkeys(cites)))
    if state.playing:
        raise Refused(why, book.cite_all(clauses))


def playing(book: Rulebook, state: PokerState, number: int) -> PokerRound:
    """The round, if this seat still has a hand in it."""
    seat_taken(book, state, number)
    round_ = state.round
    if round_ is None or round_.over:
        raise Refused(says("no-round-played"))
    if number not in round_.order:
        raise Refused(says("not-dealt-in", seat=number))
    if number in round_.folded:
        raise Refused(says("seat-folded", seat=number), (book.cite(Poker.FOLD_LEAVES_ROUND), ruling(9)))
    return round_
