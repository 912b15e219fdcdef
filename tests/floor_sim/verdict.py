"""What an interruption of a round leads to, a second time and by the table alone: nothing here is taken from the rules.

A bet that is won or lost for good lets the round go on; where there is none, all bets go back.
"""

from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState

CELLS = (
    "bets, no card out",
    "cards dealt, nothing decided",
    "money folded",
    "folded without money",
    "all-in and called, board incomplete",
    "turned up, unpaid",
    "pause before the payments",
    "award waits",
)


def cell(state: HouseState | PokerState) -> str | None:
    """Which row of the table this is; None where there is nothing to rule."""
    return _house(state) if isinstance(state, HouseState) else _poker(state)


def verdict(state: HouseState | PokerState) -> str | None:
    found = cell(state)
    if found is None:
        return None
    goes_on = ("money folded", "turned up, unpaid", "pause before the payments", "award waits")
    return "continue" if found in goes_on else "void"


def _house(state: HouseState) -> str | None:
    round_ = state.round
    phase = str(round_.phase)
    if phase in ("settled", "void"):
        return None
    if phase == "betting":
        return "bets, no card out" if any(box.bets for box in round_.boxes.values()) else None
    if phase == "awarding":
        return "award waits"
    if phase == "settling":
        return "pause before the payments"
    if round_.dealer_shown:
        return "turned up, unpaid"
    if any(box.standing == "folded" and _counts(box.bets) for box in round_.boxes.values()):
        return "money folded"
    return "cards dealt, nothing decided" if round_.dealt else "bets, no card out"


def _counts(bets: object) -> bool:
    assert isinstance(bets, dict)
    return any(not stake.returned for stake in bets.values())


def _poker(state: PokerState) -> str | None:
    round_ = state.round
    if round_ is None or str(round_.phase) in ("settled", "void"):
        return None
    if str(round_.phase) == "settling":
        return "pause before the payments"
    put = {
        seat: round_.posts.get(seat, 0) + round_.bets.get(seat, 0) + round_.before.get(seat, 0) for seat in round_.order
    }
    if any(put[seat] for seat in round_.folded):
        return "money folded"
    if round_.shown:
        return "turned up, unpaid"
    if round_.folded:
        return "folded without money"
    if not round_.dealt:
        return "bets, no card out"
    in_play = [seat for seat in round_.order if seat not in round_.folded]
    if sum(1 for seat in in_play if state.seats[seat].stack) <= 1 and len(round_.community) < 5:
        return "all-in and called, board incomplete"
    return "cards dealt, nothing decided"
