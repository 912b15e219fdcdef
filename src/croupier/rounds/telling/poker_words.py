"""Acts, pots and rake of the poker table in a dealer's words, with the arithmetic."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from croupier.base.citation import Citation
from croupier.base.sentences import Sentence as Coded
from croupier.base.sentences import says
from croupier.rounds.telling.words import in_thousands, listed, money
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.betting import Options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import BettingRound, PokerTable, PotWon
from croupier.rules.money import Cents, dollars

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
    if table.dealt_by_hand:
        parts.append("cards by hand")
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
    """In English, to the player who acted too: "Cho raises to 4.00", "You raise to 4.00"."""
    text = in_thousands(str(act_says(who, event, price=price, bet=bet, step=step)))
    if who != YOU:
        return text
    _, verb, *others = text.split(" ")
    return " ".join([YOU, "go" if verb == "goes" else verb.removesuffix("s"), *others])


def act_says(who: str, event: ev.ActionTaken, *, price: Cents, bet: Cents, step: Cents) -> Coded:
    """`price`, `bet` in front of the player and `step` are those before the act."""
    chips = dollars(event.chips)
    match event.act:
        case Act.FOLD:
            return says("told.folds", player=who)
        case Act.CHECK:
            return says("told.checks", player=who)
        case Act.CALL:
            missing = Cents(price - bet - event.chips)
            if missing > 0:
                return says("told.calls-short", player=who, amount=chips, missing=dollars(missing))
            if event.all_in:
                return says("told.calls-all-in", player=who, amount=chips)
            return says("told.calls", player=who, amount=chips)
        case Act.BET:
            made = says("told.bets", player=who, amount=chips)
            if event.all_in:
                made = says("told.bets-all-in", player=who, amount=chips)
            if event.chips < event.price:
                return says("told.bets-below", bet=made, price=dollars(event.price))
            return made
        case _:
            return _raise_says(who, event, Cents(event.price - price), step)


def _raise_says(who: str, event: ev.ActionTaken, more: Cents, step: Cents) -> Coded:
    """Says also whether an all-in below a full raise lets the others raise again."""
    raised = says("told.goes-all-in", player=who, price=dollars(event.price), more=dollars(more))
    if event.reopens:
        raised = says("told.raises", player=who, price=dollars(event.price), more=dollars(more))
        if event.all_in:
            raised = says("told.raises-all-in", player=who, price=dollars(event.price), more=dollars(more))
    if more >= step:
        return raised
    if event.reopens:
        return says("told.raise-reopens", raised=raised, step=dollars(step))
    return says("told.raise-reopens-not", raised=raised, step=dollars(step))


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


def returned_says(event: ev.BetReturned, named: Named) -> Coded:
    return says("told.uncalled-back", amount=dollars(event.amount), player=object_(named(event.seat)))


def returned_words(event: ev.BetReturned, named: Named) -> str:
    return in_thousands(str(returned_says(event, named)))
