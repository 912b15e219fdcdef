"""Rounds outside of a live floor: dealt, written as files, told, kept as histories, played in a terminal."""
