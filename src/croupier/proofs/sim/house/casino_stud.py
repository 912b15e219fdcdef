"""Casino Stud, as the referee reads version 2."""

from types import MappingProxyType

from croupier.proofs.sim.house import hands
from croupier.proofs.sim.house.account import NONE, Box, Round, Setup, SimLine
from croupier.proofs.sim.house.papers import SHARED_DECIDING, Game
from croupier.proofs.sim.house.settling import BoxSettled, Claim, Counted

BET = {
    "royal-flush": 250,
    "straight-flush": 50,
    "four-of-a-kind": 20,
    "full-house": 7,
    "flush": 5,
    "straight": 4,
    "three-of-a-kind": 3,
    "two-pairs": 2,
    "one-pair": 1,
    "five-odd-cards": 1,
}
LARGEST_PAYOUT = 100_000_00
SHARES = {"royal-flush": 100, "straight-flush": 10}
JACKPOT = {"four-of-a-kind": 2_000_00, "full-house": 200_00, "flush": 100_00}


def qualifies(dealer: list[str]) -> bool:
    """Ace and King, or a pair and better (R-20)."""
    value, cards = hands.best(dealer)
    return value > 0 or cards[:2] == (hands.ACE, hands.KING)


class CasinoStud(Game):
    name = "casino-stud"
    rulebook = "casino-stud@2"
    spots = ("ante", "jackpot")
    sizes = MappingProxyType({"bet": 2})
    stages = (("bet", "fold"),)
    hand = 5
    not_shown = "4.3"
    dealer_covers = "5.16"
    down_unseen, down_seen, after_down = "5.17", "5.18.1", "5.18.2"
    extra_look, too_late, void_returns, shift_manager = "5.19", "5.20", "5.22", "5.24"
    deciding = SHARED_DECIDING | {
        *("3.12.1", "3.13", "3.14.1", "3.14.2", "3.14.3", "4.1", "4.1.1", "4.2", "4.3", "5.18.1", "5.18.2", "5.19"),
    }

    def deal(self, setup: Setup, round_: Round) -> None:
        super().deal(setup, round_)
        round_.up = len(round_.dealer) - 1

    def jackpot_outlives_a_fold(self, box: Box) -> bool:
        return not box.hidden

    def settle(self, setup: Setup, round_: Round, box: Box, bets: dict[str, Counted]) -> BoxSettled:
        settled = BoxSettled({}, [])
        for spot, bet in bets.items():
            if spot == "jackpot":
                self.settle_jackpot(box, bet, settled)
            elif box.folded is not None:
                settled.lines[spot] = bet.loses("3.12.1")
                settled.lines[spot].may |= {"4.3"} if box.hidden else NONE
            else:
                settled.lines[spot] = against_the_dealer(round_, box, spot, bet)
        return settled

    def settle_jackpot(self, box: Box, bet: Counted, settled: BoxSettled) -> None:
        kind = hands.kind(box.cards)
        folded = ("3.12.1",) if box.folded is not None else ()
        turned_up = ("R-91", *folded) if folded else ()
        if box.hidden:
            settled.lines["jackpot"] = bet.loses("4.3", "R-91")
            settled.lines["jackpot"].may |= {"4.2", "3.12.1"}
        elif kind in SHARES:
            settled.claim = Claim(box.number, bet, SHARES[kind], 0, ("4.2", *turned_up))
        elif kind in JACKPOT:
            settled.lines["jackpot"] = bet.wins_award(JACKPOT[kind], "4.2", *turned_up)
        else:
            settled.lines["jackpot"] = bet.loses("4.2", *folded)


def against_the_dealer(round_: Round, box: Box, spot: str, bet: Counted) -> SimLine:
    if not qualifies(round_.dealer):
        return bet.wins(1, "3.13", "4.1") if spot == "ante" else bet.goes_back("3.13")
    own, dealers = hands.best(box.cards), hands.best(round_.dealer)
    if own == dealers:
        return bet.stands_off("3.14.3")
    if own < dealers:
        return bet.loses("3.14.2")
    if spot == "ante":
        return bet.wins(1, "3.14.1", "4.1")
    odds = BET[hands.FIVE[own[0]]]
    capped = ("4.1.1",) if bet.counts * odds > LARGEST_PAYOUT else ()
    return bet.wins(odds, "3.14.1", "4.1", *capped, cap=LARGEST_PAYOUT)
