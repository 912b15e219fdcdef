"""The settlement sheet of Two Card Duel."""

from croupier.rounds.settlement_sheet.asking import JACKPOT_BET, UNIT, Sheet, net_of_every_case, settled, table, without
from croupier.rules.games.house.spots import Spot
from croupier.rules.rulebook.load import load
from tests.paper_game.settle import Facts, Outcome, all_facts, settle


def sheet(key: str) -> Sheet:
    stakes = {Spot.ANTE: UNIT, Spot.BET: UNIT, Spot.JACKPOT: JACKPOT_BET}
    cases = settled(key, settle, all_facts(), lambda f: without(stakes, Spot.BET, when=f.outcome is Outcome.FOLDED))

    def on_own_hand(f: Facts) -> tuple[str, ...]:
        lost = f.outcome in (Outcome.FOLDED, Outcome.NOT_SHOWN)
        return (f.outcome, "any") if lost else ("not folded", f.hand)

    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer",), lambda f: (f.outcome,)),
        table("BET", cases, Spot.BET, ("against the dealer",), lambda f: (f.outcome,)),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "hand"), on_own_hand),
    )
    every_case = net_of_every_case(cases, stakes, ("against the dealer", "hand"), lambda f: (f.outcome, f.hand))
    return Sheet(load(key), stakes, len(cases), tables, every_case=every_case)
