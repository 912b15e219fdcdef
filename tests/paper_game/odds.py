"""Two Card Duel solved: for each of 1,326 hands, all 1,225 dealer's hands by inclusion and exclusion of values."""

from collections import Counter
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.decisions.options import Options, parts_of
from croupier.numbers.maths.jackpot.odds import (
    ALWAYS,
    AS_IS_BEST,
    NEVER,
    WITH_THE_JACKPOT,
    Folding,
    Forfeited,
    JackpotOdds,
    awards_of,
    forfeits,
)
from croupier.numbers.maths.odds.complete import Complete, Shown
from croupier.numbers.maths.odds.jackpots import jackpot_of
from croupier.numbers.maths.odds.sheet import Check, Sheet, SheetRequest, happening, lines_of, qualification, sums
from croupier.numbers.maths.odds.strategies import Threshold
from croupier.numbers.maths.tools.results import Played, Row
from croupier.numbers.maths.tools.settlement_table import NOTHING, Paid, Stakes, tabulate
from croupier.rules.cards import DECK, Card
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook
from tests.paper_game.settle import Facts, Hand, Outcome, all_facts, kind_of, qualifying_value, settle, value_of

KNOWS: frozenset[str] = frozenset()

Pair = tuple[Card, Card]
HANDS: tuple[Pair, ...] = tuple(combinations(DECK, 2))
DEALERS = comb(50, 2)
DEALS = len(HANDS) * DEALERS
VALUES = {hand: value_of(hand) for hand in HANDS}


@cache
def compared(hand: Pair, qualifies: int) -> Counter[Outcome]:
    """Against how many dealer's hands this one does what: those of the whole deck, less those with one of its cards."""
    own, every = VALUES[hand], _by_value()
    found: Counter[Outcome] = Counter()
    for value, number in every.items():
        found[_outcome(own, value, qualifies)] += number
    for card in hand:
        for value, number in _with(card).items():
            found[_outcome(own, value, qualifies)] -= number
    found[_outcome(own, own, qualifies)] += 1  # the hand itself was taken away twice
    assert found.total() == DEALERS, hand
    return found


@cache
def _by_value() -> Counter[int]:
    return Counter(VALUES.values())


@cache
def _with(card: Card) -> Counter[int]:
    return Counter(value for hand, value in VALUES.items() if card in hand)


def _outcome(own: int, dealer: int, qualifies: int) -> Outcome:
    if dealer < qualifies:
        return Outcome.DEALER_NOT_QUALIFIED
    return Outcome.SAME if own == dealer else Outcome.HIGHER if own > dealer else Outcome.LOWER


def paid_for(book: Rulebook, ante: Cents, jackpot: Cents) -> dict[Facts, Paid]:
    bets = {Spot.ANTE: ante, Spot.BET: Cents(ante * book.procedure.multiples[Spot.BET]), Spot.JACKPOT: jackpot}
    folded = [facts for facts in all_facts() if facts.outcome is Outcome.FOLDED]
    staying = [facts for facts in all_facts() if facts.outcome is not Outcome.FOLDED]
    without_bet: Stakes = {spot: stake for spot, stake in bets.items() if spot is not Spot.BET}
    return tabulate(settle, book, without_bet, folded) | tabulate(settle, book, bets, staying)


def margin(book: Rulebook, paid: dict[Facts, Paid], hand: Pair, meter: Cents = NOTHING) -> int:
    """What the BET brings more than a fold, in cents over all dealer's hands."""
    kind = kind_of(hand)
    outcomes = compared(hand, qualifying_value(book.procedure.dealer_qualifies))
    stays = sum(paid[Facts(outcome, kind)].net(meter) * number for outcome, number in outcomes.items() if number)
    return stays - paid[Facts(Outcome.FOLDED, kind)].net(meter) * DEALERS


def staying(book: Rulebook, ante: Cents, jackpot: Cents = NOTHING, meter: Cents = NOTHING) -> frozenset[Pair]:
    paid = paid_for(book, ante, jackpot)
    return frozenset(hand for hand in HANDS if margin(book, paid, hand, meter) > 0)


def played(
    book: Rulebook, ante: Cents, stays: AbstractSet[Pair], jackpot: Cents = NOTHING, meter: Cents = NOTHING
) -> Played:
    found: Counter[Facts] = Counter()
    for hand in HANDS:
        if hand in stays:
            for outcome, number in compared(hand, qualifying_value(book.procedure.dealer_qualifies)).items():
                found[Facts(outcome, kind_of(hand))] += number
        else:
            found[Facts(Outcome.FOLDED, kind_of(hand))] += DEALERS
    paid = paid_for(book, ante, jackpot)
    bet = ante * book.procedure.multiples[Spot.BET]
    rows = []
    for facts, number in found.items():
        if number:
            folds = facts.outcome is Outcome.FOLDED
            lines = {spot.value: net for spot, net in paid[facts].lines.items()}
            staked = {Spot.ANTE: int(ante)} if folds else {Spot.ANTE: int(ante), Spot.BET: bet}
            if jackpot:
                lines[Spot.JACKPOT.value], staked[Spot.JACKPOT] = paid[facts].jackpot(meter), jackpot
            rows.append(Row("fold" if folds else "bet", facts.outcome, facts.hand, staked, lines, number))
    return Played(book.game, book.key, ante, DEALS, tuple(rows))


def sheet(book: Rulebook, asked: SheetRequest) -> Sheet:
    stays = staying(book, asked.ante)
    solution = played(book, asked.ante, stays)
    qualifies = qualifying_value(book.procedure.dealer_qualifies)
    below = Fraction(sum(number for value, number in _by_value().items() if value < qualifies), len(HANDS))
    kinds = solution.count(lambda row: row.hand)
    lowest = min((hand for hand in HANDS if hand in stays), key=VALUES.__getitem__)
    folded = [hand for hand in HANDS if hand not in stays]
    return Sheet(
        book=book,
        ante=asked.ante,
        played=solution,
        dealer_qualifies=1 - below,
        frequencies={**happening(solution), **qualification(below)},
        lines=lines_of(solution, ("ante", "bet")),
        side_bets=(),
        joint={},
        jackpot=jackpot_of(book, asked),
        strategy=Threshold(
            hand=f"{lowest[1]} {lowest[0]}",
            regular=all(VALUES[hand] < VALUES[lowest] for hand in folded),
            folded=len(folded),
            hands=len(HANDS),
        ),
        habits=(),
        checks=(
            Check("deals counted: C(52,2) × C(50,2)", solution.deals, comb(52, 2) * comb(50, 2)),
            Check("pairs but of aces: 12 × C(4,2)", kinds[Hand.PAIR] // DEALERS, 72),
            Check("pairs of aces: C(4,2)", kinds[Hand.PAIR_OF_ACES] // DEALERS, 6),
            *sums(solution),
        ),
    )


def together(book: Rulebook, stakes: Stakes, meter: Cents) -> Played:
    ante, jackpot = stakes[Spot.ANTE], stakes.get(Spot.JACKPOT, NOTHING)
    return played(book, ante, staying(book, ante, jackpot, meter), jackpot, meter)


def complete(book: Rulebook, ante: Cents) -> Complete:
    stays = staying(book, ante)
    rows = [(" ".join(hand), "bet" if hand in stays else "fold") for hand in HANDS]
    return Complete("Each row is a hand.", ("hand", "decision"), rows)


def appendix(book: Rulebook, ante: Cents) -> Shown:
    found = complete(book, ante)
    return Shown(found.words, found.head, tuple(found.rows))


def options(book: Rulebook, box: Box) -> Options:
    """The odds of a hand that was looked at; cards seen in another box count as unknown."""
    hand: Pair = (box.hand[0], box.hand[1])
    kind, paid = kind_of(hand), paid_for(book, box.ante, box.jackpot)
    first, second = sorted(hand, key=DECK.index)
    outcomes = compared((first, second), qualifying_value(book.procedure.dealer_qualifies))
    stays = [(number, paid[Facts(outcome, kind)]) for outcome, number in outcomes.items() if number]
    folds = [(1, paid[Facts(Outcome.FOLDED, kind)])]
    return Options(
        {
            Decision.BET: parts_of(box.stakes, stays, box.meter),
            Decision.FOLD: parts_of(box.stakes, folds, box.meter),
        }
    )


# --- The jackpot bet ----------------------------------------------------------------------------------------


def jackpot_odds(book: Rulebook, bet: Cents, others: int = 0, stays: AbstractSet[Pair] | None = None) -> JackpotOdds:
    """A fold loses the bet."""
    stays = staying(book, Cents(100)) if stays is None else stays
    kinds = Counter(map(kind_of, stays))
    table = tabulate(settle, book, {Spot.JACKPOT: bet}, [Facts(Outcome.HIGHER, kind) for kind in Hand])
    named = [(kind.value, table[Facts(Outcome.HIGHER, kind)], kinds[kind] * DEALERS) for kind in Hand]
    return JackpotOdds(book.key, bet, awards_of(bet, named, DEALS))


def foldings(book: Rulebook, bet: Cents, ante: Cents, meter: Cents, others: int) -> tuple[Folding, ...]:
    ways: dict[str, AbstractSet[Pair]] = {
        AS_IS_BEST: staying(book, ante),
        WITH_THE_JACKPOT: staying(book, ante, bet, meter),
        NEVER: frozenset(HANDS),
        ALWAYS: frozenset(),
    }
    return tuple(
        Folding(words, jackpot_odds(book, bet, others, stays), played(book, ante, stays).ev)
        for words, stays in ways.items()
    )


def forfeited(book: Rulebook, bet: Cents, meter: Cents, others: int) -> Forfeited:
    ante = Cents(100)
    plain, minded = paid_for(book, ante, NOTHING), paid_for(book, ante, bet)
    stays = staying(book, ante)
    costs = {hand: -margin(book, plain, hand) for hand in HANDS if hand not in stays}
    folds = [(margin(book, minded, hand, meter) + cost, cost) for hand, cost in costs.items()]
    return forfeits(jackpot_odds(book, bet), jackpot_odds(book, bet, stays=frozenset(HANDS)), folds)
