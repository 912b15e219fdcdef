"""What only Two Card Duel says."""


class Duel:
    QUALIFYING_HAND = "qualifying-hand"
    FOLD_LOSES_ALL = "fold-loses-all"
    BET_EQUALS_ANTE = "bet-equals-ante"
    DEALER_NOT_QUALIFIED = "dealer-not-qualified"
    HANDS_COMPARED = "hands-compared"
    HIGHER_HAND_WINS = "higher-hand-wins"
    LOWER_HAND_LOSES = "lower-hand-loses"
    SAME_RANKING_STANDS_OFF = "same-ranking-stands-off"
    ANTE_AND_BET_PAY = "ante-and-bet-pay"
