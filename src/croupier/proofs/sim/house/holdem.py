"""Progressive Texas Hold'em, as the referee reads version 6."""

from types import MappingProxyType

from croupier.proofs.sim.house import hands
from croupier.proofs.sim.house.account import Box, Cites, Round, Setup, SimLine
from croupier.proofs.sim.house.papers import SHARED_DECIDING, Game, draw
from croupier.proofs.sim.house.settling import BoxSettled, Claim, Counted

LARGEST_PAYOUT = 100_000_00
SHARES = {3: 100, 4: 25, 5: 5}
"""Of the meter, by the community cards that lay when the royal flush was complete."""
OWN = {"straight-flush": 1_500_00, "four-of-a-kind": 300_00}
COMMUNITY = {"royal-flush": 10_000_00, "straight-flush": 1_500_00, "four-of-a-kind": 300_00}
STRAIGHT = hands.FIVE.index("straight")


def bonus_odds(cards: list[str], dealer: list[str]) -> int:
    one, two = sorted(hands.pips(cards), reverse=True)
    suited = cards[0][1] == cards[1][1]
    if one == two:
        if one == hands.ACE:
            return 1000 if hands.pips(dealer) == [hands.ACE, hands.ACE] else 30
        return 10 if one >= hands.PIP["J"] else 3
    if one != hands.ACE or two < hands.PIP["J"]:
        return 0
    if two == hands.KING:
        return 25 if suited else 15
    return 20 if suited else 5


class Holdem(Game):
    name = "progressive-holdem"
    rulebook = "progressive-holdem@6"
    spots = ("ante", "bonus", "jackpot")
    sizes = MappingProxyType({"flop": 2, "turn": 1, "river": 1})
    stages = (("flop", "fold"), ("turn", "check"), ("river", "check"))
    hand = 2
    qualifying = False
    not_shown = "4.3"
    closes = "3.10"
    deciding = SHARED_DECIDING | {
        *("3.11.2(a)", "3.12.3(a)", "3.13", "3.14", "3.15", "4.1", "4.1.1", "4.2", "4.3", "5.17.1", "5.17.2"),
    }

    def needs_ante(self, spot: str) -> Cites | None:
        return {"jackpot": frozenset({"5.4"}), "bonus": frozenset({"3.9", "5.4", "R-48"})}.get(spot)

    def deal(self, setup: Setup, round_: Round) -> None:
        boxes = [box.cards for box in round_.boxes.values() if box.takes_part]
        if setup.device == "shoe":
            draw(round_, round_.burnt)
            for _ in range(2):
                for cards in boxes:
                    draw(round_, cards)
            return
        for _ in range(5):
            draw(round_, round_.community)
        for cards in (*boxes, round_.dealer):
            for _ in range(2):
                draw(round_, cards)

    def next_street(self, setup: Setup, round_: Round) -> bool:
        alive = any(box.folded is not None and box.out is None and box.live("jackpot") for box in round_.boxes.values())
        if round_.turned == 5 or not (alive or any(round_.playing())):
            return False
        due = 3 if round_.turned == 0 else 1
        if setup.device == "shoe":
            draw(round_, round_.burnt)
            for _ in range(due):
                draw(round_, round_.community)
        round_.turned += due
        if round_.turned == 5 and setup.device == "shoe" and any(round_.playing()):
            for _ in range(2):
                draw(round_, round_.dealer)
        return True

    def settle(self, setup: Setup, round_: Round, box: Box, bets: dict[str, Counted]) -> BoxSettled:
        fold = "3.11.2(a)" if setup.device == "shoe" else "3.12.3(a)"
        settled = BoxSettled({}, [])
        for spot, bet in bets.items():
            if spot == "jackpot":
                self.settle_jackpot(round_, box, bet, settled, fold)
            elif box.folded is not None:
                settled.lines[spot] = bet.loses(fold)
            elif spot == "bonus":
                odds = 0 if box.hidden else bonus_odds(box.cards, round_.dealer)
                capped = ("4.1.1",) if bet.counts * odds > LARGEST_PAYOUT else ()
                hidden = ("4.3",) if box.hidden else ()
                won = bet.wins(odds, "4.1", *capped, cap=LARGEST_PAYOUT)
                settled.lines[spot] = won if odds else bet.loses("4.1", *hidden)
            else:
                settled.lines[spot] = against_the_dealer(round_, box, spot, bet)
        return settled

    def settle_jackpot(self, round_: Round, box: Box, bet: Counted, settled: BoxSettled, fold: str) -> None:
        board = round_.community[: round_.turned]
        fixed = COMMUNITY.get(hands.kind(board), 0) if len(board) == 5 else 0
        why = ("4.2", fold) if box.folded is not None else ("4.2", "4.3") if box.hidden else ("4.2",)
        if box.folded is None and not box.hidden:
            kind = hands.kind(box.cards + board)
            fixed = max(fixed, OWN.get(kind, 0))
            if kind == "royal-flush" and hands.kind(board) != "royal-flush":
                after = next(lying for lying in (3, 4, 5) if hands.kind(box.cards + board[:lying]) == "royal-flush")
                settled.claim = Claim(box.number, bet, SHARES[after], fixed, why)
                return
        settled.lines["jackpot"] = bet.wins_award(fixed, *why) if fixed else bet.loses(*why)


def against_the_dealer(round_: Round, box: Box, spot: str, bet: Counted) -> SimLine:
    if box.hidden:
        return bet.loses("3.14", "4.3")
    own, dealers = hands.best(box.cards + round_.community), hands.best(round_.dealer + round_.community)
    if own == dealers:
        return bet.stands_off("3.15")
    if own < dealers:
        return bet.loses("3.14")
    if spot == "ante" and own[0] < STRAIGHT:
        return bet.stands_off("3.13")
    return bet.wins(1, "3.13", "4.1")
