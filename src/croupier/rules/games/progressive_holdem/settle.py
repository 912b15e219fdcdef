"""How Progressive Texas Hold'em pays: one pure function over a small closed set of facts."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import product
from typing import assert_never

from croupier.base.citation import Citation, ruling
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.lines import Counted, LineSettled, as_the_table_pays, loses, stands_off
from croupier.rules.games.house.settlement import Bets, Settled, Share, jackpot
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.progressive_holdem.clauses import Holdem
from croupier.rules.hands import FiveCardRank, best_value, five_card_rank, five_card_value, is_suited
from croupier.rules.rulebook.model import Rulebook


class Outcome(StrEnum):
    FOLDED = "folded"
    HIGHER = "higher than the dealer"
    LOWER = "lower than the dealer"
    SAME = "same ranking"


class Hole(StrEnum):
    """Hole cards as the Bonus tells them apart."""

    ACES_IN_BOTH_HANDS = "aces-in-both-hands"
    ACES = "aces"
    ACE_KING_SUITED = "ace-king-suited"
    ACE_QUEEN_OR_JACK_SUITED = "ace-queen-or-jack-suited"
    ACE_KING_UNSUITED = "ace-king-unsuited"
    HIGH_PAIR = "high-pair"
    ACE_QUEEN_OR_JACK_UNSUITED = "ace-queen-or-jack-unsuited"
    LOW_PAIR = "low-pair"
    NOTHING = "nothing"
    NOT_SHOWN = "not-shown"


class OwnAward(StrEnum):
    """What the best of the seven cards wins from the jackpot (R-26)."""

    ROYAL_FLUSH_ON_THE_FLOP = "royal-flush-on-the-flop"
    ROYAL_FLUSH_ON_THE_TURN = "royal-flush-on-the-turn"
    ROYAL_FLUSH_ON_THE_RIVER = "royal-flush-on-the-river"
    STRAIGHT_FLUSH = "straight-flush"
    FOUR_OF_A_KIND = "four-of-a-kind"
    NONE = "none"


class BoardAward(StrEnum):
    """What the five community cards win alone; a folded box keeps this chance (R-27)."""

    ROYAL_FLUSH = "community-royal-flush"
    STRAIGHT_FLUSH = "community-straight-flush"
    FOUR_OF_A_KIND = "community-four-of-a-kind"
    NONE = "none"


class Facts(Value):
    """All that settlement depends on."""

    outcome: Outcome
    ante_pays: bool
    """The hand is good enough for the Ante to be paid if it wins (3.13)."""
    hole: Hole
    own: OwnAward = OwnAward.NONE
    board: BoardAward = BoardAward.NONE


def all_facts() -> Iterator[Facts]:
    """What cards can make, apart from what the hole cards have to do with the rest."""
    for outcome, pays, hole, own, board in product(Outcome, (True, False), Hole, OwnAward, BoardAward):
        if hole is Hole.NOT_SHOWN or outcome is Outcome.FOLDED:
            unknown = outcome is (Outcome.LOWER if hole is Hole.NOT_SHOWN else Outcome.FOLDED)
            possible = unknown and not pays and own is OwnAward.NONE
        else:
            possible = own in _OWN_WITH[board] and outcome in _outcomes(own, board)
            if not pays:
                possible = possible and own is OwnAward.NONE and board is BoardAward.NONE
        if possible:
            yield Facts(outcome, pays, hole, own, board)


_ROYAL = (OwnAward.ROYAL_FLUSH_ON_THE_FLOP, OwnAward.ROYAL_FLUSH_ON_THE_TURN, OwnAward.ROYAL_FLUSH_ON_THE_RIVER)

_OWN_WITH = {
    BoardAward.ROYAL_FLUSH: (OwnAward.NONE,),  # nobody has better, and no box has it alone
    BoardAward.STRAIGHT_FLUSH: (*_ROYAL, OwnAward.STRAIGHT_FLUSH),
    BoardAward.FOUR_OF_A_KIND: (OwnAward.FOUR_OF_A_KIND,),  # two cards of a suit leave no straight flush
    BoardAward.NONE: tuple(OwnAward),
}
"""The best of the seven cards is at least as good as the board."""


def _outcomes(own: OwnAward, board: BoardAward) -> tuple[Outcome, ...]:
    if board is BoardAward.ROYAL_FLUSH:
        return (Outcome.SAME,)
    if own in _ROYAL:
        return (Outcome.HIGHER,)
    if own is not OwnAward.NONE and board is BoardAward.NONE:
        return (Outcome.HIGHER, Outcome.LOWER)  # the dealer cannot hold the same cards
    return (Outcome.HIGHER, Outcome.LOWER, Outcome.SAME)


def settle(book: Rulebook, bets: Bets, facts: Facts) -> Settled:
    """Each bet of one box, once."""
    not_shown = (book.cite(House.HAND_NOT_SHOWN), ruling(74)) if facts.hole is Hole.NOT_SHOWN else ()
    lines: list[LineSettled] = []
    claim: Share | None = None
    for spot, bet in bets.items():
        if spot is Spot.BONUS:
            lines.append(settle_bonus(book, bet, facts, not_shown))
        elif spot is Spot.JACKPOT:
            answer = settle_jackpot(book, bet, facts, not_shown)
            if isinstance(answer, Share):
                claim = answer
            else:
                lines.append(answer)
        else:
            lines.append(settle_against_dealer(book, bet, facts, not_shown))
    return Settled(tuple(lines), claim=claim)


def settle_against_dealer(book: Rulebook, bet: Counted, facts: Facts, not_shown: tuple[Citation, ...]) -> LineSettled:
    """Ante, Flop, Turn and River."""
    match facts.outcome:
        case Outcome.FOLDED:
            return loses(bet, book.cite(Holdem.FOLD_FORFEITS))
        case Outcome.HIGHER:
            if bet.spot is Spot.ANTE and not facts.ante_pays:
                return stands_off(bet, book.cite(Holdem.HIGHER_HAND_WINS))
            return as_the_table_pays(
                bet,
                book.pays("bets", bet.spot),
                book.cite(Holdem.HIGHER_HAND_WINS),
                book.cite(Holdem.BETS_PAY),
            )
        case Outcome.LOWER:
            return loses(bet, book.cite(Holdem.LOWER_HAND_LOSES), *not_shown)
        case Outcome.SAME:
            return stands_off(bet, book.cite(Holdem.SAME_RANKING_STANDS_OFF))
        case _:
            assert_never(facts.outcome)


def settle_bonus(book: Rulebook, bet: Counted, facts: Facts, not_shown: tuple[Citation, ...]) -> LineSettled:
    """Stands on its own: only folding touches it (R-25)."""
    if facts.outcome is Outcome.FOLDED:
        return loses(bet, book.cite(Holdem.FOLD_FORFEITS))
    cites = (book.cite(Holdem.BONUS_NEEDS_ANTE), book.cite(Holdem.BETS_PAY))
    cap = (book.procedure.payout_caps[Spot.BONUS], book.cite(Holdem.BONUS_PAYOUT_LIMIT))
    return as_the_table_pays(bet, book.pays("bonus", facts.hole), *cites, *not_shown, cap=cap)


def settle_jackpot(book: Rulebook, bet: Counted, facts: Facts, not_shown: tuple[Citation, ...]) -> LineSettled | Share:
    hands: list[str] = []
    if facts.board is not BoardAward.NONE:
        hands.append(facts.board)
    if facts.outcome is Outcome.FOLDED:
        return jackpot(book, bet, tuple(hands), book.cite(Holdem.FOLD_FORFEITS), ruling(27))
    if facts.own is not OwnAward.NONE:
        hands.append(facts.own)
    return jackpot(book, bet, tuple(hands), ruling(26), *not_shown)


def hole_cards(cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> Hole:
    ranks = {card[0] for card in cards}
    if ranks == {"A"}:
        return Hole.ACES_IN_BOTH_HANDS if {card[0] for card in dealer} == {"A"} else Hole.ACES
    if len(ranks) == 1:
        return Hole.HIGH_PAIR if ranks & {"K", "Q", "J"} else Hole.LOW_PAIR
    suited = is_suited(cards)
    if ranks == {"A", "K"}:
        return Hole.ACE_KING_SUITED if suited else Hole.ACE_KING_UNSUITED
    if ranks in ({"A", "Q"}, {"A", "J"}):
        return Hole.ACE_QUEEN_OR_JACK_SUITED if suited else Hole.ACE_QUEEN_OR_JACK_UNSUITED
    return Hole.NOTHING


def own_award(hole: tuple[Card, ...], board: tuple[Card, ...], rank: FiveCardRank) -> OwnAward:
    if rank is FiveCardRank.STRAIGHT_FLUSH:
        return OwnAward.STRAIGHT_FLUSH
    if rank is FiveCardRank.FOUR_OF_A_KIND:
        return OwnAward.FOUR_OF_A_KIND
    if rank is not FiveCardRank.ROYAL_FLUSH or _rank(board) is FiveCardRank.ROYAL_FLUSH:
        return OwnAward.NONE
    if _rank(hole + board[:3]) is FiveCardRank.ROYAL_FLUSH:
        return OwnAward.ROYAL_FLUSH_ON_THE_FLOP
    if _rank(hole + board[:4]) is FiveCardRank.ROYAL_FLUSH:
        return OwnAward.ROYAL_FLUSH_ON_THE_TURN
    return OwnAward.ROYAL_FLUSH_ON_THE_RIVER


_BOARD_AWARDS = {
    FiveCardRank.ROYAL_FLUSH: BoardAward.ROYAL_FLUSH,
    FiveCardRank.STRAIGHT_FLUSH: BoardAward.STRAIGHT_FLUSH,
    FiveCardRank.FOUR_OF_A_KIND: BoardAward.FOUR_OF_A_KIND,
}


def board_award(board: tuple[Card, ...]) -> BoardAward:
    if len(board) < 5:
        return BoardAward.NONE  # every box folded and nothing was dealt on
    return _BOARD_AWARDS.get(five_card_rank(five_card_value(board)), BoardAward.NONE)


def paid_as(hole: tuple[Card, ...], board: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[str, ...]:
    """By the Bonus, and once the board is complete by the jackpot."""
    own, alone = OwnAward.NONE, board_award(board)
    if len(board) == 5:
        own = own_award(hole, board, _rank(hole + board))
    found = (own, alone, hole_cards(hole, dealer))
    return tuple(each for each in found if each not in (OwnAward.NONE, BoardAward.NONE, Hole.NOTHING))


@cache
def rank_called(words: str) -> FiveCardRank:
    return FiveCardRank[words.replace("-", "_").upper()]


def _rank(cards: tuple[Card, ...]) -> FiveCardRank:
    return five_card_rank(best_value(cards))


def facts_of(
    book: Rulebook,
    hole: tuple[Card, ...],
    board: tuple[Card, ...],
    dealer: tuple[Card, ...],
    *,
    folded: bool,
    shown: bool,
) -> Facts:
    on_the_board = board_award(board)
    if folded:
        return Facts(Outcome.FOLDED, False, hole_cards(hole, dealer), board=on_the_board)
    if not shown:
        return Facts(Outcome.LOWER, False, Hole.NOT_SHOWN, board=on_the_board)
    value, dealer_value = best_value(hole + board), best_value(dealer + board)
    if value > dealer_value:
        outcome = Outcome.HIGHER
    else:
        outcome = Outcome.LOWER if value < dealer_value else Outcome.SAME
    rank = five_card_rank(value)
    pays_from = rank_called(book.procedure.ante_pays_from)
    own = own_award(hole, board, rank)
    return Facts(outcome, rank >= pays_from, hole_cards(hole, dealer), own, on_the_board)
