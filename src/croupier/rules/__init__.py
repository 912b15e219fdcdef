"""The documents as data, and what they make of cards, bets and jackpots."""
