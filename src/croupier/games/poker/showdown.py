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


def _from(order: tuple[int, ...], first: int) -> tuple[int, ...]:
    start = order.index(first)
    return order[start:] + order[:start]


def hands_shown(
    book: Rulebook, state: PokerState, found: Sequence[Pot], strength: Mapping[int, int]
) -> Iterator[tuple[int, tuple[Citation, ...]]]:
    """The seats that turn their cards up, in order, with the duty that makes them."""
    round_ = state.round
    assert round_ is not None
    first, duty = first_to_show(book, round_)
    live = [seat for seat in _from(round_.order, first) if seat not in round_.folded]
    ranked = tuple(map(book.cite, RANKED_BY))
    if sum(state.seats[seat].stack > 0 for seat in live) <= 1:
        cites = (duty, book.cite(Poker.HAND_PLAYED_OUT), book.cite(Poker.FINAL_BETTING_ROUND), *ranked, ruling(35))
        yield from ((seat, cites) for seat in live)
        return
    revealed = (book.cite(Poker.REVEAL_AFTER_MARKER), book.cite(Poker.MARKER_SHOWDOWN), *ranked)
    best = {pot: 0 for pot in found if len(pot.eligible) > 1}  # a pot of one hand is won without showing
    for seat in live:
        mine, own = strength[seat], [pot for pot in best if seat in pot.eligible]
        if all(mine < best[pot] for pot in own):
            continue
        yield seat, (duty, *revealed)
        duty = book.cite(Poker.EQUAL_OR_BETTER_SHOWN)
        best.update((pot, max(mine, best[pot])) for pot in own)
