"""Progressive jackpots: a meter with its own decide and evolve. It knows no game."""
