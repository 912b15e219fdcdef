"""Rounds as text for people, with the paragraph after every line."""
