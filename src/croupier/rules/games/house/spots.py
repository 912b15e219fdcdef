"""The spots on the layout for bets."""

from enum import StrEnum


class Spot(StrEnum):
    ANTE = "ante"
    PLAY = "play"
    BET = "bet"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    PAIR_PLUS = "pair-plus"
    BONUS = "bonus"
    JACKPOT = "jackpot"

    @property
    def words(self) -> str:
        """As it stands on the layout."""
        return "BET" if self is Spot.BET else self.replace("-", " ").title()
