"""Pay tables that make no sense are refused before anything is computed from them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from croupier.base.errors import Unreadable
from croupier.numbers.maths.tools.settlement_table import NOTHING
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.hands import FiveCardRank
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import MULTIPLE, PAYOUT_CAP, JackpotRow, JackpotTable, Procedure, Rulebook
from croupier.rules.rulebook.payouts import AWARD, PUSH, Payout, expected, in_words, order, to_one

MOST_TO_ONE = 100_000
MOST_ANTES = 100
MOST_CENTS = 10**11
"""What one box may win or lose, so that sums over all deals stay exact in 64 bits."""


def check_amounts(book: Rulebook, *, ante: Cents, side_bets: Sequence[Cents] = (), meter: Cents = NOTHING) -> None:
    """Refuse amounts with which one round could bring more than can be counted."""
    antes = 1 + sum(book.procedure.multiples.values())
    highest = 1 + max((to_one(pays) for table in book.paytables.values() for pays in table.pays.values()), default=0)
    if (antes * ante + sum(side_bets)) * highest + meter > MOST_CENTS:
        raise Unreadable(
            f"with an Ante of {dollars(ante)} and a highest payout of {highest - 1} to 1 a round could bring more than "
            f"{MOST_CENTS // 100:,} dollars, which is too much to count; try smaller amounts"
        )


def check_paytables(book: Rulebook) -> None:
    """Refuse a book whose figures cannot be meant: negative, missing, unknown, or better hands paid less."""
    wrong = next(faults(book), None)
    if wrong is not None:
        raise Unreadable(f"{book.key}: {wrong}")


def faults(book: Rulebook) -> Iterator[str]:
    if book.game not in HOUSE_GAMES:
        known = ", ".join(HOUSE_GAMES)
        yield f"this game is not played against the House and has no pay tables; {known} have"
        return
    approved = load(book.key)
    for name, known_table in approved.paytables.items():
        if name not in book.paytables:
            yield f"the pay table {name} is missing"
        else:
            yield from _table_faults(name, book.paytables[name].pays, list(known_table.pays))
    for name in book.paytables:
        if name not in approved.paytables:
            yield f"there is no pay table {name}; there are {', '.join(approved.paytables)}"
    if approved.jackpot is not None:
        if book.jackpot is None:
            yield "the jackpot table is missing"
        else:
            yield from _jackpot_faults(book.jackpot, list(approved.jackpot.rows))
    yield from _procedure_faults(book, approved.procedure)


def _table_faults(name: str, pays: Mapping[str, Payout], hands: Sequence[str]) -> Iterator[str]:
    yield from _row_faults(f"pay table {name}", list(pays), hands)
    for hand, odds in pays.items():
        if odds == PUSH and not name.endswith(AWARD):
            continue
        if type(odds) is not int or odds < 0:
            yield f"pay table {name}: {hand} pays {odds}; expected {expected(name)}"
        elif odds > MOST_TO_ONE:
            yield f"pay table {name}: {hand} pays {odds:,} to 1; expected at most {MOST_TO_ONE:,}"
    if set(hands) <= set(Spot):
        return  # its rows are bets, not hands, so that no order is right or wrong
    ordered = [(hand, pays[hand]) for hand in hands if hand in pays]
    for (better, more), (worse, less) in pairwise(ordered):
        if order(more) < order(less):
            high, low = in_words(name, more), in_words(name, less)
            yield f"pay table {name}: {better} pays {high} and the lower {worse} pays {low}"


def _row_faults(table: str, rows: Sequence[str], hands: Sequence[str]) -> Iterator[str]:
    for row in rows:
        if row not in hands:
            yield f"{table}: there is no hand {row}; the rows are {', '.join(hands)}"
    for hand in hands:
        if hand not in rows:
            yield f"{table}: the row {hand} is missing; the rows are {', '.join(hands)}"
    for stands, belongs in zip(rows, hands, strict=False):
        if stands != belongs:
            yield f"{table}: the row {stands} stands where {belongs} belongs; the order is {', '.join(hands)}"
            return


def _jackpot_faults(table: JackpotTable, hands: Sequence[str]) -> Iterator[str]:
    yield from _row_faults("pay table jackpot", list(table.rows), hands)
    for hand, row in table.rows.items():
        if (row.share is None) == (row.fixed is None):
            yield f"pay table jackpot: {hand} pays either a share of the meter or an amount, and just one of them"
        elif row.share is not None and not 0 < row.share <= 1:
            yield f"pay table jackpot: {hand} pays {row.share} of the meter; expected more than 0 and at most all"
        elif row.fixed is not None and row.fixed < 0:
            yield f"pay table jackpot: {hand} pays {row.fixed} cents; expected an amount not below 0"
        if row.envy is not None and row.envy < 0:
            yield f"pay table jackpot: the Envy Bonus for {hand} is {row.envy} cents; it cannot be below 0"
    for community in (False, True):
        ordered = [
            table.rows[hand] for hand in hands if hand in table.rows and hand.startswith("community") is community
        ]
        for better, worse in combinations(ordered, 2):  # not pairwise: a share may stand between two amounts
            if _less(better, worse):
                yield f"pay table jackpot: {better.hand} pays less than the lower {worse.hand}"


def _less(better: JackpotRow, worse: JackpotRow) -> bool:
    """Whether the better hand certainly gets less. A share and an amount are not compared."""
    if better.share is not None and worse.share is not None:
        return better.share < worse.share
    if better.fixed is not None and worse.fixed is not None:
        return better.fixed < worse.fixed
    return False


def most_antes(book: Rulebook) -> int:
    """What the bets of the table of that name win together, if all are made and won."""
    antes = {Spot.ANTE.value: 1, **book.procedure.multiples}
    return sum(to_one(pays) * antes.get(bet, 0) for bet, pays in book.paytables["bets"].pays.items())


def _procedure_faults(book: Rulebook, approved: Procedure) -> Iterator[str]:
    procedure = book.procedure
    for spot in approved.multiples:
        antes = procedure.multiples.get(spot, 0)
        if not 1 <= antes <= MOST_ANTES:
            yield f"{spot}{MULTIPLE} is {antes}; a bet is at least one Ante and at most {MOST_ANTES}"
    if "bets" in book.paytables:
        antes = most_antes(book)
        if antes > MOST_TO_ONE:
            yield f"all bets together pay {antes:,} Antes; at most {MOST_TO_ONE:,} are counted"
    for spot in approved.payout_caps:
        cap = procedure.payout_caps.get(spot)
        if cap is None or cap <= 0:
            yield f"{spot}{PAYOUT_CAP} is {cap}; a payout limit is an amount above 0"
    if (value_of := HOUSE_GAMES[book.game].qualifying_value) is not None:
        try:
            value_of(procedure.dealer_qualifies)
        except Unreadable as unreadable:
            yield f"dealer-qualifies: {unreadable}"
    if approved.ante_pays_from and procedure.ante_pays_from.replace("-", "_").upper() not in FiveCardRank.__members__:
        names = ", ".join(rank.name.lower().replace("_", "-") for rank in FiveCardRank)
        yield f"ante-pays-from: no ranking is called {procedure.ante_pays_from!r}; there are {names}"
