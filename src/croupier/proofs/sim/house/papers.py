"""What the three documents say to the referee: paragraph numbers and steps. Pay tables stand with each game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from croupier.proofs.sim.house.account import NONE, Box, Cites, Round, Setup
from croupier.proofs.sim.house.settling import BoxSettled, Counted, counted, everything_back

SHARED_DECIDING = frozenset(
    {
        *("5.1", "5.1.1", "5.2", "5.2.1", "5.3.1", "5.3.2", "5.4", "5.5", "5.6", "5.7.1", "5.7.2", "5.9"),
        *("5.10", "5.10.1", "5.10.2", "5.10.3", "5.12", "5.13", "5.14", "5.14.1", "5.15", "5.16", "5.17", "5.18"),
        *(f"5.8.{number}" for number in range(1, 8)),
    }
)
"""Paragraphs of chapter 5 that change the result of a bet: none is cited on a line unless it did."""


class Game(ABC):
    name: str
    rulebook: str
    spots: tuple[str, ...]
    """Bets of the betting window."""
    sizes: Mapping[str, int]
    """Bets that go with a decision, in Antes."""
    stages: tuple[tuple[str, ...], ...]
    """What a box may decide in each stage."""
    hand: int
    """Cards in a hand."""
    qualifying = True
    """The dealer's hand may fail to qualify."""
    deciding: Cites

    closes = "3.9"
    dealer_covers: str | None = None
    down_unseen, down_seen, after_down = "5.16", "5.17.1", "5.17.2"
    extra_look, too_late, void_returns, shift_manager = "5.18", "5.19", "5.21", "5.23"
    not_shown: str

    def needs_ante(self, spot: str) -> Cites | None:
        """Why the bet goes back without an Ante, if it does."""
        return frozenset({"5.4"}) if spot == "jackpot" else None

    def deal(self, setup: Setup, round_: Round) -> None:
        """3 Card 3.10, 3.11; Casino Stud 3.10, 3.11."""
        hands = [box.cards for box in round_.boxes.values() if box.takes_part]
        places = [*hands, round_.dealer]
        if setup.device == "shoe":
            draw(round_, round_.burnt)
            for _ in range(self.hand):
                for place in places:
                    draw(round_, place)
        else:
            for place in places:
                for _ in range(self.hand):
                    draw(round_, place)

    def next_street(self, setup: Setup, round_: Round) -> bool:
        """Deals and turns what comes before the next stage; False if everything but the dealer's hand is open."""
        return False

    @abstractmethod
    def settle(self, setup: Setup, round_: Round, box: Box, bets: dict[str, Counted]) -> BoxSettled: ...

    def jackpot_outlives_a_fold(self, box: Box) -> bool:
        return True

    def settle_box(self, setup: Setup, round_: Round, box: Box, gone: set[str]) -> BoxSettled:
        if box.out is not None:
            return BoxSettled(everything_back(box, *box.out), [])
        back = {spot: line for spot, line in everything_back(box).items() if box.bets[spot].back}
        if len(back) == len(box.bets):
            return BoxSettled(back, [])
        why = box.folded or NONE
        may = NONE
        if box.player in gone and box.folded is None:
            if box.player in round_.left_since:
                may = frozenset({"5.6"})
            else:
                why = frozenset({"5.6"})
        bets = counted(setup, box, self.sizes, why, may)
        settled = self.settle(setup, round_, box, bets)
        settled.lines.update(back)
        return settled


def draw(round_: Round, to: list[str]) -> None:
    card = round_.deck[len(round_.dealt)]
    round_.dealt.append(card)
    to.append(card)
