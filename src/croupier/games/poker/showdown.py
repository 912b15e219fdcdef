"""Who must show, in which order, and who may throw his hand away unseen (3.11.2, R-35)."""

from collections.abc import Iterator, Mapping, Sequence

from croupier.citation import Citation, ruling
from croupier.games.poker.clauses import Poker
from croupier.games.poker.pots import Pot
from croupier.games.poker.table import PokerRound, PokerState
from croupier.hands import best_value
from croupier.rulebook.model import Rulebook

RANKED_BY = (Poker.BEST_FIVE_OF_SEVEN, Poker.RANK_OF_CARDS, Poker.RANKING_OF_HANDS, Poker.RANKING_OF_EQUALS)


def strengths(round_: PokerRound) -> dict[int, int]:
    """The best five of seven for each live hand."""
    return {seat: best_value(round_.hands[seat] + round_.community) for seat in round_.live()}


def first_to_show(book: Rulebook, round_: PokerRound) -> tuple[int, Citation]:
    """The last raiser of the final betting round, else its first bettor, else the first left of the button.

    If that player's hand has been folded by rule, the next live player clockwise (R-70).
    """
    if round_.raiser is not None:
        first, clause = round_.raiser, Poker.LAST_RAISER_SHOWS_FIRST
    elif round_.opener is not None:
        first, clause = round_.opener, Poker.FIRST_BETTOR_SHOWS_FIRST
    else:
        first, clause = round_.order[0], Poker.CHECKED_LEFT_SHOWS_FIRST
    return next(seat for seat in _from(round_.order, first) if seat not in round_.folded), book.cite(clause)


def _from(order: Sequence[int], first: int) -> Iterator[int]:
    start = order.index(first)
    yield from order[start:]
    yield from order[:start]


def hands_shown(
    book: Rulebook, state: PokerState, found: Sequence[Pot], strength: Mapping[int, int]
) -> Iterator[tuple[int, tuple[Citation, ...]]]:
    """The seats that turn their cards up, in order, with the duty that makes them."""
    round_ = state.round
    assert round_ is not None
    first, duty = first_to_show(book, round_)
    live = [seat for seat in _from(round_.order, first) if seat not in round_.folded]
    contested = [pot for pot in found if len(pot.eligible) > 1]
    if sum(state.seats[seat].stack > 0 for seat in live) <= 1:
        for seat in live:
            clauses = (Poker.HAND_PLAYED_OUT, Poker.FINAL_BETTING_ROUND, *RANKED_BY)
            yield seat, (duty, *map(book.cite, clauses), ruling(35))
        return
    shown: list[int] = []
    for seat in live:
        mine = [pot for pot in contested if seat in pot.eligible]
        if not mine:
            continue  # a pot that only one hand is in is won without showing
        if all(_beaten(seat, pot, shown, strength) for pot in mine):
            continue
        own = duty if not shown else book.cite(Poker.EQUAL_OR_BETTER_SHOWN)
        yield seat, (own, *map(book.cite, (Poker.REVEAL_AFTER_MARKER, Poker.MARKER_SHOWDOWN, *RANKED_BY)))
        shown.append(seat)


def _beaten(seat: int, pot: Pot, shown: Sequence[int], strength: Mapping[int, int]) -> bool:
    return any(strength[other] > strength[seat] for other in shown if other in pot.eligible)
