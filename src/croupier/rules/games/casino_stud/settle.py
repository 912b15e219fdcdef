"""How Casino Stud pays: one pure function over a small closed set of facts."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import product
from typing import assert_never

from croupier.base.citation import ruling
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.casino_stud.clauses import CasinoStud
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.lines import (
    Counted,
    LineSettled,
    Result,
    as_the_table_pays,
    goes_back,
    loses,
    stands_off,
)
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.settlement import Bets, Settled, Share, jackpot
from croupier.rules.games.house.spots import Spot
from croupier.rules.hands import FiveCardRank, five_card_rank, five_card_value
from croupier.rules.rulebook.model import Rulebook


class Outcome(StrEnum):
    FOLDED = "folded"
    NOT_SHOWN = "folded, hand not shown"
    DEALER_NOT_QUALIFIED = "dealer does not qualify"
    HIGHER = "higher than the dealer"
    LOWER = "lower than the dealer"
    SAME = "same ranking"


class Facts(Value):
    """All that settlement depends on."""

    outcome: Outcome
    hand: FiveCardRank


def all_facts() -> Iterator[Facts]:
    """What cards can make: nothing beats a royal flush, and of one rank no two hands have three cards or more."""
    for outcome, hand in product(Outcome, reversed(FiveCardRank)):
        if hand is FiveCardRank.ROYAL_FLUSH and outcome is Outcome.LOWER:
            continue
        if hand in _OF_ONE_RANK and outcome is Outcome.SAME:
            continue
        yield Facts(outcome, hand)


_OF_ONE_RANK = (FiveCardRank.FOUR_OF_A_KIND, FiveCardRank.FULL_HOUSE, FiveCardRank.THREE_OF_A_KIND)


PAID_AS = {
    FiveCardRank.ROYAL_FLUSH: "royal-flush",
    FiveCardRank.STRAIGHT_FLUSH: "straight-flush",
    FiveCardRank.FOUR_OF_A_KIND: "four-of-a-kind",
    FiveCardRank.FULL_HOUSE: "full-house",
    FiveCardRank.FLUSH: "flush",
    FiveCardRank.STRAIGHT: "straight",
    FiveCardRank.THREE_OF_A_KIND: "three-of-a-kind",
    FiveCardRank.TWO_PAIRS: "two-pairs",
    FiveCardRank.ONE_PAIR: "one-pair-or-less",
    FiveCardRank.FIVE_ODD_CARDS: "one-pair-or-less",
}


def paid_as(cards: tuple[Card, ...], _board: tuple[Card, ...], _dealer: tuple[Card, ...]) -> tuple[str, ...]:
    return (PAID_AS[five_card_rank(five_card_value(cards))],)


def qualifies(book: Rulebook, dealer_value: int) -> bool:
    """Ace and King, or better; any pair is better (1.14, R-20), as the book has it."""
    return dealer_value >= qualifying_value(book.procedure.dealer_qualifies, 5)


def settle(book: Rulebook, bets: Bets, facts: Facts) -> Settled:
    """Each bet of one box, once."""
    lines: list[LineSettled] = []
    claim: Share | None = None
    opens_hand = False
    for spot, bet in bets.items():
        if spot is Spot.ANTE:
            lines.append(settle_ante(book, bet, facts))
        elif spot is Spot.BET:
            lines.append(settle_bet(book, bet, facts))
        else:
            assert spot is Spot.JACKPOT, spot
            answer = settle_jackpot(book, bet, facts)
            if isinstance(answer, Share):
                claim = answer
            else:
                lines.append(answer)
            won = isinstance(answer, Share) or answer.result is Result.WIN
            opens_hand = won and facts.outcome is Outcome.FOLDED
    return Settled(tuple(lines), claim=claim, opens_hand=opens_hand)


def settle_ante(book: Rulebook, ante: Counted, facts: Facts) -> LineSettled:
    pays = book.pays("ante", "ante")
    match facts.outcome:
        case Outcome.FOLDED:
            return loses(ante, book.cite(CasinoStud.FOLD_LOSES_ANTE))
        case Outcome.NOT_SHOWN:
            return loses(ante, book.cite(House.HAND_NOT_SHOWN), book.cite(CasinoStud.FOLD_LOSES_ANTE))
        case Outcome.DEALER_NOT_QUALIFIED:
            cites = (book.cite(CasinoStud.DEALER_NOT_QUALIFIED), book.cite(CasinoStud.ANTE_AND_BET_PAY))
            return as_the_table_pays(ante, pays, *cites)
        case Outcome.HIGHER:
            cites = (book.cite(CasinoStud.HIGHER_HAND_WINS), book.cite(CasinoStud.ANTE_AND_BET_PAY))
            return as_the_table_pays(ante, pays, *cites)
        case Outcome.LOWER:
            return loses(ante, book.cite(CasinoStud.LOWER_HAND_LOSES))
        case Outcome.SAME:
            return stands_off(ante, book.cite(CasinoStud.SAME_RANKING_STANDS_OFF))
        case _:
            assert_never(facts.outcome)


def settle_bet(book: Rulebook, bet: Counted, facts: Facts) -> LineSettled:
    match facts.outcome:
        case Outcome.FOLDED:
            raise AssertionError("a box that has folded has placed no BET")
        case Outcome.NOT_SHOWN:
            return loses(bet, book.cite(House.HAND_NOT_SHOWN), book.cite(CasinoStud.FOLD_LOSES_ANTE))
        case Outcome.DEALER_NOT_QUALIFIED:
            return goes_back(bet, book.cite(CasinoStud.DEALER_NOT_QUALIFIED))
        case Outcome.HIGHER:
            cap = book.procedure.payout_caps[Spot.BET]
            return as_the_table_pays(
                bet,
                book.pays("bet", PAID_AS[facts.hand]),
                book.cite(CasinoStud.HIGHER_HAND_WINS),
                book.cite(CasinoStud.ANTE_AND_BET_PAY),
                cap=(cap, book.cite(CasinoStud.BET_PAYOUT_LIMIT)),
            )
        case Outcome.LOWER:
            return loses(bet, book.cite(CasinoStud.LOWER_HAND_LOSES))
        case Outcome.SAME:
            return stands_off(bet, book.cite(CasinoStud.SAME_RANKING_STANDS_OFF))
        case _:
            assert_never(facts.outcome)


def settle_jackpot(book: Rulebook, bet: Counted, facts: Facts) -> LineSettled | Share:
    """Whatever the dealer has, and after a fold too; a hand that is not shown establishes nothing (R-91)."""
    if facts.outcome is Outcome.NOT_SHOWN:
        return loses(bet, book.cite(House.JACKPOT_PAYS), book.cite(House.HAND_NOT_SHOWN), ruling(91))
    cites = [book.cite(CasinoStud.JACKPOT_QUALIFIES), book.cite(CasinoStud.JACKPOT_RANKINGS)]
    if facts.outcome is Outcome.FOLDED:
        cites += [book.cite(CasinoStud.FOLD_LOSES_ANTE), ruling(23)]
    assert book.jackpot is not None, book.key
    hand = PAID_AS[facts.hand]
    if hand not in book.jackpot.rows:
        return jackpot(book, bet, (), *cites)
    if facts.outcome is Outcome.FOLDED:
        cites.append(ruling(91))  # it is turned up, unless its player hides it
    return jackpot(book, bet, (hand,), *cites)


def facts_of(book: Rulebook, cards: tuple[Card, ...], dealer: tuple[Card, ...], *, folded: bool, shown: bool) -> Facts:
    value = five_card_value(cards)
    hand = five_card_rank(value)
    if not shown:
        return Facts(Outcome.NOT_SHOWN, hand)
    if folded:
        return Facts(Outcome.FOLDED, hand)
    dealer_value = five_card_value(dealer)
    if not qualifies(book, dealer_value):
        return Facts(Outcome.DEALER_NOT_QUALIFIED, hand)
    if value > dealer_value:
        return Facts(Outcome.HIGHER, hand)
    return Facts(Outcome.LOWER if value < dealer_value else Outcome.SAME, hand)
