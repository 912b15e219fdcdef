"""What each option of a box of Progressive Hold'em is worth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.base.errors import Unreadable
from croupier.numbers.maths.decisions.options import DEALER, Options
from croupier.numbers.maths.decisions.spots import Counts, award_spot, bonus_spot, river_spot, turn_spots, unseen
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES, HoleCards
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.tools.settlement_table import NOTHING, Stakes, tabulate
from croupier.rules.cards import DECK, Card
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.progressive_holdem import settle as holdem_settle
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.payouts import to_one


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
    net = holdem.tables(book, ante).net
    side = side_bets(book, hole, board, stakes, meter, seen)
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
    by_turn = _on_the_flop(book, hole, board, seen)
    later = sum((max(Fraction(0), _mean(counts, river_gain)) for counts in by_turn), Fraction(0)) / len(by_turn)
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
    if hole:
        return river_spot(hole, board, seen, holdem.pays_from(book))
    from croupier.numbers.maths.decisions import dealt_out

    return dealt_out.river_spot((), board, seen, holdem.pays_from(book))


def _on_the_flop(book: Rulebook, hole: Sequence[Card], flop: Sequence[Card], seen: Sequence[Card]) -> Sequence[Counts]:
    """For each turn card."""
    if hole:
        return turn_spots(hole, flop, seen, holdem.pays_from(book))
    return [_on_the_turn(book, (), [*flop, turn], seen) for turn in unseen([*flop, *seen])]


def _before_the_flop(book: Rulebook, hole: Sequence[Card], stakes: Stakes, meter: Cents) -> Options:
    ante, bonus, jackpot = (stakes.get(spot, NOTHING) for spot in (Spot.ANTE, Spot.BONUS, Spot.JACKPOT))
    if hole:
        one, other = sorted(map(DECK.index, hole), reverse=True)
        held = [HoleCards(one // 4, other // 4, one % 4 == other % 4)]
        choice = next(choice for choice in holdem.solve(book).choices if choice.hole == held[0])
        dealer = choice.flop * ante
    else:
        # Two unknown hands win and lose against each other alike on every board, so that a further bet is worth
        # something only where it pays more than 1 to 1.
        turn, river = (
            holdem.Habit.ALWAYS if to_one(book.pays("bets", spot)) > 1 else holdem.Habit.NEVER
            for spot in (Spot.TURN, Spot.RIVER)
        )
        held = [*ALL_HOLES]
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


def _over(held: Sequence[HoleCards], values: Sequence[Fraction]) -> Fraction:
    total = sum((hole.combinations * value for hole, value in zip(held, values, strict=True)), Fraction(0))
    return total / sum(hole.combinations for hole in held)


def side_bets(
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
            for (own, on_board), number in _awards(hole, board, seen).items()
        }
        table = tabulate(holdem_settle.settle, book, {Spot.JACKPOT: stake}, awards)
        found[Spot.JACKPOT] = _mean([*awards.values()], [table[facts].jackpot(meter) for facts in awards])
    return found


def _awards(
    hole: Sequence[Card], board: Sequence[Card], seen: Sequence[Card]
) -> Mapping[tuple[holdem_settle.OwnAward, holdem_settle.BoardAward], int]:
    if hole:
        return award_spot(hole, board, seen)
    from croupier.numbers.maths.decisions import dealt_out

    return dealt_out.award_spot((), board, seen)
