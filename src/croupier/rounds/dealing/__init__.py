"""Live tables: one writer each, rules and jackpots brought together."""
