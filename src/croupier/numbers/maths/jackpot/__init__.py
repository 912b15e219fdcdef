"""Jackpot bets, and their meters in the long run."""
