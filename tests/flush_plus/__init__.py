"""A side bet that no game has: what has to be written for it, and what follows by itself."""
