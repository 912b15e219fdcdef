"""A terminal at a live floor: a player who joins a table, and a stand-in for the device that reads its cards."""
