"""Who must show, in which order, and who may throw their hand away unseen (3.11.2, R-35)."""

from collections.abc import Iterator, Mapping, Sequence

from croupier.base.citation import Citation, ruling
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.pots import Pot
from croupier.rules.games.poker.table import PokerRound, PokerState
from croupier.rules.games.poker.turns import on_the_left
from croupier.rules.hands import best_value
from croupier.rules.rulebook.model import Rulebook

RANKED_BY = (Poker.BEST_FIVE_OF_SEVEN, Poker.RANK_OF_CARDS, Poker.RANKING_OF_HANDS, Poker.RANKING_OF_EQUALS)
REVEALED = (Poker.REVEAL_AFTER_MARKER, Poker.MARKER_SHOWDOWN, *RANKED_BY)
PLAYED_OUT = (Poker.HAND_PLAYED_OUT, Poker.FINAL_BETTING_ROUND, *RANKED_BY)


def strengths(round_: PokerRound, live: Sequence[int]) -> dict[int, int]:
    """The best five of seven for each live hand."""
    hands, community = round_.hands, round_.community
    return {seat: best_value(hands[seat] + community) for seat in live}


def first_to_show(book: Rulebook, round_: PokerRound) -> tuple[int, Citation]:
    """The last raiser of the final betting round, else its first bettor, else the first left of the button."""
    if round_.raiser is not None:
        first, clause = round_.raiser, Poker.LAST_RAISER_SHOWS_FIRST
    elif round_.opener is not None:
        first, clause = round_.opener, Poker.FIRST_BETTOR_SHOWS_FIRST
    else:
        first, clause = round_.order[0], Poker.CHECKED_LEFT_SHOWS_FIRST
    return first, book.cite(clause)


def hands_shown(
    book: Rulebook, state: PokerState, found: Sequence[Pot], strength: Mapping[int, int]
) -> Iterator[tuple[int, tuple[Citation, ...]]]:
    """The seats that turn their cards up, in order, with the duty that makes them."""
    round_ = state.round
    assert round_ is not None
    first, duty = first_to_show(book, round_)
    # if that player's hand has been folded by rule, the next live player clockwise begins
    live = [seat for seat in (first, *on_the_left(round_.order, first)) if seat in strength]
    if len([seat for seat in live if state.seats[seat].stack]) <= 1:
        cites = (duty, *book.cite_all(PLAYED_OUT), ruling(35))
        yield from [(seat, cites) for seat in live]
        return
    cites = (duty, *book.cite_all(REVEALED))
    contested = [pot.eligible for pot in found if len(pot.eligible) > 1]  # one hand alone need not be shown
    best = [0] * len(contested)
    for seat in live:
        mine, shows = strength[seat], False
        for number, eligible in enumerate(contested):
            if seat in eligible and mine >= best[number]:
                best[number], shows = mine, True
        if shows:
            yield seat, cites
            cites = (book.cite(Poker.EQUAL_OR_BETTER_SHOWN), *cites[1:])
