"""Rounds told to a person, with the paragraph behind every line."""
