"""What each option of a box of Casino Stud is worth."""

from collections.abc import Sequence

from croupier.numbers.maths.casino_stud import counts
from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.decisions.options import Options, counted, parts_of
from croupier.numbers.maths.decisions.spots import casino_stud_spot
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.tools.rankings import CATEGORIES
from croupier.numbers.maths.tools.settlement_table import NOTHING, Stakes, tabulate
from croupier.rules.cards import RANKS, Card
from croupier.rules.games.casino_stud import settle as stud
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.hands import five_card_rank, five_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook


def casino_stud_options(
    book: Rulebook,
    cards: Sequence[Card],
    up: Card,
    stakes: Stakes,
    meter: Cents = NOTHING,
    seen: Sequence[Card] = (),
) -> Options:
    """`stakes` are those on Ante and jackpot."""
    check_paytables(book)
    found = _spot(cards, up, seen, qualifying_value(book.procedure.dealer_qualifies, 5))
    staying: Stakes = {**stakes, Spot.BET: Cents(stakes[Spot.ANTE] * book.procedure.multiples[Spot.BET])}
    outcomes = (stud.Outcome.DEALER_NOT_QUALIFIED, stud.Outcome.HIGHER, stud.Outcome.SAME, stud.Outcome.LOWER)
    facts = [[stud.Facts(outcome, rank) for outcome in outcomes] for rank in CATEGORIES]
    stayed = tabulate(stud.settle, book, staying, (each for row in facts for each in row))
    folds = [stud.Facts(stud.Outcome.FOLDED, rank) for rank in CATEGORIES]
    folded = tabulate(stud.settle, book, stakes, folds)
    betting = parts_of(stakes, counted(found, [[stayed[each] for each in row] for row in facts]), meter)
    folding = parts_of(stakes, counted(found, [[folded[each]] * 4 for each in folds]), meter)
    return Options({Decision.BET: betting, Decision.FOLD: folding})


def _spot(cards: Sequence[Card], up: Card, seen: Sequence[Card], qualifies: int) -> list[list[int]]:
    """[ranking][outcome], the lowest first; without cards, over all that they may be."""
    if not cards and not seen:
        against = [[by_up[RANKS.index(up[0])]] for by_up in counts.deals(qualifies)]
        return [casino_stud.of_rank(against, rank) for rank in CATEGORIES]
    if not cards:
        from croupier.numbers.maths.decisions import dealt_out

        unknown: list[list[int]] = dealt_out.casino_stud_spot((), up, seen, qualifies).deals.tolist()
        return unknown[1:]
    rank = five_card_rank(five_card_value(cards))
    compared = casino_stud_spot(cards, up, seen, qualifies)
    return [compared if each is rank else [0] * 4 for each in CATEGORIES]
