"""Simple players who take the other boxes. They see what a player sees and no more."""
