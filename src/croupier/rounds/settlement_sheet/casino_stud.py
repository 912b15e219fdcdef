"""The settlement sheet of Casino Stud."""

from croupier.rounds.settlement_sheet.asking import (
    ANY,
    JACKPOT_BET,
    UNIT,
    Sheet,
    capped,
    net_of_every_case,
    settled,
    table,
    without,
)
from croupier.rules.games.casino_stud import settle as casino_stud
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.payouts import to_one


def sheet(key: str) -> Sheet:
    steps = load(key).procedure
    stakes = {Spot.ANTE: UNIT, Spot.BET: Cents(UNIT * steps.multiples[Spot.BET]), Spot.JACKPOT: JACKPOT_BET}
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
        rank.words.lower(): (to_one(pays[paid_as]), casino_stud.Facts(outcome.HIGHER, rank))
        for rank, paid_as in casino_stud.PAID_AS.items()
    }
    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer",), lambda f: (f.outcome,)),
        table("BET", cases, Spot.BET, ("against the dealer", "hand"), paid_by_hand),
        capped("BET, payout limit", key, casino_stud.settle, Spot.BET, steps.payout_caps[Spot.BET], best_paid),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "hand"), on_own_hand),
    )
    every_case = net_of_every_case(
        cases, stakes, ("against the dealer", "hand"), lambda f: (f.outcome, f.hand.words.lower())
    )
    return Sheet(load(key), stakes, len(cases), tables, every_case=every_case)
