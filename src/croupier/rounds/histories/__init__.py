"""Hand histories: PHH read, written and replayed, Open Hand History written."""
