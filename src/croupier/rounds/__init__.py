"""Rounds outside of a live floor: dealing, round files, stories, hand histories, play in a terminal."""
