"""Who must show, in which order, and who may throw their hand away unseen (3.11.2, R-35)."""

from collections.abc import Iterator, Mapping, Sequence

from croupier.base.citation import Citation, ruling
from croupier.base.values import Value
from croupier.rules.games.common import is_place
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.pots import Pot, pots
from croupier.rules.games.poker.table import SETTLING, PokerRound, PokerState
from croupier.rules.games.poker.turns import on_the_left
from croupier.rules.hands import best_value
from croupier.rules.rulebook.model import Rulebook

RANKED_BY = (Poker.BEST_FIVE_OF_SEVEN, Poker.RANK_OF_CARDS, Poker.RANKING_OF_HANDS, Poker.RANKING_OF_EQUALS)
REVEALED = (Poker.REVEAL_AFTER_MARKER, Poker.MARKER_SHOWDOWN, *RANKED_BY)
PLAYED_OUT = (Poker.HAND_PLAYED_OUT, Poker.FINAL_BETTING_ROUND, *RANKED_BY)


def strengths(round_: PokerRound, live: Sequence[int]) -> dict[int, int]:
    """The best five of seven for each live hand that is known; dealt by hand, one that was not shown is not."""
    hands, community = round_.hands, round_.community
    return {seat: best_value(hands[seat] + community) for seat in live if not is_place(hands[seat][0])}


def played_out(state: PokerState, live: Sequence[int]) -> bool:
    """At most one live player has chips left, so all live hands are turned up (R-35)."""
    return len([seat for seat in live if state.seats[seat].stack]) <= 1


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
    if played_out(state, live):
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


class ToShow(Value):
    """A hand that is turned up next at a table dealt by hand."""

    seat: int
    may_muck: bool
    """Its player may give it up unseen."""
    cites: tuple[Citation, ...]

    @property
    def may(self) -> tuple[str, ...]:
        return ("shows", "mucks") if self.may_muck else ("shows",)


def to_show(book: Rulebook, state: PokerState) -> tuple[ToShow, ...]:
    """The hands that the showdown of a table dealt by hand waits for, in the order of 3.11.2.

    Nobody knows yet what they are. So a hand may be given up as soon as another one is open in every contested pot that
    it is in (R-138).
    """
    round_ = state.round
    if not state.table.dealt_by_hand or round_ is None or round_.phase is not SETTLING:
        return ()
    live, shown = round_.live(), round_.shown
    if len(live) < 2:
        return ()
    first, duty = first_to_show(book, round_)
    contested = [pot.eligible for pot in pots(state, live, round_.contributions()) if len(pot.eligible) > 1]
    all_show = played_out(state, live)
    further = (book.cite(Poker.EQUAL_OR_BETTER_SHOWN), *book.cite_all(REVEALED))
    found: list[ToShow] = []
    for seat in (first, *on_the_left(round_.order, first)):
        if seat not in live or seat in shown or seat in round_.mucked:
            continue
        if all_show:
            found.append(ToShow(seat, False, (duty, *book.cite_all(PLAYED_OUT), ruling(35))))
            continue
        may_muck = all(not set(eligible).isdisjoint(shown) for eligible in contested if seat in eligible)
        cites = further if shown or found else (duty, *book.cite_all(REVEALED))
        found.append(ToShow(seat, may_muck, cites))
    return tuple(found)
