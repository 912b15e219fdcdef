"""The settlement sheet of Progressive Texas Hold'em."""

from croupier.rounds.settlement_sheet.asking import (
    ANY,
    JACKPOT_BET,
    UNIT,
    Sheet,
    capped,
    settled,
    table,
    without,
    words,
)
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.progressive_holdem import settle as progressive_holdem
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.payouts import to_one


def sheet(key: str) -> Sheet:
    steps = load(key).procedure
    stakes = {
        Spot.ANTE: UNIT,
        Spot.FLOP: Cents(UNIT * steps.multiples[Spot.FLOP]),
        Spot.TURN: Cents(UNIT * steps.multiples[Spot.TURN]),
        Spot.RIVER: Cents(UNIT * steps.multiples[Spot.RIVER]),
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
        words(hand): (to_one(odds), progressive_holdem.Facts(outcome.SAME, False, progressive_holdem.Hole(hand)))
        for hand, odds in pays.items()
    }
    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer", "hand"), ante),
        table("Flop", cases, Spot.FLOP, ("against the dealer", "hand"), against_dealer),
        table("Turn", cases, Spot.TURN, ("against the dealer", "hand"), against_dealer),
        table("River", cases, Spot.RIVER, ("against the dealer", "hand"), against_dealer),
        table("Bonus", cases, Spot.BONUS, ("box", "hole cards"), by_hole_cards),
        capped(
            "Bonus, payout limit", key, progressive_holdem.settle, Spot.BONUS, steps.payout_caps[Spot.BONUS], best_paid
        ),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "own best hand", "community cards"), best_award),
    )
    asked = """combinations of its facts: each kind of hole cards with whatever else
cards can make, also where no deal brings the two together"""
    return Sheet(load(key), stakes, len(cases), tables, asked)
