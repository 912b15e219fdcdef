"""What only 3 Card Poker says."""

from enum import StrEnum

from croupier.enums import plain_members


@plain_members
class ThreeCard(StrEnum):
    QUALIFYING_HAND = "qualifying-hand"
    PAIR_PLUS_ON_OWN_HAND = "pair-plus-on-own-hand"
    DECISION_NEEDS_ANTE = "decision-needs-ante"
    FOLD_FORFEITS = "fold-forfeits"
    PLAY_EQUALS_ANTE = "play-equals-ante"
    DEALER_NOT_QUALIFIED = "dealer-not-qualified"
    PAIR_PLUS_ONLY_UNSEEN = "pair-plus-only-unseen"
    HANDS_COMPARED = "hands-compared"
    HIGHER_HAND_WINS = "higher-hand-wins"
    LOWER_HAND_LOSES = "lower-hand-loses"
    SAME_RANKING_STANDS_OFF = "same-ranking-stands-off"
    SIDE_BETS_IRRESPECTIVE = "side-bets-irrespective"
    JACKPOT_RANKINGS = "jackpot-rankings"
    ANTE_AND_PLAY_PAY = "ante-and-play-pay"
    PAIR_PLUS_PAYS = "pair-plus-pays"
    ANTE_BONUS_PAYS = "ante-bonus-pays"
    ENVY_BONUS = "envy-bonus"
    NO_ENVY_FROM_PAIR_PLUS = "no-envy-from-pair-plus"
