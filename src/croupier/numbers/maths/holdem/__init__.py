"""Progressive Texas Hold'em."""
