"""Pots: uncalled bets go back, all-in players bound the pots, the rake comes out, winners share."""

from collections.abc import Iterable, Mapping, Sequence
from math import gcd

from croupier.base.citation import Citation, ruling
from croupier.base.values import Value
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.table import FIRST, PokerRound, PokerState, PokerTable, PotWon
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

SPLIT = (Poker.EQUAL_HANDS_SPLIT, Poker.ODD_CHIP_LEFT_OF_BUTTON, Poker.BEST_HAND_WINS)
SIDE_POT = (Poker.SIDE_POT_TO_CONTRIBUTORS, Poker.SIDE_POT_FROM_ALL_IN, Poker.ALL_IN_WINS_OWN_POTS)
RAKED = (Poker.RAKE_MAIN_POT_FIRST, Poker.RAKE_PERCENT_BOUND, Poker.RAKE_CAP)


class Pot(Value):
    amount: Cents
    eligible: tuple[int, ...]
    """Live players who have put into all of it, in rising seat order."""
    parts: tuple[int, ...]
    """What was put into it, bet by bet and post by post."""


def uncalled(put: Mapping[int, int]) -> tuple[int, Cents] | None:
    """The part of the largest bet that nobody has matched (4.3, R-32), also where its player has folded since (R-88).

    `put` are the bets of the whole round.
    """
    second, most = sorted(put.values())[-2:]
    if most == second:
        return None
    return next(seat for seat, chips in put.items() if chips == most), Cents(most - second)


def pots(state: PokerState, live: Sequence[int], put: Mapping[int, int]) -> list[Pot]:
    """Main pot first. A new pot begins only where a live all-in player's chips end."""
    round_ = state.round
    assert round_ is not None
    live = sorted(live)
    if round_.forfeited:
        left = {seat: forfeit.chips for seat, forfeit in round_.forfeited.items()}
        put = {seat: chips + left.get(seat, 0) for seat, chips in put.items()}
    dead, seats = tuple(round_.dead_money.values()), state.seats
    all_in = sorted({put[seat] for seat in live if not seats[seat].stack})
    most = max(put.values())
    if not all_in or all_in[0] == most:  # no all-in ends below another: one pot, as nearly always
        parts = (*put.values(), *dead)
        amount = Cents(sum(parts))
        eligible = tuple([seat for seat in live if put[seat] == most] if all_in else live)
        return [Pot(amount, eligible, parts)] if amount else []
    found: list[Pot] = []
    floor = 0
    for bound in all_in if all_in[-1] == most else [*all_in, most]:
        parts = (*[min(chips, bound) - floor if chips > floor else 0 for chips in put.values()], *dead)
        amount = Cents(sum(parts))
        reached = bound if bound in all_in else floor + 1
        eligible = tuple(seat for seat in live if put[seat] >= reached)
        if found and not eligible:
            # only folded players reach this far: their chips go to the last pot that somebody can win
            last = found[-1]
            found[-1] = Pot(Cents(last.amount + amount), last.eligible, last.parts + parts)
        elif amount:
            found.append(Pot(amount, eligible, parts))
        dead, floor = (), bound
    return found


def rakes(table: PokerTable, amounts: Sequence[Cents]) -> list[Cents]:
    """On each pot, main pot first, rounded down to the lowest chip, until the cap is reached (R-33)."""
    left = table.rake_cap
    taken = []
    for amount in amounts:
        rake = amount * table.rake_basis_points // 10_000 // table.chip * table.chip
        if left is not None:
            rake = min(rake, left)
            left = Cents(left - rake)
        taken.append(Cents(rake))
    return taken


def lowest_chip(table: PokerTable, amount: Cents, put_in: Iterable[int]) -> int:
    """Where a blind or an all-in has brought less than a whole chip into the pot, it has lower chips in it (R-89)."""
    return gcd(table.chip, amount, *put_in)


def shares(table: PokerTable, amount: Cents, winners: Sequence[int], put_in: Iterable[int]) -> dict[int, Cents]:
    """Equal shares in whole chips; odd chips one by one, clockwise from the button (4.5, R-34)."""
    if len(winners) == 1:
        return {winners[0]: amount}
    chip = lowest_chip(table, amount, put_in)
    each, odd = divmod(amount // chip, len(winners))
    return dict(sorted((seat, Cents((each + (place < odd)) * chip)) for place, seat in enumerate(winners)))


def give_out(
    book: Rulebook,
    state: PokerState,
    found: Sequence[Pot],
    strength: Mapping[int, int],
    before: Sequence[PotWon] = (),
) -> tuple[PotWon, ...]:
    """`strength` of each live hand that was not given up unseen, clockwise from the button; empty where one is left and
    nothing is compared.

    `before` is how the same pots were given out already: their rake is taken, by the sign that held then.
    """
    round_ = state.round
    assert round_ is not None
    given = []
    if before:
        taken = [pot.rake for pot in before]
        rakes_here = any(book.cite(Poker.RAKE_PERCENT_BOUND) in pot.cites for pot in before)
    else:
        taken = rakes(state.table, [pot.amount for pot in found])
        rakes_here = state.table.rake_basis_points > 0  # a rake below one chip is decided too
    walk = not strength and round_.betting_round is FIRST and round_.raiser is None and _only_blinds(round_)
    for number, (pot, rake) in enumerate(zip(found, taken, strict=True)):
        winners = _winners(pot, strength)
        left = Cents(pot.amount - rake)
        won = shares(state.table, left, winners, pot.parts)
        all_in = len(found) > 1 or 0 in [state.seats[seat].stack for seat in winners]
        cites = _cites(book, pot, winners, raked_at_all=rakes_here, number=number, all_in=all_in, shown=bool(strength))
        if len(winners) > 1 and lowest_chip(state.table, left, pot.parts) < state.table.chip:
            cites = (*cites, ruling(89))
        if walk:
            cites = (*cites, book.cite(Poker.BLIND_CAN_WIN))
        given.append(PotWon(pot.amount, rake, pot.eligible, won, cites))
    return tuple(given)


def _only_blinds(round_: PokerRound) -> bool:
    """The last one left has a blind, and nobody has put in more than was posted (1.6)."""
    (winner,) = round_.live()
    if winner not in (round_.big_blind, round_.small_blind):
        return False
    back = round_.uncalled
    return all(round_.put_in(seat) + back.get(seat, 0) == round_.posts.get(seat, 0) for seat in round_.order)


def _winners(pot: Pot, strength: Mapping[int, int]) -> list[int]:
    """Clockwise from the button."""
    if len(pot.eligible) == 1:
        return list(pot.eligible)
    known = {seat: value for seat, value in strength.items() if seat in pot.eligible}
    best = max(known.values())
    return [seat for seat, value in known.items() if value == best]


def _cites(
    book: Rulebook, pot: Pot, winners: list[int], *, raked_at_all: bool, number: int, all_in: bool, shown: bool
) -> tuple[Citation, ...]:
    """`number` tells main pot and side pots apart; `all_in` is whether that matters, or who wins has gone all-in."""
    cites = []
    if not shown:
        cites.append(book.cite(Poker.LAST_PLAYER_WINS_UNSHOWN))
    elif len(pot.eligible) == 1:
        cites += [book.cite(Poker.LAST_PLAYER_WINS_UNSHOWN), ruling(70)]
    elif len(winners) > 1:
        cites += [*book.cite_all(SPLIT), ruling(34)]
    else:
        cites.append(book.cite(Poker.BEST_HAND_WINS))
    if number:
        cites += book.cite_all(SIDE_POT)
    elif all_in and shown:
        cites.append(book.cite(Poker.ALL_IN_WINS_MAIN_POT))
    if raked_at_all:
        cites += [*book.cite_all(RAKED), ruling(33)]
    return tuple(cites)
