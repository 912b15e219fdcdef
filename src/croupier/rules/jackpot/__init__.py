"""Progressive jackpots: a meter, and the link that shares one among many tables. They know no game."""
