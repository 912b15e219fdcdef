"""Acts, pots and rake of the poker table in a dealer's words, with the arithmetic."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from croupier.base.citation import Citation
from croupier.rounds.telling.words import listed, money
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.betting import Options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import BettingRound, PokerTable, PotWon
from croupier.rules.money import Cents

YOU = "You"
STREETS = {BettingRound.SECOND: "flop", BettingRound.THIRD: "turn", BettingRound.FOURTH: "river"}
LARGEST_WORTH_TELLING = Cents(10**12)
"""A largest stake beyond this was never meant as a limit."""

Named = Callable[[int], str]
"""Who sits there; to themselves a player is `YOU`."""


def does(who: str, verb: str) -> str:
    """ "Cho raises", "You raise"."""
    if who == YOU:
        return f"{who} {verb}"
    return f"{who} {verb}{'es' if verb in ('go', 'pass') else 's'}"


def object_(who: str) -> str:
    """The person something is given to."""
    return "you" if who == YOU else who


def sign(table: PokerTable) -> str:
    """What the sign at the table says."""
    parts = [f"Blinds {money(table.small_blind)} and {money(table.big_blind)}"]
    if table.stake_high < LARGEST_WORTH_TELLING:
        parts.append(f"table stake {money(table.stake_low)} to {money(table.stake_high)}")
    parts.append(f"lowest chip {money(table.chip)}")
    if table.settles_by_hand:
        parts.append("payments by hand")
    if not table.rake_basis_points or table.rake_cap == 0:
        return ", ".join([*parts, "no rake"])
    parts.append(f"rake {percent(table)}")
    if table.rake_cap is not None:
        parts.append(f"at most {money(table.rake_cap)} a round")
    return ", ".join(parts)


def percent(table: PokerTable) -> str:
    """ "5 %", "2.5 %"."""
    whole, part = divmod(table.rake_basis_points, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") + " %"


# --- Acts ---------------------------------------------------------------------------------------------------


def act_words(who: str, event: ev.ActionTaken, *, price: Cents, bet: Cents, step: Cents) -> str:
    """`price`, `bet` in front of the player and `step` are those before the act."""
    match event.act:
        case Act.FOLD | Act.CHECK:
            return does(who, event.act)
        case Act.CALL:
            missing = price - bet - event.chips
            if missing > 0:
                return f"{does(who, 'call')} {money(event.chips)}, all-in, {money(missing)} short of the bet"
            return f"{does(who, 'call')} {money(event.chips)}{', all-in' if event.all_in else ''}"
        case Act.BET:
            text = f"{does(who, 'bet')} {money(event.chips)}{', all-in' if event.all_in else ''}"
            if event.chips < event.price:
                text += f", less than the big blind: it costs the others {money(event.price)} all the same"
            return text
        case _:
            return f"{_raise_words(who, event, price)}{short_all_in_words(event, price, step)}"


def _raise_words(who: str, event: ev.ActionTaken, price: Cents) -> str:
    if event.reopens:
        all_in = ", all-in" if event.all_in else ""
        return f"{does(who, 'raise')} to {money(event.price)}, by {money(event.price - price)}{all_in}"
    return f"{does(who, 'go')} all-in to {money(event.price)}, {money(event.price - price)} more than the bet"


def short_all_in_words(event: ev.ActionTaken, price: Cents, step: Cents) -> str:
    """What an all-in that is not a full raise means for the others."""
    if event.price - price >= step:
        return ""
    if event.reopens:
        return f": at least half of the smallest raise, {money(step)}, so everybody may raise again"
    return f": less than half of the smallest raise, {money(step)}, so whoever has acted may only call or fold"


def asked(allowed: Options) -> list[str]:
    """What a player may do, with the amounts; raises are to a total of the betting round."""
    words = []
    for act in allowed.may:
        match act:
            case Act.CALL:
                words.append(f"call {money(allowed.call or 0)}")
            case Act.BET:
                words.append(f"bet {_from(allowed.bet, allowed)}")
            case Act.RAISE:
                words.append(f"raise to {_from(allowed.raise_to, allowed)}")
            case _:
                words.append(str(act))
    return words


def _from(least: Cents | None, allowed: Options) -> str:
    assert least is not None, allowed
    return f"{money(least)}, all-in" if least == allowed.all_in else f"at least {money(least)}"


# --- Pots ---------------------------------------------------------------------------------------------------


def pots_words(
    table: PokerTable, pots: Sequence[PotWon], named: Named, dead: Cents
) -> Iterator[tuple[str, tuple[Citation, ...]]]:
    """Each pot, main pot first: what is in it, the rake, who wins what of the rest."""
    left = table.rake_cap
    for number, pot in enumerate(pots):
        name = "Pot" if len(pots) == 1 else f"Side pot {number}" if number else "Main pot"
        text = f"{name} of {money(pot.amount)}"
        if dead and not number:
            text += f", {money(dead)} of it dead money"
        if len(pots) > 1:
            text += f", for {listed([object_(named(seat)) for seat in pot.eligible])}"
        yield f"{text}. {rake_words(table, pot, left)}{won_words(pot, named)}", pot.cites
        left = None if left is None else Cents(left - pot.rake)


def rake_words(table: PokerTable, pot: PotWon, left: Cents | None) -> str:
    """ "Rake: 5 % of 43.00 is 2.15, in whole chips 2.00. "; `left` is what the limit of the round still allows."""
    if not table.rake_basis_points or table.rake_cap == 0:
        return ""
    exact = Fraction(pot.amount * table.rake_basis_points, 10_000)
    whole = exact // table.chip * table.chip
    words = f"Rake: {percent(table)} of {money(pot.amount)} is {_exactly(exact)}"
    if whole != exact:
        words += f", in whole chips {money(whole)}" if whole else ", less than a chip: none"
    if left is not None and left < whole:
        words += f"; the limit leaves {money(left)}" if left else "; the limit is reached: none"
    return f"{words}. "


def _exactly(amount: Fraction) -> str:
    """Hundredths of a cent at most: a percentage with two places of whole cents."""
    if amount.denominator == 1:
        return money(int(amount))
    text = f"{money(int(amount))}{int(amount % 1 * 10_000):04d}"
    return text.rstrip("0")


def won_words(pot: PotWon, named: Named) -> str:
    if len(pot.won) == 1:
        ((seat, chips),) = pot.won.items()
        return f"{does(named(seat), 'win')} {money(chips)}"
    each = min(pot.won.values())
    winners = listed([named(seat) for seat in pot.won])
    words = f"{winners} share it: {money(each)} each"
    lucky = [named(seat) for seat, chips in pot.won.items() if chips > each]
    if lucky:
        chip = money(max(pot.won.values()) - each)
        odd = f"an odd chip of {chip} goes to" if len(lucky) == 1 else f"odd chips of {chip} go to"
        words += f"; {odd} {listed(list(map(object_, lucky)))}, clockwise from the button"
    return words


def returned_words(event: ev.BetReturned, named: Named) -> str:
    return f"{money(event.amount)} that nobody called goes back to {object_(named(event.seat))}"
