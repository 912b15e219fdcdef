"""Settlement sheets: what becomes of each bet in every case, to be checked against the document.

The games' own `settle` is asked about every combination of facts. A table shows one bet and the facts that matter to
it; if any other fact made a difference, the sheet is not written.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.citation import ruling
from croupier.errors import Unreadable
from croupier.games.casino_stud import settle as casino_stud
from croupier.games.house.clauses import House
from croupier.games.house.lines import Spot
from croupier.games.progressive_holdem import settle as progressive_holdem
from croupier.games.three_card import settle as three_card
from croupier.games.three_card.clauses import ThreeCard
from croupier.money import Cents, dollars
from croupier.rulebook.load import load
from croupier.rulebook.model import Rulebook
from croupier.sheets.asking import (
    ANY,
    JACKPOT_BET,
    UNIT,
    Table,
    always,
    by_clauses,
    capped,
    net_of_every_case,
    settled,
    table,
    without,
    words,
)
from croupier.sheets.envy import envy_bonus


class Sheet(NamedTuple):
    book: Rulebook
    stakes: Mapping[Spot, Cents]
    cases: int
    tables: tuple[Table, ...]
    asked: str = "combinations of facts that cards can make"
    every_case: tuple[str, ...] = ()
    """A last table, already written, where all combinations fit on a page."""


def settlement_sheet(book_key: str) -> str:
    """The whole page, as Markdown."""
    if book_key not in SHEETS:
        raise Unreadable(f"{book_key!r} has no settlement sheet; there are {', '.join(SHEETS)}")
    sheet = SHEETS[book_key](book_key)
    stakes = ", ".join(f"{spot} {dollars(stake)}" for spot, stake in sheet.stakes.items())
    text = [
        f"# Settlement sheet: {sheet.book.title} ({sheet.book.key})",
        "",
        f"What becomes of every bet of one box, for stakes of {stakes}.",
        f"The game's own settlement was asked about all {sheet.cases:,} {sheet.asked}.",
        "Each table shows the facts that matter to its bet; the page cannot be written if any other made a difference.",
        "`returned` is the stake that goes back, `paid` what the House or the meter adds. `by` names the paragraphs of",
        "this rulebook and standing rulings (R-n); where the dealing devices have paragraphs of their own, the card",
        "shoe's stands first: 3.10 / 3.11.",
        "",
    ]
    for each in sheet.tables:
        text += each.lines()
    text += sheet.every_case
    return "\n".join(text).rstrip() + "\n"


# --- The three games ------------------------------------------------------------------------------------------


def three_card_sheet(key: str) -> Sheet:
    steps = load(key).procedure
    stakes = {
        Spot.ANTE: UNIT,
        Spot.PLAY: Cents(UNIT * steps.play_multiple),
        Spot.PAIR_PLUS: UNIT,
        Spot.JACKPOT: JACKPOT_BET,
    }
    folded = three_card.Outcome.FOLDED
    facts = list(three_card.all_facts())
    cases = settled(key, three_card.settle, facts, lambda f: without(stakes, Spot.PLAY, when=f.outcome is folded))
    # without an Ante there is nothing to fold, and the hand is the dealer's to reveal (3.14, R-18)
    revealed = [f for f in facts if f.outcome is not folded and f.hand is not three_card.Hand.NOT_SHOWN]

    def outcome_of(f: three_card.Facts) -> str:
        if f.hand is three_card.Hand.NOT_SHOWN and f.outcome is three_card.Outcome.LOWER:
            return "dealer qualifies"  # whatever both of them hold
        return f.outcome

    def against_dealer(f: three_card.Facts) -> tuple[str, ...]:
        if f.outcome is folded:
            return f.outcome, ANY
        return outcome_of(f), "not shown" if f.hand is three_card.Hand.NOT_SHOWN else "shown"

    def on_own_hand(f: three_card.Facts) -> tuple[str, ...]:
        return (folded, ANY) if f.outcome is folded else ("not folded", words(f.hand))

    def no_bonus(f: three_card.Facts) -> str:
        if f.outcome is folded:
            return by_clauses(key, ThreeCard.FOLD_FORFEITS, rulings=(ruling(17),))
        if f.hand is three_card.Hand.NOT_SHOWN:
            return by_clauses(key, ThreeCard.ANTE_BONUS_PAYS, House.HAND_NOT_SHOWN, rulings=(ruling(74),))
        return by_clauses(key, ThreeCard.ANTE_BONUS_PAYS)

    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer", "hand"), against_dealer),
        table("Play", cases, Spot.PLAY, ("against the dealer", "hand"), against_dealer),
        table("Pair Plus beside an Ante", cases, Spot.PAIR_PLUS, ("box", "hand"), on_own_hand),
        table(
            "Pair Plus alone",
            settled(key, three_card.settle, revealed, always({Spot.PAIR_PLUS: UNIT})),
            Spot.PAIR_PLUS,
            ("hand",),
            lambda f: (words(f.hand),),
        ),
        table("Ante Bonus", cases, "ante-bonus", ("box", "hand"), on_own_hand, no_bonus),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "hand"), on_own_hand),
        envy_bonus(key),
    )
    every_case = net_of_every_case(
        cases, (*stakes, "ante-bonus"), ("against the dealer", "hand"), lambda f: (outcome_of(f), words(f.hand))
    )
    return Sheet(load(key), stakes, len(cases), tables, every_case=every_case)


def casino_stud_sheet(key: str) -> Sheet:
    steps = load(key).procedure
    stakes = {Spot.ANTE: UNIT, Spot.BET: Cents(UNIT * steps.bet_multiple), Spot.JACKPOT: JACKPOT_BET}
    outcome = casino_stud.Outcome
    facts = list(casino_stud.all_facts())
    cases = settled(
        key, casino_stud.settle, facts, lambda f: without(stakes, Spot.BET, when=f.outcome is outcome.FOLDED)
    )

    def paid_by_hand(f: casino_stud.Facts) -> tuple[str, ...]:
        return f.outcome, f.hand.words.lower() if f.outcome is outcome.HIGHER else ANY

    def on_own_hand(f: casino_stud.Facts) -> tuple[str, ...]:
        if f.outcome is outcome.NOT_SHOWN:
            return f.outcome, ANY
        return f.outcome if f.outcome is outcome.FOLDED else "not folded", f.hand.words.lower()

    pays = load(key).paytables["bet"].pays
    best_paid = {
        rank.words.lower(): (pays[paid_as], casino_stud.Facts(outcome.HIGHER, rank))
        for rank, paid_as in casino_stud.PAID_AS.items()
    }
    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer",), lambda f: (f.outcome,)),
        table("BET", cases, Spot.BET, ("against the dealer", "hand"), paid_by_hand),
        capped("BET, payout limit", key, casino_stud.settle, Spot.BET, steps.bet_payout_cap, best_paid),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "hand"), on_own_hand),
    )
    every_case = net_of_every_case(
        cases, stakes, ("against the dealer", "hand"), lambda f: (f.outcome, f.hand.words.lower())
    )
    return Sheet(load(key), stakes, len(cases), tables, every_case=every_case)


def progressive_holdem_sheet(key: str) -> Sheet:
    steps = load(key).procedure
    stakes = {
        Spot.ANTE: UNIT,
        Spot.FLOP: Cents(UNIT * steps.flop_multiple),
        Spot.TURN: Cents(UNIT * steps.turn_multiple),
        Spot.RIVER: Cents(UNIT * steps.river_multiple),
        Spot.BONUS: UNIT,
        Spot.JACKPOT: JACKPOT_BET,
    }
    outcome, not_shown = progressive_holdem.Outcome, progressive_holdem.Hole.NOT_SHOWN
    # a player who walks away after the Flop bet is folded with Flop and Turn on the layout; with a River nothing is
    # left to decide
    folded = progressive_holdem.Outcome.FOLDED
    cases = settled(
        key,
        progressive_holdem.settle,
        progressive_holdem.all_facts(),
        lambda f: without(stakes, Spot.RIVER, when=f.outcome is folded),
    )
    pays_from = words(steps.ante_pays_from)

    def ante(f: progressive_holdem.Facts) -> tuple[str, ...]:
        if f.outcome is outcome.HIGHER:
            return f.outcome, f"{pays_from} or better" if f.ante_pays else f"less than {pays_from}"
        return against_dealer(f)

    def against_dealer(f: progressive_holdem.Facts) -> tuple[str, ...]:
        return (ANY, "not shown") if f.hole is not_shown else (f.outcome, ANY if f.outcome is folded else "shown")

    def by_hole_cards(f: progressive_holdem.Facts) -> tuple[str, ...]:
        return (f.outcome, ANY) if f.outcome is outcome.FOLDED else ("not folded", words(f.hole))

    def best_award(f: progressive_holdem.Facts) -> tuple[str, ...]:
        if f.outcome is outcome.FOLDED:
            return f.outcome, ANY, words(f.board)
        return "not folded", words(f.hole if f.hole is not_shown else f.own), words(f.board)

    pays = load(key).paytables["bonus"].pays
    best_paid = {
        words(hand): (odds, progressive_holdem.Facts(outcome.SAME, False, progressive_holdem.Hole(hand)))
        for hand, odds in pays.items()
    }
    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer", "hand"), ante),
        table("Flop", cases, Spot.FLOP, ("against the dealer", "hand"), against_dealer),
        table("Turn", cases, Spot.TURN, ("against the dealer", "hand"), against_dealer),
        table("River", cases, Spot.RIVER, ("against the dealer", "hand"), against_dealer),
        table("Bonus", cases, Spot.BONUS, ("box", "hole cards"), by_hole_cards),
        capped("Bonus, payout limit", key, progressive_holdem.settle, Spot.BONUS, steps.bonus_payout_cap, best_paid),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "own best hand", "community cards"), best_award),
    )
    asked = """combinations of its facts: each kind of hole cards with whatever else
cards can make, also where no deal brings the two together"""
    return Sheet(load(key), stakes, len(cases), tables, asked)


SHEETS: Mapping[str, Callable[[str], Sheet]] = {
    "three-card-poker@3": three_card_sheet,
    "casino-stud@2": casino_stud_sheet,
    "progressive-holdem@6": progressive_holdem_sheet,
}
