"""What each option of a box of 3 Card Poker is worth."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from croupier.numbers.maths.decisions.options import ENVY, Options, counted, parts_of
from croupier.numbers.maths.decisions.spots import three_card_spot, unseen
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.three_card.kinds import COMPARED, KINDS
from croupier.numbers.maths.tools.settlement_table import NOTHING, Stakes, tabulate
from croupier.rules.cards import Card
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.three_card import settle as three
from croupier.rules.hands import three_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook


def three_card_options(
    book: Rulebook,
    cards: Sequence[Card],
    stakes: Stakes,
    meter: Cents = NOTHING,
    others: int = 0,
    seen: Sequence[Card] = (),
) -> Options:
    """`stakes` are the Ante and the side bets; `others` are boxes of other players."""
    check_paytables(book)
    found = _spot(cards, seen, qualifying_value(book.procedure.dealer_qualifies, 3))
    staying: Stakes = {**stakes, Spot.PLAY: Cents(stakes[Spot.ANTE] * book.procedure.multiples[Spot.PLAY])}
    facts = [[three.Facts(outcome, kind) for outcome in COMPARED] for kind in KINDS]
    stayed = tabulate(three.settle, book, staying, (each for row in facts for each in row))
    folds = [three.Facts(three.Outcome.FOLDED, kind) for kind in KINDS]
    folded = tabulate(three.settle, book, stakes, folds)
    playing = parts_of(stakes, counted(found, [[stayed[each] for each in row] for row in facts]), meter)
    if stakes.get(Spot.JACKPOT) and others:
        playing[ENVY] = others * _envy(book, cards, seen)
    folding = parts_of(stakes, counted(found, [[folded[each]] * 4 for each in folds]), meter)
    return Options({Decision.PLAY: playing, Decision.FOLD: folding})


def _spot(cards: Sequence[Card], seen: Sequence[Card], qualifies: int) -> list[list[int]]:
    """[kind][outcome], in the order of KINDS and COMPARED; without cards, over all that they may be."""
    if not cards:
        from croupier.numbers.maths.three_card import dealt_out

        unknown: list[list[int]] = dealt_out.three_card_spot((), seen, qualifies).deals.tolist()
        return unknown
    kind = three.kind_of(tuple(cards), three_card_value(cards))
    compared = three_card_spot(cards, seen, qualifies)
    return [compared if each is kind else [0] * 4 for each in KINDS]


def _envy(book: Rulebook, cards: Sequence[Card], seen: Sequence[Card]) -> Fraction:
    """Envy Bonuses that the hand of one other player brings on average, in cents; such hands are never folded."""
    assert book.jackpot is not None, book.key
    pays = {hand: row.envy or 0 for hand, row in book.jackpot.rows.items()}
    hands = [*combinations(unseen([*cards, *seen]), 3)]
    return Fraction(sum(pays.get(three.kind_of(hand, three_card_value(hand)), 0) for hand in hands), len(hands))
