"""Two Card Duel: a house game on paper rules, so that what a fourth game needs is counted and cannot grow unseen."""
