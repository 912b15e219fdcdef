"""What only Multi-Link Progressive Casino Stud says."""


class CasinoStud:
    QUALIFYING_HAND = "qualifying-hand"
    FACE_UP_CARD = "face-up-card"
    FOLD_LOSES_ANTE = "fold-loses-ante"
    BET_IS_TWICE_ANTE = "bet-is-twice-ante"
    DEALER_NOT_QUALIFIED = "dealer-not-qualified"
    HANDS_COMPARED = "hands-compared"
    HIGHER_HAND_WINS = "higher-hand-wins"
    LOWER_HAND_LOSES = "lower-hand-loses"
    SAME_RANKING_STANDS_OFF = "same-ranking-stands-off"
    JACKPOT_RANKINGS = "jackpot-rankings"
    ANTE_AND_BET_PAY = "ante-and-bet-pay"
    BET_PAYOUT_LIMIT = "bet-payout-limit"
    JACKPOT_QUALIFIES = "jackpot-qualifies"
    PAID_CLOCKWISE = "paid-clockwise"
    DEALER_CARD_EXPOSED = "dealer-card-exposed"
