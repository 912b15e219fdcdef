"""What only Progressive Texas Hold'em says."""


class Holdem:
    BONUS_NEEDS_ANTE = "bonus-needs-ante"
    BURN_BEFORE_EACH_DEAL = "burn-before-each-deal"
    COMMUNITY_CARDS_DEALT = "community-cards-dealt"
    FOLD_FORFEITS = "fold-forfeits"
    FLOP_IS_TWICE_ANTE = "flop-is-twice-ante"
    FLOP_REVEALED = "flop-revealed"
    TURN_REVEALED = "turn-revealed"
    RIVER_REVEALED = "river-revealed"
    DEALER_HAND_COMPARED = "dealer-hand-compared"
    HIGHER_HAND_WINS = "higher-hand-wins"
    LOWER_HAND_LOSES = "lower-hand-loses"
    SAME_RANKING_STANDS_OFF = "same-ranking-stands-off"
    BETS_PAY = "bets-pay"
    BONUS_PAYOUT_LIMIT = "bonus-payout-limit"
