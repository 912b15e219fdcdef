"""The exact value of every option of a box, at any decision, with all bets that it has in play."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from croupier.cards import DECK, Card
from croupier.games.casino_stud import settle as stud
from croupier.games.house.lines import Spot
from croupier.games.house.table import Decision
from croupier.games.three_card import settle as three
from croupier.hands import five_card_rank, five_card_value, three_card_value
from croupier.maths import casino_stud, holdem, three_card
from croupier.maths.boards import RIVERS, TURNS, on_the_flop, on_the_turn
from croupier.maths.paytables import check_paytables
from croupier.maths.qualify import qualifying_value
from croupier.maths.tabulate import NOTHING, Stakes, tabulate
from croupier.money import Cents
from croupier.rulebook.model import Rulebook


class Options(Struct, frozen=True):
    """Options with what the box ends up with on the average, in cents; bets already made are part of it."""

    values: dict[Decision, Fraction]

    @property
    def best(self) -> Decision:
        return max(self.values, key=self.values.__getitem__)

    @property
    def costs(self) -> dict[Decision, Fraction]:
        """What each option gives away against the best."""
        best = self.values[self.best]
        return {decision: best - value for decision, value in self.values.items()}


def three_card_options(
    book: Rulebook, cards: Sequence[Card], stakes: Stakes, meter: Cents = NOTHING, others: int = 0
) -> Options:
    """`stakes` are those on Ante, Pair Plus and jackpot; `others` are boxes of other players."""
    check_paytables(book)
    hand = tuple(cards)
    kind = three.kind_of(hand, three_card_value(hand))
    numbers = sorted(map(DECK.index, hand))
    deck = three_card.deck()
    place = int((deck.hands == numbers).all(axis=1).argmax())
    found = three_card.outcomes(qualifying_value(book.procedure.dealer_qualifies, 3))[place].tolist()
    staying: Stakes = {**stakes, Spot.PLAY: Cents(stakes[Spot.ANTE] * book.procedure.play_multiple)}
    stayed = tabulate(three.settle, book, staying, [three.Facts(outcome, kind) for outcome in three_card.COMPARED])
    total = sum(number * paid.net(meter) for number, paid in zip(found, stayed.values(), strict=True))
    if stakes.get(Spot.JACKPOT) and others:
        total += others * int(three_card.envy_of(book, deck)[place])
    fold = three.Facts(three.Outcome.FOLDED, kind)
    folded = tabulate(three.settle, book, stakes, [fold])[fold]
    return Options({Decision.PLAY: Fraction(total, three_card.DEALERS), Decision.FOLD: Fraction(folded.net(meter))})


def casino_stud_options(
    book: Rulebook, cards: Sequence[Card], up: Card, stakes: Stakes, meter: Cents = NOTHING
) -> Options:
    """`stakes` are those on Ante and jackpot."""
    check_paytables(book)
    rank = five_card_rank(five_card_value(tuple(cards)))
    found = casino_stud.outcomes_of(book, cards, up)
    staying: Stakes = {**stakes, Spot.BET: Cents(stakes[Spot.ANTE] * book.procedure.bet_multiple)}
    stayed = tabulate(stud.settle, book, staying, [stud.Facts(outcome, rank) for outcome in found])
    total = sum(found[facts.outcome] * paid.net(meter) for facts, paid in stayed.items())
    fold = stud.Facts(stud.Outcome.FOLDED, rank)
    folded = tabulate(stud.settle, book, stakes, [fold])[fold]
    return Options({Decision.BET: Fraction(total, casino_stud.DEALERS), Decision.FOLD: Fraction(folded.net(meter))})


def holdem_options(
    book: Rulebook,
    hole: Sequence[Card],
    board: Sequence[Card],
    stakes: Stakes,
    meter: Cents = NOTHING,
    *,
    turn_bet: bool = False,
) -> Options:
    """`stakes` are those on Ante, Bonus and jackpot; `turn_bet` tells on the turn whether one was made.

    Before the flop all bets count. After it, Bonus and jackpot bet can no longer be forfeited, so values are of
    the bets against the dealer only.
    """
    check_paytables(book)
    ante = stakes[Spot.ANTE]
    one, other = sorted(map(DECK.index, hole), reverse=True)
    if not board:
        side = (stakes.get(Spot.BONUS, NOTHING), stakes.get(Spot.JACKPOT, NOTHING))
        solution = holdem.solve(book, ante=ante, bonus=side[0], jackpot=side[1], meter=meter)
        known = holdem.HoleCards(one // 4, other // 4, one % 4 == other % 4)
        choice = next(choice for choice in solution.choices if choice.hole == known)
        return Options({Decision.FLOP: choice.flop * ante, Decision.FOLD: choice.fold * ante})
    lowest = holdem.pays_from(book)
    net = holdem.tables(book, ante).net.tolist()
    numbers = [*map(DECK.index, board)]
    if len(board) == 4:
        counts = on_the_turn(lowest, (one, other), numbers)
        start = 2 if turn_bet else 0
        return Options(
            {
                Decision.RIVER: Fraction(_total(counts, net[start + 1]), RIVERS),
                Decision.CHECK: Fraction(_total(counts, net[start]), RIVERS),
            }
        )
    assert len(board) == 3, board
    counts = on_the_flop(lowest, (one, other), numbers)
    river_gain = [with_bet - without for with_bet, without in zip(net[1], net[0], strict=True)]
    later = 0
    for turn in range(52):
        if turn not in (one, other, *numbers):
            later += max(0, _total(on_the_turn(lowest, (one, other), [*numbers, turn]), river_gain))
    return Options(
        {
            Decision.TURN: Fraction(_total(counts, net[2]) + later, TURNS),
            Decision.CHECK: Fraction(_total(counts, net[0]) + later, TURNS),
        }
    )


def _total(counts: Sequence[int], net: Sequence[int]) -> int:
    return sum(number * each for number, each in zip(counts, net, strict=True))
