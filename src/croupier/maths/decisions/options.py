"""The exact value of every option of a box, at any decision, with all bets that it has in play.

A fold leaves something else of the side bets in each game: nothing in 3 Card Poker, all of the jackpot bet in
Casino Stud (R-23), the awards of the community cards in Progressive Hold'em (R-27). Whoever has not looked
decides over all hands that it may be; `seen` are the cards known from another box (R-8).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from croupier.cards import DECK, Card
from croupier.errors import Unreadable
from croupier.games.casino_stud import settle as stud
from croupier.games.house.qualify import qualifying_value
from croupier.games.house.spots import Spot
from croupier.games.house.table import Decision
from croupier.games.progressive_holdem import settle as holdem_settle
from croupier.games.three_card import settle as three
from croupier.maths.decisions.dealt_out import (
    Compared,
    award_spot,
    bonus_spot,
    casino_stud_spot,
    river_spot,
    three_card_spot,
    unseen,
)
from croupier.maths.holdem import solver as holdem
from croupier.maths.holdem.boards import RIVERS, Counts, on_the_turn
from croupier.maths.odds.sanity import check_paytables
from croupier.maths.three_card import solver as three_card
from croupier.maths.tools.rank_arrays import CATEGORIES
from croupier.maths.tools.settlement_table import NOTHING, Paid, Stakes, tabulate
from croupier.money import Cents
from croupier.rulebook.model import Rulebook
from croupier.rulebook.payouts import to_one
from croupier.values import Value

Parts = Mapping[str, Fraction]
"""Cents by where they come from: "dealer" for Ante and all that is bet against the dealer, else the side bet."""

DEALER, ENVY = "dealer", "envy"
SIDE_BETS = (Spot.PAIR_PLUS, Spot.BONUS, Spot.JACKPOT)


class Options(Value):
    """Options with what the box ends up with on average, in cents; bets already made are part of it."""

    parts: Mapping[Decision, Parts]

    @property
    def values(self) -> dict[Decision, Fraction]:
        return {decision: sum(parts.values(), Fraction(0)) for decision, parts in self.parts.items()}

    @property
    def best(self) -> Decision:
        values = self.values
        return max(values, key=values.__getitem__)

    @property
    def costs(self) -> dict[Decision, Fraction]:
        """What each option gives away against the best."""
        values = self.values
        best = max(values.values())
        return {decision: best - value for decision, value in values.items()}


def _parts(stakes: Stakes, paid: Iterable[tuple[int, Paid]], meter: Cents) -> dict[str, Fraction]:
    """The mean over so many deals each."""
    found = {DEALER: 0} | {spot.value: 0 for spot in SIDE_BETS if stakes.get(spot)}
    deals = 0
    for number, each in paid:
        deals += number
        jackpot = each.jackpot(meter) if stakes.get(Spot.JACKPOT) else 0
        side = {spot.value: each.lines.get(spot, 0) for spot in SIDE_BETS if spot is not Spot.JACKPOT}
        side[Spot.JACKPOT.value] = jackpot
        for name in found:
            if name != DEALER:
                found[name] += number * side[name]
        found[DEALER] += number * (each.net(meter) - sum(side.values()))
    return {name: Fraction(total, deals) for name, total in found.items()}


# --- 3 Card Poker and Casino Stud ---------------------------------------------------------------------------


def three_card_options(
    book: Rulebook,
    cards: Sequence[Card],
    stakes: Stakes,
    meter: Cents = NOTHING,
    others: int = 0,
    seen: Sequence[Card] = (),
) -> Options:
    """`stakes` are those on Ante, Pair Plus and jackpot; `others` are boxes of other players."""
    check_paytables(book)
    found = three_card_spot(cards, seen, qualifying_value(book.procedure.dealer_qualifies, 3))
    staying: Stakes = {**stakes, Spot.PLAY: Cents(stakes[Spot.ANTE] * book.procedure.multiples[Spot.PLAY])}
    facts = [[three.Facts(outcome, kind) for outcome in three_card.COMPARED] for kind in three_card.KINDS]
    stayed = tabulate(three.settle, book, staying, (each for row in facts for each in row))
    folds = [three.Facts(three.Outcome.FOLDED, kind) for kind in three_card.KINDS]
    folded = tabulate(three.settle, book, stakes, folds)
    playing = _parts(staying, _counted(found, [[stayed[each] for each in row] for row in facts]), meter)
    if stakes.get(Spot.JACKPOT) and others:
        playing[ENVY] = others * _envy(book, cards, seen)
    folding = _parts(stakes, _counted(found, [[folded[each]] * 4 for each in folds]), meter)
    return Options({Decision.PLAY: playing, Decision.FOLD: folding})


def _envy(book: Rulebook, cards: Sequence[Card], seen: Sequence[Card]) -> Fraction:
    """Envy Bonuses that the hand of one other player brings on average, in cents; such hands are never folded."""
    assert book.jackpot is not None, book.key
    deck = three_card.deck()
    known = {DECK.index(card) for card in (*cards, *seen)}
    left = len(unseen([*cards, *seen]))
    total = 0
    for kind, row in ((three.Hand(hand), row) for hand, row in book.jackpot.rows.items() if row.envy):
        assert row.envy is not None
        hands = deck.hands[deck.kinds == three_card.KINDS.index(kind)].tolist()
        total += row.envy * sum(known.isdisjoint(hand) for hand in hands)
    return Fraction(total * 6, left * (left - 1) * (left - 2))


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
    found = casino_stud_spot(cards, up, seen, qualifying_value(book.procedure.dealer_qualifies, 5))
    staying: Stakes = {**stakes, Spot.BET: Cents(stakes[Spot.ANTE] * book.procedure.multiples[Spot.BET])}
    outcomes = (stud.Outcome.DEALER_NOT_QUALIFIED, stud.Outcome.HIGHER, stud.Outcome.SAME, stud.Outcome.LOWER)
    facts = [[stud.Facts(outcome, rank) for outcome in outcomes] for rank in CATEGORIES]
    stayed = tabulate(stud.settle, book, staying, (each for row in facts for each in row))
    folds = [stud.Facts(stud.Outcome.FOLDED, rank) for rank in CATEGORIES]
    folded = tabulate(stud.settle, book, stakes, folds)
    by_rank = Compared(found.deals[[int(rank) for rank in CATEGORIES]])
    betting = _parts(staying, _counted(by_rank, [[stayed[each] for each in row] for row in facts]), meter)
    folding = _parts(stakes, _counted(by_rank, [[folded[each]] * 4 for each in folds]), meter)
    return Options({Decision.BET: betting, Decision.FOLD: folding})


def _counted(found: Compared, paid: Sequence[Sequence[Paid]]) -> Iterable[tuple[int, Paid]]:
    for numbers, row in zip(found.deals.tolist(), paid, strict=True):
        for number, each in zip(numbers, row, strict=True):
            if number:
                yield number, each


# --- Progressive Texas Hold'em ------------------------------------------------------------------------------


def holdem_options(
    book: Rulebook,
    hole: Sequence[Card],
    board: Sequence[Card],
    stakes: Stakes,
    meter: Cents = NOTHING,
    *,
    turn_bet: bool = False,
    seen: Sequence[Card] = (),
) -> Options:
    """`stakes` are those on Ante, Bonus and jackpot; `turn_bet` tells on the turn whether one was made."""
    check_paytables(book)
    if not board:
        if seen:
            raise Unreadable("before the flop, cards of another box are not counted in; leave them out")
        return _before_the_flop(book, hole, stakes, meter)
    ante = stakes[Spot.ANTE]
    net = holdem.tables(book, ante).net.tolist()
    side = _side_bets(book, hole, board, stakes, meter, seen)
    if len(board) == 4:
        counts = _on_the_turn(book, hole, board, seen)
        start = 2 if turn_bet else 0
        return Options(
            {
                Decision.RIVER: {DEALER: _mean(counts, net[start + 1]), **side},
                Decision.CHECK: {DEALER: _mean(counts, net[start]), **side},
            }
        )
    assert len(board) == 3, board
    river_gain = [with_bet - without for with_bet, without in zip(net[1], net[0], strict=True)]
    turns = unseen([*hole, *board, *seen])
    by_turn = [_on_the_turn(book, hole, [*board, DECK[turn]], seen) for turn in turns]
    later = sum((max(Fraction(0), _mean(counts, river_gain)) for counts in by_turn), Fraction(0)) / len(turns)
    together = Counts(*map(sum, zip(*by_turn, strict=True)))
    return Options(
        {
            Decision.TURN: {DEALER: _mean(together, net[2]) + later, **side},
            Decision.CHECK: {DEALER: _mean(together, net[0]) + later, **side},
        }
    )


def _mean(counts: Sequence[int], net: Sequence[int]) -> Fraction:
    return Fraction(sum(number * each for number, each in zip(counts, net, strict=True)), sum(counts))


def _on_the_turn(book: Rulebook, hole: Sequence[Card], board: Sequence[Card], seen: Sequence[Card]) -> Counts:
    if seen or not hole:
        return river_spot(hole, board, seen, holdem.pays_from(book))
    one, other = map(DECK.index, hole)
    counts = on_the_turn(holdem.pays_from(book), (one, other), [*map(DECK.index, board)])
    assert sum(counts) == RIVERS
    return counts


def _before_the_flop(book: Rulebook, hole: Sequence[Card], stakes: Stakes, meter: Cents) -> Options:
    ante, bonus, jackpot = (stakes.get(spot, NOTHING) for spot in (Spot.ANTE, Spot.BONUS, Spot.JACKPOT))
    if hole:
        one, other = sorted(map(DECK.index, hole), reverse=True)
        held = [holdem.HoleCards(one // 4, other // 4, one % 4 == other % 4)]
        choice = next(choice for choice in holdem.solve(book).choices if choice.hole == held[0])
        dealer = choice.flop * ante
    else:
        # Two unknown hands win and lose against each other alike on every board, so that a further bet is worth
        # something only where it pays more than 1 to 1.
        turn, river = (
            holdem.Habit.ALWAYS if to_one(book.pays("bets", spot)) > 1 else holdem.Habit.NEVER
            for spot in (Spot.TURN, Spot.RIVER)
        )
        held = [*holdem.ALL_HOLES]
        dealer = holdem.solve(book, strategy=lambda hole: True, turn=turn, river=river).played.ev * ante
    flop: dict[str, Fraction] = {DEALER: dealer}
    fold: dict[str, Fraction] = {DEALER: Fraction(-ante)}
    if bonus:
        by_hole = holdem.bonus_by_hole(book, bonus)
        flop[Spot.BONUS] = _over(held, [by_hole[each] for each in held])
        fold[Spot.BONUS] = Fraction(-bonus)
    if jackpot:
        awards = holdem.jackpot_by_hole(book, jackpot, meter)
        flop[Spot.JACKPOT] = _over(held, [awards[each][0] for each in held])
        fold[Spot.JACKPOT] = _over(held, [awards[each][1] for each in held])
    return Options({Decision.FLOP: flop, Decision.FOLD: fold})


def _over(held: Sequence[holdem.HoleCards], values: Sequence[Fraction]) -> Fraction:
    total = sum((hole.combinations * value for hole, value in zip(held, values, strict=True)), Fraction(0))
    return total / sum(hole.combinations for hole in held)


def _side_bets(
    book: Rulebook, hole: Sequence[Card], board: Sequence[Card], stakes: Stakes, meter: Cents, seen: Sequence[Card]
) -> dict[str, Fraction]:
    """After the flop no decision touches Bonus and jackpot bet: they are worth the same in all options."""
    found: dict[str, Fraction] = {}
    outcome, nothing = holdem_settle.Outcome.LOWER, holdem_settle.Hole.NOTHING
    if stake := stakes.get(Spot.BONUS):
        kinds = {
            holdem_settle.Facts(outcome, False, kind): number
            for kind, number in bonus_spot(hole, [*board, *seen]).items()
        }
        table = tabulate(holdem_settle.settle, book, {Spot.BONUS: stake}, kinds)
        found[Spot.BONUS] = _mean([*kinds.values()], [table[facts].net() for facts in kinds])
    if stake := stakes.get(Spot.JACKPOT):
        awards = {
            holdem_settle.Facts(outcome, True, nothing, own, on_board): number
            for (own, on_board), number in award_spot(hole, board, seen).items()
        }
        table = tabulate(holdem_settle.settle, book, {Spot.JACKPOT: stake}, awards)
        found[Spot.JACKPOT] = _mean([*awards.values()], [table[facts].jackpot(meter) for facts in awards])
    return found
