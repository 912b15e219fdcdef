"""How 3 Card Poker pays: one pure function over a small closed set of facts."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from itertools import product

from msgspec.structs import replace

from croupier.base.citation import Citation, ruling
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.lines import (
    AwardPaid,
    Counted,
    LineSettled,
    as_the_table_pays,
    goes_back,
    loses,
    stands_off,
)
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.settlement import Bets, Settled, Share, jackpot
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.three_card.clauses import ThreeCard
from croupier.rules.hands import Made, ThreeCardRank, made, three_card_rank, three_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.payouts import to_one


class Hand(StrEnum):
    """Hands as the pay tables tell them apart."""

    AKQ_OF_SPADES = "akq-of-spades"
    AKQ_OF_ANOTHER_SUIT = "akq-of-another-suit"
    STRAIGHT_FLUSH = "straight-flush"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    PAIR = "pair"
    THREE_ODD_CARDS = "three-odd-cards"
    NOT_SHOWN = "not-shown"


class Outcome(StrEnum):
    FOLDED = "folded"
    DEALER_NOT_QUALIFIED = "dealer does not qualify"
    HIGHER = "higher than the dealer"
    LOWER = "lower than the dealer"
    SAME = "same ranking"


class Facts(Value):
    """All that settlement depends on."""

    outcome: Outcome
    hand: Hand


# named once: a member of an enumeration is found several times slower than a name
_FOLDED, _NOT_QUALIFIED, _HIGHER, _LOWER, _SAME = Outcome
_AKQ_OF_SPADES, _AKQ_OF_ANOTHER_SUIT, _STRAIGHT_FLUSH = tuple(Hand)[:3]
_NOT_SHOWN = Hand.NOT_SHOWN
_ANTE, _PLAY, _PAIR_PLUS, _JACKPOT = Spot.ANTE, Spot.PLAY, Spot.PAIR_PLUS, Spot.JACKPOT


def all_facts() -> Iterator[Facts]:
    """What cards can make: nothing beats A-K-Q of one suit, and a deck has four cards of a rank, so no two threes."""
    for outcome, hand in product(Outcome, Hand):
        if hand is Hand.NOT_SHOWN and outcome not in (Outcome.DEALER_NOT_QUALIFIED, Outcome.LOWER):
            continue
        if hand in (Hand.AKQ_OF_SPADES, Hand.AKQ_OF_ANOTHER_SUIT) and outcome is Outcome.LOWER:
            continue
        if hand is Hand.THREE_OF_A_KIND and outcome is Outcome.SAME:
            continue
        yield Facts(outcome, hand)


_KINDS = {
    ThreeCardRank.STRAIGHT_FLUSH: Hand.STRAIGHT_FLUSH,
    ThreeCardRank.THREE_OF_A_KIND: Hand.THREE_OF_A_KIND,
    ThreeCardRank.STRAIGHT: Hand.STRAIGHT,
    ThreeCardRank.FLUSH: Hand.FLUSH,
    ThreeCardRank.ONE_PAIR: Hand.PAIR,
    ThreeCardRank.THREE_ODD_CARDS: Hand.THREE_ODD_CARDS,
}


@cache
def _kind(value: int) -> Hand:
    return _KINDS[three_card_rank(value)]


def kind_of(cards: tuple[Card, ...], value: int) -> Hand:
    kind = _kind(value)
    if kind is _STRAIGHT_FLUSH and {"K", "A"} <= {card[0] for card in cards}:
        return _AKQ_OF_SPADES if cards[0][1] == "s" else _AKQ_OF_ANOTHER_SUIT
    return kind


def makes(cards: tuple[Card, ...]) -> Made | None:
    found = made(cards)
    return found and found._replace(hand=_kind(three_card_value(cards)))


def paid_as(cards: tuple[Card, ...], _board: tuple[Card, ...], _dealer: tuple[Card, ...]) -> tuple[str, ...]:
    kind = kind_of(cards, three_card_value(cards))
    return tuple(dict.fromkeys((kind, _as_straight_flush(kind))))


def qualifies(book: Rulebook, dealer_value: int) -> bool:
    """Queen high or better (1.16, R-16), as the book has it."""
    return dealer_value >= qualifying_value(book.procedure.dealer_qualifies, 3)


def settle(book: Rulebook, bets: Bets, facts: Facts) -> Settled:
    """Each bet of one box, once. Ante and Play go together; the others stand on the player's own hand."""
    not_shown = (book.cite(House.HAND_NOT_SHOWN), ruling(74)) if facts.hand is _NOT_SHOWN else ()
    lines: list[LineSettled] = []
    awards: list[AwardPaid] = []
    claim: Share | None = None
    for spot, bet in bets.items():
        if spot is _ANTE:
            lines.append(settle_ante(book, bet, facts, not_shown))
            if (bonus := ante_bonus(book, bet, facts)) is not None:
                awards.append(bonus)
        elif spot is _PLAY:
            lines.append(settle_play(book, bet, facts, not_shown))
        elif spot is _PAIR_PLUS:
            lines.append(settle_pair_plus(book, bet, facts, alone=_ANTE not in bets, not_shown=not_shown))
        else:
            assert spot is _JACKPOT, spot
            answer = settle_jackpot(book, bet, facts, not_shown)
            if isinstance(answer, Share):
                claim = answer
            else:
                lines.append(answer)
    return Settled(tuple(lines), tuple(awards), claim)


def settle_ante(book: Rulebook, ante: Counted, facts: Facts, not_shown: tuple[Citation, ...]) -> LineSettled:
    outcome, pays = facts.outcome, book.pays("ante-and-play", "ante")
    if outcome is _FOLDED:
        return loses(ante, book.cite(ThreeCard.FOLD_FORFEITS))
    if outcome is _NOT_QUALIFIED:
        cites = (book.cite(ThreeCard.DEALER_NOT_QUALIFIED), book.cite(ThreeCard.ANTE_AND_PLAY_PAY))
        return as_the_table_pays(ante, pays, *cites)
    if outcome is _HIGHER:
        cites = (book.cite(ThreeCard.HIGHER_HAND_WINS), book.cite(ThreeCard.ANTE_AND_PLAY_PAY))
        return as_the_table_pays(ante, pays, *cites)
    if outcome is _LOWER:
        return loses(ante, book.cite(ThreeCard.LOWER_HAND_LOSES), *not_shown)
    assert outcome is _SAME, outcome
    return stands_off(ante, book.cite(ThreeCard.SAME_RANKING_STANDS_OFF))


def settle_play(book: Rulebook, play: Counted, facts: Facts, not_shown: tuple[Citation, ...]) -> LineSettled:
    outcome = facts.outcome
    assert outcome is not _FOLDED, "a box that has folded has placed no Play bet"
    if outcome is _NOT_QUALIFIED:
        return goes_back(play, book.cite(ThreeCard.DEALER_NOT_QUALIFIED))
    if outcome is _HIGHER:
        pays = book.pays("ante-and-play", "play")
        cites = (book.cite(ThreeCard.HIGHER_HAND_WINS), book.cite(ThreeCard.ANTE_AND_PLAY_PAY))
        return as_the_table_pays(play, pays, *cites)
    if outcome is _LOWER:
        return loses(play, book.cite(ThreeCard.LOWER_HAND_LOSES), *not_shown)
    assert outcome is _SAME, outcome
    return stands_off(play, book.cite(ThreeCard.SAME_RANKING_STANDS_OFF))


def settle_pair_plus(
    book: Rulebook, bet: Counted, facts: Facts, *, alone: bool, not_shown: tuple[Citation, ...]
) -> LineSettled:
    if facts.outcome is _FOLDED:
        return loses(bet, book.cite(ThreeCard.FOLD_FORFEITS))
    unseen = (book.cite(ThreeCard.PAIR_PLUS_ONLY_UNSEEN), ruling(18)) if alone else ()
    if alone and facts.hand in (Hand.AKQ_OF_SPADES, Hand.AKQ_OF_ANOTHER_SUIT):
        unseen = (*unseen, book.cite(ThreeCard.NO_ENVY_FROM_PAIR_PLUS))
    cites = (
        book.cite(ThreeCard.SIDE_BETS_IRRESPECTIVE),
        book.cite(ThreeCard.PAIR_PLUS_PAYS),
        book.cite(ThreeCard.PAIR_PLUS_ON_OWN_HAND),
        *unseen,
    )
    return as_the_table_pays(bet, book.pays("pair-plus", _as_straight_flush(facts.hand)), *cites, *not_shown)


def ante_bonus(book: Rulebook, ante: Counted, facts: Facts) -> AwardPaid | None:
    """On every Ante that was not folded, whatever the dealer has (R-17)."""
    odds = to_one(book.pays("ante-bonus", _as_straight_flush(facts.hand)))
    if not odds or facts.outcome is _FOLDED:
        return None
    cites = (book.cite(ThreeCard.SIDE_BETS_IRRESPECTIVE), book.cite(ThreeCard.ANTE_BONUS_PAYS), ruling(17))
    return AwardPaid("ante-bonus", Cents(ante.counts * odds), (*cites, *ante.cites), odds=odds)


def settle_jackpot(book: Rulebook, bet: Counted, facts: Facts, not_shown: tuple[Citation, ...]) -> LineSettled | Share:
    if facts.outcome is _FOLDED:
        return loses(bet, book.cite(ThreeCard.FOLD_FORFEITS))
    answer = jackpot(book, bet, _JACKPOT_HANDS.get(facts.hand, ()), book.cite(ThreeCard.JACKPOT_RANKINGS), *not_shown)
    if isinstance(answer, Share):  # of an A-K-Q of spades; the fixed award is that of a Straight Flush
        return replace(answer, fixed_cites=(*answer.fixed_cites, ruling(77)))
    return answer


def _as_straight_flush(hand: Hand) -> Hand:
    """To Pair Plus and Ante Bonus an A-K-Q of one suit is a Straight Flush."""
    return _STRAIGHT_FLUSH if hand is _AKQ_OF_SPADES or hand is _AKQ_OF_ANOTHER_SUIT else hand


_JACKPOT_HANDS: Mapping[Hand, tuple[Hand, ...]] = {
    Hand.AKQ_OF_SPADES: (Hand.AKQ_OF_SPADES, Hand.STRAIGHT_FLUSH),
    Hand.AKQ_OF_ANOTHER_SUIT: (Hand.AKQ_OF_ANOTHER_SUIT, Hand.STRAIGHT_FLUSH),
    Hand.STRAIGHT_FLUSH: (Hand.STRAIGHT_FLUSH,),
    Hand.THREE_OF_A_KIND: (Hand.THREE_OF_A_KIND,),
    Hand.STRAIGHT: (Hand.STRAIGHT,),
}


def compare(book: Rulebook, value: int, dealer_value: int) -> Outcome:
    if not qualifies(book, dealer_value):
        return _NOT_QUALIFIED
    if value > dealer_value:
        return _HIGHER
    return _LOWER if value < dealer_value else _SAME


def facts_of(book: Rulebook, cards: tuple[Card, ...], dealer: tuple[Card, ...], *, folded: bool, shown: bool) -> Facts:
    value = three_card_value(cards)
    if folded:
        return Facts(_FOLDED, kind_of(cards, value))
    outcome = compare(book, value, three_card_value(dealer))
    if shown:
        return Facts(outcome, kind_of(cards, value))
    return Facts(_NOT_QUALIFIED if outcome is _NOT_QUALIFIED else _LOWER, _NOT_SHOWN)
