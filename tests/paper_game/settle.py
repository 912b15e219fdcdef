"""How Two Card Duel pays, and how two cards rank."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import product

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.rules.cards import RANKS, Card
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.lines import Counted, LineSettled, as_the_table_pays, goes_back, loses, stands_off
from croupier.rules.games.house.settlement import Bets, Settled, Share, jackpot
from croupier.rules.games.house.spots import Spot
from croupier.rules.rulebook.model import Rulebook
from tests.paper_game.clauses import Duel


class Hand(StrEnum):
    """Hands as the jackpot table tells them apart, best first of each kind."""

    PAIR_OF_ACES = "pair-of-aces"
    PAIR = "pair"
    ACE_KING_OF_SPADES = "ace-king-of-spades"
    SUITED = "suited"
    ODD_CARDS = "odd-cards"


class Outcome(StrEnum):
    FOLDED = "folded"
    NOT_SHOWN = "folded, hand not shown"
    DEALER_NOT_QUALIFIED = "dealer does not qualify"
    HIGHER = "higher than the dealer"
    LOWER = "lower than the dealer"
    SAME = "same ranking"


class Facts(Value):
    outcome: Outcome
    hand: Hand


def all_facts() -> Iterator[Facts]:
    """What cards can make: nothing beats a pair of aces."""
    for outcome, hand in product(Outcome, Hand):
        if (outcome, hand) != (Outcome.LOWER, Hand.PAIR_OF_ACES):
            yield Facts(outcome, hand)


NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def value_of(cards: tuple[Card, ...]) -> int:
    """Pair, two of one suit, two odd cards (3.1.2); then the higher card, then the lower (3.1.3)."""
    low, high = sorted(RANKS.index(card[0]) for card in cards)
    kind = 2 if low == high else int(cards[0][1] == cards[1][1])
    return kind * 13 * 13 + high * 13 + low


@cache
def qualifying_value(words: str) -> int:
    """The lowest two odd cards with this highest one, such as jack-high."""
    name, _, rest = words.partition("-")
    if words == "anything":
        return 0
    if rest != "high" or name not in NAMES:
        raise Unreadable(f"no dealer's hand is called {words!r}; write anything, jack-high or the like")
    return NAMES.index(name) * 13


def kind_of(cards: tuple[Card, ...]) -> Hand:
    if cards[0][0] == cards[1][0]:
        return Hand.PAIR_OF_ACES if cards[0][0] == "A" else Hand.PAIR
    if set(cards) == {"As", "Ks"}:
        return Hand.ACE_KING_OF_SPADES
    return Hand.SUITED if cards[0][1] == cards[1][1] else Hand.ODD_CARDS


def describe(cards: tuple[Card, ...]) -> str:
    words = {Hand.SUITED: "two of one suit", Hand.ODD_CARDS: "two odd cards"}
    return words.get(kind_of(cards), "Pair" if cards[0][0] == cards[1][0] else "Ace and King of spades")


def qualifies(book: Rulebook, dealer: tuple[Card, ...]) -> bool:
    return value_of(dealer) >= qualifying_value(book.procedure.dealer_qualifies)


def facts_of(book: Rulebook, cards: tuple[Card, ...], dealer: tuple[Card, ...], *, folded: bool, shown: bool) -> Facts:
    hand = kind_of(cards)
    if not shown or folded:
        return Facts(Outcome.FOLDED if shown else Outcome.NOT_SHOWN, hand)
    if not qualifies(book, dealer):
        return Facts(Outcome.DEALER_NOT_QUALIFIED, hand)
    more = value_of(cards) - value_of(dealer)
    return Facts(Outcome.SAME if not more else Outcome.HIGHER if more > 0 else Outcome.LOWER, hand)


def settle(book: Rulebook, bets: Bets, facts: Facts) -> Settled:
    """Each bet of one box, once."""
    lines = [against_dealer(book, bet, facts) for spot, bet in bets.items() if spot is not Spot.JACKPOT]
    if Spot.JACKPOT not in bets:
        return Settled(tuple(lines))
    answer = settle_jackpot(book, bets[Spot.JACKPOT], facts)
    if isinstance(answer, Share):
        return Settled(tuple(lines), claim=answer)
    return Settled((*lines, answer))


def against_dealer(book: Rulebook, bet: Counted, facts: Facts) -> LineSettled:
    pays, paid_by = book.pays("ante-and-bet", bet.spot), book.cite(Duel.ANTE_AND_BET_PAY)
    match facts.outcome:
        case Outcome.FOLDED | Outcome.NOT_SHOWN:
            return lost_by_folding(book, bet, facts)
        case Outcome.DEALER_NOT_QUALIFIED if bet.spot is Spot.ANTE:
            return as_the_table_pays(bet, pays, book.cite(Duel.DEALER_NOT_QUALIFIED), paid_by)
        case Outcome.DEALER_NOT_QUALIFIED:
            return goes_back(bet, book.cite(Duel.DEALER_NOT_QUALIFIED))
        case Outcome.HIGHER:
            return as_the_table_pays(bet, pays, book.cite(Duel.HIGHER_HAND_WINS), paid_by)
        case Outcome.LOWER:
            return loses(bet, book.cite(Duel.LOWER_HAND_LOSES))
        case Outcome.SAME:
            return stands_off(bet, book.cite(Duel.SAME_RANKING_STANDS_OFF))


def settle_jackpot(book: Rulebook, bet: Counted, facts: Facts) -> LineSettled | Share:
    if facts.outcome in (Outcome.FOLDED, Outcome.NOT_SHOWN):
        return lost_by_folding(book, bet, facts)
    assert book.jackpot is not None, book.key
    return jackpot(book, bet, (facts.hand,) if facts.hand in book.jackpot.rows else ())


def lost_by_folding(book: Rulebook, bet: Counted, facts: Facts) -> LineSettled:
    not_shown = (book.cite(House.HAND_NOT_SHOWN),) if facts.outcome is Outcome.NOT_SHOWN else ()
    return loses(bet, *not_shown, book.cite(Duel.FOLD_LOSES_ALL))
