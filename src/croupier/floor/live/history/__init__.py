"""Rounds that were played: looked up, replayed, downloaded, counted."""
