"""Odds, equities and the sheets that show them."""
