"""3 Card Poker, as the referee reads version 3."""

from types import MappingProxyType

from croupier.proofs.sim.house import hands
from croupier.proofs.sim.house.account import Box, Round, Setup, SimAward, SimLine
from croupier.proofs.sim.house.papers import SHARED_DECIDING, Game
from croupier.proofs.sim.house.settling import BoxSettled, Claim, Counted

PAIR_PLUS = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 5, "flush": 4, "pair": 1}
ANTE_BONUS = {"straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
JACKPOT = {"straight-flush": 175_00, "three-of-a-kind": 150_00, "straight": 15_00}
AKQ_OF_ANOTHER_SUIT = 1250_00
ENVY = {"spades": 250_00, "another": 50_00}


def akq(cards: list[str]) -> str | None:
    """Whether it is one of the top two hands of the jackpot: A-K-Q of spades, or of another suit."""
    if sorted(hands.pips(cards)) != [hands.QUEEN, hands.KING, hands.ACE] or len({card[1] for card in cards}) != 1:
        return None
    return "spades" if cards[0][1] == "s" else "another"


def qualifies(dealer: list[str]) -> bool:
    value, cards = hands.three(dealer)
    return value > 0 or cards[0] >= hands.QUEEN


class ThreeCard(Game):
    name = "three-card-poker"
    rulebook = "three-card-poker@3"
    spots = ("ante", "pair-plus", "jackpot")
    sizes = MappingProxyType({"play": 1})
    stages = (("play", "fold"),)
    hand = 3
    not_shown = "4.5"
    deciding = SHARED_DECIDING | {
        *("3.12.1", "3.13", "3.14", "3.15.1", "3.15.2", "3.15.3", "3.16", "4.1", "4.2", "4.3", "4.4", "4.5", "4.7"),
        *("5.17.1", "5.17.2"),
    }

    def jackpot_outlives_a_fold(self, box: Box) -> bool:
        return False

    def settle(self, setup: Setup, round_: Round, box: Box, bets: dict[str, Counted]) -> BoxSettled:
        if box.folded is not None:
            return BoxSettled({spot: bet.loses("3.12.1") for spot, bet in bets.items()}, [])
        settled = BoxSettled({}, [])
        kind = None if box.hidden else hands.kind_of_three(box.cards)
        unseen = ("4.5",) if box.hidden else ()
        for spot, bet in bets.items():
            if spot == "pair-plus":
                alone = () if "ante" in bets else ("3.14",)
                odds = PAIR_PLUS.get(kind or "", 0)
                cites = ("3.16", "4.2", *alone)
                settled.lines[spot] = bet.wins(odds, *cites) if odds else bet.loses(*cites, *unseen)
            elif spot != "jackpot":
                settled.lines[spot] = against_the_dealer(round_, box, spot, bet)
        if "ante" in bets and kind in ANTE_BONUS:
            ante = bets["ante"]
            settled.awards.append(SimAward("ante-bonus", ante.counts * ANTE_BONUS[kind], frozenset({"3.16", "4.3"})))
        if "jackpot" in bets:
            self.settle_jackpot(round_, box, bets["jackpot"], settled, unseen)
        return settled

    def settle_jackpot(
        self, round_: Round, box: Box, bet: Counted, settled: BoxSettled, unseen: tuple[str, ...]
    ) -> None:
        kind = hands.kind_of_three(box.cards)
        top = akq(box.cards)
        if box.hidden or kind not in JACKPOT:
            settled.lines["jackpot"] = bet.loses("4.4", *unseen)
        elif top == "spades":
            settled.claim = Claim(box.number, bet, 100, JACKPOT["straight-flush"], ("4.4",))
        else:
            amount = AKQ_OF_ANOTHER_SUIT if top else JACKPOT[kind]
            settled.lines["jackpot"] = bet.wins_award(amount, "4.4")
        for other in round_.playing():
            if other.player == box.player or other.live("ante") is None or other.hidden:
                continue
            if (hand := akq(other.cards)) is not None:
                settled.awards.append(SimAward("envy", ENVY[hand], frozenset({"4.7"}), other.number))


def against_the_dealer(round_: Round, box: Box, spot: str, bet: Counted) -> SimLine:
    if not qualifies(round_.dealer):
        return bet.wins(1, "3.13", "4.1") if spot == "ante" else bet.goes_back("3.13")
    if box.hidden:
        return bet.loses("3.15.2", "4.5")
    own, dealers = hands.three(box.cards), hands.three(round_.dealer)
    if own > dealers:
        return bet.wins(1, "3.15.1", "4.1")
    return bet.loses("3.15.2") if own < dealers else bet.stands_off("3.15.3")
