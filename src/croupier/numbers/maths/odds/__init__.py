"""The odds sheet of a game: all its figures, perfect and simple play, and what if a figure were different."""
